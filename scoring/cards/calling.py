"""Rulings before the play: may this suit be called, is this a misdeal.

WEMSA, Trump Determination; Fharmacy, Making the Trump; T&K, Calling Trump and House Rules.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from scoring.cards.deck import (
    SUITS,
    Card,
    Rank,
    Suit,
    checked_hand,
    left_bower,
    show_cards,
    suit_order,
)
from scoring.rules import RuleSet

_OTHER_SUITS: Final = {turned: tuple(suit for suit in SUITS if suit != turned) for turned in SUITS}
_TRUMPS_OF: Final = {suit: frozenset(suit_order(suit, suit)) for suit in SUITS}


@dataclass(frozen=True, slots=True)
class Ruling:
    """A judge's answer: yes or no, and the reason in words."""

    allowed: bool
    words: str


def callable_suits(
    rules: RuleSet, hand: Collection[Card], turned: Suit, bidding_round: int, *, is_dealer: bool
) -> tuple[Suit, ...]:
    """The suits this hand may call: `turned` in round 1, the others in round 2; empty when the player must pass.

    WEMSA, Trump Determination 5 and 6: the caller holds a card of the suit, a dealer who picks up need not. A stuck
    dealer who holds none of any allowed suit may name any of them.
    """
    suits = (turned,) if bidding_round == 1 else _OTHER_SUITS[turned]
    if not rules.caller_must_hold_suit or (is_dealer and bidding_round == 1):
        return suits
    held = tuple(suit for suit in suits if holds_suit(hand, suit))
    return suits if not held and is_dealer and rules.stick_the_dealer else held


def rule_on_call(
    rules: RuleSet,
    hand: Iterable[Card],
    suit: Suit,
    *,
    turn_up: Card,
    bidding_round: int,
    is_dealer: bool = False,
) -> Ruling:
    """May the player whose turn it is make `suit` trump? `hand` is the five cards as dealt, without the turn-up.

    Round 1 accepts the turn-up (the dealer picks it up), round 2 names another suit. A dealer on turn in round 2 is
    stuck where the rule set sticks the dealer. Errors: ValueError for a round that is not 1 or 2, a hand that is
    not five different cards, a turn-up that is in the hand.
    """
    cards = checked_hand(hand, full=True)
    if turn_up in cards:
        raise ValueError(f"turn_up: {turn_up} is in this hand, it cannot also be turned up")
    if bidding_round not in (1, 2):
        raise ValueError(f"bidding_round: {bidding_round}; there are rounds 1 and 2")
    turned = turn_up.suit
    if bidding_round == 1 and suit != turned:
        return Ruling(
            False, f"In the first round only {turned.word}, the suit of the turn-up, can be accepted."
        )
    if bidding_round == 2 and suit == turned:
        return Ruling(False, f"{turned.word.capitalize()} were turned down and cannot be named.")
    if suit not in callable_suits(rules, cards, turned, bidding_round, is_dealer=is_dealer):
        return Ruling(False, f"The caller must hold a card of {suit.word}; {show_cards(cards)} has none.")
    return Ruling(True, _why_allowed(rules, cards, suit, turn_up, bidding_round))


def check_call(
    rules: RuleSet,
    hand: Iterable[Card],
    suit: Suit,
    *,
    turn_up: Card,
    bidding_round: int,
    is_dealer: bool = False,
) -> None:
    """Raise ValueError with the reason when `rule_on_call` does not allow the call."""
    ruling = rule_on_call(
        rules, hand, suit, turn_up=turn_up, bidding_round=bidding_round, is_dealer=is_dealer
    )
    if not ruling.allowed:
        raise ValueError(f"call: {ruling.words}")


def holds_suit(hand: Iterable[Card], suit: Suit) -> bool:
    """True when the hand has a card of `suit` as trump; the left bower counts (WEMSA, Trump Determination 5)."""
    return not _TRUMPS_OF[suit].isdisjoint(hand)


def only_nines_and_tens(hand: Iterable[Card]) -> bool:
    """True for a hand of nothing but 9s and 10s."""
    return all(card.rank <= Rank.TEN for card in hand)


def _why_allowed(
    rules: RuleSet, cards: tuple[Card, ...], suit: Suit, turn_up: Card, bidding_round: int
) -> str:
    own = [card for card in cards if card in _TRUMPS_OF[suit]]
    if not rules.caller_must_hold_suit:
        return f"{suit.word.capitalize()} may be called on any hand."
    if own == [left_bower(suit)]:
        return f"{own[0]} is the left bower and is enough to call {suit.word}."
    if own:
        return f"The caller holds {show_cards(own)} in {suit.word}."
    if bidding_round == 1:
        return f"The dealer picks up {turn_up} and needs no other card of {suit.word}."
    return f"The dealer is stuck and holds only {turn_up.suit.word}: any other suit may be named."


def rule_on_pass(rules: RuleSet, *, bidding_round: int, is_dealer: bool) -> Ruling:
    """May the player whose turn it is pass? Only a stuck dealer may not (WEMSA, Trump Determination 4)."""
    if rules.stick_the_dealer and bidding_round == 2 and is_dealer:
        return Ruling(False, "All others passed twice: the dealer is stuck and must name a suit.")
    return Ruling(True, "Passing is allowed.")


def rule_on_misdeal(rules: RuleSet, hand: Iterable[Card] | None, *, exposed: bool = False) -> Ruling:
    """May the deal be called off? `hand` is a hand as dealt, None when nobody's hand is in question; `exposed`: a
    card was exposed in the deal.

    T&K, House Rules: all 9s and 10s, called before the first pass or play. WEMSA, Deal Procedure 4: a card exposed
    in the deal. Errors: ValueError for a hand that is not five different cards, or when nothing is in question.
    """
    cards = None if hand is None else checked_hand(hand, full=True)
    if exposed and "card exposed in the deal" in rules.misdeals:
        return Ruling(True, "A card was exposed in the deal: a misdeal, the same dealer deals again.")
    if cards is None:
        if not exposed:
            raise ValueError("hand: no hand to look at, and no card was exposed in the deal")
        return Ruling(False, "A card was exposed in the deal, but under these rules that is no misdeal.")
    if not only_nines_and_tens(cards):
        return Ruling(False, f"Not a misdeal: {show_cards(cards)} is not only 9s and 10s.")
    if "hand of nines and tens" in rules.misdeals:
        return Ruling(True, "Only 9s and 10s: a misdeal, if called before the first pass or play.")
    return Ruling(False, "Only 9s and 10s, but under these rules that is no misdeal.")
