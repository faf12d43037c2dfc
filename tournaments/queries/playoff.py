"""A sudden death under way: who plays whom next, from the lots drawn and the hands played so far.

Pure: nothing is stored before the order is complete, so the hands so far travel with the page.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random

from scoring.playoffs import PlayoffTable, after_hand, playoff_tables, settled_order

MOST_HANDS = 60


@dataclass(frozen=True)
class PlayedHand:
    """One step that was played: the tables, and the player numbers that gained."""

    tables: tuple[PlayoffTable, ...]
    gained: tuple[int, ...]


@dataclass(frozen=True)
class Playoff:
    """`groups`: player numbers, best first, level ones together. `level`: the index of the group that plays now,
    None once all is settled. `tables`: where it plays. `order`: the numbers best first, once nobody is level."""

    groups: tuple[tuple[int, ...], ...]
    played: tuple[PlayedHand, ...]
    level: int | None
    tables: tuple[PlayoffTable, ...]
    order: tuple[int, ...] | None

    @property
    def playing(self) -> tuple[int, ...]:
        """The numbers that play now."""
        return () if self.level is None else self.groups[self.level]

    @property
    def ahead(self) -> int:
        """How many players stand before those who play now."""
        return sum(len(group) for group in self.groups[: self.level])

    @property
    def record(self) -> list[dict[str, object]]:
        """The steps as JSON, to be stored with the order."""
        return [
            {"tables": [list(table.seats) for table in hand.tables], "gained": list(hand.gained)}
            for hand in self.played
        ]


def playoff_of(players: Sequence[int], lots: int | str, hands: Sequence[Collection[int]]) -> Playoff:
    """The sudden death of these level players (WEMSA, Scoring 4). `lots`: the draw that seats them, anew in each
    step; `hands`: who gained, step by step, always for the best place still open.

    Raises `ValueError` when somebody gained who did not play, or hands go on after all is settled.
    """
    groups: tuple[tuple[int, ...], ...] = (tuple(sorted(players)),)
    played: list[PlayedHand] = []
    if len(hands) > MOST_HANDS:
        raise ValueError(f"hands: at most {MOST_HANDS}")
    for step, gained in enumerate(hands):
        level = _level(groups)
        if level is None:
            raise ValueError("hands: the order was settled before the last of them")
        tables = _seated(groups[level], lots, step)
        groups = after_hand(groups, level, gained)
        played.append(PlayedHand(tables, tuple(sorted(gained))))
    level = _level(groups)
    tables = () if level is None else _seated(groups[level], lots, len(hands))
    return Playoff(groups, tuple(played), level, tables, settled_order(groups))


def partners_by_lot(others: Sequence[int], lots: int | str, step: int) -> tuple[int, ...]:
    """Those who could partner two who play for themselves, in the order drawn for that step."""
    drawn = sorted(others)
    Random(f"{lots}-partners-{step}").shuffle(drawn)
    return tuple(drawn)


def _level(groups: Sequence[tuple[int, ...]]) -> int | None:
    """The first group that is still level."""
    return next((index for index, group in enumerate(groups) if len(group) > 1), None)


def _seated(group: Sequence[int], lots: int | str, step: int) -> tuple[PlayoffTable, ...]:
    drawn = sorted(group)
    Random(f"{lots}-{step}").shuffle(drawn)
    return playoff_tables(drawn)
