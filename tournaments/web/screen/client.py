"""One open stream and its mailbox of one update."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import suppress

from tournaments.web.screen.events import GONE, Update, ping

PING_AFTER = 15.0
"""Seconds of silence after which a stream says that it lives."""
RETRY_MS = 1000
"""After how long a browser that lost its stream asks again."""


class Client:
    """One open stream, on one event loop. What it did not fetch yet is merged into the next update."""

    def __init__(self, night_id: int, *, wants_frames: bool, seen: str, is_helper: bool) -> None:
        """`seen`: the version the page already shows, "" if none. `is_helper`: may see a private night."""
        self.night_id = night_id
        self.wants_frames = wants_frames
        self.loop = asyncio.get_running_loop()
        self._seen = seen
        self._is_helper = is_helper
        self._news = asyncio.Event()
        self._mail: Update | None = None
        self._closed = False
        self._gone = False

    async def stream(self) -> AsyncIterator[bytes]:
        """Everything this client is to be sent, until the hub closes or the night is gone."""
        yield ping(retry_ms=RETRY_MS)
        while not self._closed:
            try:
                async with asyncio.timeout(PING_AFTER):
                    await self._news.wait()
            except TimeoutError:
                yield ping()
                continue
            self._news.clear()
            update, self._mail = self._mail, None
            if update is not None and not self._closed:
                yield update.frame_event if self.wants_frames else update.changed_event
        if self._gone:
            yield GONE

    def tell(self, update: Update | None) -> None:
        """Put an update into the mailbox unless the page shows it; None: there is no such night any more.

        On the client's loop only.
        """
        if update is None or not (update.is_public or self._is_helper):
            self._gone = True
            self.close()
        elif str(update.version) != self._seen:
            news = update if self._seen == str(update.follows) else update.in_full
            self._seen = str(update.version)
            self._mail = news.since(self._mail)
            self._news.set()

    def close(self) -> None:
        """End the stream. On the client's loop only."""
        self._closed = True
        self._news.set()


def on_their_loops(clients: Iterable[Client], call: Callable[[Client], None]) -> None:
    """Run `call` for each client on its own event loop: one hand-over a loop, however many clients."""
    by_loop: dict[asyncio.AbstractEventLoop, list[Client]] = defaultdict(list)
    for client in clients:
        by_loop[client.loop].append(client)
    for loop, group in by_loop.items():
        with suppress(RuntimeError):  # the loop is closed, and its streams with it
            loop.call_soon_threadsafe(_call_each, group, call)


def _call_each(clients: Iterable[Client], call: Callable[[Client], None]) -> None:
    for client in clients:
        call(client)
