"""Who takes the trick?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from scoring.cards import Card, Suit, TrickRuling, effective_suit, judge_trick, strength, suit_order
from tournaments.web import access
from tournaments.web.runner.rulings.asking import Question, suit_of
from tournaments.web.runner.rulings.fields import Option
from tournaments.web.runner.rulings.page import rules_of, show
from tournaments.web.runner.rulings.places import capital, places, short


@dataclass(frozen=True)
class RankedCard:
    """A card of the trick in the order of its worth there."""

    card: Card
    place: str
    takes: bool
    can_take: bool


@dataclass(frozen=True)
class SuitRow:
    """How a suit of the trick ranks, high to low; each card with whether it was played."""

    label: str
    cards: tuple[tuple[Card, bool], ...]


@access.runner
@require_safe
def trick(request: Any, code: str) -> HttpResponse:
    """The cards in the order played, trump, and who is out: who takes the trick, why, and how the cards rank."""
    rules = rules_of(request)
    seats = places("the leader", rules.seats)
    question = Question(request.GET)
    trump = question.suit("trump", "Trump")
    out = question.options(
        "out",
        "Who is out of the hand?",
        [
            *([] if rules.defender_alone else [Option("", "Nobody")]),
            *(Option(str(seat), short(seats[seat])) for seat in range(1, rules.seats)),
        ],
        several=rules.defender_alone,
        default="",
        hint="The partner of whoever plays alone.",
    )
    gone = frozenset(int(seat) for seat in out.chosen if seat)
    plays = [
        question.card(f"card{seat}", short(place) if seat else "The card led", optional=seat in gone)
        for seat, place in enumerate(seats)
    ]
    question.fields.append(question.fields.pop(question.fields.index(out)))  # seldom needed: asked last
    played = [(seat, field.one) for seat, field in enumerate(plays) if field.one is not None]
    ruling = question.answer(
        lambda: judge_trick(played, suit_of(trump), players=rules.seats, out=gone), names=seats
    )
    context: dict[str, Any] = {"ruling": ruling}
    if ruling is not None:
        suit = suit_of(trump)
        context |= {
            "winner": capital(seats[ruling.winner]),
            "ranked": _ranked(played, ruling, suit, seats),
            "rows": _rows([card for _, card in played], suit),
        }
    return show(request, "trick", question, context)


def _ranked(
    played: list[tuple[int, Card]], ruling: TrickRuling, trump: Suit, seats: tuple[str, ...]
) -> list[RankedCard]:
    led = effective_suit(played[0][1], trump)
    by_worth = sorted(played, key=lambda play: -strength(play[1], led, trump))
    return [
        RankedCard(card, capital(seats[seat]), seat == ruling.winner, strength(card, led, trump) > 0)
        for seat, card in by_worth
    ]


def _rows(played: list[Card], trump: Suit) -> list[SuitRow]:
    """The trumps, and the suit led if it is another."""
    led = effective_suit(played[0], trump)
    suits = [trump] if led == trump else [trump, led]
    return [
        SuitRow(
            f"Trumps: {suit.word}" if suit == trump else f"Led: {suit.word}",
            tuple((card, card in played) for card in suit_order(suit, trump)),
        )
        for suit in suits
    ]
