"""Two kinds of bots: one with simple sound judgement, one that knows nothing but the rules."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from scoring.cards import HAND_SIZE, Suit
from scoring.play.judgement import best_five, spare, worth
from scoring.play.ranked import (
    ALL,
    BEATEN_BY,
    BIT_OF,
    PLAIN_SUITS,
    SUIT_OF,
    TRUMPS,
    each,
    highest,
    lowest,
    ranked,
)
from scoring.play.table import Call, DealerIs, Offer, TrickView

# What the own hand must be worth, in hundredths of a trick; a partner is good for about one trick more.
_ACCEPT_FROM: Final = {DealerIs.ME: 190, DealerIs.PARTNER: 205, DealerIs.OPPONENT: 250}
_NAME_FROM: Final = 145
_ALONE_FROM: Final = 370
_SURELY_ALONE_FROM: Final = 400
"""Nobody misjudges a hand like this."""
_DEFEND_ALONE_FROM: Final = 330
_MISJUDGED_BY: Final = 85
"""A bidder's mood: each hand is taken for better or worse by up to this much, as people do."""
_MAKER_PULLS_FROM: Final = 3
"""With so many trumps a maker leads trumps without holding the highest."""


class SoundBot:
    """Bids by counting likely tricks and plays by the usual maxims; it remembers the cards that were played.

    It leads high from strength, throws low under a partner who is winning, takes tricks as cheaply as it can, and
    goes alone on hands that need no help. Random numbers only sway its bids: now bold, now timid.
    """

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def bid(self, cards: Sequence[int], offer: Offer) -> Call | None:
        """The offered suit worth most, if it seems worth enough for this place at the table."""
        best_suit, best = offer.suits[0], -1
        for suit in offer.suits:
            value = self._worth(ranked(cards, suit), suit, offer)
            if value > best:
                best_suit, best = suit, value
        seems = best + _MISJUDGED_BY * (2 * self._rng.random() - 1)
        needed = _NAME_FROM if offer.turn_up is None else _ACCEPT_FROM[offer.dealer]
        if seems < needed and not offer.stuck:
            return None
        return Call(best_suit, seems >= _ALONE_FROM or best >= _SURELY_ALONE_FROM)

    @staticmethod
    def _worth(hand: int, suit: Suit, offer: Offer) -> int:
        """The dealer counts the hand after the exchange, the others their own cards."""
        if offer.turn_up is None or offer.dealer is not DealerIs.ME:
            return worth(hand)
        six = hand | BIT_OF[suit][offer.turn_up]
        return worth(six ^ spare(six, six))

    def defend_alone(self, hand: int) -> bool:
        """On more than three tricks of its own against the makers' trumps."""
        return worth(hand) >= _DEFEND_ALONE_FROM

    def discard(self, hand: int) -> int:
        """A low plain card, rather one that leaves its suit empty."""
        return spare(hand, hand)

    def keep_five(self, hand: int) -> int:
        """The five worth most."""
        return best_five(hand)

    def play(self, hand: int, legal: int, view: TrickView) -> int:
        """Lead from strength, take the trick if that is sensible, otherwise throw away."""
        unseen = ALL & ~(view.seen | hand)
        if not view.led:
            return self._lead(hand, unseen, view)
        beating = legal & BEATEN_BY[view.best]
        if not beating:
            return spare(hand, legal)
        ours = view.maker_side[view.best_seat] == view.maker_side[view.seat]
        if ours and (not view.to_come or _is_master(view.best, unseen)):
            return spare(hand, legal)
        if not view.to_come:
            return lowest(beating)
        if not beating & view.led:
            return spare(hand, legal) if ours else lowest(beating)
        top = highest(beating)
        if _is_master(top, unseen) or (view.to_come == 1 and not ours):
            return top
        return spare(hand, legal)

    @staticmethod
    def _lead(hand: int, unseen: int, view: TrickView) -> int:
        trumps = hand & TRUMPS
        if trumps and unseen & TRUMPS and view.maker_side[view.seat]:
            partner = view.seat != view.maker
            if partner or trumps > unseen & TRUMPS or trumps.bit_count() >= _MAKER_PULLS_FROM:
                return highest(trumps)
        masters = 0
        for suit in PLAIN_SUITS:
            if hand & suit > unseen & suit:
                masters |= highest(hand & suit)
        if masters:
            return min(each(masters), key=lambda bit: (hand & SUIT_OF[bit]).bit_count())
        plain = hand & ~TRUMPS
        return spare(hand, plain) if plain else highest(trumps)


def _is_master(bit: int, unseen: int) -> bool:
    """True when no unseen card of its suit beats this one."""
    return not unseen & BEATEN_BY[bit] & SUIT_OF[bit]


class AnyLegalBot:
    """Picks blindly among all that the rules allow: the yardstick that sound judgement must beat."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def bid(self, cards: Sequence[int], offer: Offer) -> Call | None:
        """Any allowed call, alone or not, or a pass."""
        calls: list[Call | None] = [Call(suit, alone) for suit in offer.suits for alone in (False, True)]
        if not offer.stuck:
            calls.append(None)
        return self._rng.choice(calls)

    def defend_alone(self, hand: int) -> bool:
        """Heads or tails."""
        return self._rng.random() < 0.5

    def discard(self, hand: int) -> int:
        """Any card."""
        return self._any(hand)

    def keep_five(self, hand: int) -> int:
        """Any five."""
        return sum(self._rng.sample(tuple(each(hand)), HAND_SIZE))

    def play(self, hand: int, legal: int, view: TrickView) -> int:
        """Any legal card."""
        return self._any(legal)

    def _any(self, cards: int) -> int:
        return self._rng.choice(tuple(each(cards)))
