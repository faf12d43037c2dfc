"""Who sits where: the games the hall looks at now, and one player's whole evening."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from scoring.games import sides
from tournaments.models import (
    Game,
    Player,
    Round,
    ScoreSheet,
    Seat,
    SheetLine,
    SitOut,
    Tournament,
)
from tournaments.queries.queue import Fill, Lines, lines_of
from tournaments.queries.readiness import coming_games
from tournaments.queries.scorekeepers import scorekeeper_of
from tournaments.queries.sheets import PRESET_PARTNER

GameStatus, RoundStatus, SheetState = Game.Status, Round.Status, ScoreSheet.State


@dataclass(frozen=True)
class Chair:
    """A chair of a table. `player`: whose points it makes; `sitter`: who sits there, mostly the same."""

    position: int
    player: Player
    sitter: Player


@dataclass(frozen=True)
class SeatedTable:
    """A table of a game. `sides`: who plays together, position 0's first; None until partners are drawn."""

    number: int
    division_id: int
    status: str
    started_at: datetime | None
    chairs: tuple[Chair, ...]
    sides: tuple[tuple[Chair, ...], ...] | None
    scorekeeper: Player | None
    sheet_is_in: bool

    @property
    def is_playing(self) -> bool:
        """Whether its game is under way, with its sheet in or not."""
        return self.status == GameStatus.RUNNING

    @property
    def plays(self) -> bool:
        """Whether people still sit there playing."""
        return self.status == GameStatus.RUNNING and not self.sheet_is_in


@dataclass(frozen=True)
class HallGame:
    """A game of the whole hall. `number` 0: games of a queue, each table by itself.

    `sitting_out`: by schedule, or waiting in the order of the line. `unknown`: present, but the plan does not know
    them yet: they ask the desk. `lines`: the waiting of a queue. `is_last`: no
    game comes after this one, so that nobody waits.
    """

    number: int
    started_at: datetime | None
    tables: tuple[SeatedTable, ...]
    sitting_out: tuple[Player, ...]
    unknown: tuple[Player, ...]
    lines: Lines = field(default_factory=Lines)
    is_last: bool = False

    def without_line(self) -> HallGame:
        """The queue's games after last call: those at no table have played their last."""
        return replace(self, lines=Lines(open=self.lines.open), is_last=True)

    @property
    def fills(self) -> tuple[Fill, ...]:
        """Tables of a queue that the clock fills."""
        return self.lines.fills

    @property
    def still_playing(self) -> int:
        return sum(table.plays for table in self.tables)

    def sheets_in(self, division_id: int) -> int:
        """How many tables of the division have their sheet in."""
        return sum(table.sheet_is_in for table in self.tables if table.division_id == division_id)

    @property
    def head_tables_done(self) -> tuple[SeatedTable, ...]:
        """Head tables, the first of each division, that have finished while others of theirs play."""
        first: dict[int, SeatedTable] = {}
        for table in sorted(self.tables, key=lambda table: table.number):
            first.setdefault(table.division_id, table)
        playing = {table.division_id for table in self.tables if table.plays}
        return tuple(head for pk, head in first.items() if head.sheet_is_in and pk in playing)


@dataclass(frozen=True)
class Hall:
    """What the hall is at. `running` and `coming`: the game under way and the next one seated. `asked`: the game
    asked for. `closed`: the last game closed, 0 before any. `numbers`: of all games with a round. `present`:
    everybody checked in, house players left out."""

    running: HallGame | None
    coming: HallGame | None
    asked: HallGame | None
    closed: int
    numbers: tuple[int, ...]
    present: tuple[Player, ...]


