"""A player says "my score is wrong": the director looks at the sheet and answers."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from tournaments.actions.score_flags import answer_flag
from tournaments.queries.sheets import game_sheets
from tournaments.web import access
from tournaments.web.acting import SeeOther, night_url, perform_form
from tournaments.web.floor.forms import AnswerForm
from tournaments.web.frame import frame


@access.organizer
@require_http_methods(["GET", "HEAD", "POST"])
def flag(request: Any, code: str, flag_id: int) -> HttpResponse:
    """GET what is doubted, beside the sheet as it counts; POST the answer."""
    flags = request.night.score_flags.select_related("player__division", "game__table", "game__round")
    found = flags.filter(pk=flag_id).first()
    if found is None:
        raise Http404("No such question tonight.")
    form = AnswerForm(request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST":
        outcome = perform_form(request, form, answer_flag, flag_id=flag_id)
        if outcome.done:
            messages.success(request, f"{found.player.name} reads your answer on the own page.")
            return SeeOther(night_url(request.night, "organizer:control"))
        status = outcome.status
    context = {
        **frame(request, "organizer:control"),
        "flag": found,
        "page": game_sheets(request.night, found.game_id),
        "form": form,
    }
    return render(request, "floor/flag.html", context, status=status)
