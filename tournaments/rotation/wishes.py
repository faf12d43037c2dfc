"""Wishes read and checked: pinned players, pairs to keep apart, first tables already given out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal

from .errors import RotationError
from .model import Mode, Odd, PlannedRound, Player, Wishes
from .shape import Shape, shape_for
from .words import listed

Pair = tuple[int, int]


@dataclass(frozen=True)
class Wants:
    """Wishes in terms of lines: pins and first tables by line, pairs that may not meet or not partner."""

    pins: dict[int, int] = field(default_factory=dict)
    first: dict[int, int] = field(default_factory=dict)
    apart: list[Pair] = field(default_factory=list)
    never_partner: list[Pair] = field(default_factory=list)

    @property
    def pairs(self) -> bool:
        """Some pair must be kept apart."""
        return bool(self.apart or self.never_partner)


def read_wants(
    wishes: Wishes,
    first_tables: Mapping[Player, int],
    players: Sequence[Player],
    shape: Shape,
    numbers: Sequence[int],
) -> Wants:
    """The wishes as lines. Raises RotationError where they name strangers or contradict each other."""
    line = {player: i for i, player in enumerate(players)}
    refuse_strangers(wishes, first_tables, players)
    for one, other in (*wishes.never_partner, *wishes.never_meet):
        if one == other:
            raise RotationError("{0} is to be kept apart from themselves: name two different players.", one)
    _check_tables(wishes, first_tables, shape, numbers)
    _check_first_groups(wishes, first_tables, shape)
    pins = {line[player]: table for player, table in wishes.pinned}
    first = {line[player]: table for player, table in first_tables.items()}
    apart = {_ordered(line[one], line[other]) for one, other in wishes.never_meet}
    apart |= {_ordered(one, other) for one, other in combinations(pins, 2)}
    wants = Wants(
        pins=pins,
        first=first | pins if first else {},
        apart=sorted(apart),
        never_partner=sorted({_ordered(line[one], line[other]) for one, other in wishes.never_partner}),
    )
    _check_company(wants, players, shape)
    return wants


def refuse_impossible_wishes(
    wishes: Wishes, players: Sequence[Player], mode: Mode, odd: Odd, tables: Sequence[int] = ()
) -> None:
    """Raises RotationError, with what is possible instead, for wishes that no plan of these players can honour.

    This is what can be said without a search: contradictions, and crowds that the tables cannot part. Numbers of
    players that make no round at all are no matter of wishes and pass.
    """
    refuse_strangers(wishes, {}, players)
    houses = -len(players) % (3 if mode == "alone" else 4) if odd == "house" else 0
    try:
        shape = shape_for(len(players) + houses, mode, odd, tables)
    except RotationError:
        return
    read_wants(wishes, {}, players, shape, list(tables) or list(range(1, shape.tables + 1)))


def refuse_strangers(wishes: Wishes, first_tables: Mapping[Player, int], players: Sequence[Player]) -> None:
    """Raises RotationError when a wish names somebody who is not one of the players."""
    known = set(players)
    paired = [player for pair in (*wishes.never_partner, *wishes.never_meet) for player in pair]
    for player in (*(pinned for pinned, _ in wishes.pinned), *first_tables, *paired):
        if player not in known:
            raise RotationError("{0} is named in a wish but is not one of the players.", player)


@dataclass(frozen=True)
class Unmet:
    """A wish that some round does not honour. `text` says so, with {0} and {1} for the `players`."""

    kind: Literal["meet", "partner", "pin"]
    players: tuple[Player, ...]
    round: int
    table: int

    @property
    def text(self) -> str:
        """ "{0} and {1} are never to meet"."""
        return {
            "meet": "{0} and {1} are never to meet",
            "partner": "{0} and {1} are never to be partners",
            "pin": "{0} is to keep another table",
        }[self.kind]


def unmet_wishes(rounds: Iterable[PlannedRound], wishes: Wishes, mode: Mode) -> Iterator[Unmet]:
    """Every wish that these rounds do not honour, in their order."""
    for planned in rounds:
        for table in planned.tables:
            for pair in wishes.never_meet:
                if set(pair) <= set(table.seats):
                    yield Unmet("meet", pair, planned.number, table.number)
            partners = [set(two) for two in table.partner_pairs()] if mode == "partners" else []
            for pair in wishes.never_partner:
                if set(pair) in partners:
                    yield Unmet("partner", pair, planned.number, table.number)
            for player, number in wishes.pinned:
                if player in table.seats and table.number != number:
                    yield Unmet("pin", (player,), planned.number, table.number)


def broken_wishes(rounds: Iterable[PlannedRound], wishes: Wishes, mode: Mode) -> None:
    """Raises RotationError naming the first wish that `rounds` do not honour."""
    for unmet in unmet_wishes(rounds, wishes, mode):
        place = f"game {unmet.round}, table {unmet.table}"
        impossible = {
            "meet": f"{{0}} and {{1}} cannot be kept apart in every game ({place})",
            "partner": f"{{0}} and {{1}} cannot be kept from partnering in every game ({place})",
            "pin": f"{{0}} cannot keep their table in every game ({place})",
        }[unmet.kind]
        raise RotationError(f"{impossible}: drop one of the wishes, or plan fewer games.", *unmet.players)


def _ordered(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)


def _places(count: int, start: int = 0) -> str:
    """Places for so many players in a message: "{0}, {1} and {2}"."""
    return listed([f"{{{i}}}" for i in range(start, start + count)])


def _check_tables(
    wishes: Wishes, first_tables: Mapping[Player, int], shape: Shape, numbers: Sequence[int]
) -> None:
    for player, table in (*wishes.pinned, *first_tables.items()):
        if table not in numbers:
            raise RotationError(
                f"{{0}} is to sit at table {table}, but the tables are {listed(numbers)}.", player
            )
    holder: dict[int, Player] = {}
    for player, table in wishes.pinned:
        if table in holder:
            free = [number for number in numbers if number not in {number for _, number in wishes.pinned}]
            advice = (
                f"pin one of them to {listed(free, 'table', 'one of tables')}"
                if free
                else "unpin one of them"
            )
            raise RotationError(
                f"{{0}} and {{1}} are both pinned to table {table}; a table takes one pinned player: {advice}.",
                holder[table],
                player,
            )
        holder[table] = player
        if first_tables.get(player, table) != table:
            raise RotationError(
                f"{{0}} is pinned to table {table} but was given table {first_tables[player]} for the first game: "
                "change one of the two.",
                player,
            )
    used = set(holder) | set(first_tables.values())
    if len(used) > shape.tables:
        raise RotationError(
            f"Tables {listed(sorted(used))} are given out, but {shape.lines} players fill only {shape.tables}: "
            "close check-in first, which says who moves."
        )


def _check_first_groups(wishes: Wishes, first_tables: Mapping[Player, int], shape: Shape) -> None:
    groups: dict[int, list[Player]] = {}
    for player, table in first_tables.items():
        groups.setdefault(table, []).append(player)
    largest = 4 if shape.full else 3
    for table, group in groups.items():
        if len(group) > largest:
            raise RotationError(
                f"Table {table} was given to {len(group)} players ({_places(len(group))}); it takes {largest}.",
                *group,
            )
        for pinned, own in wishes.pinned:
            if own == table and pinned not in group and len(group) == largest:
                raise RotationError(
                    f"{{0}} is pinned to table {table}, but it was given to {_places(len(group), 1)} for the first "
                    "game: move one of them, or pin another table.",
                    pinned,
                    *group,
                )
    fours = sum(len(group) == 4 for group in groups.values())
    if fours > shape.full:
        raise RotationError(
            f"{fours} tables were given to four players, but only {shape.full} of {shape.tables} tables seat four: "
            "close check-in first, which says who moves."
        )
    for one, other in wishes.never_meet:
        if one in first_tables and first_tables[one] == first_tables.get(other):
            raise RotationError(
                f"{{0}} and {{1}} are never to meet, but both were given table {first_tables[one]} for the first "
                "game: move one of them to another table.",
                one,
                other,
            )


def _check_company(wants: Wants, players: Sequence[Player], shape: Shape) -> None:
    """Nobody may be kept from so many that no table can be made for them."""
    needed = 3 if shape.full else 2
    shunned = Counter(who for pair in wants.apart for who in pair)
    for who, times in shunned.items():
        if shape.lines - 1 - times < needed:
            raise RotationError(
                f"{{0}} may meet only {shape.lines - 1 - times} of the others; a table needs {needed} more: "
                "drop some of their wishes.",
                players[who],
            )
    barred = Counter(who for pair in {*wants.apart, *wants.never_partner} for who in pair)
    for who, times in barred.items():
        if shape.full and times == shape.lines - 1:
            raise RotationError("{0} may partner nobody at all: drop some of their wishes.", players[who])
    clique = _largest_clique(wants.apart)
    if len(clique) > shape.tables:
        raise RotationError(
            f"{_places(len(clique))} are never to meet each other, which takes {len(clique)} tables; "
            f"there are {shape.tables}: drop one of these wishes.",
            *(players[who] for who in clique),
        )


def _largest_clique(pairs: Sequence[Pair]) -> list[int]:
    """A large set of players of whom no two may meet (greedy from each player: wishes are few)."""
    near: dict[int, set[int]] = {}
    for one, other in pairs:
        near.setdefault(one, set()).add(other)
        near.setdefault(other, set()).add(one)
    best: list[int] = []
    for start in sorted(near):
        clique = [start]
        for who in sorted(near[start], key=lambda x: (-len(near[x]), x)):
            if all(who in near[member] for member in clique):
                clique.append(who)
        best = max(best, clique, key=len)
    return best
