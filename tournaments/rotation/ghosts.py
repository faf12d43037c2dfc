"""Tables of three from a plan for more players: lines that never meet become empty chairs.

Leaving out g lines of a plan for n + g players, no two of whom ever share a table, makes g tables of three in
each round and repeats nothing that was not repeated before.
"""

from __future__ import annotations

from collections.abc import Sequence

from . import library
from .tallies import Row, groups_of


def rounds_with_short_tables(players: int, rounds: int) -> list[Row]:
    """Rounds for `players` with as many tables of three as are needed to seat everybody; fewer than `rounds`
    where no more are known, none where no lines can be left out.
    """
    chairs = players + -players % 4
    perfect = library.perfect_rounds(chairs)
    for whole in (perfect[:rounds], library.best_known_rounds(chairs, rounds), perfect):
        ghosts = _strangers(whole, chairs, chairs - players)
        if whole and ghosts:
            return [_without(row, chairs, ghosts) for row in whole[:rounds]]
    return []


def _strangers(rows: Sequence[Row], lines: int, wanted: int) -> list[int]:
    """That many lines of whom no two ever meet, or none."""
    met: list[set[int]] = [set() for _ in range(lines)]
    for row in rows:
        for group in groups_of(row, lines):
            for line in group:
                met[line].update(group)

    def extend(chosen: list[int], below: int) -> list[int]:
        if len(chosen) == wanted:
            return chosen
        for line in range(below - 1, -1, -1):
            if not met[line].intersection(chosen):
                found = extend([*chosen, line], line)
                if found:
                    return found
        return []

    return extend([], lines)


def _without(row: Row, lines: int, ghosts: Sequence[int]) -> Row:
    """The row with the ghosts' chairs empty, tables of three last, the other lines numbered from 0."""
    players = lines - len(ghosts)
    number = {line: i for i, line in enumerate(line for line in range(lines) if line not in ghosts)}
    full, short = [], []
    for group in groups_of(row, lines):
        seated = [number[line] for line in group if line in number]
        if len(seated) == 4:
            full += seated
        else:
            short += [*seated, players]
    return full + short
