"""`replan`: the rounds still to come, made anew for those who are there.

Rounds already played stand. Every table that is still complete stays if it can (`keep="most"`), or the rest
of the night is searched afresh for the best figures (`keep="best"`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import replace as changed
from functools import cached_property
from math import comb
from random import Random
from time import perf_counter
from typing import Literal, NamedTuple

from .bounds import Weights, water_fill
from .carry import Carrying, Start, Table
from .changes import change_roster
from .errors import RotationError
from .evaluate import check
from .locks import Locks
from .model import Plan, Player, Wishes
from .night import Night
from .planner import GUARD_SECONDS
from .prices import IDLE, Task, seats_at_fours
from .search import Search
from .shape import weights_for
from .tallies import Row, cost_of_past
from .warn import warnings_for
from .wishes import broken_wishes

Keep = Literal["most", "best", "none"]
CHANGED_TABLE = 4
SMALL_ROOM = 2
"""Tables up to which few good plans lie near each other: several fresh starts are tried, even to keep most."""


class _Effort(NamedTuple):
    """One search: its share of the budget and how much it cares for tables that could stay.

    `hold` is the price of changing one; `care` raises it for the next round.
    """

    share: float
    hold: int = 0
    care: bool = True
    idle: float = 0.0
    new_tables_only: bool = False
    anew: bool = False


EFFORTS = (
    _Effort(0.02, new_tables_only=True),
    _Effort(0.04, hold=CHANGED_TABLE),
    _Effort(0.04, hold=CHANGED_TABLE, care=False),
    _Effort(0.04, hold=2, care=False),
    _Effort(0.2, hold=1, care=False),
    _Effort(0.2, hold=2),
    _Effort(0.5, idle=IDLE),
    _Effort(0.5, idle=IDLE, anew=True),
)


FRESH_STARTS = (_Effort(0.02, idle=IDLE, anew=True),) * 30
"""What a small room has instead of the last effort: many short searches find more there than a long one."""


def replan(
    old: Plan,
    *,
    played: int,
    leave: Sequence[Player] = (),
    join: Sequence[Player] = (),
    replace: Mapping[Player, Player] | None = None,
    rounds: int | None = None,
    locked: Collection[int] = (),
    locked_tables: Collection[tuple[int, int]] = (),
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
    later rounds (from 1) that stand as published, `locked_tables` single tables of them, as (round, table).
    Wishes and tables given here replace the old plan's.

    `keep="most"` changes few tables: it counts a changed table like a repeated meeting, but gives nobody a
    partner again to save one. `keep="best"` goes for the best figures. `keep="none"` draws all anew that is not locked. Raises RotationError naming what is
    impossible.
    """
    if keep not in ("most", "best", "none"):
        raise RotationError(f"keep={keep!r} is unknown: say 'most', 'best' or 'none'.")
    total = len(old.rounds) if rounds is None else rounds
    if not 0 <= played <= len(old.rounds):
        raise RotationError(f"{played} games cannot be played of a plan of {len(old.rounds)}.")
    if total <= played:
        raise RotationError(f"{played} games are played and {total} planned: no game is left to plan.")
    night = Night(
        old=old,
        played=played,
        total=total,
        roster=change_roster(old, played, leave, join, replace or {}),
        locked=Locks(frozenset(locked), frozenset(locked_tables)),
        wishes=Wishes(
            old.wishes.pinned if pinned is None else tuple(pinned.items()),
            old.wishes.never_partner if never_partner is None else tuple(never_partner),
            old.wishes.never_meet if never_meet is None else tuple(never_meet),
        ),
        tables=old.tables if tables is None else tuple(tables),
        seed=old.seed if seed is None else seed,
    )
    night.refuse_impossible_locks()
    draft = _Drafts(night, perf_counter() + max_seconds).choose(keep)
    order = night.fair_order(draft.rows, draft.sit_outs)
    coming = night.publish([draft.rows[r] for r in order], [draft.sit_outs[r] for r in order])
    broken_wishes(coming, night.wishes_here, old.mode)
    made = old.rounds[:played] + coming
    new = changed(
        old,
        players=night.roster.players,
        rounds=made,
        quality=check(made, night.roster.players, mode=old.mode, played=played, guarded=draft.guarded),
        tables=night.tables,
        wishes=night.wishes,
        seed=night.seed,
        played=played,
    )
    return new.with_warnings(warnings_for(new))


