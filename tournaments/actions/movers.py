"""The director says who moves: the extra hand of a drawn game, and tables of the queue that must not wait."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tournaments.actions import movement
from tournaments.actions.act import Act, Result, act
from tournaments.actions.lookup import game_of, refuse_if_final
from tournaments.actions.seating import set_live
from tournaments.actions.sheet_records import dashed, entered, store, summary
from tournaments.models import Game, ScoreSheet
from tournaments.problems import refuse
from tournaments.sheet_content import stored

State, GameStatus = ScoreSheet.State, Game.Status


@act
def record_extra_hand(act: Act, *, game_id: str, sheet_id: str, side: int) -> Result:
    """Say which side (0: the first seat's) won the extra hand of a drawn game, or put it right (RULES 3).

    No points change: the sheet is superseded by one that says it too, and its people move.
    """
    refuse_if_final(act.night)
    game = game_of(act.night, game_id)
    game.tournament = act.night
    old = game.sheets.filter(state=State.ACCEPTED).prefetch_related("lines", "hands").first()
    if old is None or str(old.pk) != str(sheet_id):
        raise refuse("stale", f"{game}: the sheet has changed since you opened it. Look again.")
    before = stored(old)
    if not before.is_drawn or before.pairing is None:
        raise refuse("not_drawn", f"{game} is not drawn: its winners are known.")
    if side not in (0, 1):
        raise refuse("side", "Say which of the two sides won the extra hand.", field="side")
    after = replace(before, extra_hand=side)
    if after == before:
        act.record(f"{game}: the extra hand was known already", after=summary(after), game=game)
        return {"note": ""}
    ScoreSheet.objects.filter(pk=old.pk).update(state=State.SUPERSEDED)
    store(act, game, after, State.ACCEPTED, agreed=old.agreed, reason="the extra hand", supersedes=old)
    note = movement.game_over(act, game)
    act.touch("scores", "seating")
    text = f"{game}: drawn {dashed(after.scores)}, the extra hand is won. {note}"
    act.record(text.strip(), before=entered(old), after=summary(after), game=game)
    return {"note": note}


@act
def free_table(act: Act, *, game_id: str, stay: Sequence[int], reason: str = "") -> Result:
    """Let a table of the queue go on although its sheet is disputed, drawn or missing (T&K, Table Rotation).

    `stay`: ids of the two who stay as winners; none: by lot. The sheet is settled whenever it is; what it says then
    moves nobody any more.
    """
    refuse_if_final(act.night)
    game = game_of(act.night, game_id)
    queue = movement.queue_of(game)
    if queue is None:
        raise refuse("not_held", f"{game} holds nobody up: its people have moved on.")
    seats = list(game.seats.select_related("player").order_by("position"))
    if len(set(stay)) not in (0, 2) or not set(stay) <= {seat.player_id for seat in seats}:
        raise refuse("stay", "Choose the two who stay at the table, or lots.", field="stay")
    if game.status == GameStatus.RUNNING:
        game.status, game.finished_at = GameStatus.FINISHED, act.at
        game.save(update_fields=["status", "finished_at"])
        set_live([game], False)
    movement.move_on(act, queue, game, list(stay))
    act.touch("scores", "seating")
    named = [str(seat.player) for seat in seats if seat.player_id in stay]
    who = " and ".join(named) + " stay" if named else "lots say who stays"
    act.record(f"{game}: the table goes on, {who}", after={"stay": named}, reason=reason, game=game)
    return {"game": str(game.pk)}
