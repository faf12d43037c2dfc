"""Finding the things an act is about, within its own night, or saying plainly that they are not there.

An id from another night opens nothing (SEC-02): every look-up goes through the night.
"""

from __future__ import annotations

import uuid

from tournaments.models import Division, Game, Player, Round, Tournament
from tournaments.problems import ActRefused, refuse


def player_of(night: Tournament, player_id: int) -> Player:
    player = night.players.select_related("division", "ranked_in").filter(pk=player_id).first()
    if player is None:
        raise refuse("no_player", "That player is not on this night's list.")
    player.tournament = night
    return player


def division_of(night: Tournament, division_id: int) -> Division:
    division = night.divisions.filter(pk=division_id).first()
    if division is None:
        raise refuse("no_division", "Choose one of this night's divisions.", field="division")
    return division


def game_of(night: Tournament, game_id: uuid.UUID | str) -> Game:
    try:
        wanted = uuid.UUID(str(game_id))
    except ValueError:
        raise _no_game() from None
    game = (
        night.games.select_related("table", "round", "division", "settings_version").filter(pk=wanted).first()
    )
    if game is None:
        raise _no_game()
    return game


def _no_game() -> ActRefused:
    return refuse("no_game", "That table has no such game tonight.")


def rounds_of(night: Tournament, number: int) -> list[Round]:
    """Round `number` of every division that has one, in the divisions' order."""
    rounds = list(
        night.rounds.filter(number=number).select_related("division").order_by("division__position")
    )
    if not rounds:
        raise refuse("no_round", f"There is no game {number} in the plan.")
    return rounds


def refuse_if_final(night: Tournament) -> None:
    if night.stage == Tournament.Stage.FINAL:
        raise refuse("final", "The night is final. Reopen it to change anything.")
