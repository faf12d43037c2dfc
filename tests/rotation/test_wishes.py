"""Pins, pairs kept apart, first tables: honoured, at no cost where possible, refused by name where not."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rotation.judge import assert_sound, judge, repeats
from tournaments.rotation import Plan, RotationError, Wishes, plan
from tournaments.rotation.wishes import refuse_impossible_wishes, unmet_wishes

pytestmark = pytest.mark.usefixtures("brief")


def tables_of(night: Plan, player: object) -> set[int]:
    found = (planned.table_of(player) for planned in night.rounds)
    return {table.number for table in found if table is not None}


@settings(max_examples=30)
@given(data=st.data(), count=st.integers(12, 44), rounds=st.integers(1, 7))
def test_wishes_are_honoured(data: st.DataObject, count: int, rounds: int) -> None:
    players = st.integers(0, count - 1)
    pins = data.draw(st.lists(players, unique=True, max_size=min(3, count // 4)), label="pinned")
    pairs = st.lists(st.tuples(players, players).filter(lambda pair: pair[0] != pair[1]), max_size=2)
    apart, never = data.draw(pairs, label="apart"), data.draw(pairs, label="never partner")
    pinned = {player: table for table, player in enumerate(pins, start=1)}
    night = plan(range(count), rounds, pinned=pinned, never_meet=apart, never_partner=never)
    judged = assert_sound(night)
    for player, table in pinned.items():
        assert tables_of(night, player) <= {table}
    assert not any(frozenset(pair) in judged.meetings for pair in apart)
    assert not any(frozenset(pair) in judged.partners for pair in never)
    assert repeats(judged.partners) == 0


@pytest.mark.parametrize(
    ("count", "rounds", "pins"), [(24, 7, 2), (24, 7, 3), (32, 8, 2), (40, 8, 3), (46, 8, 3), (64, 8, 4)]
)
def test_pins_cost_nothing_in_a_perfect_plan(count: int, rounds: int, pins: int) -> None:
    night = plan(range(count), rounds, pinned={player: player + 1 for player in range(pins)})
    assert max(assert_sound(night).meetings.values()) == 1


def test_a_pinned_player_stays_and_partners_do_not_repeat() -> None:
    """ROT-09."""
    night = plan(range(1, 17), 8, pinned={4: 1})
    assert tables_of(night, 4) == {1}
    assert repeats(assert_sound(night).partners) == 0


@settings(max_examples=30)
@given(count=st.integers(8, 60), told=st.floats(0, 1), seed=st.integers(0, 3))
def test_first_tables_are_kept_and_cost_nothing(count: int, told: float, seed: int) -> None:
    tables = count // 4
    first = {player: 10 + player // 4 for player in range(int(4 * tables * told))}
    night = plan(range(count), 5, first_tables=first, tables=range(10, 10 + tables), seed=seed)
    assert_sound(night)
    for player, table in first.items():
        assert night.rounds[0].table_of(player).number == table  # type: ignore[union-attr]
    assert night.quality.cost == plan(range(count), 5, seed=seed).quality.cost


def test_first_tables_with_short_tables() -> None:
    first = {player: player // 4 + 1 for player in range(12)} | {12: 4, 13: 4, 14: 4, 15: 5, 16: 5, 17: 5}
    night = plan(range(18), 6, odd="three_hand", first_tables=first)
    assert_sound(night, sizes={3, 4})
    assert all(night.rounds[0].table_of(player).number == table for player, table in first.items())  # type: ignore[union-attr]


def test_first_tables_together_with_wishes() -> None:
    first = {player: player // 4 + 1 for player in range(24)}
    night = plan(range(24), 7, first_tables=first, never_meet=[(0, 4), (1, 23)], pinned={9: 3})
    judged = assert_sound(night)
    assert all(night.rounds[0].table_of(player).number == table for player, table in first.items())  # type: ignore[union-attr]
    assert frozenset((0, 4)) not in judged.meetings
    assert frozenset((1, 23)) not in judged.meetings
    assert tables_of(night, 9) == {3}


def test_a_pinned_player_joins_the_table_given_to_others_first() -> None:
    night = plan(range(16), 5, pinned={15: 2}, first_tables={4: 2, 5: 2, 0: 1})
    assert tables_of(night, 15) == {2}
    assert {4, 5, 15} < set(night.rounds[0].table_of(4).seats)  # type: ignore[union-attr]


def test_pins_choose_which_tables_are_used() -> None:
    night = plan(range(12), 4, tables=range(11, 20), pinned={3: 17})
    assert {table.number for planned in night.rounds for table in planned.tables} == {11, 12, 17}


def test_table_numbers_of_a_division() -> None:
    """ROT-08: numbers without gaps in the division's range, also when some sit out."""
    night = plan(range(21, 35), 8, tables=range(11, 15))
    assert [[table.number for table in planned.tables] for planned in night.rounds] == [[11, 12, 13]] * 8
    assert all(len(planned.sit_outs) == 2 for planned in night.rounds)


