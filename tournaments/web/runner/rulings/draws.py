"""Who deals first? Who partners whom? Cards drawn at the table, or drawn here from a seed that the address keeps."""

from __future__ import annotations

import secrets
from random import Random
from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from scoring import RuleSet
from scoring.cards import DECK, Card, DealerDraw, PartnerDraw, draw_dealer, draw_partners
from scoring.play import draw_until_decided
from tournaments.queries.sheets import GameSheets, Pairing
from tournaments.web import access
from tournaments.web.runner.rulings.asking import Question
from tournaments.web.runner.rulings.at_table import chosen_game, names_at, table_field
from tournaments.web.runner.rulings.fields import CardField, Option, OptionField
from tournaments.web.runner.rulings.page import rules_of, show
from tournaments.web.runner.rulings.places import capital, numbered, said

SEED = "seed"
LONGEST_SEED = 24


@access.runner
@require_safe
def dealer(request: Any, code: str) -> HttpResponse:
    """Each player draws a card, the lowest deals; equal cards as the night's rules say."""
    rules = rules_of(request)
    question = Question(request.GET)
    game = chosen_game(request, question, rules.seats)
    names = names_at(game) if game else numbered(rules.seats)
    if seed := seed_of(request):
        draws: tuple[DealerDraw, ...] | None = draw_until_decided(rules, Random(seed))
    else:
        draws = _drawn_at_the_table(request, question, rules, names)
    context = {
        **_common(request, rules, game, seed),
        "draws": [
            {
                "cards": [(card, capital(names[seat])) for seat, card in draw.drawn],
                "words": said(draw.words, names),
                "dealer": None if draw.dealer is None else capital(names[draw.dealer]),
                "again": [capital(names[seat]) for seat in draw.again],
            }
            for draw in draws or ()
        ],
        "again_url": _again_url(request, draws[-1].again) if draws else "",
        "by_plan": rules.first_dealer == "by plan",
        "seats_again": _again(request, rules.seats),
        "planned": _planned_dealer(game, names),
    }
    return show(request, "dealer", question, context)


@access.runner
@require_safe
def partners(request: Any, code: str) -> HttpResponse:
    """In drawing order, the first two whose cards have one colour are partners; who has partnered before is named."""
    rules = rules_of(request)
    if rules.seats == 3:
        return show(request, "no_partners")
    question = Question(request.GET)
    game = chosen_game(request, question, rules.seats)
    names = names_at(game) if game else numbered(rules.seats)
    draw: PartnerDraw | None
    if seed := seed_of(request):
        cards = list(enumerate(Random(seed).sample(DECK, rules.seats)))
        drawn_here = draw_partners(cards)
        draw, drawn = drawn_here, cards[: drawn_here.first[1] + 1]  # nobody draws on once two match
    else:
        drawing = _in_drawing_order(question, names)
        draw = question.answer(lambda: draw_partners(_drawn(drawing)), names=names)
        drawn = _drawn(drawing) if draw else []
    pairing = _pairing(game, draw) if game and draw else None
    context: dict[str, Any] = {
        **_common(request, rules, game, seed),
        "draw": draw,
        "drawn": [(card, capital(names[player])) for player, card in drawn],
        "words": draw.words if draw else "",
        "sides": [[names[player] for player in side] for side in (draw.first, draw.second)] if draw else [],
        "repeats": pairing.repeats if pairing else (),
        "preset": game is not None and game.partners != "drawn",
    }
    return show(request, "partners", question, context)


def seed_of(request: Any) -> str:
    """The seed in the address, "" for none."""
    return "".join(c for c in request.GET.get(SEED, "") if c.isalnum())[:LONGEST_SEED]


def _common(request: Any, rules: RuleSet, game: GameSheets | None, seed: str) -> dict[str, Any]:
    """What both draws show: the tables, the seed drawn with, and another one for the next draw."""
    tables: OptionField = table_field(request, rules.seats)
    return {"tables": tables, "game": game, "seed": seed, "new_seed": secrets.token_hex(4)}


def _drawn_at_the_table(
    request: Any, question: Question, rules: RuleSet, names: tuple[str, ...]
) -> tuple[DealerDraw, ...] | None:
    """The ruling on cards that people drew: of all at the table, or of those who draw again."""
    drawing = {
        seat: question.card(f"card{seat}", f"{capital(names[seat])} drew")
        for seat in _again(request, rules.seats) or range(rules.seats)
    }
    draw = question.answer(
        lambda: draw_dealer(rules, {seat: field.picked[0] for seat, field in drawing.items()}), names=names
    )
    return (draw,) if draw else None


def _again(request: Any, size: int) -> list[int]:
    """The seats that draw once more, as the address says; none in a first draw."""
    return [seat for seat in range(size) if str(seat) in request.GET.getlist("again")]


def _again_url(request: Any, again: tuple[int, ...]) -> str:
    """The page for the second draw of those who are level; "" when nobody is."""
    if not again:
        return ""
    query = request.GET.copy()
    for name in [name for name in query if name not in ("size", "deck", "game")]:
        del query[name]
    query.setlist("again", [str(seat) for seat in again])
    return f"?{query.urlencode()}"


def _planned_dealer(game: GameSheets | None, names: tuple[str, ...]) -> str:
    if game is None or game.game.first_dealer is None:
        return ""
    return names[game.game.first_dealer]


def _in_drawing_order(question: Question, names: tuple[str, ...]) -> list[tuple[OptionField, CardField]]:
    """Who drew, and what, in the order of drawing. Three cards always decide."""
    who = [Option(str(seat), capital(name)) for seat, name in enumerate(names)]
    rows: list[tuple[OptionField, CardField]] = []
    for place, label in enumerate(("First", "Second", "Third")):
        drawer = question.options(f"who{place}", f"{label} to draw", who, default=str(place))
        rows.append((drawer, question.card(f"card{place}", f"{label} card", optional=place == 2)))
    return rows


def _drawn(rows: list[tuple[OptionField, CardField]]) -> list[tuple[int, Card]]:
    return [(int(who.one), card.one) for who, card in rows if card.one is not None]


def _pairing(game: GameSheets, draw: PartnerDraw) -> Pairing | None:
    """The drawn partners as the sheet knows them."""
    side = next(side for side in (draw.first, draw.second) if 0 in side)
    partner = next(player for player in side if player != 0)
    return next((pairing for pairing in game.pairings if pairing.partner == partner), None)
