"""Does what is due by the clock in the nights under way, while the site is served: one thread a process.

Today that is one thing: a table of the queue at which losers wait is filled again after their ten minutes
(`actions.queue_clock`). When it is due is seen from the stored night each time, so a restart forgets nothing; an act
of this process makes the thread look again, and with several processes each has its own: whichever comes first does it,
under the night lock, and the others find nothing left to do.
"""

from __future__ import annotations

import logging
import threading

from django.db import Error as DatabaseError
from django.db import OperationalError, connections
from django.utils import timezone

from tournaments.actions import stamp
from tournaments.actions.act import SYSTEM, Caller
from tournaments.actions.queue_clock import fill_by_clock
from tournaments.models import Tournament
from tournaments.problems import ActRefused
from tournaments.queries.queue_clock import coming_moments

logger = logging.getLogger(__name__)

LONGEST = 15.0
"""Seconds between two looks at most: other processes act too, and one of them may have died before its time."""
SHORTEST = 0.05
AFTER_FAULT = 2.0
TOPICS = frozenset({"seating", "clock"})
"""What changes when a table fills."""


class HallClock:
    """The clock's thread of this process. `start` and `stop` may be called again and again."""

    def __init__(self) -> None:
        self._news = threading.Event()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._left_alone: dict[int, int] = {}
        stamp.subscribe(self._hear)

    def start(self) -> None:
        """Begin to look at the clock."""
        if self._thread is not None and self._thread.is_alive():
            return
        self._stopping = threading.Event()
        self._thread = threading.Thread(
            target=self._run, args=(self._stopping,), name="hall clock", daemon=True
        )
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

    def turn(self) -> float:
        """Do what is due now; answers the seconds until something else may be."""
        now, pause = timezone.now(), LONGEST
        for night, moment in coming_moments(now):
            if moment > now:
                pause = min(pause, (moment - now).total_seconds())
            elif self._left_alone.get(night.pk) != night.version:
                self._fill(night)
                pause = SHORTEST  # what comes next in this night is seen then
        return max(pause, SHORTEST)

    def _fill(self, night: Tournament) -> None:
        """Fill what is due; where that fails, not again before something is done in the night."""
        try:
            fill_by_clock(night, Caller(SYSTEM))
        except OperationalError:  # the database is lost, or locked for too long
            raise
        except (ActRefused, Tournament.DoesNotExist):  # another process was quicker, or the night has gone
            self._left_alone[night.pk] = night.version
        except Exception:  # a fault in one night must not stop the others, nor itself again and again
            logger.exception("The clock leaves night %s alone until something is done in it", night.pk)
            self._left_alone[night.pk] = night.version

    def _hear(self, night_id: int, version: int, topics: frozenset[str]) -> None:
        if topics & TOPICS:
            self._news.set()

    def _run(self, stopping: threading.Event) -> None:
        while not stopping.is_set():
            pause = AFTER_FAULT
            self._news.clear()
            try:
                pause = self.turn()
            except DatabaseError as error:
                logger.warning("The clock lost the database, trying again: %s", error)
            finally:
                connections.close_all()
            self._news.wait(pause)


hall_clock = HallClock()
