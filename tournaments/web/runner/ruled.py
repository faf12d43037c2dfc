"""A renege just ruled on (`rulings/renege`), brought to the table's sheet by one button: `?renege=2`, `&lone=1`.

The form opens with the penalty in it. A sheet that is in already opens as a correction, its points and bump money
with what the renege costs; one entered hand by hand asks on the phone in which hand it was (`sheet-hands.js`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scoring import BlankError, NotANumberError, parse_dollars, parse_points
from scoring.sheet_penalties import added_by_renege
from tournaments.queries.sheets import GameSheets
from tournaments.web.runner.entry import Typed, TypedPenalty, pairing_of

NAME = "renege"


def address(sheet_url: str, offender: int, *, lone: bool) -> str:
    """Where the button leads."""
    return f"{sheet_url}?{NAME}={offender}{'&lone=1' if lone else ''}"


def ruled_penalty(page: GameSheets, query: Mapping[str, str]) -> TypedPenalty | None:
    """The penalty named in an address, None for none or for a chair that is not there."""
    offender = query.get(NAME, "")
    if offender not in {str(chair.position) for chair in page.chairs}:
        return None
    return TypedPenalty("renege", offender, lone=query.get("lone") == "1")


def with_ruling(page: GameSheets, typed: Typed, penalty: TypedPenalty) -> Typed:
    """The form with the penalty in its first empty row; a correction by totals with its points and money too."""
    rows = list(typed.penalties)
    free = next((index for index, row in enumerate(rows) if not row.kind), len(rows))
    rows[free : free + 1] = [penalty]
    name = next(chair.name for chair in page.chairs if str(chair.position) == penalty.offender)
    typed = replace(typed, penalties=tuple(rows))
    if not typed.corrects:
        return typed
    typed = replace(typed, reason=f"Renege of {name}")
    return typed if typed.how == "hands" else _with_its_cost(page, typed, penalty)


def for_scripts(penalty: TypedPenalty | None) -> dict[str, Any] | None:
    """The penalty as the sheet's scripts take it."""
    if penalty is None:
        return None
    return {"kind": penalty.kind, "offender": int(penalty.offender), "points": 0, "lone": penalty.lone}


def _with_its_cost(page: GameSheets, typed: Typed, penalty: TypedPenalty) -> Typed:
    added = added_by_renege(page.rules, pairing_of(page, typed), int(penalty.offender), lone=penalty.lone)
    if added is None:
        return typed
    points, cents = added
    try:
        scores = tuple(str(parse_points(was) + more) for was, more in zip(typed.scores, points, strict=True))
        bump = _in_dollars(parse_dollars(typed.bump) + cents) if page.rules.has_bumps else typed.bump
    except (BlankError, NotANumberError):
        return typed
    return replace(typed, scores=scores, bump=bump)


def _in_dollars(cents: int) -> str:
    return f"{cents // 100}" + (f".{cents % 100:02}" if cents % 100 else "")
