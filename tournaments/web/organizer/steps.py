"""The acts of the control room: from open check-in to the close of a game, the intermission and the clock."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.actions import movement, rounds
from tournaments.queries.games import tables_of_game
from tournaments.queries.readiness import before_close
from tournaments.web import access
from tournaments.web.acting import Outcome, SeeOther, night_url, perform, perform_form, press
from tournaments.web.frame import frame
from tournaments.web.problems_on_forms import show_problems

CONTROL = "organizer:control"
page_with_form = require_http_methods(["GET", "HEAD", "POST"])


class CloseForm(forms.Form):
    """A yes to what is still out, and why; the reason is asked for only then."""

    confirmed = forms.BooleanField(required=False, widget=forms.HiddenInput, initial=True)
    reason = forms.CharField(
        label="Why the game is closed without them",
        max_length=300,
        required=False,
        help_text="It goes into the log. The sheets can still be entered; nothing is payable before they are in.",
        error_messages={"required": "Say why the game is closed without these sheets."},
    )


class TakeBackForm(forms.Form):
    """A yes to what is lost, and why."""

    confirmed = forms.BooleanField(required=False, widget=forms.HiddenInput, initial=True)
    reason = forms.CharField(
        label="Why it is taken back",
        max_length=300,
        required=False,
        error_messages={"required": "Say why the sheets are taken back."},
    )


class BreakForm(forms.Form):
    minutes = forms.IntegerField(
        label="Minutes",
        min_value=1,
        max_value=240,
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
        help_text="The wall counts them down; the next game does not start by itself.",
    )


class LastCallForm(forms.Form):
    at = forms.TimeField(
        label="No game starts after",
        widget=forms.TimeInput({"type": "time"}, format="%H:%M"),
        help_text="Games under way are played to their end.",
    )


class ClockForm(forms.Form):
    """Minutes to give (or, negative, to take)."""

    minutes = forms.IntegerField(min_value=-60, max_value=60)


@require_POST
@access.organizer
def open_check_in(request: Any, code: str) -> HttpResponse:
    return press(request, rounds.open_check_in, _control(request))


@require_POST
@access.organizer
def begin(request: Any, code: str) -> HttpResponse:
    """Seat the first game of a movement that goes by results, or open the queue."""
    return press(request, movement.begin_movement, _control(request))


@require_POST
@access.organizer
def fill_tables(request: Any, code: str) -> HttpResponse:
    """Start every game of the queue that can start now."""
    return press(request, movement.fill_tables, _control(request))


@page_with_form
@access.organizer
def last_call(request: Any, code: str) -> HttpResponse:
    """GET: until when games begin. POST: move it."""
    night = request.night
    shown = night.local(night.last_call_at).time() if night.last_call_at else None
    form = LastCallForm(request.POST if request.method == "POST" else None, initial={"at": shown})
    outcome = Outcome()
    if form.is_bound:
        outcome = Outcome(status=422)
        if form.is_valid():
            at = movement.evening_moment(night, form.cleaned_data["at"], timezone.now())
            outcome = perform(request, movement.set_last_call, at=at)
            show_problems(form, outcome.problems)
        if outcome.done:
            messages.success(request, f"Last call is at {form.cleaned_data['at']:%-I:%M %p}.")
            return SeeOther(_control(request))
    context = {**frame(request, CONTROL), "form": form}
    return render(request, "organizer/last_call.html", context, status=outcome.status)


@require_POST
@access.organizer
def start_game(request: Any, code: str, number: int) -> HttpResponse:
    return press(request, rounds.start_game, _control(request), number=number)


@page_with_form
@access.organizer
def close_game(request: Any, code: str, number: int) -> HttpResponse:
    """GET: what is still out, and the form to close the game without it. POST: close it."""
    form = CloseForm(request.POST if request.method == "POST" else None)
    owing = before_close(request.night, number)
    form.fields["reason"].required = bool(owing)
    outcome = Outcome()
    if form.is_bound:
        outcome = Outcome(status=422)
        if form.is_valid():
            outcome = perform(request, rounds.close_game, number=number, **form.cleaned_data)
            # What only needs a yes is on the page anyway.
            show_problems(form, [problem for problem in outcome.problems if problem.level == "blocker"])
        if outcome.done:
            messages.success(request, f"Game {number} is closed.")
            return SeeOther(_control(request))
    context = {**frame(request, CONTROL), "form": form, "number": number, "owing": owing}
    return render(request, "organizer/close_game.html", context, status=outcome.status)


@page_with_form
@access.organizer
def take_back_game(request: Any, code: str, number: int) -> HttpResponse:
    """GET: what would be lost. POST: the game is planned again."""
    games = tables_of_game(request.night, number, timezone.now())
    sheets = sum(game.count("in", "disputed", "awaiting") for game in games)
    form = TakeBackForm(request.POST if request.method == "POST" else None)
    form.fields["reason"].required = sheets > 0
    outcome = Outcome()
    if form.is_bound:
        outcome = perform_form(request, form, rounds.take_back_game, number=number)
        if outcome.done:
            messages.success(request, f"The start of game {number} is taken back.")
            return SeeOther(_control(request))
    context = {
        **frame(request, CONTROL),
        "form": form,
        "number": number,
        "running": any(game.status == "running" for game in games),
        "sheets": sheets,
    }
    return render(request, "organizer/take_back_game.html", context, status=outcome.status)


@page_with_form
@access.organizer
def start_break(request: Any, code: str) -> HttpResponse:
    """GET: how long. POST: start the intermission, as long as the settings say unless the form tells."""
    planned = {"minutes": str(request.night.settings.break_minutes)}
    form = BreakForm(initial=planned)
    outcome = Outcome()
    if request.method == "POST":
        form = BreakForm(request.POST if "minutes" in request.POST else planned)
        outcome = perform_form(request, form, rounds.start_break)
        if outcome.done:
            messages.success(request, "The intermission has begun.")
            return SeeOther(_control(request))
    context = {**frame(request, CONTROL), "form": form}
    return render(request, "organizer/start_break.html", context, status=outcome.status)


@require_POST
@access.organizer
def clock(request: Any, code: str) -> HttpResponse:
    """`do`: pause, resume, or a number of minutes to give or take."""
    asked = request.POST.get("do", "")
    if asked in ("pause", "resume"):
        act = rounds.pause_clock if asked == "pause" else rounds.resume_clock
        return press(request, act, _control(request))
    form = ClockForm({"minutes": asked})
    minutes = form.cleaned_data["minutes"] if form.is_valid() else 0
    return press(request, rounds.add_minutes, _control(request), minutes=minutes)


def _control(request: Any) -> str:
    return night_url(request.night, CONTROL)