def hall_of(night: Tournament, asked: int = 0, *, now: datetime | None = None) -> Hall:
    """The game under way, the next one and game `asked`, with everybody's seat. Seven queries whatever the size."""
    now = now or timezone.now()
    rounds = list(night.rounds.all())
    numbers = {
        status: sorted({r.number for r in rounds if r.status == status})
        for status in (RoundStatus.RUNNING, RoundStatus.CLOSED)
    }
    running = next(iter(numbers[RoundStatus.RUNNING]), 0)
    coming = next(iter(coming_games(night, now)), 0)
    wanted = [r.pk for r in rounds if r.number in {running, coming, asked}]
    lines = lines_of(night, now)
    queued = Q(round__isnull=True, status__in=(GameStatus.PLANNED, GameStatus.RUNNING))
    for division, number in lines.open:  # also those that wait for their sheet or their extra hand
        queued |= Q(division=division, queue_number=number)
    games = list(
        night.games.filter(Q(round__in=wanted) | queued)
        .exclude(status=GameStatus.VOID)
        .select_related("table", "round")
        .order_by("table__number")
    )
    people = {player.pk: player for player in night.players.order_by("number", "pk")}
    tables = _tables(night, games, people)
    present = tuple(p for p in people.values() if p.is_playing and not p.is_house)
    sit_outs = _sit_outs(wanted, people)
    by_number: dict[int, list[SeatedTable]] = defaultdict(list)
    for game in games:
        if tables[game.pk].chairs:
            by_number[game.round.number if game.round else 0].append(tables[game.pk])

    def numbered(number: int) -> HallGame | None:
        seated = by_number[number]
        return _hall_game(number, seated, sit_outs[number], present) if seated else None

    queue = _in_queue(by_number[0], present, lines) if by_number[0] else None
    return Hall(
        running=numbered(running) if running else queue,
        coming=numbered(coming),
        asked=numbered(asked) if asked else None,
        closed=next(reversed(numbers[RoundStatus.CLOSED]), 0),
        numbers=tuple(sorted({r.number for r in rounds})),
        present=present,
    )


def _in_queue(tables: Sequence[SeatedTable], present: Iterable[Player], lines: Lines) -> HallGame:
    """The queue's games under way, as one; whoever is at none of them waits."""
    busy = {chair.sitter.pk for table in tables for chair in table.chairs}
    line = list(lines.why)
    idle = [player for player in present if player.pk not in busy]
    idle.sort(key=lambda player: line.index(player.pk) if player.pk in lines.why else len(line))
    return replace(_hall_game(0, tables, idle, ()), lines=lines)


def _hall_game(
    number: int, tables: Iterable[SeatedTable], sit_outs: Iterable[Player], present: Iterable[Player]
) -> HallGame:
    seated, out = tuple(tables), tuple(sit_outs)
    known = {chair.sitter.pk for table in seated for chair in table.chairs} | {p.pk for p in out}
    begun = [table.started_at for table in seated if table.started_at]
    return HallGame(
        number=number,
        started_at=min(begun, default=None),
        tables=seated,
        sitting_out=out,
        unknown=tuple(player for player in present if player.pk not in known),
    )


def _tables(
    night: Tournament, games: Iterable[Game], people: Mapping[int, Player]
) -> dict[object, SeatedTable]:
    """Each game as a table, by the game's id: two queries. `people`: everybody of the night, by id."""
    chosen = list(games)
    partners: dict[object, int | None] = dict(
        ScoreSheet.objects.filter(game__in=chosen, state=SheetState.ACCEPTED).values_list(
            "game_id", "partner_of_first"
        )
    )
    chairs = _chairs(chosen, people)
    preset = night.settings.partners == "preset"
    return {game.pk: _table(game, chairs[game.pk], partners, preset) for game in chosen}


def _table(
    game: Game, chairs: Iterable[Chair], partners: Mapping[object, int | None], preset: bool
) -> SeatedTable:
    seated = tuple(chairs)
    together: tuple[tuple[int, ...], ...] | None = None
    if game.pk in partners or preset or game.size == 3:
        pairing = None if game.size == 3 else partners.get(game.pk, PRESET_PARTNER)
        together = sides(pairing)
    at = {chair.position: chair for chair in seated}
    return SeatedTable(
        number=game.table.number,
        division_id=game.division_id,
        status=game.status,
        started_at=game.started_at,
        chairs=seated,
        sides=None if together is None else tuple(tuple(at[p] for p in side if p in at) for side in together),
        scorekeeper=scorekeeper_of((chair.sitter for chair in seated), game.scorekeeper_id),
        sheet_is_in=game.pk in partners,
    )


