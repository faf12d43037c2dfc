"""What a played hand and a played game leave behind: frozen records of cards and seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scoring.cards import Card, DealerDraw, Suit
from scoring.hands import Hand, HandScore
from scoring.rules import RuleSet

DealSequence = Literal["2-3", "3-2"]


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards as dealt. `hands` by seat; `dummy` is empty at a table of four; `kitty` are the three cards under
    the turn-up; `redeals` counts the misdeals before this deal."""

    dealer: int
    sequence: DealSequence
    hands: tuple[tuple[Card, ...], ...]
    dummy: tuple[Card, ...]
    turn_up: Card
    kitty: tuple[Card, ...]
    redeals: int = 0


@dataclass(frozen=True, slots=True)
class Bid:
    """One bid: `suit` None is a pass; rounds from 1."""

    seat: int
    bidding_round: int
    suit: Suit | None
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Trick:
    """(seat, card) in the order played, and who took it; None when a renege ended the hand in this trick."""

    plays: tuple[tuple[int, Card], ...]
    winner: int | None


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One hand from the deal to its score. After two rounds of passing `trump` is None and nothing is played."""

    deal: Deal
    bids: tuple[Bid, ...]
    hand: Hand
    score: HandScore
    trump: Suit | None = None
    discard: Card | None = None
    """What the dealer laid away after picking up the turn-up; None when it was turned down."""
    kept: tuple[Card, ...] = ()
    """Three-handed: the five cards the maker plays after taking in the dummy; else empty."""
    tricks: tuple[Trick, ...] = ()

    @property
    def maker(self) -> int | None:
        """The seat that made trump."""
        return self.hand.maker

    @property
    def tricks_won(self) -> tuple[int, ...]:
        """Tricks taken, by seat."""
        winners = [trick.winner for trick in self.tricks]
        return tuple(winners.count(seat) for seat in range(len(self.deal.hands)))


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A whole game. Points and bump cents by seat; `side_points` is what decides the game: without lines that
    count for one person only."""

    rules: RuleSet
    draws: tuple[DealerDraw, ...]
    """The draws for the first deal; empty where the first dealer was given."""
    hands: tuple[HandRecord, ...]
    points: tuple[int, ...]
    side_points: tuple[int, ...]
    bump_cents: tuple[int, ...]
    winners: tuple[int, ...]
    """The seats that won; empty for a drawn game."""
