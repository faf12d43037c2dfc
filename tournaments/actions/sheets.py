"""Score sheets: handing one in, deciding between two, correcting, taking back.

A stored sheet's content never changes. At most one per game is accepted, by constraint; everything
counted follows from the accepted ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.games import Sheet
from tournaments.actions import movement, queue_games
from tournaments.actions.act import BOT, Act, Result, act
from tournaments.actions.lookup import game_of, refuse_if_final
from tournaments.actions.sheet_records import dashed, entered, store, summary
from tournaments.actions.sheet_steps import (
    answer,
    end_game,
    needs_second,
    playable_game,
    question,
    read_content,
    reopen_game,
    settle,
)
from tournaments.models import AccessLink, Game, ScoreSheet, Tournament
from tournaments.problems import refuse
from tournaments.queries.sheets import is_over_for_its_table
from tournaments.sheet_content import STANDING, content_hash, settings_of

State = ScoreSheet.State
_WHY = {
    State.ACCEPTED: "in",
    State.AWAITING: "waits for a second person",
    State.CONTESTED: "not everybody agrees",
}


@act
def post_sheet(
    act: Act,
    *,
    game_id: str,
    game_revision: int,
    content: dict[str, Any],
    agreed: bool,
    confirmed: bool = False,
    reason: str = "",
) -> Result:
    """Hand in a sheet (`content`: see `tournaments.sheet_content`). Answers {"state", "sheet", "scores", "at"}.

    `state`: "accepted"; "awaiting" a second person, where the night asks for one; "same" when it says what the
    accepted one says; "contested" when it differs from what is there or not everybody agrees (the director
    decides, nothing is lost); "late" once the night is final, and from a table's link once its people have gone on to
    the next game (kept, not counted). Odd but possible numbers need `confirmed` and a `reason` (RULES 3). A second
    person who enters what waits has confirmed it.
    """
    game = playable_game(act, game_id)
    _refuse_other_seats(game, game_revision)
    sheet = read_content(act, game, content)
    standing = list(game.sheets.filter(state__in=STANDING))
    same = next((s for s in standing if s.content_hash == content_hash(sheet)), None)
    if standing and _is_past_for(act, game):
        return _keep_for_the_director(act, game, sheet, same, agreed=agreed, reason=reason)
    if same is not None:
        return _once_more(act, game, same, standing, agreed=agreed, reason=reason)
    if standing and act.caller.actor.role == BOT:
        raise refuse("entered", f"{game}: people have entered its sheet; bots do not contest it.")
    question(act, game, sheet, confirmed=confirmed, reason=reason)
    if act.night.stage == Tournament.Stage.FINAL:
        return _late(act, game, sheet, agreed=agreed, reason=reason)
    state = _first_state(act, game, agreed=agreed and not standing)
    if standing:
        ScoreSheet.objects.filter(pk__in=[s.pk for s in standing]).update(state=State.CONTESTED)
    record = store(act, game, sheet, state, agreed=agreed, reason=reason)
    end_game(act, game)
    note = ""
    if state == State.ACCEPTED:
        note = movement.game_over(act, game)
    else:
        queue_games.chairs_changed(act, game)
    act.touch("scores", "seating")
    why = "differs from the one before" if standing else _WHY[state]
    act.record(
        f"{game}: sheet {dashed(sheet.scores)} {why}. {note}".removesuffix(". "),
        before=[entered(s) for s in standing] or None,
        after=summary(sheet),
        reason=reason,
        game=game,
    )
    return answer(act, record, state, note)


@act
def confirm_sheet(act: Act, *, game_id: str, sheet_id: str) -> Result:
    """A second person accepts what somebody else entered (setting `second_person`); only then it counts.

    Where sheets are entered again unseen, only the director may accept one by looking at it.
    """
    refuse_if_final(act.night)
    game = playable_game(act, game_id)
    record = game.sheets.filter(state=State.AWAITING).first()
    if record is None or str(record.pk) != str(sheet_id):
        raise refuse("stale", f"{game}: that sheet waits no more. Look again.")
    if needs_second(act, game, record):
        raise refuse("same_person", _why_not_you(act, record))
    if settings_of(game).second_person == "enters again" and act.caller.actor.role != "organizer":
        raise refuse("blind", "Enter this sheet again from the paper; the two are compared.")
    return settle(act, game, record, [], text=f"{game}: {dashed(record.scores)} confirmed", reason="")


def _why_not_you(act: Act, record: ScoreSheet) -> str:
    actor = act.caller.actor
    if actor.role != AccessLink.Role.TABLE and actor.identity != record.entered_identity:
        return f"This browser has opened the link of {record.entered_by} too, who entered it: another one has to confirm it."
    return "Somebody else has to confirm it, not who entered it."


@act
def correct_sheet(
    act: Act,
    *,
    game_id: str,
    sheet_id: str,
    content: dict[str, Any],
    reason: str,
    agreed: bool = True,
    confirmed: bool = True,
) -> Result:
    """Replace the accepted sheet by a corrected one, with a reason; the old one stays in the history. Where a
    second person confirms sheets, the corrected one waits again, unless the director corrects what counted.

    `sheet_id`: the sheet the corrector saw; refused when another one has become the accepted one meanwhile.
    `confirmed` False: odd numbers are asked about first. A table does not correct: what it sends once more
    with other numbers is for the director.
    """
    refuse_if_final(act.night)
    game = playable_game(act, game_id)
    if act.caller.actor.role == AccessLink.Role.TABLE:
        raise refuse("not_the_table", "A sheet that is in is corrected by a runner or the director.")
    if not reason.strip():
        raise refuse("reason", "Say why the sheet is corrected.", field="reason")
    old = game.sheets.filter(state__in=(State.ACCEPTED, State.AWAITING)).first()
    if old is None or str(old.pk) != str(sheet_id):
        raise refuse("stale", f"{game}: the sheet has changed since you opened it. Look again.")
    sheet = read_content(act, game, content)
    if old.content_hash == content_hash(sheet):
        act.record(f"{game}: corrected to what it says already", after=summary(sheet), game=game)
        return answer(act, old, "same" if old.state == State.ACCEPTED else old.state)
    question(act, game, sheet, confirmed=confirmed, reason=reason)
    counts = old.state == State.ACCEPTED and (
        act.caller.actor.role == "organizer" or not needs_second(act, game)
    )
    state = State.ACCEPTED if counts else State.AWAITING
    ScoreSheet.objects.filter(pk=old.pk).update(state=State.SUPERSEDED)
    record = store(act, game, sheet, state, agreed=agreed, reason=reason, supersedes=old)
    note = movement.game_over(act, game) if state == State.ACCEPTED else ""
    act.touch("scores", "seating")
    act.record(
        f"{game}: corrected to {dashed(sheet.scores)}. {note}".removesuffix(". "),
        before=entered(old),
        after=summary(sheet),
        reason=reason,
        game=game,
    )
    return answer(act, record, state, note)


@act
def decide_dispute(act: Act, *, game_id: str, sheet_id: str, reason: str = "") -> Result:
    """The director says which of the disputed sheets counts (WEMSA, Disputes); the others stay in the history."""
    refuse_if_final(act.night)
    game = game_of(act.night, game_id)
    disputed = list(game.sheets.filter(state=State.CONTESTED))
    chosen = next((s for s in disputed if str(s.pk) == str(sheet_id)), None)
    if chosen is None:
        raise refuse("not_disputed", f"{game}: that sheet is not one of those in dispute. Look again.")
    others = [s for s in disputed if s is not chosen]
    text = f"{game}: the director decided for {dashed(chosen.scores)}"
    return settle(act, game, chosen, others, text=text, reason=reason)


@act
def set_aside(act: Act, *, game_id: str, sheet_id: str) -> Result:
    """The director has seen a sheet that came late and leaves the result as it is; the sheet stays in the history."""
    game = game_of(act.night, game_id)
    late = next((s for s in game.sheets.filter(state=State.LATE) if str(s.pk) == str(sheet_id)), None)
    if late is None:
        raise refuse("not_late", f"{game}: that sheet is none that came late. Look again.")
    ScoreSheet.objects.filter(pk=late.pk).update(state=State.REJECTED)
    act.touch("scores")
    act.record(f"{game}: the late sheet {dashed(late.scores)} is set aside", before=entered(late), game=game)
    return {"game": str(game.pk)}


@act
def clear_sheet(act: Act, *, game_id: str, reason: str) -> Result:
    """Take back what is in for a game; the table owes a sheet again, the history stays (SCO-12)."""
    refuse_if_final(act.night)
    game = game_of(act.night, game_id)
    standing = game.sheets.filter(state__in=STANDING)
    before = [entered(s) for s in standing]
    if not before:
        raise refuse("no_sheet", f"{game}: there is no sheet to take back.")
    if not reason.strip():
        raise refuse("reason", "Say why the sheet is taken back.", field="reason")
    standing.update(state=State.CLEARED)
    reopen_game(game)
    act.touch("scores", "seating")
    act.record(f"{game}: sheet taken back", before=before, reason=reason, game=game)
    return {"game": str(game.pk)}


def _refuse_other_seats(game: Game, revision: int) -> None:
    if game.revision != revision:
        raise refuse("reseated", f"{game}: the seats have changed since this sheet was opened. Look again.")


def _first_state(act: Act, game: Game, *, agreed: bool) -> State:
    """What becomes of a new sheet that nothing contradicts if `agreed`."""
    if not agreed:
        return State.CONTESTED
    return State.AWAITING if needs_second(act, game) else State.ACCEPTED


def _once_more(
    act: Act,
    game: Game,
    same: ScoreSheet,
    standing: Sequence[ScoreSheet],
    *,
    agreed: bool,
    reason: str,
) -> Result:
    """A sheet that says what a standing one says: stored once. Alone there, it settles or opens the question
    whether everybody agrees, and it is the second person's yes."""
    alone = len(standing) == 1 and act.night.stage != Tournament.Stage.FINAL
    if alone and agreed and same.state != State.ACCEPTED:
        return _seen_again(act, game, same, reason=reason)
    if alone and not agreed and same.state != State.CONTESTED:
        ScoreSheet.objects.filter(pk=same.pk).update(state=State.CONTESTED)
        act.touch("scores", "seating")
        text = f"{game}: not everybody agrees to {dashed(same.scores)} any more"
        act.record(text, after=entered(same), reason=reason, game=game)
        return answer(act, same, State.CONTESTED)
    state = "same" if same.state == State.ACCEPTED else same.state
    act.record(f"{game}: the same sheet once more", after=entered(same), reason=reason, game=game)
    return answer(act, same, state)


