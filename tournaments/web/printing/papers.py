"""The pages that are printed. Black on white, A4 or Letter (`?paper=`), each with its plan and the time on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.models import AccessLink, Tournament
from tournaments.queries.paper_sheets import PaperSheet, blank_sheets, paper_sheets, player_cards, table_links
from tournaments.queries.rotation_plans import plan_versions
from tournaments.queries.seating import HallGame, hall_of
from tournaments.web import access
from tournaments.web.acting import night_url
from tournaments.web.addresses import for_phones, qr_svg

SIZES = ("letter", "a4")
MASK = 3
"""Of the codes on paper: any one is read, and a card for each of 400 players is made in time."""


@access.desk
@require_safe
def sheets(request: Any, code: str, number: int) -> HttpResponse:
    """The score sheets of game `number`, two on a page, or four (`?per=4`)."""
    found = paper_sheets(request.night, number)
    if not found:
        raise Http404("No such game is seated.")
    marks = [_mark(sheet.plan) for sheet in found]
    return _paper(request, "sheets", {**_of_tables(request, found, marks), "number": number})


@access.desk
@require_safe
def blank(request: Any, code: str) -> HttpResponse:
    """A score sheet for each table without names: for the games of a queue, and to spare."""
    found = blank_sheets(request.night)
    return _paper(request, "blank", _of_tables(request, found, ["blank"] * len(found)))


def _of_tables(request: Any, sheets: Sequence[PaperSheet], marks: Sequence[str]) -> dict[str, Any]:
    """What a page of score sheets shows, two on a page, or four (`?per=4`)."""
    per = 4 if request.GET.get("per") == "4" else 2
    shown = [
        {"sheet": sheet, "qr": table_code(request, sheet.game.table.number, sheet.link), "mark": mark}
        for sheet, mark in zip(sheets, marks, strict=True)
    ]
    return {"sheets": shown, "per": per, "other_per": 6 - per}


@access.desk
@require_safe
def tables(request: Any, code: str) -> HttpResponse:
    """A card to stand on each table, with the code that opens its sheet or calls a judge."""
    links = table_links(request.night)
    found = [
        {
            "table": table,
            "qr": table_code(request, table.number, links.get(table.pk)),
            "link": table.pk in links,
        }
        for table in request.night.tables.select_related("division").order_by("number")
    ]
    return _paper(request, "tables", {"tables": found})


@access.desk
@require_safe
def cards(request: Any, code: str) -> HttpResponse:
    """A card for every player present: number, first table, the tables of each game, the own page's code."""
    night = request.night
    shown = [
        {"card": card, "qr": _own_page(request, night, card.player.key), "mark": _mark(card.plan)}
        for card in player_cards(night)
    ]
    return _paper(request, "cards", {"cards": shown})


@access.desk
@require_safe
def seating(request: Any, code: str, number: int) -> HttpResponse:
    """Who sits where in game `number`, by table and by player, to be hung up."""
    hall = hall_of(request.night, number)
    if hall.asked is None:
        raise Http404("No such game is seated.")
    context = {"game": hall.asked, "number": number, "people": _by_name(request.night, hall.asked)}
    return _paper(request, "seating", context)


def table_code(request: Any, number: int, link: AccessLink | None) -> str:
    """The QR code of a table: its scorekeeper's link where it has one, else its public page, which calls a judge."""
    if link is not None:
        path = reverse("organizer:helper_link", args=[access.token_of(link)])
    else:
        path = night_url(request.night, "player:table", number)
    return qr_svg(for_phones(request, path), mask=MASK)


def _own_page(request: Any, night: Tournament, key: Any) -> str:
    return qr_svg(for_phones(request, night_url(night, "player:own", key)), mask=MASK)


def _by_name(night: Tournament, game: HallGame) -> list[tuple[Any, int | None]]:
    """(player, table or None for a sit-out) by name."""
    seated = [(chair.sitter, table.number) for table in game.tables for chair in table.chairs]
    out = [(player, None) for player in game.sitting_out]
    people = [pair for pair in (*seated, *out) if not pair[0].is_house]
    by_number = night.settings.public_names == "number"
    return sorted(people, key=lambda pair: (pair[0].number or 0) if by_number else pair[0].search_name)


def _mark(plan: int) -> str:
    return f"plan {plan}" if plan else "no plan"


def _paper(request: Any, name: str, context: Mapping[str, Any]) -> HttpResponse:
    """Render `print/<name>.html` with what every page of paper has."""
    night = request.night
    local = night.local(timezone.now())
    marks = [
        f"{plan.division.name} {_mark(plan.number)}, {night.local(plan.published_at):%-I:%M %p}"
        for plan in plan_versions(night)
    ]
    size = next((size for size in SIZES if request.GET.get("paper") == size), SIZES[0])
    common = {
        "night": night,
        "paper": size,
        "other_paper": SIZES[1 - SIZES.index(size)],
        "what": name,
        "printed_at": f"{local:%-I:%M %p}",
        "printed_on": f"{local:%b} {local.day}, {local.year}",
        "plan_marks": marks,
        "number": 0,
        "per": 0,
    }
    return render(request, f"print/{name}.html", {**common, **context})
