"""The results of a night as a file for a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.models import Tournament
from tournaments.queries import score_table
from tournaments.queries.score_table import ScoreRow, ScoreTable, ScoreTables, score_tables_of
from tournaments.queries.snapshot import read_at_one_moment
from tournaments.web import access
from tournaments.web.csv_files import Cell, csv_file

_BEFORE_GAMES = ("Division", "Place", "Number", "Name")
_AFTER_GAMES = (
    "Points in games",
    "Points for sit-outs",
    "Director's points",
    "Total",
    "Games played",
    "Points per game",
    "Sit-outs",
    "Games missed",
    "Games won",
    "Loners",
    "Bumps in dollars",
    "Status",
    "Prize",
    "Prize in dollars",
)


@require_safe
@access.organizer
def standings_csv(request: Any, code: str) -> HttpResponse:
    """The standings of every division, one row a player, with full names: the organizer's own file."""
    tables = read_at_one_moment(request.night, score_tables_of)
    games = max((number for table in tables.tables for number in table.columns), default=0)
    heading = (*_BEFORE_GAMES, *(f"Game {number}" for number in range(1, games + 1)), *_AFTER_GAMES)
    rows = (_cells(table, row, games) for table in tables.tables for row in table.rows)
    return csv_file(_file_name(tables, timezone.now()), heading, rows)


def _file_name(tables: ScoreTables, now: datetime) -> str:
    """ "Euchre Night standings provisional 2026-11-06 2158 America Chicago": local time and its zone."""
    night: Tournament = tables.night
    return f"{night.name} standings {tables.state} {night.local(now):%Y-%m-%d %H%M} {night.time_zone}"


def _cells(table: ScoreTable, line: ScoreRow, games: int) -> list[Cell]:
    standing = line.row.standing
    money = sum(award.award.cents for award in line.awards)
    prizes = [award.award.name or award.label for award in line.awards if award.has_worth]
    return [
        table.standings.division.name,
        standing.rank,
        line.row.player.number,
        line.row.player.name,
        *_games(table, line, games),
        standing.sheet_points,
        standing.sit_out_points,
        standing.director_points,
        standing.total,
        standing.games_played,
        _hundredths(standing.hundredths_per_game),
        standing.sit_outs,
        standing.absences,
        standing.games_won,
        standing.loners,
        _hundredths(standing.bump_cents),
        standing.status,
        ", ".join(prizes),
        _hundredths(money) if money else None,
    ]


def _games(table: ScoreTable, line: ScoreRow, games: int) -> Iterator[Cell]:
    """A cell for each of games 1 to `games`: points, "sat out", "sheet not in", or empty."""
    by_number = dict(zip(table.columns, line.cells, strict=True))
    words = {"sat out": "sat out", "owed": "sheet not in"}
    for number in range(1, games + 1):
        cell = by_number.get(number, score_table.Cell("none"))
        yield cell.points if cell.kind == "played" else words.get(cell.kind, "")


def _hundredths(number: int | None) -> Decimal | None:
    return None if number is None else Decimal(number).scaleb(-2)
