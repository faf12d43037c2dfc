"""A browser's side of a live stream, for tests: connects, reads events, tells what came."""

from __future__ import annotations

import socket
import time
from dataclasses import dataclass, field


@dataclass
class Event:
    """One server-sent event. `at`: seconds of `time.monotonic` when it was read."""

    name: str
    data: str
    id: str
    at: float


@dataclass
class Stream:
    """An open stream of `path` at 127.0.0.1:`port`. `read` waits for the next event."""

    port: int
    path: str
    headers: dict[str, str] = field(default_factory=dict)

    def __enter__(self) -> Stream:
        self._socket = socket.create_connection(("127.0.0.1", self.port), timeout=10)
        lines = [f"GET {self.path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", "Accept: text/event-stream"]
        lines += [f"{name}: {value}" for name, value in self.headers.items()]
        self._socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self._rest = b""
        head = self._until(b"\r\n\r\n")
        assert head is not None
        self.status = int(head.split(b" ", 2)[1])
        self.answer = head.decode().lower()
        self._text = b""
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def read(self, *, within: float = 5.0, skip: tuple[str, ...] = ("ping",)) -> Event | None:
        """The next event that is not one of `skip`; None when the stream ended. Fails when none comes in time."""
        end = time.monotonic() + within
        while True:
            while b"\n\n" not in self._text:
                self._socket.settimeout(max(0.01, end - time.monotonic()))
                size = self._until(b"\r\n")
                if size is None or int(size, 16) == 0:
                    return None
                self._text += self._exactly(int(size, 16) + 2)[:-2]
            block, self._text = self._text.split(b"\n\n", 1)
            found = _parse(block.decode())
            if found.name not in skip:
                return found

    def silent(self, seconds: float) -> bool:
        """Whether nothing but pings comes for so long."""
        try:
            return self.read(within=seconds) is None
        except TimeoutError:
            return True

    def _until(self, mark: bytes) -> bytes | None:
        while mark not in self._rest:
            part = self._socket.recv(65536)
            if not part:
                return None
            self._rest += part
        found, self._rest = self._rest.split(mark, 1)
        return found

    def _exactly(self, count: int) -> bytes:
        while len(self._rest) < count:
            part = self._socket.recv(65536)
            assert part, "the stream broke off in the middle of an event"
            self._rest += part
        found, self._rest = self._rest[:count], self._rest[count:]
        return found


def _parse(block: str) -> Event:
    fields: dict[str, list[str]] = {}
    for line in block.split("\n"):
        name, _, value = line.partition(": ")
        fields.setdefault(name, []).append(value)
    return Event(
        name="".join(fields.get("event", [])),
        data="\n".join(fields.get("data", [])),
        id="".join(fields.get("id", [])),
        at=time.monotonic(),
    )
