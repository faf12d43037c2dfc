"""The places of a night that has a limit: how many are held, who waits, whose turn it is when one is free."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.words import counted
from tournaments.models import Player
from tournaments.night_settings import NightSettings

Status = Player.Status


@dataclass(frozen=True)
class Places:
    """`held`: places that somebody has, here or expected. `waiting`: the waiting list, first come first."""

    capacity: int
    held: int
    waiting: tuple[Player, ...]
    waiting_places: int

    @property
    def free(self) -> int:
        """Places that nobody has; never below zero, also where the limit was lowered later."""
        return max(0, self.capacity - self.held)

    @property
    def all_taken(self) -> bool:
        return self.free == 0

    @property
    def may_wait(self) -> bool:
        """There is room on the waiting list."""
        return len(self.waiting) < self.waiting_places

    @property
    def next_up(self) -> Player | None:
        """Who is to have the free place; None while none is free, or nobody waits."""
        return self.waiting[0] if self.free and self.waiting else None

    @property
    def in_words(self) -> str:
        """ "39 of 40 places are taken, 5 of 6 wait." """
        words = f"{self.held} of {counted(self.capacity, 'place')} are taken"
        if self.waiting_places or self.waiting:
            words += f", {len(self.waiting)} of {self.waiting_places} on the waiting list"
        return f"{words}."

    @property
    def offer(self) -> str:
        """What to do about a free place while people wait for one; "" when there is nothing to do."""
        if self.next_up is None:
            return ""
        free = "A place is free" if self.free == 1 else f"{self.free} places are free"
        return f"{free}: {self.next_up.name} is first on the waiting list."


def places_of(settings: NightSettings, people: Iterable[Player]) -> Places | None:
    """Of everybody on the night's list; None where everybody has a place. No query."""
    if settings.capacity is None:
        return None
    real = [person for person in people if not person.is_house]
    waiting = sorted(
        (person for person in real if person.status == Status.WAITING),
        key=lambda person: (person.waiting_place or 0, person.pk),
    )
    held = sum(person.status in Player.HOLDS_A_PLACE for person in real)
    return Places(settings.capacity, held, tuple(waiting), settings.waiting_places)
