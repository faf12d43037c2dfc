"""Plays the bots of all rehearsals that are asked to play, while the site is served: one thread a process.

A thread, and not a process of its own: on SQLite its acts queue up fairly with those of the real night, and screens
hear of them at once. What thinks long, a draw, runs in a worker process already; a table's game takes some
milliseconds, and after every step the thread rests as long as the step took.

Of several processes one plays a rehearsal: whoever holds it (`Bots.holder`), for some seconds each time, so that
another goes on when it dies. What to do next is seen from the night (`rehearsal`), so nothing is lost with it.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from datetime import timedelta

from django.db import Error as DatabaseError
from django.db import connection, connections
from django.db.models import Q
from django.utils import timezone

from tournaments.actions import stamp
from tournaments.actions.act import Caller
from tournaments.actions.bots import bots_are_done, bots_wait
from tournaments.models import Bots, Tournament
from tournaments.problems import ActRefused
from tournaments.simulation.rehearsal import BOTS, Done, Step, Waits, next_move

logger = logging.getLogger(__name__)

HELD = timedelta(seconds=90)
"""Longer than any step takes, a draw included: nobody else may begin it meanwhile."""
RENEW = timedelta(seconds=60)
IDLE, LOOK_AGAIN = 30.0, 1.0
"""Seconds between two looks: while nothing is asked, and while something is (its due time may come sooner)."""
AFTER_FAULT = 2.0
LONGEST_REST = 0.5
"""Of the rest after a step, which else is as long as the step."""


class Keeper:
    """The bots' thread of this process. `start` and `stop` may be called again and again."""

    def __init__(self) -> None:
        self.name = secrets.token_hex(8)
        self._news = threading.Event()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._waiting: dict[int, tuple[int, str]] = {}
        stamp.subscribe(self._hear)

    def start(self) -> None:
        """Begin to look after the rehearsals."""
        if self._thread is not None and self._thread.is_alive():
            return
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(self._stopping,), name="bots", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End after the step under way. A signal handler may call it."""
        self._stopping.set()
        self._news.set()

    def wait_stopped(self, seconds: float = 10.0) -> bool:
        """After `stop`: whether the thread has ended and let its rehearsals go."""
        if self._thread is not None:
            self._thread.join(seconds)
        return self._thread is None or not self._thread.is_alive()

    def turn(self) -> float:
        """One step of every rehearsal that has one to do; answers the seconds to wait until the next turn."""
        pause = IDLE
        asked = Bots.objects.exclude(pace="", until="").exclude(night__rehearsal_of=None)
        for bots in asked.select_related("night").order_by("pk"):
            if self._stopping.is_set():
                break
            pause = min(pause, self._play(bots) if self._hold(bots) else LOOK_AGAIN)
        return pause

    def let_go(self) -> None:
        """Leave all rehearsals to whoever comes next."""
        Bots.objects.filter(holder=self.name).update(holder="", held_until=None)

    def _hear(self, night_id: int, version: int, topics: frozenset[str]) -> None:
        if "bots" in topics or night_id in self._waiting:
            self._news.set()

    def _run(self, stopping: threading.Event) -> None:
        self.take_over()
        while not stopping.is_set():
            pause = AFTER_FAULT
            self._news.clear()
            try:
                pause = self.turn()
            except DatabaseError as error:
                logger.warning("The bots lost the database, trying again: %s", error)
            finally:
                if pause >= LOOK_AGAIN:
                    connections.close_all()
            self._news.wait(pause)
        try:
            self.let_go()
        except DatabaseError as error:
            logger.warning("The bots' rehearsals stay held for a minute: %s", error)
        finally:
            connections.close_all()

    def take_over(self) -> None:
        """On SQLite one process serves: whoever held a rehearsal before this one began has died."""
        try:
            if connection.vendor == "sqlite":
                Bots.objects.exclude(holder="").update(holder="", held_until=None)
        except DatabaseError as error:
            logger.warning("The bots' rehearsals stay held for a minute: %s", error)

    def _hold(self, bots: Bots) -> bool:
        """Whether this process plays these bots now; asked for anew before the time runs out."""
        now = timezone.now()
        if bots.holder == self.name and bots.held_until and bots.held_until - now > RENEW:
            return True
        free = Q(holder="") | Q(holder=self.name) | Q(held_until__lt=now)
        held = Bots.objects.filter(free, pk=bots.pk).update(holder=self.name, held_until=now + HELD)
        return held == 1

    def _play(self, bots: Bots) -> float:
        """The next step of one rehearsal; seconds until the one after it may be due."""
        night, begun = bots.night, time.monotonic()
        waiting = self._waiting.get(night.pk)
        if waiting == (night.version, bots.until + bots.pace):
            return LOOK_AGAIN  # nothing was done since the bots said what they wait for
        try:
            pause = self._step(bots)
        except ActRefused as refused:
            self._say(bots, str(refused))
            return LOOK_AGAIN
        except Tournament.DoesNotExist:  # thrown away
            self._waiting.pop(night.pk, None)
            return IDLE
        except DatabaseError:
            raise
        except Exception:  # a fault in one rehearsal must not stop the others, nor itself again and again
            logger.exception("The bots of night %s stopped", night.pk)
            bots_are_done(night, Caller(BOTS), text="The bots stopped: an error, see the server’s own log")
            Bots.objects.filter(pk=bots.pk).update(pace="", until="")
            return IDLE
        return pause if pause is not None else min(time.monotonic() - begun, LONGEST_REST)

    def _step(self, bots: Bots) -> float | None:
        """Do what is due; seconds to wait, or None after something was done."""
        now = timezone.now()
        move = next_move(bots, now)
        match move:
            case Waits(text):
                self._say(bots, text)
                return LOOK_AGAIN
            case Done(text):
                self._waiting.pop(bots.night_id, None)
                bots_are_done(bots.night, Caller(BOTS), text=text)
                return None
            case Step(due, do):
                left = (due - now).total_seconds()
                if left > 0:
                    return min(left, LOOK_AGAIN)
                do()
                self._waiting.pop(bots.night_id, None)
                if bots.waits_for:
                    bots_wait(bots.night, Caller(BOTS), waits_for="")
                return None

    def _say(self, bots: Bots, text: str) -> None:
        if bots.waits_for != text[:300]:
            bots_wait(bots.night, Caller(BOTS), waits_for=text)
        version = Tournament.objects.values_list("version", flat=True).get(pk=bots.night_id)
        self._waiting[bots.night_id] = (version, bots.until + bots.pace)


keeper = Keeper()
