"""First tables at check-in: which table the next player gets, and who moves when check-in closes.

Tables fill one after the other, so that only the last one is incomplete. When check-in closes, holes left by
people who went away are filled from the last tables, and the app names who moves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .compare import Name
from .errors import RotationError
from .model import House, Mode, Odd, Player
from .planner import houses
from .shape import shape_for


@dataclass(frozen=True)
class Move:
    """A player whose first table changes; `to` is None for a sit-out in round 1."""

    player: Player
    table: int
    to: int | None

    def told(self, name: Name = str) -> str:
        """The move in one sentence."""
        if self.to is None:
            return f"{name(self.player)} leaves table {self.table} and sits out game 1."
        return f"{name(self.player)} moves from table {self.table} to table {self.to}."


@dataclass(frozen=True)
class FirstRound:
    """Where everybody sits in round 1: give `tables` to `plan(first_tables=...)`.

    House players are included; `moves` names everyone who was told another table at check-in.
    """

    tables: dict[Player, int]
    sit_outs: tuple[Player, ...]
    moves: tuple[Move, ...]


def next_table(
    given: Mapping[Player, int],
    tables: Sequence[int],
    *,
    pinned: Mapping[Player, int] | None = None,
    player: Player | None = None,
    size: int = 4,
) -> int:
    """The table for the next player to check in: their pinned one, else the first of `tables` with a free chair.

    A chair is kept at each table for its pinned player until they are there. Raises RotationError when all
    tables are full.
    """
    pins = pinned or {}
    if player is not None and player in pins:
        return pins[player]
    for table in tables:
        reserved = sum(pin == table and who not in given for who, pin in pins.items())
        if sum(number == table for number in given.values()) + reserved < size:
            return table
    raise RotationError(f"All {len(tables)} tables are full: give the division another table number.")


def close_check_in(
    given: Mapping[Player, int],
    *,
    tables: Sequence[int] = (),
    odd: Odd = "sit_out",
    mode: Mode = "partners",
    pinned: Mapping[Player, int] | None = None,
) -> FirstRound:
    """Settle round 1 from the tables `given` out, in the order of check-in, with as few moves as can be.

    Who checked in last at a table moves first; pinned players never do. Raises RotationError when too few
    players are there.
    """
    people: dict[Player, int] = dict(given)
    house = houses(len(people), mode, odd)
    shape = shape_for(len(people) + len(house), mode, odd, tables)
    pins = {player for player in (pinned or {}) if player in people}
    groups: dict[int, list[Player]] = {table: [] for table in tables}
    for player, table in people.items():
        groups.setdefault(table, []).append(player)
    in_use = _tables_in_use(groups, pins, shape.tables)
    room = _room(groups, in_use, shape.full)
    leaving: list[Player] = []
    for table, group in groups.items():
        movable = [player for player in group if player not in pins]
        surplus = len(group) - room.get(table, 0)
        leaving += movable[len(movable) - surplus :] if surplus > 0 else []
    leaving.sort(key=list(people).index)
    settled = {player: table for player, table in people.items() if player not in set(leaving)}
    moves = []
    for table in in_use:
        free = room[table] - sum(number == table for number in settled.values())
        for _ in range(free):
            newcomer = leaving.pop(0) if leaving else house.pop(0)
            settled[newcomer] = table
            if not isinstance(newcomer, House):
                moves.append(Move(newcomer, people[newcomer], table))
    moves += [Move(player, people[player], None) for player in leaving]
    return FirstRound(settled, tuple(leaving), tuple(moves))


def part(
    first: FirstRound,
    given: Mapping[Player, int],
    never_meet: Sequence[tuple[Player, Player]],
    pinned: Mapping[Player, int] | None = None,
) -> FirstRound:
    """The same first round with no two at one table who are never to meet, changing places one for one.

    Of the two, the later to check in moves, and changes places with the last who may sit there. Where nobody may,
    both stay and `plan` refuses them by name. `given` as for `close_check_in`, in the order of check-in.
    """
    tables = dict(first.tables)
    shunned: dict[Player, set[Player]] = {}
    for one, other in never_meet:
        shunned.setdefault(one, set()).add(other)
        shunned.setdefault(other, set()).add(one)
    movable = [player for player in reversed(given) if player not in (pinned or {}) and player in tables]

    def welcome(player: Player, table: int, instead: Player) -> bool:
        there = {who for who, number in tables.items() if number == table and who != instead}
        return not shunned.get(player, set()) & there

    for who in movable:
        if welcome(who, tables[who], who):
            continue
        for other in movable:
            here, there = tables[who], tables[other]
            if here != there and welcome(who, there, other) and welcome(other, here, who):
                tables[who], tables[other] = there, here
                break
    moves = [Move(player, table, tables.get(player)) for player, table in given.items()]
    return FirstRound(tables, first.sit_outs, tuple(move for move in moves if move.to != move.table))


def _tables_in_use(groups: Mapping[int, list[Player]], pins: set[Player], count: int) -> list[int]:
    """The tables to play at: those of pinned players, then the fullest, then the first."""
    order = list(groups)

    def rank(table: int) -> tuple[bool, int, int]:
        return (not pins & set(groups[table]), -min(4, len(groups[table])), order.index(table))

    number = 1
    while len(order) < count:  # no numbers were given: open the lowest
        if number not in groups:
            order.append(number)
        number += 1
    chosen = set(sorted(groups, key=rank)[:count]) | set(order[len(groups) :])
    return [table for table in order if table in chosen]


def _room(groups: Mapping[int, list[Player]], in_use: Sequence[int], full: int) -> dict[int, int]:
    """Chairs at each table: the emptiest of the later tables play three-handed."""
    order = sorted(in_use, key=lambda table: (-len(groups.get(table, ())), in_use.index(table)))
    return {table: 4 if place < full else 3 for place, table in enumerate(order)}
