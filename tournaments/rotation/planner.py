"""`plan`: a whole night from the list of players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter

from .bounds import cost_bound
from .errors import RotationError
from .evaluate import check
from .fit import fit
from .model import MODES, ODDS, House, Mode, Odd, Plan, Player, Wishes
from .order import spread_sit_outs
from .prices import Task, seats_at_fours
from .publishing import Group, publish
from .search import Search
from .shape import Shape, shape_for, weights_for
from .solve import Solved, solve
from .tallies import Row, groups_of, left_out
from .warn import warnings_for
from .wishes import Wants, broken_wishes, read_wants

GUARD_SECONDS = 20.0  # far above what a search takes on a slow machine


def plan(
    players: Sequence[Player],
    rounds: int,
    *,
    odd: Odd = "sit_out",
    mode: Mode = "partners",
    tables: Sequence[int] = (),
    pinned: Mapping[Player, int] | None = None,
    first_tables: Mapping[Player, int] | None = None,
    never_partner: Sequence[tuple[Player, Player]] = (),
    never_meet: Sequence[tuple[Player, Player]] = (),
    seed: int = 0,
    max_seconds: float = GUARD_SECONDS,
) -> Plan:
    """A plan for `rounds` rounds: the same input gives the same plan on every machine.

    `mode`: "partners" presets partners; "tables" leaves them to a draw at the table; "alone" plans tables of
    three where each plays for themselves. `odd`: what happens when players do not fill tables of four: some
    sit out in turn, some tables play three-handed, or house players fill the chairs. `tables`: the numbers to
    use, lowest first (1, 2, 3 ... when empty); too few of them means more sit-outs. `pinned`: players who keep
    one table. `first_tables`: tables already given out for round 1. `max_seconds` only guards against a slow
    machine (`quality.guarded`).

    Raises RotationError for wishes that cannot be met, naming them.
    """
    deadline = perf_counter() + max_seconds
    everyone = roster(players, rounds, mode, odd)
    shape = shape_for(len(everyone), mode, odd, tables)
    wishes = Wishes(tuple((pinned or {}).items()), tuple(never_partner), tuple(never_meet))
    numbers = _numbers(tables, shape, wishes, first_tables or {})
    wants = read_wants(wishes, first_tables or {}, everyone, shape, numbers)
    random = Random(seed)
    task = _Fresh(shape, rounds, mode, wants, seed, deadline)
    solved = task.solve(random)
    groups = [[Group(tuple(group)) for group in groups_of(row, shape.lines)] for row in solved.rows]
    groups[0] = [_held_first(group, wants.first) for group in groups[0]]
    sit_outs = [left_out(row, shape.lines) for row in solved.rows]
    published = publish(groups, sit_outs, everyone, numbers, wants.pins, random)
    broken_wishes(published, wishes, mode)
    quality = check(published, everyone, mode=mode, guarded=solved.guarded)
    made = Plan(tuple(everyone), published, quality, mode, odd, tuple(tables), wishes, seed)
    return made.with_warnings(warnings_for(made))


def roster(players: Sequence[Player], rounds: int, mode: Mode, odd: Odd) -> list[Player]:
    """The players, with house players where they are wanted. Raises RotationError for impossible input."""
    if mode not in MODES:
        raise RotationError(f"The mode {mode!r} is unknown; the modes are {', '.join(MODES)}.")
    if odd not in ODDS:
        raise RotationError(f"{odd!r} is no way to treat odd numbers; the ways are {', '.join(ODDS)}.")
    if rounds < 1:
        raise RotationError(f"{rounds} games cannot be planned: a night has at least one.")
    everyone = list(players)
    seen: set[Player] = set()
    for player in everyone:
        if player in seen:
            raise RotationError("{0} is listed twice.", player)
        if isinstance(player, House):
            raise RotationError("{0} is added by the plan itself: list only the players.", player)
        seen.add(player)
    return everyone + houses(len(everyone), mode, odd)


def houses(players: int, mode: Mode, odd: Odd) -> list[Player]:
    """The house players needed beside so many players."""
    size = 3 if mode == "alone" else 4
    if odd != "house" or players < 1:
        return []
    return [House(number) for number in range(1, -players % size + 1)]


@dataclass(frozen=True)
class _Fresh:
    """A fresh night to be solved under wishes."""

    shape: Shape
    rounds: int
    mode: Mode
    wants: Wants
    seed: int
    deadline: float

    def solve(self, random: Random) -> Solved:
        """Rounds of players (as indices) that honour the wishes wherever that is possible."""
        weights = weights_for(self.mode)
        best = solve(self.shape, self.rounds, weights, self.seed, self.deadline)
        ordered = spread_sit_outs(best.rows, self.shape.lines)
        fitted = fit(ordered, self.shape.lines, self.wants, random)
        if fitted is not None:
            return Solved(fitted, best.cost, best.guarded)
        begun = fit(ordered, self.shape.lines, self.wants, random, strict=False)
        assert begun is not None  # noqa: S101 -- without strictness a naming always exists
        return self._search(begun)

    def _search(self, rows: list[Row]) -> Solved:
        """Mend what the wishes forbid by searching from a good plan; first tables stand."""
        lines, shape = self.shape.lines, self.shape
        weights = weights_for(self.mode)
        bases = [list(range(0, len(row), 4)) for row in rows]
        start = 1 if self.wants.first else 0
        task = Task(
            lines=lines,
            rows=rows,
            weights=weights,
            full=[seats_at_fours(row, lines) for row in rows],
            loose=[[] if r < start else bases[r] for r in range(len(rows))],
            redraw=[bases[r] if r < start else [] for r in range(len(rows))],
            apart=self.wants.apart,
            never_partner=self.wants.never_partner,
            target=cost_bound(lines, self.rounds, shape.full, shape.short, weights),
            seed=self.seed,
        )
        found = Search(task).run(1.0, self.deadline)
        return Solved(found.rows, found.cost, found.guarded)


def _numbers(
    tables: Sequence[int], shape: Shape, wishes: Wishes, first_tables: Mapping[Player, int]
) -> list[int]:
    """The table numbers in use: those asked for by a wish, then the lowest."""
    if len(set(tables)) != len(tables) or any(number < 1 for number in tables):
        raise RotationError("Table numbers must be different whole numbers from 1.")
    if not tables:
        return list(range(1, shape.tables + 1))
    wanted = {table for _, table in wishes.pinned} | set(first_tables.values())
    chosen = [number for number in sorted(tables) if number in wanted]
    others = [number for number in sorted(tables) if number not in wanted]
    return (
        sorted(chosen + others[: max(0, shape.tables - len(chosen))])
        if wanted <= set(tables)
        else sorted(tables)
    )


def _held_first(group: Group, first: Mapping[int, int]) -> Group:
    table = next((first[line] for line in group.lines if line in first), None)
    return group if table is None else Group(group.lines, held=table)
