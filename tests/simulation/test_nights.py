"""Whole nights played by bots: nothing is lost, nobody sits twice, and a second reckoning comes to the same.

A few of each format; `tests/load/format_nights.py` plays many.
"""

from __future__ import annotations

import pytest
from django.db.models import Sum

from tests.factories import make_organizer
from tests.simulation.plain_night import (
    bumps_on_paper,
    paid_out,
    payouts_on_paper,
    results_on_paper,
    standings_rows,
)
from tournaments.models import Player, ScoreSheet, Seat, Tournament
from tournaments.queries.health import health_of
from tournaments.queries.standings import standings_of
from tournaments.simulation import QUIET, Happenings, Script, simulate
from tournaments.simulation.script import divided

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("think_here")]

EVENTFUL = Happenings(
    late=0,
    leavers=0,
    by_totals=0.4,
    resent=0.2,
    misread=0.2,
    disagreed=0.15,
    corrected=0.15,
    conduct=0.15,
    renege=0.02,
    toss=0.05,
)


def play(preset: str, players: int, **script) -> Tournament:
    return simulate(Script(preset, divided(preset, players), **script), organizer=make_organizer())


def assert_sound(night: Tournament) -> None:
    """The checks of a health page, and the same results on paper."""
    assert health_of(night) == ()
    assert results_on_paper(night) == standings_rows(standings_of(night))
    if night.stage == "final":
        assert paid_out(night) == payouts_on_paper(night)
        left = night.ledger.filter(account="pot").aggregate(cents=Sum("cents"))["cents"]
        assert (left or 0) == 0


@pytest.mark.parametrize(
    ("preset", "players"),
    [("wemsa", 17), ("fharmacy", 9), ("torrence-knox-three", 24), ("classic", 24)],
)
def test_a_night_in_rounds_with_people_coming_and_going(preset, players):
    night = play(preset, players, games=2, seed=players)

    assert night.stage == "final"
    assert_sound(night)
    assert night.players.filter(status=Player.Status.CHECKED_IN).count() == players - 1  # one went home
    assert set(night.rounds.values_list("status", flat=True)) == {"closed"}


@pytest.mark.parametrize(
    ("preset", "players"),
    [("wemsa", 13), ("fharmacy", 8), ("torrence-knox-three", 13), ("classic", 13), ("torrence-knox", 8)],
)
def test_a_night_by_the_book(preset, players):
    night = play(preset, players, games=2, seed=players, happenings=QUIET)

    assert night.stage == "final"
    assert_sound(night)
    sheets = ScoreSheet.objects.filter(game__tournament=night)
    assert set(sheets.values_list("state", "how")) == {("accepted", "hands")}


@pytest.mark.parametrize("preset", ["wemsa", "torrence-knox-three"])
def test_a_night_where_everything_happens(preset):
    script = Script(preset, (12,), games=3, seed=21, happenings=EVENTFUL)
    night = simulate(script, organizer=make_organizer())

    assert_sound(night)
    sheets = ScoreSheet.objects.filter(game__tournament=night)
    assert set(sheets.values_list("state", flat=True)) == {"accepted", "superseded", "rejected"}
    assert night.log.filter(text__contains="everybody agrees now").exists()
    assert any(p["kind"] == "renege" for sheet in sheets for p in sheet.penalties)
    assert any(p["kind"] == "points" for sheet in sheets for p in sheet.penalties)


@pytest.mark.parametrize("players", [9, 16])
def test_the_continuous_queue_until_after_last_call(players):
    night = play("torrence-knox", players, games=3, seed=players)

    assert night.stage == "final"
    assert_sound(night)
    assert night.last_call_at is not None
    assert all(game.started_at <= night.last_call_at for game in night.games.all())
    assert not Seat.objects.filter(game__tournament=night, live=True).exists()


def test_the_bump_cup_holds_what_the_hands_cost():
    mistakes = Happenings(walk_ins=0, no_shows=0, late=0, leavers=0, by_totals=0, renege=0.02, toss=0.05)
    night = play("wemsa", 12, games=2, seed=4, happenings=mistakes)

    assert_sound(night)
    cup = night.ledger.filter(kind="cup_counted").aggregate(cents=Sum("cents"))["cents"]
    assert cup == bumps_on_paper(night) > 0


def test_three_handed_tables_pay_into_the_cup_too():
    mistakes = Happenings(walk_ins=0, no_shows=0, late=0, leavers=0, by_totals=0, renege=0.02)
    night = play("wemsa", 7, games=2, seed=2, happenings=mistakes, changes={"odd": "three_hand"})

    assert {game.size for game in night.games.all()} == {3, 4}
    assert_sound(night)
    cup = night.ledger.filter(kind="cup_counted").aggregate(cents=Sum("cents"))["cents"]
    assert cup == bumps_on_paper(night) > 0


def test_house_players_fill_the_chairs_and_take_no_prize():
    night = play("wemsa", 10, games=2, seed=6, happenings=QUIET, changes={"odd": "house"})

    house = night.players.filter(is_house=True)
    assert house.exists()
    assert_sound(night)
    assert not set(house.values_list("name", flat=True)) & set(paid_out(night))


def test_a_full_list_keeps_its_waiting_line():
    night = play("fharmacy", 12, games=1, seed=2, changes={"capacity": 10, "waiting_places": 2})

    here = night.players.filter(status=Player.Status.CHECKED_IN)
    assert here.count() <= 10
    assert night.players.filter(status=Player.Status.NO_SHOW).count() == 1
    assert_sound(night)


def test_partners_drawn_are_new_as_long_as_that_is_possible():
    night = play("wemsa", 12, games=2, seed=8, happenings=QUIET)

    sheets = ScoreSheet.objects.filter(game__tournament=night, state="accepted")
    assert set(sheets.values_list("partner_of_first", flat=True)) > {1}
    assert "already partners" not in " ".join(sheets.values_list("reason", flat=True))
    pairs = []
    for sheet in sheets:
        chairs = {seat.position: seat.player_id for seat in sheet.game.seats.all()}
        first = frozenset((chairs[0], chairs[sheet.partner_of_first]))
        pairs += [first, frozenset(chairs.values()) - first]
    assert len(pairs) == len(set(pairs))
