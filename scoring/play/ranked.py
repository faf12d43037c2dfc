"""Hands as bit sets, the fast form in which the bots think and play.

A *ranked* card is one bit of 24, numbered under a trump suit so that higher bits win: bits 0-4 are the other suit of
the trump's colour (five cards, its jack being the left bower), 5-10 and 11-16 the two suits of the other colour, 17-23
trumps up to the right bower. A ranked hand is the sum of its cards. The numbering is the same for every trump suit, so
one set of tables serves all four; highest and lowest card of a suit are single integer operations.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from scoring.cards import DECK, SUITS, Card, Suit, suit_order

TRUMPS: Final = 0b1111111 << 17
NEXT: Final = 0b11111
"""The suit of the trump's colour: one card short, so its cards take tricks less often."""
SIDE_A: Final = 0b111111 << 5
SIDE_B: Final = 0b111111 << 11
PLAIN_SUITS: Final = (NEXT, SIDE_A, SIDE_B)
ALL: Final = (1 << 24) - 1
RIGHT: Final = 1 << 23
LEFT: Final = 1 << 22


def _cards_by_bit(trump: Suit) -> tuple[Card, ...]:
    others = [suit for suit in SUITS if suit not in (trump, trump.same_colour)]
    suits = (trump.same_colour, *others, trump)
    return tuple(card for suit in suits for card in reversed(suit_order(suit, trump)))


CARD_AT: Final = tuple(_cards_by_bit(trump) for trump in SUITS)
"""`CARD_AT[trump][n]` is the card of bit n."""
BIT_OF: Final = tuple(tuple(1 << cards.index(card) for card in DECK) for cards in CARD_AT)
"""`BIT_OF[trump][card]` is the ranked card."""
SUIT_OF: Final = {
    1 << n: next(suit for suit in (*PLAIN_SUITS, TRUMPS) if suit >> n & 1) for n in range(len(DECK))
}
"""The mask of the whole suit a ranked card belongs to."""
BEATEN_BY: Final = {
    bit: (suit & ~(2 * bit - 1)) | (0 if suit == TRUMPS else TRUMPS) for bit, suit in SUIT_OF.items()
}
"""The cards that take the trick from a card, which is a trump or of the suit led."""


def ranked(cards: Iterable[int], trump: int) -> int:
    """The ranked hand of these cards."""
    bits = BIT_OF[trump]
    hand = 0
    for card in cards:
        hand |= bits[card]
    return hand


def unranked(bit: int, trump: int) -> Card:
    """The card of a ranked card."""
    return CARD_AT[trump][bit.bit_length() - 1]


def each(hand: int) -> Iterator[int]:
    """The ranked cards of a hand, lowest bit first."""
    while hand:
        bit = hand & -hand
        yield bit
        hand ^= bit


def lowest(hand: int) -> int:
    """The lowest bit of a hand; within one suit, the lowest card."""
    return hand & -hand


def highest(hand: int) -> int:
    """The highest bit of a hand, 0 for an empty one; within one suit, the highest card."""
    return 1 << hand.bit_length() - 1 if hand else 0
