"""Draws before a game: who deals first, who partners whom.

WEMSA, Rotation 3 and 4; Fharmacy, The Draw.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.cards.deck import Card, refuse_duplicates, show_cards
from scoring.rules import RuleSet


@dataclass(frozen=True, slots=True)
class DealerDraw:
    """The first dealer, or None and the seats that draw again; the reason in words; who drew what, by seat."""

    dealer: int | None
    again: tuple[int, ...]
    words: str
    drawn: tuple[tuple[int, Card], ...] = ()


@dataclass(frozen=True, slots=True)
class PartnerDraw:
    """Two partnerships from a draw by colour: who matched first, and the other two; the reason in words."""

    first: tuple[int, int]
    second: tuple[int, int]
    words: str


def draw_dealer(rules: RuleSet, drawn: Mapping[int, Card]) -> DealerDraw:
    """The first dealer by the lowest card drawn, 9 low, ace high; `drawn` is seat -> card.

    Tie for lowest: by suit, clubs lowest (WEMSA, Rotation 4), or those tied draw again (Fharmacy, The Draw).
    Errors: ValueError for nobody drawing or a card drawn twice.
    """
    if not drawn:
        raise ValueError("drawn: nobody drew a card")
    refuse_duplicates(drawn.values(), "drawn")
    seen = tuple(sorted(drawn.items()))
    lowest = min(card.rank for card in drawn.values())
    tied = tuple(seat for seat in sorted(drawn) if drawn[seat].rank == lowest)
    if len(tied) == 1:
        words = f"Seat {tied[0]} deals first: {drawn[tied[0]]} is the lowest card."
        return DealerDraw(tied[0], (), words, seen)
    cards = show_cards(drawn[seat] for seat in tied)
    if rules.first_dealer_tie == "draw again":
        return DealerDraw(None, tied, f"{cards} tie for lowest: those players draw again.", seen)
    dealer = min(tied, key=lambda seat: drawn[seat].suit)
    words = f"Seat {dealer} deals first: of {cards} the lowest suit is {drawn[dealer].suit.word}."
    return DealerDraw(dealer, (), words, seen)


def draw_partners(drawn: Sequence[tuple[int, Card]], players: Sequence[int] = (0, 1, 2, 3)) -> PartnerDraw:
    """Partners by colour: in drawing order the first two whose cards have the same colour (WEMSA, Rotation 3).

    `drawn` is (player, card) in drawing order; the third card always decides, so two or three are enough.
    `players` are the four numbers at the table. Errors: ValueError for a player who is not at the table or drew
    twice, a card drawn twice, not four players, or no match yet.
    """
    if len(set(players)) != 4:
        raise ValueError(f"players: four different players draw, not {list(players)}")
    refuse_duplicates((card for _, card in drawn), "drawn")
    first_of_colour: dict[bool, tuple[int, Card]] = {}
    seen: set[int] = set()
    match: tuple[int, int] | None = None
    words = ""
    for player, card in drawn:
        if player not in players:
            raise ValueError(f"drawn: player {player} is not at this table")
        if player in seen:
            raise ValueError(f"drawn: player {player} drew twice")
        seen.add(player)
        earlier = first_of_colour.setdefault(card.suit.red, (player, card))
        if match is None and earlier[0] != player:
            match = (earlier[0], player)
            words = f"{earlier[1]} and {card} are both {'red' if card.suit.red else 'black'}."
    if match is None:
        raise ValueError("drawn: no two cards of one color yet; the next player draws")
    others = [player for player in players if player not in match]
    return PartnerDraw(match, (others[0], others[1]), words)
