"""The order of finished rounds, so that sit-outs stay fair even when the night ends early."""

from __future__ import annotations

from collections.abc import Sequence

from .tallies import Row, left_out

_NODES = 3000


def spread_sit_outs(rows: Sequence[Row], lines: int) -> list[Row]:
    """The same rounds in an order in which nobody is ever two sit-outs ahead of another, if one is found.

    Otherwise each time the round whose sit-outs had the fewest so far.
    """
    out = [left_out(row, lines) for row in rows]
    if not out[0]:
        return list(rows)
    return [rows[r] for r in _Order(out, lines).find() or _greedy(out, lines)]


def _greedy(out: Sequence[Sequence[int]], lines: int) -> list[int]:
    had, last = [0] * lines, [-len(out)] * lines
    left = list(range(len(out)))
    order: list[int] = []
    while left:
        best = min(left, key=lambda r: (sum(had[x] for x in out[r]), sum(last[x] for x in out[r]), r))
        left.remove(best)
        for x in out[best]:
            had[x] += 1
            last[x] = len(order)
        order.append(best)
    return order


class _Order:
    """Backtracking for an order in which sit-outs never differ by more than one."""

    def __init__(self, out: Sequence[Sequence[int]], lines: int) -> None:
        self.out = out
        self.had = [0] * lines
        self.nodes = 0

    def find(self) -> list[int]:
        """The order, or nothing."""
        return self._extend([], list(range(len(self.out))))

    def _extend(self, order: list[int], left: list[int]) -> list[int]:
        if not left:
            return order
        for r in left:
            self.nodes += 1
            if self.nodes > _NODES:
                return []
            self._count(r, 1)
            if max(self.had) - min(self.had) <= 1:
                found = self._extend([*order, r], [other for other in left if other != r])
                if found:
                    return found
            self._count(r, -1)
        return []

    def _count(self, r: int, step: int) -> None:
        for x in self.out[r]:
            self.had[x] += step
