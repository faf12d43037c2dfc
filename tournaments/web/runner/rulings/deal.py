"""Is that a misdeal? Who leads to the first trick?"""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from scoring import RuleSet
from scoring.cards import opening_lead, rule_on_misdeal
from tournaments.web import access
from tournaments.web.runner.rulings.asking import Question
from tournaments.web.runner.rulings.fields import Option
from tournaments.web.runner.rulings.page import rules_of, show
from tournaments.web.runner.rulings.places import capital, places, said, short

EXPOSED, HAND = "exposed", "hand"
_DEALER = 0


@access.runner
@require_safe
def misdeal(request: Any, code: str) -> HttpResponse:
    """A card exposed in the deal, or a hand that its holder wants dealt again."""
    rules = rules_of(request)
    question = Question(request.GET)
    what = question.options(
        "what",
        "What happened?",
        (
            Option(EXPOSED, "A card was exposed in the deal"),
            Option(HAND, "Somebody holds nothing but nines and tens"),
        ),
        missing="Choose what happened.",
    )
    exposed = what.one == EXPOSED
    hand = question.cards(
        "hand", "The hand as dealt", most=5, hint="Needed for nines and tens alone.", optional=exposed
    )
    ruling = question.answer(lambda: rule_on_misdeal(rules, hand.picked or None, exposed=exposed))
    return show(request, "misdeal", question, {"ruling": ruling})


@access.runner
@require_safe
def lead(request: Any, code: str) -> HttpResponse:
    """Who leads to the first trick, seen from the dealer, also around lone hands."""
    rules = rules_of(request)
    seats = places("the dealer", rules.seats)
    question = Question(request.GET)
    maker = question.options(
        "maker", "Who made trump?", _seat_options(seats), missing="Choose who made trump."
    )
    alone = question.options(
        "alone", "Is the maker alone?", (Option("", "No"), Option("yes", "Yes, alone")), default=""
    )
    defender = _lone_defender(question, rules, seats)
    ruling = question.answer(
        lambda: opening_lead(
            rules, dealer=_DEALER, maker=int(maker.one), alone=bool(alone.one), defender_alone=defender
        ),
        at={"defender_alone": "defender"},
        names=seats,
    )
    context: dict[str, Any] = {"ruling": ruling}
    if ruling is not None:
        reason = said(ruling.words.partition(": ")[2], seats)
        context |= {"leader": capital(seats[ruling.seat]), "reason": capital(reason)}
    return show(request, "lead", question, context)


def _seat_options(seats: tuple[str, ...]) -> list[Option]:
    return [Option(str(seat), short(name)) for seat, name in enumerate(seats)]


def _lone_defender(question: Question, rules: RuleSet, seats: tuple[str, ...]) -> int | None:
    """The defender who is alone, asked where the rules know that."""
    if not rules.defender_alone:
        return None
    chosen = question.options(
        "defender", "Is a defender alone?", [Option("", "No"), *_seat_options(seats)], default=""
    )
    return int(chosen.one) if chosen.one else None
