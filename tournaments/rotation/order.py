"""The order of finished rounds, so that sit-outs stay fair even when the night ends early."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import reduce

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


def shorten_runs(
    before: Sequence[Collection[int]], out: Sequence[Collection[int]], movable: Collection[int]
) -> list[int]:
    """An order of the coming rounds in which the most sit-outs anybody has running are as few as they can be.

    `before` is who sat out in the rounds that stand, `out` who does in each coming one. Only those at the
    places (from 0) in `movable` change places among each other. Returns their places as they are to come;
    unchanged when no order is better.
    """
    for most in range(1, longest_run(before, out)):
        order = _Runs(before, out, movable, most).find()
        if order:
            return order
    return list(range(len(out)))


def longest_run(before: Sequence[Collection[int]], out: Sequence[Collection[int]]) -> int:
    """The most sit-outs running that a coming round is part of, 1 when there is none."""
    runs, longest = _runs_after(before), 1
    for resting in out:
        runs = _runs_one_round_on(runs, resting)
        longest = max(longest, *runs.values(), 1)
    return longest


def _runs_after(before: Sequence[Collection[int]]) -> Mapping[int, int]:
    """How many sit-outs running those have who sat out in the last of these rounds."""
    return reduce(_runs_one_round_on, before, {})


def _runs_one_round_on(runs: Mapping[int, int], resting: Collection[int]) -> Mapping[int, int]:
    """The same after one more round, in which these sit out."""
    return {who: runs.get(who, 0) + 1 for who in resting}


class _Runs:
    """Backtracking for an order in which nobody sits out more than `most` rounds running."""

    def __init__(
        self,
        before: Sequence[Collection[int]],
        out: Sequence[Collection[int]],
        movable: Collection[int],
        most: int,
    ) -> None:
        self.out, self.movable, self.most = out, movable, most
        self.runs = _runs_after(before)
        self.nodes = 0

    def find(self) -> list[int]:
        """The order, or nothing."""
        return self._extend([], sorted(self.movable), self.runs)

    def _extend(self, order: list[int], left: list[int], runs: Mapping[int, int]) -> list[int]:
        place = len(order)
        if place == len(self.out):
            return order
        for r in left if place in self.movable else [place]:
            self.nodes += 1
            if self.nodes > _NODES:
                return []
            longer = _runs_one_round_on(runs, self.out[r])
            if max(longer.values(), default=0) <= self.most:
                found = self._extend([*order, r], [other for other in left if other != r], longer)
                if found:
                    return found
        return []


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
