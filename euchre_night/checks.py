"""Checks made at every start, before anybody is served."""

from collections.abc import Iterator
from typing import Any

from django.core.checks import CheckMessage, Error, register
from django.urls import URLPattern, URLResolver, get_resolver


@register("access")
def every_route_declares_its_access(**_: Any) -> list[CheckMessage]:
    """An error (`euchre_night.E001`) for each view that does not say who may use it.

    A view says so through the attribute `access` that the decorators in `tournaments.web.access` set: a
    non-empty `str` or `frozenset`. Nothing is exempt; static files are served before the addresses are
    looked up.
    """
    return [
        Error(
            f"Nobody has said who may use /{route} ({_name(view)}).",
            hint="Decorate the view, for example with @access.organizer or @access.public.",
            id="euchre_night.E001",
        )
        for route, view in routes(get_resolver())
        if not _declares(view)
    ]


def routes(resolver: URLResolver, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Every address pattern below the resolver, with the view that answers it."""
    for entry in resolver.url_patterns:
        route = prefix + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from routes(entry, route)
        elif isinstance(entry, URLPattern):
            yield route, entry.callback


def _declares(view: Any) -> bool:
    access = getattr(view, "access", None)
    return isinstance(access, str | frozenset) and bool(access)


def _name(view: Any) -> str:
    return f"{getattr(view, '__module__', '?')}.{getattr(view, '__qualname__', repr(view))}"
