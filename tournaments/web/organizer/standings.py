"""The standings by division: on the screen and on paper."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring.words import counted
from tournaments.models import Tournament
from tournaments.queries.snapshot import read_at_one_moment
from tournaments.queries.standings import DivisionStandings, standings_of
from tournaments.web import access
from tournaments.web.frame import frame

PAGE = "organizer:standings"


@require_safe
@access.organizer
def standings(request: Any, code: str) -> HttpResponse:
    context = {**frame(request, PAGE), **_context(request.night)}
    return render(request, "organizer/standings.html", context)


@require_safe
@access.organizer
def standings_print(request: Any, code: str) -> HttpResponse:
    """The standings on paper, with names as the public sees them."""
    context = {**frame(request, PAGE), **_context(request.night)}
    return render(request, "organizer/standings_print.html", context)


def _context(night: Tournament) -> dict[str, Any]:
    divisions = read_at_one_moment(night, standings_of)
    return {
        "divisions": divisions,
        "show_sit_outs": any(row.standing.sit_outs for d in divisions for row in d.rows),
        "show_bumps": night.settings.bump_cup,
        "state": _state(night, divisions),
        "printed_at": f"{night.local(timezone.now()):%b %-d, %Y, %-I:%M %p}",
        "version_mark": f"version {night.version}",
    }


def _state(night: Tournament, divisions: tuple[DivisionStandings, ...]) -> str:
    """ "final", "provisional", or what is missing."""
    if night.stage == Tournament.Stage.FINAL:
        return "final"
    owing = sum(division.sheets_due - division.sheets_in for division in divisions)
    return f"incomplete: {counted(owing, 'sheet')} to come" if owing else "provisional"
