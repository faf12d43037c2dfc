"""How fast a simulated night goes by: at once with dated acts, or live before the eyes of the room."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from django.utils import timezone

from tournaments.simulation.timeline import SIGN_UPS


class Pace(Protocol):
    """Takes the night from minute to minute. `starts_at`: its planned start, minute 0."""

    @property
    def starts_at(self) -> datetime: ...

    def reach(self, minute: float) -> datetime | None:
        """Let the time go by until that minute. Answers how to date the acts done then; None: by the real time."""

    def moment(self, minute: float) -> datetime:
        """When that minute is."""

    def minute(self, moment: datetime) -> float:
        """Which minute it is then."""


@dataclass(frozen=True)
class Dated:
    """Nobody waits: acts are dated as if the night had begun at `starts_at`."""

    starts_at: datetime

    def reach(self, minute: float) -> datetime:
        return self.moment(minute)

    def moment(self, minute: float) -> datetime:
        return self.starts_at + timedelta(minutes=minute)

    def minute(self, moment: datetime) -> float:
        return (moment - self.starts_at) / timedelta(minutes=1)


class Live:
    """The night's minutes take `seconds_a_minute` of real time each. Late acts follow each other without waiting."""

    def __init__(self, seconds_a_minute: float, *, sleep: Callable[[float], None] = time.sleep) -> None:
        self._minute = timedelta(seconds=seconds_a_minute)
        self._sleep = sleep
        self.starts_at = timezone.now() - SIGN_UPS * self._minute

    def reach(self, minute: float) -> None:
        self._sleep(max(0.0, (self.moment(minute) - timezone.now()).total_seconds()))

    def moment(self, minute: float) -> datetime:
        return self.starts_at + minute * self._minute

    def minute(self, moment: datetime) -> float:
        return (moment - self.starts_at) / self._minute
