"""The control room: where the night stands, the one next step, everything that goes on."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from tournaments.actions import nights
from tournaments.models import Tournament
from tournaments.queries.floor import open_flags, waiting_calls
from tournaments.queries.paper import old_papers
from tournaments.queries.progress import progress_of
from tournaments.queries.rehearsal import rehearsal_panel
from tournaments.queries.sanctions import sanctions_of
from tournaments.queries.snapshot import read_at_one_moment
from tournaments.web import access
from tournaments.web.acting import Outcome, SeeOther, night_url, perform
from tournaments.web.frame import frame
from tournaments.web.organizer.control_page import describe
from tournaments.web.organizer.rehearsal import pace_choices
from tournaments.web.problems_on_forms import show_problems

PAGE = "organizer:control"


class MessageForm(forms.Form):
    message = forms.CharField(label="Message on the wall", required=False)


@require_safe
@access.organizer
def control(request: Any, code: str) -> HttpResponse:
    """The whole page."""
    return render(request, "organizer/control.html", _page(request))


@require_safe
@access.organizer
def live(request: Any, code: str) -> HttpResponse:
    """The parts that change, for a page that stays open (`static/js/live.js`)."""
    return render(request, "organizer/control_live.html", _page(request))


@require_POST
@access.organizer
def message(request: Any, code: str) -> HttpResponse:
    """The director's line on the wall; empty, or with `off`, it is taken away."""
    form = MessageForm({} if "off" in request.POST else request.POST)
    outcome = Outcome(status=422)
    if form.is_valid():
        outcome = perform(request, nights.set_message, text=form.cleaned_data["message"])
        show_problems(form, outcome.problems)
    if outcome.done:
        return SeeOther(night_url(request.night, PAGE))
    context = {**_page(request), "message_form": form}
    return render(request, "organizer/control.html", context, status=outcome.status)


def _floor(night: Tournament) -> dict[str, Any]:
    """What the tables and players ask of the director: the context of `organizer/control_floor.html`."""
    return {
        "calls": waiting_calls(night, timezone.now()),
        "flags": open_flags(night),
        "warned": sanctions_of(night),
        "papers": old_papers(night),
        "print_url": night_url(night, "print:index"),
    }


def _page(request: Any) -> dict[str, Any]:
    progress, panel = read_at_one_moment(
        request.night, lambda night: (progress_of(night, timezone.now()), rehearsal_panel(night))
    )
    return {
        **frame(request, PAGE),
        **describe(progress),
        **_floor(progress.night),
        "night": progress.night,
        "rehearsal": panel,
        "paces": pace_choices(panel.bots) if panel else [],
        "message_form": MessageForm({"message": progress.night.message}),
    }
