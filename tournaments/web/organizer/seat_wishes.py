"""Wishes and changes by hand: swap two, keep a table, keep two apart, lock seats.

A swap is looked at before it binds anybody; the others are noted at once, and the next draw follows them.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.views.decorators.http import require_POST

from tournaments.actions.rotation import propose_swap
from tournaments.actions.seat_wishes import keep_apart, let_meet, lock_seats, pin_player
from tournaments.problems import ActRefused
from tournaments.queries.rotation_plans import DivisionPlan, division_plans
from tournaments.web import access
from tournaments.web.acting import Outcome, SeeOther, night_url, perform, press
from tournaments.web.organizer.draws import keep_draw
from tournaments.web.organizer.people_in_plan import ApartForm, LockForm, PinForm, SwapForm
from tournaments.web.organizer.rotation import PAGE, rotation_page
from tournaments.web.problems_on_forms import show_problems

NOTED = "Noted. The rotation follows with its next draw."


@require_POST
@access.organizer
def swap(request: Any, code: str, division_id: int) -> HttpResponse:
    """Show what exchanging two people of a coming game would do (ROT-10, ROT-11). Nothing changes yet."""
    plan = plan_of(request, division_id)
    form = SwapForm(plan, request.POST)
    if form.is_valid():
        cleaned = form.cleaned_data
        one, other = cleaned["one"].pk, cleaned["other"].pk
        try:
            proposal = propose_swap(plan.division, number=int(cleaned["game"]), one=one, other=other)
        except ActRefused as refused:
            show_problems(form, refused.problems)
        else:
            keep_draw(request, {"swap": [proposal]})
            return SeeOther(night_url(request.night, "organizer:proposal"))
    return rotation_page(request, {"division_id": division_id, "swap_form": form}, 422)


@require_POST
@access.organizer
def pin(request: Any, code: str, division_id: int) -> HttpResponse:
    """Somebody keeps a table from the next draw on (ROT-09)."""
    form = PinForm(plan_of(request, division_id), request.POST)
    outcome = Outcome(status=422)
    if form.is_valid():
        player, table = form.cleaned_data["player"], form.cleaned_data["table"]
        outcome = perform(request, pin_player, player_id=player.pk, table=table)
    return _noted(request, division_id, "pin_form", form, outcome)


@require_POST
@access.organizer
def unpin(request: Any, code: str, player_id: int) -> HttpResponse:
    """Somebody no longer keeps a table."""
    then = night_url(request.night, PAGE)
    return press(request, pin_player, then, "Noted.", player_id=player_id, table=None)


@require_POST
@access.organizer
def apart(request: Any, code: str, division_id: int) -> HttpResponse:
    """Two people are kept from one table, or from partnering, from the next draw on."""
    form = ApartForm(plan_of(request, division_id), request.POST)
    outcome = Outcome(status=422)
    if form.is_valid():
        cleaned = form.cleaned_data
        one, other = cleaned["one"].pk, cleaned["other"].pk
        outcome = perform(request, keep_apart, one_id=one, other_id=other, kind=cleaned["kind"])
    return _noted(request, division_id, "apart_form", form, outcome)


@require_POST
@access.organizer
def together(request: Any, code: str, wish_id: int) -> HttpResponse:
    """Two people need no longer be kept apart."""
    return press(request, let_meet, night_url(request.night, PAGE), "Noted.", wish_id=wish_id)


@require_POST
@access.organizer
def lock(request: Any, code: str, division_id: int) -> HttpResponse:
    """A game to come, or one table of it, stays as it is whatever else is drawn."""
    form = LockForm(plan_of(request, division_id), request.POST)
    outcome = Outcome(status=422)
    if form.is_valid():
        game, table = int(form.cleaned_data["game"]), form.cleaned_data["table"]
        outcome = perform(request, lock_seats, division_id=division_id, number=game, table=table)
    return _noted(request, division_id, "lock_form", form, outcome, "Locked: no draw changes these seats.")


@require_POST
@access.organizer
def unlock(request: Any, code: str, division_id: int, number: int, table: int = 0) -> HttpResponse:
    """A game, or a table of it, may change again."""
    return press(
        request,
        lock_seats,
        night_url(request.night, PAGE),
        "Unlocked.",
        division_id=division_id,
        number=number,
        table=table or None,
        locked=False,
    )


def plan_of(request: Any, division_id: int) -> DivisionPlan:
    """The plan of a division of this night; 404 for any other."""
    plan = next((p for p in division_plans(request.night) if p.division.pk == division_id), None)
    if plan is None:
        raise Http404("No such division.")
    return plan


def _noted(
    request: Any, division_id: int, name: str, form: forms.Form, outcome: Outcome, done: str = NOTED
) -> HttpResponse:
    """Back to the rotation with a word of thanks, or the page with what was typed and why it cannot be."""
    show_problems(form, outcome.problems)
    if not outcome.done:
        return rotation_page(request, {"division_id": division_id, name: form}, outcome.status)
    messages.success(request, done)
    return SeeOther(night_url(request.night, PAGE))
