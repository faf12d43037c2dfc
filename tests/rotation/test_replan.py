"""Replanning in mid-night: what was played stands, the rest is sound, fair and as little changed as can be."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import ceil, floor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rotation.judge import assert_sound, gaps, judge, repeats
from tournaments.rotation import House, Plan, PlannedTable, RotationError, plan, replan

pytestmark = pytest.mark.usefixtures("brief")


def games(night: Plan, after: int) -> set[tuple[int, PlannedTable]]:
    return {(planned.number, table) for planned in night.rounds[after:] for table in planned.tables}


def sure_gap(night: Plan) -> float:
    judged = assert_sound(night, sizes={3, 4})
    here = night.rounds[-1].present()
    return float(max(gap for player, gap in gaps(judged).items() if player in here))


def least_gap(night: Plan, after: Plan, played: int) -> float:
    """The greatest unfairness in sit-outs that nobody can avoid after what was played.

    (Those who never sat out may all have left: then somebody sits out again before their time.)
    """
    before = judge(night.rounds[:played])
    coming = after.rounds[played:]
    here = coming[0].present()
    turns = sum(len(planned.sit_outs) for planned in coming)
    fair = [
        before.share.get(player, 0) - before.sit_outs.get(player, 0) + Fraction(turns, len(here))
        for player in here
    ]
    gap = Fraction(0)
    while not sum(max(0, ceil(x - gap)) for x in fair) <= turns <= sum(floor(x + gap) for x in fair):
        gap += Fraction(1, 100)
    return float(gap)


def short_gap(night: Plan) -> float:
    """The greatest distance of a player's short tables from their share of the rounds they were there."""
    judged = assert_sound(night, sizes={3, 4})
    fair: dict[Any, float] = {}
    for planned in night.rounds:
        here = planned.present()
        seats = sum(3 for table in planned.tables if len(table.seats) == 3)
        for player in here:
            fair[player] = fair.get(player, 0.0) + seats / len(here)
    return max(abs(judged.short.get(player, 0) - fair[player]) for player in night.rounds[-1].present())


@settings(max_examples=25)
@given(data=st.data(), count=st.integers(9, 48), played=st.integers(0, 6))
def test_any_change_of_roster(data: st.DataObject, count: int, played: int) -> None:
    night = plan(range(count), 7)
    leave = data.draw(st.lists(st.integers(0, count - 1), unique=True, max_size=count - 5), label="leave")[:6]
    join = [1000 + number for number in range(data.draw(st.integers(0, 3), label="join"))]
    keep = data.draw(st.sampled_from(["most", "best"]), label="keep")
    after = replan(night, played=played, leave=leave, join=join, keep=keep)
    assert after.rounds[:played] == night.rounds[:played]
    assert len(after.rounds) == 7
    expected = set(range(count)) - set(leave) | set(join)
    assert all(planned.present() == expected for planned in after.rounds[played:])
    assert sure_gap(after) <= max(1, least_gap(night, after, played)) + 1e-9
    assert after.quality.cost >= after.quality.bound
    if len(expected) >= 9:
        assert repeats(assert_sound(after).partners) == 0


@pytest.mark.parametrize("count", [16, 20, 24, 32, 48, 64])
@pytest.mark.parametrize("played", [1, 3])
def test_one_drop_out_of_a_perfect_plan_changes_no_table(count: int, played: int) -> None:
    """The three left at each of their tables sit out: nobody meets twice, so nobody sits out twice."""
    night = plan(range(count), 5)
    assert night.quality.meetings.max == 1
    after = replan(night, played=played, leave=[7])
    assert games(after, played) < games(night, played)
    assert after.quality.meetings.max == 1
    assert sure_gap(after) <= 1


def test_a_hall_with_more_numbers_than_tables_is_not_wandered_about() -> None:
    old = plan(range(1, 18), 5, tables=range(1, 101))
    new = replan(old, played=2, leave=[13, 14], join=[18, 19, 20, 21, 22])
    assert {table.number for planned in new.rounds for table in planned.tables} == {1, 2, 3, 4, 5}


