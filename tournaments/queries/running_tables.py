"""Which tables still owe a sheet: the running game's tables for whoever collects the sheets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.db.models import Exists, OuterRef, Prefetch, Q
from django.utils import timezone

from tournaments.models import Game, Round, ScoreSheet, Seat, Tournament
from tournaments.night_settings import NightSettings, SecondPerson
from tournaments.queries.entering import entering_now
from tournaments.queries.sheets import PRESET_PARTNER, Chair, SideOfSheet, chairs_of, label_of, sides_of
from tournaments.sheet_content import STANDING, settings_of

RowState = Literal["missing", "disputed", "awaiting", "in"]
GameStatus, RoundStatus, SheetState = Game.Status, Round.Status, ScoreSheet.State
QUEUE_GAMES_SHOWN = 24


@dataclass(frozen=True)
class TableRow:
    """A table and what became of its sheet; `entering`: who has its form open now. `partners_known` False: `sides` are the four in their order, two
    and two, and say nothing of who plays with whom."""

    game: Game
    state: RowState
    sides: tuple[SideOfSheet, ...]
    partners_known: bool
    scores: str
    versions: int
    entered_by: str
    entered_at: datetime | None
    entered_identity: str
    chairs: tuple[Chair, ...]
    settings: NightSettings
    entering: tuple[str, ...] = ()

    @property
    def table_number(self) -> int:
        return self.game.table.number

    @property
    def label(self) -> str:
        return label_of(self.game)


@dataclass(frozen=True)
class RunningTables:
    """`number`: the running game, else the last one; None before any and in a queue. Rows by state."""

    number: int | None
    is_running: bool
    missing: tuple[TableRow, ...]
    disputed: tuple[TableRow, ...]
    awaiting: tuple[TableRow, ...]
    collected: tuple[TableRow, ...]
    divisions: tuple[str, ...]
    second_person: SecondPerson = "none"

    @property
    def due(self) -> int:
        return len(self.missing) + len(self.disputed) + len(self.awaiting) + len(self.collected)


def running_tables(night: Tournament, table_id: int | None = None, *, identity: str = "") -> RunningTables:
    """The tables of the running game, of the last one between games, and all that still owe a sheet of earlier
    ones; of a queue, the running games and the last ones finished. `table_id`: of that table alone. `identity`:
    who looks; what they enter themselves is no news. At most seven queries.
    """
    number, is_running = _current_game(night)
    games = _games(night, number, table_id)
    seats = _seats(games)
    entering = entering_now([game.pk for game in games], timezone.now(), but=identity)
    versions = {game.settings_version_id: game for game in games}
    settings = {version: settings_of(game) for version, game in versions.items()}
    rows = [
        _row(game, seats[game.pk], settings[game.settings_version_id], entering.get(game.pk, ()))
        for game in games
        if seats[game.pk]
    ]
    in_order = sorted(rows, key=_order)
    by_state: dict[str, list[TableRow]] = defaultdict(list)
    for row in in_order:
        by_state[row.state].append(row)
    return RunningTables(
        number=number,
        is_running=is_running or any(game.status == GameStatus.RUNNING for game in games),
        missing=tuple(by_state["missing"]),
        disputed=tuple(by_state["disputed"]),
        awaiting=tuple(by_state["awaiting"]),
        collected=tuple(by_state["in"]),
        second_person=next((s.second_person for s in settings.values() if s.second_person != "none"), "none"),
        divisions=tuple(dict.fromkeys(row.game.division.name for row in in_order)),
    )


def _order(row: TableRow) -> tuple[int, int, int]:
    """Earlier games first, since they owe longest; then by table."""
    game = row.game
    return (game.round.number if game.round else 0, game.table.number, -(game.queue_number or 0))


def _current_game(night: Tournament) -> tuple[int | None, bool]:
    rounds = night.rounds.exclude(status=RoundStatus.PLANNED).values_list("number", "status")
    running = [number for number, status in rounds if status == RoundStatus.RUNNING]
    started = [number for number, _ in rounds]
    return (max(running), True) if running else (max(started, default=None), False)


def _games(night: Tournament, number: int | None, table_id: int | None) -> list[Game]:
    accepted = ScoreSheet.objects.filter(game=OuterRef("pk"), state=SheetState.ACCEPTED)
    played = night.games.filter(status__in=(GameStatus.RUNNING, GameStatus.FINISHED))
    if table_id is not None:
        played = played.filter(table_id=table_id)
    standing = ScoreSheet.objects.filter(state__in=STANDING).order_by("entered_at", "id")
    played = (
        played.select_related("table", "round", "division", "settings_version")
        .prefetch_related(Prefetch("sheets", queryset=standing, to_attr="standing"))
        .annotate(has_sheet=Exists(accepted))
    )
    of_this_game = Q(round__number=number) if number is not None else Q(pk__in=[])
    now = played.filter(of_this_game | Q(has_sheet=False))
    last_of_queue = played.filter(queue_number__isnull=False, has_sheet=True).order_by("-queue_number")
    return [*now, *(last_of_queue[:QUEUE_GAMES_SHOWN])]


def _seats(games: Iterable[Game]) -> dict[object, list[Seat]]:
    seats: dict[object, list[Seat]] = defaultdict(list)
    rows = Seat.objects.filter(game__in=[game.pk for game in games]).select_related("player")
    for seat in rows.order_by("game_id", "position"):
        seats[seat.game_id].append(seat)
    return seats


def _row(game: Game, seats: Sequence[Seat], settings: NightSettings, entering: tuple[str, ...]) -> TableRow:
    sheets: list[ScoreSheet] = game.standing  # type: ignore[attr-defined]  # the prefetch above
    accepted = next((sheet for sheet in sheets if sheet.state == SheetState.ACCEPTED), None)
    shown = accepted or (sheets[-1] if sheets else None)
    chairs = chairs_of([seat.player for seat in seats], settings.public_names)
    known = accepted is not None or game.size == 3 or settings.partners != "drawn"
    partner = accepted.partner_of_first if accepted else PRESET_PARTNER
    return TableRow(
        game=game,
        state=_state(sheets),
        sides=(
            sides_of(chairs, partner, accepted.scores if accepted else ())
            if known
            else (SideOfSheet("", chairs[:2]), SideOfSheet("", chairs[2:]))
        ),
        partners_known=known,
        scores="–".join(str(score) for score in accepted.scores) if accepted else "",
        versions=len(sheets),
        entered_by=shown.entered_by if shown else "",
        entered_at=shown.entered_at if shown else None,
        entered_identity=shown.entered_identity if shown else "",
        chairs=chairs,
        settings=settings,
        entering=entering,
    )


def _state(sheets: Sequence[ScoreSheet]) -> RowState:
    states = {sheet.state for sheet in sheets}
    if SheetState.ACCEPTED in states:
        return "in"
    if SheetState.AWAITING in states:
        return "awaiting"
    return "disputed" if states else "missing"
