"""Who sits out: nobody far from their fair share, and never again before the others had their turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random


@dataclass
class Turns:
    """Running account of sit-outs over lines (small integers).

    `owed[x]` is x's share of the sit-outs of the rounds present less the sit-outs had; shares are kept in
    units of 1/`unit` so that ties are exact.
    """

    owed: dict[int, float]
    last: dict[int, int] = field(default_factory=dict)

    @classmethod
    def fresh(cls, lines: Iterable[int]) -> Turns:
        """Nobody has sat out yet."""
        return cls(dict.fromkeys(lines, 0.0))

    def choose(self, present: Sequence[int], count: int, tie: Callable[[int], float]) -> list[int]:
        """The `count` of those present who are owed a sit-out most; then the longest since the last; then `tie`."""
        ranked = sorted(present, key=lambda x: (-round(self.owed[x], 9), self.last.get(x, -1), tie(x)))
        return ranked[:count]

    def record(self, number: int, present: Sequence[int], out: Iterable[int]) -> None:
        """Note who sat out in round `number`."""
        out = list(out)
        share = len(out) / len(present)
        for x in present:
            self.owed[x] += share
        for x in out:
            self.owed[x] -= 1
            self.last[x] = number


def fair_sit_outs(
    lines: Sequence[int], rounds: int, count: int, random: Random, turns: Turns | None = None
) -> list[list[int]]:
    """Who sits out in each of the coming rounds, `count` a round."""
    turns = turns or Turns.fresh(lines)
    start = max(turns.last.values(), default=0) + 1
    chosen = []
    for number in range(start, start + rounds):
        out = turns.choose(lines, count, lambda _: random.random())
        turns.record(number, lines, out)
        chosen.append(out)
    return chosen
