"""The evaluator and the reading of charts from elsewhere."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rotation.judge import gaps, judge, repeats, squared
from tournaments.rotation import PlannedRound, PlannedTable, RotationError, check, plan, replan
from tournaments.rotation.chart import read_chart

pytestmark = pytest.mark.usefixtures("brief")


@settings(max_examples=30, deadline=None)
@given(data=st.data(), count=st.integers(8, 16), rounds=st.integers(1, 6))
def test_figures_of_any_chart(data: st.DataObject, count: int, rounds: int) -> None:
    """Random charts, good or bad: counted as the plain reading counts them, and never below their bound."""
    charts = []
    for number in range(1, rounds + 1):
        order = data.draw(st.permutations(range(count)))
        tables = [PlannedTable(t + 1, tuple(order[4 * t : 4 * t + 4]), 0) for t in range(count // 4)]
        charts.append(PlannedRound(number, tuple(tables), tuple(order[count // 4 * 4 :])))
    quality = check(charts, range(count))
    plain = judge(charts)
    for spread, counts in (
        (quality.partners, plain.partners),
        (quality.opponents, plain.opponents),
        (quality.meetings, plain.meetings),
    ):
        assert spread is not None
        assert spread.max == max(counts.values())
        assert spread.over_once == sum(times > 1 for times in counts.values())
        assert spread.over_twice == sum(times > 2 for times in counts.values())
        assert spread.repeats == repeats(counts) >= spread.repeats_bound
        assert spread.pairs_squared == squared(counts) >= spread.bound
    assert quality.sit_out_gap == pytest.approx(float(max(gaps(plain).values())), abs=1e-3)
    assert quality.first_deals.max == max(plain.first_deals.values())
    for played in range(rounds + 1):
        later = check(charts, range(count), played=played)
        assert later.cost == quality.cost >= later.bound >= quality.bound


def test_history_is_part_of_the_bound() -> None:
    """Everybody has met at one table of four: the next round repeats all six meetings."""
    table = PlannedTable(1, (0, 1, 2, 3))
    rounds = [PlannedRound(1, (table,)), PlannedRound(2, (table,))]
    quality = check(rounds, range(4), played=1)
    assert quality.meetings.bound == quality.meetings.pairs_squared == 6
    assert quality.partners is not None
    assert (quality.partners.bound, quality.partners.pairs_squared) == (0, 2)


def test_people_who_never_were_there_together_are_not_counted_on() -> None:
    night = replan(plan(range(8), 4), played=2, replace={0: "New", 1: "Newer"})
    assert night.quality.bound <= night.quality.cost


def table(number: int, *seats: object) -> PlannedTable:
    return PlannedTable(number, seats)


@pytest.mark.parametrize(
    ("planned", "message"),
    [
        (
            PlannedRound(2, (table(1, 1, 2, 3, 4), table(2, 5, 6, 7, 1))),
            "Round 2 has 1 twice: at table 1 and at table 2",
        ),
        (PlannedRound(2, (table(1, 1, 2, 3, 4),), (4,)), "Round 2 has 4 twice: at table 1 and sitting out"),
        (PlannedRound(3, (table(1, 1, 2, 3, 99),)), "Round 3 has 99, who is not one of the players"),
        (PlannedRound(1, (table(5, 1, 2),)), "Round 1, table 5 has 2 players"),
    ],
)
def test_impossible_rounds_are_refused_by_name(planned: PlannedRound, message: str) -> None:
    """ROT-10: nobody in two places."""
    with pytest.raises(RotationError, match=message):
        check([planned], range(1, 9))


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
        ([["table", "round"]], 'headed "round"'),
        ([["round", "north", "east"], ["1", "a", "b"]], "three or four seats"),
        (
            [["round", "table", "n", "e", "s", "w"], ["one", "1", "a", "b", "c", "d"]],
            "Line 2: 'one' is not the number of a round",
        ),
        (
            [["round", "table", "n", "e", "s", "w"], ["1", "front", "a", "b", "c", "d"]],
            "Line 2: 'front' is not the number of a table",
        ),
        ([["round", "t1"], ["1", "1+2"]], "Line 2: '1\\+2' is no table"),
        ([["round", "t1", "t2"], ["1", "1+2 v 3+4", "5+6 v 7+1"]], "Round 1 has 1 twice"),
    ],
)
def test_charts_that_cannot_be_read_name_the_line(rows: list[list[str]], message: str) -> None:
    with pytest.raises(RotationError, match=message):
        read_chart(rows)
