"""Who keeps the score at a table (RULES 6)."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.models import Player


def scorekeeper_of(sitters: Iterable[Player], chosen: int | None) -> Player | None:
    """The one named (by id), while still sitting there; else the lowest number present. None at an empty table.

    Somebody who has left or sits in for the house keeps the score only where nobody else is there.
    """
    there = list(sitters)
    named = next((player for player in there if player.pk == chosen), None)
    if named is not None:
        return named
    present = [player for player in there if player.is_playing and not player.is_house]
    return min(present or there, key=lambda player: (player.number is None, player.number or 0), default=None)
