"""What a sheet costs on the runner's form, in taps of a finger: the form's own rules, read once more.

A real phone is asked whether they are right (`tests/browser/test_sheet_effort.py`); they then tell what hundreds of
games cost (`tests/load/sheet_effort.py`). The phone opens a sheet the way it entered its last one.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any

from scoring import Hand, HandScore, RuleSet, score_hand
from scoring.play import GameRecord
from tournaments.queries.hand_table import hand_table

PARTNERS, SAVE = 1, 1
PENALTY = 3  # the button, what, whose
QUICK_BUTTON = 1
OTHER_AMOUNT = 2  # the button, and Done behind the digits


def by_hands(record: GameRecord) -> int:
    """Taps from the open form to "saved", hand by hand, with every loner's name. Twelve hands, drawn partners."""
    return PARTNERS + sum(_hand(record.rules, played.hand) for played in record.hands) + _agree_and_save()


def by_totals(record: GameRecord, *, with_loners: bool = True) -> int:
    """Taps for both scores, the bump money and, if asked for, every loner's name."""
    rules = record.rules
    most = hand_table(rules)["most"]
    scores = sum(_digits(score, most) for score in record.side_points[:2])
    loners = loners_of(record)
    named = 1 + sum(loners) if with_loners and any(loners) else 0
    return PARTNERS + scores + _bump(rules, sum(record.bump_cents)) + named + _agree_and_save()


def loners_of(record: GameRecord) -> list[int]:
    """Lone hands that took all five, by seat."""
    seats = [score_hand(record.rules, played.hand).loner for played in record.hands]
    return [seats.count(seat) for seat in range(record.rules.seats)]


def percentile(values: Sequence[int], share: float) -> int:
    """The smallest value that `share` of the values do not exceed."""
    return sorted(values)[ceil(share * len(values)) - 1]


def _hand(rules: RuleSet, hand: Hand) -> int:
    score = score_hand(rules, hand)
    return PENALTY * len(hand.penalties) + _outcome(rules, hand, score)


def _outcome(rules: RuleSet, hand: Hand, score: HandScore) -> int:
    """One tap for made, march and euchre; one more for who was alone where that makes a difference."""
    row = _row(rules, hand, score)
    tells = row["differs"] or bool(hand.penalties)
    if score.outcome == "lone march":
        return 1 + _names(hand)
    if score.outcome in ("alone", "lone euchre"):
        return 2 if tells else 1  # without a difference it is tapped as if the partner had played
    return 1


def _names(hand: Hand) -> int:
    """Whose partner reneged cannot have been alone: then nobody is asked."""
    assert hand.maker is not None
    partner = (hand.maker + 2) % 4
    maker_reneged = any(p.offender == hand.maker for p in hand.penalties)
    return 0 if maker_reneged or any(p.offender == partner for p in hand.penalties) else 1


def _row(rules: RuleSet, hand: Hand, score: HandScore) -> dict[str, Any]:
    rows: list[dict[str, Any]] = hand_table(rules)["outcomes"]
    return next(row for row in rows if (row["outcome"], row["alone"]) == (score.outcome, hand.alone))


def _digits(score: int, most: int) -> int:
    """The pad goes on by itself where no further digit can make a possible score; else "Next" is tapped."""
    text = str(score)
    digits = text.replace("-", "")
    goes_on = len(digits) > 1 or int(digits) == 0 or int(digits) * 10 > most
    return len(text) + (0 if goes_on else 1)


def _bump(rules: RuleSet, cents: int) -> int:
    if not rules.has_bumps:
        return 0
    return QUICK_BUTTON if cents in hand_table(rules)["bumps"] else OTHER_AMOUNT + len(str(cents // 100))


def _agree_and_save() -> int:
    return 2 + SAVE
