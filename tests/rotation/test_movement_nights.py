"""A small part of `tests.load.movements`: nights with late arrivals, leavers and returns in every movement."""

from random import Random

import pytest

from tests.load.movements import Figures, Night, night_of, nights_of, repeats_are_avoidable
from tournaments.rotation.formats import Game, start

SIZES = (5, 6, 7, 8, 9, 13, 18, 27, 41, 64)


@pytest.mark.parametrize("kind", ["winners_stay", "progressive", "queue"])
def test_nobody_is_forgotten_and_no_night_stands_still(kind):
    figures = nights_of(kind, SIZES, range(6))
    assert figures.nights == 60
    assert figures.is_sound(kind), figures


def test_nor_in_a_queue_with_a_house_player():
    figures = nights_of("queue", SIZES, range(3), house=True)
    assert figures.house
    assert figures.is_sound("queue"), figures


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


@pytest.mark.parametrize(
    ("kind", "players", "seed"),
    [
        ("winners_stay", 6, 139),
        ("winners_stay", 7, 10),
        ("progressive", 6, 88),
        ("progressive", 6, 132),
        ("progressive", 6, 195),
        ("progressive", 7, 173),
    ],
)
def test_opponents_who_both_stay_at_the_only_table_may_partner_next(kind, players, seed):
    """RULES 5: winners split, losers split; a winner and a loser kept apart were given old partners instead."""
    assert night_of(kind, players, seed).avoidable == 0


@pytest.mark.parametrize("seed", [1, 3])
def test_five_do_not_get_a_partner_again_because_the_better_plan_is_far_from_the_old_one(seed):
    assert night_of("schedule", 5, seed, rounds=6).avoidable == 0


@pytest.mark.parametrize(
    ("partners", "avoidable"),
    [((0, 3), 0), ((0, 1), 1), ((0, 2), 1)],
    ids=["new to each other", "again", "straight back"],
)
def test_an_avoidable_repeat_at_a_table_is_counted(partners, avoidable):
    """Four play on at one table: first 0 and 1 against 2 and 3, then 0 and 2 against 1 and 3."""
    state = start("winners_stay", range(4), rounds=3)
    for seats in ((0, 2, 1, 3), (0, 1, 2, 3)):
        state = state.start([Game(state.started + 1, 1, seats, state.started + 1)])
        state = state.result(state.started, seats[::2])
    one, other = partners
    third, fourth = (player for player in range(4) if player not in partners)
    night = Night("winners_stay", Random(0), state, 4)
    night._look_at_partners(state, Game(3, 1, (one, third, other, fourth), 3))
    assert night.figures.avoidable == avoidable


def pairs(*names):
    return [frozenset(name) for name in names]


@pytest.mark.parametrize(
    ("rounds", "past", "avoidable"),
    [
        ([pairs("AB", "CD")], pairs("AC"), False),
        ([pairs("AB", "CD")], pairs("AB"), True),
        ([pairs("AB", "CD")], pairs("AB", "AC", "AD"), False),
        ([pairs("AB", "CD"), pairs("AB", "CD")], pairs("AC"), True),
        ([pairs("AB", "CD"), pairs("AD", "BC"), pairs("AB", "CD")], pairs("AC", "BD"), False),
        ([pairs("AB", "CD"), pairs("AE", "BC")], pairs("AE", "BE"), True),
    ],
)
def test_an_avoidable_repeat_in_a_drawn_or_planned_round_is_counted(rounds, past, avoidable):
    assert repeats_are_avoidable(rounds, past) is avoidable


def test_a_repeat_that_counting_alone_does_not_force_may_still_be_forced():
    """New to each other are A, B and C, and D, E and F: each three leave one over, who then have met."""
    past = pairs(*(one + other for one in "ABC" for other in "DEF"))
    assert not repeats_are_avoidable([pairs("AB", "CD", "EF")], past)
    assert repeats_are_avoidable([pairs("AD", "BE", "CF")], past)


def test_a_third_time_is_worse_than_a_second():
    past = pairs("AB", "AB", "CD", "AC", "BD", "AD", "BC")
    assert repeats_are_avoidable([pairs("AB", "CD")], past)
    assert not repeats_are_avoidable([pairs("AC", "BD")], past)
