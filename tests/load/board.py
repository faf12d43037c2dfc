"""What the rotation's measurements share: a stop-watch, a table printed row by row, and the figures of a plan."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import process_time
from typing import TypeVar

from tests.rotation.judge import Judgement, repeats, squared
from tournaments.rotation import Plan

Case = TypeVar("Case")

BUDGET = 1.0  # seconds a plan may take on one core


def timed(make: Callable[[], Plan]) -> tuple[Plan, float]:
    """A plan and the processor time it took."""
    begin = process_time()
    made = make()
    return made, process_time() - begin


class Board:
    """Prints rows, keeps count of what missed its target, and says which cases are its own: part `part` of `parts`."""

    def __init__(self, part: int = 1, parts: int = 1) -> None:
        self.part, self.parts = part, parts
        self.missed: list[str] = []

    def share(self, cases: Sequence[Case]) -> Sequence[Case]:
        """The cases of this part, spread over the whole so that every part takes about as long."""
        return cases[self.part - 1 :: self.parts]

    def title(self, text: str) -> None:
        print(f"\n{text}", flush=True)

    def row(self, *cells: object) -> None:
        print("  " + "  ".join(f"{cell!s:>9}" for cell in cells), flush=True)

    def expect(self, holds: bool, what: str) -> None:
        if not holds:
            self.missed.append(what)
            print(f"  MISSED: {what}", flush=True)


def figures(judged: Judgement, night: Plan) -> list[object]:
    """P repeats, O max, O sum/bound, M max, M sum/bound, proved."""
    quality = night.quality
    assert quality.partners is not None
    assert quality.opponents is not None
    return [
        repeats(judged.partners),
        max(judged.opponents.values()),
        f"{squared(judged.opponents)}/{quality.opponents.bound}",
        max(judged.meetings.values()),
        f"{squared(judged.meetings)}/{quality.meetings.bound}",
        "proved" if quality.proved else f"+{quality.cost - quality.bound}",
    ]


HEAD = ("players", "rounds", "P repeat", "O max", "O sum/LB", "M max", "M sum/LB", "proof", "seconds")
