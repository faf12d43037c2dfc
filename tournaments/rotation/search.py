"""The local search: swaps of seats, priced exactly, drawn by heat bath.

A step picks a seat, weighs a swap of its player with every seat of every other table and with everyone who
sits out, and draws one of them (or none) by heat bath: with Gumbel noise the cheapest is a fair draw.

The budget is counted in tables weighed and every random figure is a multiple of 1/1024: the same start gives
the same result on every machine, unless the wall clock cuts the search short.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import inf, log
from random import Random
from time import perf_counter

from .prices import OTHERS, PricedRows, Task
from .tallies import Row

FULL_WORK = 600_000  # about half a second
HOT, COLD = 0.35, 0.25
_NOISES = 8192
_SPARE = 2048
_RESCALE = 2048
_CLOCK = 256
_WINDOW = 24

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
class Found:
    """The best rows seen: cost, who sits out, the price of changed tables; `guarded` if the clock ended it."""

    cost: int
    rows: list[Row]
    resting: list[list[int]]
    released: int = 0
    guarded: bool = False


class Search(PricedRows):
    """One search from the rows of a task."""

    def __init__(self, task: Task) -> None:
        super().__init__(task)
        self.random = Random(task.seed).random

    def run(self, share: float = 1.0, deadline: float = inf) -> Found:
        """Search until this share of `FULL_WORK` is spent, the target met or the clock at `deadline`.

        A unit of work is about a microsecond: one for a glance at a seat, one more for each table weighed.
        """
        work = int(share * FULL_WORK)
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
            conflict = self.conflict(row, seat, full)
            if conflict <= 0 and random() >= idle:
                continue
            other = -1
            if not turn_only:
                spent += 2 + min(_WINDOW, len(self.task.loose[r]))
                other = self._draw_swap(r, seat, conflict, noise)
            if other >= len(row):
                if self.in_turn(r, row[seat], self.resting[r][other - len(row)]):
                    self.release(r, seat)
                    self.bring_in(r, seat, other - len(row))
            elif other >= 0:
                self.release(r, seat)
                self.release(r, other)
                self.swap(row, seat, other, full)
            elif seat < full and self.weights.partner and not self.hold[r][seat >> 2]:
                self._draw_turn(row, seat, heat)
            if self.cost + self.released < best.cost + best.released and self.unfair == 0:
                best = self._snapshot()
        return best

    def _snapshot(self) -> Found:
        return Found(
            self.cost, [row[:] for row in self.rows], [out[:] for out in self.resting], self.released
        )

    def _seats(self, r: int, bases: Sequence[int]) -> list[int]:
        return [base + seat for base in bases for seat in range(4) if self.rows[r][base + seat] != self.ghost]

    def _draw_swap(self, r: int, seat: int, conflict: int, noise: Noise) -> int:
        """The seat to swap with, drawn over all seats of the other loose tables and all who sit out.

        Returns -1 to stay; len(row) + i for the i-th of those who sit out.
        """
        row, full = self.rows[r], self.task.full[r]
        mates = self.mates(row, seat, full)
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
            price = coming + self.unfairness(who, player) + noise[draw + i]
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
        mates = self.mates(row, seat, full)
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
                one, other = (table[j] for j in OTHERS[i])
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

    def _draw_turn(self, row: Row, seat: int, heat: float) -> None:
        """Draw the partnerships of a table of four again: swap the partner with one of the opponents."""
        taken = ((seat & -4) | ((seat ^ 2) & 2)) + int(self.random() * 2)
        price = self.turn_price(row, seat, taken)
        if price <= 0 or price <= heat * _exponential()[int(self.random() * _NOISES)]:
            self.turn(row, seat, taken, price)
