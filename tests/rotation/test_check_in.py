"""First tables: who gets which, and who moves when check-in closes."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rotation import House, RotationError, plan
from tournaments.rotation.check_in import close_check_in, next_table, part

pytestmark = pytest.mark.usefixtures("brief")


def arrivals(count: int, first: int = 1) -> dict[int, int]:
    """Players 1 to count in order, four to a table."""
    return {player: first + (player - 1) // 4 for player in range(1, count + 1)}


def test_tables_fill_one_after_the_other() -> None:
    given: dict[int, int] = {}
    for player in range(1, 11):
        given[player] = next_table(given, [11, 12, 13])
    assert given == arrivals(10, 11)
    assert next_table({**given, 3: 0}, [11, 12, 13]) == 11


def test_a_chair_is_kept_for_a_pinned_player() -> None:
    pinned = {99: 1}
    given = {1: 1, 2: 1, 3: 1}
    assert next_table(given, [1, 2], pinned=pinned) == 2
    assert next_table(given, [1, 2], pinned=pinned, player=99) == 1
    assert next_table({**given, 99: 1}, [1, 2], pinned=pinned) == 2


def test_full_tables_are_told() -> None:
    with pytest.raises(RotationError, match="All 2 tables are full"):
        next_table(arrivals(8), [1, 2])


@pytest.mark.parametrize(("count", "out"), [(16, []), (17, [17]), (18, [17, 18]), (19, [17, 18, 19])])
def test_only_the_last_table_sits_out(count: int, out: list[int]) -> None:
    settled = close_check_in(arrivals(count))
    assert list(settled.sit_outs) == out
    assert [move.player for move in settled.moves] == out
    assert all(move.to is None for move in settled.moves)
    assert settled.tables == arrivals(16)


def test_holes_are_filled_from_the_last_table() -> None:
    given = arrivals(18)
    del given[3]
    settled = close_check_in(given)
    assert [(move.player, move.table, move.to) for move in settled.moves] == [(17, 5, 1), (18, 5, None)]
    assert (
        settled.moves[0].told(lambda player: f"Player {player}") == "Player 17 moves from table 5 to table 1."
    )
    assert settled.moves[1].told() == "18 leaves table 5 and sits out game 1."


@pytest.mark.parametrize(("count", "movers"), [(17, [12, 16]), (18, [16]), (19, []), (6, [4])])
def test_three_handed_tables(count: int, movers: list[int]) -> None:
    settled = close_check_in(arrivals(count), odd="three_hand")
    assert [move.player for move in settled.moves] == movers
    sizes = Counter(settled.tables.values())
    assert sorted(sizes.values()) == [3] * (-count % 4) + [4] * ((count - 3 * (-count % 4)) // 4)


def test_house_players_fill_the_last_table() -> None:
    settled = close_check_in(arrivals(14, 11), tables=range(11, 20), odd="house")
    assert not settled.moves
    assert [settled.tables[House(number)] for number in (1, 2)] == [14, 14]


def test_pinned_players_never_move() -> None:
    given = arrivals(17)
    settled = close_check_in(given, pinned={17: 5})
    assert settled.tables[17] == 5
    assert 17 not in [move.player for move in settled.moves]
    assert Counter(settled.tables.values())[5] == 4


def test_too_few_players_are_told() -> None:
    with pytest.raises(RotationError, match="3 players cannot play"):
        close_check_in(arrivals(3))


@settings(max_examples=60)
@given(data=st.data(), count=st.integers(8, 40), odd=st.sampled_from(["sit_out", "three_hand", "house"]))
def test_any_check_in_can_be_settled_and_planned(data: st.DataObject, count: int, odd: Any) -> None:
    """Whatever was given out (with no-shows), the settled tables are just what a plan takes."""
    given = arrivals(count)
    for gone in data.draw(st.sets(st.integers(1, count), max_size=count - 7)):
        del given[gone]
    tables = range(1, -(-count // 4) + 1)
    settled = close_check_in(given, tables=tables, odd=odd)
    assert set(settled.tables) | set(settled.sit_outs) >= set(given)
    for move in settled.moves:
        assert given[move.player] == move.table != move.to
        assert settled.tables.get(move.player) == move.to
    moved = {move.player for move in settled.moves}
    assert all(settled.tables[player] == table for player, table in given.items() if player not in moved)
    night = plan(list(given), 2, odd=odd, tables=tables, first_tables=settled.tables)
    assert {
        player: table.number for table in night.rounds[0].tables for player in table.seats
    } == settled.tables
    assert set(night.rounds[0].sit_outs) == set(settled.sit_outs)


@settings(max_examples=40)
@given(data=st.data(), count=st.integers(16, 40))
def test_who_may_not_meet_changes_places_with_somebody_and_is_named(data: st.DataObject, count: int) -> None:
    given_out = {player: 1 + player // 4 for player in range(count)}
    first = close_check_in(given_out)
    people = sorted(first.tables)
    pairs = data.draw(
        st.lists(
            st.lists(st.sampled_from(people), min_size=2, max_size=2, unique=True).map(tuple), max_size=3
        )
    )
    pinned = {data.draw(st.sampled_from(people)): given_out[0]} if data.draw(st.booleans()) else {}
    pinned = {player: given_out[player] for player in pinned}
    parted = part(first, given_out, pairs, pinned)
    assert Counter(parted.tables.values()) == Counter(first.tables.values())
    assert all(parted.tables[one] != parted.tables[other] for one, other in pairs)
    assert all(parted.tables[player] == table for player, table in pinned.items())
    moved = {player for player, table in parted.tables.items() if table != given_out[player]}
    assert {move.player for move in parted.moves if move.to is not None} == moved
    assert len(moved) <= 2 * len(pairs) + len(first.moves)


def test_two_who_cannot_be_parted_stay_for_the_plan_to_refuse_by_name() -> None:
    first = close_check_in(dict.fromkeys("abcd", 1))
    assert part(first, dict.fromkeys("abcd", 1), [("a", "b")]) == first
    with pytest.raises(RotationError, match="a and b are never to meet, but both were given table 1"):
        plan("abcd", 1, first_tables=first.tables, never_meet=[("a", "b")])
