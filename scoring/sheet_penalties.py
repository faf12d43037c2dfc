"""What the penalties recorded on a sheet did to its totals."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.games import Sheet, side_index, sides
from scoring.hands import renege_points
from scoring.rules import RuleSet


@dataclass(frozen=True)
class Marks:
    """`gained`: points that reneges brought the sides together. `lost`: points each side lost by its own.
    `cents`: paid into the cup for reneges and tossed cards. `hands_ended`: hands that a renege ended unscored."""

    gained: int
    lost: tuple[int, ...]
    cents: int
    hands_ended: int


def penalty_marks(rules: RuleSet, sheet: Sheet) -> Marks:
    """The marks of all recorded penalties; the director's points touch no side."""
    gained, cents = 0, 0
    lost = [0] * len(sides(sheet.pairing))
    payers = 2 if rules.seats == 4 else 1
    reneges = [penalty for penalty in sheet.penalties if penalty.kind == "renege"]
    tosses = sum(penalty.kind == "toss" for penalty in sheet.penalties)
    for renege in reneges:
        points = renege_points(rules, lone=renege.lone)
        if rules.renege in ("team loses", "team loses, opponents gain"):
            lost[side_index(sheet.pairing, renege.offender)] += points
        if rules.renege in ("opponents gain", "team loses, opponents gain"):
            # Three-handed, a reneging maker gives both defenders the points; the sheet does not say who made.
            gained += points * (1 if rules.seats == 4 else 2)
    cents = payers * (len(reneges) * rules.bump_renege_cents + tosses * rules.bump_toss_cents)
    return Marks(gained, tuple(lost), cents, len(reneges) if rules.renege_ends_hand else 0)


def added_by_renege(
    rules: RuleSet, pairing: int | None, offender: int, *, lone: bool
) -> tuple[tuple[int, ...], int] | None:
    """What a renege adds to a sheet by totals that does not hold it yet: points per side, and cents into the cup.

    Points that are the offender's own stand on the penalty's own line, not here. None where it takes to know who
    made trump: three-handed, with points for the opponents.
    """
    of_sheet = [0] * len(sides(pairing))
    points = renege_points(rules, lone=lone)
    own = side_index(pairing, offender)
    if rules.renege in ("team loses", "team loses, opponents gain"):
        of_sheet[own] -= points
    if rules.renege in ("opponents gain", "team loses, opponents gain"):
        if rules.seats == 3:
            return None
        of_sheet[1 - own] += points
    return tuple(of_sheet), (2 if rules.seats == 4 else 1) * rules.bump_renege_cents
