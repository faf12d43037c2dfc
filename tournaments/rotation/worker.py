"""Planning in a process of its own: one JSON request on standard input, one JSON answer on standard output.

A second of pure Python in the web process would stall every open screen. Requests:

    {"do": "plan", "players": [...], "rounds": n, "odd": ..., "mode": ..., "tables": [...],
     "given": [[player, table], ...], "wishes": {...}, "seed": 0}
                                                (given: tables handed out, in the order of check-in)
    {"do": "replan", "plan": {...}, "played": k, "present": [...], "rounds": n, "keep": "most" | "best" | "none",
     "wishes": {...}, "locked": [round, ...], "locked_tables": [[round, table], ...], "seed": 0}
                                                (seed 0: the old plan's)

with wishes {"pinned": [[player, table], ...], "never_partner": [[player, player], ...], "never_meet": [...]}.

Answers `{"plan": {...}, "moves": [[player, table, table or null], ...]}` (who was told another table at
check-in), or `{"refused": "why, with {0} for a player", "players": [...]}`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

from tournaments.rotation import Plan, Player, RotationError, plan, replan
from tournaments.rotation.changes import present_now
from tournaments.rotation.check_in import FirstRound, close_check_in, next_table, part


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """The answer to one request, as plain JSON values."""
    try:
        if request["do"] == "replan":
            return {"plan": _replan(request).to_dict(), "moves": []}
        told = {player: table for player, table in request["given"]}
        given, wishes = _with_the_untold(told, request), _wishes(request)
        pinned, never_meet = wishes["pinned"], wishes["never_meet"]
        first = close_check_in(
            given, tables=request["tables"], odd=request["odd"], mode=request["mode"], pinned=pinned
        )
        first = part(first, given, never_meet, pinned)
        moves = [[move.player, move.table, move.to] for move in first.moves if move.player in told]
        return {"plan": _plan(request, first).to_dict(), "moves": moves}
    except RotationError as error:
        return {"refused": error.text, "players": [str(player) for player in error.players]}


def _with_the_untold(told: Mapping[Player, int], request: dict[str, Any]) -> dict[Player, int]:
    """The tables told at check-in, and the next free ones for those who were told none (they changed division, or
    all tables were full): these fill up what is there, as far as there is room."""
    given, pinned = dict(told), _wishes(request)["pinned"]
    size = 3 if request["mode"] == "alone" else 4
    for player in request["players"]:
        if player not in given:
            try:
                given[player] = next_table(given, request["tables"], pinned=pinned, player=player, size=size)
            except RotationError:  # all tables are full: some sit out
                break
    return given


def _plan(request: dict[str, Any], first: FirstRound) -> Plan:
    return plan(
        request["players"],
        request["rounds"],
        odd=request["odd"],
        mode=request["mode"],
        tables=request["tables"],
        first_tables=first.tables,
        seed=request["seed"],
        **_wishes(request),
    )


def _replan(request: dict[str, Any]) -> Plan:
    old, present = Plan.from_dict(request["plan"]), set(request["present"])
    played = request["played"]
    expected = {player for player in present_now(old, played) if isinstance(player, int | str)}
    return replan(
        old,
        played=played,
        leave=sorted(expected - present, key=_in_order),
        join=sorted(present - expected, key=_in_order),
        rounds=request["rounds"],
        keep=request["keep"],
        locked=request["locked"],
        locked_tables=[(number, table) for number, table in request["locked_tables"]],
        seed=request["seed"] or None,
        **_wishes(request),
    )


def _in_order(player: Player) -> tuple[bool, Any]:
    """Numbers as numbers, so that two nights whose ids differ in length draw alike."""
    return isinstance(player, str), player


def _wishes(request: dict[str, Any]) -> dict[str, Any]:
    """The wishes as `plan` and `replan` take them."""
    wishes = request["wishes"]
    return {
        "pinned": {player: table for player, table in wishes["pinned"]},
        "never_partner": [(one, other) for one, other in wishes["never_partner"]],
        "never_meet": [(one, other) for one, other in wishes["never_meet"]],
    }


if __name__ == "__main__":
    json.dump(answer(json.load(sys.stdin)), sys.stdout)
