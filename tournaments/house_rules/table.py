"""What every kind of hand is worth, as a table for players. Nothing is written here by hand but the headings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring import Hand, RuleSet, dollars, score_hand
from scoring.hands import defenders_of

_MAKER = 0


@dataclass(frozen=True)
class ScoringRow:
    """One kind of hand. Points as text, those of each player of the side; `cup`: who pays what, "" for nobody."""

    what: str
    makers: str
    defenders: str
    cup: str


def scoring_table(rules: RuleSet) -> tuple[ScoringRow, ...]:
    """All kinds of hands that these rules know, from "three or four tricks" down to the euchres."""
    return tuple(_row(rules, what, hand) for what, hand in _kinds(rules))


def _kinds(rules: RuleSet) -> Iterator[tuple[str, Hand]]:
    yield (
        "Makers take three or four tricks" if rules.seats == 4 else "Maker takes three or four tricks",
        _hand(3),
    )
    yield "All five, a march", _hand(5)
    yield "Alone, three or four", _hand(3, alone=True)
    yield "Alone, all five", _hand(5, alone=True)
    yield "Fewer than three, a euchre", _hand(2)
    yield "Euchred alone", _hand(2, alone=True)
    if rules.defender_alone:
        lone = defenders_of(rules, _MAKER)[0]
        yield "Defender alone takes three or four", _hand(2, defender_alone=lone)
        yield "Defender alone takes all five", _hand(0, defender_alone=lone)
    if not rules.stick_the_dealer:
        yield "All pass twice", Hand(None)


def _hand(tricks: int, *, alone: bool = False, defender_alone: int | None = None) -> Hand:
    return Hand(_MAKER, tricks, alone=alone, defender_alone=defender_alone)


def _row(rules: RuleSet, what: str, hand: Hand) -> ScoringRow:
    score = score_hand(rules, hand)
    defender = defenders_of(rules, _MAKER)[0]
    maker, partner = score.points[_MAKER], score.points[2] if rules.seats == 4 else score.points[_MAKER]
    payers = sum(cents > 0 for cents in score.bump_cents)
    pays = dollars(max(score.bump_cents))
    return ScoringRow(
        what,
        str(maker) if maker == partner else f"{maker}, partner {partner}",
        str(score.points[defender]),
        "" if not payers else f"{pays} from each maker" if payers == 2 else f"{pays} from the maker",
    )
