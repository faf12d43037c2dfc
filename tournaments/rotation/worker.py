"""Planning in a process of its own: one JSON request on standard input, one JSON answer on standard output.

A second of pure Python in the web process would stall every open screen. Requests:

    {"do": "plan", "players": [...], "rounds": n, "odd": ..., "mode": ..., "tables": [...],
     "given": [[player, table], ...], "pinned": [[player, table], ...], "seed": 0}
                                                (given: tables handed out, in the order of check-in)
    {"do": "replan", "plan": {...}, "played": k, "present": [...], "rounds": n, "keep": "most" | "best",
     "pinned": [[player, table], ...], "seed": 0}       (seed 0: the old plan's)

Answers `{"plan": {...}, "moves": [[player, table, table or null], ...]}` (who was told another table at
check-in), or `{"refused": "why, with {0} for a player", "players": [...]}`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

from tournaments.rotation import Plan, Player, RotationError, plan, replan
from tournaments.rotation.check_in import FirstRound, close_check_in, next_table


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """The answer to one request, as plain JSON values."""
    try:
        if request["do"] == "replan":
            return {"plan": _replan(request).to_dict(), "moves": []}
        told = {player: table for player, table in request["given"]}
        first = close_check_in(
            _with_the_untold(told, request),
            tables=request["tables"],
            odd=request["odd"],
            mode=request["mode"],
            pinned=_pinned(request),
        )
        moves = [[move.player, move.table, move.to] for move in first.moves if move.player in told]
        return {"plan": _plan(request, first).to_dict(), "moves": moves}
    except RotationError as error:
        return {"refused": error.text, "players": [str(player) for player in error.players]}


def _with_the_untold(told: Mapping[Player, int], request: dict[str, Any]) -> dict[Player, int]:
    """The tables told at check-in, and the next free ones for those who were told none (they changed division, or
    all tables were full): these fill up what is there, as far as there is room."""
    given, pinned = dict(told), _pinned(request)
    for player in request["players"]:
        if player not in given:
            try:
                given[player] = next_table(given, request["tables"], pinned=pinned, player=player)
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
        pinned=_pinned(request),
        seed=request["seed"],
    )


def _replan(request: dict[str, Any]) -> Plan:
    old, present = Plan.from_dict(request["plan"]), set(request["present"])
    played = request["played"]
    expected = {p for planned in old.rounds[played:] for p in planned.present() if isinstance(p, int | str)}
    return replan(
        old,
        played=played,
        leave=sorted(expected - present, key=_in_order),
        join=sorted(present - expected, key=_in_order),
        rounds=request["rounds"],
        keep=request["keep"],
        pinned=_pinned(request),
        seed=request["seed"] or None,
    )


def _in_order(player: Player) -> tuple[bool, Any]:
    """Numbers as numbers, so that two nights whose ids differ in length draw alike."""
    return isinstance(player, str), player


def _pinned(request: dict[str, Any]) -> dict[Any, int]:
    return {player: table for player, table in request["pinned"]}


if __name__ == "__main__":
    json.dump(answer(json.load(sys.stdin)), sys.stdout)
