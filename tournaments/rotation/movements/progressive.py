"""Winners move up and split, losers stay and split; the first table is the head table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..model import Player
from .rounds import Rounds


@dataclass(frozen=True, kw_only=True)
class Progressive(Rounds):
    """Winners of the head table stay there, its losers go to the last table."""

    kind = "progressive"

    def _wanted(self, tables: Sequence[int]) -> dict[Player, int]:
        wanted: dict[Player, int] = {}
        for done in self._last_round():
            if done.game.table in tables:
                place = tables.index(done.game.table)
                down = tables[-1] if place == 0 else done.game.table
                wanted |= {player: tables[max(0, place - 1)] for player in done.winners}
                wanted |= {player: down for player in done.losers}
        return wanted
