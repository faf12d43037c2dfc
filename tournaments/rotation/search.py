"""The local search: swaps of seats, priced exactly, drawn by heat bath.

Rows are flat seat lists, four seats a table: (a, b, c, d) means a and b partner against c and d. A table
of three is (a, b, c, ghost): all three oppose each other, and the ghost's price makes short tables a fair
burden. `pair_price[x][y]` and `oppose_price[x][y]` hold what one more partnership or opposition of x and y
would cost; they are kept up to date with every swap, so a step costs nine look-ups for each table.

Every random figure is a multiple of 1/1024 and the budget is a number of steps: the same start gives the
same result on every machine unless the wall clock cuts the search short.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import comb, inf, log
from random import Random
from time import perf_counter
from typing import Any

from .bounds import Weights

Row = list[int]
Matrix = list[list[int]]

FORBIDDEN = 1000
HOT, COLD = 0.35, 0.25
_NOISES = 8192
_SPARE = 1024
_RESCALE = 2048
_CLOCK = 256


@cache
def _gumbel() -> tuple[float, ...]:
    """Noise whose minimum draws by heat bath, in steps of 1/1024."""
    draw = Random(12345).random
    return tuple(round(1024 * log(-log(draw() or 1e-12))) / 1024 for _ in range(_NOISES + _SPARE))


@cache
def _exponential() -> tuple[float, ...]:
    draw = Random(54321).random
    return tuple(round(-1024 * log(draw() or 1e-12)) / 1024 for _ in range(_NOISES))


def empty_matrix(size: int) -> Matrix:
    """A square of zeros."""
    return [[0] * size for _ in range(size)]


@dataclass(frozen=True)
class Past:
    """How often lines were partners, opponents and at a short table in rounds that are over."""

    partners: Matrix
    opponents: Matrix
    short: list[int]

    @classmethod
    def nothing(cls, lines: int) -> Past:
        """No history at all."""
        return cls(empty_matrix(lines), empty_matrix(lines), [0] * lines)


@dataclass(frozen=True)
class Task:
    """What to search: rows with their freedom, prices, and the cost at which to stop.

    `full[r]` is the number of seats at tables of four in row r; the tables behind them are tables of three.
    `loose[r]` lists the offsets (multiples of 4) of tables that may exchange players; `redraw[r]` the further
    tables at which only the partnerships may be drawn again.
    """

    lines: int
    rows: list[Row]
    weights: Weights
    full: list[int]
    loose: list[list[int]]
    redraw: list[list[int]]
    past: Past | None = None
    apart: Sequence[tuple[int, int]] = ()
    never_partner: Sequence[tuple[int, int]] = ()
    target: int = 0
    seed: int = 0

    @classmethod
    def open(cls, lines: int, rows: list[Row], weights: Weights, **more: Any) -> Task:
        """A task in which every table may change; the ghost (player number `lines`) marks tables of three."""
        full = [sum(4 for base in range(0, len(row), 4) if row[base + 3] != lines) for row in rows]
        loose = [list(range(0, len(row), 4)) for row in rows]
        return cls(lines, rows, weights, full, loose, [[] for _ in rows], **more)


@dataclass(frozen=True)
class Found:
    """The best rows seen, their cost, the steps taken, and whether the clock ended the search."""

    cost: int
    rows: list[Row]
    steps: int = 0
    guarded: bool = False


Mates = tuple[tuple[int, int, int], ...]


class Search:
    """One search: prices, rows and cost in step with each other."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.ghost = task.lines
        self.rows = [row[:] for row in task.rows]
        self.random = Random(task.seed).random
        weights = task.weights
        self.partner_step = weights.partner + weights.meeting
        self.oppose_step = weights.opponent + weights.meeting
        self.full_step = self.partner_step + 2 * self.oppose_step
        past = task.past or Past.nothing(task.lines)
        self.pair_price, self.oppose_price, self.cost = _prices(past, weights)
        for pairs, matrices in (
            (task.apart, (self.pair_price, self.oppose_price)),
            (task.never_partner, (self.pair_price,)),
        ):
            for first, second in pairs:
                for matrix in matrices:
                    matrix[first][second] += FORBIDDEN
                    matrix[second][first] += FORBIDDEN
        for row, full in zip(self.rows, task.full, strict=True):
            for base in range(0, len(row), 4):
                self._seat_table(row, base, base < full)

    def run(self, steps: int, deadline: float = inf) -> Found:
        """Search for at most `steps` steps, or until the target is met or the clock passes `deadline`."""
        moving = [
            (r, base + seat) for r, bases in enumerate(self.task.loose) for base in bases for seat in range(4)
        ]
        moving = [(r, s) for r, s in moving if self.rows[r][s] != self.ghost]
        turning = [
            (r, base + seat)
            for r, bases in enumerate(self.task.redraw)
            for base in bases
            for seat in range(4)
        ]
        turn_share = (0.25 if moving else 1.0) if turning and self.task.weights.partner else 0.0
        best, best_rows = self.cost, [row[:] for row in self.rows]
        if not moving and not turn_share:
            return Found(best, best_rows)
        random, target = self.random, self.task.target
        scale = max(self.task.weights.meeting, self.task.weights.opponent)
        heat = 0.0
        noise: list[float] = []
        step = 0
        while best > target and step < steps:
            if step % _CLOCK == 0:
                if step % _RESCALE == 0:
                    heat = scale * (HOT + (COLD - HOT) * step / steps)
                    noise = [heat * value for value in _gumbel()]
                if perf_counter() > deadline:
                    return Found(best, best_rows, step, guarded=True)
            step += 1
            if turn_share and random() < turn_share:
                r, s = turning[int(random() * len(turning))]
                row = self.rows[r]
                if self._conflict(row, s, True) > 0 or random() >= 0.9:
                    self._turn(row, s, heat)
            else:
                r, s = moving[int(random() * len(moving))]
                row, full = self.rows[r], self.task.full[r]
                conflict = self._conflict(row, s, s < full)
                if conflict <= 0 and random() < 0.9:
                    continue
                other = self._draw_swap(row, s, full, self.task.loose[r], conflict, noise)
                if other >= 0:
                    self._swap(row, s, other, full)
                elif s < full and self.partner_step != self.oppose_step:
                    self._turn(row, s, heat)
            if self.cost < best:
                best = self.cost
                best_rows = [row[:] for row in self.rows]
        return Found(best, best_rows, step)

    def _mates(self, row: Row, seat: int, full: bool) -> Mates:
        """The others at the table, each with the step in partner price and in opponent price."""
        base = seat & -4
        meeting = self.task.weights.meeting
        if full:
            facing = base | ((seat ^ 2) & 2)
            return (
                (row[seat ^ 1], self.partner_step, meeting),
                (row[facing], meeting, self.oppose_step),
                (row[facing + 1], meeting, self.oppose_step),
            )
        first, second = ((1, 2), (0, 2), (0, 1))[seat & 3]
        return (
            (row[base + first], meeting, self.oppose_step),
            (row[base + second], meeting, self.oppose_step),
            (self.ghost, 0, self.task.weights.short),
        )

    def _seat_table(self, row: Row, base: int, full: bool) -> None:
        """Count a table into prices and cost."""
        for seat in range(base, base + (4 if full else 3)):
            who = row[seat]
            for mate, pair_step, oppose_step in self._mates(row, seat, full):
                if mate != self.ghost and row.index(mate) > seat:
                    continue
                price = self.pair_price if pair_step == self.partner_step and full else self.oppose_price
                price = self.oppose_price if mate == self.ghost else price
                self.cost += price[who][mate]
                for matrix, change in ((self.pair_price, pair_step), (self.oppose_price, oppose_step)):
                    matrix[who][mate] += change
                    matrix[mate][who] += change

    def _conflict(self, row: Row, seat: int, full: bool) -> int:
        """What the player in this seat would save by not playing here."""
        base = seat & -4
        oppose = self.oppose_price[row[seat]]
        if full:
            facing = base | ((seat ^ 2) & 2)
            pair = self.pair_price[row[seat]][row[seat ^ 1]]
            return pair + oppose[row[facing]] + oppose[row[facing + 1]] - self.full_step
        first, second = ((1, 2), (0, 2), (0, 1))[seat & 3]
        together = oppose[row[base + first]] + oppose[row[base + second]] - 2 * self.oppose_step
        return together + oppose[self.ghost] - self.task.weights.short

    def _draw_swap(
        self, row: Row, seat: int, full: int, loose: list[int], conflict: int, noise: list[float]
    ) -> int:
        """The seat to swap with, drawn by heat bath over all seats of the other loose tables; -1 to stay."""
        pair_price, oppose_price, ghost = self.pair_price, self.oppose_price, self.ghost
        who, home = row[seat], seat & -4
        pair, oppose = pair_price[who], oppose_price[who]
        mates = self._mates(row, seat, seat < full)
        at_four = seat < full
        first = pair_price[mates[0][0]] if at_four else oppose_price[mates[0][0]]
        second, third = oppose_price[mates[1][0]], oppose_price[mates[2][0]]
        draw = int(self.random() * _NOISES)
        chosen, lowest = -1, noise[draw]
        draw += 1
        left = conflict - self.full_step
        ghosts = oppose_price[ghost]
        short_step = 2 * self.oppose_step + (self.task.weights.short if at_four else 0)
        left_short = (
            conflict if at_four else conflict - oppose[ghost] + self.task.weights.short
        ) - short_step
        for base in loose:
            if base == home:
                continue
            a, b, c, d = row[base : base + 4]
            from_a, from_b = oppose_price[a], oppose_price[b]
            ac, bc = from_a[c], from_b[c]
            if base < full:
                ab, cd = pair_price[a][b] + left, pair_price[c][d] + left
                ad, bd = from_a[d], from_b[d]
                near, far = oppose[a] + oppose[b], oppose[c] + oppose[d]
                prices: tuple[float, ...] = (
                    pair[b] + far + first[a] + second[a] + third[a] - ab - ac - ad + noise[draw],
                    pair[a] + far + first[b] + second[b] + third[b] - ab - bc - bd + noise[draw + 1],
                    pair[d] + near + first[c] + second[c] + third[c] - cd - ac - bc + noise[draw + 2],
                    pair[c] + near + first[d] + second[d] + third[d] - cd - ad - bd + noise[draw + 3],
                )
            else:
                ab = from_a[b]
                x, y, z = oppose[a], oppose[b], oppose[c]
                extra = (
                    (
                        oppose[ghost] + third[a] - ghosts[a],
                        oppose[ghost] + third[b] - ghosts[b],
                        oppose[ghost] + third[c] - ghosts[c],
                    )
                    if at_four
                    else (0, 0, 0)
                )
                prices = (
                    y + z + first[a] + second[a] + extra[0] - ab - ac - left_short + noise[draw],
                    x + z + first[b] + second[b] + extra[1] - ab - bc - left_short + noise[draw + 1],
                    x + y + first[c] + second[c] + extra[2] - ac - bc - left_short + noise[draw + 2],
                )
            draw += 4
            price = min(prices)
            if price < lowest:
                lowest, chosen = price, base + prices.index(price)
        return chosen

    def _swap(self, row: Row, seat: int, other: int, full: int) -> None:
        """Exchange two players of different tables."""
        here, there = self._mates(row, seat, seat < full), self._mates(row, other, other < full)
        one, two = row[seat], row[other]
        before = self._conflict(row, seat, seat < full) + self._conflict(row, other, other < full)
        self._replace(one, two, here)
        self._replace(two, one, there)
        row[seat], row[other] = two, one
        self.cost += (
            self._conflict(row, seat, seat < full) + self._conflict(row, other, other < full) - before
        )

    def _replace(self, leaving: int, coming: int, mates: Mates) -> None:
        pair_price, oppose_price = self.pair_price, self.oppose_price
        pair_out, pair_in = pair_price[leaving], pair_price[coming]
        oppose_out, oppose_in = oppose_price[leaving], oppose_price[coming]
        for mate, pair_step, oppose_step in mates:
            row = pair_price[mate]
            row[leaving] -= pair_step
            row[coming] += pair_step
            pair_out[mate] -= pair_step
            pair_in[mate] += pair_step
            row = oppose_price[mate]
            row[leaving] -= oppose_step
            row[coming] += oppose_step
            oppose_out[mate] -= oppose_step
            oppose_in[mate] += oppose_step

    def _turn(self, row: Row, seat: int, heat: float) -> None:
        """Draw the partnerships of a table of four again: swap the partner with one of the opponents."""
        pair_price, oppose_price = self.pair_price, self.oppose_price
        facing = (seat & -4) | ((seat ^ 2) & 2)
        taken = facing + int(self.random() * 2)
        who, partner, new = row[seat], row[seat ^ 1], row[taken]
        left = row[taken ^ 1]
        change = (
            pair_price[who][new]
            + pair_price[partner][left]
            + oppose_price[who][partner]
            + oppose_price[new][left]
            - pair_price[who][partner]
            - pair_price[new][left]
            - oppose_price[who][new]
            - oppose_price[partner][left]
            + 2 * (self.task.weights.partner + self.task.weights.opponent)
        )
        if change > 0 and change > heat * _exponential()[int(self.random() * _NOISES)]:
            return
        for first, second, pair_step, oppose_step in (
            (who, partner, -self.task.weights.partner, self.task.weights.opponent),
            (new, left, -self.task.weights.partner, self.task.weights.opponent),
            (who, new, self.task.weights.partner, -self.task.weights.opponent),
            (partner, left, self.task.weights.partner, -self.task.weights.opponent),
        ):
            for matrix, step in ((pair_price, pair_step), (oppose_price, oppose_step)):
                matrix[first][second] += step
                matrix[second][first] += step
        row[seat ^ 1], row[taken] = new, partner
        self.cost += change


def _prices(past: Past, weights: Weights) -> tuple[Matrix, Matrix, int]:
    """(partner prices, opponent prices, cost so far) of what is over; the last line is the ghost's."""
    lines = len(past.short)
    pair_price, oppose_price = empty_matrix(lines + 1), empty_matrix(lines + 1)
    cost = 0
    for one in range(lines):
        for other in range(lines):
            partners, opponents = past.partners[one][other], past.opponents[one][other]
            if partners or opponents:
                met = weights.meeting * (partners + opponents)
                pair_price[one][other] = weights.partner * partners + met
                oppose_price[one][other] = weights.opponent * opponents + met
                if one < other:
                    cost += cost_of_pair(partners, opponents, weights)
        oppose_price[one][lines] = oppose_price[lines][one] = weights.short * past.short[one]
        cost += weights.short * comb(past.short[one], 2)
    return pair_price, oppose_price, cost


def cost_of_pair(partners: int, opponents: int, weights: Weights) -> int:
    """The cost of one pair that partnered and opposed so often."""
    return (
        weights.partner * comb(partners, 2)
        + weights.opponent * comb(opponents, 2)
        + weights.meeting * comb(partners + opponents, 2)
    )
