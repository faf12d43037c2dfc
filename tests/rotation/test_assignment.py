"""Rows to columns at least cost, against every way there is."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rotation.assignment import assign


@settings(max_examples=60)
@given(st.data())
def test_assignment_is_the_cheapest(data: st.DataObject) -> None:
    rows = data.draw(st.integers(1, 4))
    columns = data.draw(st.integers(rows, 5))
    cell = st.integers(-5, 20)
    cost = data.draw(
        st.lists(st.lists(cell, min_size=columns, max_size=columns), min_size=rows, max_size=rows)
    )
    chosen = assign(cost)
    assert len(set(chosen)) == rows
    brute = min(sum(cost[r][c] for r, c in enumerate(way)) for way in permutations(range(columns), rows))
    assert sum(cost[r][c] for r, c in enumerate(chosen)) == brute


def test_assigning_nothing() -> None:
    assert assign([]) == []


def test_more_columns_than_rows_leave_the_dear_ones_free() -> None:
    assert assign([[5, 1, 9], [1, 2, 9]]) == [1, 0]


@given(size=st.integers(1, 12), shift=st.integers(0, 11))
def test_one_cheap_place_each_is_found(size: int, shift: int) -> None:
    cost = [[0 if column == (row + shift) % size else 7 for column in range(size)] for row in range(size)]
    assert assign(cost) == [(row + shift) % size for row in range(size)]
