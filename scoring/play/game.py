"""One complete game: first deal by draw, hands until the rule set ends it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from scoring.cards import DECK, DealerDraw, draw_dealer
from scoring.hands import side_of
from scoring.play.hand import play_hand
from scoring.play.mistakes import NO_MISTAKES, Mistakes
from scoring.play.records import GameRecord, HandRecord
from scoring.play.table import Bot
from scoring.rules import RuleSet

MAX_DEALS: Final = 1000
"""A race that is not over by then never will be: the bots always pass."""


def play_game(
    rules: RuleSet,
    rng: Random,
    *,
    first_dealer: int | None = None,
    bots: Sequence[Bot] | None = None,
    mistakes: Mistakes = NO_MISTAKES,
) -> GameRecord:
    """Play a game to its end. `first_dealer` None: drawn as the rule set says. The deal passes clockwise.

    The same rules, random state, first dealer and bots give the same record. Errors: ValueError as `play_hand`, for
    a first dealer who is not at the table, and when nobody reaches the target in 1000 deals.
    """
    draws: tuple[DealerDraw, ...] = ()
    if first_dealer is None:
        draws = draw_until_decided(rules, rng)
        first_dealer = draws[-1].dealer
    if first_dealer is None or not 0 <= first_dealer < rules.seats:
        raise ValueError(f"first_dealer: seat {first_dealer} is not at this table (0 to {rules.seats - 1})")
    hands: list[HandRecord] = []
    side_points = [0] * rules.seats
    while not _is_over(rules, len(hands), side_points):
        if len(hands) == MAX_DEALS:
            raise ValueError(f"bots: nobody has {rules.target} points after {MAX_DEALS} deals")
        dealer = (first_dealer + len(hands)) % rules.seats
        record = play_hand(rules, rng, dealer=dealer, bots=bots, mistakes=mistakes)
        hands.append(record)
        for seat, points in enumerate(record.score.side_points):
            side_points[seat] += points
    return GameRecord(
        rules=rules,
        draws=draws,
        hands=tuple(hands),
        points=_sum_by_seat([record.score.points for record in hands]),
        side_points=tuple(side_points),
        bump_cents=_sum_by_seat([record.score.bump_cents for record in hands]),
        winners=_winners(rules, side_points),
    )


def draw_until_decided(rules: RuleSet, rng: Random) -> tuple[DealerDraw, ...]:
    """Each player draws a card for the first deal; where the rules say so, those tied for lowest draw again."""
    draws: list[DealerDraw] = []
    drawing = tuple(range(rules.seats))
    while drawing:
        cards = rng.sample(DECK, len(drawing))
        draws.append(draw_dealer(rules, dict(zip(drawing, cards, strict=True))))
        drawing = draws[-1].again
    return tuple(draws)


def _is_over(rules: RuleSet, hands: int, side_points: Sequence[int]) -> bool:
    if rules.hands is not None:
        return hands >= rules.hands
    return rules.target is not None and max(side_points) >= rules.target


def _winners(rules: RuleSet, side_points: Sequence[int]) -> tuple[int, ...]:
    """Who reached the target, or who has most after the last hand; nobody in a draw between sides."""
    if rules.target is not None:
        return tuple(seat for seat, points in enumerate(side_points) if points >= rules.target)
    best = max(side_points)
    winners = tuple(seat for seat, points in enumerate(side_points) if points == best)
    return winners if len(winners) == len(side_of(rules, winners[0])) else ()


def _sum_by_seat(rows: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(sum(column) for column in zip(*rows, strict=True))
