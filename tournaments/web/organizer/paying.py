"""Ticking prizes as handed over, and undoing it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.actions import prizes as acts
from tournaments.models import LedgerEntry, Tournament
from tournaments.queries.payouts import payouts_of
from tournaments.queries.prizes import Payment
from tournaments.web import access
from tournaments.web.acting import Outcome, SeeOther, night_url, perform, perform_form
from tournaments.web.frame import frame
from tournaments.web.organizer.fields import LineField
from tournaments.web.organizer.payouts import PAGE, page

_LARGEST_ID = 2**31 - 1


class PayForm(forms.Form):
    """Which prize goes out, and how."""

    player_id = forms.IntegerField(min_value=1, max_value=_LARGEST_ID)
    label = forms.CharField(max_length=60)
    method = forms.ChoiceField(choices=[(LedgerEntry.Method.CASH, "cash"), (LedgerEntry.Method.CARD, "card")])


class TakeBackForm(forms.Form):
    """Which prize is taken back, and why."""

    player_id = forms.IntegerField(min_value=1, max_value=_LARGEST_ID, widget=forms.HiddenInput)
    label = forms.CharField(max_length=60, widget=forms.HiddenInput)
    reason = LineField(label="Why it is taken back", max_length=200)


@require_POST
@access.organizer
def pay(request: Any, code: str) -> HttpResponse:
    """Tick a prize as handed over."""
    form = PayForm(request.POST)
    if not form.is_valid():
        return page(request, refused="Choose a prize, and cash or card.", status=422)
    outcome = perform(request, acts.pay_prize, **form.cleaned_data)
    if outcome.result is None:
        return page(request, refused=" ".join(p.text for p in outcome.problems), status=outcome.status)
    messages.success(request, f"{outcome.result['worth']} handed over.")
    return SeeOther(f"{night_url(request.night, PAGE)}#prize-{form.cleaned_data['player_id']}")


@require_http_methods(["GET", "HEAD", "POST"])
@access.organizer
def take_back(request: Any, code: str) -> HttpResponse:
    """GET: the question why. POST: undo a prize ticked by mistake."""
    is_post = request.method == "POST"
    payment = _payment(request.night, request.POST if is_post else request.GET)
    if payment is None:
        messages.info(request, "That prize is not ticked as handed over.")
        return SeeOther(night_url(request.night, PAGE))
    form = TakeBackForm(
        request.POST if is_post else None, initial={"player_id": payment.player.pk, "label": payment.label}
    )
    outcome = perform_form(request, form, acts.take_prize_back) if is_post else Outcome()
    if outcome.done:
        messages.success(request, "Taken back: a reversing row is in the ledger.")
        return SeeOther(night_url(request.night, PAGE))
    context = {**frame(request, PAGE), "form": form, "payment": payment}
    return render(request, "organizer/take_back_prize.html", context, status=outcome.status)


def _payment(night: Tournament, asked: Mapping[str, str]) -> Payment | None:
    """The payment asked for, by whose prize it is."""
    wanted = (asked.get("player_id", ""), asked.get("label", ""))
    payments = payouts_of(night).payments
    return next((paid for paid in payments if (str(paid.player.pk), paid.label) == wanted), None)
