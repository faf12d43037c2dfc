"""What is to be done when, in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any

from tournaments.simulation.run import Run


@dataclass
class Agenda:
    """Things to do, each at its minute; of one minute, first come first done."""

    run: Run
    _entries: list[tuple[float, int, Callable[[], Any]]] = field(default_factory=list)
    _added: int = 0

    def add(self, minute: float, do: Callable[[], Any]) -> None:
        """Have `do` called at that minute, or next if it is past."""
        self._added += 1
        heappush(self._entries, (minute, self._added, do))

    def do_next(self) -> bool:
        """Go on to the earliest thing and do it; False when nothing is left."""
        if not self._entries:
            return False
        minute, _, do = heappop(self._entries)
        self.run.reach(minute)
        do()
        return True

    def do_all(self) -> None:
        """Do everything, what is added meanwhile too."""
        while self.do_next():
            pass