def _chairs(games: Iterable[Game], people: Mapping[int, Player]) -> dict[object, list[Chair]]:
    chairs: dict[object, list[Chair]] = defaultdict(list)
    seats = Seat.objects.filter(game__in=list(games)).order_by("position")
    for game, position, player, stand_in in seats.values_list(
        "game_id", "position", "player_id", "stand_in_id"
    ):
        chairs[game].append(Chair(position, people[player], people[stand_in or player]))
    return chairs


def _sit_outs(rounds: Iterable[int], people: Mapping[int, Player]) -> dict[int, list[Player]]:
    """Who sits out, by the round's number, in the order of player numbers."""
    sitting: dict[int, list[Player]] = defaultdict(list)
    rows = SitOut.objects.filter(round__in=list(rounds)).order_by("player__number", "pk")
    for player, number in rows.values_list("player_id", "round__number"):
        sitting[number].append(people[player])
    return sitting


@dataclass(frozen=True)
class OwnGame:
    """A game of one player's evening. `number` from 1, of the round or the queue.

    `table` None: a scheduled sit-out. `partner` None with `partner_known`: everybody for themselves; without:
    partners are drawn at the table, and `others` are the three who sit there. `points` None: no sheet yet.
    `instead_of`: whose chair this player took, and who gets the points; `stood_in_by`: who took this player's.
    """

    number: int
    status: str
    table: int | None = None
    partner: Player | None = None
    partner_known: bool = False
    others: tuple[Player, ...] = ()
    points: int | None = None
    result: str = ""
    instead_of: Player | None = None
    stood_in_by: Player | None = None

    @property
    def is_over(self) -> bool:
        return self.status in (GameStatus.FINISHED, GameStatus.VOID)


def bell_has_rung(night: Tournament, division_id: int) -> bool:
    """Whether the head table's bell ends this game, and that table has its sheet in. None or two queries."""
    if not night.settings.head_table_bell:
        return False
    running = night.games.filter(division_id=division_id, round__status=RoundStatus.RUNNING)
    head = running.exclude(status=GameStatus.VOID).order_by("table__number").first()
    return head is not None and head.sheets.filter(state=SheetState.ACCEPTED).exists()


def own_games(night: Tournament, player: Player) -> tuple[OwnGame, ...]:
    """Every game of the player's evening in order, played and to come. Six queries whatever the size."""
    mine = Q(player=player) | Q(stand_in=player)
    games = list(
        night.games.filter(pk__in=Seat.objects.filter(mine).values("game"))
        .exclude(status=GameStatus.VOID)
        .select_related("table", "round")
    )
    people = {other.pk: other for other in night.players.all()}
    tables = _tables(night, games, people)
    lines = {
        line.sheet.game_id: line
        for line in SheetLine.objects.filter(
            sheet__game__in=games, sheet__state=SheetState.ACCEPTED
        ).select_related("sheet")
        if line.position == _own_chair(tables[line.sheet.game_id], player).position
    }
    found = [_own_game(game, tables[game.pk], lines.get(game.pk), player) for game in games]
    rounds = Round.objects.filter(sit_outs__player=player)
    for round_ in rounds.distinct():
        status = GameStatus.FINISHED if round_.status == RoundStatus.CLOSED else round_.status
        found.append(OwnGame(round_.number, status))
    return tuple(sorted(found, key=lambda game: game.number))


def _own_chair(table: SeatedTable, player: Player) -> Chair:
    return next(chair for chair in table.chairs if player.pk in (chair.player.pk, chair.sitter.pk))


def _own_game(game: Game, table: SeatedTable, line: SheetLine | None, player: Player) -> OwnGame:
    chair = _own_chair(table, player)
    together = next((side for side in table.sides or () if chair in side), ())
    partner = next((other.sitter for other in together if other != chair), None)
    return OwnGame(
        number=(game.round.number if game.round else game.queue_number) or 0,
        status=game.status,
        table=table.number,
        partner=partner,
        partner_known=table.sides is not None,
        others=tuple(c.sitter for c in table.chairs if c != chair and c.sitter != partner),
        points=line.points if line else None,
        result=line.result if line else "",
        instead_of=chair.player if chair.player.pk != player.pk else None,
        stood_in_by=chair.sitter if chair.sitter.pk != player.pk else None,
    )
