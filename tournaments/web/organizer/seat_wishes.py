"""Single people of a rotation: swap two, let one keep a table. Both go through a draw that is looked at first."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.views.decorators.http import require_POST

from tournaments.actions.rotation import propose_swap
from tournaments.actions.seat_wishes import pin_player
from tournaments.problems import ActRefused
from tournaments.queries.rotation_plans import DivisionPlan, division_plans
from tournaments.web import access
from tournaments.web.acting import Outcome, SeeOther, night_url, perform, press
from tournaments.web.organizer.draws import keep_draw
from tournaments.web.organizer.people_in_plan import PinForm, SwapForm
from tournaments.web.organizer.rotation import PAGE, rotation_page
from tournaments.web.problems_on_forms import show_problems


@require_POST
@access.organizer
def swap(request: Any, code: str, division_id: int) -> HttpResponse:
    """Show what exchanging two people of a coming game would do (ROT-10, ROT-11). Nothing changes yet."""
    plan = _plan_of(request, division_id)
    form = SwapForm(plan, request.POST)
    if form.is_valid():
        cleaned = form.cleaned_data
        try:
            proposal = propose_swap(
                plan.division, number=int(cleaned["game"]), one=cleaned["one"], other=cleaned["other"]
            )
        except ActRefused as refused:
            show_problems(form, refused.problems)
        else:
            keep_draw(request, [proposal], "swap")
            return SeeOther(night_url(request.night, "organizer:proposal"))
    return rotation_page(request, {"division_id": division_id, "swap_form": form}, 422)


@require_POST
@access.organizer
def pin(request: Any, code: str, division_id: int) -> HttpResponse:
    """Somebody keeps a table from the next draw on (ROT-09)."""
    plan = _plan_of(request, division_id)
    form = PinForm(request.POST, prefix=f"pin-{division_id}")
    outcome = Outcome(status=422)
    if form.is_valid():
        number = form.cleaned_data["player"]
        player = next((p for p in plan.people.values() if p.number == number), None)
        if player is None or player.division_id != division_id:
            form.add_error("player", f"{plan.division.name} has no player number {number}.")
        else:
            table = form.cleaned_data["table"]
            outcome = perform(request, pin_player, player_id=player.pk, table=table)
            show_problems(form, outcome.problems)
    if not outcome.done:
        return rotation_page(request, {"division_id": division_id, "pin_form": form}, outcome.status)
    messages.success(request, "Noted. The rotation follows with its next draw.")
    return SeeOther(night_url(request.night, PAGE))


@require_POST
@access.organizer
def unpin(request: Any, code: str, player_id: int) -> HttpResponse:
    """Somebody no longer keeps a table."""
    then = night_url(request.night, PAGE)
    return press(request, pin_player, then, "Noted.", player_id=player_id, table=None)


def _plan_of(request: Any, division_id: int) -> DivisionPlan:
    plan = next((p for p in division_plans(request.night) if p.division.pk == division_id), None)
    if plan is None:
        raise Http404("No such division.")
    return plan
