"""The wall: its page, its frames, its live stream, and the QR code that leads phones to their own page."""

from __future__ import annotations

import io
from typing import Any

import segno
from django.db import connection
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET

from tournaments.queries.snapshot import read_at_one_moment
from tournaments.queries.wall import wall_of
from tournaments.web import access, addresses
from tournaments.web.screen.frames import frame_context
from tournaments.web.screen.hub import hub
from tournaments.web.typed import typed_number
from tournaments.web.versions import answer_by_version

SEEN_LENGTH = 24
MOST_TURNS = 1_000_000


@require_GET
@access.public
def wall(request: Any, code: str) -> HttpResponse:
    """The projector's page: public, without login or pointer.

    `?bright=1` for a bright room; `?pace=2` turns the pages twice as fast. `?turn=` is for browsers without
    scripts: the page after it is loaded by itself.
    """
    turn = typed_number(request.GET.get("turn"), most=MOST_TURNS)
    context = frame_context(
        read_at_one_moment(request.night, lambda night: wall_of(night, timezone.now())), turn
    )
    context |= {
        "bright": request.GET.get("bright") == "1",
        "pace": _pace(request.GET.get("pace")),
        "next_turn": turn + 1,
        "join_host": _join_address(request).removesuffix(_join_path(request)),
        "join_path": _join_path(request),
    }
    return render(request, "screen/wall.html", context)


@require_GET
@access.public
def frame(request: Any, code: str) -> HttpResponse:
    """The frame alone; 304 while the night is at the version the caller has."""

    def make() -> HttpResponse:
        shown = read_at_one_moment(request.night, lambda night: wall_of(night, timezone.now()))
        return render(request, "screen/frame.html", frame_context(shown))

    return answer_by_version(request, make)


@require_GET
@access.public
def events(request: Any, code: str) -> Any:
    """The live stream of a night (`events.py`): `?frames=1` for a wall, else what changed, for any other page.

    `?seen=` names the version the page shows at first; after a break the browser names it itself.
    """
    seen = request.headers.get("Last-Event-ID") or request.GET.get("seen", "")
    stream = hub.stream(
        request.night.pk,
        wants_frames=request.GET.get("frames") == "1",
        seen=seen[:SEEN_LENGTH],
        is_helper=request.actor.role != "public",
    )
    # The stream lives for hours; its request's connection to the database must not, or a few phones use them all up.
    if not connection.in_atomic_block:  # of a test
        connection.close()
    response = StreamingHttpResponse(stream, content_type="text/event-stream; charset=utf-8")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response


@require_GET
@access.public
def join(request: Any, code: str) -> HttpResponse:
    """A QR code of the night's page for phones, as a picture."""
    picture = io.BytesIO()
    segno.make(_join_address(request), error="m", micro=False).save(
        picture, kind="svg", border=2, omitsize=True, light="#ffffff"
    )
    response = HttpResponse(picture.getvalue(), content_type="image/svg+xml")
    response["Cache-Control"] = "no-cache"  # a laptop changes networks
    return response


@require_GET
@access.public
def worker(request: Any, code: str) -> HttpResponse:
    """The script that answers for the wall while the server is away; a script governs only what lies below it."""
    response = render(request, "screen/worker.js", content_type="text/javascript")
    response["Cache-Control"] = "no-cache"
    return response


def _join_address(request: Any) -> str:
    return addresses.for_phones(request, _join_path(request))


def _join_path(request: Any) -> str:
    return reverse("player:night", args=[request.night.code])


def _pace(text: str | None) -> float:
    """How many times as fast as usual the pages turn, from a tenth to fifty times; 1 for anything else."""
    try:
        pace = float(text or "1")
    except ValueError:
        return 1.0
    return min(max(pace, 0.1), 50.0) if pace == pace else 1.0
