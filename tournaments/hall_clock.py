"""Does what is due by the clock in the nights under way, while the site is served: one thread a process.

Today that is one thing: a table of the queue at which losers wait is filled again after their ten minutes
(`actions.queue_clock`). When it is due is seen from the stored night each time, so a restart forgets nothing; an act
of this process makes the thread look again, and with several processes each has its own: whichever comes first does it,
under the night lock, and the others find nothing left to do.
"""

from __future__ import annotations

import logging

from django.db import OperationalError
from django.utils import timezone

from tournaments.actions.act import SYSTEM, Caller
from tournaments.actions.queue_clock import fill_by_clock
from tournaments.background import Background
from tournaments.models import Tournament
from tournaments.problems import ActRefused
from tournaments.queries.queue_clock import coming_moments

logger = logging.getLogger(__name__)

LONGEST = 15.0
"""Seconds between two looks at most: other processes act too, and one of them may have died before its time."""
SHORTEST = 0.05
TOPICS = frozenset({"seating", "clock"})
"""What changes when a table fills."""


class HallClock(Background):
    """The clock's thread of this process."""

    name = "hall clock"

    def __init__(self) -> None:
        super().__init__()
        self._left_alone: dict[int, int] = {}

    def concerns(self, night_id: int, topics: frozenset[str]) -> bool:
        """A table that fills or empties, and the clock itself."""
        return bool(topics & TOPICS)

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


hall_clock = HallClock()
