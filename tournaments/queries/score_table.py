"""The standings as a table of points, one column a game: for the organizer's page, for paper and for a spreadsheet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tournaments.models import Game, Round, Seat, Tournament
from tournaments.queries.prizes import AwardLine, DivisionPrizes, prizes_of
from tournaments.queries.readiness import owing_games
from tournaments.queries.standings import DivisionStandings, Row

CellKind = Literal["played", "sat out", "absent", "owed", "none"]
_END = {"ranked": 0, "not eligible": 1, "disqualified": 2}


@dataclass(frozen=True)
class Cell:
    """What a player has of one game. `points`: of a played one, the director's not in. "owed": the sheet is not
    in. "none": of a queue, in which this player has played fewer games than others."""

    kind: CellKind
    points: int | None = None
    three_handed: bool = False


@dataclass(frozen=True)
class ScoreRow:
    """A row of the standings with its cells, one a column of the table, and the prizes it wins."""

    row: Row
    cells: tuple[Cell, ...]
    awards: tuple[AwardLine, ...]


@dataclass(frozen=True)
class OwingGame:
    """A game of which tables still owe their sheets. `number`: of the round; None of a queue."""

    number: int | None
    is_running: bool
    games: tuple[Game, ...]


@dataclass(frozen=True)
class ScoreTable:
    """One division. `columns`: game numbers; of a queue, the player's own first, second, third … game.
    `rows`: by rank, then who is not eligible, then the disqualified."""

    prizes: DivisionPrizes
    columns: tuple[int, ...]
    rows: tuple[ScoreRow, ...]
    owing: tuple[OwingGame, ...]

    @property
    def standings(self) -> DivisionStandings:
        return self.prizes.standings

    @property
    def prize_line(self) -> int | None:
        """Id of the last player in the money."""
        return next((row.row.player.pk for row in reversed(self.rows) if row.row.in_the_money), None)

    def any(self, name: str) -> bool:
        """Whether that number of the standing is above or below nothing for anybody."""
        return any(getattr(row.row.standing, name) for row in self.rows)


@dataclass(frozen=True)
class ScoreTables:
    """The night with its divisions that have players."""

    night: Tournament
    tables: tuple[ScoreTable, ...]

    @property
    def is_final(self) -> bool:
        return self.night.stage == Tournament.Stage.FINAL

    @property
    def state(self) -> str:
        """In a word: "final", "incomplete" while a game that is over owes a sheet, else "provisional"."""
        if self.is_final:
            return "final"
        owing = any(not game.is_running for table in self.tables for game in table.owing)
        return "incomplete" if owing else "provisional"


def score_tables_of(night: Tournament) -> ScoreTables:
    """Every division's table of points. A fixed number of queries whatever the size of the night."""
    owing: dict[int, list[Game]] = defaultdict(list)
    for game in owing_games(night):
        owing[game.division_id].append(game)
    waiting = _waiting_for_sheets(game for games in owing.values() for game in games)
    is_queue = night.settings.games is None
    tables = [
        _table(prizes, owing[prizes.division.seat_id], waiting, is_queue)
        for prizes in prizes_of(night)
        if prizes.standings.rows
    ]
    return ScoreTables(night, tuple(tables))


def _table(
    prizes: DivisionPrizes, owing: Sequence[Game], waiting: Mapping[int, set[int]], is_queue: bool
) -> ScoreTable:
    rows = sorted(prizes.standings.rows, key=lambda row: _END[row.standing.status])
    columns = _own_columns(rows) if is_queue else _game_columns(rows)
    awards: dict[int, list[AwardLine]] = defaultdict(list)
    for line in prizes.lines:
        awards[line.player.pk].append(line)
    return ScoreTable(
        prizes,
        columns,
        tuple(
            ScoreRow(
                row,
                _own_cells(row, columns)
                if is_queue
                else _game_cells(row, columns, waiting.get(row.player.pk, set())),
                tuple(awards[row.player.pk]),
            )
            for row in rows
        ),
        _by_game(owing),
    )


def _game_columns(rows: Sequence[Row]) -> tuple[int, ...]:
    """The games started."""
    return tuple(
        sorted({number for row in rows for number in (*row.record.game_numbers, *row.record.absences)})
    )


def _own_columns(rows: Sequence[Row]) -> tuple[int, ...]:
    """As many as the most games anybody has played."""
    return tuple(range(1, max((len(row.record.games) for row in rows), default=0) + 1))


def _game_cells(row: Row, columns: Sequence[int], waiting: set[int]) -> tuple[Cell, ...]:
    cells = {game.game: Cell("played", game.points, game.three_handed) for game in row.record.games}
    cells |= {number: Cell("owed") for number in waiting - set(cells)}
    cells |= {number: Cell("sat out") for number in set(row.record.sit_outs) - set(cells)}
    return tuple(cells.get(number, Cell("absent")) for number in columns)


def _own_cells(row: Row, columns: Sequence[int]) -> tuple[Cell, ...]:
    cells = [Cell("played", game.points, game.three_handed) for game in row.record.games]
    return (*cells, *[Cell("none")] * (len(columns) - len(cells)))


def _waiting_for_sheets(owing: Iterable[Game]) -> dict[int, set[int]]:
    """By player's id, the numbers of the rounds whose sheet is not in."""
    waiting: dict[int, set[int]] = defaultdict(set)
    seats = Seat.objects.filter(game__in=[game.pk for game in owing], round__isnull=False, counting=True)
    for player_id, number in seats.values_list("player_id", "round__number"):
        waiting[player_id].add(number)
    return waiting


def _by_game(owing: Sequence[Game]) -> tuple[OwingGame, ...]:
    games: dict[tuple[int | None, bool], list[Game]] = defaultdict(list)
    for game in owing:
        if game.round:
            games[game.round.number, game.round.status == Round.Status.RUNNING].append(game)
        else:
            games[None, game.status == Game.Status.RUNNING].append(game)
    return tuple(
        OwingGame(number, running, tuple(sorted(found, key=lambda game: game.table.number)))
        for (number, running), found in games.items()
    )
