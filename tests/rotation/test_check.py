"""The evaluator and the reading of charts from elsewhere."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rotation.judge import gaps, judge, repeats, squared
from tournaments.rotation import PlannedRound, PlannedTable, RotationError, check, plan, replan

pytestmark = pytest.mark.usefixtures("brief")


@settings(max_examples=30)
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
            "Game 2 has 1 twice: at table 1 and at table 2",
        ),
        (PlannedRound(2, (table(1, 1, 2, 3, 4),), (4,)), "Game 2 has 4 twice: at table 1 and sitting out"),
        (PlannedRound(3, (table(1, 1, 2, 3, 99),)), "Game 3 has 99, who is not one of the players"),
        (PlannedRound(1, (table(5, 1, 2),)), "Game 1, table 5 has 2 players"),
    ],
)
def test_impossible_rounds_are_refused_by_name(planned: PlannedRound, message: str) -> None:
    """ROT-10: nobody in two places."""
    with pytest.raises(RotationError, match=message):
        check([planned], range(1, 9))
