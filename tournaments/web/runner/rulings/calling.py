"""May this be called, may it be passed?"""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from scoring import RuleSet
from scoring.cards import Card, Ruling, Suit, callable_suits, checked_hand, rule_on_call, rule_on_pass
from tournaments.web import access
from tournaments.web.runner.rulings.asking import Question
from tournaments.web.runner.rulings.fields import SUIT_OPTIONS, CardField, Option, OptionField
from tournaments.web.runner.rulings.page import rules_of, show

PASSES = "pass"
_ROUNDS = (Option("1", "First: on the turn-up"), Option("2", "Second: naming a suit"))
_WHO = (Option("", "Another player"), Option("dealer", "The dealer"))
_AT = {"bidding_round": "round"}


@access.runner
@require_safe
def call(request: Any, code: str) -> HttpResponse:
    """Round, seat, turn-up, hand and the call: is it allowed, and what else would be."""
    rules = rules_of(request)
    question = Question(request.GET)
    what = question.options(
        "call", "What is called?", (*SUIT_OPTIONS, Option(PASSES, "Pass")), missing="Choose a suit or pass."
    )
    in_round = question.options("round", "Round of calling", _ROUNDS, missing="Choose the round.")
    who = question.options("who", "Who calls?", _WHO, default="")
    passes = what.one == PASSES
    turn_up = question.card("turn_up", "The card turned up", optional=passes)
    hand = question.cards(
        "hand",
        "The caller’s hand",
        most=5,
        hint="The five cards as dealt, without the turn-up.",
        optional=passes,
    )
    ruling = question.answer(lambda: _rule(rules, what, in_round, who, turn_up, hand), at=_AT)
    context: dict[str, Any] = {"ruling": ruling, "passes": passes, "suit": None, "may_call": None}
    if ruling is not None:
        if not passes:
            context["suit"] = Suit.parse(what.one)
        if turn_up.one is not None and hand.picked:
            context["may_call"] = _may_call(rules, hand.picked, turn_up.one, in_round, who)
    return show(request, "call", question, context)


def _rule(
    rules: RuleSet,
    what: OptionField,
    in_round: OptionField,
    who: OptionField,
    turn_up: CardField,
    hand: CardField,
) -> Ruling:
    bidding_round, is_dealer = int(in_round.one), who.one == "dealer"
    if what.one == PASSES:
        if hand.picked:
            checked_hand(hand.picked, full=True)
        return rule_on_pass(rules, bidding_round=bidding_round, is_dealer=is_dealer)
    return rule_on_call(
        rules,
        hand.picked,
        Suit.parse(what.one),
        turn_up=turn_up.picked[0],
        bidding_round=bidding_round,
        is_dealer=is_dealer,
    )


def _may_call(
    rules: RuleSet, hand: tuple[Card, ...], turn_up: Card, in_round: OptionField, who: OptionField
) -> tuple[Suit, ...]:
    return callable_suits(rules, hand, turn_up.suit, int(in_round.one), is_dealer=who.one == "dealer")
