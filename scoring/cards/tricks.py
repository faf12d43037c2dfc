"""Rulings on one trick: what may be played, was it a renege, who takes it and why.

WEMSA, Gameplay 1, 2 and 4; Fharmacy, The Play and A Revoke; T&K, Playing the Hand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from scoring.cards.deck import (
    Card,
    Suit,
    checked_hand,
    effective_suit,
    left_bower,
    refuse_duplicates,
    right_bower,
    show_cards,
    suit_order,
)


@dataclass(frozen=True, slots=True)
class TrickRuling:
    """Who takes a trick: the seat, the winning card and the reason in words."""

    winner: int
    card: Card
    words: str


@dataclass(frozen=True, slots=True)
class RenegeRuling:
    """Was a card a renege; `legal` is what could be played, in the order of the hand; the reason in words."""

    renege: bool
    legal: tuple[Card, ...]
    words: str


def strength(card: Card, led: Suit, trump: Suit) -> int:
    """A card's worth in a trick where `led` was led: 0 cannot take it; of two others the higher takes it."""
    suit = effective_suit(card, trump)
    if suit not in (led, trump):
        return 0
    ascending = suit_order(suit, trump)[::-1]
    return ascending.index(card) + (10 if suit == trump else 1)


def legal_plays(hand: Iterable[Card], led: Card | None, trump: Suit) -> tuple[Card, ...]:
    """What may be played from `hand` to the card led (None: the player leads), in the order of the hand.

    Errors: ValueError for a hand that cannot be, or for a led card that is in this hand.
    """
    cards = checked_hand(hand)
    if led is None:
        return cards
    if led in cards:
        raise ValueError(f"led: {led} is in this hand, it cannot have been led by another player")
    suit = effective_suit(led, trump)
    return tuple(card for card in cards if effective_suit(card, trump) == suit) or cards


def rule_on_renege(hand: Iterable[Card], led: Card | None, played: Card, trump: Suit) -> RenegeRuling:
    """Rule on a card: `hand` is what the player held before it, the card played included.

    Errors: ValueError as `legal_plays`, and when the card played is not in the hand.
    """
    cards = checked_hand(hand)
    if played not in cards:
        raise ValueError(f"played: {played} is not in the hand {show_cards(cards)}")
    legal = legal_plays(cards, led, trump)
    if led is None:
        return RenegeRuling(False, legal, "The leader may play any card.")
    suit = effective_suit(led, trump)
    asked = f"{suit.word.capitalize()} were led"
    if led == left_bower(trump):
        asked += f" ({led} is the left bower, a trump)"
    if effective_suit(played, trump) == suit:
        return RenegeRuling(False, legal, f"{asked} and {played} follows.")
    if played in legal:
        return RenegeRuling(False, legal, f"{asked} and the hand has none: any card may be played.")
    words = f"Renege. {asked}; {show_cards(legal)} could have been played, not {played}."
    return RenegeRuling(True, legal, words + _bower_note(legal, played, trump))


def _bower_note(legal: Sequence[Card], played: Card, trump: Suit) -> str:
    """The two usual reasons for an honest renege, both about the left bower."""
    left = left_bower(trump)
    if left == played or left in legal:
        return f" {left} is the left bower and belongs to {trump.word}."
    return ""


def judge_trick(
    plays: Sequence[tuple[int, Card]], trump: Suit, *, players: int = 4, out: Collection[int] = ()
) -> TrickRuling:
    """Who takes a complete trick: `plays` are (seat, card) in the order played, `out` the seats out of the hand.

    Errors: ValueError naming the seat or the card: a seat that is not at the table, out of the hand, out of turn
    or missing; a card played twice.
    """
    _check_turns([seat for seat, _ in plays], players, out)
    refuse_duplicates((card for _, card in plays), "trick")
    led = plays[0][1]
    suit = effective_suit(led, trump)
    seat, card = max(plays, key=lambda play: strength(play[1], suit, trump))
    return TrickRuling(seat, card, _why(card, led, trump, [card for _, card in plays]))


def _check_turns(seats: list[int], players: int, out: Collection[int]) -> None:
    if players not in (3, 4):
        raise ValueError(f"players: {players}; euchre is played by 3 or 4")
    if not seats:
        raise ValueError("trick: no card was played")
    for seat in seats:
        if not 0 <= seat < players:
            raise ValueError(f"trick: seat {seat} is not at this table (0 to {players - 1})")
        if seat in out:
            raise ValueError(f"trick: seat {seat} is out of this hand and cannot play")
    clockwise = [(seats[0] + step) % players for step in range(players)]
    expected = [seat for seat in clockwise if seat not in out]
    for place, seat in enumerate(expected):
        if place >= len(seats):
            raise ValueError(f"trick: seat {seat} has not played")
        if seats[place] != seat:
            raise ValueError(f"trick: seat {seats[place]} played when it was the turn of seat {seat}")
    if len(seats) > len(expected):
        raise ValueError(f"trick: seat {seats[len(expected)]} played twice")


def _why(card: Card, led: Card, trump: Suit, played: Sequence[Card]) -> str:
    trumps = [other for other in played if effective_suit(other, trump) == trump]
    if not trumps:
        return f"{card} wins: the highest card of the suit led, {led.suit.word}; no trump was played."
    if card == right_bower(trump):
        return f"{card} wins: the right bower, the highest card of all."
    if card == left_bower(trump):
        return f"{card} wins: the left bower counts as one of {trump.word} and only the right bower beats it."
    alone = "the only trump" if len(trumps) == 1 else "the highest trump"
    return f"{card} wins: {alone} in the trick ({trump.word})."
