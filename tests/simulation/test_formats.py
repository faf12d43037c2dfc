"""A small part of `tests.load.format_nights`: the movements that no preset has, and drawn games with their extra hand."""

from __future__ import annotations

import pytest

from tests.load import format_nights
from tournaments.models import ScoreSheet

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("think_here")]


@pytest.mark.parametrize(("kind", "seed"), [("winners_stay", 2), ("redraw", 4)])
def test_a_night_of_each_other_movement(kind, seed):
    night, wrong = format_nights.play(kind, seed, players=10)
    assert wrong == []
    assert night.settings.movement == kind


def test_bots_play_the_extra_hand_of_a_drawn_game():
    night, wrong = format_nights.play("winners_move", 6, players=14)
    assert wrong == []
    accepted = ScoreSheet.objects.filter(game__tournament=night, state="accepted")
    drawn = [sheet for sheet in accepted.select_related("game__round") if len(set(sheet.scores)) == 1]
    moved = [sheet for sheet in drawn if sheet.game.round.number < 3]
    assert moved
    assert all(sheet.extra_hand in (0, 1) for sheet in moved)
    assert all(sheet.extra_hand is None for sheet in accepted if sheet not in moved)
