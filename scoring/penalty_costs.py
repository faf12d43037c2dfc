"""What one penalty costs: the points and the bump money it moves, apart from the hand it falls in."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scoring.hands import Hand, Penalty, ends_unscored, score_hand
from scoring.rules import RuleSet


@dataclass(frozen=True)
class PenaltyCost:
    """What a penalty changes, one entry per seat. `ends_hand`: the hand ends at once and scores nothing besides."""

    points: tuple[int, ...]
    bump_cents: tuple[int, ...]
    ends_hand: bool


def penalty_cost(rules: RuleSet, hand: Hand, penalty: Penalty) -> PenaltyCost:
    """What `penalty` adds to `hand`, which stands without it. Where it ends the hand, `hand.tricks` may be None.

    Raises `ValueError` as `score_hand`.
    """
    punished = replace(hand, penalties=(*hand.penalties, penalty))
    after = score_hand(rules, punished)
    if ends_unscored(rules, punished):
        return PenaltyCost(after.points, after.bump_cents, ends_hand=True)
    before = score_hand(rules, hand)
    return PenaltyCost(
        points=tuple(now - then for now, then in zip(after.points, before.points, strict=True)),
        bump_cents=tuple(now - then for now, then in zip(after.bump_cents, before.bump_cents, strict=True)),
        ends_hand=False,
    )
