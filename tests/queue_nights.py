"""Nights of the continuous queue for tests, through the acts alone (T&K)."""

from __future__ import annotations

from tests.factories import HOST, add_players, check_everybody_in, make_night, reload
from tournaments.actions import movement
from tournaments.rotation import formats


def queue_night(players=9, seed=None, **changes):
    """A queue that is open, by default without last call."""
    night = make_night("torrence-knox", divisions=["Players"], **{"last_call": "", **changes})
    add_players(night, players)
    check_everybody_in(night)
    movement.begin_movement(night, HOST, seed=seed)
    return reload(night)


def seats_of(game):
    """Player ids in the order of the chairs."""
    return [seat.player_id for seat in game.seats.order_by("position")]


def state_of(night):
    """The movement as it is stored."""
    return formats.restore(night.divisions.get().movement.state)
