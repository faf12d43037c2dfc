"""The log of everything done."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.queries.log import log_of
from tournaments.web import access
from tournaments.web.frame import frame


@access.organizer
@require_safe
def log(request: Any, code: str) -> HttpResponse:
    """The log, newest first, narrowed by `?table=`, `?who=` and `?act=`."""
    asked = {name: request.GET.get(name, "")[:80].replace("\0", "") for name in ("table", "who", "act")}
    found = log_of(
        request.night,
        page=_number(request.GET.get("page", "")) or 1,
        table=_number(asked["table"]),
        who=asked["who"],
        act=asked["act"],
    )
    context = {
        **frame(request, "organizer:log"),
        "log": found,
        "page": found.page,
        "asked": asked,
        "query": urlencode({name: value for name, value in asked.items() if value}),
    }
    return render(request, "organizer/log.html", context)


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else None
