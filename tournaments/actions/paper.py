"""Remembering what was printed by which plan, so that paper out of date can be called in (ROT-22)."""

from __future__ import annotations

from tournaments.actions.act import Act, Result, act
from tournaments.problems import refuse
from tournaments.queries.paper import FOLLOW_A_PLAN, PAPERS, seats_of
from tournaments.queries.rotation_plans import plan_versions


@act
def note_print(act: Act, *, what: str, number: int | None = None) -> Result:
    """Somebody prints `what` (a key of `queries.paper.PAPERS`), of game `number` where it is of one game."""
    if what not in PAPERS:
        raise refuse("what", "That is nothing that is printed.")
    if number is not None and not act.night.rounds.filter(number=number).exists():
        raise refuse("no_game", f"There is no game {number} tonight.")
    plans = {}
    if what in FOLLOW_A_PLAN:
        plans = {str(plan.division.pk): plan.number for plan in plan_versions(act.night)}
    seats = seats_of(act.night, [number]).get(number, {}) if number is not None else {}
    of_game = f" of game {number}" if number else ""
    by_plan = ", ".join(f"plan {plan}" for plan in sorted(set(plans.values())))
    act.record(
        f"Printed {PAPERS[what]}{of_game}" + (f" by {by_plan}" if by_plan else ""),
        after={"what": what, "game": number, "plans": plans, "seats": seats},
    )
    return {"what": what, "plans": plans}
