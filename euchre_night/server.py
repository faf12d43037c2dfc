"""The web server: uvicorn, told to end the live streams first when it is asked to stop."""

import errno
import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
from contextlib import suppress
from functools import partial
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import TYPE_CHECKING

import uvicorn
from uvicorn.supervisors import ChangeReload

from euchre_night.start import ROOT

if TYPE_CHECKING:
    from tournaments.background import Background

logger = logging.getLogger(__name__)

APPLICATION = "euchre_night.asgi:application"
CODE = [str(ROOT / name) for name in ("euchre_night", "scoring", "tournaments")]
"""What `--reload` watches."""
GRACE = 3
"""Seconds that running requests get to end when the server stops."""
TOO_YOUNG = 2
"""Seconds: a worker that dies younger never ran, and its successor would not either."""


class NightServer(uvicorn.Server):
    """A server that stops at once although screens and phones hold their streams open for hours.

    As long as it runs the bots of rehearsals play, and tables fill by the clock.
    """

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Take streams, then listen as uvicorn does."""
        from tournaments.web.screen.hub import hub  # needs Django, which is loaded by now

        hub.open()
        for thread in threads():
            thread.start()
        await super().startup(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End the streams, the bots and the clock, then stop as uvicorn does."""
        from tournaments.web.screen.hub import hub

        for thread in threads():
            thread.stop()
        hub.close()
        super().handle_exit(sig, frame)


def threads() -> "list[Background]":
    """What this process does besides answering: the bots of rehearsals, and tables that fill by the clock."""
    from tournaments.hall_clock import hall_clock  # need Django, which is loaded by now
    from tournaments.simulation.keeper import keeper

    return [keeper, hall_clock]


def listen(host: str, port: int, others: int) -> socket.socket:
    """A listening socket on the port, or while that is taken on the first free one of the next `others`.

    Raises `OSError` when all are taken, the port is not allowed or the address is not this machine's.
    """
    for candidate in range(port, port + others):
        try:
            return _listen_on(host, candidate)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
    return _listen_on(host, port + others)


def _listen_on(host: str, port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        if os.name != "nt":  # there it would let two servers share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(2048)
    except OSError:
        listener.close()
        raise
    return listener


def configuration(*, access_log: bool = False, reload: bool = False) -> uvicorn.Config:
    """How uvicorn is run: plain asyncio and h11, which are as fast here as the compiled ones."""
    return uvicorn.Config(
        APPLICATION,
        loop="asyncio",
        http="h11",
        ws="none",
        lifespan="off",
        log_level="info" if access_log else "warning",
        access_log=access_log,
        reload=reload,
        reload_dirs=CODE if reload else None,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
    )


def run(sockets: list[socket.socket] | None = None, *, access_log: bool = False) -> None:
    """Serve in this process until it is told to stop."""
    config = configuration(access_log=access_log)
    config.load()  # Django first: a signal that comes early must find the hub
    with suppress(KeyboardInterrupt):  # uvicorn raises the signal once more when it is done
        NightServer(config).run(sockets)
    for thread in threads():
        thread.stop()
        thread.wait_stopped(GRACE)


def run_reloading(listener: socket.socket, access_log: bool) -> None:
    """Serve, and start anew whenever a Python file changes."""
    serve = partial(run, access_log=access_log)
    ChangeReload(configuration(reload=True), target=serve, sockets=[listener]).run()


def run_workers(listener: socket.socket, count: int, access_log: bool) -> None:
    """Serve from several processes that share the socket, and replace one that dies.

    Raises `RuntimeError` when a worker dies as soon as it has started.
    """
    spawn = multiprocessing.get_context("spawn")

    def start() -> tuple[BaseProcess, float]:
        process = spawn.Process(target=_work, args=(listener, access_log))
        process.start()
        return process, time.monotonic()

    # Ctrl-C too by name: who was started in the background by a script has inherited that it is ignored.
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, signal.default_int_handler)
    workers = [start() for _ in range(count)]
    try:
        while True:
            wait([process.sentinel for process, _ in workers])
            for place, (process, begun) in enumerate(workers):
                if process.is_alive():
                    continue
                if time.monotonic() - begun < TOO_YOUNG:
                    raise RuntimeError(f"A worker stopped as soon as it started (code {process.exitcode}).")
                logger.error("Worker %s died (code %s): starting another.", process.pid, process.exitcode)
                workers[place] = start()
    except KeyboardInterrupt:
        pass
    finally:
        _stop([process for process, _ in workers])


def _work(listener: socket.socket, access_log: bool) -> None:
    """One worker; it does not outlive the process that started it."""
    parent = multiprocessing.parent_process()
    if parent is not None:

        def follow(sentinel: int) -> None:
            wait([sentinel])
            os.kill(os.getpid(), signal.SIGTERM)

        threading.Thread(target=follow, args=(parent.sentinel,), daemon=True).start()
    run([listener], access_log=access_log)


def _stop(processes: list[BaseProcess]) -> None:
    for process in processes:
        process.terminate()
    for process in processes:
        process.join(GRACE + 2)
        if process.is_alive():
            process.kill()
