"""The keeper of the stored constructions: checks them all, and searches on for better plans."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from . import library
from .bounds import PARTNERS, cost_bound
from .shape import Shape
from .solve import Beginning, search_fresh
from .tallies import Row, cost_of, left_out, tally

DATA = Path(__file__).parent / "data" / "best_known.json"
LONG = 5.0  # times the search of a plan


def stored() -> int:
    """How many constructions are stored."""
    return len(library.sizes("perfect")) + len(library.sizes("whist")) + len(library.best_known_sizes())


def faults() -> list[str]:
    """Everything wrong with the stored data, in words; empty when all is well."""
    found = []
    for players in library.sizes("perfect"):
        rows = library.perfect_rounds(players)
        found += [f"perfect {players}: {fault}" for fault in _malformed(rows, players)]
        if cost_of(players, rows, PARTNERS):
            found.append(f"perfect {players}: somebody meets twice")
    for players in library.sizes("whist"):
        rows = library.whist_rounds(players)
        found += [f"whist {players}: {fault}" for fault in _malformed(rows, players)]
        past = tally(players, rows)
        pairs = [
            (p, o)
            for i in range(players)
            for p, o in zip(past.partners[i][:i], past.opponents[i][:i], strict=True)
        ]
        if set(pairs) != {(1, 2)}:
            found.append(f"whist {players}: some pair does not partner once and oppose twice")
    for players, rounds in library.best_known_sizes():
        rows = library.best_known_rounds(players, rounds)
        found += [f"best known {players},{rounds}: {fault}" for fault in _malformed(rows, players)]
        if len(rows) != rounds:
            found.append(f"best known {players},{rounds}: has {len(rows)} rounds")
    return found


def _malformed(rows: Sequence[Row], players: int) -> list[str]:
    found = []
    out: Counter[int] = Counter({line: 0 for line in range(players)})
    for number, row in enumerate(rows, start=1):
        if len(row) != players // 4 * 4 or len(set(row)) != len(row) or not set(row) <= set(range(players)):
            found.append(f"round {number} does not seat {players // 4 * 4} different players")
        out.update(left_out(row, players))
    if max(out.values()) - min(out.values()) > 1:
        found.append("sit-outs are not even")
    return found


def improve(players: int, rounds: int, seconds: float) -> tuple[int | None, int, int]:
    """Search for `seconds`; store the plan when it beats the stored one. Returns (before, after, bound)."""
    shape = Shape(players, players // 4, 0)
    bound = cost_bound(players, rounds, shape.full, 0, PARTNERS)
    known = library.best_known_rounds(players, rounds)
    before = cost_of(players, known, PARTNERS) if known else None
    best_cost, best = (before, known) if before is not None else (None, [])
    deadline = perf_counter() + seconds
    seed = 0
    while perf_counter() < deadline and (best_cost is None or best_cost > bound):
        seed += 1
        found = search_fresh(shape, rounds, PARTNERS, Beginning([]), bound, seed, deadline, share=LONG)
        if (best_cost is None or found.cost < best_cost) and not _malformed(found.rows, players):
            best_cost, best = found.cost, found.rows
    if best_cost is None:
        best_cost = cost_of(players, best, PARTNERS)
    if before is None or best_cost < before:
        _store(players, rounds, best)
    return before, best_cost, bound


def _store(players: int, rounds: int, rows: Sequence[Row]) -> None:
    data: dict[str, str] = json.loads(DATA.read_text(encoding="ascii"))
    data[f"{players},{rounds}"] = " ".join("".join(library.DIGITS[line] for line in row) for row in rows)
    ordered = dict(sorted(data.items(), key=lambda item: tuple(map(int, item[0].split(",")))))
    DATA.write_text(json.dumps(ordered, separators=(",", ":")) + "\n", encoding="ascii")