def _seen_again(act: Act, game: Game, same: ScoreSheet, *, reason: str) -> Result:
    """All agree to a sheet that does not count yet: it counts now, unless a second person is still wanted."""
    if not needs_second(act, game, same):
        why = "everybody agrees now" if same.state == State.CONTESTED else "a second person entered the same"
        return settle(act, game, same, [], text=f"{game}: {why}", reason=reason)
    if same.state == State.CONTESTED:
        ScoreSheet.objects.filter(pk=same.pk).update(state=State.AWAITING)
        act.touch("scores", "seating")
    act.record(f"{game}: {_WHY[State.AWAITING]}", after=entered(same), reason=reason, game=game)
    return answer(act, same, State.AWAITING)


def _is_past_for(act: Act, game: Game) -> bool:
    """A table's code is there for whoever sits down next: it changes nothing about a game that is over with."""
    is_table = act.caller.actor.role == AccessLink.Role.TABLE
    return is_table and act.night.stage != Tournament.Stage.FINAL and is_over_for_its_table(game)


def _keep_for_the_director(
    act: Act, game: Game, sheet: Sheet, same: ScoreSheet | None, *, agreed: bool, reason: str
) -> Result:
    """Other numbers than what is in are kept and shown to the director; nothing that counts is touched."""
    if same is None:
        return _late(act, game, sheet, agreed=agreed, reason=reason)
    if same.state != State.ACCEPTED or not agreed:
        text = f"{game} is over with, and its table plays on: call a judge, the director decides."
        raise refuse("over_with", text)
    return _once_more(act, game, same, [same], agreed=agreed, reason=reason)


def _late(act: Act, game: Game, sheet: Sheet, *, agreed: bool, reason: str) -> Result:
    """Keep a sheet that came after the night was final (STA-07), or after its table had gone on; it is not counted."""
    kept = game.sheets.filter(state=State.LATE, content_hash=content_hash(sheet)).first()
    record = kept or store(act, game, sheet, State.LATE, agreed=agreed, reason=reason)
    text = f"{game}: a sheet came late and is not counted"
    act.record(text, after=summary(sheet), reason=reason, game=game)
    return answer(act, record, State.LATE)
