"""Who is entering which table right now: a hint that goes away by itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from uuid import UUID

from tournaments.models import Entering

LASTS = timedelta(seconds=90)
"""How long a sign of life counts; a phone gives one every 30 s while somebody types (`sheet-presence.js`)."""


def entering_now(games: Collection[UUID], now: datetime, *, but: str = "") -> Mapping[UUID, tuple[str, ...]]:
    """The names of those who are entering each of these games, `but` the person of that identity. One query."""
    names: dict[UUID, list[str]] = defaultdict(list)
    there = Entering.objects.filter(game__in=games, seen_at__gt=now - LASTS).exclude(identity=but)
    for one in there.order_by("seen_at", "pk"):
        names[one.game_id].append(one.name)
    return {game: tuple(found) for game, found in names.items()}
