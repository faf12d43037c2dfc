"""One table's history: every sheet and every change to it."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.queries.table_history import table_history
from tournaments.web import access
from tournaments.web.frame import frame


@access.organizer
@require_safe
def table(request: Any, code: str, number: int) -> HttpResponse:
    """Who did what at table `number`, when, old → new, newest first."""
    changes = table_history(request.night, number)
    if changes is None:
        raise Http404("No such table tonight.")
    context = {**frame(request, "organizer:games"), "number": number, "changes": changes}
    return render(request, "organizer/table.html", context)
