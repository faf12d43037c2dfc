"""Which tables still owe a sheet: the runner's list, and its part that refreshes itself."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from tournaments.models import AccessLink, Table
from tournaments.queries.clock import clock_face
from tournaments.queries.floor import waiting_calls
from tournaments.queries.onward import Onward, onward_from
from tournaments.queries.running_tables import running_tables
from tournaments.web import access
from tournaments.web.acting import night_url


@access.runner
@require_safe
@never_cache
@gzip_page
@ensure_csrf_cookie  # the page sends what is kept on the phone
def show(request: Any, code: str) -> HttpResponse:
    """The tables of the running game, those that owe a sheet first."""
    return render(request, "runner/tables.html", {**_context(request), "home_url": _home(request)})


@access.runner
@require_safe
@never_cache
@gzip_page
def now(request: Any, code: str) -> HttpResponse:
    """The list alone, as it is now."""
    return render(request, "runner/_tables.html", _context(request))


def _context(request: Any) -> dict[str, Any]:
    now = timezone.now()
    tables = running_tables(request.night, own_table(request), identity=request.actor.identity)
    return {
        "night": request.night,
        "actor": request.actor,
        "tables": tables,
        "calls": waiting_calls(request.night, now, table_id=own_table(request)),
        "clock": clock_face(request.night, now, running=tables.number or 0),
        "now_ms": int(now.timestamp() * 1000),
        "onward": _onward(request, now),
    }


def _onward(request: Any, now: datetime) -> Onward | None:
    """Where the four of a table's own link go from there; those who see all tables have the list."""
    own = own_table(request)
    return onward_from(request.night, Table.objects.get(pk=own), now) if own is not None else None


def own_table(request: Any) -> int | None:
    """The table a scorekeeper's link is for; None for those who see all."""
    link: AccessLink | None = request.link
    if request.actor.role == AccessLink.Role.TABLE and link is not None:
        return link.table_id
    return None


def _home(request: Any) -> str:
    """Where an organizer or the desk came from; a runner has no other page."""
    pages = {"organizer": "organizer:control", AccessLink.Role.DESK: "desk:players"}
    page = pages.get(request.actor.role)
    return night_url(request.night, page) if page else ""
