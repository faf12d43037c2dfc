"""Who is in the hand, and who leads to the first trick, also around lone hands.

WEMSA, Gameplay 1; Fharmacy, The Play; T&K, Playing the Hand.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from scoring.hands import Hand, seats_out, side_of
from scoring.rules import RuleSet


@dataclass(frozen=True, slots=True)
class LeadRuling:
    """The seat that leads to the first trick and the reason in words."""

    seat: int
    words: str


def opening_lead(
    rules: RuleSet, *, dealer: int, maker: int, alone: bool = False, defender_alone: int | None = None
) -> LeadRuling:
    """Who leads to the first trick.

    Errors: ValueError for a seat that is not at the table, or a defender alone on the maker's side.
    """
    _check_seats(rules, dealer=dealer, maker=maker, defender_alone=defender_alone)
    out = seats_out(rules, Hand(maker, alone=alone, defender_alone=defender_alone))
    lone = maker if alone else defender_alone
    if lone is not None and rules.lone_lead == "left of lone hand":
        both = " of the maker, as both are alone" if alone and defender_alone is not None else ""
        seat = next_in_hand(lone, rules.seats, out)
        return LeadRuling(seat, f"Seat {seat} leads: left of the lone hand{both}.")
    left = (dealer + 1) % rules.seats
    seat = next_in_hand(dealer, rules.seats, out)
    if seat == left:
        return LeadRuling(seat, f"Seat {seat} leads: left of the dealer.")
    place = "across from the dealer" if seat == (dealer + 2) % 4 else "next in the hand"
    return LeadRuling(seat, f"Seat {seat} leads: {place}, since the partner of seat {left} is alone.")


def next_in_hand(seat: int, players: int, out: Collection[int]) -> int:
    """The next seat clockwise from `seat` that is still in the hand."""
    return next(place for step in range(1, players + 1) if (place := (seat + step) % players) not in out)


def _check_seats(rules: RuleSet, *, dealer: int, maker: int, defender_alone: int | None) -> None:
    for name, seat in (("dealer", dealer), ("maker", maker), ("defender_alone", defender_alone)):
        if seat is not None and not 0 <= seat < rules.seats:
            raise ValueError(f"{name}: seat {seat} is not at this table (0 to {rules.seats - 1})")
    if defender_alone in side_of(rules, maker):
        raise ValueError(f"defender_alone: seat {defender_alone} is on the maker's side")
    if defender_alone is not None and not rules.defender_alone:
        raise ValueError("defender_alone: these rules do not let a defender play alone")
