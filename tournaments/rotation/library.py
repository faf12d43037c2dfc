"""The stored constructions: cyclic base rounds ("starters") and the best plans found for awkward sizes.

`starters.json` holds base rounds that a cyclic group Z_k develops: player i*k+e is element e of orbit i, the
last f players are fixed points. "perfect" develops into rounds in which nobody meets twice; "whist" into a
whist tournament (each pair partners once, opposes twice). `best_known.json` holds whole plans, one digit
string a round. `python3 -m tournaments.rotation verify` checks both files.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

Row = list[int]
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _load(name: str) -> dict[str, Any]:
    text = files(__package__).joinpath("data", name).read_text(encoding="ascii")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


@cache
def _starters() -> dict[str, Any]:
    return _load("starters.json")


@cache
def _best_known() -> dict[str, Any]:
    return _load("best_known.json")


def develop(players: int, order: int, fixed: int, base: Sequence[Sequence[int]]) -> list[Row]:
    """All rounds that the group Z_`order` makes of the base rounds; players left over sit out."""
    moving = (players - fixed) // order * order
    seats = players // 4 * 4
    return [
        [who // order * order + (who % order + shift) % order if who < moving else who for who in row][:seats]
        for row in base
        for shift in range(order)
    ]


def perfect_rounds(players: int) -> list[Row]:
    """Rounds in which nobody meets twice, as many as are stored; empty when none are."""
    stored = _starters()["perfect"].get(str(players))
    return develop(players, stored["k"], stored["f"], stored["base"]) if stored else []


def whist_rounds(players: int) -> list[Row]:
    """A whole whist tournament, or nothing when none is stored."""
    base = _starters()["whist"].get(str(players))
    if not base:
        return []
    order, fixed = (players - 1, 1) if players % 4 == 0 else (players, 0)
    return develop(players, order, fixed, [base])


def best_known_rounds(players: int, rounds: int) -> list[Row]:
    """The best plan found so far for this size, or nothing when none is stored."""
    stored = _best_known().get(f"{players},{rounds}")
    return [[DIGITS.index(digit) for digit in row] for row in stored.split()] if stored else []


def sizes(kind: str) -> list[int]:
    """The numbers of players with a stored starter of this kind ("perfect" or "whist")."""
    return sorted(map(int, _starters()[kind]))


def best_known_sizes() -> list[tuple[int, int]]:
    """The stored (players, rounds)."""
    pairs = (key.split(",") for key in _best_known())
    return [(int(players), int(rounds)) for players, rounds in pairs]
