"""Changes by hand: two people exchanged, with what it does to the figures; a round as it was really played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from .compare import figures
from .errors import RotationError
from .evaluate import check
from .model import Plan, PlannedRound, PlannedTable, Player, Quality
from .warn import warnings_for
from .words import listed


@dataclass(frozen=True)
class Effect:
    """The plan after the exchange, and the figures before and after."""

    plan: Plan
    before: Quality
    after: Quality

    def told(self) -> str:
        """The effect in one or two sentences."""
        if self.before.cost == self.after.cost:
            return f"The figures stay as they are: {figures(self.after)}."
        word = "better" if self.after.cost < self.before.cost else "worse"
        return f"The plan gets {word}: {figures(self.after)}. Before, {figures(self.before)}."


def swap(old: Plan, number: int, one: Player, other: Player) -> Effect:
    """Exchange two people of round `number` (from 1): two seats, or a seat and a sit-out.

    The seat keeps its table, partner place and first deal. Wishes are not enforced: the organizer decides.
    Raises RotationError when one of them is not in the round or nothing would change.
    """
    planned = next((planned for planned in old.rounds if planned.number == number), None)
    if planned is None:
        raise RotationError(f"There is no game {number}: the plan has {len(old.rounds)}.")
    for player in (one, other):
        if player not in planned.present():
            raise RotationError(f"{{0}} is not in game {number}.", player)
    if one == other or {one, other} <= set(planned.sit_outs):
        raise RotationError(
            f"Nothing would change: {{0}} and {{1}} have the same place in game {number}.", one, other
        )
    rounds = tuple(
        _exchanged(planned, one, other) if planned.number == number else planned for planned in old.rounds
    )
    quality = check(rounds, old.players, mode=old.mode, played=old.played, guarded=old.quality.guarded)
    new = replace(old, rounds=rounds, quality=quality)
    return Effect(new.with_warnings(warnings_for(new)), old.quality, quality)


def as_played(old: Plan, number: int, seats: Mapping[int, Sequence[Player]]) -> Plan:
    """The plan with the seats of round `number` as they really were: table number -> players clockwise.

    For substitutes of one game and partners drawn otherwise than planned, so that later replanning counts who
    really met. Tables not named stay. Raises RotationError for unknown tables and people in two places.
    """
    planned = next((planned for planned in old.rounds if planned.number == number), None)
    if planned is None:
        raise RotationError(f"There is no game {number}: the plan has {len(old.rounds)}.")
    unknown = sorted(set(seats) - {table.number for table in planned.tables})
    if unknown:
        raise RotationError(f"Game {number} has no {listed(unknown, 'table', 'tables')}.")
    tables = tuple(_seated(table, seats.get(table.number, table.seats)) for table in planned.tables)
    real = replace(planned, tables=tables)
    players = old.players + tuple(dict.fromkeys(who for who in real.seated() if who not in old.players))
    rounds = tuple(real if planned.number == number else planned for planned in old.rounds)
    quality = check(rounds, players, mode=old.mode, played=old.played, guarded=old.quality.guarded)
    return replace(old, players=players, rounds=rounds, quality=quality)


def _seated(table: PlannedTable, seats: Sequence[Player]) -> PlannedTable:
    dealer = table.first_dealer if len(seats) == len(table.seats) else None
    return PlannedTable(table.number, tuple(seats), dealer)


def _exchanged(planned: PlannedRound, one: Player, other: Player) -> PlannedRound:
    tables = tuple(exchanged(table, one, other) for table in planned.tables)
    return replace(planned, tables=tables, sit_outs=_exchange(planned.sit_outs, one, other))


def exchanged(table: PlannedTable, one: Player, other: Player) -> PlannedTable:
    """The table with `one` in the seat of `other` and the other way round, as far as they sit there."""
    return replace(table, seats=_exchange(table.seats, one, other))


def _exchange(players: tuple[Player, ...], one: Player, other: Player) -> tuple[Player, ...]:
    swapped = {one: other, other: one}
    return tuple(swapped.get(player, player) for player in players)
