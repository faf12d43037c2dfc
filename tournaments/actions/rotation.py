"""Drawing the rotation: think first, on a snapshot, in another process; then publish under the lock."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from scoring.words import counted
from tournaments.actions.act import Act, Result, act
from tournaments.actions.lookup import division_of, refuse_if_final
from tournaments.actions.seating import lay_out
from tournaments.models import Division, Player, RotationPlan, Round, Tournament
from tournaments.night_settings import NightSettings
from tournaments.problems import ActRefused, blocker, refuse
from tournaments.rotation import Plan, RotationError

THINKING_SECONDS = 60  # a net far above any search's own budget


@dataclass(frozen=True)
class Basis:
    """What a draw was made from; publishing refuses when it no longer holds.

    `present`: ids of the checked-in players; `plan_number`: the newest plan, 0 for none; `played`: rounds
    started or closed, which no plan changes.
    """

    division_id: int
    present: tuple[int, ...]
    plan_number: int
    played: int


@dataclass(frozen=True)
class Proposal:
    """A plan nobody is bound to yet. `moves`: (player id, first table given out, table now or None to sit out)."""

    basis: Basis
    plan: Plan
    moves: tuple[tuple[int, int, int | None], ...] = ()


def basis_of(division: Division) -> Basis:
    """The facts a draw of this division depends on."""
    present = division.players.filter(status=Player.Status.CHECKED_IN, is_house=False)
    newest = division.plans.order_by("-number").first()
    return Basis(
        division_id=division.pk,
        present=tuple(sorted(present.values_list("pk", flat=True))),
        plan_number=newest.number if newest else 0,
        played=division.rounds.exclude(status=Round.Status.PLANNED).count(),
    )


def propose(
    night: Tournament, division: Division, *, seed: int = 0, keep: str = "most", fresh: bool = False
) -> Proposal:
    """Draw a rotation for those present, or change the newest plan to them for the rounds still to come.

    Takes up to a second or two for small awkward numbers, in a process of its own so that no screen stalls.
    `keep`: "most" printed tables or "best" figures, for a change. `fresh`: as long as nothing is played, draw
    anew instead of changing the plan that is there. Raises ActRefused with the reason in words.
    """
    basis = basis_of(division)
    if basis.plan_number == 0 or (fresh and basis.played == 0):
        request = _new_plan_request(division, night.settings, basis, seed)
    else:
        newest = division.plans.get(number=basis.plan_number)
        request = {
            "do": "replan",
            "plan": newest.data,
            "played": basis.played,
            "present": list(basis.present),
            "rounds": max(night.settings.games or 1, basis.played),
            "keep": keep,
            "seed": seed,
        }
    answer = _think(request, night, division)
    moves = tuple((player, table, to) for player, table, to in answer["moves"])
    return Proposal(basis, Plan.from_dict(answer["plan"]), moves)


def _new_plan_request(division: Division, chosen: NightSettings, basis: Basis, seed: int) -> dict[str, Any]:
    given = (
        division.players.filter(pk__in=basis.present, first_table__isnull=False)
        .order_by("checked_in_at", "number")
        .values_list("pk", "first_table")
    )
    return {
        "do": "plan",
        "players": list(basis.present),
        "rounds": chosen.games or 1,
        "odd": chosen.odd if chosen.odd != "queue" else "sit_out",
        "mode": {"drawn": "tables", "preset": "partners", "alone": "alone"}[chosen.partners],
        "tables": list(division.table_numbers),
        "given": [[player, table] for player, table in given],
        "seed": seed,
    }


def _think(request: dict[str, Any], night: Tournament, division: Division) -> dict[str, Any]:
    try:
        done = subprocess.run(
            [sys.executable, "-m", "tournaments.rotation.worker"],
            cwd=settings.BASE_DIR,
            input=json.dumps(request),
            capture_output=True,
            text=True,
            timeout=THINKING_SECONDS,
            check=True,
        )
    except subprocess.TimeoutExpired:
        raise refuse("slow", f"{division.name}: the draw took too long. Try again.") from None
    answer: dict[str, Any] = json.loads(done.stdout)
    if "refused" in answer:
        players = night.players.in_bulk([int(player) for player in answer["players"] if player.isdecimal()])
        error = RotationError(answer["refused"], *answer["players"])
        told = error.told(
            lambda player: players[int(str(player))].name if str(player).isdecimal() else str(player)
        )
        raise ActRefused([blocker("rotation", f"{division.name}: {told}")])
    return answer


@act
def publish_rotation(act: Act, *, proposals: list[Proposal], why: str = "") -> Result:
    """Make the proposed plans the night's rotation: seats of every round not started follow them.

    All divisions at once or none. Refuses when somebody came, left or a game began since the draw.
    """
    refuse_if_final(act.night)
    if not proposals:
        raise refuse("nothing", "No division has anything to draw.")
    published = {}
    for proposal in proposals:
        division = division_of(act.night, proposal.basis.division_id)
        if basis_of(division) != proposal.basis:
            raise refuse(
                "stale_draw",
                f"{division.name}: somebody came or left, or a game began, since this draw. Draw again.",
            )
        number = proposal.basis.plan_number + 1
        RotationPlan.objects.create(
            division=division, number=number, data=proposal.plan.to_dict(), why=why[:200]
        )
        lay_out(act, division, proposal.plan.rounds)
        published[division.name] = {
            "plan": number,
            "players": len(proposal.basis.present),
            "games": len(proposal.plan.rounds),
        }
    act.touch("seating", "scores")
    text = "; ".join(
        f"{name}: {counted(done['players'], 'player')}, {counted(done['games'], 'game')} (plan {done['plan']})"
        for name, done in published.items()
    )
    act.record(f"Published the rotation. {text}", after=published, reason=why)
    return {"divisions": published}
