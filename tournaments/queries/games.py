"""The tables of a game as the organizer sees them: who sits there, with whom, what became of the sheet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from django.core.paginator import Page, Paginator
from django.db.models import Q

from scoring.games import sides
from tournaments.models import Division, Game, Player, Round, ScoreSheet, Seat, SitOut, Tournament
from tournaments.sheet_content import STANDING

CardState = Literal["in", "missing", "disputed", "awaiting", "running", "planned", "void"]
GameStatus, RoundStatus, SheetState = Game.Status, Round.Status, ScoreSheet.State

QUEUE_GAMES_A_PAGE = 60
OWING: tuple[CardState, ...] = ("missing", "disputed", "awaiting", "running")
"""States of a table whose sheet does not count yet."""


@dataclass(frozen=True)
class Side:
    """Who plays together, and their points when a sheet is in. `partners_known` is False while four sit at a
    table whose partners are drawn there: then one side lists all four. `positions`: their seats, from 0."""

    players: tuple[Player, ...]
    score: int | None = None
    ahead: bool = False
    partners_known: bool = True
    positions: tuple[int, ...] = ()


@dataclass(frozen=True)
class Card:
    """One table of one game. `sitters`: who sits in somebody else's chair, by position; `left`: chairs of those who have
    gone from a game under way."""

    game: Game
    state: CardState
    sides: tuple[Side, ...]
    versions: int = 0
    entered_by: str = ""
    entered_at: datetime | None = None
    bump_cents: int | None = None
    sitters: Mapping[int, Player] = field(default_factory=dict)
    left: frozenset[int] = frozenset()

    @property
    def table_number(self) -> int:
        return self.game.table.number


@dataclass(frozen=True)
class DivisionGame:
    """Game n of a division, or its queue (`number` 0). `late`: time is over, so that a table without a sheet
    owes one."""

    division: Division
    number: int
    status: str
    cards: tuple[Card, ...]
    sit_outs: tuple[Player, ...]
    late: bool = False

    def count(self, *states: CardState) -> int:
        return sum(card.state in states for card in self.cards)

    @property
    def due(self) -> int:
        """How many sheets this game brings in all."""
        return self.count("in", *OWING)

    @property
    def open_cards(self) -> tuple[Card, ...]:
        """The tables whose sheet does not count yet, disputed ones first, then those somebody has to confirm."""
        return tuple(sorted((card for card in self.cards if card.state in OWING), key=by_urgency))


def by_urgency(card: Card) -> tuple[int, int]:
    """What the director looks at first: disputes, sheets to confirm, then the others by table."""
    urgent = {"disputed": 0, "awaiting": 1}
    return urgent.get(card.state, 2), card.table_number


def tables_of_game(night: Tournament, number: int, now: datetime) -> tuple[DivisionGame, ...]:
    """Game `number` of every division that has it, in the divisions' order. Five queries.

    A table taken out of the plan (void, without seats) is left out.
    """
    rounds = list(
        night.rounds.filter(number=number).select_related("division").order_by("division__position")
    )
    games = night.games.filter(round__in=rounds).select_related("table").order_by("table__number")
    seats = _seats(games)
    sheets = _sheets(games)
    sit_outs: dict[int, list[Player]] = defaultdict(list)
    for sit_out in (
        SitOut.objects.filter(round__in=rounds).select_related("player").order_by("player__number")
    ):
        sit_outs[sit_out.round_id].append(sit_out.player)
    drawn = night.settings.partners == "drawn"
    by_round: dict[int, list[Game]] = defaultdict(list)
    for game in games:
        if game.round_id is not None and seats[game.pk]:
            by_round[game.round_id].append(game)
    result = []
    for round_ in rounds:
        late = _is_late(night, round_, by_round[round_.pk], sheets, now)
        cards = tuple(
            _card(game, seats[game.pk], sheets[game.pk], partners_drawn=drawn, late=late)
            for game in by_round[round_.pk]
        )
        result.append(
            DivisionGame(round_.division, number, round_.status, cards, tuple(sit_outs[round_.pk]), late)
        )
    return tuple(result)


def tables_of_queue(night: Tournament, divisions: Iterable[Division]) -> tuple[DivisionGame, ...]:
    """The tables of a queue that play or owe a settled sheet, by division. Three queries. `number` is 0."""
    open_games = Q(status=GameStatus.RUNNING) | Q(
        sheets__state__in=(SheetState.CONTESTED, SheetState.AWAITING)
    )
    games = list(
        night.games.filter(open_games, queue_number__isnull=False)
        .distinct()
        .select_related("table")
        .order_by("table__number", "queue_number")
    )
    seats, sheets = _seats(games), _sheets(games)
    drawn = night.settings.partners == "drawn"
    by_division: dict[int, list[Card]] = defaultdict(list)
    for game in games:
        card = _card(game, seats[game.pk], sheets[game.pk], partners_drawn=drawn, late=False)
        by_division[game.division_id].append(card)
    return tuple(
        DivisionGame(division, 0, RoundStatus.RUNNING, tuple(by_division[division.pk]), ())
        for division in divisions
    )


@dataclass(frozen=True)
class QueueGames:
    """One page of a queue's games as cards, newest first."""

    page: Page[Game]
    cards: tuple[Card, ...]


