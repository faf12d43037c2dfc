"""Table numbers: pins and given tables are kept, few stay, few come back (ROTATION 6, ROT-12)."""

from __future__ import annotations

from itertools import pairwise, permutations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rotation import plan
from tournaments.rotation.numbering import STAY, VISIT, Numbering


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


def random_rounds(random: Random, players: int, rounds: int) -> list[list[list[int]]]:
    """Rounds of groups of four, by lot."""
    drawn = []
    for _ in range(rounds):
        order = random.sample(range(players), players)
        drawn.append([order[base : base + 4] for base in range(0, players, 4)])
    return drawn


@settings(max_examples=30)
@given(tables=st.integers(1, 30), rounds=st.integers(1, 6), seed=st.integers(0, 99))
def test_every_table_once_a_round_with_pins_and_given_tables_kept(
    tables: int, rounds: int, seed: int
) -> None:
    random = Random(seed)
    drawn = random_rounds(random, 4 * tables, rounds)
    numbers = sorted(random.sample(range(1, 2 * tables + 1), tables))
    pinned, kept = random.choice(numbers), random.choice(numbers)
    who = drawn[0][0][0]
    held = [
        {g: kept for g, group in enumerate(groups) if who not in group and kept != pinned} for groups in drawn
    ]
    held = [dict(list(groups.items())[:1]) for groups in held]
    numbered = Numbering(numbers, {who: pinned}).number(drawn, held)
    for groups, chosen, given_out in zip(drawn, numbered, held, strict=True):
        assert sorted(chosen) == numbers
        assert all(chosen[g] == number for g, number in given_out.items())
        assert chosen[next(g for g, group in enumerate(groups) if who in group)] == pinned


@settings(max_examples=30)
@given(tables=st.integers(2, 4), seed=st.integers(0, 99))
def test_the_next_round_is_numbered_as_cheaply_as_can_be(tables: int, seed: int) -> None:
    """Against every way: a stay costs 6, a visit to a table of the past 4 each time."""
    random = Random(seed)
    before, groups = random_rounds(random, 4 * tables, 2)
    numbers = list(range(1, tables + 1))
    places = {who: number for group, number in zip(before, numbers, strict=True) for who in group}

    def price(way: tuple[int, ...]) -> int:
        return sum(
            (STAY + VISIT) * (places[who] == number)
            for group, number in zip(groups, way, strict=True)
            for who in group
        )

    (chosen,) = Numbering(numbers, {}, [places]).number([groups], [{}])
    assert price(tuple(chosen)) == min(map(price, permutations(numbers)))


def test_nobody_plays_half_the_night_at_one_table() -> None:
    """ROT-12."""
    for count in (16, 20, 24, 40):
        assert plan(range(count), 8).quality.table_visits_max <= 4
