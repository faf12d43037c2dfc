"""Who sits out: nobody far from their fair share, and never again before the others had their turn."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, floor
from random import Random
from typing import Generic, TypeVar

_HAIR = 1e-9

BEARABLE = 2
"""Sit-outs running; a third is avoided wherever somebody else can sit out as fairly."""

Resting = Mapping[int, Collection[int]]
"""Who (lines) sits out, by the number of the round (from 1); a round that is missing ends every run."""


def run_with(resting: Resting, who: int, number: int) -> int:
    """How many sit-outs running `who` has with one in round `number`, by the rounds before and after it."""
    first = last = number
    while who in resting.get(first - 1, ()):
        first -= 1
    while who in resting.get(last + 1, ()):
        last += 1
    return last - first + 1


Who = TypeVar("Who", bound=Hashable)


@dataclass
class Turns(Generic[Who]):
    """Running account of sit-outs.

    `owed[x]` is x's share of the sit-outs of the rounds they were present in, less the sit-outs they had;
    `last[x]` the round (from 1) of the latest one.
    """

    owed: dict[Who, float]
    last: dict[Who, int] = field(default_factory=dict)

    @classmethod
    def fresh(cls, who: Iterable[Who]) -> Turns[Who]:
        """Nobody has sat out yet."""
        return cls(dict.fromkeys(who, 0.0))

    def record(self, number: int, present: Sequence[Who], out: list[Who]) -> list[Who]:
        """Note who sat out in round `number`; returns them."""
        share = len(out) / len(present)
        for x in present:
            self.owed[x] = self.owed.get(x, 0.0) + share
        for x in out:
            self.owed[x] -= 1
            self.last[x] = number
        return out

    def draw(
        self,
        number: int,
        present: Sequence[Who],
        count: int,
        random: Random,
        handy: Iterable[Who] = (),
        patience: float = 0.0,
        busy: Collection[Who] = (),
        rested: Collection[Who] = (),
    ) -> list[Who]:
        """Choose and note the `count` players who sit out in round `number`.

        Those owed most come first, then the longest since their last, then by lot. `handy` players, whose
        table is broken up anyway, go before others who are owed at most `patience` more; `busy` ones, whose
        table is locked, play. `rested` ones would have more than `BEARABLE` sit-outs running and come last, unless
        they would then be owed more than one.
        """
        ease = set(handy)
        share = count / len(present)
        lot = {x: random.random() for x in present}

        def rank(x: Who) -> tuple[bool, float, int, float]:
            spared = x in rested and self.owed[x] + share <= 1
            return (
                spared,
                -round(self.owed[x] + (patience if x in ease else 0.0), 9),
                self.last.get(x, -1),
                lot[x],
            )

        free = [x for x in present if x not in busy]
        return self.record(number, present, sorted(free, key=rank)[:count])

    def room(self, lines: Iterable[Who]) -> list[tuple[int, int]]:
        """By how many each one's sit-outs may change (least, most) without leaving their fair share rounded."""
        spans = (
            (ceil(owed - 1 + _HAIR), floor(owed + 1 - _HAIR))
            for owed in (self.owed.get(x, 0.0) for x in lines)
        )
        return [(min(least, 0), max(most, 0)) for least, most in spans]
