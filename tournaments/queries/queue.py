"""The continuous queue: who plays, who waits for a table, and whether one can be filled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from django.db.models import Count, Exists, OuterRef

from tournaments.models import Movement, Player, ScoreSheet, Seat, Tournament
from tournaments.night_settings import NightSettings
from tournaments.queries.games import DivisionGame, tables_of_queue
from tournaments.rotation import formats
from tournaments.rotation.model import House
from tournaments.rotation.words import listed

QUEUE = "queue"
NEW_HOUSE = House(1)
"""A house player who is put on the list when a table calls for one."""


@dataclass(frozen=True)
class Waiter:
    """Somebody without a game; `why` in words after the name."""

    player: Player
    why: str


@dataclass(frozen=True)
class Fill:
    """Tables that are filled by the clock at `at`, with those who lost there, unless another table is free before."""

    at: datetime
    tables: tuple[int, ...]

    def in_words(self, night: Tournament) -> str:
        """ "table 3 plays on at 8:41 PM" """
        plays = "plays" if len(self.tables) == 1 else "play"
        return f"{listed(self.tables, 'table', 'tables')} {plays} on at {night.local(self.at):%-I:%M %p}"


@dataclass(frozen=True)
class Lines:
    """All queues of a night. `why`: who waits, in order, and for what; `held`: the table that is kept for them, of
    those who won there; `place`: the number in the line, of the others. `open`: the games that have moved nobody yet,
    by division and queue number; `fills`: what the clock does next in each."""

    why: Mapping[int, str] = field(default_factory=dict)
    held: Mapping[int, int] = field(default_factory=dict)
    place: Mapping[int, int] = field(default_factory=dict)
    open: frozenset[tuple[int, int]] = frozenset()
    fills: tuple[Fill, ...] = ()


@dataclass(frozen=True)
class DivisionQueue:
    """A division's queue: its open tables, and how many sheets are in already.

    `can_fill`: a table could start now; else `why_idle` says why none can, and `fill` what the clock does next,
    "" for nothing: "table 3 plays on at 8:41 PM". `house_helps`: three wait who would play with a house player, whom the
    settings do not know.
    """

    game: DivisionGame
    sheets_in: int
    waiting: tuple[Waiter, ...]
    can_fill: bool
    why_idle: str
    fill: str = ""
    house_helps: bool = False


def why_of(night: Tournament, waiting: formats.Waiting) -> str:
    """For what somebody waits, since when, and when the own table is open to them: "is number 2 in line for a table,
    since 7:52 PM; may go back to table 3 at 8:02 PM"."""
    if waiting.since is None:
        return waiting.why
    why = f"{waiting.why}, since {_clock(night, waiting.since)}"
    if waiting.back is None:
        return why
    table, moment = waiting.back
    return f"{why}; may go back to table {table} at {_clock(night, moment)}"


def _clock(night: Tournament, seconds: int) -> str:
    return f"{night.local(datetime.fromtimestamp(seconds, UTC)):%-I:%M %p}"


def lines_of(night: Tournament, now: datetime) -> Lines:
    """Who waits in the night's queues, and what the clock does next in them. One query, none where games go in rounds."""
    if night.settings.movement != "continuous":
        return Lines()
    why: dict[int, str] = {}
    held: dict[int, int] = {}
    place: dict[int, int] = {}
    running: set[tuple[int, int]] = set()
    fills = []
    for movement in Movement.objects.filter(division__tournament=night).order_by("division__position"):
        state = formats.restore(movement.state)
        for waiting in state.waiting(int(now.timestamp())):
            if isinstance(waiting.player, int):
                why[waiting.player] = why_of(night, waiting)
                if waiting.table is not None:
                    held[waiting.player] = waiting.table
                if waiting.place is not None:
                    place[waiting.player] = waiting.place
        running.update((movement.division_id, game.number) for game in state.running)
        fills.append(fill_of(state, now))
    return Lines(why, held, place, frozenset(running), tuple(fill for fill in fills if fill is not None))


def fill_of(state: formats.Movement, now: datetime) -> Fill | None:
    """What the clock does next in this queue, as long as nothing else happens."""
    moment = state.next_change(int(now.timestamp()))
    if moment is None:
        return None
    games = state.next_games(moment)[1]
    return Fill(datetime.fromtimestamp(moment, UTC), tuple(sorted(game.table for game in games)))


def sitting_in(division_id: int) -> set[int]:
    """Ids of those who sit in somebody else's chair in a game under way. One query."""
    seats = Seat.objects.filter(game__division=division_id, live=True, stand_in__isnull=False)
    return {stand_in for stand_in in seats.values_list("stand_in_id", flat=True) if stand_in is not None}


def as_it_is(state: formats.Queue, division_id: int, settings: NightSettings) -> formats.Queue:
    """The queue as it can be seated: without those who sit in for others, and with the house player who may be called
    on, where the settings know house players. At most two queries."""
    house = _house_of(division_id) if settings.odd == "house" else None
    return state.with_away(sitting_in(division_id)).with_house(house)


def _house_of(division_id: int) -> int | House | None:
    """Who takes a fourth chair: a house player without one, else a new one; None while one plays. One query."""
    live = Seat.objects.filter(live=True)
    people = Player.objects.filter(division=division_id, is_house=True, status=Player.Status.CHECKED_IN)
    known = people.annotate(
        plays=Exists(live.filter(player=OuterRef("pk"))), sits_in=Exists(live.filter(stand_in=OuterRef("pk")))
    )
    houses = list(known.order_by("pk"))
    if any(house.plays for house in houses):
        return None
    return next((house.pk for house in houses if not house.sits_in), NEW_HOUSE)


def _plays_beside_house(state: formats.Movement, seconds: int) -> bool:
    return isinstance(state, formats.Queue) and state.with_house(NEW_HOUSE).why_idle(seconds) is None


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
        fill = fill_of(state, now) if idle is not None else None
        words = fill.in_words(night) if fill is not None else ""
        house_helps = (
            night.settings.odd == "queue" and idle is not None and _plays_beside_house(state, seconds)
        )
        queues.append(DivisionQueue(game, there, waiting, idle is None, idle or "", words, house_helps))
    return tuple(queues)
