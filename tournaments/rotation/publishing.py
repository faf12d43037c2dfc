"""From groups of lines to a published round: table numbers, clockwise seats, first dealers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from .dealers import first_dealers
from .model import PlannedRound, PlannedTable, Player
from .numbering import Numbering


@dataclass(frozen=True)
class Group:
    """The lines at one table, partners first: (a, b, c, d) means a and b against c and d.

    `kept` is the published table that stands as it is; `held` a table number the group must have.
    """

    lines: tuple[int, ...]
    kept: PlannedTable | None = None
    held: int | None = None


def publish(
    rounds: Sequence[Sequence[Group]],
    sit_outs: Sequence[Sequence[int]],
    players: Sequence[Player],
    numbers: Sequence[int],
    pins: Mapping[int, int],
    random: Random,
    before: Sequence[PlannedRound] = (),
) -> tuple[PlannedRound, ...]:
    """The rounds after `before` as they are handed out."""
    line = {player: i for i, player in enumerate(players)}
    places = [{line[who]: table.number for table in done.tables for who in table.seats} for done in before]
    held = [
        {g: number for g, group in enumerate(groups) if (number := _held(group)) is not None}
        for groups in rounds
    ]
    numbered = Numbering(numbers, pins, places).number(
        [[group.lines for group in groups] for groups in rounds], held
    )
    seats = [[_clockwise(group, line, random) for group in groups] for groups in rounds]
    dealers = iter(_dealers(rounds, seats, line, before))
    published = []
    for r, groups in enumerate(rounds):
        tables = []
        for group, around, number in zip(groups, seats[r], numbered[r], strict=True):
            dealer = around.index(next(dealers))
            tables.append(group.kept or PlannedTable(number, tuple(players[who] for who in around), dealer))
        tables.sort(key=lambda table: table.number)
        out = tuple(players[who] for who in sorted(sit_outs[r]))
        published.append(PlannedRound(len(before) + r + 1, tuple(tables), out))
    return tuple(published)


def _held(group: Group) -> int | None:
    return group.kept.number if group.kept else group.held


def _clockwise(group: Group, line: Mapping[Player, int], random: Random) -> tuple[int, ...]:
    """Seats clockwise; who sits at the left of whom, and where, is drawn by lot."""
    if group.kept:
        return tuple(line[who] for who in group.kept.seats)
    if len(group.lines) == 3:
        return tuple(random.sample(group.lines, 3))
    a, b, c, d = group.lines
    east, west = (c, d) if random.random() < 0.5 else (d, c)
    around = (a, east, b, west)
    turn = int(random.random() * 4)
    return around[turn:] + around[:turn]


def _dealers(
    rounds: Sequence[Sequence[Group]],
    seats: Sequence[Sequence[tuple[int, ...]]],
    line: Mapping[Player, int],
    before: Sequence[PlannedRound],
) -> list[int]:
    """First dealers of the coming games, fair over the whole night; games that stand keep theirs."""
    games: list[tuple[int, ...]] = []
    fixed: dict[int, int] = {}
    standing = [table for done in before for table in done.tables]
    for table in standing:
        if table.first_dealer is not None:
            fixed[len(games)] = line[table.seats[table.first_dealer]]
            games.append(tuple(line[who] for who in table.seats))
    start = len(games)
    for groups, arounds in zip(rounds, seats, strict=True):
        for group, around in zip(groups, arounds, strict=True):
            if group.kept and group.kept.first_dealer is not None:
                fixed[len(games)] = around[group.kept.first_dealer]
            games.append(around)
    return first_dealers(games, fixed)[start:]
