"""Was that a renege? What it costs, and where it is entered."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from scoring import Hand, Penalty, RuleSet
from scoring.cards import rule_on_renege
from scoring.hands import counts_as_lone, defenders_of, side_of
from scoring.house_rules import rules_of_penalty
from scoring.penalty_costs import PenaltyCost, penalty_cost
from tournaments.queries.sheets import GameSheets
from tournaments.web import access
from tournaments.web.acting import night_url
from tournaments.web.runner.ruled import address
from tournaments.web.runner.rulings.asking import Question, suit_of
from tournaments.web.runner.rulings.at_table import NAME, chosen_game, table_field
from tournaments.web.runner.rulings.fields import Option
from tournaments.web.runner.rulings.page import rules_of, show

_MAKER = 0
_TRICKS = 3  # any number: what a renege costs does not depend on it
_SIDES = {
    4: (Option("makers", "One of the makers"), Option("defenders", "A defender")),
    3: (Option("makers", "The maker"), Option("defenders", "A defender")),
}


@dataclass(frozen=True)
class Situation:
    """A renege in a hand of which only the sides and the lone hands are known: `offender` stands for its side."""

    rules: RuleSet
    hand: Hand
    offender: int

    @property
    def cost(self) -> PenaltyCost:
        return penalty_cost(self.rules, self.hand, Penalty("renege", self.offender))

    @property
    def doubles(self) -> bool:
        """Whether the sheet must be told that it was in a lone hand."""
        of_makers = self.offender in side_of(self.rules, _MAKER)
        counts = counts_as_lone(self.rules, self.hand, of_makers=of_makers)
        return counts and self.rules.renege_lone_points != self.rules.renege_points


@dataclass(frozen=True)
class Effect:
    """What the renege does to one seat, or to two alike."""

    who: str
    points: int
    cents: int


@access.runner
@require_safe
def renege(request: Any, code: str) -> HttpResponse:
    """A hand, the card led and the card played: what could legally be played; then the table's sheet."""
    rules = rules_of(request)
    question = Question(request.GET)
    trump = question.suit("trump", "Trump")
    led = question.card("led", "The card led")
    hand = question.cards("hand", "The hand", most=5, hint="All the player held, the card played among them.")
    played = question.card("played", "The card played from it")
    side = question.options("side", "Whose hand was it?", _SIDES[rules.seats], default="defenders")
    alone = question.options(
        "alone", "Is anybody alone?", _who_may_be_alone(rules), several=rules.defender_alone, default=""
    )
    game = chosen_game(request, question, rules.seats)
    ruling = question.answer(lambda: rule_on_renege(hand.picked, led.one, played.picked[0], suit_of(trump)))
    context: dict[str, Any] = {"ruling": ruling, "held": hand.picked, "played": played.one, "led": led.one}
    if ruling is not None and ruling.renege:
        situation = _situation(game.rules if game else rules, side.one, alone.chosen)
        context |= {
            "effects": _effects(situation),
            "ends_hand": situation.cost.ends_hand,
            "rules": rules_of_penalty(situation.rules, "renege"),
            "tables": table_field(request, rules.seats),
            "asked_again": _the_question(request),
            **_sheet(request, game, situation),
        }
    return show(request, "renege", question, context)


def _who_may_be_alone(rules: RuleSet) -> list[Option]:
    maker, defender = Option("maker", "The maker"), Option("defender", "A defender")
    return [maker, defender] if rules.defender_alone else [Option("", "Nobody"), maker]


def _situation(rules: RuleSet, side: str, alone: Collection[str]) -> Situation:
    """Where two players are alike, the first stands for both; of a lone side it is the one who plays."""
    defender = defenders_of(rules, _MAKER)[0]
    hand = Hand(
        _MAKER,
        None if rules.renege_ends_hand else _TRICKS,
        alone="maker" in alone,
        defender_alone=defender if "defender" in alone else None,
    )
    return Situation(rules, hand, _MAKER if side == "makers" else defender)


def _effects(situation: Situation) -> list[Effect]:
    """What it does to whom, those alike together; nobody who is not touched."""
    cost = situation.cost
    effects: dict[str, Effect] = {}
    for seat, who in enumerate(_whos(situation)):
        effect = Effect(who, cost.points[seat], cost.bump_cents[seat])
        if effect.points or effect.cents:
            effects[who] = effect
    return [effects[who] for who in dict.fromkeys(_whos(situation, offender_first=True)) if who in effects]


def _whos(situation: Situation, *, offender_first: bool = False) -> list[str]:
    """How each seat is called by whoever looks at the offender; by seat, or the offender first."""
    rules, offender = situation.rules, situation.offender
    partners = side_of(rules, offender)[1:]
    names: dict[int, str] = {offender: "The player", **dict.fromkeys(partners, "The partner")}
    for seat in range(rules.seats):
        if rules.seats == 4:
            names.setdefault(seat, "Each opponent")
        elif offender == _MAKER:
            names.setdefault(seat, "Each defender")
        else:
            names.setdefault(seat, "The maker" if seat == _MAKER else "The other defender")
    return list(names.values()) if offender_first else [names[seat] for seat in range(rules.seats)]


def _sheet(request: Any, game: GameSheets | None, situation: Situation) -> dict[str, Any]:
    """Whose sheet it belongs into, and for each player the button that records it there."""
    if game is None:
        return {"game": None, "offenders": ()}
    url = night_url(request.night, "runner:sheet", game.game.pk)
    offenders = [
        {"chair": chair, "url": address(url, chair.position, lone=situation.doubles)} for chair in game.chairs
    ]
    return {"game": game, "offenders": offenders}


def _the_question(request: Any) -> list[tuple[str, str]]:
    """What the address asks, for the form that adds the table to it."""
    return [(name, value) for name, values in request.GET.lists() if name != NAME for value in values[:24]]
