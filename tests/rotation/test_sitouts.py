"""Who sits out: never far from their share, never again before the others (ROT-01, ROT-15)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rotation import plan
from tournaments.rotation.order import spread_sit_outs
from tournaments.rotation.sitouts import Turns, run_with
from tournaments.rotation.tallies import left_out


@settings(max_examples=30)
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


@pytest.mark.parametrize(("players", "longest"), [(5, 1), (6, 1), (7, 2), (10, 1), (11, 1), (15, 1), (31, 1)])
@pytest.mark.parametrize("seed", range(3))
def test_nobody_sits_out_again_and_again(players: int, longest: int, seed: int) -> None:
    """Of seven, three sit out in each round, and any two such threes share somebody: twice running has to be."""
    rounds = plan(list(range(players)), 8, seed=seed).rounds
    for player in range(players):
        turns = "".join("x" if player in planned.sit_outs else "." for planned in rounds)
        assert "x" * (longest + 1) not in turns


@settings(max_examples=40)
@given(data=st.data(), count=st.integers(6, 14), rounds=st.integers(1, 12))
def test_fair_while_people_come_and_go(data: st.DataObject, count: int, rounds: int) -> None:
    """Whoever is there: their share counts only the rounds they were present in."""
    random, turns = Random(1), Turns.fresh(range(count))
    owed = dict.fromkeys(range(count), 0.0)
    for number in range(1, rounds + 1):
        away = data.draw(st.sets(st.integers(0, count - 1), max_size=2), label="away")
        present = [who for who in range(count) if who not in away]
        out = turns.draw(number, present, len(present) % 4, random)
        assert len(set(out)) == len(present) % 4
        assert set(out) <= set(present)
        for who in present:
            owed[who] += len(out) / len(present) - (who in out)
    assert turns.owed == pytest.approx(owed)
    assert max(owed.values()) < 1 + 1e-9


def test_those_owed_most_go_first_then_the_longest_since_their_last() -> None:
    turns = Turns({0: 0.4, 1: 0.9, 2: 0.4, 3: 0.1}, last={0: 2, 2: 1})
    assert turns.draw(3, range(4), 3, Random(0)) == [1, 2, 0]


def test_people_whose_table_is_locked_play_and_handy_ones_go_before_others_within_patience() -> None:
    fresh = lambda: Turns({0: 0.5, 1: 0.5, 2: 0.3, 3: 0.0})  # noqa: E731
    assert 0 not in fresh().draw(1, range(4), 2, Random(0), busy=[0])
    assert fresh().draw(1, range(4), 1, Random(0), handy=[2], patience=0.25) == [2]
    assert fresh().draw(1, range(4), 1, Random(0), handy=[3], patience=0.25) != [3]


def test_by_how_many_sit_outs_may_change() -> None:
    """Owed half a sit-out: one more or none is fair, one less is not."""
    assert Turns({0: 0.5, 1: -0.5, 2: 1.0}).room([0, 1, 2]) == [(0, 1), (-1, 0), (0, 1)]


def test_a_run_is_counted_across_the_rounds_before_and_after() -> None:
    resting = {1: {0, 1}, 2: {0}, 4: {0, 2}, 5: [2], 7: {1}}
    assert [run_with(resting, 0, number) for number in (3, 5, 6)] == [4, 2, 1]
    assert [run_with(resting, who, 6) for who in (0, 1, 2)] == [1, 2, 3]
