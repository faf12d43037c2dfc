"""`plan`: a whole night from the list of players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from time import perf_counter

from .bounds import PARTNERS, TABLES
from .errors import RotationError
from .evaluate import check
from .model import House, Mode, Odd, Plan, PlannedRound, PlannedTable, Player, Wishes
from .numbering import Tables, first_dealers
from .search import Row
from .solve import Shape, solve

GUARD_SECONDS = 5.0


def plan(
    players: Sequence[Player],
    rounds: int,
    *,
    mode: Mode = "partners",
    odd: Odd = "sit_out",
    tables: Sequence[int] = (),
    pinned: Mapping[Player, int] | None = None,
    first_tables: Mapping[Player, int] | None = None,
    never_partner: Sequence[tuple[Player, Player]] = (),
    never_meet: Sequence[tuple[Player, Player]] = (),
    seed: int = 0,
    max_seconds: float = GUARD_SECONDS,
) -> Plan:
    """A plan for `rounds` rounds: the same input gives the same plan on every machine.

    `mode`: partners preset, or only tables planned ("tables"). `odd`: what happens when the players do not
    fill tables of four. `tables`: the numbers to use, 1, 2, 3 ... when empty. `first_tables`: tables already
    given out for round 1. Raises RotationError for wishes that cannot be met.
    """
    deadline = perf_counter() + max_seconds
    everyone = list(players)
    if odd == "house":
        everyone += [House(number) for number in range(1, -len(everyone) % 4 + 1)]
    if len(everyone) < 4:
        raise RotationError(f"{len(everyone)} players are too few: a table needs four.")
    shape = _shape(len(everyone), rounds, odd)
    numbers = list(tables) or list(range(1, shape.full + shape.short + 1))
    weights = TABLES if mode == "tables" else PARTNERS
    solved = solve(shape, weights, seed, deadline)
    index = {player: i for i, player in enumerate(everyone)}
    given = {index[player]: table for player, table in (first_tables or {}).items()}
    rows = _relabel(solved.rows, shape, given, Random(seed))
    pins = {index[player]: table for player, table in (pinned or {}).items()}
    planned = _publish(rows, everyone, shape, numbers, pins, given, Random(seed))
    wishes = Wishes(tuple((pinned or {}).items()), tuple(never_partner), tuple(never_meet))
    quality = check(planned, everyone, mode=mode, guarded=solved.guarded)
    return Plan(tuple(everyone), planned, quality, mode, odd, tuple(numbers), wishes, seed)


def _shape(players: int, rounds: int, odd: Odd) -> Shape:
    if odd == "three_hand":
        short = -players % 4
        return Shape(players, rounds, (players + short) // 4 - short, short)
    return Shape(players, rounds, players // 4, 0)


def _relabel(rows: list[Row], shape: Shape, given: Mapping[int, int], random: Random) -> list[Row]:
    """Names for the lines: by lot, so that charts differ from night to night; round 1 as already given out."""
    groups: dict[int, list[int]] = {}
    for who, table in given.items():
        groups.setdefault(table, []).append(who)
    for table, group in groups.items():
        if len(group) > 4:
            raise RotationError(f"Table {table} was given to {len(group)} players; it takes four.")
    rest = [who for who in range(shape.lines) if who not in given]
    random.shuffle(rest)
    name: dict[int, int] = {}
    first = rows[0]
    ordered = sorted(groups.values(), key=len, reverse=True)
    for base in range(0, len(first), 4):
        group = ordered.pop(0) if ordered else []
        seats = [line for line in first[base : base + 4] if line != shape.lines]
        group = group + [rest.pop() for _ in range(len(seats) - len(group))]
        name.update(zip(seats, group, strict=True))
    for line in range(shape.lines):
        if line not in name:
            name[line] = rest.pop()
    name[shape.lines] = shape.lines
    return [[name[line] for line in row] for row in rows]


def _publish(
    rows: Sequence[Row],
    players: Sequence[Player],
    shape: Shape,
    numbers: Sequence[int],
    pins: Mapping[int, int],
    given: Mapping[int, int],
    random: Random,
) -> tuple[PlannedRound, ...]:
    """Seats clockwise, table numbers, first dealers."""
    groups = [
        [[who for who in row[base : base + 4] if who != shape.lines] for base in range(0, len(row), 4)]
        for row in rows
    ]
    fixed = {}
    if given:
        known = [next((given[who] for who in group if who in given), None) for group in groups[0]]
        free = iter([number for number in numbers if number not in known])
        fixed[0] = [table if table is not None else next(free) for table in known]
    numbered = Tables(numbers, pins).number(groups, fixed, sweeps=1 if len(numbers) > 20 else 3)
    dealers = iter(first_dealers([group for round_groups in groups for group in round_groups]))
    planned = []
    for number, (round_groups, tables) in enumerate(zip(groups, numbered, strict=True), start=1):
        made = []
        for group, table in zip(round_groups, tables, strict=True):
            dealer = next(dealers)
            seats = [group[0], group[2], group[1], group[3]] if len(group) == 4 else list(group)
            made.append(PlannedTable(table, tuple(players[who] for who in seats), seats.index(dealer)))
        made.sort(key=lambda table: table.number)
        seated = {who for group in round_groups for who in group}
        out = tuple(player for who, player in enumerate(players) if who not in seated)
        planned.append(PlannedRound(number, tuple(made), out))
    return tuple(planned)
