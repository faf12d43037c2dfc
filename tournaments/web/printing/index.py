"""What can be printed tonight, by which plan, and which paper is out of date."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from tournaments.actions.links import make_table_links
from tournaments.actions.paper import note_print
from tournaments.queries.paper import old_papers
from tournaments.queries.paper_sheets import table_links
from tournaments.queries.rotation_plans import plan_versions
from tournaments.queries.table_codes import tables_to_come
from tournaments.web import access
from tournaments.web.acting import night_url, perform, press
from tournaments.web.frame import frame
from tournaments.web.organizer.games import current_number
from tournaments.web.typed import typed_number


@access.desk
@require_safe
def index(request: Any, code: str) -> HttpResponse:
    """Everything that can be printed."""
    night = request.night
    tables = set(night.tables.values_list("pk", flat=True))
    to_come = sum(map(len, tables_to_come(night).values()))
    linked = tables & set(table_links(night))
    context = {
        **frame(request, "print:index"),
        "current": current_number(night),
        "numbers": sorted(set(night.rounds.values_list("number", flat=True))),
        "plans": plan_versions(night),
        "papers": old_papers(night),
        "tables": len(tables) + to_come,
        "to_come": to_come,
        "no_cards": not tables,
        "linked": len(linked),
    }
    return render(request, "print/index.html", context)


@access.organizer
@require_POST
def make_links(request: Any, code: str) -> HttpResponse:
    """A scorekeeper's link for every table that has none, so that paper can carry its code."""
    then = night_url(request.night, "print:index")
    return press(request, make_table_links, then, "Every table has its link: print the sheets anew.")


@access.desk
@require_POST
def printed(request: Any, code: str) -> HttpResponse:
    """The browser says that it prints this page (`static/js/print-note.js`)."""
    number = typed_number(request.POST.get("number"), most=99) or None
    outcome = perform(request, note_print, what=request.POST.get("what", "")[:20], number=number)
    return HttpResponse(status=204 if outcome.done else outcome.status)
