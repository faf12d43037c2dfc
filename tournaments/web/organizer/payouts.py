"""The payouts: what each division's pot pays, the ties in the way, and who has been paid."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.queries.prizes import prizes_of
from tournaments.queries.snapshot import read_at_one_moment
from tournaments.web import access
from tournaments.web.frame import frame

PAGE = "organizer:payouts"


@require_safe
@access.organizer
def payouts(request: Any, code: str) -> HttpResponse:
    divisions = read_at_one_moment(request.night, prizes_of)
    context = {**frame(request, PAGE), "divisions": divisions}
    return render(request, "organizer/payouts.html", context)
