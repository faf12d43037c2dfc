"""The rotation: the plan in force, a draw to look at, and making it the night's."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from tournaments.actions.rotation import Proposal, basis_of, propose, publish_rotation
from tournaments.models import Movement, Tournament
from tournaments.problems import ActRefused, Problem
from tournaments.queries.readiness import before_draw
from tournaments.queries.rotation_plans import DivisionPlan, division_plans
from tournaments.rotation import Plan
from tournaments.rotation.report import report
from tournaments.web import access
from tournaments.web.acting import SeeOther, night_url, perform
from tournaments.web.frame import frame
from tournaments.web.organizer import chart
from tournaments.web.organizer.draws import Draw, forget_draw, keep_draw, kept_draw
from tournaments.web.organizer.people_in_plan import PinForm, SwapForm
from tournaments.web.organizer.plan_changes import changes_of

PAGE = "organizer:rotation"
SEEDS = 1_000_000


class DrawForm(forms.Form):
    """What to draw: `fresh`, all anew; else the newest plans are changed to those who are here."""

    fresh = forms.BooleanField(required=False)
    keep = forms.ChoiceField(required=False, choices=[("most", "most"), ("best", "best")])


class PublishForm(forms.Form):
    mark = forms.CharField(max_length=40)
    why = forms.CharField(max_length=200, required=False)


@require_safe
@access.organizer
def rotation(request: Any, code: str) -> HttpResponse:
    """The plans in force as charts, with what they are worth and who they do not know."""
    return rotation_page(request)


def rotation_page(request: Any, bound: Mapping[str, Any] | None = None, status: int = 200) -> HttpResponse:
    """The page; `bound` holds a form that was sent and refused, with its division's id."""
    if request.night.settings.movement != "schedule":
        return _by_results(request)
    plans = division_plans(request.night)
    context = {
        **frame(request, PAGE),
        "by": _by(request),
        "divisions": [_in_force(plan, _by(request), bound or {}) for plan in plans],
        "drawn": any(plan.plan for plan in plans),
        "played": any(plan.played for plan in plans),
        "changed": any(plan.plan and not plan.fits for plan in plans),
        "problems": before_draw(request.night) if not any(plan.played for plan in plans) else (),
        "waiting": kept_draw(request) is not None,
    }
    return render(request, "organizer/rotation.html", context, status=status)


@require_POST
@access.organizer
def draw(request: Any, code: str) -> HttpResponse:
    """Think of a rotation and show it. Nothing about the night changes."""
    form = DrawForm(request.POST)
    fresh = form.is_valid() and form.cleaned_data["fresh"]
    keep = (form.is_valid() and form.cleaned_data["keep"]) or "most"
    proposals, problems = _think(request.night, fresh=fresh, keep=keep)
    for problem in problems:
        messages.error(request, problem.text)
    if not proposals:
        if not problems:
            messages.info(request, "There is nothing to draw: the rotation knows everybody who is here.")
        return SeeOther(night_url(request.night, PAGE))
    keep_draw(request, proposals, keep)
    return SeeOther(night_url(request.night, "organizer:proposal"))


@require_safe
@access.organizer
def proposal(request: Any, code: str) -> HttpResponse:
    """The draw waiting: its charts, its figures, and what it changes for whom."""
    waiting = kept_draw(request)
    if waiting is None:
        messages.info(request, "No draw is waiting. Draw one first.")
        return SeeOther(night_url(request.night, PAGE))
    return _proposal_page(request, waiting)


@require_POST
@access.organizer
def publish(request: Any, code: str) -> HttpResponse:
    """Make the draw that was shown the night's rotation."""
    form = PublishForm(request.POST)
    waiting = kept_draw(request)
    if waiting is None or not form.is_valid() or form.cleaned_data["mark"] != waiting.mark:
        messages.error(request, "Another draw was made since you looked at that one. Look at the newest.")
        return SeeOther(night_url(request.night, "organizer:proposal" if waiting else PAGE))
    outcome = perform(
        request, publish_rotation, proposals=list(waiting.proposals), why=form.cleaned_data["why"]
    )
    if outcome.done:
        forget_draw(request)
        messages.success(request, "The rotation is published: the wall and the phones show it now.")
        return SeeOther(night_url(request.night, PAGE))
    return _proposal_page(request, waiting, outcome.problems, outcome.status)


