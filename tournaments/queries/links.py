"""The links of a night's helpers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournaments.models import AccessLink, Tournament


@dataclass(frozen=True)
class Helpers:
    """Open links first, by role and name; revoked ones after them. `tables`: numbers a table link can be for."""

    open: tuple[AccessLink, ...]
    revoked: tuple[AccessLink, ...]
    tables: tuple[int, ...]


def helpers_of(night: Tournament, now: datetime) -> Helpers:
    """The helpers of a night. Two queries."""
    links = list(night.links.select_related("table", "tournament").order_by("role", "name", "pk"))
    return Helpers(
        open=tuple(link for link in links if link.is_open(now)),
        revoked=tuple(link for link in links if not link.is_open(now)),
        tables=tuple(night.tables.order_by("number").values_list("number", flat=True)),
    )
