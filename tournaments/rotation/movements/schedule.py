"""The schedule: a plan made before the night, and made anew for the rounds to come when people leave or come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from ..changes import present_now
from ..errors import RotationError
from ..model import House, Plan, PlannedRound, Player
from ..replanner import Keep, replan
from ..words import listed
from .base import Game, Movement, Waiting


@dataclass(frozen=True, kw_only=True)
class Schedule(Movement):
    """`plan` with `round` rounds handed out.

    Leaving and joining is light: the plan is only made anew when the next round is due, once for everybody
    who came and went since. To choose between two ways beforehand, make them with `replan` and put the chosen
    one in place with `with_plan`.
    """

    kind = "schedule"

    plan: Plan
    round: int = 0
    keep: Keep = "most"

    def next_games(self, now: int = 0) -> tuple[Self, tuple[Game, ...]]:
        """The next round of the plan, when the running one is over."""
        if self.why_idle(now) is not None:
            return self, ()
        ready = self.up_to_date()
        planned = ready.plan.rounds[ready.round]
        games = tuple(
            Game(ready.started + i, table.number, table.seats, planned.number, table.first_dealer)
            for i, table in enumerate(planned.tables, start=1)
        )
        return replace(ready.start(games), round=planned.number), games

    def why_idle(self, now: int = 0) -> str | None:
        """Why the next round cannot start."""
        if self.running:
            tables = sorted(game.table for game in self.running)
            return f"{listed(tables, 'table', 'tables')} of game {self.round} still playing"
        if self.round >= len(self.plan.rounds):
            return f"all {len(self.plan.rounds)} games are played"
        if self.past_last_call(now):
            return "no game may begin after last call"
        least = 3 if self.plan.mode == "alone" else 4
        if len(self.players) < least:
            return f"only {len(self.players)} players are here: a table needs {'three' if least == 3 else 'four'}"
        return None

    def waiting(self, now: int = 0) -> tuple[Waiting, ...]:
        """Those who sit out, came late, or have finished their game."""
        planned = self.plan.rounds[self.round - 1] if self.round else PlannedRound(0, ())
        more = self.round < len(self.plan.rounds) and not self.past_last_call(now)
        return self.between_rounds(self.round, more, planned.sit_outs, list(planned.seated()))

    @property
    def stale(self) -> bool:
        """The plan's next round expects others than those present."""
        return self.round < len(self.plan.rounds) and self._expected() != set(self.players)

    def up_to_date(self) -> Self:
        """The state with a plan for those present. Raises RotationError when none can be made."""
        if not self.stale:
            return self
        expected, present = self._expected(), set(self.players)
        leave = [player for player in self.plan.players if player in expected - present]
        join = [player for player in self.players if player not in expected]
        return self.with_plan(replan(self.plan, played=self.round, leave=leave, join=join, keep=self.keep))

    def with_plan(self, plan: Plan) -> Self:
        """The state with another plan for the rounds to come. Raises RotationError when it does not fit."""
        if plan.rounds[: self.round] != self.plan.rounds[: self.round]:
            raise RotationError(f"This plan changes games already played: {self.round} have begun.")
        fitting = replace(self, plan=plan)
        if fitting.stale:
            raise RotationError(
                "This plan was made for other players than those who are here now: make it again."
            )
        return fitting

    def _expected(self) -> set[Player]:
        return {player for player in present_now(self.plan, self.round) if not isinstance(player, House)}

    def to_dict(self) -> dict[str, Any]:
        """The state as plain JSON values."""
        return super().to_dict() | {"plan": self.plan.to_dict(), "round": self.round, "keep": self.keep}

    @classmethod
    def _stored(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        return super()._stored(data) | {
            "plan": Plan.from_dict(data["plan"]),
            "round": data["round"],
            "keep": data["keep"],
        }
