"""What is sent down a live stream, as bytes made once and shared by everybody who hears it.

event: ping      data: the server's time (ms since 1970)    at the start, then whenever 15 s were silent
event: frame     id: version    data: HTML of the wall
event: changed   id: version    data: {"version": 5, "topics": ["scores"], "streams": 60}
event: gone                     the night is no longer shown to whoever asks

Topics are those of the acts; "all" among them: anything may have changed. `streams`: how many hear of it.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, replace
from functools import cached_property

EVERYTHING = frozenset({"all"})
GONE = b"event: gone\ndata: gone\n\n"


@dataclass(frozen=True)
class Update:
    """One version of a night as its watchers hear of it.

    `topics` changed since the version it `follows`; who saw another version before cannot trust them.
    `frame`: the wall's HTML, where anybody asked for it. `streams`: how many hear of it in this process.
    """

    version: int
    is_public: bool = True
    follows: int | None = None
    topics: frozenset[str] = EVERYTHING
    frame: str | None = None
    streams: int = 0

    def since(self, missed: Update | None) -> Update:
        """This update for somebody who has not fetched the one before it."""
        if missed is None or missed.topics <= self.topics:
            return self
        return replace(self, topics=self.topics | missed.topics)

    @cached_property
    def in_full(self) -> Update:
        """This update for somebody who saw some other version before."""
        return replace(self, topics=EVERYTHING)

    @cached_property
    def frame_event(self) -> bytes:
        return event("frame", self.frame or "", id=self.version)

    @cached_property
    def changed_event(self) -> bytes:
        content = {"version": self.version, "topics": sorted(self.topics), "streams": self.streams}
        return event("changed", json.dumps(content), id=self.version)


def event(name: str, data: str, *, id: int | None = None) -> bytes:
    """One event in the format of server-sent events."""
    lines = [f"event: {name}", *(f"data: {line}" for line in data.splitlines() or [""])]
    if id is not None:
        lines.append(f"id: {id}")
    return ("\n".join(lines) + "\n\n").encode()


def ping(*, retry_ms: int | None = None) -> bytes:
    """A sign of life with the server's time; a comment would be invisible to the page."""
    start = b"" if retry_ms is None else f"retry: {retry_ms}\n".encode()
    return start + event("ping", str(int(time.time() * 1000)))
