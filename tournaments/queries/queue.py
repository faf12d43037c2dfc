"""The continuous queue: who plays, who waits for a table, and whether one can be filled."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import Count

from tournaments.models import Movement, Player, ScoreSheet, Seat, Tournament
from tournaments.queries.games import DivisionGame, tables_of_queue
from tournaments.rotation import formats

QUEUE = "queue"


@dataclass(frozen=True)
class Waiter:
    """Somebody without a game; `why` in words after the name."""

    player: Player
    why: str


@dataclass(frozen=True)
class DivisionQueue:
    """A division's queue: its open tables, and how many sheets are in already.

    `can_fill`: a table could start now; else `why_idle` says why none can.
    """

    game: DivisionGame
    sheets_in: int
    waiting: tuple[Waiter, ...]
    can_fill: bool
    why_idle: str


def why_of(night: Tournament, waiting: formats.Waiting) -> str:
    """For what somebody waits and since when: "is number 2 in line for a table, since 7:52 PM"."""
    if waiting.since is None:
        return waiting.why
    since = night.local(datetime.fromtimestamp(waiting.since, UTC))
    return f"{waiting.why}, since {since:%-I:%M %p}"


def sitting_in(division_id: int) -> set[int]:
    """Ids of those who sit in somebody else's chair in a game under way. One query."""
    seats = Seat.objects.filter(game__division=division_id, live=True, stand_in__isnull=False)
    return {stand_in for stand_in in seats.values_list("stand_in_id", flat=True) if stand_in is not None}


def queues_of(night: Tournament, now: datetime) -> tuple[DivisionQueue, ...]:
    """The queues of a night, () before they are opened and where games go in rounds. Six queries."""
    movements = {
        movement.division_id: movement
        for movement in Movement.objects.filter(division__tournament=night, kind=QUEUE).select_related(
            "division"
        )
    }
    if not movements:
        return ()
    people = night.players.in_bulk()
    accepted = night.games.filter(queue_number__isnull=False, sheets__state=ScoreSheet.State.ACCEPTED)
    sheets_in = dict(accepted.values_list("division").annotate(Count("pk")).order_by())
    divisions = sorted((m.division for m in movements.values()), key=lambda division: division.position)
    seconds = int(now.timestamp())
    queues = []
    for game in tables_of_queue(night, divisions):
        state = formats.restore(movements[game.division.pk].state)
        idle = state.why_idle(seconds)
        waiting = tuple(
            Waiter(people[waiting.player], why_of(night, waiting))
            for waiting in state.waiting(seconds)
            if isinstance(waiting.player, int) and waiting.player in people
        )
        there = sheets_in.get(game.division.pk, 0)
        queues.append(DivisionQueue(game, there, waiting, idle is None, idle or ""))
    return tuple(queues)
