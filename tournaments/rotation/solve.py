"""Who meets whom: rounds of lines (players numbered from 0) from the stored constructions and the search.

The first way that reaches the counting bound wins: a stored plan, a perfect prefix, rounds chosen from a
whist tournament, a prefix with searched rounds, the search alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import inf
from random import Random

from . import library
from .bounds import TABLES, Weights, cost_bound
from .search import Found, Matrix, Past, Row, Search, Task, cost_of_pair, empty_matrix
from .sitouts import Turns, fair_sit_outs

WORK = 600_000


@dataclass(frozen=True)
class Shape:
    """The size of the problem: `full` tables of four and `short` tables of three in each of `rounds`."""

    lines: int
    rounds: int
    full: int
    short: int

    @property
    def sit_outs(self) -> int:
        """Players left over in each round."""
        return self.lines - 4 * self.full - 3 * self.short


@dataclass(frozen=True)
class Solved:
    """Rounds of lines, their cost and bound, and whether the clock cut the search short."""

    rows: list[Row]
    cost: int
    guarded: bool = False


def tally(lines: int, rows: Sequence[Row]) -> Past:
    """Partners, opponents and short tables of each line over `rows`."""
    partners, opponents = empty_matrix(lines), empty_matrix(lines)
    short = [0] * lines

    def note(matrix: Matrix, one: int, other: int) -> None:
        matrix[one][other] += 1
        matrix[other][one] += 1

    for row in rows:
        for base in range(0, len(row), 4):
            a, b, c, d = row[base : base + 4]
            if d == lines:
                for one, other in combinations((a, b, c), 2):
                    note(opponents, one, other)
                for who in (a, b, c):
                    short[who] += 1
            else:
                note(partners, a, b)
                note(partners, c, d)
                for one, other in ((a, c), (a, d), (b, c), (b, d)):
                    note(opponents, one, other)
    return Past(partners, opponents, short)


def cost_of(lines: int, rows: Sequence[Row], weights: Weights) -> int:
    """The cost of `rows`, counted afresh."""
    past = tally(lines, rows)
    pairs = combinations(range(lines), 2)
    cost = sum(
        cost_of_pair(past.partners[one][other], past.opponents[one][other], weights) for one, other in pairs
    )
    return cost + weights.short * sum(times * (times - 1) // 2 for times in past.short)


def solve(shape: Shape, weights: Weights, seed: int, deadline: float = inf) -> Solved:
    """The best rounds for a fresh night without wishes."""
    if shape.short:
        return _search(shape, weights, seed, deadline, [])
    bound = cost_bound(shape.lines, shape.rounds, 4, weights)
    best: Solved | None = None
    for rows in _stored(shape, weights, seed):
        cost = cost_of(shape.lines, rows, weights)
        if best is None or cost < best.cost:
            best = Solved(rows, cost)
        if cost <= bound:
            return best
    if best is not None and weights != TABLES and library.best_known_rounds(shape.lines, shape.rounds):
        return best
    found = _search(
        shape, weights, seed, deadline, library.perfect_rounds(shape.lines)[: shape.rounds - 1], bound
    )
    return found if best is None or found.cost < best.cost else best


def _stored(shape: Shape, weights: Weights, seed: int) -> list[list[Row]]:
    """Stored constructions that cover all rounds."""
    random = Random(seed)
    found = []
    known = library.best_known_rounds(shape.lines, shape.rounds)
    if known:
        found.append(known)
    for whole in (library.perfect_rounds(shape.lines), library.whist_rounds(shape.lines)):
        if len(whole) >= shape.rounds:
            found.append(random.sample(whole, shape.rounds))
    return found


def random_rows(shape: Shape, rounds: int, random: Random, begun: Sequence[Row]) -> list[Row]:
    """Rounds drawn by lot, with sit-outs that stay fair after the rounds already begun."""
    lines = list(range(shape.lines))
    turns = Turns.fresh(lines)
    for number, begun_row in enumerate(begun, start=1):
        seated = set(begun_row)
        turns.record(number, lines, [x for x in lines if x not in seated])
    rows = []
    for out in fair_sit_outs(lines, rounds, shape.sit_outs, random, turns):
        sitting = set(out)
        pool = [x for x in lines if x not in sitting]
        random.shuffle(pool)
        row = pool[: 4 * shape.full]
        rest = pool[4 * shape.full :]
        for start in range(0, len(rest), 3):
            row += [*rest[start : start + 3], shape.lines]
        rows.append(row)
    return rows


def _search(
    shape: Shape, weights: Weights, seed: int, deadline: float, begun: list[Row], target: int = 0
) -> Solved:
    random = Random(seed)
    begun = [row[:] for row in begun]
    rows = begun + random_rows(shape, shape.rounds - len(begun), random, begun)
    task = Task.open(shape.lines, rows, weights, target=target, seed=seed)
    for r in range(len(begun)):
        task.redraw[r].extend(task.loose[r])
        task.loose[r].clear()
    tables = max(1, shape.full + shape.short)
    found: Found = Search(task).run(WORK // tables, deadline)
    return Solved(found.rows, found.cost, found.guarded)
