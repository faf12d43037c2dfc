"""How much a hand is worth to a bidder, and which cards it can spare. All hands are ranked."""

from __future__ import annotations

from typing import Final

from scoring.cards import HAND_SIZE, Rank
from scoring.play.ranked import NEXT, SIDE_A, SIDE_B, SUIT_OF, TRUMPS, each, lowest

# Worth in hundredths of a trick. Trumps: 9 10 Q K A, left bower, right bower.
_TRUMP_WORTH: Final = (40, 45, 50, 60, 70, 85, 100)
_ACE_WORTH: Final = 60
_ACE_COMPANY: Final = 10
"""An ace is trumped the more often, the more cards of its suit its holder has."""
_KING_WORTH: Final = 15
_RUFF_WORTH: Final = 25
"""A suit without cards, as long as there is a trump to ruff with."""


def _worth_of_plain_suit(bits: int, ranks: int) -> int:
    ace, king = 1 << ranks - 1, 1 << ranks - 2
    if bits & ace:
        return _ACE_WORTH - _ACE_COMPANY * (bits.bit_count() - 1)
    return _KING_WORTH if bits & king else 0


_TRUMPS: Final = tuple(
    sum(worth for place, worth in enumerate(_TRUMP_WORTH) if bits >> place & 1) for bits in range(1 << 7)
)
_NEXT: Final = tuple(_worth_of_plain_suit(bits, 5) for bits in range(1 << 5))
_SIDE: Final = tuple(_worth_of_plain_suit(bits, 6) for bits in range(1 << 6))


def worth(hand: int) -> int:
    """Hundredths of a trick the hand may be expected to take by itself when its trumps are trumps."""
    trumps = hand >> 17
    voids = (not hand & NEXT) + (not hand & SIDE_A) + (not hand & SIDE_B)
    return (
        _TRUMPS[trumps]
        + _NEXT[hand & 31]
        + _SIDE[hand >> 5 & 63]
        + _SIDE[hand >> 11 & 63]
        + _RUFF_WORTH * min(voids, trumps.bit_count())
    )


_TRUMP_COST: Final = 30
_EMPTIES_SUIT: Final = 7
"""How much cheaper a card is that leaves its suit empty, so that a trump can ruff there."""


def _cost_of_sparing(bit: int) -> int:
    """Twice the plain rank, 9 low (also in the suit that lacks its jack); an ace costs as much as a trump."""
    suit = SUIT_OF[bit]
    if suit == TRUMPS:
        return _TRUMP_COST + bit.bit_length()
    rank = (bit // (suit & -suit)).bit_length() - 1
    if suit == NEXT and rank >= Rank.JACK:
        rank += 1
    return _TRUMP_COST if rank == Rank.ACE else 2 * rank


_COST: Final = {1 << place: _cost_of_sparing(1 << place) for place in range(24)}


def spare(hand: int, choices: int) -> int:
    """The card of `choices` that the hand misses least: a low plain card, rather one that leaves its suit empty."""
    plain = choices & ~TRUMPS
    if not plain:
        return lowest(choices)
    if not plain & (plain - 1):
        return plain
    ruffs = hand & TRUMPS
    spared, least = 0, 2 * _TRUMP_COST
    for bit in each(plain):
        cost = _COST[bit]
        if ruffs and hand & SUIT_OF[bit] == bit:
            cost -= _EMPTIES_SUIT
        if cost < least:
            spared, least = bit, cost
    return spared


def best_five(hand: int) -> int:
    """The five cards worth most out of a larger hand, giving up one card at a time."""
    while hand.bit_count() > HAND_SIZE:
        hand ^= max(each(hand), key=lambda bit: (worth(hand ^ bit), -_COST[bit]))
    return hand
