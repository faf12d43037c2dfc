"""The site under test, served by the program's own server on a free port of this machine."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import django.db

from euchre_night import server

LAN_NAME = "night.test"
"""A name that only the test browser knows. Unlike 127.0.0.1 it is no "secure context": what a phone gets that
opens `http://192.168.1.20:8000` (no service worker, no clipboard, no crypto.randomUUID)."""


@dataclass
class Site:
    """A running server, and how to stop and start it in the middle of a test."""

    port: int
    _server: server.NightServer | None = None
    _thread: threading.Thread | None = None

    @property
    def url(self) -> str:
        """The address as the laptop itself has it: `http://127.0.0.1:1234`."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def lan_url(self) -> str:
        """The address as phones have it, for the test browser alone: `http://night.test:1234`."""
        return f"http://{LAN_NAME}:{self.port}"

    def start(self) -> None:
        """Listen on the same port as before, the first time on a free one."""
        listener = server.listen("127.0.0.1", self.port, others=0)
        self.port = listener.getsockname()[1]
        self._server = server.NightServer(server.configuration())
        self._thread = threading.Thread(target=self._server.run, args=([listener],), name="site")
        self._thread.start()
        end = time.monotonic() + 10
        while not self._server.started:
            if time.monotonic() > end or not self._thread.is_alive():
                raise RuntimeError("The site did not start.")
            time.sleep(0.01)

    def stop(self) -> None:
        """Stop as Ctrl-C does: streams end, then the port is free."""
        from tournaments.hall_clock import hall_clock  # need Django, which is loaded by now
        from tournaments.simulation.keeper import keeper
        from tournaments.web.screen.hub import hub

        if self._server is None or self._thread is None:
            return
        self._server.handle_exit(signal.SIGINT, None)
        self._thread.join(10)
        if self._thread.is_alive():
            raise RuntimeError("The site did not stop.")
        if not hub.wait_closed():
            raise RuntimeError("The hub did not close.")
        if not keeper.wait_stopped():
            raise RuntimeError("The bots did not stop.")
        if not hall_clock.wait_stopped():
            raise RuntimeError("The hall clock did not stop.")
        self._server = self._thread = None


@contextmanager
def open_site() -> Iterator[Site]:
    """A started site; it is stopped afterwards, and its database connections are closed."""
    site = Site(port=0)
    site.start()
    try:
        yield site
    finally:
        site.stop()
        django.db.connections.close_all()
