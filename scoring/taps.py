"""The buttons of a phone: what a hand can come to, entered with one tap on a side.

A tap names the side that made trump and the outcome. The caller's seat is asked only where it matters, so most
hands are recorded with `caller_known=False`; tricks are then those that stand for the outcome (3 for "made").
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from scoring.games import sides
from scoring.hands import Hand, Outcome, defenders_of, needs_caller, score_hand
from scoring.rules import RuleSet


@dataclass(frozen=True)
class Tap:
    """One button. `makers` and `defenders`: points the hand brings each player of that side (a lone march: the
    partner's); `bump_cents`: what the table puts into the cup. `needs_caller`: ask for the maker's seat;
    `by_lone_defender`: ask which defender was alone."""

    outcome: Outcome
    tricks: int | None
    alone: bool
    by_lone_defender: bool
    makers: int
    defenders: int
    bump_cents: int
    needs_caller: bool


@lru_cache(maxsize=64)
def taps(rules: RuleSet) -> tuple[Tap, ...]:
    """The buttons of a rule set, the usual outcomes first. Both alone in one hand is entered as a full `Hand`."""
    kinds = [(3, False, False), (5, False, False), (5, True, False), (3, True, False), (2, False, False)]
    kinds.append((2, True, False))
    if rules.defender_alone:
        kinds += [(2, False, True), (0, False, True)]
    found = [_tap(rules, *kind) for kind in kinds]
    if not rules.stick_the_dealer:
        found.append(Tap("passed out", None, False, False, 0, 0, 0, False))
    return tuple(found)


def _tap(rules: RuleSet, tricks: int, alone: bool, by_lone_defender: bool) -> Tap:
    defender = defenders_of(rules, 0)[0]
    hand = Hand(maker=0, tricks=tricks, alone=alone, defender_alone=defender if by_lone_defender else None)
    score = score_hand(rules, hand)
    return Tap(
        outcome=score.outcome,
        tricks=tricks,
        alone=alone,
        by_lone_defender=by_lone_defender,
        makers=score.side_points[0],
        defenders=score.side_points[defender],
        bump_cents=sum(score.bump_cents),
        needs_caller=rules.seats == 4 and needs_caller(rules, alone=alone, euchred=tricks < 3),
    )


def tapped_hand(
    rules: RuleSet,
    pairing: int | None,
    side: int,
    outcome: Outcome,
    *,
    caller: int | None = None,
    lone_defender: int | None = None,
) -> Hand:
    """The hand of one tap: `side` made trump (0: that of the sheet's first position) and it came to `outcome`.

    `caller` and `lone_defender` are positions of the sheet. Raises `ValueError` naming `outcome`, `side`,
    `caller` or `lone_defender` when it is not one of the buttons, not there, or needed and missing.
    """
    tap = next((tap for tap in taps(rules) if tap.outcome == outcome), None)
    if tap is None:
        raise ValueError(f"outcome: {outcome!r} is not played under these rules")
    if tap.tricks is None:
        return Hand(maker=None)
    every_side = sides(pairing)
    if not 0 <= side < len(every_side):
        raise ValueError(f"side: from 0 to {len(every_side) - 1}, not {side}")
    makers = every_side[side]
    if caller is not None and caller not in makers:
        raise ValueError(f"caller: position {caller} is not on side {side}")
    if tap.needs_caller and caller is None:
        raise ValueError(f"caller: which of positions {makers[0]} and {makers[1]} called?")
    if tap.by_lone_defender and (lone_defender is None or lone_defender in makers):
        raise ValueError("lone_defender: which defender was alone?")
    return Hand(
        maker=makers[0] if caller is None else caller,
        tricks=tap.tricks,
        alone=tap.alone,
        defender_alone=lone_defender if tap.by_lone_defender else None,
        caller_known=caller is not None or len(makers) == 1,
    )
