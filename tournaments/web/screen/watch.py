"""Hearing of changes that other processes make: LISTEN on PostgreSQL, the file's own counter on SQLite."""

from __future__ import annotations

import json
import logging
import os
import threading
from typing import TYPE_CHECKING

import psycopg
from django.db import Error as DatabaseError
from django.db import connection

from tournaments.actions.stamp import CHANNEL
from tournaments.models import Tournament

if TYPE_CHECKING:
    from tournaments.web.screen.hub import Hub

logger = logging.getLogger(__name__)

POLL = 0.1
"""Seconds between two looks at the SQLite file; one look takes some microseconds."""
LISTEN = 0.4
"""Seconds the listener waits before it looks whether it should stop."""
PAUSE = 1.0
"""Seconds before the next try when the database is away."""

# A listener only waits: without these it would wait for ever behind a connection that died without a word.
KEEPALIVE = {"keepalives_idle": 15, "keepalives_interval": 5, "keepalives_count": 3}


def watch(hub: Hub, stopping: threading.Event) -> None:
    """Tell the hub of every change until `stopping` is set; survives a database that goes away and returns."""
    follow = _listen if connection.vendor == "postgresql" else _poll
    lost = False
    while not stopping.is_set():
        try:
            follow(hub, stopping)
        except (DatabaseError, psycopg.Error, OSError) as error:
            if not lost:
                logger.warning("Lost the database, trying again: %s", error)
            lost = True
            stopping.wait(PAUSE)
        finally:
            connection.close()


def _listen(hub: Hub, stopping: threading.Event) -> None:
    """PostgreSQL: notifications travel with the commit (`stamp.bump`). A connection beside the pool."""
    parameters = {**connection.get_connection_params(), **KEEPALIVE}
    with psycopg.connect(**parameters, autocommit=True) as listener:
        listener.execute(f"LISTEN {CHANNEL}")
        while not stopping.is_set() and not hub.compare(_versions(hub)):  # nobody listened until now
            stopping.wait(POLL)
        while not stopping.is_set():
            for note in listener.notifies(timeout=LISTEN):
                told = json.loads(note.payload)
                hub.mark(told["night"], told["version"], told["topics"])
                if stopping.is_set():
                    break


def _poll(hub: Hub, stopping: threading.Event) -> None:
    """SQLite: `data_version` changes when another connection has written; the versions tell in which night."""
    path = connection.settings_dict["NAME"]
    file, seen, settled = os.stat(path).st_ino, 0, False
    while not stopping.is_set():
        with connection.cursor() as cursor:
            now = cursor.execute("PRAGMA data_version").fetchone()[0]
        if now != seen or not settled:
            settled = hub.compare(_versions(hub))
            seen = now
        stopping.wait(POLL)
        if os.stat(path).st_ino != file:
            raise OSError("the file was replaced")  # by a restored backup: open it anew


def _versions(hub: Hub) -> dict[int, int]:
    return dict(Tournament.objects.filter(pk__in=hub.watched()).values_list("pk", "version"))
