"""The wall's addresses: its live stream."""

from __future__ import annotations

from typing import Any

from django.db import close_old_connections
from django.http import StreamingHttpResponse
from django.views.decorators.http import require_GET

from tournaments.web import access
from tournaments.web.screen.hub import hub

SEEN_LENGTH = 24


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
    # The stream lives for hours; its request's connection to the database must not.
    close_old_connections()
    response = StreamingHttpResponse(stream, content_type="text/event-stream; charset=utf-8")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response