def test_a_substitute_takes_over_the_seats() -> None:
    night = plan(range(32), 8)
    after = replan(night, played=2, leave=[5], join=["Late"])
    assert after.rounds[2:] == tuple(
        replace(
            planned,
            tables=tuple(
                replace(table, seats=tuple("Late" if who == 5 else who for who in table.seats))
                for table in planned.tables
            ),
        )
        for planned in night.rounds[2:]
    )


def test_who_takes_over_from_whom_can_be_said() -> None:
    night = plan(range(16), 6)
    after = replan(night, played=1, replace={3: "New A", 4: "New B"})
    for old, new in zip(night.rounds[1:], after.rounds[1:], strict=True):
        names = {3: "New A", 4: "New B"}
        assert [[names.get(who, who) for who in table.seats] for table in old.tables] == [  # type: ignore[call-overload]
            list(table.seats) for table in new.tables
        ]


@pytest.mark.parametrize(("count", "leavers"), [(44, 4), (64, 6), (100, 10), (200, 20)])
def test_a_tenth_leaves_a_large_room(count: int, leavers: int) -> None:
    after = replan(plan(range(count), 8), played=4, leave=list(range(0, 3 * leavers, 3)))
    assert after.quality.meetings.max == 1
    assert sure_gap(after) <= 1


def test_late_arrival_plays_from_the_next_round() -> None:
    """ROT-02: round 2 is running, Player 17 comes: rounds 1 and 2 stand, 17 is in round 3."""
    night = plan(range(1, 17), 8)
    after = replan(night, played=2, join=[17])
    assert after.rounds[:2] == night.rounds[:2]
    assert all(17 not in planned.present() for planned in after.rounds[:2])
    assert all(17 in planned.present() for planned in after.rounds[2:])
    assert repeats(assert_sound(after).partners) == 0
    assert sure_gap(after) <= 1


def test_one_more_makes_a_table_of_those_who_sit_out() -> None:
    """ROT-03: 12 seated and 3 sitting out; one comes: they form a table, nobody else moves in round 1."""
    night = plan(range(1, 16), 8)
    after = replan(night, played=0, join=[16])
    assert set(night.rounds[0].tables) < set(after.rounds[0].tables)
    (new,) = set(after.rounds[0].tables) - set(night.rounds[0].tables)
    assert set(new.seats) == {*night.rounds[0].sit_outs, 16}


def test_a_leaver_is_gone_from_the_next_round() -> None:
    """ROT-05."""
    night = replan(plan(range(1, 17), 8), played=4, leave=[3])
    assert all(3 not in planned.present() for planned in night.rounds[4:])


def test_several_changes_in_one_night() -> None:
    """One drop and one late arrival (ROT-13), a return, a locked round, a swap: partners never repeat."""
    night = plan(range(1, 21), 8)
    night = replan(night, played=2, leave=[4])
    night = replan(night, played=3, join=[21])
    night = replan(night, played=4, join=[4], locked=[5])
    night = replan(night, played=5, leave=[9, 10])
    assert repeats(assert_sound(night).partners) == 0
    assert sure_gap(night) <= 1
    assert night.rounds[4].present() == set(range(1, 22)) - {4}
    assert night.rounds[5].present() == set(range(1, 22)) - {9, 10}


@pytest.mark.parametrize("keep", ["most", "best"])
@pytest.mark.parametrize(("count", "leave"), [(17, [5, 12]), (18, [3]), (20, [1]), (23, [4, 8])])
def test_sit_outs_are_fair_after_every_round_to_come(count: int, leave: list[int], keep: Any) -> None:
    """Not only at the end of the night: who just sat out does not sit out again at once."""
    after = replan(plan(range(count), 6), played=1, leave=leave, keep=keep)
    for end in range(2, 7):
        judged = judge(after.rounds[:end])
        assert max(gaps(judged)[player] for player in after.rounds[-1].present()) <= 1


