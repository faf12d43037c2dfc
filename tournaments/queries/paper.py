"""What goes on paper: score sheets, table cards, player cards, seating; and which paper is out of date."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Round, Tournament
from tournaments.queries.rotation_plans import plan_versions

#: What can be printed, as the log names it.
PAPERS = {
    "sheets": "score sheets",
    "tables": "table cards",
    "cards": "player cards",
    "seating": "the seating",
}


@dataclass(frozen=True)
class OldPaper:
    """A print that no longer fits the rotation, in words: "Score sheets of game 5 were printed by plan 2 …"."""

    what: str
    number: int | None
    text: str


def old_papers(night: Tournament) -> tuple[OldPaper, ...]:
    """The last print of each kind (and game) whose division has a newer plan by now; of games that are over, none.
    Three queries, one where nothing was printed."""
    newest = {}
    for printed in night.log.filter(act="note_print").order_by("version").values_list("after", flat=True):
        newest[printed["what"], printed["game"]] = printed["plans"]
    newest = {key: plans for key, plans in newest.items() if plans}
    if not newest:
        return ()
    over = set(night.rounds.filter(status=Round.Status.CLOSED).values_list("number", flat=True))
    current = plan_versions(night)
    found = []
    for (what, number), plans in newest.items():
        if number in over:
            continue
        for plan in current:
            before = plans.get(str(plan.division.pk))
            if before is not None and before < plan.number:
                since = night.local(plan.published_at).strftime("%-I:%M %p")
                name = PAPERS[what].capitalize() + (f" of game {number}" if number else "")
                text = (
                    f"{name} printed by plan {before} of {plan.division.name}: plan {plan.number} counts "
                    f"since {since}."
                )
                found.append(OldPaper(what, number, text))
    return tuple(found)
