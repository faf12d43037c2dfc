"""What the scenes are made of, read once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Player, Tournament
from tournaments.names import public_name
from tournaments.queries.prizes import DivisionPrizes
from tournaments.queries.rotation_plans import PlanVersion
from tournaments.queries.seating import Hall
from tournaments.queries.wall.scenes import Heads


@dataclass(frozen=True)
class Facts:
    """What the scenes are made of."""

    night: Tournament
    now: datetime
    hall: Hall
    divisions: tuple[DivisionPrizes, ...]
    heads: tuple[Heads, ...]
    plans: tuple[PlanVersion, ...] = ()

    @property
    def plan_mark(self) -> str:
        """ "plan 2", as paper has it; with the division's name where there are several; "" without a rotation."""
        several = len(self.plans) > 1
        return ", ".join(
            f"{p.division.name} plan {p.number}" if several else f"plan {p.number}" for p in self.plans
        )

    @property
    def on_break(self) -> bool:
        return self.night.clock == Tournament.Clock.BREAK

    @property
    def past_last_call(self) -> bool:
        return self.night.past_last_call(self.now)

    @property
    def any_sheet(self) -> bool:
        return any(division.standings.sheets_in for division in self.divisions)

    def name(self, player: Player) -> str:
        return public_name(player, self.night.settings.public_names)

    def named(self, player: Player) -> str:
        """The public name with the number, where the name is not the number already."""
        name = self.name(player)
        return name if name == f"Player {player.number}" else f"{name} ({player.number})"

    def time(self, moment: datetime) -> str:
        """ "7:42 PM" in the night's zone."""
        return self.night.local(moment).strftime("%-I:%M %p")
