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
from tournaments.actions.seating import empty_rounds_after, lay_out
from tournaments.models import Division, Game, Player, RotationPlan, Round, SeatWish, Tournament
from tournaments.night_settings import NightSettings
from tournaments.problems import ActRefused, blocker, refuse
from tournaments.queries.seat_wishes import mode_of, odd_of
from tournaments.rotation import Plan, RotationError
from tournaments.rotation.swap import swap

THINKING_SECONDS = 60  # a net far above any search's own budget


@dataclass(frozen=True)
class Basis:
    """What a draw was made from; publishing refuses when it no longer holds.

    `present`: ids of the checked-in players; `plan_number`: the newest plan, 0 for none; `played`: rounds
    started or closed, which no plan changes; `pinned`: (player id, table) of those present who keep a table;
    `apart`: (player id, player id, kind) of those present who are kept apart; `locked`: games to come that stand;
    `locked_tables`: (game, table) that stand.
    """

    division_id: int
    present: tuple[int, ...]
    plan_number: int
    played: int
    pinned: tuple[tuple[int, int], ...] = ()
    apart: tuple[tuple[int, int, str], ...] = ()
    locked: tuple[int, ...] = ()
    locked_tables: tuple[tuple[int, int], ...] = ()

    @property
    def wishes(self) -> dict[str, list[list[int]]]:
        """The wishes as the worker takes them."""
        return {
            "pinned": [list(pin) for pin in self.pinned],
            "never_partner": [[a, b] for a, b, kind in self.apart if kind == SeatWish.Kind.NEVER_PARTNER],
            "never_meet": [[a, b] for a, b, kind in self.apart if kind == SeatWish.Kind.NEVER_MEET],
        }


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
    pinned = present.filter(pinned_table__isnull=False).order_by("pk")
    apart = SeatWish.objects.filter(one__in=present, other__in=present).order_by("pk")
    planned = len(newest.data["rounds"]) if newest else 0
    # No lock holds a game that is not played.
    most = min(planned, division.tournament.settings.games or planned)
    coming = division.rounds.filter(status=Round.Status.PLANNED, number__lte=most)
    tables = Game.objects.filter(round__in=coming, locked=True).exclude(status=Game.Status.VOID)
    return Basis(
        division_id=division.pk,
        present=tuple(sorted(present.values_list("pk", flat=True))),
        plan_number=newest.number if newest else 0,
        played=division.rounds.exclude(status=Round.Status.PLANNED).count(),
        pinned=tuple((player.pk, player.pinned_table or 0) for player in pinned),
        apart=tuple(apart.values_list("one_id", "other_id", "kind")),
        locked=tuple(coming.filter(locked=True).order_by("number").values_list("number", flat=True)),
        locked_tables=tuple(
            tables.order_by("round__number", "table__number").values_list("round__number", "table__number")
        ),
    )


def propose(
    night: Tournament, division: Division, *, seed: int = 0, keep: str = "most", fresh: bool = False
) -> Proposal:
    """Draw a rotation for those present, or change the newest plan to them for the rounds still to come.

    Takes up to a second or two for small awkward numbers, in a process of its own so that no screen stalls.
    `keep`: "most" printed tables or "best" figures, for a change. `fresh`: as long as nothing is played, draw
    anew instead of changing the plan that is there (what is locked stays). Raises ActRefused with the reason
    in words.
    """
    basis = basis_of(division)
    anew = fresh and basis.played == 0
    if basis.plan_number == 0 or (anew and not basis.locked and not basis.locked_tables):
        request = _new_plan_request(division, night.settings, basis, seed)
    else:
        newest = division.plans.get(number=basis.plan_number)
        request = {
            "do": "replan",
            "plan": newest.data,
            "played": basis.played,
            "present": list(basis.present),
            "rounds": max(night.settings.games or 1, basis.played),
            "keep": "none" if anew else keep,
            "wishes": basis.wishes,
            "locked": list(basis.locked),
            "locked_tables": [list(lock) for lock in basis.locked_tables],
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
    pins = dict(basis.pinned)
    return {
        "do": "plan",
        "players": list(basis.present),
        "rounds": chosen.games or 1,
        "odd": odd_of(chosen),
        "mode": mode_of(chosen),
        "tables": list(division.table_numbers),
        "given": [[player, pins.get(player, table)] for player, table in given],
        "wishes": basis.wishes,
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
            lambda player: str(players[int(str(player))] if str(player).isdecimal() else player)
        )
        raise ActRefused([blocker("rotation", f"{division.name}: {told}")])
    return answer


def propose_swap(division: Division, *, number: int, one: int, other: int) -> Proposal:
    """The newest plan with two people (player ids) exchanged in game `number`: two seats, or a seat and a
    sit-out. Raises ActRefused in words, also for a game already started.
    """
    basis = basis_of(division)
    if basis.plan_number == 0:
        raise refuse("not_drawn", f"{division.name}: the rotation is not drawn yet.")
    if number <= basis.played:
        raise refuse("started", f"Game {number} has been started: its seats stay.", field="game")
    plan = Plan.from_dict(division.plans.get(number=basis.plan_number).data)
    _refuse_locked(basis, plan, number, (one, other))
    try:
        effect = swap(plan, number, one, other)
    except RotationError as error:
        names: dict[object, str] = {p.pk: str(p) for p in division.players.filter(pk__in=(one, other))}
        raise refuse("swap", error.told(lambda player: names.get(player, str(player)))) from error
    return Proposal(basis, effect.plan)


def _refuse_locked(basis: Basis, plan: Plan, number: int, players: tuple[int, int]) -> None:
    if number in basis.locked:
        raise refuse("locked", f"Game {number} is locked: unlock it first.", field="game")
    for table in plan.rounds[number - 1].tables if number <= len(plan.rounds) else ():
        if (number, table.number) in basis.locked_tables and not set(players).isdisjoint(table.seats):
            raise refuse(
                "locked", f"Table {table.number} is locked in game {number}: unlock it first.", field="game"
            )


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
                f"{division.name}: somebody came or left, a game began or a wish changed since this draw. Draw again.",
            )
        number = proposal.basis.plan_number + 1
        RotationPlan.objects.create(
            division=division,
            number=number,
            data=proposal.plan.to_dict(),
            why=why[:200],
            published_at=act.at,
        )
        lay_out(act, division, proposal.plan.rounds)
        empty_rounds_after(division, len(proposal.plan.rounds))
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
