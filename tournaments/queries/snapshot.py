"""Reading a page of several queries as of one moment of the night."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from tournaments.models import Tournament

T = TypeVar("T")

TRIES = 3


def read_at_one_moment(night: Tournament, read: Callable[[Tournament], T]) -> T:
    """`read(night)` between two acts: read again when an act came in between, at most `TRIES` times.

    One query beside those of `read`. A night where something is done at every moment gets the last
    reading; its page is told of the next change anyway.
    """
    for _ in range(TRIES):
        result = read(night)
        if Tournament.objects.filter(pk=night.pk, version=night.version).exists():
            break
        night = Tournament.objects.get(pk=night.pk)
    return result
