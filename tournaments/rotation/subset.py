"""Rounds chosen from a whist tournament so that table meetings are as even as can be.

Partners never repeat whichever rounds are kept; which rounds are dropped decides how even the meetings are.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

from .tallies import Row

WORK = 400_000


def evenest_rounds(lines: int, whole: Sequence[Row], keep: int, random: Random) -> list[Row]:
    """`keep` of the rounds, found by swapping one chosen round for another while that helps."""
    met = [_meetings(lines, row) for row in whole]
    best_cost, best = -1, list(range(keep))
    effort = 0
    while effort < WORK:
        chosen = random.sample(range(len(whole)), keep)
        cost, work = _descend(lines, met, chosen)
        effort += work
        if best_cost < 0 or cost < best_cost:
            best_cost, best = cost, chosen
        if keep == len(whole):
            break
    return [whole[r] for r in sorted(best)]


def _meetings(lines: int, row: Row) -> list[int]:
    tables = (sorted(row[base : base + 4]) for base in range(0, len(row), 4))
    return [one * lines + other for table in tables for one, other in combinations(table, 2)]


def _descend(lines: int, met: Sequence[Sequence[int]], chosen: list[int]) -> tuple[int, int]:
    """Improve `chosen` in place; returns (sum over pairs of C(meetings,2), pairs looked at)."""
    count = [0] * (lines * lines)
    for r in chosen:
        for pair in met[r]:
            count[pair] += 1
    work, improved = 0, True
    while improved:
        improved = False
        for i, r in enumerate(chosen):
            for pair in met[r]:
                count[pair] -= 1
            price, new = sum(count[pair] for pair in met[r]), r
            for other in range(len(met)):
                if other not in chosen:
                    other_price = sum(count[pair] for pair in met[other])
                    work += len(met[other])
                    if other_price < price:
                        price, new, improved = other_price, other, True
            chosen[i] = new
            for pair in met[new]:
                count[pair] += 1
    return sum(times * (times - 1) // 2 for times in count), work + 1
