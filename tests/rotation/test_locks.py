"""What the organizer locked: rounds and tables that stand whatever else is planned anew."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rotation.judge import assert_sound, gaps, repeats
from tournaments.rotation import Plan, PlannedTable, RotationError, plan, replan
from tournaments.rotation.changes import present_now

pytestmark = pytest.mark.usefixtures("brief")


def table(night: Plan, number: int, table_number: int) -> PlannedTable:
    return next(t for t in night.rounds[number - 1].tables if t.number == table_number)


@settings(max_examples=30)
@given(
    data=st.data(),
    count=st.integers(12, 40),
    options=st.sampled_from([{}, {"mode": "tables"}, {"odd": "three_hand"}, {"mode": "alone"}]),
    keep=st.sampled_from(["most", "best", "none"]),
)
def test_locked_tables_stand_in_every_mode(
    data: st.DataObject, count: int, options: dict[str, Any], keep: Any
) -> None:
    night = plan(range(count), 6, **options)
    played = data.draw(st.integers(0, 4), label="played")
    there = [(planned.number, t.number) for planned in night.rounds[played:] for t in planned.tables]
    locked = data.draw(st.lists(st.sampled_from(there), unique=True, max_size=4), label="locked")
    held = {player for number, t in locked for player in table(night, number, t).seats}
    leave = [player for player in range(count) if player not in held][: data.draw(st.integers(0, 2))]
    change: dict[str, Any] = {"played": played, "leave": leave, "join": ["Late"], "locked_tables": locked}
    there_then = count - len(leave) + 1
    short = -there_then % 4 if night.odd == "three_hand" else 0
    full = (there_then - 3 * short) // 4
    sizes = Counter((number, len(table(night, number, t).seats)) for number, t in locked)
    if night.mode != "alone" and any(held > (short, full)[size - 3] for (_, size), held in sizes.items()):
        with pytest.raises(RotationError, match=r"locked as (a table|tables) of (three|four), but"):
            replan(night, keep=keep, **change)
        return
    after = replan(night, keep=keep, **change)
    assert_sound(after, sizes={3} if after.mode == "alone" else {3, 4})
    for number, t in locked:
        assert table(after, number, t) == table(night, number, t)
    assert after.rounds[-1].present() == set(range(count)) - set(leave) | {"Late"}


@pytest.mark.parametrize("keep", ["most", "best", "none"])
def test_nobody_at_a_locked_table_is_sent_to_sit_out(keep: Any) -> None:
    night = plan(range(18), 6)
    seats = table(night, 4, 2).seats
    after = replan(
        night, played=1, leave=[p for p in range(18) if p not in seats][:1], locked_tables=[(4, 2)], keep=keep
    )
    assert not set(seats) & set(after.rounds[3].sit_outs)
    judged = assert_sound(after)
    assert repeats(judged.partners) == 0
    assert max(gaps(judged)[player] for player in after.rounds[-1].present()) <= 1


def test_a_redraw_changes_all_that_is_not_locked() -> None:
    night = plan(range(24), 6)
    again = replan(night, played=0, locked=[2], locked_tables=[(5, 3)], keep="none", seed=9)
    assert again.rounds[1] == night.rounds[1]
    assert table(again, 5, 3) == table(night, 5, 3)
    same = {(r.number, t.seats) for r in night.rounds for t in r.tables} & {
        (r.number, t.seats) for r in again.rounds for t in r.tables
    }
    assert len(same) <= 6 + 1 + 3  # round 2, the table, and what chance brings
    assert repeats(assert_sound(again).partners) == 0


def test_who_left_no_longer_sits_out_of_a_locked_round() -> None:
    night = plan(range(17), 6)
    leaver = night.rounds[3].sit_outs[0]
    after = replan(night, played=1, leave=[leaver], locked=[4])
    assert after.rounds[3].tables == night.rounds[3].tables
    assert after.rounds[3].sit_outs == ()


@pytest.mark.parametrize(
    ("seed", "away", "locked"),
    [(0, 3, [5, 6]), (16, 0, [5, 7]), (21, 1, [5, 7])],
    ids=["before", "between", "after"],
)
def test_nobody_sits_out_three_times_running_across_a_locked_game(
    seed: int, away: int, locked: list[int]
) -> None:
    """Seven, one of them away for two games: somebody else can sit out as fairly."""
    night = plan(range(7), 8, seed=seed)
    night = replan(night, played=1, leave=[away], keep="none", seed=seed)
    night = replan(night, played=3, join=[away], keep="none", seed=seed)
    after = replan(night, played=3, locked=locked, keep="none", seed=seed + 1)
    for player in range(7):
        turns = "".join("x" if player in planned.sit_outs else "." for planned in after.rounds)
        assert "xxx" not in turns


@pytest.mark.parametrize("count", [17, 18, 19])
def test_who_came_after_a_game_was_locked_is_one_of_those_present(count: int) -> None:
    """Game 2 is locked; somebody comes, and then one of those who sit it out leaves."""
    night = replan(plan(range(count), 6), played=1, join=["Late"], locked=[2])
    leaver = night.rounds[1].sit_outs[0]
    here = {*range(count), "Late"} - {leaver}
    assert set(present_now(night, 1)) == here | {leaver}
    after = replan(night, played=1, leave=[leaver], locked=[2])
    assert_sound(after)
    assert all(planned.present() == here for planned in after.rounds[2:])


NIGHT = plan(range(16), 5)
SEATED = table(NIGHT, 3, 2).seats
OTHER = next(player for player in range(16) if player not in SEATED)

REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"leave": [SEATED[0]]}, f"Table 2 of game 3 is locked but seats {SEATED[0]}, who is leaving: unlock the table"),
    ({"never_meet": [SEATED[:2]]}, "never to meet, but table 2 of game 3 is locked: unlock it or drop the wish"),
    ({"never_partner": [SEATED[::2]]}, "never to be partners, but table 2 of game 3 is locked"),
    ({"pinned": {SEATED[1]: 1}}, f"{SEATED[1]} is to keep another table, but table 2 of game 3 is locked"),
    ({"pinned": {OTHER: 2}}, f"{OTHER} is to keep table 2, but in game 3 it is locked for others"),
    ({"locked_tables": [(3, 9)]}, "Table 9 of game 3 cannot be locked: it is not planned"),
    ({"locked_tables": [(1, 1)]}, "Table 1 of game 1 cannot be locked: it is not planned"),
    ({"locked_tables": [(9, 1)]}, "Table 1 of game 9 cannot be locked"),
    (
        {"locked_tables": [(3, 1), (3, 2), (3, 3), (3, 4)], "tables": [1, 2, 3]},
        "Tables 1, 2, 3 and 4 of game 3 are locked as tables of four, but 16 players make 3 of these: unlock 1",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("change", "message"), REFUSED)
def test_locks_that_cannot_stand_are_refused_by_name(change: dict[str, Any], message: str) -> None:
    with pytest.raises(RotationError) as refused:
        replan(NIGHT, **({"played": 1, "locked_tables": [(3, 2)]} | change))
    assert message in str(refused.value)
