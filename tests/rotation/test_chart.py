"""Charts from elsewhere, read from the rows of a CSV file."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rotation import RotationError, plan
from tournaments.rotation.chart import MOST_ROUNDS, read_chart

pytestmark = pytest.mark.usefixtures("brief")


TALL = [
    ["Round", "Table", "North", "East", "South", "West"],
    ["1", "1", "Ada", "Ben", "Cleo", "Dan"],
    ["1", "sit out", "Eva"],
    ["", "", ""],
    ["2", "1", "Eva", "Ada", "Ben", "Cleo"],
]


def test_a_chart_with_one_line_a_table() -> None:
    chart = read_chart(TALL)
    assert chart.players == ("Ada", "Ben", "Cleo", "Dan", "Eva")
    assert chart.rounds[0].sit_outs == ("Eva",)
    assert chart.rounds[1].sit_outs == ("Dan",)
    assert chart.rounds[1].tables[0].partner_pairs() == (("Eva", "Ben"), ("Ada", "Cleo"))
    assert chart.quality.partner_repeats == 1


@pytest.mark.parametrize(
    "cell", ["1+2 v 3+4", "1 & 2 vs 3 & 4", "1,2 - 3,4", "1 and 2 against 3 and 4", "1 2 | 3 4"]
)
def test_a_chart_with_one_line_a_round(cell: str) -> None:
    chart = read_chart([["Round", "Table 11", "Sit out"], ["1", cell, "5, 6"]])
    (only,) = chart.rounds[0].tables
    assert only.number == 11
    assert only.partner_pairs() == ((1, 2), (3, 4))
    assert chart.rounds[0].sit_outs == (5, 6)


def test_partners_named_by_side() -> None:
    rows = [["round", "table", "A1", "A2", "B1", "B2"], ["1", "1", "1", "2", "3", "4"]]
    assert read_chart(rows).rounds[0].tables[0].partner_pairs() == ((1, 2), (3, 4))


def test_three_handed_charts() -> None:
    rows = [["game", "first", "second"], ["1", "1,2,3", "4,5,6"]]
    chart = read_chart(rows, "alone")
    assert [table.number for table in chart.rounds[0].tables] == [1, 2]
    assert chart.quality.meetings.max == 1


def test_our_own_plan_read_back_has_the_same_figures() -> None:
    night = plan(range(1, 15), 6)
    rows = [["round", "table", "seat 1", "seat 2", "seat 3", "seat 4"]]
    rows += [
        [str(planned.number), str(table.number), *map(str, table.seats)]
        for planned in night.rounds
        for table in planned.tables
    ]
    again = read_chart(rows)
    assert (again.quality.cost, again.quality.bound, again.quality.sit_outs) == (
        night.quality.cost,
        night.quality.bound,
        night.quality.sit_outs,
    )


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "empty"),
        ([["", ""]], "empty"),
        ([["table", "round"]], 'headed "game"'),
        ([["round", "north", "east"], ["1", "a", "b"]], "three or four seats"),
        (
            [["round", "table", "n", "e", "s", "w"], ["one", "1", "a", "b", "c", "d"]],
            "Line 2: 'one' is not the number of a game",
        ),
        (
            [["round", "table", "n", "e", "s", "w"], ["1", "front", "a", "b", "c", "d"]],
            "Line 2: 'front' is not the number of a table",
        ),
        ([["round", "t1"], ["1", "1+2"]], "Line 2: '1\\+2' is no table"),
        ([["round", "t1", "t2"], ["1", "1+2 v 3+4", "5+6 v 7+1"]], "Game 1 has 1 twice"),
    ],
)
def test_charts_that_cannot_be_read_name_the_line(rows: list[list[str]], message: str) -> None:
    with pytest.raises(RotationError, match=message):
        read_chart(rows)


@settings(max_examples=20)
@given(
    count=st.integers(7, 24),
    rounds=st.integers(1, 6),
    options=st.sampled_from([{}, {"mode": "tables"}, {"odd": "three_hand"}]),
)
def test_a_plan_of_any_mode_written_a_round_a_line_reads_back(
    count: int, rounds: int, options: dict[str, Any]
) -> None:
    night = plan(range(1, count + 1), rounds, **options)
    head = ["round", *(f"table {table.number}" for table in night.rounds[0].tables), "sit out"]
    rows = [head]
    for planned in night.rounds:
        cells = []
        for table in planned.tables:
            pairs = table.partner_pairs()
            cells.append(
                " v ".join(f"{a}+{b}" for a, b in pairs) if pairs else ",".join(map(str, table.seats))
            )
        rows.append([str(planned.number), *cells, ",".join(map(str, planned.sit_outs))])
    again = read_chart(rows, night.mode)
    for old, new in zip(night.rounds, again.rounds, strict=True):
        assert [set(map(frozenset, t.partner_pairs())) for t in new.tables] == [
            set(map(frozenset, t.partner_pairs())) for t in old.tables
        ]
        assert new.present() == old.present()
    assert again.quality.cost == night.quality.cost


@settings(max_examples=60)
@given(st.lists(st.lists(st.text(max_size=12), max_size=6), max_size=6))
def test_whatever_stands_in_the_rows_is_read_or_refused_in_words(rows: list[list[str]]) -> None:
    for head in (["round", "table", "n", "e", "s", "w"], ["round", "table 1", "table 2"]):
        with suppress(RotationError):
            read = read_chart([head, *rows])
            assert [planned.number for planned in read.rounds] == list(range(1, len(read.rounds) + 1))


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            [["round", "table", "n", "e", "s", "w"], ["²", "1", "a", "b", "c", "d"]],
            "not the number of a game",
        ),
        ([["round", "table", "n", "e", "s", "w"], ["1", "9" * 40, "a", "b", "c", "d"]], "number of a table"),
        (
            [["round", "table", "n", "e", "s", "w"], ["1", "1", *"abcd"], ["1", "1", *"efgh"]],
            "Game 1 has table 1 twice",
        ),
        (
            [["round", "t"], *[[str(number), "1+2 v 3+4"] for number in range(1, MOST_ROUNDS + 2)]],
            f"at most {MOST_ROUNDS}",
        ),
    ],
)
def test_odd_numbers_and_doubles_are_refused(rows: list[list[str]], message: str) -> None:
    with pytest.raises(RotationError, match=message):
        read_chart(rows)
