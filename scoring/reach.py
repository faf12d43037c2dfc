"""What one hand can bring at most and at least, found by scoring every hand the rules allow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import gcd

from scoring.hands import TRICKS, Hand, HandScore, defenders_of, score_hand
from scoring.rules import RuleSet

UNKNOWN_HANDS = 40
"""How many hands to think of where a game has no fixed number: a game to ten rarely has twenty."""


@dataclass(frozen=True)
class Reach:
    """Bounds of an unpenalised hand. Points: `best_side` of one side, `best_sum` of all sides together.
    `kinds`: each (cents into the cup, sum of the sides' points) that a hand can bring."""

    best_side: int
    best_sum: int
    kinds: tuple[tuple[int, int], ...]


@lru_cache(maxsize=64)
def hand_reach(rules: RuleSet) -> Reach:
    """The bounds of one hand without penalties under these rules."""
    scores = [score_hand(rules, hand) for hand in _all_hands(rules)]
    return Reach(
        best_side=max(max(score.side_points) for score in scores),
        best_sum=max(_sum_of_sides(rules, score) for score in scores),
        kinds=tuple(sorted({(sum(score.bump_cents), _sum_of_sides(rules, score)) for score in scores})),
    )


def _all_hands(rules: RuleSet) -> Iterator[Hand]:
    """Every kind of hand with seat 0 as maker; the other seats bring the same."""
    if not rules.stick_the_dealer:
        yield Hand(maker=None)
    lone_defenders = defenders_of(rules, 0) if rules.defender_alone else ()
    for tricks in range(TRICKS + 1):
        for alone in (False, True):
            for defender in (None, *lone_defenders):
                yield Hand(maker=0, tricks=tricks, alone=alone, defender_alone=defender)


def _sum_of_sides(rules: RuleSet, score: HandScore) -> int:
    return sum(score.side_points[: 2 if rules.seats == 4 else 3])


@lru_cache(maxsize=512)
def sum_range(rules: RuleSet, hands: int, cents: int) -> tuple[int, int] | None:
    """The least and the greatest sum of all sides' points after `hands` hands that put `cents` into the cup;
    None when no such hands do. Without penalties."""
    return _ranges(rules, hands).get(cents)


@lru_cache(maxsize=64)
def least_sum(rules: RuleSet, cents: int) -> int | None:
    """The least sum of points in a game of any length that put `cents` into the cup; None when none can."""
    found = [reached[0] for hands in range(UNKNOWN_HANDS) if (reached := sum_range(rules, hands, cents))]
    return min(found, default=None)


@lru_cache(maxsize=256)
def _ranges(rules: RuleSet, hands: int) -> dict[int, tuple[int, int]]:
    if hands == 0:
        return {0: (0, 0)}
    result: dict[int, tuple[int, int]] = {}
    for cents, (least, most) in _ranges(rules, hands - 1).items():
        for more, points in hand_reach(rules).kinds:
            found = (least + points, most + points)
            known = result.get(cents + more, found)
            result[cents + more] = (min(known[0], found[0]), max(known[1], found[1]))
    return result


def bump_step(rules: RuleSet) -> int:
    """The cents that every payment into the cup is a multiple of; 0 without a bump cup."""
    return gcd(
        rules.bump_euchre_cents, rules.lone_euchre_cents, rules.bump_renege_cents, rules.bump_toss_cents
    )
