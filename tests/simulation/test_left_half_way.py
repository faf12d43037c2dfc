"""A night left in its middle stands as a host would find it, and goes on like any other; the same seed repeats it."""

from __future__ import annotations

import re
import time
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import HOST, make_organizer, post, reload, running_games
from tests.simulation.plain_night import results_on_paper, standings_rows
from tournaments.actions import rounds
from tournaments.actions.sheets import decide_dispute
from tournaments.models import Game, ScoreSheet, Tournament
from tournaments.queries.games import tables_of_game
from tournaments.queries.health import health_of
from tournaments.queries.standings import standings_of
from tournaments.simulation import Live, Script, Stop, simulate

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("think_here")]


def left_at(text: str, preset: str = "wemsa", players: tuple[int, ...] = (24,), **more) -> Tournament:
    script = Script(preset, players, games=more.pop("games", 3), stop=Stop.read(text), **more)
    return simulate(script, organizer=make_organizer())


class TestHalfWay:
    def test_some_sheets_are_in_three_are_missing_and_one_is_disputed(self):
        night = left_at("game 2 half", players=(28,))

        now = timezone.now()
        (division,) = [game for game in tables_of_game(night, 2, now) if game.cards]
        states = sorted(card.state for card in division.cards)
        assert states == ["disputed", "in", "in", "running", "running", "running"]
        (later,) = [g for g in tables_of_game(night, 2, now + timedelta(minutes=15)) if g.cards]
        assert later.count("missing") == 3
        assert health_of(night) == ()
        assert results_on_paper(night) == standings_rows(standings_of(night))

    def test_it_stands_there_now(self):
        now = timezone.now()
        night = left_at("game 2 half")

        assert night.starts_at < now
        assert all(entry.at <= timezone.now() for entry in night.log.all())
        assert night.log.latest("at").at > now - timedelta(minutes=5)
        assert 0 < night.clock_remaining(timezone.now()) < night.clock_seconds
        times = list(night.log.order_by("version").values_list("at", flat=True))
        assert times == sorted(times)

    def test_a_host_can_go_on_with_it(self):
        night = left_at("game 2 half")
        disputed = ScoreSheet.objects.filter(game__tournament=night, state="contested").last()
        decide_dispute(night, HOST, game_id=str(disputed.game_id), sheet_id=str(disputed.pk))
        for game in running_games(night):
            post(game)

        rounds.close_game(night, HOST, number=2)
        rounds.start_game(night, HOST, number=3)
        assert health_of(reload(night)) == ()

    def test_after_a_game_the_next_is_planned(self):
        night = left_at("game 1")
        statuses = dict(night.rounds.values_list("number", "status"))
        assert statuses == {1: "closed", 2: "planned", 3: "planned"}
        assert night.clock == ""

    def test_after_the_draw_nothing_is_played(self):
        night = left_at("draw")
        assert set(night.rounds.values_list("status", flat=True)) == {"planned"}
        assert night.stage == Tournament.Stage.CHECK_IN

    def test_the_queue_is_left_with_tables_playing_and_one_disputed(self):
        night = left_at("game 5 half", preset="torrence-knox", players=(13,))
        assert night.games.filter(status=Game.Status.RUNNING).exists()
        assert night.games.get(queue_number=5).sheets.filter(state="contested").count() == 2
        assert health_of(night) == ()

    def test_there_is_no_game_behind_the_last(self):
        with pytest.raises(ValueError, match="no game 4"):
            left_at("game 4")


class TestTheSameSeed:
    @pytest.mark.parametrize(
        ("preset", "players"),
        [("wemsa", (9, 5)), ("torrence-knox", (9,))],
    )
    def test_it_plays_the_same_night(self, preset, players):
        first, again = (_story(left_at("game 2", preset, players, games=2, seed=7)) for _ in range(2))
        assert first == again

    def test_another_seed_plays_another(self):
        first, other = (_story(left_at("game 1", players=(9,), games=1, seed=seed)) for seed in (1, 2))
        assert first != other


def test_a_live_night_is_played_in_real_time():
    slept: list[float] = []
    script = Script("wemsa", (8,), games=1, seed=3)
    begun = timezone.now()

    night = simulate(script, organizer=make_organizer(), pace=Live(10.0, sleep=slept.append))

    assert night.stage == "final"
    assert all(begun <= entry.at <= timezone.now() for entry in night.log.all())
    assert max(slept) > 10 * 60  # an hour of check-in and a game, ten seconds a minute


def test_a_live_queue_ends_after_its_last_game():
    """Losers may return after ten real minutes; nobody waits for that once last call is over."""
    begun, slept = time.monotonic(), []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        time.sleep(min(seconds, 0.2))

    night = simulate(
        Script("torrence-knox", (8,), games=1, seed=1),
        organizer=make_organizer(),
        pace=Live(0.01, sleep=sleep),
    )
    assert night.stage == "final"
    assert max(slept) < 5
    assert time.monotonic() - begun < 30


def _story(night: Tournament) -> list[object]:
    """Everything that happened, without ids and times."""
    seats = [
        (game.table.number, game.round and game.round.number, seat.position, seat.player.name)
        for game in night.games.select_related("table", "round")
        for seat in game.seats.select_related("player")
    ]
    log = [
        (act, role, re.sub(r"\d+:\d\d [AP]M", "some time", text))  # last call is set by the clock
        for act, role, text in night.log.order_by("version").values_list("act", "role", "text")
    ]
    ledger = night.ledger.order_by("pk").values_list("kind", "method", "cents", "player__name")
    return [sorted(map(str, seats)), log, list(ledger)]
