"""First dealers: everybody as often as their games allow, rounded down or up (ROTATION 6)."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rotation.judge import assert_sound
from tournaments.rotation import plan, replan
from tournaments.rotation.dealers import first_dealers

pytestmark = pytest.mark.usefixtures("brief")


@settings(max_examples=40)
@given(count=st.integers(4, 30), rounds=st.integers(1, 9), seed=st.integers(0, 99))
def test_first_deals_are_floor_or_ceil(count: int, rounds: int, seed: int) -> None:
    random = Random(seed)
    games = []
    for _ in range(rounds):
        order = random.sample(range(count), count)
        games += [order[base : base + 4] for base in range(0, count - 3, 4)]
    dealers = first_dealers(games, {})
    for who in range(count):
        played = sum(who in game for game in games)
        assert played // 4 <= dealers.count(who) <= -(-played // 4)
    assert all(dealer in game for dealer, game in zip(dealers, games, strict=True))


def test_first_deals_that_stand_are_kept() -> None:
    games = [[0, 1, 2, 3], [0, 1, 2, 3], [0, 1, 2, 3], [0, 1, 2, 3]]
    dealers = first_dealers(games, {0: 2, 1: 2})
    assert dealers[:2] == [2, 2]
    assert set(dealers[2:]) < {0, 1, 3}


@settings(max_examples=25)
@given(
    count=st.integers(7, 40),
    rounds=st.integers(1, 8),
    options=st.sampled_from(
        [{}, {"mode": "tables"}, {"mode": "alone"}, {"odd": "three_hand"}, {"odd": "house"}]
    ),
)
def test_fair_in_a_whole_plan_of_every_mode(count: int, rounds: int, options: dict[str, Any]) -> None:
    """A game of four gives each a quarter of a first deal, a game of three a third."""
    night = plan(range(count), rounds, **options)
    judged = assert_sound(night, sizes={3, 4})
    for player in night.players:
        tables = [table for planned in night.rounds for table in planned.tables if player in table.seats]
        share = sum((Fraction(1, len(table.seats)) for table in tables), Fraction(0))
        assert floor(share) <= judged.first_deals.get(player, 0) <= ceil(share)


def test_games_played_keep_their_dealers_and_the_rest_makes_up_for_them() -> None:
    night = plan(range(16), 8)
    after = replan(night, played=4, leave=[3], join=["Late"])
    assert [t.first_dealer for r in after.rounds[:4] for t in r.tables] == [
        t.first_dealer for r in night.rounds[:4] for t in r.tables
    ]
    deals = assert_sound(after).first_deals
    assert all(deals[player] == 2 for player in range(16) if player != 3)