REFUSED: list[tuple[int, dict[str, Any], str]] = [
    (3, {}, "3 players cannot play: a table needs four. Three can play"),
    (1, {}, "One player cannot play"),
    (0, {}, "No players cannot play"),
    (2, {"mode": "alone"}, "2 players cannot play: a table needs three"),
    (5, {"odd": "three_hand"}, "Five players cannot fill tables"),
    (16, {"pinned": {1: 1, 2: 1}}, "1 and 2 are both pinned to table 1.*tables 2, 3 and 4"),
    (4, {"pinned": {1: 1, 2: 1}}, "unpin one of them"),
    (16, {"pinned": {1: 9}}, "1 is to sit at table 9, but the tables are 1, 2, 3 and 4"),
    (16, {"pinned": {77: 1}}, "77 is named in a wish"),
    (16, {"first_tables": {77: 1}}, "77 is named in a wish"),
    (16, {"never_meet": [(3, 3)]}, "3 is to be kept apart from themselves"),
    (16, {"pinned": {1: 1}, "first_tables": {1: 2}}, "1 is pinned to table 1 but was given table 2"),
    (16, {"first_tables": dict.fromkeys(range(5), 1)}, "Table 1 was given to 5 players"),
    (
        16,
        {"pinned": {9: 1}, "first_tables": dict.fromkeys(range(4), 1)},
        "9 is pinned to table 1, but it was given to 0, 1, 2 and 3",
    ),
    (
        16,
        {"never_meet": [(1, 2)], "first_tables": {1: 3, 2: 3}},
        "1 and 2 are never to meet, but both were given table 3",
    ),
    (9, {"tables": range(1, 9), "first_tables": {1: 1, 2: 2, 3: 3}}, "fill only 2: close check-in first"),
    (18, {"odd": "three_hand", "first_tables": {n: n // 4 + 1 for n in range(16)}}, "close check-in first"),
    (
        8,
        {"never_meet": list(combinations(range(3), 2))},
        "are never to meet each other, which takes 3 tables; there are 2",
    ),
    (16, {"never_meet": [(0, other) for other in range(1, 15)]}, "0 may meet only 1 of the others"),
    (16, {"never_partner": [(0, other) for other in range(1, 16)]}, "0 may partner nobody"),
    (16, {"tables": [1, 1, 2]}, "different whole numbers"),
    (16, {"tables": [0, 1, 2, 3]}, "different whole numbers"),
    (19, {"odd": "house", "tables": [1, 2]}, "20 players need 5 tables, but only 2"),
    (16, {"rounds": 0}, "0 games cannot be planned"),
    (16, {"mode": "duplicate"}, "The mode 'duplicate' is unknown"),
    (16, {"odd": "dummy"}, "'dummy' is no way to treat odd numbers"),
]


@pytest.mark.parametrize(("count", "wishes", "message"), REFUSED)
def test_impossible_wishes_are_refused_by_name(count: int, wishes: dict[str, Any], message: str) -> None:
    with pytest.raises(RotationError, match=message):
        plan(range(count), **({"rounds": 4} | wishes))


def test_wishes_that_no_search_can_meet_are_refused_by_name() -> None:
    """With two tables two pairs can be kept apart for a while, but these four leave one way to sit."""
    apart = [(0, 1), (0, 2), (0, 3), (4, 5), (4, 6), (4, 7)]
    with pytest.raises(RotationError, match="cannot be kept apart in every game"):
        plan(range(8), 3, never_meet=apart)


def test_a_player_listed_twice_is_named() -> None:
    with pytest.raises(RotationError, match="Ada is listed twice"):
        plan(["Ada", "Ben", "Ada", "Cleo", "Dan"], 2)


def test_messages_can_name_players_by_name() -> None:
    names = {4: "Ada", 9: "Ben"}
    with pytest.raises(RotationError) as refused:
        plan(range(16), 3, pinned={4: 2, 9: 2})
    assert refused.value.players == (4, 9)
    assert refused.value.told(lambda player: names[player]).startswith(
        "Ada and Ben are both pinned to table 2"
    )  # type: ignore[index]


CONTRADICTIONS = [
    (count, wishes, message)
    for count, wishes, message in REFUSED
    if count >= 4 and set(wishes) <= {"pinned", "never_meet", "never_partner"}
]


@pytest.mark.parametrize(("count", "wishes", "message"), CONTRADICTIONS)
def test_what_needs_no_search_is_told_without_one(count: int, wishes: dict[str, Any], message: str) -> None:
    asked = Wishes(
        tuple(wishes.get("pinned", {}).items()),
        tuple(wishes.get("never_partner", ())),
        tuple(wishes.get("never_meet", ())),
    )
    with pytest.raises(RotationError, match=message):
        refuse_impossible_wishes(asked, range(count), "partners", "sit_out")


def test_house_players_count_as_company_and_crowds_without_a_table_pass() -> None:
    """Nine people make three tables with house players, two without; three people make none at all."""
    apart = Wishes(never_meet=tuple(combinations(range(3), 2)))
    refuse_impossible_wishes(apart, range(9), "partners", "house")
    with pytest.raises(RotationError, match="takes 3 tables; there are 2"):
        refuse_impossible_wishes(apart, range(9), "partners", "sit_out")
    refuse_impossible_wishes(apart, range(3), "partners", "sit_out")


@settings(max_examples=30)
@given(data=st.data(), count=st.integers(8, 20), mode=st.sampled_from(["partners", "tables"]))
def test_every_unmet_wish_is_found(data: st.DataObject, count: int, mode: Any) -> None:
    night = plan(range(count), 4, mode=mode)
    pair = st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)).filter(
        lambda two: two[0] != two[1]
    )
    one, other = data.draw(pair), data.draw(pair)
    pinned = data.draw(st.integers(0, count - 1))
    found = list(unmet_wishes(night.rounds, Wishes(((pinned, 1),), (one,), (other,)), mode))
    judged = judge(night.rounds, mode == "partners")
    assert sum(unmet.kind == "partner" for unmet in found) == judged.partners.get(frozenset(one), 0)
    assert sum(unmet.kind == "meet" for unmet in found) == judged.meetings.get(frozenset(other), 0)
    away = [r.table_of(pinned) for r in night.rounds]
    assert sum(unmet.kind == "pin" for unmet in found) == sum(t is not None and t.number != 1 for t in away)
