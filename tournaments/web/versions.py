"""Answers that stay right as long as a night stays at its version."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpResponse


def build_mark() -> str:
    """Changes with every change of the styles and scripts; "" while they are served from their folders."""
    return str(getattr(staticfiles_storage, "manifest_hash", ""))


def answer_by_version(request: Any, make: Callable[[], HttpResponse]) -> HttpResponse:
    """304 while the caller has the night's version (and this build of the site), else `make()`.

    The tag is that of the night as the request found it: a page read a moment later is only asked for again.
    """
    tag = f'"{request.night.version}-{build_mark()}-{request.actor.role}"'
    known = request.headers.get("If-None-Match") == tag
    response = HttpResponse(status=304) if known else make()
    response["ETag"] = tag
    response["Cache-Control"] = "private, no-cache"
    return response