def test_a_voluntary_absence_is_no_sit_out() -> None:
    """ROT-15: leaving before round 3 and coming back after it earns no sit-out."""
    night = plan(range(21, 35), 8)
    away = replan(night, played=2, leave=[22])
    back = replan(away, played=3, join=[22])
    assert 22 not in back.rounds[2].present()
    assert 22 not in back.rounds[2].sit_outs
    assert sure_gap(back) <= 1


def test_locked_rounds_stand() -> None:
    night = plan(range(24), 8)
    after = replan(night, played=2, leave=[], join=["Late"], locked=[3, 5])
    assert after.rounds[2] == night.rounds[2]
    assert after.rounds[4] == night.rounds[4]
    assert "Late" in after.rounds[3].present()
    with pytest.raises(RotationError, match="Game 3 is locked but seats 7"):
        replan(night, played=2, leave=[7], locked=[3])
    with pytest.raises(RotationError, match="Game 1 cannot be locked"):
        replan(night, played=2, locked=[1])


def test_a_swap_by_hand_is_kept_by_the_next_plan() -> None:
    from tournaments.rotation.swap import swap

    swapped = swap(plan(range(24), 6), 4, 1, 2).plan
    after = replan(swapped, played=3, leave=[20])
    kept = [table for table in swapped.rounds[3].tables if 20 not in table.seats]
    assert len(set(kept) & set(after.rounds[3].tables)) >= 3


def test_longer_and_shorter_nights() -> None:
    """ROT-20 and ROT-21: an extra round, one round less."""
    night = plan(range(20), 5)
    longer = replan(night, played=5, rounds=6)
    assert longer.rounds[:5] == night.rounds
    assert len(longer.rounds) == 6
    assert repeats(assert_sound(longer).partners) == 0
    shorter = replan(night, played=2, rounds=4)
    assert shorter.rounds == night.rounds[:4]
    with pytest.raises(RotationError, match="no game is left"):
        replan(night, played=5)


def test_house_players_come_and_go_by_themselves() -> None:
    night = plan(range(16), 6, odd="house")
    one_left = replan(night, played=1, leave=[3])
    assert one_left.rounds[1].present() == set(range(16)) - {3} | {House(1)}
    full_again = replan(one_left, played=2, join=["Late"])
    assert full_again.rounds[2].present() == set(range(16)) - {3} | {"Late"}
    for night in (one_left, full_again):
        assert all(not planned.sit_outs for planned in night.rounds)


@pytest.mark.parametrize("leave", [[1], [1, 2], [1, 2, 3], [1, 2, 3, 4, 5]])
def test_short_tables_follow_the_roster(leave: list[int]) -> None:
    night = replan(plan(range(20), 6, odd="three_hand"), played=2, leave=leave)
    judged = assert_sound(night, sizes={3, 4})
    assert all(
        sum(len(t.seats) == 3 for t in planned.tables) == len(leave) % 4 for planned in night.rounds[2:]
    )
    assert repeats(judged.partners) == 0
    assert short_gap(night) <= 1


def test_latecomers_do_not_make_up_for_short_tables_before_their_time() -> None:
    """After six rounds everybody had two short tables; of the last six chairs the latecomer gets one at most."""
    night = replan(plan(range(18), 8, odd="three_hand"), played=6, join=["Late"])
    judged = assert_sound(night, sizes={3, 4})
    assert judged.short["Late"] <= 1
    assert short_gap(night) <= 1.5


