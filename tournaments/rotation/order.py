"""The order of finished rounds, so that sit-outs stay fair even when the night ends early."""

from __future__ import annotations

from collections.abc import Sequence

from .tallies import Row, left_out

_NODES = 3000
_LIMITS = ((1, 1), (1, 2), (2, 1), (2, 2))
"""How many sit-outs anybody may be ahead of another, and how many may come running: the fairest first."""


def spread_sit_outs(rows: Sequence[Row], lines: int) -> list[Row]:
    """The same rounds in an order in which nobody is ever two sit-outs ahead of another, nor out twice running.

    Where none is found, what is next best of `_LIMITS`, and else each time the round whose sit-outs had the
    fewest so far.
    """
    out = [left_out(row, lines) for row in rows]
    if not out[0]:
        return list(rows)
    orders = (_Order(out, lines, ahead, running).find() for ahead, running in _LIMITS)
    return [rows[r] for r in next(filter(None, orders), None) or _greedy(out, lines)]


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
    """Backtracking for an order in which nobody is more than so far `ahead`, nor out more than so often `running`."""

    def __init__(self, out: Sequence[Sequence[int]], lines: int, ahead: int, running: int) -> None:
        self.out = out
        self.ahead, self.running = ahead, running
        self.had = [0] * lines
        self.nodes = 0

    def find(self) -> list[int]:
        """The order, or nothing."""
        return self._extend([], list(range(len(self.out))))

    def _extend(self, order: list[int], left: list[int]) -> list[int]:
        if not left:
            return order
        before = [set(self.out[r]) for r in order[-self.running :]]
        for r in left:
            self.nodes += 1
            if self.nodes > _NODES:
                return []
            if len(before) == self.running and set(self.out[r]).intersection(*before):
                continue
            self._count(r, 1)
            if max(self.had) - min(self.had) <= self.ahead:
                found = self._extend([*order, r], [other for other in left if other != r])
                if found:
                    return found
            self._count(r, -1)
        return []

    def _count(self, r: int, step: int) -> None:
        for x in self.out[r]:
            self.had[x] += step
