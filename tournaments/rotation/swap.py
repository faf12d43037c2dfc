"""Two people exchanged by hand, with what it does to the figures."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .compare import figures
from .errors import RotationError
from .evaluate import check
from .model import Plan, PlannedRound, Player, Quality
from .warn import warnings_for


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
        raise RotationError(f"There is no round {number}: the plan has {len(old.rounds)}.")
    for player in (one, other):
        if player not in planned.present():
            raise RotationError(f"{{0}} is not in round {number}.", player)
    if one == other or {one, other} <= set(planned.sit_outs):
        raise RotationError(
            f"Nothing would change: {{0}} and {{1}} have the same place in round {number}.", one, other
        )
    rounds = tuple(
        _exchanged(planned, one, other) if planned.number == number else planned for planned in old.rounds
    )
    quality = check(rounds, old.players, mode=old.mode, played=old.played, guarded=old.quality.guarded)
    new = replace(old, rounds=rounds, quality=quality)
    return Effect(new.with_warnings(warnings_for(new)), old.quality, quality)


def _exchanged(planned: PlannedRound, one: Player, other: Player) -> PlannedRound:
    swapped = {one: other, other: one}

    def exchange(players: tuple[Player, ...]) -> tuple[Player, ...]:
        return tuple(swapped.get(player, player) for player in players)

    tables = tuple(replace(table, seats=exchange(table.seats)) for table in planned.tables)
    return replace(planned, tables=tables, sit_outs=exchange(planned.sit_outs))
