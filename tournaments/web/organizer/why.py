"""“Why was I put here?”: the reasons for one seat."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.problems import blocker
from tournaments.queries.rotation_plans import planned_name
from tournaments.queries.seat_reasons import seat_reasons
from tournaments.rotation import RotationError
from tournaments.web import access
from tournaments.web.frame import frame
from tournaments.web.organizer.people_in_plan import WhyForm
from tournaments.web.organizer.rotation import PAGE, rotation_page
from tournaments.web.organizer.seat_wishes import plan_of
from tournaments.web.problems_on_forms import show_problems


@require_safe
@access.organizer
def why(request: Any, code: str, division_id: int) -> HttpResponse:
    """Why a player of the division is where they are in a game: `?player=12&game=3`."""
    plan = plan_of(request, division_id)
    form = WhyForm(plan, request.GET)
    if form.is_valid():
        player, game = form.cleaned_data["player"], int(form.cleaned_data["game"])
        try:
            found = seat_reasons(plan, player, game)
        except RotationError as error:
            text = error.told(lambda planned: planned_name(planned, plan.people))
            show_problems(form, [blocker("not_there", text, field="game")])
        else:
            context = {**frame(request, PAGE), "info": plan, "found": found, "why_form": form}
            return render(request, "organizer/why.html", context)
    return rotation_page(request, {"division_id": division_id, "why_form": form}, 422)
