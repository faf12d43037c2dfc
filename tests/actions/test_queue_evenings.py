"""Random evenings of the queue through every act there is: nobody in two places, nobody forgotten, no dead end (T&K)."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from tests.factories import HOST, add_players, check_everybody_in, post, reload, running_games
from tests.queue_nights import queue_night, state_of
from tournaments.actions import check_in, empty_chair, movement, queue_clock, restoring, rounds, sheets
from tournaments.actions.act import SYSTEM, Caller
from tournaments.models import Game, Seat
from tournaments.problems import ActRefused
from tournaments.queries.empty_chair import empty_chair as chair_of
from tournaments.queries.health import health_of
from tournaments.queries.progress import progress_of

pytestmark = pytest.mark.django_db


class Evening:
    """A queue of nine, and what can happen in it; `done` counts what did."""

    def __init__(self, seed: int, odd: str) -> None:
        self.lot, self.night = Random(seed), queue_night(9, seed=seed, odd=odd)
        self.done: Counter[str] = Counter()
        self.late = 20

    def games(self, **wanted):
        games = Game.objects.filter(tournament=self.night, **wanted)
        return list(games.select_related("table", "round", "division", "settings_version").order_by("pk"))

    def one(self, things):
        return self.lot.choice(list(things)) if things else None

    def happen(self) -> None:
        name = self.lot.choice(
            ["result"] * 5
            + ["dispute", "decide", "void", "restore", "restore", "chair", "chair", "undo", "leave", "leave"]
            + ["back", "back", "late_arrival", "clock", "clear"]
        )
        try:
            if getattr(self, name)() is not False:
                self.done[name] += 1
        except ActRefused:
            self.done[f"{name} refused"] += 1

    def result(self):
        game = self.one(running_games(self.night))
        return post(game, self.lot.choice([(10, 4), (4, 10)]), pairing=2) if game else False

    def dispute(self):
        game = self.one(running_games(self.night))
        return post(game, (10, 4), pairing=2, agreed=False) if game else False

    def decide(self):
        game = self.one(self.games(sheets__state="contested"))
        if game is None:
            return False
        sheet = game.sheets.filter(state="contested").first()
        return sheets.decide_dispute(self.night, HOST, game_id=str(game.pk), sheet_id=str(sheet.pk))

    def void(self):
        game = self.one(self.games(status__in=("running", "finished"))[-4:])
        return rounds.void_game(self.night, HOST, game_id=str(game.pk), reason="Cards") if game else False

    def restore(self):
        game = self.one(self.games(status="void"))
        if game is None:
            return False
        play = self.lot.random() < 0.7
        return restoring.restore_game(self.night, HOST, game_id=str(game.pk), reason="Found", play=play)

    def clear(self):
        game = self.one(self.games(sheets__state="accepted")[-3:])
        return sheets.clear_sheet(self.night, HOST, game_id=str(game.pk), reason="Wrong") if game else False

    def chair(self):
        game = self.one(self.games(status="running"))
        chair = chair_of(self.night, game, self.lot.randrange(4)) if game else None
        if chair is None:
            return False
        option = self.lot.choice((*chair.from_start, *chair.in_the_middle))
        return empty_chair.fill_chair(
            self.night,
            HOST,
            game_id=str(game.pk),
            game_revision=game.revision,
            position=chair.seat.position,
            way=option.way,
            player_id=option.person.pk if option.person else None,
        )

    def undo(self):
        game = self.one(self.games(log__act="fill_chair"))
        return empty_chair.undo_chair(self.night, HOST, game_id=str(game.pk)) if game else False

    def leave(self):
        here = self.night.players.filter(status="checked_in", is_house=False).order_by("pk")
        if here.count() < 6:
            return False
        return check_in.withdraw(self.night, HOST, player_id=self.one(here).pk)

    def back(self):
        gone = self.one(self.night.players.filter(status="withdrawn").order_by("pk"))
        return check_in.come_back(self.night, HOST, player_id=gone.pk) if gone else False

    def late_arrival(self):
        self.late += 1
        add_players(self.night, 1, first=self.late)
        check_everybody_in(self.night)

    def clock(self):
        later = timezone.now() + timedelta(minutes=11)
        return queue_clock.fill_by_clock(self.night, Caller(SYSTEM, at=later))

    def is_sound(self) -> None:
        state = state_of(self.night)
        seated = [player for game in state.running for player in game.seats]
        places = [*seated, *(waiting.player for waiting in state.waiting())]
        assert len(places) == len(set(places))
        present = set(
            self.night.players.filter(status="checked_in", is_house=False).values_list("pk", flat=True)
        )
        assert set(state.players) == present <= set(places)
        live = Seat.objects.filter(game__tournament=self.night, live=True)
        sitting = [stand_in or player for player, stand_in in live.values_list("player_id", "stand_in_id")]
        assert len(sitting) == len(set(sitting)), "somebody sits at two tables"
        tables = [game.table for game in state.running]
        assert len(tables) == len(set(tables))
        playing = set(self.night.games.filter(status="running").values_list("queue_number", flat=True))
        assert playing <= {game.number for game in state.running}
        assert [problem.text for problem in health_of(reload(self.night)) if problem.level == "blocker"] == []
        step = progress_of(reload(self.night), timezone.now()).step
        assert step.button.label


@pytest.mark.parametrize(("seed", "odd"), [(0, "queue"), (1, "queue"), (2, "house")])
def test_an_evening_of_everything(seed, odd):
    evening = Evening(seed, odd)
    for _ in range(25):
        evening.happen()
        evening.is_sound()
    movement.set_last_call(evening.night, HOST, at=timezone.now() - timedelta(minutes=1))
    for game in evening.games(status="running"):
        post(game, (10, 4), pairing=2)
    assert evening.games(status="running") == []
    assert evening.done["result"] > 0
