"""Changes by hand: two people exchanged, a round as it was really played (ROT-10, ROT-11)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rotation.judge import assert_sound, weighed
from tournaments.rotation import RotationError, plan, replan
from tournaments.rotation.swap import as_played, swap

pytestmark = pytest.mark.usefixtures("brief")


@settings(max_examples=20)
@given(data=st.data(), count=st.integers(9, 30), number=st.integers(1, 4))
def test_a_swap_is_sound_and_its_figures_are_counted(data: st.DataObject, count: int, number: int) -> None:
    night = plan(range(count), 4)
    planned = night.rounds[number - 1]
    one = data.draw(st.sampled_from(list(planned.seated())))
    other = data.draw(st.sampled_from([player for player in range(count) if player != one]))
    effect = swap(night, number, one, other)
    judged = assert_sound(effect.plan)
    assert weighed(judged) == effect.after.cost
    assert effect.before == night.quality
    assert swap(effect.plan, number, one, other).plan.rounds == night.rounds


def test_swapping_with_somebody_who_sits_out() -> None:
    """ROT-11: both views and the sit-out counts are right."""
    night = plan(range(21, 35), 8)
    planned = night.rounds[2]
    out, seated = planned.sit_outs[0], planned.tables[1].seats[2]
    after = swap(night, 3, out, seated).plan.rounds[2]
    assert seated in after.sit_outs
    assert after.tables[1].seats[2] == out


def test_the_effect_of_a_swap_in_words() -> None:
    night = plan(range(20), 8)
    first, second = night.rounds[1].tables[:2]
    worse = swap(night, 2, first.seats[0], second.seats[0])
    assert worse.told().startswith("The plan gets worse: ")
    assert swap(worse.plan, 2, first.seats[0], second.seats[0]).told().startswith("The plan gets better: ")
    assert swap(night, 2, first.seats[0], first.seats[2]).told().startswith("The figures stay as they are: ")


@pytest.mark.parametrize(
    ("number", "one", "other", "message"),
    [(9, 1, 2, "There is no game 9"), (1, 77, 2, "77 is not in game 1"), (1, 2, 2, "Nothing would change")],
)
def test_a_swap_that_makes_no_sense_is_refused(number: int, one: int, other: int, message: str) -> None:
    """ROT-10: nobody can end up in two places."""
    with pytest.raises(RotationError, match=message):
        swap(plan(range(8), 3), number, one, other)


def test_a_round_as_it_was_really_played() -> None:
    """A substitute for one game and other partners: the next plan counts who really met."""
    night = plan(range(16), 4)
    table = night.rounds[1].tables[2]
    north, east, south, west = table.seats
    real = as_played(night, 2, {table.number: (north, south, "Sub", west)})
    assert real.players == (*night.players, "Sub")
    assert real.rounds[1].tables[2].partner_pairs() == ((north, "Sub"), (south, west))
    assert real.rounds[1].tables[2].first_dealer == table.first_dealer
    after = replan(real, played=2, leave=[east])
    assert "Sub" not in after.rounds[2].present()
    assert real.rounds[:2] == after.rounds[:2]


@pytest.mark.parametrize(
    ("number", "seats", "message"),
    [
        (9, {}, "There is no game 9"),
        (1, {7: (1, 2, 3, 4)}, "Game 1 has no table 7"),
        (1, {1: (1, 1, 2, 3)}, "twice"),
    ],
)
def test_a_round_that_cannot_have_been_played_so_is_refused(
    number: int, seats: dict[int, tuple[int, ...]], message: str
) -> None:
    with pytest.raises(RotationError, match=message):
        as_played(plan(range(8), 3), number, seats)


@settings(max_examples=15)
@given(
    data=st.data(),
    count=st.integers(7, 20),
    options=st.sampled_from([{"mode": "tables"}, {"mode": "alone"}, {"odd": "three_hand"}, {"odd": "house"}]),
)
def test_a_swap_is_sound_in_every_mode(data: st.DataObject, count: int, options: dict[str, Any]) -> None:
    night = plan(range(count), 4, **options)
    one = data.draw(st.sampled_from(range(count)))
    elsewhere = [x for x in night.players if x != one and not {x, one} <= set(night.rounds[1].sit_outs)]
    other = data.draw(st.sampled_from(elsewhere))
    after = swap(night, 2, one, other).plan
    assert_sound(after, sizes={3, 4})
    assert after.rounds[1].present() == night.rounds[1].present()
    assert [r for r in after.rounds if r.number != 2] == [r for r in night.rounds if r.number != 2]
