"""Planning in a process of its own: one JSON request on standard input, one JSON answer on standard output.

A second of pure Python in the web process would stall every open screen. Requests:

    {"do": "plan", "players": [...], "rounds": n, "odd": ..., "mode": ..., "tables": [...],
     "first_tables": [[player, table], ...], "seed": 0}
    {"do": "replan", "plan": {...}, "played": k, "present": [...], "keep": "most" | "best", "seed": 0}

Answers `{"plan": {...}}`, or `{"refused": "why, in words"}`.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from tournaments.rotation import Plan, RotationError, plan


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """The answer to one request, as plain JSON values."""
    try:
        return {"plan": (_plan(request) if request["do"] == "plan" else _replan(request)).to_dict()}
    except RotationError as error:
        return {"refused": str(error)}


def _plan(request: dict[str, Any]) -> Plan:
    return plan(
        request["players"],
        request["rounds"],
        odd=request["odd"],
        mode=request["mode"],
        tables=request["tables"],
        first_tables={player: table for player, table in request["first_tables"]},
        seed=request["seed"],
    )


def _replan(request: dict[str, Any]) -> Plan:
    from tournaments.rotation import replan

    old, present = Plan.from_dict(request["plan"]), set(request["present"])
    played = request["played"]
    expected = {p for planned in old.rounds[played:] for p in planned.present() if isinstance(p, int | str)}
    return replan(
        old,
        played=played,
        leave=sorted(expected - present, key=str),
        join=sorted(present - expected, key=str),
        keep=request["keep"],
    )


if __name__ == "__main__":
    json.dump(answer(json.load(sys.stdin)), sys.stdout)
