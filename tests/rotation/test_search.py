"""The search keeps its prices exact: what it says a change costs is what counting afresh says."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rotation.bounds import PARTNERS, TABLES, Weights
from tournaments.rotation.prices import FORBIDDEN, Task, seats_at_fours
from tournaments.rotation.search import FULL_WORK, Search
from tournaments.rotation.shape import ALONE, Shape
from tournaments.rotation.solve import random_row
from tournaments.rotation.tallies import Row, tally

SHAPES = [
    Shape(8, 2, 0),
    Shape(10, 2, 0),
    Shape(13, 1, 3),
    Shape(16, 4, 0),
    Shape(11, 2, 1),
    Shape(9, 0, 3),
    Shape(14, 0, 4),
]
FORBID = ((0, 1), (2, 5))


def plain_cost(lines: int, rows: list[Row], weights: Weights, apart: tuple[tuple[int, int], ...] = ()) -> int:
    """The cost counted the slow way, pair by pair."""
    cost = 0
    short = [0] * lines
    for one in range(lines):
        for other in range(one):
            partners = opponents = 0
            for row in rows:
                for base in range(0, len(row), 4):
                    table = row[base : base + 4]
                    if one in table and other in table:
                        i, j = table.index(one), table.index(other)
                        if table[3] != lines and {i, j} in ({0, 1}, {2, 3}):
                            partners += 1
                        else:
                            opponents += 1
            met = partners + opponents
            cost += weights.partner * (partners * (partners - 1) // 2)
            cost += weights.opponent * (opponents * (opponents - 1) // 2)
            cost += weights.meeting * (met * (met - 1) // 2)
            cost += FORBIDDEN * met * sum({one, other} == set(pair) for pair in apart)
    for row in rows:
        for base in range(0, len(row), 4):
            if row[base + 3] == lines:
                for who in row[base : base + 3]:
                    short[who] += 1
    return cost + weights.short * sum(times * (times - 1) // 2 for times in short)


def make_task(shape: Shape, rounds: int, weights: Weights, seed: int) -> Task:
    random = Random(seed)
    rows, resting = [], []
    for _ in range(rounds):
        order = random.sample(range(shape.lines), shape.lines)
        resting.append(order[: shape.sit_outs])
        rows.append(random_row(shape, order[shape.sit_outs :], random))
    past = [random_row(shape, random.sample(range(shape.lines), shape.lines - shape.sit_outs), random)]
    return Task(
        lines=shape.lines,
        rows=rows,
        weights=weights,
        full=[seats_at_fours(row, shape.lines) for row in rows],
        loose=[list(range(0, len(row), 4)) for row in rows],
        redraw=[[] for _ in rows],
        resting=resting,
        rest_range=[(-9, 9)] * shape.lines,
        past=tally(shape.lines, past),
        apart=FORBID,
        seed=seed,
    ), past  # type: ignore[return-value]


tasks = st.builds(
    make_task,
    st.sampled_from(SHAPES),
    st.integers(1, 5),
    st.sampled_from([PARTNERS, TABLES, ALONE]),
    st.integers(0, 999),
)


@settings(max_examples=40)
@given(made=tasks, work=st.integers(0, 600))
def test_the_cost_is_exact_after_any_search(made: tuple[Task, list[Row]], work: int) -> None:
    task, past = made
    search = Search(task)
    assert search.cost == plain_cost(task.lines, past + task.rows, task.weights, FORBID) - _forbidden_in_past(
        past
    )
    found = search.run(work / FULL_WORK)
    for rows, cost in ((search.rows, search.cost), (found.rows, found.cost)):
        assert cost == plain_cost(task.lines, past + rows, task.weights, FORBID) - _forbidden_in_past(past)
    for row, out in zip(found.rows, found.resting, strict=True):
        seated = [who for who in row if who != task.lines]
        assert sorted(seated + out) == list(range(task.lines))


def _forbidden_in_past(past: list[Row]) -> int:
    """Meetings that are over cost nothing even where they are forbidden from now on."""
    met = sum(
        set(pair) <= set(row[base : base + 4])
        for row in past
        for base in range(0, len(row), 4)
        for pair in FORBID
    )
    return FORBIDDEN * met


@settings(max_examples=60)
@given(made=tasks)
def test_without_noise_the_cheapest_swap_is_drawn(made: tuple[Task, list[Row]]) -> None:
    task, _ = made
    search = Search(task)
    quiet = [0.0] * 20_000
    for r, row in enumerate(task.rows):
        for seat, who in enumerate(row):
            if who == task.lines:
                continue
            conflict = search.conflict(search.rows[r], seat, task.full[r])
            drawn = search._draw_swap(r, seat, conflict, quiet)
            best = min(_all_swaps(task, r, seat), default=(0, -1))
            expected = min(best[0], 0)
            assert _price(task, r, seat, drawn) == expected


def _all_swaps(task: Task, r: int, seat: int) -> list[tuple[int, int]]:
    row = task.rows[r]
    others = [other for other, who in enumerate(row) if other // 4 != seat // 4 and who != task.lines]
    others += [len(row) + i for i in range(len(task.resting[r]))]
    return [(_price(task, r, seat, other), other) for other in others]


def _price(task: Task, r: int, seat: int, other: int) -> int:
    """What a swap changes, by a fresh count."""
    if other < 0:
        return 0
    rows = [row[:] for row in task.rows]
    resting = [out[:] for out in task.resting]
    if other < len(rows[r]):
        rows[r][seat], rows[r][other] = rows[r][other], rows[r][seat]
    else:
        index = other - len(rows[r])
        rows[r][seat], resting[r][index] = resting[r][index], rows[r][seat]
    changed = replace(task, rows=rows, resting=resting)
    return Search(changed).cost - Search(task).cost


def test_a_search_stops_at_its_target_and_at_the_clock() -> None:
    task, _ = make_task(Shape(40, 10, 0), 4, PARTNERS, 1)  # type: ignore[misc]
    task = replace(task, past=None, apart=())
    found = Search(replace(task, target=10_000)).run(2.0)
    assert found.rows == task.rows
    assert Search(task).run(2.0).cost == 0
    late = Search(task).run(2.0, deadline=0.0)
    assert late.guarded
    assert not Search(task).run(2.0, deadline=inf).guarded


def test_sit_outs_stay_within_their_range() -> None:
    task, _ = make_task(Shape(11, 2, 0), 5, PARTNERS, 3)  # type: ignore[misc]
    found = Search(replace(task, rest_range=[(0, 0)] * 11)).run(0.1)
    before = [sum(line in out for out in task.resting) for line in range(11)]
    after = [sum(line in out for out in found.resting) for line in range(11)]
    assert before == after


def test_held_tables_change_only_for_more_than_their_price() -> None:
    task, _ = make_task(Shape(24, 6, 0), 3, PARTNERS, 5)  # type: ignore[misc]
    task = replace(task, past=None, apart=())
    bases = [list(range(0, 24, 4)) for _ in task.rows]
    stubborn = Search(replace(task, held=bases, hold=[10_000] * 3)).run(0.04)
    assert stubborn.rows == task.rows
    free = Search(replace(task, held=bases, hold=[0] * 3)).run(0.04)
    assert free.cost < stubborn.cost


@pytest.mark.parametrize("shape", SHAPES)
def test_only_partnerships_change_where_tables_stand(shape: Shape) -> None:
    task, _ = make_task(shape, 4, PARTNERS, 2)  # type: ignore[misc]
    bases = task.loose
    found = Search(replace(task, loose=[[] for _ in bases], redraw=bases)).run(0.01)
    for old, new in zip(task.rows, found.rows, strict=True):
        for base in range(0, len(old), 4):
            assert sorted(old[base : base + 4]) == sorted(new[base : base + 4])
