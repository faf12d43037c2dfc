"""The results of a night as a file for a spreadsheet."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from tournaments.queries.snapshot import read_at_one_moment
from tournaments.queries.standings import standings_of
from tournaments.web import access
from tournaments.web.csv_files import csv_file


@require_safe
@access.organizer
def standings_csv(request: Any, code: str) -> HttpResponse:
    """The standings of every division, one row a player."""
    night = request.night
    rows = [
        [division.division.name, row.standing.rank, row.player.number, row.player.name, row.standing.total]
        for division in read_at_one_moment(night, standings_of)
        for row in division.rows
    ]
    heading = ("Division", "Place", "Number", "Name", "Total")
    return csv_file(f"{night.name} standings", heading, rows)