@dataclass(frozen=True)
class _Draft:
    """Rows for the rounds to plan, judged."""

    rows: list[Row]
    sit_outs: list[list[int]]
    cost: int
    changed: int
    partners_again: int
    guarded: bool


@dataclass(frozen=True)
class _Drafts:
    """The searches for a new plan, from the lightest change to a fresh start."""

    night: Night
    deadline: float

    def choose(self, keep: Keep) -> _Draft:
        """The draft that the organizer's choice prefers; a draft without a new repeat ends the search."""
        night = self.night
        random = Random(night.seed)
        carrying = Carrying(
            night.lines, night.present, night.shape, night.turns, self._may_stay, night.stood_out
        )
        old = night.old_lines()
        start = carrying.carry(old, random)
        drafts: list[_Draft] = []
        is_small = night.shape.tables <= SMALL_ROOM
        for effort in (*EFFORTS[:-1], *FRESH_STARTS) if is_small else EFFORTS:
            if effort.anew and keep == "most" and not is_small:
                break
            if not effort.anew and keep == "none":
                continue
            beginning = carrying.anew(old, random) if effort.anew else start
            drafts.append(self._search(beginning, effort))
            if drafts[-1].cost <= self._least:
                return drafts[-1]
        if keep == "most":
            chosen = min(
                drafts,
                key=lambda draft: (draft.partners_again, draft.cost + CHANGED_TABLE * draft.changed),
            )
        else:
            chosen = min(drafts, key=lambda draft: (draft.cost, draft.changed))
        return changed(chosen, guarded=any(draft.guarded for draft in drafts))

    @property
    def _weights(self) -> Weights:
        return weights_for(self.night.old.mode)

    @cached_property
    def _least(self) -> int:
        """The cost when no further repeat comes about and short tables are shared evenly."""
        past, weights, night = self.night.past, self._weights, self.night
        had = [past.short[who] for who in night.present]
        turns = 3 * night.shape.short * len(night.old_coming)
        shared = water_fill([times for times in had if times], had.count(0), turns)
        return cost_of_past(past, weights) + weights.short * (shared - sum(comb(times, 2) for times in had))

    def _may_stay(self, table: Table) -> bool:
        pairs = {frozenset(pair) for pair in self.night.wants.apart}
        if any(pair <= set(table) for pair in pairs):
            return False
        partners = [frozenset(table[:2]), frozenset(table[2:])] if len(table) == 4 else []
        return not any(frozenset(pair) in partners for pair in self.night.wants.never_partner)

    def _search(self, start: Start, effort: _Effort) -> _Draft:
        night = self.night
        staying = start.stands if effort.new_tables_only else start.fixed
        bases = [
            [base for base in range(0, len(row), 4) if base not in stays]
            for row, stays in zip(start.rows, staying, strict=True)
        ]
        task = Task(
            lines=night.lines,
            rows=start.rows,
            weights=self._weights,
            full=[seats_at_fours(row, night.lines) for row in start.rows],
            loose=bases,
            redraw=[[] for _ in start.rows],
            resting=[[] if effort.new_tables_only else out for out in start.sit_outs],
            rest_range=start.rest_range,
            owed=start.owed,
            share=start.share,
            numbers=[planned.number for planned in night.old_coming],
            stood_out=night.stood_out,
            past=night.past,
            apart=night.wants.apart,
            never_partner=night.wants.never_partner,
            target=self._least,
            seed=night.seed,
            idle=effort.idle,
            held=start.stands,
            hold=[effort.hold * (care if effort.care else 1) for care in night.care],
        )
        found = Search(task).run(effort.share, self.deadline)
        sit_outs = [found_out or out for found_out, out in zip(found.resting, start.sit_outs, strict=True)]
        return _Draft(
            found.rows,
            sit_outs,
            found.cost,
            night.changed(found.rows),
            night.partners_again(found.rows) if self._weights.partner else 0,
            found.guarded,
        )
