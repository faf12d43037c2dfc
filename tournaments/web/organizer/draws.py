"""Draws nobody is bound to yet, kept in the organizer's session between looking and publishing.

What is published is exactly what was shown: the stored plan, not a second draw of the same seed. A change of the
plan in force comes in two ways, so that the host can compare them.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from tournaments.actions.rotation import Basis, Proposal
from tournaments.rotation import Plan, RotationError

_KEY = "draws"
_MOST_NIGHTS = 3

Way = Literal["most", "best", "anew", "swap", "chart"]
"""A change that keeps "most" tables or has the "best" figures, a draw all "anew", a "swap" by hand, a "chart"."""


@dataclass(frozen=True)
class Draw:
    """One draw of one or more divisions, in one way or more; `mark` tells it from any other."""

    mark: str
    ways: Mapping[str, tuple[Proposal, ...]]

    def way(self, wanted: str) -> str:
        """The way to show: the one asked for if it is there, else the first."""
        return wanted if wanted in self.ways else next(iter(self.ways))


def keep_draw(request: Any, ways: Mapping[Way, Sequence[Proposal]]) -> Draw:
    """Remember a draw as the night's only one; an earlier one is forgotten."""
    draw = Draw(secrets.token_urlsafe(9), {way: tuple(proposals) for way, proposals in ways.items()})
    draws = request.session.get(_KEY, {})
    draws.pop(request.night.code, None)
    draws[request.night.code] = {
        "mark": draw.mark,
        "ways": {way: [_written(item) for item in proposals] for way, proposals in draw.ways.items()},
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
        ways = {way: tuple(map(_read, proposals)) for way, proposals in stored["ways"].items()}
        return Draw(stored["mark"], ways) if ways else None
    except (KeyError, TypeError, RotationError):  # stored by an earlier version of the program
        return None


def forget_draw(request: Any) -> None:
    """The draw was published or thrown away."""
    draws = request.session.get(_KEY, {})
    if draws.pop(request.night.code, None) is not None:
        request.session[_KEY] = draws


def _written(item: Proposal) -> dict[str, Any]:
    return {"basis": asdict(item.basis), "plan": item.plan.to_dict(), "moves": list(item.moves)}


def _read(item: Mapping[str, Any]) -> Proposal:
    moves = tuple((player, table, to) for player, table, to in item["moves"])
    return Proposal(_basis(item["basis"]), Plan.from_dict(item["plan"]), moves)


def _basis(stored: Mapping[str, Any]) -> Basis:
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
