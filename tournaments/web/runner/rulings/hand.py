"""What does this hand score?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from scoring import Hand, Penalty, RuleSet, score_hand
from scoring.hands import TRICKS, PenaltyKind, defenders_of
from scoring.house_rules import rules_of_hand
from tournaments.web import access
from tournaments.web.runner.rulings.asking import Question
from tournaments.web.runner.rulings.fields import Option
from tournaments.web.runner.rulings.page import rules_of, show
from tournaments.web.runner.rulings.places import capital

_MAKER = 0
_PASSED, _ENDED = "passed", "ended"
_SEATS = {
    4: (
        "the maker",
        "left of the maker",
        "the maker’s partner",
        "right of the maker",
    ),
    3: ("the maker", "left of the maker", "right of the maker"),
}
_ALONE = (Option("", "No"), Option("yes", "Yes, alone"))
_TITLES = {
    "made": "Made",
    "march": "March",
    "alone": "Made alone",
    "lone march": "Lone march",
    "euchre": "Euchre",
    "lone euchre": "A lone hand euchred",
    "defended alone": "Euchred by a lone defender",
    "defended alone, all five": "All five for a lone defender",
    "passed out": "Passed out",
    "renege": "Ended by a renege",
}
_AT = {"maker": "tricks", "defender_alone": "defender"}


@dataclass(frozen=True)
class SeatScore:
    """What one seat takes from the hand."""

    who: str
    points: int
    cents: int


@access.runner
@require_safe
def hand(request: Any, code: str) -> HttpResponse:
    """What happened in a hand: points and bump money for each seat, with the rule's own words."""
    rules = rules_of(request)
    seats = _SEATS[rules.seats]
    question = Question(request.GET)
    tricks = question.options(
        "tricks",
        "Tricks of the makers" if rules.seats == 4 else "Tricks of the maker",
        _tricks(rules),
        missing="Choose how many tricks.",
    )
    alone = question.options("alone", "Was the maker alone?", _ALONE, default="")
    defender = _defender(question, rules, seats)
    penalties = [
        (kind, question.options(kind, label, _seat_options(seats), several=True))
        for kind, label in _penalties(rules)
    ]
    played = Hand(
        maker=None if tricks.one == _PASSED else _MAKER,
        tricks=int(tricks.one) if tricks.one.isdigit() else None,
        alone=bool(alone.one),
        defender_alone=defender,
        penalties=tuple(Penalty(kind, int(seat)) for kind, field in penalties for seat in field.chosen),
    )
    score = question.answer(lambda: score_hand(rules, played), at=_AT, names=seats)
    context: dict[str, Any] = {"score": score}
    if score is not None:
        context |= {
            "title": _TITLES[score.outcome],
            "lines": [
                SeatScore(capital(who), score.points[seat], score.bump_cents[seat])
                for seat, who in enumerate(seats)
            ],
            "rules": rules_of_hand(rules, played),
            "has_bumps": rules.has_bumps,
        }
    return show(request, "hand", question, context)


def _tricks(rules: RuleSet) -> list[Option]:
    options = [Option(str(tricks), str(tricks)) for tricks in range(TRICKS, -1, -1)]
    if not rules.stick_the_dealer:
        options.append(Option(_PASSED, "All passed twice"))
    if rules.renege_ends_hand:
        options.append(Option(_ENDED, "A renege ended it"))
    return options


def _defender(question: Question, rules: RuleSet, seats: Sequence[str]) -> int | None:
    """The defender who was alone, asked where the rules know that."""
    if not rules.defender_alone:
        return None
    options = [Option(str(seat), capital(seats[seat])) for seat in defenders_of(rules, _MAKER)]
    chosen = question.options("defender", "Was a defender alone?", [Option("", "No"), *options], default="")
    return int(chosen.one) if chosen.one else None


def _penalties(rules: RuleSet) -> list[tuple[PenaltyKind, str]]:
    kinds: list[tuple[PenaltyKind, str]] = [("renege", "Who reneged?")]
    if rules.bump_toss_cents:
        kinds.append(("toss", "Who tossed in their cards?"))
    return kinds


def _seat_options(seats: Sequence[str]) -> list[Option]:
    return [Option(str(seat), capital(who)) for seat, who in enumerate(seats)]
