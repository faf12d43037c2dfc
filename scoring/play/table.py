"""What a player at the table can see while a hand is played, and what a bot must be able to decide."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple, Protocol

from scoring.cards import Suit


class DealerIs(Enum):
    """Who picks up the turn-up, seen from the player who bids."""

    ME = "me"
    PARTNER = "partner"
    OPPONENT = "opponent"


class Offer(NamedTuple):
    """The question put to a bidder.

    `suits` are the suits this player may call; `turn_up` is the card the dealer would pick up, None in the second
    round; `stuck` tells that passing is not allowed.
    """

    suits: Sequence[Suit]
    turn_up: int | None
    dealer: DealerIs
    stuck: bool


class Call(NamedTuple):
    """Trump is made: the suit, and whether the maker plays alone."""

    suit: Suit
    alone: bool


class TrickView:
    """The open trick as everybody sees it; cards are ranked cards (see `scoring.play.ranked`).

    One mutable object serves a whole hand, since one is needed for each of its twenty cards.
    """

    __slots__ = ("best", "best_seat", "led", "maker", "maker_side", "seat", "seen", "to_come")

    def __init__(self, maker: int, maker_side: Sequence[bool]) -> None:
        self.maker = maker
        self.maker_side = maker_side
        """For each seat: does it play on the maker's side?"""
        self.seat = 0
        """Whose turn it is."""
        self.led = 0
        """The mask of the suit led, 0 while the leader is on turn."""
        self.best = 0
        """The card that is taking the trick so far, 0 while the leader is on turn."""
        self.best_seat = 0
        self.seen = 0
        """All cards played in this hand so far."""
        self.to_come = 0
        """How many players still play to this trick after this one."""


class Bot(Protocol):
    """A player. Cards are numbers 0-23 (`scoring.cards.Card`) while bidding and ranked cards in play."""

    def bid(self, cards: Sequence[int], offer: Offer) -> Call | None:
        """Call one of the offered suits, or None to pass (when stuck: any answer but None)."""

    def defend_alone(self, hand: int) -> bool:
        """Play alone against the makers? Asked only where the rule set has it; `hand` is ranked."""

    def discard(self, hand: int) -> int:
        """The card the dealer lays away from six, ranked, one bit."""

    def keep_five(self, hand: int) -> int:
        """The five best of the maker's own five and the dummy's, ranked (three-handed)."""

    def play(self, hand: int, legal: int, view: TrickView) -> int:
        """One card of `legal`, one bit. Not asked when only one card is legal."""
