"""Shuffle and deal, in both sequences that the events allow (WEMSA, Deal Procedure 2; Fharmacy, The Deal)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from operator import itemgetter
from random import Random
from typing import Final

from scoring.cards import DECK, HAND_SIZE, Card, only_nines_and_tens
from scoring.play.mistakes import Mistakes
from scoring.play.records import Deal, DealSequence
from scoring.rules import RuleSet

PLACES: Final = 4
"""Four hands are dealt at every table; at a table of three the dummy lies at place 3, left of seat 2."""
SEQUENCES: Final[tuple[DealSequence, ...]] = ("2-3", "3-2")


def _places_in_deck(first: int, place: int) -> Callable[[list[Card]], tuple[Card, ...]]:
    """Picks the five cards of a place from the shuffled deck; place 0 is left of the dealer."""
    second = HAND_SIZE - first
    start, restart = place * first, PLACES * first + place * second
    return itemgetter(*range(start, start + first), *range(restart, restart + second))


_PICK: Final = {
    sequence: tuple(_places_in_deck(int(sequence[0]), place) for place in range(PLACES))
    for sequence in SEQUENCES
}


def deal_once(rng: Random, dealer: int, seats: int) -> Deal:
    """One shuffle and deal, good or not. `seats`: 4, or 3 with a dummy."""
    deck = list(DECK)
    rng.shuffle(deck)
    sequence = SEQUENCES[rng.getrandbits(1)]
    by_place = [pick(deck) for pick in _PICK[sequence]]
    hands = tuple(by_place[(place - dealer - 1) % PLACES] for place in range(PLACES))
    turn_up, *kitty = deck[PLACES * HAND_SIZE :]
    return Deal(dealer, sequence, hands[:seats], sum(hands[seats:], ()), turn_up, tuple(kitty))


def deal(rules: RuleSet, rng: Random, dealer: int, mistakes: Mistakes) -> Deal:
    """Deal until it is no misdeal under these rules; a misdeal is dealt again by the same dealer."""
    redeals = 0
    while True:
        dealt = deal_once(rng, dealer, rules.seats)
        if not _is_misdeal(rules, rng, dealt, mistakes):
            return replace(dealt, redeals=redeals) if redeals else dealt
        redeals += 1


def _is_misdeal(rules: RuleSet, rng: Random, dealt: Deal, mistakes: Mistakes) -> bool:
    if "card exposed in the deal" in rules.misdeals and rng.random() < mistakes.exposed:
        return True
    return "hand of nines and tens" in rules.misdeals and any(map(only_nines_and_tens, dealt.hands))
