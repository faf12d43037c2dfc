"""A draw to look at: made, compared with the plan in force, published or thrown away."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from tournaments.actions.rotation import Proposal, basis_of, propose, publish_rotation
from tournaments.models import Tournament
from tournaments.problems import ActRefused, Problem
from tournaments.queries.readiness import before_draw
from tournaments.queries.rotation_plans import DivisionPlan, division_plans, planned_name
from tournaments.rotation.compare import figures
from tournaments.rotation.wishes import unmet_wishes
from tournaments.web import access
from tournaments.web.acting import SeeOther, night_url, perform
from tournaments.web.frame import frame
from tournaments.web.organizer.draws import Draw, Way, forget_draw, keep_draw, kept_draw
from tournaments.web.organizer.plan_changes import Changes, changes_of
from tournaments.web.organizer.rotation import PAGE, Look, charted

SEEDS = 1_000_000
CHANGES: tuple[Way, ...] = ("most", "best")
TITLES = {"most": "Keep the printed tables", "best": "Fairest figures"}


class DrawForm(forms.Form):
    """What to draw: `fresh`, all anew; else the newest plans are changed to those who are here."""

    fresh = forms.BooleanField(required=False)


class PublishForm(forms.Form):
    mark = forms.CharField(max_length=40)
    way = forms.CharField(max_length=10, required=False)
    why = forms.CharField(max_length=200, required=False)


@dataclass(frozen=True)
class WayCard:
    """One way to go on, with the figures that decide."""

    way: str
    title: str
    text: str
    current: bool


@require_POST
@access.organizer
def draw(request: Any, code: str) -> HttpResponse:
    """Think of a rotation and show it. Nothing about the night changes."""
    form = DrawForm(request.POST)
    fresh = form.is_valid() and form.cleaned_data["fresh"]
    ways, problems = _think(request.night, fresh=fresh)
    for problem in problems:
        messages.error(request, problem.text)
    if not ways:
        if not problems:
            messages.info(request, "There is nothing to draw: the rotation knows everybody who is here.")
        return SeeOther(night_url(request.night, PAGE))
    keep_draw(request, ways)
    return SeeOther(night_url(request.night, "organizer:proposal"))


@require_safe
@access.organizer
def proposal(request: Any, code: str) -> HttpResponse:
    """The draw waiting: its charts, its figures, and what it changes for whom."""
    waiting = kept_draw(request)
    if waiting is None:
        messages.info(request, "No draw is waiting. Draw one first.")
        return SeeOther(night_url(request.night, PAGE))
    return _proposal_page(request, waiting, waiting.way(request.GET.get("way", "")))


@require_POST
@access.organizer
def publish(request: Any, code: str) -> HttpResponse:
    """Make the draw that was shown the night's rotation."""
    form = PublishForm(request.POST)
    waiting = kept_draw(request)
    if waiting is None or not form.is_valid() or form.cleaned_data["mark"] != waiting.mark:
        messages.error(request, "Another draw was made since you looked at that one. Look at the newest.")
        return SeeOther(night_url(request.night, "organizer:proposal" if waiting else PAGE))
    way = waiting.way(form.cleaned_data["way"])
    outcome = perform(
        request, publish_rotation, proposals=list(waiting.ways[way]), why=form.cleaned_data["why"]
    )
    if outcome.done:
        forget_draw(request)
        messages.success(request, "The rotation is published: the wall and the phones show it now.")
        return SeeOther(night_url(request.night, PAGE))
    return _proposal_page(request, waiting, way, outcome.problems, outcome.status)


@require_POST
@access.organizer
def discard(request: Any, code: str) -> HttpResponse:
    """Throw the waiting draw away."""
    forget_draw(request)
    return SeeOther(night_url(request.night, PAGE))


def _think(night: Tournament, *, fresh: bool) -> tuple[dict[Way, list[Proposal]], list[Problem]]:
    """Proposals for each division that has people and needs one, in one way or two, and why there are none."""
    seed = secrets.randbelow(SEEDS) + 1
    due = [p for p in division_plans(night) if p.present and (not p.fits or (fresh and p.played == 0))]
    changed = any(p.plan and not (fresh and p.played == 0) for p in due)
    problems: list[Problem] = []
    ways: dict[Way, list[Proposal]] = {}
    for way in CHANGES if changed else CHANGES[1:]:
        drawn, problems = _drawn(night, due, way, seed, fresh=fresh)
        if drawn and not any(_same(drawn, others) for others in ways.values()):
            ways[way if changed else "anew"] = drawn
    if not ways and not problems:
        problems = [problem for problem in before_draw(night) if problem.level == "blocker"]
    return ways, problems