@settings(max_examples=25)
@given(
    data=st.data(),
    options=st.sampled_from(
        [
            {"mode": "tables"},
            {"mode": "alone"},
            {"odd": "three_hand"},
            {"odd": "house"},
            {"tables": [4, 5, 6]},
        ]
    ),
)
def test_any_change_in_every_mode(data: st.DataObject, options: dict[str, Any]) -> None:
    count = 24 if "tables" not in options else 14
    night = plan(range(count), 6, **options)
    played = data.draw(st.integers(0, 5), label="played")
    leave = data.draw(st.lists(st.integers(0, count - 1), unique=True, max_size=5), label="leave")
    join = list(range(1000, 1000 + data.draw(st.integers(0, 3), label="join")))
    after = replan(night, played=played, leave=leave, join=join)
    judged = assert_sound(after, sizes={3} if options.get("mode") == "alone" else {3, 4})
    people = {player for player in after.rounds[-1].present() if not isinstance(player, House)}
    assert people == set(range(count)) - set(leave) | set(join)
    assert after.rounds[:played] == night.rounds[:played]
    if after.mode == "partners":
        assert repeats(judged.partners) == 0


def test_pairs_kept_apart_from_now_on() -> None:
    night = plan(range(20), 6)
    one, other = night.rounds[4].tables[0].seats[:2]
    after = replan(night, played=2, never_meet=[(one, other)])
    assert not any(
        {one, other} <= set(table.seats) for planned in after.rounds[2:] for table in planned.tables
    )
    two = night.rounds[5].tables[1].partner_pairs()[0]
    after = replan(night, played=2, never_partner=[two])
    assert not any(two in table.partner_pairs() for planned in after.rounds[2:] for table in planned.tables)


def test_a_wish_against_a_locked_round_is_refused() -> None:
    night = plan(range(16), 6)
    one, other = night.rounds[2].tables[0].seats[:2]
    with pytest.raises(RotationError, match="never to meet, but game 3 is locked: unlock it"):
        replan(night, played=1, locked=[3], never_meet=[(one, other)])


def test_a_division_may_get_another_table() -> None:
    night = plan(range(12), 4, tables=[11, 12, 13])
    crowded = replan(night, played=1, join=[12, 13, 14, 15])
    assert all(len(planned.sit_outs) == 4 for planned in crowded.rounds[1:])
    roomy = replan(night, played=1, join=[12, 13, 14, 15], tables=[11, 12, 13, 20])
    assert all({t.number for t in planned.tables} == {11, 12, 13, 20} for planned in roomy.rounds[1:])


def test_pins_given_in_mid_night_are_kept() -> None:
    night = replan(plan(range(16), 8), played=3, pinned={6: 2, 9: 4})
    for planned in night.rounds[3:]:
        assert planned.table_of(6) is None or planned.table_of(6).number == 2  # type: ignore[union-attr]
        assert planned.table_of(9) is None or planned.table_of(9).number == 4  # type: ignore[union-attr]


def test_best_figures_are_never_worse_than_most_kept() -> None:
    night = plan(range(20), 8)
    most, best = (replan(night, played=4, leave=[3], keep=keep) for keep in ("most", "best"))  # type: ignore[arg-type]
    assert best.quality.cost <= most.quality.cost
    assert len(games(most, 4) & games(night, 4)) >= len(games(best, 4) & games(night, 4))


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"leave": [99]}, "99 is not playing"),
    ({"join": [3]}, "3 is playing already"),
    ({"leave": [3, 3]}, "3 is to leave twice"),
    ({"leave": [3], "join": [3]}, "named both"),
    ({"leave": list(range(13))}, "3 players cannot play"),
    ({"leave": list(range(16))}, "No players cannot play"),
    ({"pinned": {77: 1}}, "77 is named in a wish"),
    ({"never_meet": [(1, 77)]}, "77 is named in a wish"),
    ({"keep": "some"}, "say 'most', 'best' or 'none'"),
    ({"rounds": 2}, "no game is left"),
]


@pytest.mark.parametrize(("change", "message"), REFUSED)
def test_impossible_changes_are_refused_by_name(change: dict[str, Any], message: str) -> None:
    """ROT-07, ROT-14."""
    with pytest.raises(RotationError, match=message):
        replan(plan(range(16), 5), **({"played": 2} | change))


def test_more_rounds_played_than_planned() -> None:
    with pytest.raises(RotationError, match="6 games cannot be played of a plan of 5"):
        replan(plan(range(16), 5), played=6)
