"""A player's night: sums, sit-outs, and the record as it stood."""

from fractions import Fraction
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import PlayedGame, Record, SitOutWorth
from scoring.records import half_up, sit_out_points, total_points

AVERAGE = SitOutWorth("own average")
RECORD = Record(
    player=7,
    games=(
        PlayedGame(1, 14, director=-2, loners=1, bump_cents=100, result="won"),
        PlayedGame(3, 9, bump_cents=0),
        PlayedGame(4, -2, director=1, loners=2, bump_cents=300, result="drawn"),
    ),
    sit_outs=(2, 5),
    absences=(6,),
    penalties=-3,
)


def test_sums_of_a_record() -> None:
    assert RECORD.sheet_points == 21
    assert RECORD.director_points == -2 + 1 - 3
    assert (RECORD.games_won, RECORD.loners, RECORD.bump_cents) == (1, 3, 400)


def test_bump_money_is_unknown_when_one_sheet_cannot_tell() -> None:
    assert (
        Record(1, (PlayedGame(1, 10, bump_cents=None), PlayedGame(2, 8, bump_cents=100))).bump_cents is None
    )
    assert Record(1).bump_cents == 0


def test_the_record_as_it_stood_after_a_game() -> None:
    before = RECORD.until(3)
    assert [game.game for game in before.games] == [1, 3]
    assert (before.sit_outs, before.absences, before.penalties) == ((2,), (), -3)
    assert RECORD.until(0).games == ()


@pytest.mark.parametrize(
    ("worth", "points"),
    [(SitOutWorth(), 0), (SitOutWorth("fixed", 5), 10), (AVERAGE, 14)],
)
def test_what_two_sit_outs_earn(worth: SitOutWorth, points: int) -> None:
    assert sit_out_points(RECORD, worth, final=False) == points
    assert total_points(RECORD, worth, final=False) == 21 - 4 + points


def test_the_own_average_leaves_the_directors_points_out() -> None:
    harsh = Record(1, (PlayedGame(1, 10, director=-10),), sit_outs=(2,), penalties=-5)
    assert sit_out_points(harsh, AVERAGE, final=False) == 10


def test_a_sit_out_before_any_game_is_a_dash_and_nothing_at_the_end() -> None:
    waiting = Record(1, sit_outs=(1,))
    assert sit_out_points(waiting, AVERAGE, final=False) is None
    assert total_points(waiting, AVERAGE, final=False) == 0
    assert sit_out_points(waiting, AVERAGE, final=True) == 0
    assert sit_out_points(waiting, SitOutWorth("fixed", 4), final=False) == 4
    assert sit_out_points(waiting, SitOutWorth(), final=False) == 0


def test_absence_earns_nothing() -> None:
    assert sit_out_points(Record(1, (PlayedGame(1, 9),), absences=(2, 3)), AVERAGE, final=True) == 0


@pytest.mark.parametrize(
    ("points", "games", "expected"),
    [
        (21, 2, 11),
        (20, 3, 7),
        (19, 3, 6),
        (0, 4, 0),
        (1, 2, 1),
        (-1, 2, 0),
        (-3, 2, -1),
        (-2, 3, -1),
        (-1, 3, 0),
    ],
)
def test_averages_are_rounded_half_up(points: int, games: int, expected: int) -> None:
    assert half_up(points, games) == expected


@given(st.integers(-10_000, 10_000), st.integers(1, 400))
def test_rounding_is_floor_of_x_and_a_half(points: int, games: int) -> None:
    assert half_up(points, games) == floor(Fraction(points, games) + Fraction(1, 2))
