"""What changes for the others when somebody goes now, said before it is done (RULES 5)."""

from __future__ import annotations

from datetime import datetime

from scoring.words import counted
from tournaments.models import Movement, Player, Tournament
from tournaments.rotation.formats import Game, Queue, restore
from tournaments.rotation.formats import Movement as State

SCHEDULE = "The rotation is then made anew for the games to come; you see it before it counts."


def leaving_changes(night: Tournament, player: Player, now: datetime) -> str:
    """In one or two sentences, for the desk; "" where nobody is seated yet. One query."""
    if night.settings.movement == "schedule":
        return SCHEDULE if night.stage == Tournament.Stage.PLAYING else ""
    stored = Movement.objects.filter(division=player.division_id).first()
    if stored is None:
        return ""
    state, seconds = restore(stored.state), int(now.timestamp())
    if player.pk not in state.players:
        return ""
    game = next((game for game in state.running if player.pk in game.seats), None)
    if isinstance(state, Queue):
        return _in_queue(state, player, game)
    if state.running:
        on = (
            f"The game at table {game.table} goes on, with somebody in the chair or without them. "
            if game
            else ""
        )
        return f"{on}They are not seated from the next game on; who sits where follows from the sheets."
    return _coming_round(state, player, seconds)


def _in_queue(state: Queue, player: Player, game: Game | None) -> str:
    if game is not None:
        return f"The game at table {game.table} goes on; they join no line after it."
    held = next((held for held in state.held if player.pk in held.players), None)
    if held is None:
        return "They leave the line; whoever waits behind them moves up."
    rest = len(held.players) - 1
    return (
        f"Table {held.table} waits on with {rest}." if rest > 1 else f"Table {held.table} is then given up."
    )


def _coming_round(state: State, player: Player, seconds: int) -> str:
    """The round laid out and not begun: how it looks without them."""
    _, games = state.next_games(seconds)
    after = state.leave(player.pk, seconds)
    _, without = after.next_games(seconds)
    if not games:
        return ""
    number = games[0].round
    if not without:
        return f"Game {number} could not be played: {after.why_idle(seconds)}."
    before, then = _tables(games), _tables(without)
    elsewhere = sum(then.get(other) != before.get(other) for other in after.players)
    out = len(after.players) - len(then)
    sits = f", {out} sit{'s' if out == 1 else ''} out" if out else ""
    moved = f"{counted(elsewhere, 'player')} at another table than now" if elsewhere else "nobody else moves"
    return f"Game {number} is then seated anew: {counted(len(without), 'table')}{sits}, {moved}."


def _tables(games: tuple[Game, ...]) -> dict[object, int]:
    return {player: game.table for game in games for player in game.seats}
