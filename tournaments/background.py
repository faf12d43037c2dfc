"""What a serving process does besides answering: threads that look again and again whether something is due.

All they know is read from the stored nights each time, so a restart forgets nothing; an act of this process wakes them.
"""

from __future__ import annotations

import logging
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TypeVar

from django.db import Error as DatabaseError
from django.db import connections

from tournaments.actions import stamp

Result = TypeVar("Result")

logger = logging.getLogger(__name__)

AFTER_FAULT = 2.0
LONG = 1.0
"""Seconds of rest from which on the thread keeps no connection to the database meanwhile."""


class Background(ABC):
    """One such thread. `start` and `stop` may be called again and again."""

    name: str
    """Of the thread, and whom the server's own log speaks of."""

    def __init__(self) -> None:
        self._news = threading.Event()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        stamp.subscribe(self._hear)

    @abstractmethod
    def turn(self) -> float:
        """Do what is due now; answers the seconds until something else may be."""

    @abstractmethod
    def concerns(self, night_id: int, topics: frozenset[str]) -> bool:
        """Whether an act that changed these topics of a night may have brought something to do."""

    def take_over(self) -> None:  # noqa: B027 -- not every thread has something to take over
        """Take up, before the first turn, what a process that has died left behind."""

    def let_go(self) -> None:  # noqa: B027 -- nor to let go
        """Leave, after the last turn, what is not done to whoever comes next."""

    def start(self) -> None:
        """Begin to look."""
        if self._thread is not None and self._thread.is_alive():
            return
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(self._stopping,), name=self.name, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End after what is being done. A signal handler may call it."""
        self._stopping.set()
        self._news.set()

    def wait_stopped(self, seconds: float = 10.0) -> bool:
        """After `stop`: whether the thread has ended."""
        if self._thread is not None:
            self._thread.join(seconds)
        return self._thread is None or not self._thread.is_alive()

    @property
    def stopping(self) -> bool:
        """Whether a turn should leave the rest of its work to another time."""
        return self._stopping.is_set()

    def _hear(self, night_id: int, version: int, topics: frozenset[str]) -> None:
        if self.concerns(night_id, topics):
            self._news.set()

    def _run(self, stopping: threading.Event) -> None:
        self._attempt(self.take_over)
        while not stopping.is_set():
            self._news.clear()
            pause = self._attempt(self.turn)
            pause = AFTER_FAULT if pause is None else pause
            if pause >= LONG:
                connections.close_all()
            self._news.wait(pause)
        self._attempt(self.let_go)
        connections.close_all()

    def _attempt(self, work: Callable[[], Result]) -> Result | None:
        try:
            return work()
        except DatabaseError as error:
            logger.warning("The %s could not reach the database: %s", self.name, error)
            return None
