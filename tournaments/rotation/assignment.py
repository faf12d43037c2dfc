"""The assignment problem: rows to columns at least total cost."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf


def assign(cost: Sequence[Sequence[float]]) -> list[int]:
    """The column of each row in a cheapest one-to-one assignment.

    `cost` has at least as many columns as rows. Shortest augmenting paths with potentials ("Hungarian"),
    O(rows * rows * columns).
    """
    rows, columns = len(cost), len(cost[0]) if cost else 0
    row_price, column_price = [0.0] * (rows + 1), [0.0] * (columns + 1)
    owner = [0] * (columns + 1)
    for row in range(1, rows + 1):
        owner[0] = row
        column, came_from = _shortest_path(cost, row_price, column_price, owner)
        while column:
            owner[column] = owner[came_from[column]]
            column = came_from[column]
    chosen = [0] * rows
    for column in range(1, columns + 1):
        if owner[column]:
            chosen[owner[column] - 1] = column - 1
    return chosen


def _shortest_path(
    cost: Sequence[Sequence[float]], row_price: list[float], column_price: list[float], owner: list[int]
) -> tuple[int, list[int]]:
    """The free column reached at least cost from the row that owns column 0, and the way there."""
    size = len(column_price)
    least, came_from = [inf] * size, [0] * size
    reached: list[int] = []
    open_columns = list(range(1, size))
    column = 0
    while True:
        reached.append(column)
        row = owner[column]
        prices, base = cost[row - 1], row_price[row]
        delta, following = inf, 0
        for j in open_columns:
            reduced = prices[j - 1] - base - column_price[j]
            if reduced < least[j]:
                least[j], came_from[j] = reduced, column
            if least[j] < delta:
                delta, following = least[j], j
        for j in reached:
            row_price[owner[j]] += delta
            column_price[j] -= delta
        for j in open_columns:
            least[j] -= delta
        open_columns.remove(following)
        column = following
        if owner[column] == 0:
            return column, came_from
