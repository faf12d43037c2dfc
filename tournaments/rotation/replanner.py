"""`replan`: the rounds still to come, made anew for those who are there.

Rounds already played stand. Every table that is still complete stays if it can (`keep="most"`), or the rest
of the night is searched afresh for the best figures (`keep="best"`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import replace as changed
from functools import cached_property
from random import Random
from time import perf_counter
from typing import Literal, NamedTuple

from .carry import Carrying, OldRound, Start, Table
from .changes import Roster, change_roster
from .errors import RotationError
from .evaluate import check
from .model import Plan, PlannedRound, PlannedTable, Player, Wishes
from .planner import GUARD_SECONDS
from .search import IDLE, Search, Task, seats_at_fours
from .seating import Group, publish
from .shape import Shape, shape_for, weights_for
from .sitouts import Turns
from .solve import WORK
from .tallies import Past, Row, cost_of_past, groups_of, tally
from .warn import warnings_for
from .wishes import Wants, broken_wishes, read_wants

Keep = Literal["most", "best"]
CHANGED_TABLE = 4


class _Effort(NamedTuple):
    """One search: its share of the budget and how much it cares for tables that could stay."""

    share: float
    hold: int = 0
    idle: float = 0.0
    new_tables_only: bool = False
    anew: bool = False


EFFORTS = (
    _Effort(0.02, new_tables_only=True),
    _Effort(0.25, hold=CHANGED_TABLE),
    _Effort(0.25, hold=1),
    _Effort(0.5, idle=IDLE),
    _Effort(0.5, idle=IDLE, anew=True),
)


def replan(
    old: Plan,
    *,
    played: int,
    leave: Sequence[Player] = (),
    join: Sequence[Player] = (),
    replace: Mapping[Player, Player] | None = None,
    rounds: int | None = None,
    locked: Collection[int] = (),
    pinned: Mapping[Player, int] | None = None,
    never_partner: Sequence[tuple[Player, Player]] | None = None,
    never_meet: Sequence[tuple[Player, Player]] | None = None,
    tables: Sequence[int] | None = None,
    keep: Keep = "most",
    seed: int | None = None,
    max_seconds: float = GUARD_SECONDS,
) -> Plan:
    """A new plan after the first `played` rounds, for those who are there.

    `leave` and `join` name who goes and who comes (also back); a newcomer takes a leaver's seats where one is
    free, and `replace` says who takes over from whom. `rounds` is the new length of the night, `locked` names
    later rounds (from 1) that stand as published. Wishes and tables given here replace the old plan's.

    `keep="most"` changes few tables: it counts a changed table like a repeated meeting. `keep="best"` goes for
    the best figures. Raises RotationError naming what is impossible.
    """
    if keep not in ("most", "best"):
        raise RotationError(f"keep={keep!r} is unknown: say 'most' or 'best'.")
    total = len(old.rounds) if rounds is None else rounds
    if not 0 <= played <= len(old.rounds):
        raise RotationError(f"{played} rounds cannot be played of a plan of {len(old.rounds)}.")
    if total <= played:
        raise RotationError(f"{played} rounds are played and {total} planned: no round is left to plan.")
    night = _Night(
        old=old,
        played=played,
        total=total,
        roster=change_roster(old, played, leave, join, replace or {}),
        locked=frozenset(locked),
        wishes=Wishes(
            old.wishes.pinned if pinned is None else tuple(pinned.items()),
            old.wishes.never_partner if never_partner is None else tuple(never_partner),
            old.wishes.never_meet if never_meet is None else tuple(never_meet),
        ),
        tables=old.tables if tables is None else tuple(tables),
        seed=old.seed if seed is None else seed,
    )
    return night.plan(keep, perf_counter() + max_seconds)


@dataclass(frozen=True)
class _Draft:
    """Rows for the rounds to plan, judged."""

    rows: list[Row]
    sit_outs: list[list[int]]
    cost: int
    changed: int
    guarded: bool


@dataclass(frozen=True)
class _Night:
    """A night in mid-course."""

    old: Plan
    played: int
    total: int
    roster: Roster
    locked: frozenset[int]
    wishes: Wishes
    tables: tuple[int, ...]
    seed: int

    def plan(self, keep: Keep, deadline: float) -> Plan:
        """The new plan."""
        self._refuse_locked_leavers()
        broken_wishes(self._locked_rounds, self._wishes_here, self.old.mode)
        draft = self._choose(keep, deadline)
        coming = self._publish(draft)
        broken_wishes(coming, self._wishes_here, self.old.mode)
        rounds = self.old.rounds[: self.played] + coming
        quality = check(
            rounds, self.roster.players, mode=self.old.mode, played=self.played, guarded=draft.guarded
        )
        new = changed(
            self.old,
            players=self.roster.players,
            rounds=rounds,
            quality=quality,
            tables=self.tables,
            wishes=self.wishes,
            seed=self.seed,
            played=self.played,
        )
        return new.with_warnings(warnings_for(new))

    def _refuse_locked_leavers(self) -> None:
        for number in sorted(self.locked):
            if not self.played < number <= min(self.total, len(self.old.rounds)):
                raise RotationError(
                    f"Round {number} cannot be locked: it is not a planned round still to come."
                )
        for planned in self._locked_rounds:
            for player in planned.seated():
                if player not in self.roster.present:
                    raise RotationError(
                        f"Round {planned.number} is locked but seats {{0}}, who is leaving: "
                        "unlock the round or name a substitute for it.",
                        player,
                    )

    # -- what is given ------------------------------------------------------------------------------

    @cached_property
    def _line(self) -> dict[Player, int]:
        return {player: i for i, player in enumerate(self.roster.players)}

    @cached_property
    def _present(self) -> list[int]:
        return [self._line[player] for player in self.roster.present]

    @cached_property
    def _shape(self) -> Shape:
        return shape_for(len(self._present), self.old.mode, self.old.odd, self.tables)

    @cached_property
    def _wishes_here(self) -> Wishes:
        """The wishes of those present."""
        here = set(self.roster.present)
        return Wishes(
            tuple((player, table) for player, table in self.wishes.pinned if player in here),
            tuple(pair for pair in self.wishes.never_partner if here.issuperset(pair)),
            tuple(pair for pair in self.wishes.never_meet if here.issuperset(pair)),
        )

    @cached_property
    def _numbers(self) -> list[int]:
        if self.tables:
            return sorted(self.tables)
        used = [table.number for planned in self._old_coming for table in planned.tables]
        wanted = [table for _, table in self._wishes_here.pinned]
        return list(range(1, max([self._shape.tables, *used, *wanted]) + 1))

    @cached_property
    def _wants(self) -> Wants:
        known = set(self.roster.players)
        for player, _ in self.wishes.pinned:
            if player not in known:
                raise RotationError("{0} is named in a wish but is not one of the players.", player)
        return read_wants(self._wishes_here, {}, self.roster.players, self._shape, self._numbers)

    @cached_property
    def _locked_rounds(self) -> tuple[PlannedRound, ...]:
        return tuple(self.old.rounds[number - 1] for number in sorted(self.locked))

    @cached_property
    def _old_coming(self) -> list[PlannedRound]:
        """The old plan's rounds still to be planned, newcomers in the seats they take over."""
        over = self.roster.takes_over

        def renamed(table: PlannedTable) -> PlannedTable:
            return changed(table, seats=tuple(over.get(player, player) for player in table.seats))

        coming = []
        for number in range(self.played + 1, self.total + 1):
            if number in self.locked:
                continue
            old = self.old.rounds[number - 1] if number <= len(self.old.rounds) else PlannedRound(number, ())
            coming.append(PlannedRound(number, tuple(renamed(table) for table in old.tables), old.sit_outs))
        return coming

    @cached_property
    def _past(self) -> Past:
        return tally(len(self.roster.players), self._past_rows)

    @cached_property
    def _past_rows(self) -> list[Row]:
        lines = len(self.roster.players)
        done = self.old.rounds[: self.played] + self._locked_rounds
        rows: list[Row] = []
        for planned in done:
            tables = [self._lines_of(table) for table in planned.tables]
            rows.append([who for table in tables for who in (*table, *[lines] * (4 - len(table)))])
        return rows

    def _lines_of(self, table: PlannedTable) -> Table:
        """The lines at a table, partners first."""
        lines = tuple(self._line[player] for player in table.seats)
        return (lines[0], lines[2], lines[1], lines[3]) if len(lines) == 4 else lines

    def _turns(self) -> Turns[int]:
        turns = Turns.fresh(self._line.values())
        for planned in (*self.old.rounds[: self.played], *self._locked_rounds):
            present = [self._line[player] for player in planned.present()]
            turns.record(planned.number, present, [self._line[player] for player in planned.sit_outs])
        return turns

    # -- drafts -------------------------------------------------------------------------------------

    def _choose(self, keep: Keep, deadline: float) -> _Draft:
        """The draft that the organizer's choice prefers; a draft without a new repeat ends the search."""
        random = Random(self.seed)
        carrying = Carrying(len(self.roster.players), self._present, self._shape, self._turns, self._may_stay)
        old = [OldRound(p.number, tuple(self._lines_of(t) for t in p.tables)) for p in self._old_coming]
        start = carrying.carry(old, random)
        drafts: list[_Draft] = []
        for effort in EFFORTS:
            if effort.anew and keep == "most":
                break
            beginning = carrying.anew(old, random) if effort.anew else start
            drafts.append(self._search(beginning, effort, deadline))
            if drafts[-1].cost <= self._least:
                return drafts[-1]
        if keep == "best":
            return min(drafts, key=lambda draft: (draft.cost, draft.changed))
        return min(drafts, key=lambda draft: draft.cost + CHANGED_TABLE * draft.changed)

    @cached_property
    def _least(self) -> int:
        """The cost when no further repeat comes about."""
        return cost_of_past(self._past, weights_for(self.old.mode))

    def _may_stay(self, table: Table) -> bool:
        pairs = {frozenset(pair) for pair in self._wants.apart}
        if any(pair <= set(table) for pair in pairs):
            return False
        partners = [frozenset(table[:2]), frozenset(table[2:])] if len(table) == 4 else []
        return not any(frozenset(pair) in partners for pair in self._wants.never_partner)

    def _search(self, start: Start, effort: _Effort, deadline: float) -> _Draft:
        lines = len(self.roster.players)
        bases = [list(range(0, len(row), 4)) for row in start.rows]
        if effort.new_tables_only:
            bases = [
                [base for base in row if base not in set(stands)]
                for row, stands in zip(bases, start.stands, strict=True)
            ]
        task = Task(
            lines=lines,
            rows=start.rows,
            weights=weights_for(self.old.mode),
            full=[seats_at_fours(row, lines) for row in start.rows],
            loose=bases,
            redraw=[[] for _ in start.rows],
            resting=[[] if effort.new_tables_only else out for out in start.sit_outs],
            rest_range=start.rest_range,
            past=self._past,
            apart=self._wants.apart,
            never_partner=self._wants.never_partner,
            target=self._least,
            seed=self.seed,
            idle=effort.idle,
            held=start.stands,
            hold=effort.hold,
        )
        found = Search(task).run(int(WORK * effort.share), deadline)
        sit_outs = [found_out or out for found_out, out in zip(found.resting, start.sit_outs, strict=True)]
        return _Draft(found.rows, sit_outs, found.cost, self._changed(found.rows), found.guarded)

    # -- what is handed out ---------------------------------------------------------------------------

    @cached_property
    def _standing(self) -> list[dict[frozenset[frozenset[int]], PlannedTable]]:
        """Per round to plan: the old tables by who partners whom there."""
        return [{_partnerships(self._lines_of(t)): t for t in planned.tables} for planned in self._old_coming]

    def _changed(self, rows: Sequence[Row]) -> int:
        lines = len(self.roster.players)
        return sum(
            _partnerships(tuple(group)) not in old
            for row, old in zip(rows, self._standing, strict=True)
            for group in groups_of(row, lines)
        )

    def _publish(self, draft: _Draft) -> tuple[PlannedRound, ...]:
        lines = len(self.roster.players)
        groups: dict[int, list[Group]] = {}
        sit_outs: dict[int, list[int]] = {}
        for planned, row, out, old in zip(
            self._old_coming, draft.rows, draft.sit_outs, self._standing, strict=True
        ):
            groups[planned.number] = [self._group(tuple(group), row, old) for group in groups_of(row, lines)]
            sit_outs[planned.number] = out
        for planned in self._locked_rounds:
            groups[planned.number] = [Group(self._lines_of(table), kept=table) for table in planned.tables]
            sit_outs[planned.number] = [self._line[player] for player in planned.sit_outs]
        order = sorted(groups)
        return publish(
            [groups[number] for number in order],
            [sit_outs[number] for number in order],
            self.roster.players,
            self._numbers,
            self._wants.pins,
            Random(self.seed),
            self.old.rounds[: self.played],
        )

    def _group(self, lines: Table, row: Row, old: Mapping[frozenset[frozenset[int]], PlannedTable]) -> Group:
        """A table of the old plan stands with number, seats and dealer, unless a pin wants it elsewhere."""
        kept = old.get(_partnerships(lines))
        if kept is not None:
            pins = {who: table for who, table in self._wants.pins.items() if who in row}
            misplaced = any(table != kept.number for who, table in pins.items() if who in lines)
            taken = any(table == kept.number for who, table in pins.items() if who not in lines)
            if not misplaced and not taken and kept.number in self._numbers:
                return Group(lines, kept=kept)
        return Group(lines)


def _partnerships(lines: Table) -> frozenset[frozenset[int]]:
    return (
        frozenset({frozenset(lines[:2]), frozenset(lines[2:])})
        if len(lines) == 4
        else frozenset({frozenset(lines)})
    )
