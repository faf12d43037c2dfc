"""The size of a round: how many tables of four and of three, and how many sit out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .bounds import PARTNERS, TABLES, Weights
from .errors import RotationError
from .model import Mode, Odd

ALONE = TABLES._replace(short=0)


@dataclass(frozen=True)
class Shape:
    """`full` tables of four and `short` tables of three for `lines` players; the others sit out."""

    lines: int
    full: int
    short: int

    @property
    def tables(self) -> int:
        """Tables in play."""
        return self.full + self.short

    @property
    def sit_outs(self) -> int:
        """Players left over in a round."""
        return self.lines - 4 * self.full - 3 * self.short


def weights_for(mode: Mode) -> Weights:
    """The prices of a mode: partners count only where the plan presets them."""
    return {"partners": PARTNERS, "tables": TABLES, "alone": ALONE}[mode]


def shape_for(players: int, mode: Mode, odd: Odd, tables: Sequence[int] = ()) -> Shape:
    """The shape of a round for `players` present (house players included).

    `tables` are the numbers at hand; empty means as many as needed. Raises RotationError for too few players
    or tables.
    """
    least = 3 if mode == "alone" else 4
    if players < least:
        raise RotationError(
            f"{_people(players)} cannot play: a table needs {'three' if least == 3 else 'four'}."
            + (" Three can play a night of three-handed tables." if players == 3 and least == 4 else "")
        )
    if mode == "alone":
        return Shape(players, 0, min(players // 3, len(tables) or players))
    short = -players % 4 if odd == "three_hand" else 0
    if players == 5 and short:
        raise RotationError(
            "Five players cannot fill tables of four and three: let one sit out each game, or add house players."
        )
    needed = (players + short) // 4
    if tables and len(tables) < needed and odd != "sit_out":
        raise RotationError(
            f"{_people(players)} need {needed} tables, but only {len(tables)} table numbers are given: "
            "give more numbers, or let players sit out."
        )
    used = min(needed, len(tables) or needed)
    return Shape(players, used - short, short)


def _people(players: int) -> str:
    return {0: "No players", 1: "One player"}.get(players, f"{players} players")
