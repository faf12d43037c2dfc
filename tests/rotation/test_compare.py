"""Differences, choices, swaps and the report, in words and figures."""

from __future__ import annotations

import pytest

from tournaments.rotation import plan, replan
from tournaments.rotation.compare import choices, difference
from tournaments.rotation.swap import swap

pytestmark = pytest.mark.usefixtures("brief")


def named(player: object) -> str:
    return f"Player {player}"


def test_a_substitution_changes_one_table_a_round() -> None:
    night = plan(range(16), 5)
    changed = difference(night, replan(night, played=2, replace={3: 16}))
    assert (changed.changed, changed.kept) == (3, 9)
    assert [change.round for change in changed.tables] == [3, 4, 5]
    assert changed.told(named)[0].endswith(": Player 16 instead of Player 3.")
    assert not changed.sit_outs


def test_an_equal_plan_has_no_differences() -> None:
    night = plan(range(16), 5)
    assert difference(night, night).told() == []
    assert difference(night, night).kept == 20


def test_every_kind_of_change_has_a_sentence() -> None:
    fifteen = plan(range(1, 16), 3)
    joined = difference(fifteen, replan(fifteen, played=0, join=[16])).told(named)
    assert any("table 4 is new: Player" in line and "against" in line for line in joined)
    assert any("now play" in line for line in joined)
    sixteen = plan(range(1, 17), 3)
    left = difference(sixteen, replan(sixteen, played=0, leave=[16])).told(named)
    assert any(line.endswith("is not used.") for line in left)
    assert any("now sit out" in line for line in left)
    threes = plan(range(1, 17), 3, odd="three_hand")
    shorter = difference(threes, replan(threes, played=0, leave=[16])).told(named)
    longer = difference(replan(threes, played=0, leave=[16]), threes).told(named)
    assert any("goes on without" in line or "instead of" in line for line in shorter)
    assert any("as well" in line or "instead of" in line for line in longer)
    swapped = swap(sixteen, 1, *sixteen.rounds[0].tables[0].seats[:2]).plan
    assert "keeps its players in other seats" in difference(sixteen, swapped).told()[0]


def test_a_longer_night_has_new_tables() -> None:
    night = plan(range(8), 2)
    changed = difference(night, replan(night, played=2, rounds=3))
    assert [change.before for change in changed.tables] == [None, None]


def test_both_choices_come_with_figures() -> None:
    night = plan(range(24), 8)
    most, best = choices(night, played=4, leave=[3, 9])
    assert (most.keep, best.keep) == ("most", "best")
    assert most.difference.changed <= best.difference.changed
    assert best.plan.quality.cost <= most.plan.quality.cost
    assert " of 20 games to come changed; over the whole night no partnerships repeat" in most.told()
    assert "(games 1 to 4 stand)" in most.told()
