"""One button for each way to treat those who are over from full tables."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.views.decorators.http import require_POST

from tournaments.actions import nights
from tournaments.queries.odd_numbers import odd_numbers_of
from tournaments.web import access
from tournaments.web.acting import SeeOther, night_url, press

PAGE = "organizer:rotation"


@require_POST
@access.organizer
def treat(request: Any, code: str) -> HttpResponse:
    """Make this way the night's setting; only one that fits the number that is here now."""
    found = odd_numbers_of(request.night)
    asked = request.POST.get("odd", "")
    way = next((way for way in found.ways if way.odd == asked), None) if found else None
    back = night_url(request.night, PAGE)
    if way is None or way.problem:
        messages.error(request, way.problem if way else "Choose one of the buttons.")
        return SeeOther(back)
    settings = replace(request.night.settings, odd=way.odd)
    return press(
        request, nights.change_settings, back, f"{way.title}: {way.effect}. Draw it now.", settings=settings
    )
