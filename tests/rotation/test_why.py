"""Why somebody sits where they sit: counted again the long way, by changing places and judging the night."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rotation.judge import judge, repeats
from tournaments.rotation import RotationError, plan, replan
from tournaments.rotation.swap import swap
from tournaments.rotation.why import reasons

pytestmark = pytest.mark.usefixtures("brief")

MODES: list[dict[str, Any]] = [
    {},
    {"mode": "tables"},
    {"mode": "alone"},
    {"odd": "three_hand"},
    {"odd": "house"},
]


@settings(max_examples=25)
@given(data=st.data(), count=st.integers(7, 26), options=st.sampled_from(MODES))
def test_changing_places_costs_what_the_judge_counts(
    data: st.DataObject, count: int, options: dict[str, Any]
) -> None:
    night = plan(range(count), 5, **options)
    number = data.draw(st.integers(1, 5), label="round")
    who = data.draw(st.sampled_from(range(count)), label="player")
    found = reasons(night, who, number)
    if not found.exchanges:
        return
    exchange = data.draw(st.sampled_from(found.exchanges), label="exchange")
    preset = night.mode == "partners"
    before = judge(night.rounds, preset)
    after = judge(swap(night, number, who, exchange.other).plan.rounds, preset)
    assert exchange.meetings_again == repeats(after.meetings) - repeats(before.meetings)
    assert exchange.partner_repeats == repeats(after.partners) - repeats(before.partners)


@settings(max_examples=25)
@given(data=st.data(), count=st.integers(7, 26), options=st.sampled_from(MODES))
def test_company_and_sit_outs_are_those_of_the_rounds_before(
    data: st.DataObject, count: int, options: dict[str, Any]
) -> None:
    night = plan(range(count), 5, **options)
    number = data.draw(st.integers(1, 5), label="round")
    who = data.draw(st.sampled_from(range(count)), label="player")
    found = reasons(night, who, number)
    before = judge(night.rounds[: number - 1], night.mode == "partners")
    assert found.sit_outs == before.sit_outs.get(who, 0)
    assert found.fair_share == pytest.approx(float(before.share.get(who, 0)))
    assert (found.table is None) == (who in night.rounds[number - 1].sit_outs)
    for other in found.company:
        pair = frozenset((who, other.player))
        assert len(other.met) == before.meetings.get(pair, 0)
        assert len(other.partnered) == before.partners.get(pair, 0)


def test_everybody_elsewhere_is_weighed_once() -> None:
    night = plan(range(18), 6)
    found = reasons(night, 3, 2)
    assert found.table is not None
    others = [exchange.other for exchange in found.exchanges]
    assert sorted(others) == sorted(set(range(18)) - set(found.table.seats))  # type: ignore[type-var]
    assert sum(exchange.table is None for exchange in found.exchanges) == 2


def test_in_a_perfect_plan_every_exchange_costs_something_late_in_the_night() -> None:
    """28 players, 9 rounds: everybody meets everybody, so any exchange makes pairs meet again."""
    night = plan(range(28), 9)
    assert all(exchange.costs for exchange in reasons(night, 0, 9).exchanges)


def test_a_wish_that_would_be_broken_is_named() -> None:
    night = plan(range(16), 6, never_meet=[(1, 2)], pinned={3: 4})
    table = night.rounds[2].table_of(2)
    assert table is not None
    beside = next(player for player in table.seats if player != 2)
    exchange = next(e for e in reasons(night, 1, 3).exchanges if e.other == beside)
    assert [(unmet.kind, set(unmet.players)) for unmet in exchange.breaks] == [("meet", {1, 2})]
    away = next(e for e in reasons(night, 3, 3).exchanges)
    assert [unmet.kind for unmet in away.breaks] == ["pin"]


def test_who_is_not_in_the_round_is_named() -> None:
    night = replan(plan(range(16), 4), played=2, leave=[5])
    for player, number in ((5, 3), (99, 1), (1, 9)):
        with pytest.raises(RotationError, match=f"{player} is not in game {number}"):
            reasons(night, player, number)
