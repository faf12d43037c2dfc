"""Who meets whom on a fresh night: rounds of lines (players numbered from 0), without wishes.

The first way that reaches the counting bound wins: a stored plan, a perfect prefix, rounds chosen from a
whist tournament, a prefix with searched rounds, the search alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from random import Random

from . import library
from .bounds import Weights, cost_bound
from .ghosts import rounds_with_short_tables
from .prices import Task, seats_at_fours
from .search import Search
from .shape import Shape
from .sitouts import Turns
from .subset import evenest_rounds
from .tallies import Row, cost_of, left_out


@dataclass(frozen=True)
class Solved:
    """Rounds of lines with their cost; `guarded` when the clock cut the search short."""

    rows: list[Row]
    cost: int
    guarded: bool = False


def solve(shape: Shape, rounds: int, weights: Weights, seed: int, deadline: float = inf) -> Solved:
    """The best rounds found for a fresh night."""
    bound = cost_bound(shape.lines, rounds, shape.full, shape.short, weights)
    best: Solved | None = None
    for rows in _constructed(shape, rounds, weights, seed):
        cost = cost_of(shape.lines, rows, weights)
        if best is None or cost < best.cost:
            best = Solved(rows, cost)
        if cost <= bound:
            return best
    if best is not None and _is_known(shape, rounds, weights):
        return best
    beginnings = _beginnings(shape, rounds)
    for begun in beginnings:
        found = search_fresh(shape, rounds, weights, begun, bound, seed, deadline, 1 / len(beginnings))
        if best is None or found.cost < best.cost:
            best = found
        if best.cost <= bound:
            break
    assert best is not None  # noqa: S101 -- there is always at least the empty beginning
    return best


def _is_known(shape: Shape, rounds: int, weights: Weights) -> bool:
    """The stored plan for this size is better than what a second of search finds."""
    return weights.partner > 0 and _regular(shape) and bool(library.best_known_rounds(shape.lines, rounds))


def _regular(shape: Shape) -> bool:
    """Nothing but tables of four, as many as the players fill: what the stored data are made for."""
    return shape.short == 0 and shape.full == shape.lines // 4


def _constructed(shape: Shape, rounds: int, weights: Weights, seed: int) -> Iterator[list[Row]]:
    """Constructions that cover all rounds, the most promising first."""
    if not _regular(shape):
        return
    random = Random(seed)
    known = library.best_known_rounds(shape.lines, rounds)
    if known:
        yield known
        if weights.partner:
            return
    perfect = library.perfect_rounds(shape.lines)
    if len(perfect) >= rounds:
        yield random.sample(perfect, rounds)
    whist = library.whist_rounds(shape.lines)
    if len(whist) >= rounds and 2 * rounds > shape.lines - 1:
        yield evenest_rounds(shape.lines, whist, rounds, random)
    elif whist and rounds > len(whist):
        whole, left = divmod(rounds, len(whist))
        yield whist * whole + (solve(shape, left, weights, seed).rows if left else [])


@dataclass(frozen=True)
class Beginning:
    """Rows to start a search from; where they stand, only their partnerships may be drawn again."""

    rows: list[Row]
    stand: bool = True


def _beginnings(shape: Shape, rounds: int) -> list[Beginning]:
    """A perfect prefix with rounds to follow, a plan with empty chairs for tables of three, or nothing."""
    nothing = Beginning([])
    if shape.short and shape.full and not shape.sit_outs:
        short = rounds_with_short_tables(shape.lines, rounds)
        return [Beginning(short, stand=False), nothing] if short else [nothing]
    prefix = library.perfect_rounds(shape.lines) if _regular(shape) else []
    if len(prefix) >= rounds or not prefix:
        return [nothing]
    return [Beginning(prefix), nothing] if shape.lines < 20 else [Beginning(prefix)]


def random_row(shape: Shape, playing: Sequence[int], random: Random) -> Row:
    """A round drawn by lot among those who play."""
    pool = list(playing)
    random.shuffle(pool)
    row = pool[: 4 * shape.full]
    for start in range(4 * shape.full, len(pool), 3):
        row += [*pool[start : start + 3], shape.lines]
    return row


def search_fresh(
    shape: Shape,
    rounds: int,
    weights: Weights,
    begun: Beginning,
    bound: int,
    seed: int,
    deadline: float,
    share: float = 1.0,
) -> Solved:
    """Search from the rows of `begun`, with rounds drawn by lot to follow."""
    random = Random(seed)
    lines = list(range(shape.lines))
    turns = Turns.fresh(lines)
    rows, resting = [row[:] for row in begun.rows], []
    for number, row in enumerate(rows, start=1):
        resting.append(turns.record(number, lines, left_out(row, shape.lines)))
    standing = len(rows) if begun.stand else 0
    for number in range(len(rows) + 1, rounds + 1):
        resting.append(turns.draw(number, lines, shape.sit_outs, random))
        rows.append(random_row(shape, left_out(resting[-1], shape.lines), random))
    bases = [list(range(0, len(row), 4)) for row in rows]
    task = Task(
        lines=shape.lines,
        rows=rows,
        weights=weights,
        full=[seats_at_fours(row, shape.lines) for row in rows],
        loose=[bases[r] if r >= standing else [] for r in range(rounds)],
        redraw=[bases[r] if r < standing else [] for r in range(rounds)],
        resting=[resting[r] if r >= standing else [] for r in range(rounds)],
        rest_range=turns.room(lines),
        target=bound,
        seed=seed,
    )
    found = Search(task).run(share, deadline)
    return Solved(found.rows, found.cost, found.guarded)
