"""A void game is played, or counted, after all."""

from __future__ import annotations

from tournaments.actions import queue_games
from tournaments.actions.act import Act, Result, act
from tournaments.actions.lookup import game_of, refuse_if_final
from tournaments.actions.seating import count_again
from tournaments.models import Game
from tournaments.problems import refuse
from tournaments.queries.restoring import restoring_of


@act
def restore_game(act: Act, *, game_id: str, reason: str, play: bool = True) -> Result:
    """Take "void" back. `play`: its four sit down again and the table owes its sheet; refused, with who is where, once
    they have been seated elsewhere or their round is closed. Otherwise only the sheet is owed, and counts like one that comes late.

    Sheets that were in stay taken back, in the history. In a queue the four leave the line.
    """
    refuse_if_final(act.night)
    game = game_of(act.night, game_id)
    ways = restoring_of(game)
    if ways is None:
        raise refuse("not_void", f"{game} is not void.")
    if not reason.strip():
        raise refuse("reason", "Say why the game counts after all.", field="reason")
    if problem := ways.play_problem if play else ways.count_problem:
        raise refuse("elsewhere", f"{game}: {problem}")
    if play:
        queue_games.game_restored(game)
    count_again(game, live=play)
    game.status = Game.Status.RUNNING if play else Game.Status.FINISHED
    game.finished_at = None if play else game.finished_at
    game.save(update_fields=["status", "finished_at"])
    queue_games.chairs_changed(act, game)
    act.touch("seating", "scores")
    text = "is played after all" if play else "counts after all: it owes its sheet"
    act.record(f"{game} {text}", before="void", after=game.status, reason=reason, game=game)
    return {"game": str(game.pk)}
