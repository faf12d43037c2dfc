"""What goes on paper: score sheets, table cards, player cards, seating; and which paper is out of date."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models.functions import Coalesce

from scoring.words import listed
from tournaments.models import Game, Round, Seat, Tournament
from tournaments.queries.rotation_plans import PlanVersion, plan_versions

#: What can be printed, as the log names it.
PAPERS = {
    "sheets": "score sheets",
    "blank": "blank score sheets",
    "tables": "table cards",
    "cards": "player cards",
    "seating": "the seating",
}


FOLLOW_A_PLAN = ("sheets", "cards", "seating")
"""Paper that names who sits where; a table's card or a blank sheet never grows old."""


@dataclass(frozen=True)
class OldPaper:
    """A print that no longer fits the rotation, in words: "Score sheets of game 5 were printed by plan 2 …"."""

    what: str
    number: int | None
    text: str


@dataclass(frozen=True)
class Print:
    """The last print of a kind (and game). `plans`: by id of the division, as text; `seats`: of the game, as
    `seats_of` said then."""

    what: str
    number: int | None
    at: datetime
    plans: Mapping[str, int]
    seats: Mapping[str, Sequence[int]]

    @property
    def name(self) -> str:
        """ "Score sheets of game 5"."""
        return PAPERS[self.what].capitalize() + (f" of game {self.number}" if self.number else "")


def old_papers(night: Tournament) -> tuple[OldPaper, ...]:
    """The last print of each kind (and game) that is out of date by now; of games that are over, none.

    By a newer plan of its division, else by other people at a table: seated by results, or in a chair that was
    empty. Four queries, one where nothing was printed.
    """
    prints = _last_prints(night)
    if not prints:
        return ()
    over = set(night.rounds.filter(status=Round.Status.CLOSED).values_list("number", flat=True))
    prints = [printed for printed in prints if printed.number not in over]
    plans = plan_versions(night)
    seats = seats_of(night, {printed.number for printed in prints if printed.number and printed.seats})
    found: list[OldPaper] = []
    for printed in prints:
        by_plan = [_by_an_older_plan(night, printed, plan) for plan in plans]
        told = [paper for paper in by_plan if paper is not None]
        found += told or _with_other_seats(night, printed, seats)
    return tuple(found)


def seats_of(night: Tournament, numbers: Collection[int]) -> dict[int, dict[str, list[int]]]:
    """By number of the game and of the table, as text: the ids of those who sit there, seat by seat. One query, none
    for no numbers."""
    if not numbers:
        return {}
    chairs = (
        Seat.objects.filter(game__tournament=night, game__round__number__in=numbers)
        .exclude(game__status=Game.Status.VOID)
        .order_by("position")
        .values_list("game__round__number", "game__table__number", Coalesce("stand_in_id", "player_id"))
    )
    seats: dict[int, dict[str, list[int]]] = {}
    for number, table, sitter in chairs:
        seats.setdefault(number, {}).setdefault(str(table), []).append(sitter)
    return seats


def _last_prints(night: Tournament) -> list[Print]:
    newest: dict[tuple[str, int | None], Print] = {}
    for at, after in night.log.filter(act="note_print").order_by("version").values_list("at", "after"):
        printed = Print(after["what"], after["game"], at, after["plans"], after.get("seats", {}))
        newest[printed.what, printed.number] = printed
    return [printed for printed in newest.values() if printed.plans or printed.seats]


def _by_an_older_plan(night: Tournament, printed: Print, plan: PlanVersion) -> OldPaper | None:
    before = printed.plans.get(str(plan.division.pk)) if printed.what in FOLLOW_A_PLAN else None
    if before is None or before >= plan.number:
        return None
    since = night.local(plan.published_at).strftime("%-I:%M %p")
    text = f"{printed.name} printed by plan {before} of {plan.division.name}: plan {plan.number} counts since {since}."
    return OldPaper(printed.what, printed.number, text)


def _with_other_seats(
    night: Tournament, printed: Print, seats: Mapping[int, Mapping[str, Sequence[int]]]
) -> list[OldPaper]:
    now = seats.get(printed.number or 0, {})
    changed = [table for table in {**printed.seats, **now} if printed.seats.get(table) != now.get(table)]
    if not printed.seats or not changed:
        return []
    tables = listed(sorted(int(table) for table in changed))
    word = "table" if len(changed) == 1 else "tables"
    at = night.local(printed.at).strftime("%-I:%M %p")
    text = f"{printed.name} printed at {at}: others sit at {word} {tables} now."
    return [OldPaper(printed.what, printed.number, text)]
