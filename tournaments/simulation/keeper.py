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
import time
from datetime import timedelta

from django.db import Error as DatabaseError
from django.db import connection
from django.db.models import Q
from django.utils import timezone

from tournaments.actions.act import Caller
from tournaments.actions.bots import bots_are_done, bots_wait
from tournaments.background import Background
from tournaments.models import Bots, Tournament
from tournaments.problems import ActRefused
from tournaments.simulation.rehearsal import BOTS, Done, Step, Waits, next_move

logger = logging.getLogger(__name__)

HELD = timedelta(seconds=90)
"""Longer than any step takes, a draw included: nobody else may begin it meanwhile."""
RENEW = timedelta(seconds=60)
IDLE, LOOK_AGAIN = 30.0, 1.0
"""Seconds between two looks: while nothing is asked, and while something is (its due time may come sooner)."""
LONGEST_REST = 0.5
"""Of the rest after a step, which else is as long as the step."""


class Keeper(Background):
    """The bots' thread of this process."""

    name = "bots"

    def __init__(self) -> None:
        super().__init__()
        self.holder = secrets.token_hex(8)
        self._waiting: dict[int, tuple[int, str]] = {}

    def concerns(self, night_id: int, topics: frozenset[str]) -> bool:
        """What is asked of the bots, and a night they wait in."""
        return "bots" in topics or night_id in self._waiting

    def turn(self) -> float:
        """One step of every rehearsal that has one to do; answers the seconds to wait until the next turn."""
        pause = IDLE
        asked = Bots.objects.exclude(pace="", until="").exclude(night__rehearsal_of=None)
        for bots in asked.select_related("night").order_by("pk"):
            if self.stopping:
                break
            pause = min(pause, self._play(bots) if self._hold(bots) else LOOK_AGAIN)
        return pause

    def let_go(self) -> None:
        """Leave all rehearsals to whoever comes next."""
        Bots.objects.filter(holder=self.holder).update(holder="", held_until=None)

    def take_over(self) -> None:
        """On SQLite one process serves: whoever held a rehearsal before this one began has died."""
        if connection.vendor == "sqlite":
            Bots.objects.exclude(holder="").update(holder="", held_until=None)

    def _hold(self, bots: Bots) -> bool:
        """Whether this process plays these bots now; asked for anew before the time runs out."""
        now = timezone.now()
        if bots.holder == self.holder and bots.held_until and bots.held_until - now > RENEW:
            return True
        free = Q(holder="") | Q(holder=self.holder) | Q(held_until__lt=now)
        held = Bots.objects.filter(free, pk=bots.pk).update(holder=self.holder, held_until=now + HELD)
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
