"""Bounds and small algorithms against brute force."""

from __future__ import annotations

from itertools import pairwise, permutations, product
from math import comb
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rotation.assignment import assign
from tournaments.rotation.bounds import PARTNERS, cost_bound, even_squares, fair_counts, water_fill
from tournaments.rotation.dealers import first_dealers
from tournaments.rotation.numbering import Numbering
from tournaments.rotation.order import spread_sit_outs
from tournaments.rotation.sitouts import Turns
from tournaments.rotation.subset import evenest_rounds
from tournaments.rotation.tallies import cost_of, left_out
from tournaments.rotation.words import counted, listed, times


@given(total=st.integers(0, 9), cells=st.integers(1, 4))
def test_even_squares_is_the_minimum(total: int, cells: int) -> None:
    ways = (way for way in product(range(total + 1), repeat=cells) if sum(way) == total)
    assert even_squares(total, cells) == min(sum(comb(x, 2) for x in way) for way in ways)


@settings(deadline=None)
@given(met=st.lists(st.integers(1, 3), max_size=3), strangers=st.integers(0, 2), slots=st.integers(0, 6))
def test_water_filling_is_the_minimum(met: list[int], strangers: int, slots: int) -> None:
    levels = met + [0] * strangers
    ways = (way for way in product(range(slots + 1), repeat=len(levels)) if sum(way) == slots)
    brute = min((sum(comb(h + x, 2) for h, x in zip(levels, way, strict=True)) for way in ways), default=0)
    assert water_fill(met, strangers, slots) == brute


@given(total=st.integers(0, 50), players=st.integers(1, 12))
def test_fair_counts(total: int, players: int) -> None:
    counts = fair_counts(total, players)
    assert sum(counts) == total
    assert len(counts) == players
    assert max(counts) - min(counts) <= 1


def test_no_plan_for_four_undercuts_the_bound() -> None:
    """Every way to play three rounds at one table."""
    pairings = ([0, 1, 2, 3], [0, 2, 1, 3], [0, 3, 1, 2])
    best = min(cost_of(4, [list(row) for row in rows], PARTNERS) for rows in product(pairings, repeat=3))
    assert best == cost_bound(4, 3, 1, 0, PARTNERS)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_assignment_is_the_cheapest(data: st.DataObject) -> None:
    rows = data.draw(st.integers(1, 4))
    columns = data.draw(st.integers(rows, 5))
    cell = st.integers(-5, 20)
    cost = data.draw(
        st.lists(st.lists(cell, min_size=columns, max_size=columns), min_size=rows, max_size=rows)
    )
    chosen = assign(cost)
    assert len(set(chosen)) == rows
    brute = min(sum(cost[r][c] for r, c in enumerate(way)) for way in permutations(range(columns), rows))
    assert sum(cost[r][c] for r, c in enumerate(chosen)) == brute


def test_assigning_nothing() -> None:
    assert assign([]) == []


@settings(max_examples=40, deadline=None)
@given(count=st.integers(4, 30), rounds=st.integers(1, 9), seed=st.integers(0, 99))
def test_first_deals_are_floor_or_ceil(count: int, rounds: int, seed: int) -> None:
    random = Random(seed)
    games = []
    for _ in range(rounds):
        order = random.sample(range(count), count)
        games += [order[base : base + 4] for base in range(0, count - 3, 4)]
    dealers = first_dealers(games, {})
    for who in range(count):
        played = sum(who in game for game in games)
        assert played // 4 <= dealers.count(who) <= -(-played // 4)
    assert all(dealer in game for dealer, game in zip(dealers, games, strict=True))


def test_first_deals_that_stand_are_kept() -> None:
    games = [[0, 1, 2, 3], [0, 1, 2, 3], [0, 1, 2, 3], [0, 1, 2, 3]]
    dealers = first_dealers(games, {0: 2, 1: 2})
    assert dealers[:2] == [2, 2]
    assert set(dealers[2:]) < {0, 1, 3}


def test_numbers_in_a_large_room() -> None:
    """Above two dozen tables numbers are given without the assignment problem, and still nobody stays."""
    random = Random(3)
    rounds = []
    for _ in range(6):
        order = random.sample(range(128), 128)
        rounds.append([order[base : base + 4] for base in range(0, 128, 4)])
    pins = {rounds[0][0][0]: 7}
    numbered = Numbering(range(1, 33), pins).number(rounds, [{1: 20}] + [{}] * 5)
    assert numbered[0][1] == 20
    where = [
        {who: table for group, table in zip(groups, tables, strict=True) for who in group}
        for groups, tables in zip(rounds, numbered, strict=True)
    ]
    assert all(sorted(tables) == list(range(1, 33)) for tables in numbered)
    assert {places[rounds[0][0][0]] for places in where} == {7}
    stays = sum(before[who] == after[who] for before, after in pairwise(where) for who in after)
    assert stays <= 5 + 2


@settings(max_examples=30, deadline=None)
@given(count=st.integers(5, 20), rounds=st.integers(1, 25), seed=st.integers(0, 99))
def test_turns_never_leave_the_fair_share(count: int, rounds: int, seed: int) -> None:
    random = Random(seed)
    turns = Turns.fresh(range(count))
    for number in range(1, rounds + 1):
        turns.draw(number, range(count), count % 4, random)
        assert all(abs(owed) < 1 for owed in turns.owed.values())


def test_rounds_are_put_in_an_order_that_spreads_sit_outs() -> None:
    rows = [[0, 1, 2, 3], [0, 1, 2, 3], [4, 1, 2, 3], [0, 4, 2, 3], [0, 1, 4, 3], [0, 1, 2, 4]]
    first = [left_out(row, 5)[0] for row in spread_sit_outs(rows, 5)][:5]
    assert sorted(first) == [0, 1, 2, 3, 4]


def test_dropping_the_right_rounds() -> None:
    """Of two equal rounds and two different ones, the two different ones are kept."""
    same, other = [0, 1, 2, 3, 4, 5, 6, 7], [0, 4, 1, 5, 2, 6, 3, 7]
    assert other in evenest_rounds(8, [same, same, other], 2, Random(1))


def test_words() -> None:
    assert listed([1, 2, 3]) == "1, 2 and 3"
    assert listed([4], "table", "tables") == "table 4"
    assert listed([4, 5], "table", "tables") == "tables 4 and 5"
    assert listed([], "table", "tables") == "no tables"
    assert [counted(number, "repeat") for number in (0, 1, 2)] == ["no repeats", "1 repeat", "2 repeats"]
    assert [times(number) for number in range(4)] == ["never", "once", "twice", "3 times"]
