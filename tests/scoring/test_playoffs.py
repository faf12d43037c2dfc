"""Sudden death for two, three, four and more players."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import PlayoffTable, after_hand, playoff_plan, playoff_tables, settled_order


def test_two_play_as_opponents_with_partners_by_lot() -> None:
    assert playoff_tables((7, 4)) == (PlayoffTable((7, 4, None, None)),)  # seats 0 and 1 are opponents
    (step,) = playoff_plan(2)
    assert step.tables == (PlayoffTable((1, 2, None, None)),)
    assert "drawn by lot" in step.decides
    assert "void" in step.decides


def test_three_play_three_handed_then_those_still_level() -> None:
    assert playoff_tables((7, 4, 9)) == (PlayoffTable((7, 4, 9)),)
    first, second = playoff_plan(3)
    assert first.tables == (PlayoffTable((1, 2, 3)),)
    assert second.tables == ()  # who is level depends on the hand


def test_four_play_two_against_two_then_each_pair_again() -> None:
    assert playoff_tables((7, 4, 9, 2)) == (PlayoffTable((7, 4, 9, 2)),)  # 7 and 9 against 4 and 2
    assert len(playoff_plan(4)) == 3


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (1, []),
        (5, [3, 2]),
        (6, [4, 2]),
        (7, [4, 3]),
        (8, [4, 4]),
        (9, [4, 3, 2]),
        (10, [4, 4, 2]),
        (11, [4, 4, 3]),
    ],
)
def test_more_play_at_several_tables_at_once(players: int, sizes: list[int]) -> None:
    tables = playoff_tables(range(players))
    assert [sum(seat is not None for seat in table.seats) for table in tables] == sizes


@pytest.mark.parametrize("players", range(5, 20))
def test_a_plan_for_more_seats_everybody_once(players: int) -> None:
    first = playoff_plan(players)[0]
    seats = [seat for table in first.tables for seat in table.seats if seat is not None]
    assert sorted(seats) == list(range(1, players + 1))


@pytest.mark.parametrize("players", [-1, 0, 1])
def test_one_player_needs_no_playoff(players: int) -> None:
    with pytest.raises(ValueError, match="players"):
        playoff_plan(players)


def test_who_gains_stands_before_who_does_not() -> None:
    groups = after_hand([(1, 2, 3, 4)], 0, {2, 4})
    assert groups == ((2, 4), (1, 3))
    assert settled_order(groups) is None
    groups = after_hand(groups, 1, {3})
    groups = after_hand(groups, 0, {2})
    assert groups == ((2,), (4,), (3,), (1,))
    assert settled_order(groups) == (2, 4, 3, 1)


@pytest.mark.parametrize("winners", [set(), {1, 2}])
def test_a_hand_that_separates_nobody_is_played_again(winners: set[int]) -> None:
    assert after_hand([(5,), (1, 2)], 1, winners) == ((5,), (1, 2))


def test_a_winner_must_have_played() -> None:
    with pytest.raises(ValueError, match="winners"):
        after_hand([(1, 2)], 0, {3})


@given(st.integers(2, 13), st.randoms(use_true_random=False))
def test_any_number_is_put_in_order_in_the_end(players: int, lots: random.Random) -> None:
    groups: tuple[tuple[int, ...], ...] = (tuple(range(players)),)
    for _ in range(200):
        level = next((index for index, group in enumerate(groups) if len(group) > 1), None)
        if level is None:
            break
        drawn = list(groups[level])
        lots.shuffle(drawn)
        winners: set[int] = set()
        for table in playoff_tables(drawn):
            assert len(table.seats) in (3, 4)
            side = lots.choice([(0, 2), (1, 3)]) if len(table.seats) == 4 else lots.choice([(0,), (1, 2)])
            winners |= {seat for index in side if (seat := table.seats[index]) is not None}
        before = groups
        groups = after_hand(groups, level, winners)
        assert sorted(player for group in groups for player in group) == list(range(players))
        assert len(groups) >= len(before)
    order = settled_order(groups)
    assert order is not None
    assert sorted(order) == list(range(players))
