"""The local search: swaps of seats, priced exactly, drawn by heat bath.

`pair_price[x][y]` and `oppose_price[x][y]` hold what one more partnership or opposition of x and y would
cost; they are kept up to date with every swap, so weighing a swap with every seat of every other table takes
nine look-ups a table. A player who sits out is one more candidate, priced by what one more sit-out costs.

The budget is counted in tables weighed and every random figure is a multiple of 1/1024: the same start gives the
same result on every machine, unless the wall clock cuts the search short.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from math import inf, log
from random import Random
from time import perf_counter

from .bounds import Weights
from .tallies import Matrix, Past, Row, cost_of_past, empty_matrix

FORBIDDEN = 1000
REST = 8
HOT, COLD = 0.35, 0.25
IDLE = 0.1
_NOISES = 8192
_SPARE = 2048
_RESCALE = 2048
_CLOCK = 256
_WINDOW = 24
_OTHERS = ((1, 2), (0, 2), (0, 1))

Mates = tuple[tuple[int, int, int], ...]
Noise = Sequence[float]


@cache
def _gumbel() -> tuple[float, ...]:
    """Noise that turns a minimum into a draw by heat bath."""
    draw = Random(12345).random
    return tuple(round(1024 * log(-log(draw() or 1e-12))) / 1024 for _ in range(_NOISES + _SPARE))


@cache
def _exponential() -> tuple[float, ...]:
    draw = Random(54321).random
    return tuple(round(-1024 * log(draw() or 1e-12)) / 1024 for _ in range(_NOISES))


@dataclass(frozen=True)
class Task:
    """What to search: rows with their freedom, prices, and the cost at which to stop.

    `full[r]` is the number of seats at tables of four in row r; the tables behind them are tables of three.
    `loose[r]` lists the offsets (multiples of 4) of tables that may exchange players, `redraw[r]` the further
    tables at which only the partnerships may be drawn again, `resting[r]` those who sit out and may be swapped
    in. `rest_range[x]` is by how many x's sit-outs may change (least, most) and be fair. `idle` is the share of
    steps spent on players who are content where they are. Changing one of the tables at the offsets `held[r]`
    costs `hold` once.
    """

    lines: int
    rows: list[Row]
    weights: Weights
    full: list[int]
    loose: list[list[int]]
    redraw: list[list[int]]
    resting: list[list[int]] = field(default_factory=list)
    rest_range: list[tuple[int, int]] = field(default_factory=list)
    past: Past | None = None
    apart: Sequence[tuple[int, int]] = ()
    never_partner: Sequence[tuple[int, int]] = ()
    target: int = 0
    seed: int = 0
    idle: float = IDLE
    held: list[list[int]] = field(default_factory=list)
    hold: int = 0


@dataclass(frozen=True)
class Found:
    """The best rows seen: cost, who sits out, the price of changed tables; `guarded` if the clock ended it."""

    cost: int
    rows: list[Row]
    resting: list[list[int]]
    released: int = 0
    guarded: bool = False


def seats_at_fours(row: Row, lines: int) -> int:
    """The number of seats at tables of four, which come first in a row."""
    return sum(4 for base in range(0, len(row), 4) if row[base + 3] != lines)


class Search:
    """One search: prices, rows and cost in step with each other."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.weights = weights = task.weights
        self.ghost = task.lines
        self.rows = [row[:] for row in task.rows]
        self.resting = [out[:] for out in task.resting] or [[] for _ in task.rows]
        self.rest_range = task.rest_range or [(0, 0)] * task.lines
        self.more_rests = [0] * task.lines
        self.unfair = self.released = 0
        self.hold = [[0] * (len(row) // 4) for row in task.rows]
        for prices, bases in zip(self.hold, task.held, strict=False):
            for base in bases:
                prices[base // 4] = task.hold
        self.random = Random(task.seed).random
        self.partner_step = weights.partner + weights.meeting
        self.oppose_step = weights.opponent + weights.meeting
        self.full_step = self.partner_step + 2 * self.oppose_step
        self.cost = cost_of_past(task.past, weights) if task.past else 0
        self.pair_price, self.oppose_price = _prices(task.lines, task.past, weights)
        for first, second in task.apart:
            self._raise(self.pair_price, first, second, FORBIDDEN)
            self._raise(self.oppose_price, first, second, FORBIDDEN)
        for first, second in task.never_partner:
            self._raise(self.pair_price, first, second, FORBIDDEN)
        for row, full in zip(self.rows, task.full, strict=True):
            for base in range(0, len(row), 4):
                self._seat_table(row[base : base + 4], base < full)

    def run(self, work: int, deadline: float = inf) -> Found:
        """Search until `work` is spent (one unit for each table weighed), the target met or the clock at `deadline`."""
        moving = [(r, s) for r, bases in enumerate(self.task.loose) for s in self._seats(r, bases)]
        turning = [(r, s) for r, bases in enumerate(self.task.redraw) for s in self._seats(r, bases)]
        turn_share = (0.25 if moving else 1.0) if turning and self.weights.partner else 0.0
        best = self._snapshot()
        if not moving and not turn_share:
            return best
        random, target, idle = self.random, self.task.target, self.task.idle
        scale = max(self.weights.meeting, self.weights.opponent)
        heat, noise = 0.0, [0.0]
        step = spent = 0
        while best.cost > target and spent < work:
            if step % _CLOCK == 0:
                if step % _RESCALE == 0:
                    heat = scale * (HOT + (COLD - HOT) * spent / work)
                    noise = [heat * value for value in _gumbel()]
                if perf_counter() > deadline:
                    return replace(best, guarded=True)
            step += 1
            spent += 1
            turn_only = turn_share > 0 and random() < turn_share
            seats = turning if turn_only else moving
            r, seat = seats[int(random() * len(seats))]
            row, full = self.rows[r], self.task.full[r]
            conflict = self._conflict(row, seat, full)
            if conflict <= 0 and random() >= idle:
                continue
            other = -1
            if not turn_only:
                spent += min(_WINDOW, len(self.task.loose[r]))
                other = self._draw_swap(r, seat, conflict, noise)
            if other >= len(row):
                self._release(r, seat)
                self._bring_in(r, seat, other - len(row))
            elif other >= 0:
                self._release(r, seat)
                self._release(r, other)
                self._swap(row, seat, other, full)
            elif seat < full and self.weights.partner and not self.hold[r][seat >> 2]:
                self._turn(row, seat, heat)
            if self.cost + self.released < best.cost + best.released and self.unfair == 0:
                best = self._snapshot()
        return best

    def _snapshot(self) -> Found:
        return Found(
            self.cost, [row[:] for row in self.rows], [out[:] for out in self.resting], self.released
        )

    def _seats(self, r: int, bases: Sequence[int]) -> list[int]:
        return [base + seat for base in bases for seat in range(4) if self.rows[r][base + seat] != self.ghost]

    def _raise(self, prices: Matrix, one: int, other: int, step: int) -> None:
        prices[one][other] += step
        prices[other][one] += step

    def _seat_table(self, table: Row, at_four: bool) -> None:
        """Count a table into prices and cost."""
        a, b, c, d = table
        relations = [(a, b, at_four), (a, c, False), (b, c, False)]
        if at_four:
            relations += [(c, d, True), (a, d, False), (b, d, False)]
        else:
            for who in (a, b, c):
                self.cost += self.oppose_price[who][d]
                self._raise(self.oppose_price, who, d, self.weights.short)
        for one, other, partners in relations:
            self.cost += (self.pair_price if partners else self.oppose_price)[one][other]
            self._raise(self.pair_price, one, other, self.partner_step if partners else self.weights.meeting)
            self._raise(self.oppose_price, one, other, self.weights.meeting if partners else self.oppose_step)

    def _mates(self, row: Row, seat: int, full: int) -> Mates:
        """The others at the table, each with the step in partner price and in opponent price."""
        base = seat & -4
        meeting = self.weights.meeting
        if seat < full:
            facing = base | ((seat ^ 2) & 2)
            return (
                (row[seat ^ 1], self.partner_step, meeting),
                (row[facing], meeting, self.oppose_step),
                (row[facing + 1], meeting, self.oppose_step),
            )
        first, second = _OTHERS[seat & 3]
        return (
            (row[base + first], meeting, self.oppose_step),
            (row[base + second], meeting, self.oppose_step),
            (self.ghost, 0, self.weights.short),
        )

    def _conflict(self, row: Row, seat: int, full: int) -> int:
        """What the player in this seat would save by not playing here."""
        base = seat & -4
        who = row[seat]
        oppose = self.oppose_price[who]
        if seat < full:
            facing = base | ((seat ^ 2) & 2)
            return (
                self.pair_price[who][row[seat ^ 1]]
                + oppose[row[facing]]
                + oppose[row[facing + 1]]
                - self.full_step
            )
        first, second = _OTHERS[seat & 3]
        together = oppose[row[base + first]] + oppose[row[base + second]] - 2 * self.oppose_step
        return together + oppose[self.ghost] - self.weights.short

    def _draw_swap(self, r: int, seat: int, conflict: int, noise: Noise) -> int:
        """The seat to swap with, drawn over all seats of the other loose tables and all who sit out.

        Returns -1 to stay; len(row) + i for the i-th of those who sit out.
        """
        row, full = self.rows[r], self.task.full[r]
        mates = self._mates(row, seat, full)
        first = (self.pair_price if seat < full else self.oppose_price)[mates[0][0]]
        second, third = self.oppose_price[mates[1][0]], self.oppose_price[mates[2][0]]
        draw = int(self.random() * _NOISES)
        hold = self.hold[r]
        chosen, lowest = -1, noise[draw] - hold[seat >> 2]
        draw += 1
        pair_price, oppose_price = self.pair_price, self.oppose_price
        who, home = row[seat], seat & -4
        pair, oppose = pair_price[who], oppose_price[who]
        left = conflict - self.full_step
        bases = self._window(r)
        for base in bases:
            if base >= full or base == home:
                continue
            a, b, c, d = row[base : base + 4]
            from_a, from_b = oppose_price[a], oppose_price[b]
            stay = left - hold[base >> 2]
            ab, cd = pair_price[a][b] + stay, pair_price[c][d] + stay
            ac, ad, bc, bd = from_a[c], from_a[d], from_b[c], from_b[d]
            near, far = oppose[a] + oppose[b], oppose[c] + oppose[d]
            price = pair[b] + far + first[a] + second[a] + third[a] - ab - ac - ad + noise[draw]
            if price < lowest:
                lowest, chosen = price, base
            price = pair[a] + far + first[b] + second[b] + third[b] - ab - bc - bd + noise[draw + 1]
            if price < lowest:
                lowest, chosen = price, base + 1
            price = pair[d] + near + first[c] + second[c] + third[c] - cd - ac - bc + noise[draw + 2]
            if price < lowest:
                lowest, chosen = price, base + 2
            price = pair[c] + near + first[d] + second[d] + third[d] - cd - ad - bd + noise[draw + 3]
            if price < lowest:
                lowest, chosen = price, base + 3
            draw += 4
        if full < len(row):
            lowest, chosen = self._draw_short(r, seat, bases, conflict, noise, draw, lowest, chosen)
            draw += 3 * len(bases)
        for i, player in enumerate(self.resting[r]):
            coming = first[player] + second[player] + third[player] - conflict
            price = coming + self._unfairness(who, player) + noise[draw + i]
            if price < lowest:
                lowest, chosen = price, len(row) + i
        return chosen

    def _window(self, r: int) -> list[int]:
        """The tables to weigh: all loose ones, or in a large room some neighbours drawn by lot."""
        bases = self.task.loose[r]
        if len(bases) <= _WINDOW:
            return bases
        start = int(self.random() * len(bases))
        return [*bases[start : start + _WINDOW], *bases[: max(0, start + _WINDOW - len(bases))]]

    def _draw_short(
        self,
        r: int,
        seat: int,
        bases: list[int],
        conflict: int,
        noise: Noise,
        draw: int,
        lowest: float,
        chosen: int,
    ) -> tuple[float, int]:
        """The same draw over the tables of three."""
        row, full = self.rows[r], self.task.full[r]
        at_four = seat < full
        mates = self._mates(row, seat, full)
        first = (self.pair_price if at_four else self.oppose_price)[mates[0][0]]
        second, third = self.oppose_price[mates[1][0]], self.oppose_price[mates[2][0]]
        oppose, ghosts = self.oppose_price[row[seat]], self.oppose_price[self.ghost]
        short = self.weights.short
        left = conflict - 2 * self.oppose_step
        if not at_four:
            left += short - oppose[self.ghost]
        for base in bases:
            if base < full or base == seat & -4:
                continue
            table, stay = row[base : base + 3], left - self.hold[r][base >> 2]
            for i, player in enumerate(table):
                one, other = (table[j] for j in _OTHERS[i])
                theirs = self.oppose_price[player]
                price = (
                    oppose[one] + oppose[other] + first[player] + second[player] - theirs[one] - theirs[other]
                )
                if at_four:
                    price += third[player] + oppose[self.ghost] - ghosts[player] + short
                if price - stay + noise[draw + i] < lowest:
                    lowest, chosen = price - stay + noise[draw + i], base + i
            draw += 3
        return lowest, chosen

    def _swap(self, row: Row, seat: int, other: int, full: int) -> None:
        """Exchange two players of different tables."""
        here, there = self._mates(row, seat, full), self._mates(row, other, full)
        one, two = row[seat], row[other]
        before = self._conflict(row, seat, full) + self._conflict(row, other, full)
        self._replace(one, two, here)
        self._replace(two, one, there)
        row[seat], row[other] = two, one
        self.cost += self._conflict(row, seat, full) + self._conflict(row, other, full) - before

    def _release(self, r: int, seat: int) -> None:
        """Pay for changing a table that was held."""
        self.released += self.hold[r][seat >> 2]
        self.hold[r][seat >> 2] = 0

    def _bring_in(self, r: int, seat: int, index: int) -> None:
        """Let somebody who sits out play instead of the player in this seat."""
        row, full, out = self.rows[r], self.task.full[r], self.resting[r]
        leaving, coming = row[seat], out[index]
        before = self._conflict(row, seat, full)
        self._replace(leaving, coming, self._mates(row, seat, full))
        row[seat], out[index] = coming, leaving
        self.cost += self._conflict(row, seat, full) - before
        self.unfair += self._unfairness(leaving, coming)
        self.more_rests[leaving] += 1
        self.more_rests[coming] -= 1

    def _unfairness(self, leaving: int, coming: int) -> int:
        """The price, in fairness, of one more sit-out for one player and one less for another."""
        more, less = self.more_rests[leaving], self.more_rests[coming]
        least, most = self.rest_range[coming]
        price = REST if less <= least else -REST if less > most else 0
        least, most = self.rest_range[leaving]
        return price + (REST if more >= most else -REST if more < least else 0)

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
        taken = ((seat & -4) | ((seat ^ 2) & 2)) + int(self.random() * 2)
        who, partner, new, left = row[seat], row[seat ^ 1], row[taken], row[taken ^ 1]
        step = self.weights.partner + self.weights.opponent
        change = (
            pair_price[who][new]
            + pair_price[partner][left]
            + oppose_price[who][partner]
            + oppose_price[new][left]
            - pair_price[who][partner]
            - pair_price[new][left]
            - oppose_price[who][new]
            - oppose_price[partner][left]
            + 2 * step
        )
        if change > 0 and change > heat * _exponential()[int(self.random() * _NOISES)]:
            return
        for one, other, sign in ((who, partner, -1), (new, left, -1), (who, new, 1), (partner, left, 1)):
            self._raise(pair_price, one, other, sign * self.weights.partner)
            self._raise(oppose_price, one, other, -sign * self.weights.opponent)
        row[seat ^ 1], row[taken] = new, partner
        self.cost += change


def _prices(lines: int, past: Past | None, weights: Weights) -> tuple[Matrix, Matrix]:
    """Partner prices and opponent prices after what is over; the last line is the ghost's."""
    pair_price, oppose_price = empty_matrix(lines + 1), empty_matrix(lines + 1)
    if past is None:
        return pair_price, oppose_price
    for one in range(lines):
        for other, partners in enumerate(past.partners[one]):
            opponents = past.opponents[one][other]
            if partners or opponents:
                met = weights.meeting * (partners + opponents)
                pair_price[one][other] = weights.partner * partners + met
                oppose_price[one][other] = weights.opponent * opponents + met
        oppose_price[one][lines] = oppose_price[lines][one] = weights.short * past.short[one]
    return pair_price, oppose_price
