"""The hub: hears that a night changed, reads it once, and hands the same bytes to every open stream.

One hub a process (`hub`). It has two threads of its own, started with the first stream: the watcher hears of
changes made by other processes (`watch`), the publisher reads and renders (`frames`). Streams live on the event
loops of the server; each has a mailbox of one update, so a phone that does not read delays nobody.

The first change of a night goes out at once, later ones at most four a second. A restored backup goes back in
versions, so they are compared with `!=`, never with `>`.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from dataclasses import dataclass, field, replace

from django.db import Error as DatabaseError
from django.db import connections

from tournaments.actions import stamp
from tournaments.web.screen import frames
from tournaments.web.screen.client import RETRY_MS, Client, on_their_loops
from tournaments.web.screen.events import EVERYTHING, Update, ping
from tournaments.web.screen.watch import watch

logger = logging.getLogger(__name__)

PAUSE = 0.25
"""Seconds between two updates of one night."""
AFTER_FAULT = 2.0
"""Seconds before a night that could not be read is tried again."""
MOST_STREAMS = 2000
"""Streams of one process; whoever comes then is asked to try again, after `RETRY_WHEN_FULL_MS`."""
RETRY_WHEN_FULL_MS = 15_000

Reader = Callable[[int], Update | None]


@dataclass
class _Channel:
    """A night somebody watches. `explained`: the topics of versions not told yet; `due`: when to tell.

    `begun_at`: when the update told last was begun, so that the time it takes is not added to the pause.
    """

    clients: set[Client] = field(default_factory=set)
    explained: dict[int, frozenset[str]] = field(default_factory=dict)
    told: Update | None = None
    begun_at: float = 0.0
    due: float | None = None
    busy: bool = False

    def news(self, update: Update) -> Update:
        """What was read, with the version told before it and what changed since then."""
        told = self.told
        if told is None:
            return update
        if told.version == update.version:
            return replace(update, follows=told.follows, topics=told.topics)
        steps = range(told.version + 1, update.version + 1)  # empty when a backup was restored
        known = [self.explained.get(version, EVERYTHING) for version in steps] or [EVERYTHING]
        return replace(update, follows=told.version, topics=frozenset().union(*known))


class Hub:
    """Who watches which night, and what they are still to be told. Its methods may be called from any thread."""

    def __init__(self, look: Reader, render: Reader) -> None:
        """`look(night_id)` reads a night's version, `render(night_id)` the wall's frame as well.

        Both give None for a night that is gone, and raise Django's database errors.
        """
        self._look, self._render = look, render
        # A signal may call `close` in a thread that holds the lock: a Condition's lock lets it in once more.
        self._state = threading.Condition()
        self._channels: dict[int, _Channel] = {}
        self._threads: list[threading.Thread] = []
        self._stopping = threading.Event()
        self._is_open = True
        stamp.subscribe(self.mark)

    @property
    def count(self) -> int:
        """How many streams are open."""
        with self._state:
            return sum(len(channel.clients) for channel in self._channels.values())

    def watched(self) -> list[int]:
        """The ids of the nights with at least one open stream."""
        with self._state:
            return list(self._channels)

    async def stream(
        self, night_id: int, *, wants_frames: bool, seen: str = "", is_helper: bool = False
    ) -> AsyncIterator[bytes]:
        """The bytes of one stream, for as long as it is open.

        `wants_frames`: the wall's frames, else what changed. `seen`: the version the page already shows.
        """
        client = Client(night_id, wants_frames=wants_frames, seen=seen, is_helper=is_helper)
        if not self._enter(client):
            yield ping(retry_ms=RETRY_WHEN_FULL_MS if self._is_open else RETRY_MS)
            return
        try:
            async for part in client.stream():
                yield part
        finally:
            self._leave(client)

    def mark(self, night_id: int, version: int, topics: Collection[str] | None) -> None:
        """The night is at this version now, which changed these topics (None: unknown)."""
        with self._state:
            channel = self._channels.get(night_id)
            if channel is None or (channel.told and channel.told.version == version):
                return
            if topics is not None:
                channel.explained[version] = frozenset(topics)
            self._make_due(channel, channel.begun_at + PAUSE)

    def compare(self, versions: Mapping[int, int]) -> bool:
        """Mark the watched nights whose version is another than was told. False while one is just being read."""
        settled = True
        with self._state:
            for night_id, channel in self._channels.items():
                if channel.busy or channel.due is not None:
                    settled = False
                elif channel.told is None or channel.told.version != versions.get(night_id):
                    self._make_due(channel, channel.begun_at + PAUSE)
        return settled

    def open(self) -> None:
        """Take streams (again)."""
        with self._state:
            self._is_open = True

    def close(self) -> None:
        """End all streams and both threads; take no streams until `open`. A signal handler may call it."""
        with self._state:
            self._is_open = False
            self._stopping.set()
            clients = [client for channel in self._channels.values() for client in channel.clients]
            self._state.notify_all()
        on_their_loops(clients, Client.close)

    def wait_closed(self, seconds: float = 5.0) -> bool:
        """After `close`: whether both threads have ended and given their connections back."""
        for thread in self._threads:
            thread.join(seconds)
        return not any(thread.is_alive() for thread in self._threads)

    # -- Streams ----------------------------------------------------------------------------------------------

    def _enter(self, client: Client) -> bool:
        with self._state:
            if not self._is_open or self.count >= MOST_STREAMS:
                return False
            if self._stopping.is_set() or not self._threads:
                self._start()
            channel = self._channels.setdefault(client.night_id, _Channel())
            channel.clients.add(client)
            self._make_due(channel, 0.0)
        return True

    def _leave(self, client: Client) -> None:
        with self._state:
            channel = self._channels.get(client.night_id)
            if channel is None:
                return
            channel.clients.discard(client)
            if not channel.clients:
                del self._channels[client.night_id]

    def _make_due(self, channel: _Channel, when: float) -> None:
        channel.due = when if channel.due is None else min(channel.due, when)
        self._state.notify_all()

    # -- Threads ----------------------------------------------------------------------------------------------

    def _start(self) -> None:
        self._stopping = stopping = threading.Event()
        self._threads = [
            threading.Thread(target=self._publish, args=(stopping,), name="hub-publisher", daemon=True),
            threading.Thread(target=watch, args=(self, stopping), name="hub-watcher", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def _publish(self, stopping: threading.Event) -> None:
        while (due := self._next_due(stopping)) is not None:
            night_id, channel, clients = due
            begun_at = time.monotonic()
            try:
                self._hand_out(channel, clients, self._read(night_id, channel, clients), begun_at)
            except DatabaseError as error:
                logger.warning("Night %s cannot be read: %s", night_id, error)
                self._try_again(channel)
            except Exception:  # a fault in one night's rendering must not freeze the screens of all others
                logger.exception("Night %s cannot be rendered", night_id)
                self._try_again(channel)
            finally:
                connections.close_all()
                with self._state:
                    channel.busy = False

    def _next_due(self, stopping: threading.Event) -> tuple[int, _Channel, list[Client]] | None:
        """Wait for a night that is due, with its clients as of now; None when it is time to stop."""
        with self._state:
            while not stopping.is_set():
                waiting = [(c.due, night_id) for night_id, c in self._channels.items() if c.due is not None]
                due, night_id = min(waiting, default=(None, 0))
                left = None if due is None else due - time.monotonic()
                if left is not None and left <= 0:
                    channel = self._channels[night_id]
                    channel.due, channel.busy = None, True
                    return night_id, channel, list(channel.clients)
                self._state.wait(left)
        return None

    def _read(self, night_id: int, channel: _Channel, clients: Collection[Client]) -> Update | None:
        update = self._look(night_id)
        if update is None or not any(client.wants_frames for client in clients):
            return update
        told = channel.told
        if told is not None and told.frame is not None and told.version == update.version:
            return replace(update, frame=told.frame)
        return self._render(night_id)

    def _hand_out(
        self, channel: _Channel, clients: Collection[Client], update: Update | None, begun_at: float
    ) -> None:
        if update is None:
            on_their_loops(clients, lambda client: client.tell(None))
            return
        with self._state:
            news = replace(channel.news(update), streams=len(channel.clients))
            if channel.told is None or channel.told.version != news.version:
                channel.begun_at = begun_at
            channel.told = news
            channel.explained = {v: topics for v, topics in channel.explained.items() if v > update.version}
        on_their_loops(clients, lambda client: client.tell(news))

    def _try_again(self, channel: _Channel) -> None:
        with self._state:
            self._make_due(channel, time.monotonic() + AFTER_FAULT)


hub = Hub(frames.look, frames.render)
