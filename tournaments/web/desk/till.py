"""The till: expected against counted, the pots, the bump cup, the ledger's rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from scoring.words import dollars
from tournaments.actions import money
from tournaments.actions.act import Result
from tournaments.queries.till import till_of
from tournaments.web import access
from tournaments.web.acting import SeeOther, night_url, perform, press
from tournaments.web.desk.forms import CupCountForm, CupSpendForm, TillCountForm
from tournaments.web.frame import frame
from tournaments.web.problems_on_forms import show_problems


@access.desk
@require_safe
def till(request: Any, code: str) -> HttpResponse:
    """What should be there and what was counted."""
    return _page(request)


@access.desk
@require_POST
def count(request: Any, code: str) -> HttpResponse:
    """Write down the counted cash; says at once whether it agrees."""
    form = TillCountForm(request.POST)
    if form.is_valid():
        outcome = perform(
            request,
            money.count_till,
            counted_cents=form.cleaned_data["counted"] or 0,
            note=form.cleaned_data["note"],
        )
        if outcome.result is not None:
            _say_difference(request, outcome.result["difference"])
            return SeeOther(night_url(request.night, "desk:till"))
        show_problems(form, outcome.problems)
    return _page(request, count_form=form, status=422)


@access.desk
@require_POST
def count_cup(request: Any, code: str) -> HttpResponse:
    """Bring counted bump money in."""
    form = CupCountForm(request.POST)
    return _book(request, form, money.count_cup, "counted into the bump cup", cup_form=form)


@access.organizer
@require_POST
def spend_cup(request: Any, code: str) -> HttpResponse:
    """Spend bump money on prizes and giveaways."""
    form = CupSpendForm(request.POST)
    return _book(request, form, money.spend_from_cup, "spent from the bump cup", spend_form=form)


@access.organizer
@require_POST
def take_back(request: Any, code: str, entry_id: int) -> HttpResponse:
    """Reverse one row of the ledger."""
    return press(
        request,
        money.reverse_entry,
        night_url(request.night, "desk:till"),
        "Taken back by a reversing row.",
        entry_id=entry_id,
        reason=request.POST.get("reason", ""),
    )


def _book(request: Any, form: Form, act: Callable[..., Result], done: str, **shown: Form) -> HttpResponse:
    if form.is_valid():
        cents = form.cleaned_data["amount"] or 0
        outcome = perform(request, act, cents=cents, note=form.cleaned_data["note"])
        if outcome.done:
            messages.success(request, f"{dollars(cents)} {done}.")
            return SeeOther(night_url(request.night, "desk:till"))
        show_problems(form, outcome.problems)
    return _page(request, status=422, **shown)


def _say_difference(request: Any, difference: int) -> None:
    if difference == 0:
        messages.success(request, "The cash box agrees to the cent.")
    else:
        words = "over" if difference > 0 else "short"
        messages.warning(
            request, f"The cash box is {dollars(abs(difference))} {words}. The log keeps the count."
        )


def _page(
    request: Any,
    *,
    count_form: Form | None = None,
    cup_form: Form | None = None,
    spend_form: Form | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        **frame(request, "desk:till"),
        "till": till_of(request.night),
        "count_form": count_form or TillCountForm(),
        "cup_form": cup_form or CupCountForm(),
        "spend_form": spend_form or CupSpendForm(),
    }
    return render(request, "desk/till.html", context, status=status)
