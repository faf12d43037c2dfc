"""Rounds change places so that nobody sits out again and again running."""

from collections.abc import Sequence
from itertools import groupby, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.load.movements import night_of
from tournaments.rotation.order import shorten_runs

RESTING = st.lists(st.sets(st.integers(0, 4), max_size=3), max_size=5)


def longest(before: Sequence[set[int]], out: Sequence[set[int]]) -> int:
    """The longest run of sit-outs that reaches into `out`, looked up person by person."""
    rounds = [*before, *out]
    runs = [1]
    for who in range(5):
        place = 0
        for sits, group in groupby(who in resting for resting in rounds):
            length = len(list(group))
            place += length
            if sits and place > len(before):
                runs.append(length)
    return max(runs)


@given(before=RESTING, out=RESTING, data=st.data())
def test_no_order_that_leaves_the_others_in_place_has_a_shorter_run(before, out, data):
    movable = data.draw(st.sets(st.sampled_from(range(len(out))))) if out else set()
    order = shorten_runs(before, out, movable)
    assert sorted(order) == list(range(len(out)))
    assert all(order[place] == place for place in range(len(out)) if place not in movable)
    others = (
        [moving.pop(0) if place in movable else place for place in range(len(out))]
        for way in permutations(sorted(movable))
        for moving in [list(way)]
    )
    assert longest(before, [out[r] for r in order]) == min(
        longest(before, [out[r] for r in o]) for o in others
    )


@pytest.mark.parametrize(
    ("before", "out", "movable", "order"),
    [
        ([], [], [], []),
        ([], [{1}, {2}, {3}], [0, 1, 2], [0, 1, 2]),
        ([{1}], [{1}, {2}], [0, 1], [1, 0]),
        ([{1}], [{1}, {2}], [1], [0, 1]),
        ([{1}, {1}], [{2}, {1}], [0, 1], [0, 1]),
    ],
    ids=["no rounds", "well as it is", "twice running", "locked", "run is over"],
)
def test_rounds_move_only_for_a_shorter_run(before, out, movable, order):
    assert shorten_runs(before, out, movable) == order


@pytest.mark.parametrize(
    ("players", "seed"),
    [(6, 11), (7, 172), (6, 89), (7, 109)],
    ids=["all tables are new", "some tables stand", "three rounds are left", "two rounds are left"],
)
def test_nobody_sits_out_three_times_running_after_a_change(players, seed):
    assert night_of("schedule", players, seed).wait <= 2


def test_nobody_gets_a_partner_again_to_keep_a_table():
    assert night_of("schedule", 17, 20).avoidable == 0
