"""A small part of `tests.load.movements`: nights with late arrivals, leavers and returns in every movement."""

import pytest

from tests.load.movements import Figures, night_of, nights_of

SIZES = (5, 6, 7, 8, 9, 13, 18, 27, 41, 64)


@pytest.mark.parametrize("kind", ["winners_stay", "progressive", "queue"])
def test_nobody_is_forgotten_and_no_night_stands_still(kind):
    figures = nights_of(kind, SIZES, range(6))
    assert figures.nights == 60
    assert figures.is_sound(kind), figures


@pytest.mark.parametrize("kind", ["redraw", "schedule"])
@pytest.mark.parametrize("players", [6, 11])
def test_nor_in_those_that_are_planned(kind, players, brief):
    figures = night_of(kind, players, 1, rounds=3)
    assert figures.is_sound(kind), figures


@pytest.mark.parametrize(
    "wrong", [{"two_seats": 1}, {"dead_ends": 1}, {"avoidable": 1}, {"wait": 3}, {"out_of_turn": 5}]
)
def test_what_is_wrong_is_seen(wrong):
    assert not Figures(**wrong).is_sound("queue")