def queue_games(night: Tournament, *, page: int = 1) -> QueueGames:
    """The games of a queue, running and finished. Four queries."""
    games = (
        night.games.filter(queue_number__isnull=False)
        .select_related("table")
        .order_by("-queue_number", "-started_at")
    )
    found = Paginator(games, QUEUE_GAMES_A_PAGE).get_page(page)
    shown = list(found.object_list)
    seats, sheets = _seats(shown), _sheets(shown)
    drawn = night.settings.partners == "drawn"
    cards = (_card(game, seats[game.pk], sheets[game.pk], partners_drawn=drawn, late=False) for game in shown)
    return QueueGames(found, tuple(cards))


def _seats(games: Iterable[Game]) -> Mapping[object, list[Seat]]:
    seats: dict[object, list[Seat]] = defaultdict(list)
    rows = Seat.objects.filter(game__in=games).select_related("player", "stand_in")
    for seat in rows.order_by("position"):
        seats[seat.game_id].append(seat)
    return seats


def _sheets(games: Iterable[Game]) -> Mapping[object, list[ScoreSheet]]:
    sheets: dict[object, list[ScoreSheet]] = defaultdict(list)
    standing = ScoreSheet.objects.filter(game__in=games, state__in=STANDING)
    for sheet in standing.order_by("entered_at", "id"):
        sheets[sheet.game_id].append(sheet)
    return sheets


def _is_late(
    night: Tournament,
    round_: Round,
    games: Sequence[Game],
    sheets: Mapping[object, list[ScoreSheet]],
    now: datetime,
) -> bool:
    """Whether a table without a sheet is worth chasing: the game is closed, its clock has run out, or,
    where no clock runs, half of the sheets are in."""
    if round_.status == RoundStatus.CLOSED:
        return True
    if round_.status == RoundStatus.PLANNED:
        return False
    remaining = night.clock_remaining(now) if night.clock == Tournament.Clock.GAME else None
    if remaining is not None:
        return remaining <= 0
    return 2 * sum(bool(sheets[game.pk]) for game in games) >= len(games)


def _card(
    game: Game, seats: Sequence[Seat], sheets: Sequence[ScoreSheet], *, partners_drawn: bool, late: bool
) -> Card:
    accepted = next((sheet for sheet in sheets if sheet.state == SheetState.ACCEPTED), None)
    shown = accepted or (sheets[-1] if sheets else None)
    return Card(
        game=game,
        state=_state(game, sheets, accepted is not None, late),
        sides=_sides(seats, accepted, partners_drawn=partners_drawn),
        versions=len(sheets),
        entered_by=shown.entered_by if shown else "",
        entered_at=shown.entered_at if shown else None,
        bump_cents=accepted.bump_cents if accepted else None,
        sitters={seat.position: seat.stand_in for seat in seats if seat.stand_in is not None},
        left=frozenset(
            seat.position
            for seat in seats
            if game.status == GameStatus.RUNNING and seat.stand_in is None and not seat.player.is_playing
        ),
    )


def _state(game: Game, sheets: Sequence[ScoreSheet], accepted: bool, late: bool) -> CardState:
    if game.status == GameStatus.VOID:
        return "void"
    if game.status == GameStatus.PLANNED:
        return "planned"
    if accepted:
        return "in"
    if sheets:
        return "awaiting" if sheets[0].state == SheetState.AWAITING else "disputed"
    return "missing" if late else "running"


def _sides(seats: Sequence[Seat], accepted: ScoreSheet | None, *, partners_drawn: bool) -> tuple[Side, ...]:
    players = {seat.position: seat.player for seat in seats}
    three = len(seats) == 3
    if accepted is None and partners_drawn and not three:
        return (Side(tuple(players.values()), partners_known=False, positions=tuple(players)),)
    partner = None if three else (accepted.partner_of_first if accepted else 2)
    together = sides(partner)
    if accepted is None:
        return tuple(Side(tuple(players[p] for p in side), positions=tuple(side)) for side in together)
    best = max(accepted.scores)
    level = len(set(accepted.scores)) == 1
    return tuple(
        Side(tuple(players[p] for p in side), score, score == best and not level, positions=tuple(side))
        for side, score in zip(together, accepted.scores, strict=True)
    )
