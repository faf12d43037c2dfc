"""The results of a night as a file for a spreadsheet."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from tournaments.models import Tournament
from tournaments.queries.snapshot import read_at_one_moment
from tournaments.queries.standings import DivisionStandings, Row, standings_of
from tournaments.web import access
from tournaments.web.csv_files import Cell, csv_file

_HEADING = (
    "Division",
    "Place",
    "Number",
    "Name",
    "Total",
    "Points in games",
    "Director's points",
    "Points for sit-outs",
    "Sit-outs",
    "Games played",
    "Games won",
    "Loners",
    "State",
)


@require_safe
@access.organizer
def standings_csv(request: Any, code: str) -> HttpResponse:
    """The standings of every division, one row a player."""
    night: Tournament = request.night
    divisions = read_at_one_moment(night, standings_of)
    rows = [_cells(division, row) for division in divisions for row in division.rows]
    day = night.local(night.starts_at)
    return csv_file(f"{night.name} standings {day:%Y-%m-%d}", _HEADING, rows)


def _cells(division: DivisionStandings, row: Row) -> list[Cell]:
    standing = row.standing
    return [
        division.division.name,
        standing.rank,
        row.player.number,
        row.player.name,
        standing.total,
        standing.sheet_points,
        standing.director_points,
        standing.sit_out_points,
        standing.sit_outs,
        standing.games_played,
        standing.games_won,
        standing.loners,
        standing.status,
    ]
