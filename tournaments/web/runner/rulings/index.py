"""Which questions can be ruled on tonight."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from tournaments.models import AccessLink
from tournaments.queries.sanctions import PlayerSanctions, sanctions_of
from tournaments.web import access
from tournaments.web.acting import night_url
from tournaments.web.runner.rulings.page import rules_of, show

_PAGES = (
    ("Who takes the trick?", "The cards as they lie, and trump", "trick"),
    ("Was that a renege?", "Hand, card led, card played; what it costs", "renege"),
    ("May they call that?", "Suit or pass, first or second round", "call"),
    ("Is that a misdeal?", "A card exposed, nines and tens", "misdeal"),
    ("Who leads?", "The first trick, also around lone hands", "lead"),
    ("Who deals first?", "The lowest card drawn", "dealer"),
    ("Who partners whom?", "The first two of one color", "partners"),
    ("What does this hand score?", "Points and bump money for each seat", "hand"),
)


@access.runner
@require_safe
def index(request: Any, code: str) -> HttpResponse:
    """All questions, each a page of its own. Where nobody has a partner, nobody asks for one."""
    pages = [
        {"title": title, "note": note, "url": night_url(request.night, f"runner:ruling_{name}")}
        for title, note, name in _PAGES
        if name != "partners" or rules_of(request).seats == 4
    ]
    return show(request, "index", None, {"pages": pages, "warned": _warned(request)})


def _warned(request: Any) -> list[PlayerSanctions]:
    """Who has been warned tonight, for the judge who rules on the next time; a table does not read it."""
    if request.actor.role == AccessLink.Role.TABLE:
        return []
    return [one for one in sanctions_of(request.night) if one.warnings]
