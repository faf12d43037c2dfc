"""A sheet that was entered at the wrong table: to the right one in one act, with both tables right afterwards."""

from __future__ import annotations

from tournaments.actions import movement
from tournaments.actions.act import Act, Result, act
from tournaments.actions.lookup import refuse_if_final
from tournaments.actions.sheet_records import dashed, entered, store
from tournaments.actions.sheet_steps import (
    answer,
    end_game,
    needs_second,
    playable_game,
    problems_of,
    read_content,
    reopen_game,
)
from tournaments.models import AccessLink, Game, ScoreSheet
from tournaments.problems import refuse, stop_at
from tournaments.sheet_content import STANDING, stored, write

State = ScoreSheet.State


@act
def move_sheet(
    act: Act, *, game_id: str, sheet_id: str, to_game_id: str, reason: str, exchange: bool = False
) -> Result:
    """Take a sheet from the game it was entered for to the one it belongs to. Answers as `post_sheet` for the latter.

    The first table then owes its sheet again, or, where it was in dispute, keeps the other version. `exchange`: the
    other table's sheet was entered here by the same mistake and comes back in return. Scores, partners and loners
    stay with the chairs; who sat in them takes the points. In a closed game too.
    """
    refuse_if_final(act.night)
    if act.caller.actor.role == AccessLink.Role.TABLE:
        raise refuse("not_the_table", "A sheet is moved by a runner or the director.")
    if not reason.strip():
        raise refuse("reason", "Say why the sheet is moved.", field="reason")
    source, target = playable_game(act, game_id), playable_game(act, to_game_id)
    _refuse_other_kind(source, target)
    here, there = _standing(source), _standing(target)
    wrong = next((record for record in here if str(record.pk) == str(sheet_id)), None)
    if wrong is None:
        raise refuse("stale", f"{source}: the sheet has changed since you opened it. Look again.")
    if wrong.state == State.CONTESTED and act.caller.actor.role != "organizer":
        raise refuse("disputed", f"{source}: the director decides about disputed sheets.")
    back = _returned(target, there, exchange=exchange)
    if back is not None and len(here) > 1:
        raise refuse("disputed", f"{source} is disputed: decide which sheet counts before you exchange.")

    why = reason.strip()
    ScoreSheet.objects.filter(pk__in=[record.pk for record in (wrong, back) if record]).update(
        state=State.MOVED
    )
    moved = _put(act, wrong, target, why)
    if back is not None:
        _put(act, back, source, why)
    else:
        _leave(act, source, [record for record in here if record is not wrong])
    act.touch("scores", "seating")
    text = f"{source}: sheet {dashed(wrong.scores)} belongs to {target}"
    act.record(
        f"{text}, exchanged for {dashed(back.scores)}" if back else text,
        before={str(source): entered(wrong), str(target): entered(back) if back else None},
        after={str(target): entered(moved), str(source): entered(back) if back else None},
        reason=why,
        game=target,
    )
    return answer(act, moved, moved.state)


def _standing(game: Game) -> list[ScoreSheet]:
    return list(game.sheets.filter(state__in=STANDING).prefetch_related("lines", "hands"))


def _refuse_other_kind(source: Game, target: Game) -> None:
    if source.pk == target.pk:
        raise refuse("same_table", "Choose another table than the one it is at.", field="to_game_id")
    if source.size != target.size:
        text = f"{target} is a table of {target.size}, this sheet is one of {source.size}."
        raise refuse("other_size", text, field="to_game_id")


def _returned(target: Game, there: list[ScoreSheet], *, exchange: bool) -> ScoreSheet | None:
    """The sheet that comes back in return; None where the other table has none."""
    if not there:
        return None
    if len(there) > 1 or there[0].state == State.CONTESTED:
        raise refuse("disputed", f"{target} is disputed: decide that first.", field="to_game_id")
    if not exchange:
        scores = dashed(there[0].scores)
        text = f"{target} has a sheet already: {scores}. Exchange the two if each was entered at the other table."
        raise refuse("occupied", text, field="exchange")
    return there[0]


def _put(act: Act, record: ScoreSheet, game: Game, reason: str) -> ScoreSheet:
    """Store what `record` says as the sheet of `game`, for the people who sat there, by that game's rules."""
    sheet = read_content(act, game, write(stored(record)))
    stop_at([problem for problem in problems_of(game, sheet) if problem.level == "blocker"])
    state = _state_at_the_right_table(act, game, record)
    put = store(
        act,
        game,
        sheet,
        state,
        agreed=record.agreed,
        reason=reason,
        supersedes=record,
        identity=record.entered_identity,
    )
    end_game(act, game)
    if state == State.ACCEPTED:
        movement.game_over(act, game)
    return put


def _leave(act: Act, game: Game, others: list[ScoreSheet]) -> None:
    """What is left at a table whose disputed or only sheet was another table's."""
    if not others:
        return reopen_game(game)
    if len(others) == 1 and others[0].agreed:
        [own] = others
        state = _state_at_the_right_table(act, game, own)
        ScoreSheet.objects.filter(pk=own.pk).update(state=state)
        if state == State.ACCEPTED:
            movement.game_over(act, game)
    return None


def _state_at_the_right_table(act: Act, game: Game, record: ScoreSheet) -> State:
    """What becomes of a sheet once nothing contradicts it any more."""
    if not record.agreed:
        return State.CONTESTED
    if record.state == State.ACCEPTED:
        return State.ACCEPTED
    return State.AWAITING if needs_second(act, game) else State.ACCEPTED
