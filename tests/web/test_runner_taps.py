"""Two hundred games of the bots cost a runner's finger no more than was promised."""

from random import Random

import pytest

from scoring import PRESETS
from scoring.play import play_game
from tests import taps

GAMES = 200


@pytest.fixture(scope="module")
def records():
    return [play_game(PRESETS["wemsa"], Random(seed)) for seed in range(GAMES)]


def test_hand_by_hand_with_every_loners_name(records):
    counted = [taps.by_hands(record) for record in records]
    assert sum(counted) / GAMES <= 17
    assert taps.percentile(counted, 0.95) <= 22


def test_by_totals(records):
    counted = [taps.by_totals(record) for record in records]
    assert sum(counted) / GAMES <= 10
    assert taps.percentile(counted, 0.95) <= 11
