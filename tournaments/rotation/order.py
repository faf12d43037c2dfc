"""The order of finished rounds, so that sit-outs stay fair even when the night ends early."""

from __future__ import annotations

from collections.abc import Sequence

from .tallies import Row, left_out


def spread_sit_outs(rows: Sequence[Row], lines: int) -> list[Row]:
    """The same rounds, each time the one whose sit-outs had the fewest so far and the longest ago."""
    out = [left_out(row, lines) for row in rows]
    had, last = [0] * lines, [-len(rows)] * lines
    left = list(range(len(rows)))
    order: list[int] = []
    while left and out[0]:
        now = len(order)
        best = min(left, key=lambda r: (sum(had[x] for x in out[r]), sum(last[x] for x in out[r]), r))
        left.remove(best)
        order.append(best)
        for x in out[best]:
            had[x] += 1
            last[x] = now
    return [rows[r] for r in order + left]