@require_POST
@access.organizer
def discard(request: Any, code: str) -> HttpResponse:
    """Throw the waiting draw away."""
    forget_draw(request)
    return SeeOther(night_url(request.night, PAGE))


def _by_results(request: Any) -> HttpResponse:
    """A night whose movement follows from the sheets has no chart to draw, only a first game to seat."""
    night: Tournament = request.night
    context = {
        **frame(request, PAGE),
        "begun": Movement.objects.filter(division__tournament=night).exists(),
        "is_queue": night.settings.movement == "continuous",
        "problems": before_draw(night),
    }
    return render(request, "organizer/rotation_by_results.html", context)


def _think(night: Tournament, *, fresh: bool, keep: str) -> tuple[list[Proposal], list[Problem]]:
    """A proposal for each division that has people and needs one, and why there is none for the others."""
    seed = secrets.randbelow(SEEDS) + 1
    proposals: list[Proposal] = []
    problems: list[Problem] = []
    for plan in division_plans(night):
        if not plan.present or (plan.fits and not (fresh and plan.played == 0)):
            continue
        anew = plan.plan is None or (fresh and plan.played == 0)
        try:
            proposals.append(propose(night, plan.division, seed=seed if anew else 0, keep=keep, fresh=fresh))
        except ActRefused as refused:
            problems += refused.problems
    if not proposals and not problems:
        problems += [problem for problem in before_draw(night) if problem.level == "blocker"]
    return proposals, problems


def _proposal_page(
    request: Any, waiting: Draw, problems: Sequence[Problem] = (), status: int = 200
) -> HttpResponse:
    plans = {plan.division.pk: plan for plan in division_plans(request.night)}
    drawn = [
        _proposed(item, plans[item.basis.division_id], _by(request), waiting.keep)
        for item in waiting.proposals
        if item.basis.division_id in plans
    ]
    context = {
        **frame(request, PAGE),
        "by": _by(request),
        "draw": waiting,
        "divisions": drawn,
        "problems": problems,
        "stale": any(division["stale"] for division in drawn),
        "replanned": waiting.keep == "swap" or any(item.basis.played for item in waiting.proposals),
        "first": all(item.basis.plan_number == 0 for item in waiting.proposals),
    }
    return render(request, "organizer/proposal.html", context, status=status)


def _in_force(plan: DivisionPlan, by: str, bound: Mapping[str, Any]) -> dict[str, Any]:
    """A division's plan with the forms about single people; `bound` holds the one that was refused."""
    mine = bound if bound.get("division_id") == plan.division.pk else {}
    forms_about_people = {
        "swap_form": mine.get("swap_form") or SwapForm(plan),
        "pin_form": mine.get("pin_form") or PinForm(prefix=f"pin-{plan.division.pk}"),
    }
    if plan.plan is None:
        return {"info": plan, "drawn": False, **forms_about_people}
    return {
        "info": plan,
        "drawn": True,
        **forms_about_people,
        **_charted(plan.plan, plan.people, plan.played, None, by),
    }


def _proposed(item: Proposal, info: DivisionPlan, by: str, keep: str) -> dict[str, Any]:
    """A proposal beside the plan in force."""
    before = info.plan if item.basis.played or keep == "swap" else None
    return {
        "info": info,
        "stale": basis_of(info.division) != item.basis,
        "moves": [
            {"player": info.people[player], "table": table, "to": to}
            for player, table, to in item.moves
            if player in info.people
        ],
        "changes": changes_of(info.plan, item.plan, info.people) if info.plan and before else None,
        **_charted(item.plan, info.people, item.basis.played, before, by),
    }


def _charted(plan: Plan, people: chart.People, played: int, before: Plan | None, by: str) -> dict[str, Any]:
    """A plan's figures and its chart, by table or by player."""
    return {
        "rounds": [planned.number for planned in plan.rounds],
        "findings": report(plan),
        "warnings": plan.warnings,
        "partners_set": plan.mode == "partners",
        "tables": chart.by_table(plan, people, played, before) if by == "table" else (),
        "sit_outs": chart.sit_outs(plan, people, played) if by == "table" else (),
        "players": chart.by_player(plan, people, played) if by == "player" else (),
    }


def _by(request: Any) -> str:
    return "player" if request.GET.get("by") == "player" else "table"
