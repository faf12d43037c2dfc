"""Bounds and small algorithms against brute force."""

from __future__ import annotations

from itertools import product
from math import comb

from hypothesis import given
from hypothesis import strategies as st

from tournaments.rotation.bounds import PARTNERS, cost_bound, even_squares, fair_counts, water_fill
from tournaments.rotation.tallies import cost_of


@given(total=st.integers(0, 9), cells=st.integers(1, 4))
def test_even_squares_is_the_minimum(total: int, cells: int) -> None:
    ways = (way for way in product(range(total + 1), repeat=cells) if sum(way) == total)
    assert even_squares(total, cells) == min(sum(comb(x, 2) for x in way) for way in ways)


@given(met=st.lists(st.integers(1, 3), max_size=3), strangers=st.integers(0, 2), slots=st.integers(0, 6))
def test_water_filling_is_the_minimum(met: list[int], strangers: int, slots: int) -> None:
    levels = met + [0] * strangers
    ways = (way for way in product(range(slots + 1), repeat=len(levels)) if sum(way) == slots)
    brute = min((sum(comb(h + x, 2) for h, x in zip(levels, way, strict=True)) for way in ways), default=0)
    assert water_fill(met, strangers, slots) == brute


@given(total=st.integers(0, 50), players=st.integers(1, 12))
def test_fair_counts(total: int, players: int) -> None:
    counts = fair_counts(total, players)
    assert sum(counts) == total
    assert len(counts) == players
    assert max(counts) - min(counts) <= 1


def test_no_plan_for_four_undercuts_the_bound() -> None:
    """Every way to play three rounds at one table."""
    pairings = ([0, 1, 2, 3], [0, 2, 1, 3], [0, 3, 1, 2])
    best = min(cost_of(4, [list(row) for row in rows], PARTNERS) for rows in product(pairings, repeat=3))
    assert best == cost_bound(4, 3, 1, 0, PARTNERS)
