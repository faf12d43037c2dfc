"""A pile of paper: the whole game on one page, typed with a keyboard alone.

Each table is a form of its own with the fields of the runner's form, sent to the same address with the same checks;
`sheet-grid.js` keeps and sends them as a phone does. Without scripts each row is a plain form.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from tournaments.actions.act import Actor
from tournaments.queries.running_tables import TableRow, running_tables
from tournaments.queries.sheets import PRESET_PARTNER, SUITS, SideOfSheet, sides_of
from tournaments.web import access
from tournaments.web.acting import night_url

PARTNERS = (1, 2, 3)


@dataclass(frozen=True)
class PairingOption:
    """One of the printed sheet's three boxes: "1: 12 Ann & 5 Bob". `sides` are the names over the points."""

    partner: int
    label: str
    sides: tuple[str, ...]
    chosen: bool


@dataclass(frozen=True)
class GridRow:
    """A table of the pile; `is_open`: its sheet can be typed here by whoever looks."""

    table: TableRow
    is_open: bool
    pairings: tuple[PairingOption, ...]
    sides: tuple[tuple[str, str], ...]
    has_bumps: bool


@access.collector
@require_safe
@never_cache
@gzip_page
@ensure_csrf_cookie  # the page sends what is kept on the laptop
def grid(request: Any, code: str) -> HttpResponse:
    """Every table of the running game in a row each, those that owe a sheet with fields to type in."""
    tables = running_tables(request.night, identity=request.actor.identity)
    in_order = sorted(
        (*tables.missing, *tables.disputed, *tables.awaiting, *tables.collected),
        key=lambda row: (row.game.round.number if row.game.round else 0, row.table_number),
    )
    rows = [_row(row, request.actor) for row in in_order]
    context = {
        "night": request.night,
        "actor": request.actor,
        "tables": tables,
        "rows": rows,
        "left": sum(row.is_open for row in rows),
        "tables_url": night_url(request.night, "runner:tables"),
    }
    return render(request, "runner/grid.html", context)


def _row(row: TableRow, actor: Actor) -> GridRow:
    """Blind re-entry: the second person types the paper here without seeing the first."""
    again = row.state == "awaiting" and row.settings.second_person == "enters again"
    three = row.game.size == 3
    preset = None if three or row.settings.partners == "drawn" else PRESET_PARTNER
    together = sides_of(row.chairs, preset) if three or preset else ()
    return GridRow(
        table=row,
        is_open=row.state == "missing" or (again and not actor.is_person(row.entered_identity)),
        pairings=() if three else tuple(_option(row, partner, partner == preset) for partner in PARTNERS),
        sides=tuple(
            (suit, together[index].label if together else "")
            for index, suit in enumerate(SUITS[: 3 if three else 2])
        ),
        has_bumps=row.settings.table_rules(row.game.size).has_bumps,
    )


def _option(row: TableRow, partner: int, chosen: bool) -> PairingOption:
    together = sides_of(row.chairs, partner)
    return PairingOption(
        partner, f"{partner}: {_numbers(together[0])}", tuple(s.label for s in together), chosen
    )


def _numbers(side: SideOfSheet) -> str:
    """ "12 Ann & 5 Bob"; where two have one first name, the whole one."""
    return " & ".join(
        f"{chair.number or '–'} {chair.name if chair.short == str(chair.number) else chair.short}"
        for chair in side.chairs
    )
