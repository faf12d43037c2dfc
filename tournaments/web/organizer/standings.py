"""The standings by division: on the screen and on paper."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.queries.snapshot import read_at_one_moment
from tournaments.queries.standings import standings_of
from tournaments.web import access
from tournaments.web.frame import frame

PAGE = "organizer:standings"


@require_safe
@access.organizer
def standings(request: Any, code: str) -> HttpResponse:
    divisions = read_at_one_moment(request.night, standings_of)
    context = {**frame(request, PAGE), "divisions": divisions}
    return render(request, "organizer/standings.html", context)
