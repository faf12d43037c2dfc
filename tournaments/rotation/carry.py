"""What of an old plan can stay when people leave and come: the start of every new plan for the rounds left."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from random import Random

from .shape import Shape
from .sitouts import BEARABLE, Resting, Turns, run_with
from .tallies import Row

Table = tuple[int, ...]

_PATIENCE = (4.0, 1.0, 0.5, 0.25, 0.0)
_FAIR = 1 + 1e-9


@dataclass(frozen=True)
class OldRound:
    """A coming round of the old plan as lines: its number and its tables, partners first; `locked` ones stay."""

    number: int
    tables: tuple[Table, ...] = ()
    locked: tuple[Table, ...] = ()


@dataclass(frozen=True)
class Start:
    """Rows to search from: `stands[r]` are the offsets of tables taken over unchanged, `fixed[r]` of locked ones."""

    rows: list[Row]
    stands: list[list[int]]
    fixed: list[list[int]]
    sit_outs: list[list[int]]
    rest_range: list[tuple[int, int]]
    owed: list[float]
    share: float


@dataclass(frozen=True)
class Carrying:
    """People present, how a round is made up, what may not stay, and the account of sit-outs so far.

    `stood_out` is who sits out in the rounds that stand: played or locked, also between those to be made up.
    """

    lines: int
    present: Sequence[int]
    shape: Shape
    turns: Callable[[], Turns[int]]
    allowed: Callable[[Table], bool]
    stood_out: Resting

    def carry(self, old: Sequence[OldRound], random: Random) -> Start:
        """Keep every table that is still complete, as far as fair sit-outs allow.

        Tables broken up anyway sit out first; when that would treat somebody unfairly, patience is lowered
        step by step until those owed most come first.
        """
        for patience in _PATIENCE:
            start, gap = self._carry(old, random, patience)
            if gap <= _FAIR:
                break
        return start

    def anew(self, old: Sequence[OldRound], random: Random) -> Start:
        """Every coming round drawn by lot, but for the locked tables."""
        return self._carry([OldRound(p.number, locked=p.locked) for p in old], random, 0.0)[0]

    def _carry(self, old: Sequence[OldRound], random: Random, patience: float) -> tuple[Start, float]:
        turns = self.turns()
        owed = [turns.owed.get(x, 0.0) for x in range(self.lines)]
        share = self.shape.sit_outs / len(self.present)
        rows, stands, fixed, sit_outs = [], [], [], []
        gap, resting = 0.0, dict(self.stood_out)
        for planned in old:
            intact = self._intact(planned)
            busy = {who for table in planned.locked for who in table}
            seated = busy.union(*intact)
            handy = [who for who in self.present if who not in seated]
            rested = {who for who in self.present if run_with(resting, who, planned.number) > BEARABLE}
            out = turns.draw(
                planned.number, self.present, self.shape.sit_outs, random, handy, patience, busy, rested
            )
            resting[planned.number] = out
            gap = max(gap, max(abs(turns.owed[who]) for who in self.present))
            staying = [table for table in intact if not set(table) & set(out)]
            row, kept = self._row([*planned.locked, *staying], out, random)
            rows.append(row)
            stands.append(kept)
            fixed.append([base for base in kept if row[base] in busy])
            sit_outs.append(out)
        room = turns.room(range(self.lines))
        return Start(rows, stands, fixed, sit_outs, room, owed, share), gap

    def _intact(self, planned: OldRound) -> list[Table]:
        here = set(self.present)
        return [table for table in planned.tables if here.issuperset(table) and self.allowed(table)]

    def _row(self, intact: Sequence[Table], out: Collection[int], random: Random) -> tuple[Row, list[int]]:
        """A row of the tables that stand, the first first, filled up by lot; and the offsets of those tables."""
        fours = [table for table in intact if len(table) == 4][: self.shape.full]
        threes = [table for table in intact if len(table) == 3][: self.shape.short]
        seated = {who for table in (*fours, *threes) for who in table}
        pool = [who for who in self.present if who not in seated and who not in set(out)]
        random.shuffle(pool)
        row: Row = [who for table in fours for who in table]
        stands = list(range(0, len(row), 4))
        new = 4 * (self.shape.full - len(fours))
        row += pool[:new]
        for table in threes:
            stands.append(len(row))
            row += [*table, self.lines]
        for start in range(new, len(pool), 3):
            row += [*pool[start : start + 3], self.lines]
        return row, stands
