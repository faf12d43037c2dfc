"""Counts over rounds of lines (players numbered from 0): who partnered, opposed and met whom, and what it costs.

A row is one round as a flat list, four entries a table: (a, b, c, d) means a and b partner against c and d.
A table of three is (a, b, c, ghost), where the ghost is the number of lines; all three oppose each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

from .bounds import Weights

Row = list[int]
Matrix = list[list[int]]


def empty_matrix(size: int) -> Matrix:
    """A square of zeros."""
    return [[0] * size for _ in range(size)]


def groups_of(row: Row, lines: int) -> list[list[int]]:
    """The tables of a row, without the ghosts of tables of three."""
    return [[who for who in row[base : base + 4] if who != lines] for base in range(0, len(row), 4)]


def left_out(row: Row, lines: int) -> list[int]:
    """The lines without a seat in the row."""
    seated = set(row)
    return [line for line in range(lines) if line not in seated]


@dataclass(frozen=True)
class Past:
    """How often lines were partners, opponents and at a short table."""

    partners: Matrix
    opponents: Matrix
    short: list[int]

    @classmethod
    def nothing(cls, lines: int) -> Past:
        """No rounds at all."""
        return cls(empty_matrix(lines), empty_matrix(lines), [0] * lines)


def tally(lines: int, rows: Iterable[Row]) -> Past:
    """The counts over `rows`."""
    past = Past.nothing(lines)

    def note(matrix: Matrix, pairs: Iterable[tuple[int, int]]) -> None:
        for one, other in pairs:
            matrix[one][other] += 1
            matrix[other][one] += 1

    for row in rows:
        for base in range(0, len(row), 4):
            a, b, c, d = row[base : base + 4]
            if d == lines:
                note(past.opponents, combinations((a, b, c), 2))
                for who in (a, b, c):
                    past.short[who] += 1
            else:
                note(past.partners, ((a, b), (c, d)))
                note(past.opponents, ((a, c), (a, d), (b, c), (b, d)))
    return past


def cost_of_pair(partners: int, opponents: int, weights: Weights) -> int:
    """The cost of one pair that partnered and opposed so often."""
    return (
        weights.partner * comb(partners, 2)
        + weights.opponent * comb(opponents, 2)
        + weights.meeting * comb(partners + opponents, 2)
    )


def cost_of_past(past: Past, weights: Weights) -> int:
    """The cost of everything counted."""
    doubled = 0
    for partners, opponents in zip(past.partners, past.opponents, strict=True):
        if max(map(sum, zip(partners, opponents, strict=True)), default=0) > 1:
            doubled += sum(cost_of_pair(p, o, weights) for p, o in zip(partners, opponents, strict=True))
    return doubled // 2 + weights.short * sum(comb(times, 2) for times in past.short)


def cost_of(lines: int, rows: Sequence[Row], weights: Weights) -> int:
    """The cost of `rows`, counted afresh."""
    return cost_of_past(tally(lines, rows), weights)
