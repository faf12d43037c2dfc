"""Rehearse this night: make a marked copy, tell its bots what to play, throw it away."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.actions.bots import in_words, play_until, set_pace
from tournaments.actions.rehearsals import make_rehearsal, throw_rehearsal_away
from tournaments.models import Bots
from tournaments.night_settings import LARGEST_NIGHT
from tournaments.queries.rehearsal import roster_of
from tournaments.web import access
from tournaments.web.acting import Outcome, SeeOther, night_url, perform, perform_form, press
from tournaments.web.frame import frame

CONTROL = "organizer:control"
ENOUGH = 12
"""People that make a rehearsal worth while: a shorter list is offered guests up to there."""


class MakeForm(forms.Form):
    guests = forms.IntegerField(
        label="Made-up guests besides them",
        min_value=0,
        max_value=LARGEST_NIGHT,
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
        help_text="“Guest 1” and so on, for a list that is not full yet.",
    )
    quarrels = forms.BooleanField(
        label="Leave one sheet a game in dispute",
        required=False,
        help_text="For you to decide: then the bots go on.",
    )
    replace_old = forms.BooleanField(required=False, widget=forms.HiddenInput)


@require_http_methods(["GET", "HEAD", "POST"])
@access.organizer
def rehearsal(request: Any, code: str) -> HttpResponse:
    """GET: what a rehearsal is, and the one there is. POST: make one."""
    if request.night.is_rehearsal:
        return SeeOther(night_url(request.night, CONTROL))
    roster = roster_of(request.night)
    start = {"guests": max(0, ENOUGH - roster.players), "replace_old": roster.rehearsal is not None}
    form = MakeForm(request.POST if request.method == "POST" else None, initial=start)
    outcome = Outcome()
    if form.is_bound:
        outcome = perform_form(request, form, make_rehearsal)
        if outcome.result is not None:
            messages.success(request, "The rehearsal is ready. Its links and pages are its own.")
            return SeeOther(reverse(CONTROL, args=[outcome.result["code"]]))
    context = {**frame(request, CONTROL), "form": form, "roster": roster}
    return render(request, "organizer/rehearsal.html", context, status=outcome.status)


@require_POST
@access.organizer
def throw_away(request: Any, code: str) -> HttpResponse:
    """Nothing is left of the rehearsal of this (real) night."""
    done = "The rehearsal is thrown away; its links open nothing any more."
    return press(request, throw_rehearsal_away, night_url(request.night, CONTROL), done)


@require_POST
@access.organizer
def pace(request: Any, code: str) -> HttpResponse:
    """`pace`: slow, fast, or empty for off."""
    asked = request.POST.get("pace", "")[:4]
    return press(request, set_pace, night_url(request.night, CONTROL), pace=asked)


@require_POST
@access.organizer
def play(request: Any, code: str) -> HttpResponse:
    """`until`: how far to play at once."""
    until = request.POST.get("until", "")[:16]
    outcome = perform(request, play_until, until=until)
    for problem in outcome.problems:
        messages.error(request, problem.text)
    if outcome.done:
        messages.success(request, f"The bots play until {in_words(until)}.")
    return SeeOther(night_url(request.night, CONTROL))


def pace_choices(bots: Bots) -> list[dict[str, Any]]:
    """The paces as the panel's buttons."""
    labels = {"": "Off", "slow": "Slow", "fast": "Fast"}
    notes = {"": "", "slow": "a game in 3 minutes", "fast": "a game in 1 minute"}
    return [
        {"value": value, "label": labels[value], "note": notes[value], "current": bots.pace == value}
        for value in Bots.Pace.values
    ]
