"""A rule set as a phone needs it: what every kind of hand is worth, scored by `scoring` and never by the phone.

    {"seats": 4, "hands": 12 | null, "target": 10 | null, "most": 48, "negative": true,
     "bumps": [0, 200, ...], "toss": 200, "renege_ends": false, "lone_renege": true,
     "outcomes": [{"outcome": "march", "tricks": 5, "alone": false, "lone_defender": false,
                   "points": [makers, defenders], "cents": 0, "caller": false, "differs": true,
                   "renege": {"makers": [...], "defenders": [...]} | null}, ...]}

Points are those of a side, cents those of the whole table. A renege adds to its hand, by whose side it was:
[makers, offender's side if it defends, other defenders, the offender alone, cents].
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from math import gcd
from typing import Any

from scoring import Hand, HandScore, Penalty, RuleSet, needs_caller, score_hand
from scoring.hands import defenders_of
from scoring.reach import hand_reach

MAKER = 0
QUICK_AMOUNTS = 12
_BANDS = (3, 5, 2)
_BANDS_AGAINST_A_LONER = (*_BANDS, 0)  # a lone defender's all five is worth more


@dataclass(frozen=True)
class _Kind:
    """One kind of hand with seat 0 as maker. `tricks` None: a renege ended it."""

    tricks: int | None
    alone: bool
    lone_defender: bool

    def hand(self, rules: RuleSet) -> Hand:
        defender = defenders_of(rules, MAKER)[0] if self.lone_defender else None
        return Hand(MAKER, self.tricks, self.alone, defender)


@lru_cache(maxsize=64)
def hand_table(rules: RuleSet) -> dict[str, Any]:
    """The JSON of the module's docstring. Do not change the answer: it is shared."""
    outcomes = [_outcome(rules, kind) for kind in _kinds(rules)]
    if not rules.stick_the_dealer:
        outcomes.append(_passed_out(rules))
    return {
        "seats": rules.seats,
        "hands": rules.hands,
        "target": rules.target,
        "most": _most_points(rules),
        "negative": rules.renege in ("team loses", "team loses, opponents gain"),
        "bumps": _quick_amounts(rules, outcomes),
        "toss": _toss_cents(rules),
        "renege_ends": rules.renege_ends_hand,
        "lone_renege": rules.renege_lone != "none" and rules.renege_lone_points != rules.renege_points,
        "outcomes": outcomes,
    }


def _kinds(rules: RuleSet) -> Iterator[_Kind]:
    flags = [(False, False), (True, False)]
    if rules.defender_alone:
        flags += [(False, True), (True, True)]
    for alone, lone_defender in flags:
        for tricks in _BANDS_AGAINST_A_LONER if lone_defender else _BANDS:
            yield _Kind(tricks, alone, lone_defender)
        if rules.renege_ends_hand:
            yield _Kind(None, alone, lone_defender)


def _outcome(rules: RuleSet, kind: _Kind) -> dict[str, Any]:
    hand = kind.hand(rules)
    ended = kind.tricks is None
    score = _nothing(rules) if ended else score_hand(rules, hand)
    defender = defenders_of(rules, MAKER)[0]
    euchred = kind.tricks is not None and kind.tricks < 3
    return {
        "outcome": score.outcome,
        "tricks": kind.tricks,
        "alone": kind.alone,
        "lone_defender": kind.lone_defender,
        "points": [score.side_points[MAKER], score.side_points[defender]],
        "cents": sum(score.bump_cents),
        "caller": rules.seats == 4 and needs_caller(rules, alone=kind.alone, euchred=euchred),
        "differs": not ended and _differs(rules, hand, score),
        "renege": _reneges(rules, hand, score) if ended or not rules.renege_ends_hand else None,
    }


def _differs(rules: RuleSet, hand: Hand, score: HandScore) -> bool:
    """Whether being alone made a difference to anybody's points, money or count of loners."""
    if not hand.alone and hand.defender_alone is None:
        return True
    plain = score_hand(rules, replace(hand, alone=False, defender_alone=None))
    return (score.points, score.bump_cents, score.loner) != (plain.points, plain.bump_cents, plain.loner)


def _reneges(rules: RuleSet, hand: Hand, base: HandScore) -> dict[str, list[int]]:
    return {
        "makers": _renege(rules, hand, base, MAKER),
        "defenders": _renege(rules, hand, base, defenders_of(rules, MAKER)[0]),
    }


def _renege(rules: RuleSet, hand: Hand, base: HandScore, offender: int) -> list[int]:
    """What a renege of that seat adds to the hand."""
    score = score_hand(rules, replace(hand, penalties=(Penalty("renege", offender),)))
    side = [now - before for now, before in zip(score.side_points, base.side_points, strict=True)]
    first, second = defenders_of(rules, MAKER)
    return [
        side[MAKER],
        side[first],
        side[second],
        score.personal_points[offender] - base.personal_points[offender],
        sum(score.bump_cents) - sum(base.bump_cents),
    ]


def _nothing(rules: RuleSet) -> HandScore:
    """A hand that a renege ended, before the renege counts."""
    zeros = (0,) * rules.seats
    return HandScore(zeros, zeros, "renege", zeros, zeros, zeros)


def _passed_out(rules: RuleSet) -> dict[str, Any]:
    score = score_hand(rules, Hand(maker=None))
    return {
        "outcome": score.outcome,
        "tricks": None,
        "alone": False,
        "lone_defender": False,
        "points": [0, 0],
        "cents": 0,
        "caller": False,
        "differs": True,
        "renege": None,
    }


def _toss_cents(rules: RuleSet) -> int:
    """What the table pays when one side tosses its cards in; 0 where that is not punished."""
    hand = Hand(MAKER, 3, penalties=(Penalty("toss", MAKER),))
    return sum(score_hand(rules, hand).bump_cents)


def _most_points(rules: RuleSet) -> int:
    """The most a side can have without penalties."""
    best = hand_reach(rules).best_side
    return best * rules.hands if rules.hands is not None else (rules.target or 0) - 1 + best


def _quick_amounts(rules: RuleSet, outcomes: list[dict[str, Any]]) -> list[int]:
    """Cents of the first buttons for the table's bump money: the multiples of what one event brings."""
    if not rules.has_bumps:
        return []
    step = gcd(_toss_cents(rules), *(outcome["cents"] for outcome in outcomes))
    return [step * times for times in range(QUICK_AMOUNTS)] if step else [0]
