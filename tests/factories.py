"""A night for a test, made through the acts alone: nothing here writes a row that a host could not have made."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from django.contrib.auth.models import User

from tests.kept_nights import kept
from tournaments.actions import check_in, nights, registration, rotation, rounds, sheets
from tournaments.actions.act import Actor, Caller
from tournaments.models import Game, Player, Tournament
from tournaments.night_settings import NightSettings
from tournaments.presets import PRESETS
from tournaments.sheet_content import rules_of

START = datetime(2026, 11, 7, 1, 0, tzinfo=UTC)  # 7:00 PM the evening before in Chicago

HOST = Caller(Actor("organizer", "Harper Host"))
RUNNER = Caller(Actor("runner", "Robin Runner"))
DESK = Caller(Actor("desk", "Dana Desk"))

_numbers = itertools.count(1)


def make_organizer(name: str = "") -> User:
    name = name or f"host{next(_numbers)}"
    return User.objects.create_user(name, password="a long enough password")


def make_night(
    preset: str = "wemsa",
    *,
    organizer: User | None = None,
    divisions: Sequence[str] | None = None,
    name: str = "Euchre Night",
    **changes: Any,
) -> Tournament:
    """A night of a preset with some settings changed, check-in open."""
    chosen = PRESETS[preset]
    settings: NightSettings = replace(chosen.settings, **changes)
    night = nights.create_night(
        organizer=organizer or make_organizer(),
        caller=HOST,
        name=name,
        starts_at=START,
        settings=settings,
        divisions=chosen.divisions if divisions is None else divisions,
    )
    rounds.open_check_in(night, HOST)
    return reload(night)


def add_players(night: Tournament, count: int, *, division: int = 0, first: int = 1) -> list[Player]:
    """`count` registered people called "Player 01" and so on, in the division at that position."""
    target = night.divisions.get(position=division)
    added = []
    for number in range(first, first + count):
        new = registration.NewPlayer(name=f"Player {number:02}", division_id=target.pk)
        added.append(registration.add_player(night, HOST, new=new)["player"])
    return list(Player.objects.filter(pk__in=added).order_by("pk"))


def check_everybody_in(night: Tournament) -> None:
    for player in night.players.filter(status=Player.Status.REGISTERED).order_by("pk"):
        check_in.check_in(night, DESK, player_id=player.pk, method="cash", id_ok=True)


def draw(night: Tournament, seed: int = 0) -> None:
    proposals = [
        rotation.propose(night, division, seed=seed)
        for division in night.divisions.all()
        if division.players.filter(status=Player.Status.CHECKED_IN).exists()
    ]
    rotation.publish_rotation(night, HOST, proposals=proposals)


@kept
def ready_night(players: Sequence[int] = (8,), *, preset: str = "wemsa", **changes: Any) -> Tournament:
    """A night drawn and ready for game 1, with so many players in each of its first divisions."""
    night = make_night(preset, **changes)
    first = 1
    for position, count in enumerate(players):
        add_players(night, count, division=position, first=first)
        first += count
    check_everybody_in(night)
    draw(night)
    return reload(night)


def running_games(night: Tournament) -> list[Game]:
    return list(night.games.filter(status=Game.Status.RUNNING).order_by("table__number"))


def content(
    game: Game, scores: Sequence[int] = (14, 9), *, bump_cents: int = 400, pairing: int = 1
) -> dict[str, Any]:
    """The JSON of a sheet by totals, as a phone sends it."""
    three = game.size == 3
    rules = rules_of(game)
    return {
        "pairing": None if three else pairing,
        "scores": list(scores),
        "bump_cents": bump_cents if rules.has_bumps else None,
        "loners": [0] * game.size,
        "penalties": [],
        "hands": None,
    }


def post(
    game: Game, scores: Sequence[int] = (14, 9), *, caller: Caller = RUNNER, **more: Any
) -> dict[str, Any]:
    """Hand in a sheet as a runner; odd numbers are confirmed with a reason."""
    act_arguments = {name: more.pop(name) for name in ("agreed", "confirmed", "reason") if name in more}
    return sheets.post_sheet(
        game.tournament,
        caller,
        game_id=str(game.pk),
        game_revision=game.revision,
        content=content(game, scores, **more),
        **{"agreed": True, "confirmed": True, "reason": "as played", **act_arguments},
    )


def play_game(night: Tournament, number: int, scores: Sequence[int] = (14, 9)) -> None:
    """Start game `number`, hand in the same scores at every table, close it."""
    rounds.start_game(night, HOST, number=number)
    for game in running_games(night):
        post(game, scores)
    rounds.close_game(night, HOST, number=number)


@kept
def night_of_points(points: Sequence[int], **changes: Any) -> Tournament:
    """A night of one three-handed game, over: player 1 has the first of the points, and so on."""
    changes = {"preset": "torrence-knox-three", "games": 1, **changes}
    night = ready_night((len(points),), **changes)
    rounds.start_game(night, HOST, number=1)
    for game in running_games(night):
        numbers = game.seats.order_by("position").values_list("player__number", flat=True)
        post(game, [points[number - 1] for number in numbers])
    rounds.close_game(night, HOST, number=1)
    return reload(night)


def reload(night: Tournament) -> Tournament:
    """The night as it is now, without anything cached."""
    return Tournament.objects.get(pk=night.pk)
