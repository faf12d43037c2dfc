"""How a run of hands went: the figures by which bots are judged."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.play.records import HandRecord


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts over a run of hands. `played` leaves out hands passed out and hands that a renege ended unscored."""

    hands: int
    passed_out: int
    ended: int
    made: int
    """The makers took three tricks or more."""
    marches: int
    """The makers took all five, alone or not."""
    alone: int
    """Somebody of the makers played alone."""
    lone_marches: int
    penalties: int

    @property
    def played(self) -> int:
        """Hands whose tricks were counted."""
        return self.hands - self.passed_out - self.ended

    @property
    def success_rate(self) -> float:
        """Share of the played hands in which the makers took three tricks or more; 0 when none was played."""
        return self.made / self.played if self.played else 0.0

    @property
    def loner_rate(self) -> float:
        """Share of the played hands in which the maker was alone; 0 when none was played."""
        return self.alone / self.played if self.played else 0.0


def summarize(records: Iterable[HandRecord]) -> Summary:
    """Count over the records of any number of games."""
    hands = [record.hand for record in records]
    played = [hand for hand in hands if hand.maker is not None and hand.tricks is not None]
    passed_out = sum(hand.maker is None for hand in hands)
    marches = [hand for hand in played if hand.tricks == 5]
    return Summary(
        hands=len(hands),
        passed_out=passed_out,
        ended=len(hands) - passed_out - len(played),
        made=sum(hand.tricks is not None and hand.tricks >= 3 for hand in played),
        marches=len(marches),
        alone=sum(hand.alone for hand in played),
        lone_marches=sum(hand.alone for hand in marches),
        penalties=sum(len(hand.penalties) for hand in hands),
    )
