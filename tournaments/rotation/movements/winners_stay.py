"""Winners stay and split, losers walk to the next table (T&K, Table Rotation, played in rounds)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..model import Player
from .rounds import Rounds


@dataclass(frozen=True, kw_only=True)
class WinnersStay(Rounds):
    """Losers of the last table walk to the first."""

    kind = "winners_stay"

    def _wanted(self, tables: Sequence[int]) -> dict[Player, int]:
        wanted: dict[Player, int] = {}
        for done in self._last_round():
            if done.game.table in tables:
                following = tables[(tables.index(done.game.table) + 1) % len(tables)]
                wanted |= {player: done.game.table for player in done.winners}
                wanted |= {player: following for player in done.losers}
        return wanted
