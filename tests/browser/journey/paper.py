"""What the four at a table play and write on their paper sheet.

Bots play every card (`scoring.play`); what it comes to is added up here from the tricks alone, by WEMSA's rules in
plain words and without the program's own scoring, so that the night's figures have something to be held against.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

from scoring import PRESETS
from scoring.play import NO_MISTAKES, HandRecord, Mistakes, play_game

Ending = Literal["made", "march", "lone march", "alone", "euchre", "lone euchre"]
HANDS = 12
CARELESS = Mistakes(renege=0.01, toss=0.02)
"""A table where now and then somebody reneges or tosses the cards in."""


@dataclass(frozen=True)
class PaperHand:
    """One hand in the words of the sheet. Positions 0 to 3 are the chairs in the order of the sheet."""

    ending: Ending
    maker: int
    reneges: tuple[int, ...] = ()
    tosses: tuple[int, ...] = ()


@dataclass(frozen=True)
class Paper:
    """A table's sheet. `partner` sits with position 0; `points` are side 0's (position 0 and partner) and side 1's;
    `bumps`: dollars in the table's cup; `loners` by position."""

    partner: int
    points: tuple[int, int]
    bumps: int
    loners: tuple[int, int, int, int] = (0, 0, 0, 0)
    hands: tuple[PaperHand, ...] = ()

    @property
    def sides(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The positions of each side."""
        first, second = (p for p in (1, 2, 3) if p != self.partner)
        return (0, self.partner), (first, second)

    @property
    def score(self) -> str:
        """ "14–9", as the program writes it; a side below zero has a minus sign."""
        return "–".join(str(points).replace("-", "−") for points in self.points)


def play(*seed: object, partner: int, mistakes: Mistakes = NO_MISTAKES) -> Paper:
    """Twelve hands among four bots. The same seed gives the same game."""
    record = play_game(PRESETS["wemsa"], Random(repr(seed)), mistakes=mistakes)
    first, second = (p for p in (1, 2, 3) if p != partner)
    chairs = (0, first, partner, second)  # the bots' seats 0 and 2 are partners
    hands = tuple(_told(hand, chairs) for hand in record.hands)
    if len(hands) != HANDS:
        raise AssertionError(f"{len(hands)} hands in a game of {HANDS}")
    return _added_up(partner, hands)


def _told(record: HandRecord, chairs: Sequence[int]) -> PaperHand:
    """A played hand in words, from who took the tricks."""
    maker = record.bids[-1].seat
    alone = record.bids[-1].alone
    tricks = sum(trick.winner is not None and trick.winner % 2 == maker % 2 for trick in record.tricks)
    ending: Ending
    if tricks < 3:
        ending = "lone euchre" if alone else "euchre"
    elif tricks < 5:
        ending = "alone" if alone else "made"
    else:
        ending = "lone march" if alone else "march"
    offenders: dict[str, list[int]] = {"renege": [], "toss": []}
    for penalty in record.hand.penalties:
        offenders[penalty.kind].append(chairs[penalty.offender])
    return PaperHand(ending, chairs[maker], tuple(offenders["renege"]), tuple(offenders["toss"]))


def _added_up(partner: int, hands: tuple[PaperHand, ...]) -> Paper:
    """WEMSA, Scoring 1 and 2 and Gameplay 4, hand by hand."""
    points = [0, 0]
    loners = [0, 0, 0, 0]
    bumps = 0
    for hand in hands:
        makers = 0 if hand.maker in (0, partner) else 1
        defenders = 1 - makers
        if hand.ending in ("made", "alone"):
            points[makers] += 1
        elif hand.ending == "march":
            points[makers] += 2
        elif hand.ending == "lone march":
            points[makers] += 4
            loners[hand.maker] += 1
        else:
            points[defenders] += 2
            bumps += 2  # a dollar from each maker, or two from one who was alone
        for offender in hand.reneges:
            side = 0 if offender in (0, partner) else 1
            against_a_loner = side == defenders and hand.ending in ("alone", "lone march", "lone euchre")
            points[side] -= 4 if against_a_loner else 2
            bumps += 2
        bumps += 2 * len(hand.tosses)
    return Paper(partner, (points[0], points[1]), bumps, tuple(loners), hands)  # type: ignore[arg-type]
