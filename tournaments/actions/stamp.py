"""The version stamp of a night, and telling the open screens once an act is committed."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection

from django.db import connection, transaction

from tournaments.models import Tournament

CHANNEL = "euchre_night"

Listener = Callable[[int, int, frozenset[str]], None]
_listeners: list[Listener] = []


def subscribe(listener: Listener) -> None:
    """Call `listener(night_id, version, topics)` in this process after every committed act."""
    if listener not in _listeners:
        _listeners.append(listener)


def bump(night: Tournament, topics: Collection[str]) -> int:
    """Raise the version and see that everybody watching hears of it; returns the new version.

    Must run inside the act's transaction. On PostgreSQL the notification travels with the commit to
    every process; on SQLite other processes see the database file change.
    """
    night.version += 1
    night.save(update_fields=["version"])
    night_id, version, changed = night.pk, night.version, frozenset(topics)
    if connection.vendor == "postgresql":
        payload = json.dumps({"night": night_id, "version": version, "topics": sorted(changed)})
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, payload])
    transaction.on_commit(lambda: _tell(night_id, version, changed))
    return version


def _tell(night_id: int, version: int, topics: frozenset[str]) -> None:
    for listener in _listeners:
        listener(night_id, version, topics)
