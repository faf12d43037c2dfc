"""Payouts: pots, prizes and paid ticks, declaring the results final and opening them again."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from scoring.words import counted, dollars
from tournaments.actions import prizes as acts
from tournaments.models import LedgerEntry, Tournament
from tournaments.queries.prizes import DivisionPrizes, prizes_of
from tournaments.queries.readiness import before_payout
from tournaments.queries.snapshot import read_at_one_moment
from tournaments.web import access
from tournaments.web.acting import SeeOther, night_url, perform, perform_form, press
from tournaments.web.frame import frame
from tournaments.web.organizer.fields import LineField

PAGE = "organizer:payouts"


class PayForm(forms.Form):
    """Which prize goes out, and how."""

    player_id = forms.IntegerField(min_value=1, max_value=2**31 - 1)
    label = forms.CharField(max_length=60)
    method = forms.ChoiceField(choices=[(LedgerEntry.Method.CASH, "cash"), (LedgerEntry.Method.CARD, "card")])


class TakeBackForm(forms.Form):
    player_id = forms.IntegerField(min_value=1, max_value=2**31 - 1)
    label = forms.CharField(max_length=60)
    reason = LineField(max_length=200, required=False)


class ReopenForm(forms.Form):
    reason = LineField(
        label="Why the night is opened again",
        max_length=300,
        help_text="Prizes already paid stay in the ledger; a sheet can then be corrected again.",
    )


@require_safe
@access.organizer
def payouts(request: Any, code: str) -> HttpResponse:
    return _page(request)


@require_POST
@access.organizer
def finalise(request: Any, code: str) -> HttpResponse:
    """The director declares the results final."""
    outcome = perform(request, acts.finalise)
    if outcome.done:
        messages.success(request, "The results are final.")
        return SeeOther(night_url(request.night, PAGE))
    for problem in outcome.problems:
        messages.error(request, problem.text)
    return _page(request, status=outcome.status)


@require_POST
@access.organizer
def reopen(request: Any, code: str) -> HttpResponse:
    form = ReopenForm(request.POST)
    outcome = perform_form(request, form, acts.reopen)
    if not outcome.done:
        return _page(request, form, outcome.status)
    messages.success(request, "The night is open again.")
    return SeeOther(night_url(request.night, PAGE))


@require_POST
@access.organizer
def pay(request: Any, code: str) -> HttpResponse:
    """Tick a prize as paid."""
    form = PayForm(request.POST)
    outcome = perform_form(request, form, acts.pay_prize)
    if outcome.result is not None:
        messages.success(request, f"Paid {dollars(outcome.result['cents'])}.")
    return _after(request, form)


@require_POST
@access.organizer
def take_back(request: Any, code: str) -> HttpResponse:
    """Undo a payment ticked by mistake."""
    form = TakeBackForm(request.POST)
    outcome = perform_form(request, form, acts.take_prize_back)
    if outcome.done:
        messages.success(request, "The payment is taken back.")
    return _after(request, form)


@require_POST
@access.organizer
def draw_lots(request: Any, code: str, division_id: int, place: int) -> HttpResponse:
    """Order the players tied at a place by lots."""
    then = night_url(request.night, PAGE)
    return press(request, acts.draw_lots, then, "The lots are drawn.", division_id=division_id, place=place)


def _after(request: Any, form: forms.Form) -> HttpResponse:
    """Back to the page, with whatever was refused as a message."""
    for errors in form.errors.values():
        for error in errors:
            messages.error(request, str(error))
    return SeeOther(night_url(request.night, PAGE))


def _page(request: Any, reopen_form: ReopenForm | None = None, status: int = 200) -> HttpResponse:
    night: Tournament = request.night
    prizes = read_at_one_moment(night, prizes_of)
    is_final = night.stage == Tournament.Stage.FINAL
    problems = () if is_final else before_payout(night)
    context = {
        **frame(request, PAGE),
        "divisions": [_division(night, division) for division in prizes],
        "is_final": is_final,
        "problems": problems,
        "payable": not problems and all(d.payout.payable for d in prizes if _plays(d)),
        "unpaid": sum(not line.is_paid for d in prizes for line in d.lines if line.award.cents),
        "reopen_form": reopen_form or ReopenForm(),
    }
    return render(request, "organizer/payouts.html", context, status=status)


def _plays(division: DivisionPrizes) -> bool:
    """Whether the division had anybody, or money, tonight."""
    return bool(division.standings.rows) or division.payout.pot_cents > 0


def _division(night: Tournament, prizes: DivisionPrizes) -> dict[str, Any]:
    """A division's pot, prizes and open ties, for the page."""
    people = {row.standing.player: row for row in prizes.standings.rows}
    return {
        "division": prizes.division,
        "plays": _plays(prizes),
        "pot_words": _pot_words(prizes),
        "shares": prizes.payout.shares,
        "lines": [
            {
                "line": line,
                "place": line.award.place,
                "what": line.award.name or line.award.extra,
                "total": people[line.award.player].standing.total,
            }
            for line in prizes.lines
        ],
        "ties": [
            {
                "place": tie.place,
                "players": [people[number].player for number in tie.players],
                "url": night_url(night, "organizer:tie", prizes.division.pk, tie.place),
                "words": f"{counted(len(tie.players), 'player')} are level at place {tie.place}",
            }
            for tie in prizes.payout.open_ties
        ],
        "by_lots": night.settings.prize_tie == "lots",
        "problems": [
            problem
            for problem in prizes.payout.problems
            if problem.code not in ("tie-open", "sheets-missing", "sheets-disputed")
        ],
    }


def _pot_words(prizes: DivisionPrizes) -> str:
    """ "Pot $305: $320 paid in, $15 given back." """
    pot, parts = prizes.pot, [f"{dollars(prizes.pot.paid_cents)} paid in"]
    if pot.refunded_cents:
        parts.append(f"{dollars(pot.refunded_cents)} given back")
    if pot.house_cents:
        parts.append(f"{dollars(pot.house_cents)} for the house or charity")
    if prizes.payout.rest_cents:
        parts.append(f"{dollars(prizes.payout.rest_cents)} left by rounding go to first place")
    if prizes.paid_cents:
        parts.append(f"{dollars(prizes.paid_cents)} paid out")
    return f"Pot {dollars(prizes.payout.pot_cents)}: {', '.join(parts)}"
