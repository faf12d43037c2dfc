"""A night in mid-course: what stands, who is there, and how new rows become rounds again."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import comb
from random import Random

from .carry import OldRound, Table
from .changes import Roster
from .locks import Locks, refuse_impossible
from .model import Plan, PlannedRound, PlannedTable, Player, Wishes
from .order import longest_run, shorten_runs
from .publishing import Group, publish
from .shape import Shape, shape_for
from .sitouts import BEARABLE, Resting, Turns
from .tallies import Past, Row, groups_of, tally
from .wishes import Wants, read_wants, refuse_strangers

Partnerships = frozenset[frozenset[int]]

NEXT_ROUND = 3


@dataclass(frozen=True)
class Night:
    """The old plan, what of it is played or locked, and who is there from now on.

    Players are worked with as lines, their place in `roster.players`.
    """

    old: Plan
    played: int
    total: int
    roster: Roster
    locked: Locks
    wishes: Wishes
    tables: tuple[int, ...]
    seed: int

    def refuse_impossible_locks(self) -> None:
        """Raises RotationError when something locked does not exist or cannot stand."""
        coming = self.old.rounds[self.played : self.total]
        refuse_impossible(
            self.locked, coming, self.roster.present, self.shape, self.wishes_here, self.old.mode
        )

    @property
    def lines(self) -> int:
        """How many lines there are."""
        return len(self.roster.players)

    @cached_property
    def line(self) -> dict[Player, int]:
        """The line of each player."""
        return {player: i for i, player in enumerate(self.roster.players)}

    @cached_property
    def present(self) -> list[int]:
        """The lines of those who are there."""
        return [self.line[player] for player in self.roster.present]

    @cached_property
    def shape(self) -> Shape:
        """The shape of every coming round."""
        return shape_for(len(self.present), self.old.mode, self.old.odd, self.tables)

    @cached_property
    def wishes_here(self) -> Wishes:
        """The wishes of those present."""
        here = set(self.roster.present)
        return Wishes(
            tuple((player, table) for player, table in self.wishes.pinned if player in here),
            tuple(pair for pair in self.wishes.never_partner if here.issuperset(pair)),
            tuple(pair for pair in self.wishes.never_meet if here.issuperset(pair)),
        )

    @cached_property
    def numbers(self) -> list[int]:
        """The table numbers at hand: those in use, and as many more as it takes. A hall has more than a night needs."""
        used = {table.number for planned in self.old_coming for table in planned.tables}
        used |= {table for _, table in self.wishes_here.pinned}
        if not self.tables:
            return list(range(1, max([self.shape.tables, *used]) + 1))
        others = [number for number in sorted(self.tables) if number not in used]
        return sorted([*used, *others[: max(0, self.shape.tables - len(used))]])

    @cached_property
    def wants(self) -> Wants:
        """The wishes of those present, as lines. Raises RotationError for strangers and contradictions."""
        refuse_strangers(self.wishes, {}, self.roster.players)
        return read_wants(self.wishes_here, {}, self.roster.players, self.shape, self.numbers)

    @cached_property
    def locked_rounds(self) -> tuple[PlannedRound, ...]:
        """Later rounds that stand as published; who left does not sit out there any more."""
        here = set(self.roster.present)
        stand = (self.old.rounds[number - 1] for number in sorted(self.locked.rounds))
        return tuple(replace(p, sit_outs=tuple(x for x in p.sit_outs if x in here)) for p in stand)

    @cached_property
    def old_coming(self) -> list[PlannedRound]:
        """The old plan's rounds still to be planned, newcomers in the seats they take over."""
        over = self.roster.takes_over

        def renamed(table: PlannedTable) -> PlannedTable:
            return replace(table, seats=tuple(over.get(player, player) for player in table.seats))

        coming = []
        for number in range(self.played + 1, self.total + 1):
            if number in self.locked.rounds:
                continue
            old = self.old.rounds[number - 1] if number <= len(self.old.rounds) else PlannedRound(number, ())
            coming.append(PlannedRound(number, tuple(renamed(table) for table in old.tables), old.sit_outs))
        return coming

    @cached_property
    def past(self) -> Past:
        """Who met whom in the rounds that stand."""
        done = self.old.rounds[: self.played] + self.locked_rounds
        rows: list[Row] = []
        for planned in done:
            tables = [self.lines_of(table) for table in planned.tables]
            rows.append([who for table in tables for who in (*table, *[self.lines] * (4 - len(table)))])
        past = tally(self.lines, rows)
        return replace(past, short=self._short_had(past.short))

    def _short_had(self, had: list[int]) -> list[int]:
        """Short tables of each line, with a credit of the average for rounds they were not there."""
        fair = [0.0] * self.lines
        for planned in (*self.old.rounds[: self.played], *self.locked_rounds):
            present = planned.present()
            seats = sum(3 for table in planned.tables if len(table.seats) == 3)
            for player in present:
                fair[self.line[player]] += seats / len(present)
        most = max(fair, default=0.0)
        return [times + round(most - share) for times, share in zip(had, fair, strict=True)]

    def lines_of(self, table: PlannedTable) -> Table:
        """The lines at a table, partners first."""
        lines = tuple(self.line[player] for player in table.seats)
        return (lines[0], lines[2], lines[1], lines[3]) if len(lines) == 4 else lines

    def turns(self) -> Turns[int]:
        """The account of sit-outs after the rounds that stand."""
        turns = Turns.fresh(self.line.values())
        for planned in (*self.old.rounds[: self.played], *self.locked_rounds):
            present = [self.line[player] for player in planned.present()]
            turns.record(planned.number, present, [self.line[player] for player in planned.sit_outs])
        return turns

    @cached_property
    def stood_out(self) -> Resting:
        """Who sits out in each round that stands: played, or locked."""
        standing = (*self.old.rounds[: self.played], *self.locked_rounds)
        return {planned.number: self._resting(planned) for planned in standing}

    def old_lines(self) -> list[OldRound]:
        """The old plan's rounds still to be planned, as lines."""
        return [self._old_round(planned) for planned in self.old_coming]

    def _old_round(self, planned: PlannedRound) -> OldRound:
        locked: list[Table] = []
        free: list[Table] = []
        for table in planned.tables:
            stays = (planned.number, table.number) in self.locked.tables
            (locked if stays else free).append(self.lines_of(table))
        return OldRound(planned.number, tuple(free), tuple(locked))

    @cached_property
    def standing(self) -> list[dict[Partnerships, PlannedTable]]:
        """Per round to plan: the old tables by who partners whom there."""
        return [
            {self.partnerships(self.lines_of(t)): t for t in planned.tables} for planned in self.old_coming
        ]

    def changed(self, rows: Sequence[Row]) -> int:
        """How many games of these rows are not in the old plan; the next round's count `NEXT_ROUND` times."""
        return sum(
            self.care[r] * (self.partnerships(tuple(group)) not in old)
            for r, (row, old) in enumerate(zip(rows, self.standing, strict=True))
            for group in groups_of(row, self.lines)
        )

    def partners_again(self, rows: Sequence[Row]) -> int:
        """How often partners meet as partners again, a third time counting more: the sum of C(times, 2) over pairs."""
        coming = tally(self.lines, rows).partners
        both = (
            (had, more)
            for one in zip(self.past.partners, coming, strict=True)
            for had, more in zip(*one, strict=True)
        )
        return sum(comb(had + more, 2) for had, more in both) // 2

    def _resting(self, planned: PlannedRound) -> set[int]:
        """The lines of those who sit a round out."""
        return {self.line[player] for player in planned.sit_outs}

    def fair_order(self, rows: Sequence[Row], sit_outs: Sequence[list[int]]) -> list[int]:
        """The places of these rows in an order in which nobody sits out running where that can be helped.

        A round in which a table of the old plan stands keeps its place, unless somebody would sit out more than
        `BEARABLE` rounds running: then it moves too, the very next one last. What is locked never does.
        """
        out: dict[int, Collection[int]] = dict(self.stood_out)
        mine = [planned.number for planned in self.old_coming]
        out |= {number: set(resting) for number, resting in zip(mine, sit_outs, strict=True)}
        before = [out[number] for number in range(1, self.played + 1)]
        coming = sorted(out)[self.played :]
        resting = [out[number] for number in coming]
        free = [number for number in mine if all(number != locked for locked, _ in self.locked.tables)]
        new = {
            number
            for number, row, old in zip(mine, rows, self.standing, strict=True)
            if not any(self.partnerships(tuple(group)) in old for group in groups_of(row, self.lines))
        }
        order = list(range(len(coming)))
        for movable in (new, {*new, *free} - {self.played + 1}, {*new, *free}):
            order = shorten_runs(before, resting, {coming.index(number) for number in movable})
            if longest_run(before, [resting[place] for place in order]) <= BEARABLE:
                break
        return [mine.index(coming[place]) for place in order if coming[place] in mine]

    @cached_property
    def care(self) -> list[int]:
        """How much a changed table counts in each round to plan: people may sit down to the next one already."""
        return [NEXT_ROUND if planned.number == self.played + 1 else 1 for planned in self.old_coming]

    def publish(self, rows: Sequence[Row], sit_outs: Sequence[list[int]]) -> tuple[PlannedRound, ...]:
        """The coming rounds, locked ones included; tables of the old plan stand with number, seats and dealer."""
        groups: dict[int, list[Group]] = {}
        outs: dict[int, list[int]] = {}
        for planned, row, out, old in zip(self.old_coming, rows, sit_outs, self.standing, strict=True):
            groups[planned.number] = [
                self._group(tuple(group), row, old) for group in groups_of(row, self.lines)
            ]
            outs[planned.number] = out
        for planned in self.locked_rounds:
            groups[planned.number] = [Group(self.lines_of(table), kept=table) for table in planned.tables]
            outs[planned.number] = [self.line[player] for player in planned.sit_outs]
        order = sorted(groups)
        return publish(
            [groups[number] for number in order],
            [outs[number] for number in order],
            self.roster.players,
            self.numbers,
            self.wants.pins,
            Random(self.seed),
            self.old.rounds[: self.played],
        )

    def _group(self, lines: Table, row: Row, old: Mapping[Partnerships, PlannedTable]) -> Group:
        """A group of the old plan stands as it is, unless a pin wants it elsewhere."""
        kept = old.get(self.partnerships(lines))
        if kept is not None:
            pins = {who: table for who, table in self.wants.pins.items() if who in row}
            misplaced = any(table != kept.number for who, table in pins.items() if who in lines)
            taken = any(table == kept.number for who, table in pins.items() if who not in lines)
            if not misplaced and not taken and kept.number in self.numbers:
                return Group(lines, kept=kept)
        return Group(lines)

    def partnerships(self, lines: Table) -> Partnerships:
        """Who partners whom at a table; just who is there, where partners are not preset."""
        if self.old.mode != "partners" or len(lines) != 4:
            return frozenset({frozenset(lines)})
        return frozenset({frozenset(lines[:2]), frozenset(lines[2:])})
