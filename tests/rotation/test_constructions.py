"""Rounds made of stored constructions: chosen from a whist tournament, with chairs left empty."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from tournaments.rotation import library
from tournaments.rotation.ghosts import rounds_with_short_tables
from tournaments.rotation.subset import evenest_rounds


def test_dropping_the_right_rounds() -> None:
    """Of two equal rounds and two different ones, the two different ones are kept."""
    same, other = [0, 1, 2, 3, 4, 5, 6, 7], [0, 4, 1, 5, 2, 6, 3, 7]
    assert other in evenest_rounds(8, [same, same, other], 2, Random(1))


def meetings(rows: list[list[int]]) -> dict[tuple[int, int], int]:
    """How often each two share a table of four."""
    met: dict[tuple[int, int], int] = {}
    for row in rows:
        for base in range(0, len(row), 4):
            for pair in combinations(sorted(row[base : base + 4]), 2):
                met[pair] = met.get(pair, 0) + 1
    return met


@pytest.mark.parametrize("count", [12, 16, 20])
def test_chosen_rounds_are_no_worse_than_the_first_ones(count: int) -> None:
    whole = library.whist_rounds(count)
    for keep in (4, 7, count - 1):
        chosen = evenest_rounds(count, whole, keep, Random(0))
        assert len(chosen) == keep
        worth = [sum(t * (t - 1) // 2 for t in meetings(rows).values()) for rows in (chosen, whole[:keep])]
        assert worth[0] <= worth[1]


@pytest.mark.parametrize("players", [13, 14, 15, 18, 22, 27, 30, 46, 47])
def test_empty_chairs_are_spread_over_tables_and_nobody_is_left_out(players: int) -> None:
    rows = rounds_with_short_tables(players, 4)
    for row in rows:
        assert sorted(who for who in row if who != players) == list(range(players))
        tables = [row[base : base + 4] for base in range(0, len(row), 4)]
        assert all(table.count(players) == (table[3] == players) for table in tables)
        assert sum(players in table for table in tables) == -players % 4


@pytest.mark.parametrize("players", [14, 46, 47])
def test_what_never_met_does_not_meet_for_the_empty_chairs(players: int) -> None:
    rows = rounds_with_short_tables(players, 4)
    met = meetings([[who if who != players else -seat - 1 for seat, who in enumerate(row)] for row in rows])
    assert len(rows) == 4
    assert max(times for (one, _), times in met.items() if one >= 0) == 1
