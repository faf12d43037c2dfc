"""Draws nobody is bound to yet, kept in the organizer's session between looking and publishing.

What is published is exactly what was shown: the stored plan, not a second draw of the same seed.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tournaments.actions.rotation import Basis, Proposal
from tournaments.rotation import Plan, RotationError

_KEY = "draws"
_MOST_NIGHTS = 3


@dataclass(frozen=True)
class Draw:
    """One draw of one or more divisions; `mark` tells it from any other. `keep`: "most", "best" or "swap"."""

    mark: str
    proposals: tuple[Proposal, ...]
    keep: str


def keep_draw(request: Any, proposals: Sequence[Proposal], keep: str) -> Draw:
    """Remember a draw as the night's only one; an earlier one is forgotten."""
    draw = Draw(secrets.token_urlsafe(9), tuple(proposals), keep)
    draws = request.session.get(_KEY, {})
    draws.pop(request.night.code, None)
    draws[request.night.code] = {
        "mark": draw.mark,
        "keep": keep,
        "proposals": [
            {"basis": asdict(p.basis), "plan": p.plan.to_dict(), "moves": list(p.moves)} for p in proposals
        ],
    }
    for code in list(draws)[:-_MOST_NIGHTS]:
        del draws[code]
    request.session[_KEY] = draws
    return draw


def kept_draw(request: Any) -> Draw | None:
    """The night's draw waiting to be published, if any."""
    stored = request.session.get(_KEY, {}).get(request.night.code)
    if stored is None:
        return None
    try:
        proposals = tuple(
            Proposal(
                _basis(item["basis"]),
                Plan.from_dict(item["plan"]),
                tuple((player, table, to) for player, table, to in item["moves"]),
            )
            for item in stored["proposals"]
        )
    except (KeyError, TypeError, RotationError):  # stored by an earlier version of the program
        return None
    return Draw(stored["mark"], proposals, stored["keep"])


def _basis(stored: dict[str, Any]) -> Basis:
    """What JSON made lists of is tuples again."""
    return Basis(
        division_id=stored["division_id"],
        present=tuple(stored["present"]),
        plan_number=stored["plan_number"],
        played=stored["played"],
        pinned=tuple((player, table) for player, table in stored["pinned"]),
        apart=tuple((one, other, kind) for one, other, kind in stored["apart"]),
        locked=tuple(stored["locked"]),
        locked_tables=tuple((number, table) for number, table in stored["locked_tables"]),
    )


def forget_draw(request: Any) -> None:
    """The draw was published or thrown away."""
    draws = request.session.get(_KEY, {})
    if draws.pop(request.night.code, None) is not None:
        request.session[_KEY] = draws
