"""The state of a search: rows of seats, and prices kept in step with them.

`pair_price[x][y]` and `oppose_price[x][y]` hold what one more partnership or opposition of x and y would
cost; they are kept up to date with every swap, so weighing a swap takes a handful of look-ups.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .bounds import Weights
from .sitouts import BEARABLE, Resting, run_with
from .tallies import Matrix, Past, Row, cost_of_past, empty_matrix

FORBIDDEN = 1000
REST = 8
_ONE_TURN = 1 + 1e-9
IDLE = 0.1
OTHERS = ((1, 2), (0, 2), (0, 1))  # the two others at a table of three

Mates = tuple[tuple[int, int, int], ...]


@dataclass(frozen=True)
class Task:
    """What to search: rows with their freedom, prices, and the cost at which to stop.

    `full[r]` is the number of seats at tables of four in row r; the tables behind them are tables of three.
    `loose[r]` lists the offsets (multiples of 4) of tables that may exchange players, `redraw[r]` the further
    tables at which only the partnerships may be drawn again, `resting[r]` those who sit out and may be swapped
    in. `rest_range[x]` is by how many x's sit-outs may change (least, most) and be fair. Where rounds have their
    order, `owed[x]` is the share of sit-outs x is owed before them and `share` what each round adds: nobody may
    then get further than one sit-out from their share after any round; `numbers[r]` is then the number of the round
    and `stood_out` who sits out in the rounds that stand before, between and after them. `idle` is the share of
    steps spent on players who are content where they are. Changing one of the tables at the offsets `held[r]`
    costs `hold[r]` once.
    """

    lines: int
    rows: list[Row]
    weights: Weights
    full: list[int]
    loose: list[list[int]]
    redraw: list[list[int]]
    resting: list[list[int]] = field(default_factory=list)
    rest_range: list[tuple[int, int]] = field(default_factory=list)
    owed: list[float] = field(default_factory=list)
    share: float = 0.0
    numbers: list[int] = field(default_factory=list)
    stood_out: Resting = field(default_factory=dict)
    past: Past | None = None
    apart: Sequence[tuple[int, int]] = ()
    never_partner: Sequence[tuple[int, int]] = ()
    target: int = 0
    seed: int = 0
    idle: float = IDLE
    held: list[list[int]] = field(default_factory=list)
    hold: list[int] = field(default_factory=list)


def seats_at_fours(row: Row, lines: int) -> int:
    """The number of seats at tables of four, which come first in a row."""
    return sum(4 for base in range(0, len(row), 4) if row[base + 3] != lines)


class PricedRows:
    """Rows, prices and cost; every change of a seat goes through here."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.weights = weights = task.weights
        self.ghost = task.lines
        self.rows = [row[:] for row in task.rows]
        self.resting = [out[:] for out in task.resting] or [[] for _ in task.rows]
        self.all_resting = {**task.stood_out, **dict(zip(task.numbers, self.resting, strict=False))}
        self.rest_range = task.rest_range or [(0, 0)] * task.lines
        self.more_rests = [0] * task.lines
        self.unfair = self.released = 0
        self.hold = [[0] * (len(row) // 4) for row in task.rows]
        for prices, bases, price in zip(self.hold, task.held, task.hold, strict=False):
            for base in bases:
                prices[base // 4] = price
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

    def mates(self, row: Row, seat: int, full: int) -> Mates:
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
        first, second = OTHERS[seat & 3]
        return (
            (row[base + first], meeting, self.oppose_step),
            (row[base + second], meeting, self.oppose_step),
            (self.ghost, 0, self.weights.short),
        )

    def conflict(self, row: Row, seat: int, full: int) -> int:
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
        first, second = OTHERS[seat & 3]
        together = oppose[row[base + first]] + oppose[row[base + second]] - 2 * self.oppose_step
        return together + oppose[self.ghost] - self.weights.short

    def swap(self, row: Row, seat: int, other: int, full: int) -> None:
        """Exchange two players of different tables."""
        here, there = self.mates(row, seat, full), self.mates(row, other, full)
        one, two = row[seat], row[other]
        before = self.conflict(row, seat, full) + self.conflict(row, other, full)
        self._replace(one, two, here)
        self._replace(two, one, there)
        row[seat], row[other] = two, one
        self.cost += self.conflict(row, seat, full) + self.conflict(row, other, full) - before

    def release(self, r: int, seat: int) -> None:
        """Pay for changing a table that was held."""
        self.released += self.hold[r][seat >> 2]
        self.hold[r][seat >> 2] = 0

    def bring_in(self, r: int, seat: int, index: int) -> None:
        """Let somebody who sits out play instead of the player in this seat."""
        row, full, out = self.rows[r], self.task.full[r], self.resting[r]
        leaving, coming = row[seat], out[index]
        before = self.conflict(row, seat, full)
        self._replace(leaving, coming, self.mates(row, seat, full))
        row[seat], out[index] = coming, leaving
        self.cost += self.conflict(row, seat, full) - before
        self.unfair += self.unfairness(leaving, coming)
        self.more_rests[leaving] += 1
        self.more_rests[coming] -= 1

    def in_turn(self, r: int, leaving: int, coming: int) -> bool:
        """After no round would either be further from their share of sit-outs than one, or than they are now; nor would
        who leaves the table sit out again and again running."""
        if not self.task.owed:
            return True
        return self._running(leaving, r) <= BEARABLE and all(
            self._off_turn(who, r, more) <= max(_ONE_TURN, self._off_turn(who, r, 0))
            for who, more in ((leaving, 1), (coming, -1))
        )

    def _running(self, who: int, r: int) -> int:
        """How many sit-outs running they would have with one in round r."""
        return run_with(self.all_resting, who, self.task.numbers[r])

    def _off_turn(self, who: int, r: int, more: int) -> float:
        """The greatest distance from their share after round r or later, with `more` sit-outs in round r."""
        balance, furthest = self.task.owed[who], 0.0
        for number, out in enumerate(self.resting):
            balance += self.task.share - (who in out) - (more if number == r else 0)
            if number >= r:
                furthest = max(furthest, abs(balance))
        return furthest

    def unfairness(self, leaving: int, coming: int) -> int:
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

    def turn_price(self, row: Row, seat: int, taken: int) -> int:
        """What it costs when the partner of `seat` and the opponent at `taken` change places."""
        pair_price, oppose_price = self.pair_price, self.oppose_price
        who, partner, new, left = row[seat], row[seat ^ 1], row[taken], row[taken ^ 1]
        return (
            pair_price[who][new]
            + pair_price[partner][left]
            + oppose_price[who][partner]
            + oppose_price[new][left]
            - pair_price[who][partner]
            - pair_price[new][left]
            - oppose_price[who][new]
            - oppose_price[partner][left]
            + 2 * (self.weights.partner + self.weights.opponent)
        )

    def turn(self, row: Row, seat: int, taken: int, price: int) -> None:
        """Let the partner of `seat` and the opponent at `taken` change places."""
        who, partner, new, left = row[seat], row[seat ^ 1], row[taken], row[taken ^ 1]
        for one, other, sign in ((who, partner, -1), (new, left, -1), (who, new, 1), (partner, left, 1)):
            self._raise(self.pair_price, one, other, sign * self.weights.partner)
            self._raise(self.oppose_price, one, other, -sign * self.weights.opponent)
        row[seat ^ 1], row[taken] = new, partner
        self.cost += price


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
