"""Payouts: pots, prizes and ties, declaring the results final and opening them again, the list to sign."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from scoring.words import counted
from tournaments.actions import prizes as acts
from tournaments.queries.payouts import Payouts, payouts_of, undue_words
from tournaments.queries.snapshot import read_at_one_moment
from tournaments.web import access
from tournaments.web.acting import SeeOther, night_url, perform, perform_form
from tournaments.web.frame import frame
from tournaments.web.organizer.fields import LineField
from tournaments.web.organizer.payout_words import DivisionWords, tie_rule
from tournaments.web.organizer.standings import paper_marks

PAGE = "organizer:payouts"
_MOST_PROBLEMS = 12
_MENDS = {
    "missing": "Enter the sheet",
    "disputed": "Compare the sheets",
    "tie-open": "Settle the tie",
    "games_left": "Control room",
}


class ReopenForm(forms.Form):
    reason = LineField(
        label="Why the night is opened again",
        max_length=300,
        help_text="Sheets can then be corrected. Prizes already handed out stay in the ledger until taken back.",
    )


@require_safe
@access.organizer
def payouts(request: Any, code: str) -> HttpResponse:
    return page(request)


@require_POST
@access.organizer
def finalise(request: Any, code: str) -> HttpResponse:
    """The director declares the results final."""
    outcome = perform(request, acts.finalise)
    if not outcome.done:
        return page(request, refused="The results are not final yet: see what stands in the way.", status=422)
    messages.success(request, "The results are final.")
    return SeeOther(night_url(request.night, PAGE))


@require_POST
@access.organizer
def reopen(request: Any, code: str) -> HttpResponse:
    """Open a final night again, with a reason."""
    form = ReopenForm(request.POST)
    outcome = perform_form(request, form, acts.reopen)
    if not outcome.done:
        refused = " ".join(problem.text for problem in outcome.general)
        return page(request, refused=refused, reopen_form=form, status=outcome.status)
    messages.success(request, "The night is open again.")
    return SeeOther(night_url(request.night, PAGE))


@require_safe
@access.organizer
def receipts(request: Any, code: str) -> HttpResponse:
    """On paper: what to hand to whom, with a line to sign."""
    found = read_at_one_moment(request.night, payouts_of)
    context = {
        **frame(request, PAGE),
        **paper_marks(found.night, timezone.now()),
        "payouts": found,
        "divisions": _divisions(found),
    }
    return render(request, "organizer/receipts.html", context)


def page(
    request: Any,
    *,
    refused: str = "",
    reopen_form: ReopenForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page; `refused`: what an act did not do; `reopen_form`: with what was typed into it."""
    found = read_at_one_moment(request.night, payouts_of)
    context = {
        **frame(request, PAGE),
        "payouts": found,
        "step": _step(found),
        "refused": refused,
        "mends": [
            (problem, _MENDS.get(problem.code, "Settings")) for problem in found.problems[:_MOST_PROBLEMS]
        ],
        "more_problems": len(found.problems[_MOST_PROBLEMS:]),
        "tie_rule": tie_rule(found.night.settings),
        "divisions": _divisions(found),
        "reopen_form": reopen_form or ReopenForm(),
    }
    return render(request, "organizer/payouts.html", context, status=status)


def _divisions(found: Payouts) -> list[DivisionWords]:
    return [DivisionWords(division, found.night.settings) for division in found.divisions]


def _step(found: Payouts) -> dict[str, str]:
    """The one thing to do now: `title`, `note`, and why the results cannot be declared final (`blocked`)."""
    if found.is_final:
        done = found.prizes - found.unpaid
        back = f"{undue_words(found.undue)} " if found.undue else ""
        if not found.prizes:
            note = f"{back}There is nothing to hand out."
        elif found.unpaid:
            note = (
                f"{back}{done} of {counted(found.prizes, 'prize')} handed out. Tick each as you hand it over."
            )
        elif back:
            note = f"{back}Every other prize is handed out."
        else:
            return {"title": "Every prize is handed out", "note": "The results are final.", "blocked": ""}
        return {"title": "The results are final", "note": note, "blocked": ""}
    if found.blockers:
        blocked = f"{counted(len(found.blockers), 'thing')} in the way, below."
        return {"title": "Not payable yet", "note": "Amounts as things stand.", "blocked": blocked}
    note = "All sheets are in and no prize tie is open. Later sheets will be kept, but not counted."
    return {"title": "Ready to be declared final", "note": note, "blocked": ""}