def _drawn(
    night: Tournament, due: Iterable[DivisionPlan], way: Way, seed: int, *, fresh: bool
) -> tuple[list[Proposal], list[Problem]]:
    proposals: list[Proposal] = []
    problems: list[Problem] = []
    for plan in due:
        anew = plan.plan is None or (fresh and plan.played == 0)
        try:
            proposals.append(propose(night, plan.division, seed=seed if anew else 0, keep=way, fresh=fresh))
        except ActRefused as refused:
            problems += refused.problems
    return proposals, problems


def _same(ones: Sequence[Proposal], others: Sequence[Proposal]) -> bool:
    return [one.plan.rounds for one in ones] == [other.plan.rounds for other in others]


def _proposal_page(
    request: Any, waiting: Draw, way: str, problems: Sequence[Problem] = (), status: int = 200
) -> HttpResponse:
    plans = {plan.division.pk: plan for plan in division_plans(request.night)}
    proposals = [item for item in waiting.ways[way] if item.basis.division_id in plans]
    look = Look.of(request)
    drawn = [_proposed(item, plans[item.basis.division_id], look, way) for item in proposals]
    context = {
        **frame(request, PAGE),
        "look": look,
        "query": f"way={way}&" if len(waiting.ways) > 1 else "",
        "draw": waiting,
        "way": way,
        "cards": _cards(waiting, way, plans) if len(waiting.ways) > 1 else (),
        "divisions": drawn,
        "problems": problems,
        "stale": any(division["stale"] for division in drawn),
        "replanned": way not in ("anew", "chart"),
        "anew": way == "anew",
        "published_before": any(item.basis.plan_number for item in proposals),
    }
    return render(request, "organizer/proposal.html", context, status=status)


def _cards(waiting: Draw, current: str, plans: Mapping[int, DivisionPlan]) -> tuple[WayCard, ...]:
    """The ways beside each other: tables changed and figures, added up in words division by division."""
    cards = []
    for way, proposals in waiting.ways.items():
        lines = []
        for item in proposals:
            info = plans.get(item.basis.division_id)
            if info is not None and info.plan is not None:
                changes = changes_of(info.plan, item.plan, info.people)
                name = f"{info.division.name}: " if len(proposals) > 1 else ""
                games = changes.kept + changes.changed
                lines.append(
                    f"{name}{changes.changed} of {games} tables to come change. Over the whole night "
                    f"{figures(item.plan.quality)}."
                )
        cards.append(WayCard(way, TITLES[way], " ".join(lines), way == current))
    return tuple(cards)


def _proposed(item: Proposal, info: DivisionPlan, look: Look, way: str) -> dict[str, Any]:
    """A proposal beside the plan in force."""
    before = info.plan if way != "anew" and item.basis.plan_number else None
    return {
        "info": info,
        "stale": basis_of(info.division) != item.basis,
        "moves": [
            {"player": info.people[player], "table": table, "to": to}
            for player, table, to in item.moves
            if player in info.people
        ],
        "unmet": _unmet(item, info),
        "shut_out": info.shut_out_of(item.plan),
        "changes": _changes(before, item, info),
        **charted(item.plan, info, item.basis.played, before, look),
    }


def _changes(before: Any, item: Proposal, info: DivisionPlan) -> Changes | None:
    return changes_of(before, item.plan, info.people) if before is not None else None


def _unmet(item: Proposal, info: DivisionPlan) -> list[str]:
    """Wishes that a change by hand or a chart from elsewhere does not honour."""
    wishes = info.wishes
    return [
        unmet.text.format(*(planned_name(player, info.people) for player in unmet.players))
        + f", but the plan seats them at table {unmet.table} in game {unmet.round}."
        for unmet in unmet_wishes(item.plan.rounds[item.basis.played :], wishes, item.plan.mode)
    ]
