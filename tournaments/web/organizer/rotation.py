"""The rotation in force: charts, what they are worth, and who they do not know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from tournaments.models import Movement, Tournament
from tournaments.names import clean_name
from tournaments.night_settings import NightSettings
from tournaments.problems import Problem
from tournaments.queries.odd_numbers import odd_numbers_of
from tournaments.queries.readiness import before_draw
from tournaments.queries.rotation_plans import DivisionPlan, division_plans, games_out_of_date
from tournaments.queries.seat_wishes import why_impossible
from tournaments.rotation import Plan
from tournaments.rotation.report import report
from tournaments.web import access
from tournaments.web.frame import frame
from tournaments.web.organizer import chart
from tournaments.web.organizer.draws import kept_draw
from tournaments.web.organizer.people_in_plan import (
    ApartForm,
    LockForm,
    PinForm,
    SwapForm,
    WhyForm,
    people_of,
)
from tournaments.web.typed import typed_number

PAGE = "organizer:rotation"
PLAYERS_A_PAGE, TABLES_A_PAGE = 50, 40


@dataclass(frozen=True)
class Look:
    """How the charts are read. `by`: "table" or "player"; `find`: a number or part of a name to look for;
    `pages`: the page of players of each division, by its id, as the address has it.
    """

    by: str
    find: str
    pages: Mapping[int, str]

    @classmethod
    def of(cls, request: Any) -> Look:
        """As the address asks."""
        find = clean_name(request.GET.get("find", "")[:80])
        by = "player" if find or request.GET.get("by") == "player" else "table"
        asked = ((key.removeprefix("page-"), page) for key, page in request.GET.items() if "page-" in key)
        return cls(by, find, {typed_number(division, most=10**9): page for division, page in asked})

    @property
    def query(self) -> str:
        """The address of another page of the same look, ending in "&"."""
        return urlencode({"by": self.by, "find": self.find} if self.find else {"by": self.by}) + "&"


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
    look = Look.of(request)
    played = any(plan.played for plan in plans)
    context = {
        **frame(request, PAGE),
        "look": look,
        "divisions": [_in_force(plan, look, bound or {}, request.night.settings) for plan in plans],
        "drawn": any(plan.plan for plan in plans),
        "played": played,
        "changed": any(plan.plan and not plan.fits for plan in plans),
        "problems": _problems(request.night) if not played else (),
        "odd": odd_numbers_of(request.night) if not played else None,
        "waiting": kept_draw(request) is not None,
    }
    return render(request, "organizer/rotation.html", context, status=status)


def _by_results(request: Any) -> HttpResponse:
    """A night whose movement follows from the sheets has no chart to draw, only a first game to seat."""
    night: Tournament = request.night
    context = {
        **frame(request, PAGE),
        "begun": Movement.objects.filter(division__tournament=night).exists(),
        "odd": odd_numbers_of(night),
        "is_queue": night.settings.movement == "continuous",
        "problems": _problems(night),
    }
    return render(request, "organizer/rotation_by_results.html", context)


def _problems(night: Tournament) -> list[Problem]:
    """What to know before the draw; odd numbers have a part of the page of their own."""
    return [problem for problem in before_draw(night) if problem.code != "odd"]


def _in_force(
    plan: DivisionPlan, look: Look, bound: Mapping[str, Any], settings: NightSettings
) -> dict[str, Any]:
    """A division's plan with the forms about single people; `bound` holds the one that was refused."""
    mine = bound if bound.get("division_id") == plan.division.pk else {}
    found = {
        "info": plan,
        "drawn": plan.plan is not None,
        "people": people_of(plan),
        "impossible": why_impossible(
            plan.division, plan.present, [pair.wish for pair in plan.kept], settings
        ),
        "swap_form": mine.get("swap_form") or SwapForm(plan),
        "pin_form": mine.get("pin_form") or PinForm(plan),
        "apart_form": mine.get("apart_form") or ApartForm(plan),
        "lock_form": mine.get("lock_form") or LockForm(plan),
        "why_form": mine.get("why_form") or WhyForm(plan),
    }
    if plan.plan is None:
        return found
    return {
        **found,
        "outdated": games_out_of_date(plan),
        **charted(plan.plan, plan, plan.played, None, look),
    }


def charted(plan: Plan, info: DivisionPlan, played: int, before: Plan | None, look: Look) -> dict[str, Any]:
    """A plan's figures and its chart, by table or by player."""
    people = info.people
    charts: dict[str, Any] = {"tables": (), "sit_outs": (), "players": ()}
    asked = look.pages.get(info.division.pk)
    page: Page[Any]
    if look.by == "table":
        rows = chart.by_table(plan, people, played, before, info.locked_tables)
        page = Paginator(rows, TABLES_A_PAGE).get_page(asked)
        charts["tables"] = page.object_list
        charts["sit_outs"] = chart.sit_outs(plan, people, played)
    else:
        page = Paginator(chart.in_order(plan, people, look.find), PLAYERS_A_PAGE).get_page(asked)
        charts["players"] = chart.by_player(plan, people, played, page.object_list)
    return {
        "rounds": [
            {"number": planned.number, "locked": planned.number in info.locked} for planned in plan.rounds
        ],
        "findings": [
            finding for finding in report(plan) if finding.topic != "first deals" or info.dealers_planned
        ],
        "warnings": plan.warnings,
        "partners_set": plan.mode == "partners",
        "page": page,
        "page_param": f"page-{info.division.pk}",
        **charts,
    }
