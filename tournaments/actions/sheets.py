"""Score sheets: handing one in, deciding between two, correcting, taking back.

A stored sheet's content never changes. At most one per game is accepted, by constraint; everything
counted follows from the accepted ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.games import Sheet, sides
from scoring.problems import Problem as SheetProblem
from scoring.sheet_checks import Partnered, check_sheet
from tournaments.actions import movement
from tournaments.actions.act import Act, Result, act
from tournaments.actions.lookup import game_of, refuse_if_final
from tournaments.actions.seating import set_live
from tournaments.actions.sheet_records import dashed, entered, store, summary
from tournaments.models import AccessLink, Game, Round, ScoreSheet, Tournament
from tournaments.names import table_names
from tournaments.problems import Problem, blocker, confirm, refuse, stop_at
from tournaments.queries.partners import earlier_partners
from tournaments.sheet_content import STANDING, MalformedSheet, content_hash, read, rules_of, settings_of

State, GameStatus = ScoreSheet.State, Game.Status


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

    `state`: "accepted"; "same" when it says what the accepted one says; "contested" when it differs from
    what is there or not everybody agrees (the director decides, nothing is lost); "late" once the night is
    final (kept, not counted). Odd but possible numbers need `confirmed` and a `reason` (RULES 3).
    """
    game = _playable_game(act, game_id)
    _refuse_other_seats(game, game_revision)
    sheet = _read(act, game, content)
    standing = list(game.sheets.filter(state__in=STANDING))
    same = next((s for s in standing if s.content_hash == content_hash(sheet)), None)
    if same is not None:
        return _once_more(act, game, same, standing, agreed=agreed, reason=reason)
    _question(game, sheet, confirmed=confirmed, reason=reason)
    if act.night.stage == Tournament.Stage.FINAL:
        return _late(act, game, sheet, agreed=agreed, reason=reason)
    disputed = bool(standing) or not agreed
    if standing:
        ScoreSheet.objects.filter(pk__in=[s.pk for s in standing]).update(state=State.CONTESTED)
    state = State.CONTESTED if disputed else State.ACCEPTED
    record = store(act, game, sheet, state, agreed=agreed, reason=reason)
    _finish(act, game)
    if not disputed:
        movement.game_over(act, game)
    act.touch("scores", "seating")
    why = "differs from the one before" if standing else "not everybody agrees" if disputed else "in"
    act.record(
        f"{game}: sheet {dashed(sheet.scores)} {why}",
        before=[entered(s) for s in standing] or None,
        after=summary(sheet),
        reason=reason,
        game=game,
    )
    return _answer(act, record, state)


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
    """Replace the accepted sheet by a corrected one, with a reason; the old one stays in the history.

    `sheet_id`: the sheet the corrector saw; refused when another one has become the accepted one meanwhile.
    `confirmed` False: odd numbers are asked about first. A table does not correct: what it sends once more
    with other numbers is for the director.
    """
    refuse_if_final(act.night)
    game = _playable_game(act, game_id)
    if act.caller.actor.role == AccessLink.Role.TABLE:
        raise refuse("not_the_table", "A sheet that is in is corrected by a runner or the director.")
    if not reason.strip():
        raise refuse("reason", "Say why the sheet is corrected.", field="reason")
    old = game.sheets.filter(state=State.ACCEPTED).first()
    if old is None or str(old.pk) != str(sheet_id):
        raise refuse("stale", f"{game}: the sheet has changed since you opened it. Look again.")
    sheet = _read(act, game, content)
    if old.content_hash == content_hash(sheet):
        act.record(f"{game}: corrected to what it says already", after=summary(sheet), game=game)
        return _answer(act, old, "same")
    _question(game, sheet, confirmed=confirmed, reason=reason)
    ScoreSheet.objects.filter(pk=old.pk).update(state=State.SUPERSEDED)
    record = store(act, game, sheet, State.ACCEPTED, agreed=agreed, reason=reason, supersedes=old)
    act.touch("scores")
    act.record(
        f"{game}: corrected to {dashed(sheet.scores)}",
        before=entered(old),
        after=summary(sheet),
        reason=reason,
        game=game,
    )
    return _answer(act, record, State.ACCEPTED)


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
    return _settle(act, game, chosen, others, text=text, reason=reason)


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
    if game.round is not None and game.round.status == Round.Status.RUNNING:
        game.status, game.finished_at = GameStatus.RUNNING, None
        game.save(update_fields=["status", "finished_at"])
        set_live([game], True)
    act.touch("scores", "seating")
    act.record(f"{game}: sheet taken back", before=before, reason=reason, game=game)
    return {"game": str(game.pk)}


def problems_of(game: Game, sheet: Sheet) -> list[Problem]:
    """What is to refuse or to ask about a sheet of this game, in words for whoever typed it."""
    settings = settings_of(game)
    rules = rules_of(game)
    players = [seat.player for seat in game.seats.select_related("player").order_by("position")]
    partnered: list[Partnered] = []
    if rules.draw_again_for_repeated_partners and settings.partners == "drawn":
        earlier = earlier_partners(game, [player.pk for player in players])
        for side in sides(sheet.pairing):
            number = earlier.get(frozenset(players[position].pk for position in side))
            if number:
                partnered.append(Partnered(side[0], side[1], number))
    names = table_names(players, settings.public_names)
    return [_as_problem(problem) for problem in check_sheet(rules, sheet, names=names, partnered=partnered)]


def _as_problem(problem: SheetProblem) -> Problem:
    make = blocker if problem.kind == "refuse" else confirm
    return make(problem.code, problem.message, field=problem.field)


def _playable_game(act: Act, game_id: str) -> Game:
    game = game_of(act.night, game_id)
    game.tournament = act.night
    if act.caller.actor.role == AccessLink.Role.TABLE:
        link = AccessLink.objects.filter(pk=act.caller.actor.link_id or 0).first()
        if link is None or link.table_id != game.table_id:
            raise refuse(
                "other_table", f"This link enters sheets of its own table, not of table {game.table.number}."
            )
    if game.status == GameStatus.PLANNED:
        raise refuse("not_started", f"{game} has not been started.")
    if game.status == GameStatus.VOID:
        raise refuse("void", f"{game} is void.")
    return game


def _refuse_other_seats(game: Game, revision: int) -> None:
    if game.revision != revision:
        raise refuse("reseated", f"{game}: the seats have changed since this sheet was opened. Look again.")


def _read(act: Act, game: Game, content: dict[str, Any]) -> Sheet:
    try:
        sheet = read(content, rules_of(game))
    except MalformedSheet as error:
        raise refuse("malformed", f"This sheet cannot be read ({error}).") from error
    by_table = act.caller.actor.role == AccessLink.Role.TABLE
    if by_table and any(penalty.kind == "points" for penalty in sheet.penalties):
        raise refuse("not_the_table", "Only the director gives and takes points; ask at the desk.")
    return sheet


def _question(game: Game, sheet: Sheet, *, confirmed: bool, reason: str) -> None:
    """Refuse what cannot be; let the odd pass only when it is confirmed with a reason."""
    problems = problems_of(game, sheet)
    stop_at(problems, confirmed=confirmed)
    if problems and not reason.strip():
        raise refuse("reason", "Say in a few words why these numbers are right.", field="reason")


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
    whether everybody agrees."""
    alone = len(standing) == 1 and act.night.stage != Tournament.Stage.FINAL
    if alone and agreed and same.state == State.CONTESTED:
        return _settle(act, game, same, [], text=f"{game}: everybody agrees now", reason=reason)
    if alone and not agreed and same.state == State.ACCEPTED:
        ScoreSheet.objects.filter(pk=same.pk).update(state=State.CONTESTED)
        act.touch("scores", "seating")
        text = f"{game}: not everybody agrees to {dashed(same.scores)} any more"
        act.record(text, after=entered(same), reason=reason, game=game)
        return _answer(act, same, State.CONTESTED)
    state = "same" if same.state == State.ACCEPTED else State.CONTESTED
    act.record(f"{game}: the same sheet once more", after=entered(same), reason=reason, game=game)
    return _answer(act, same, state)


def _late(act: Act, game: Game, sheet: Sheet, *, agreed: bool, reason: str) -> Result:
    """Keep a sheet that came after the night was final; it is not counted (STA-07)."""
    kept = game.sheets.filter(state=State.LATE, content_hash=content_hash(sheet)).first()
    record = kept or store(act, game, sheet, State.LATE, agreed=agreed, reason=reason)
    text = f"{game}: a sheet came late and is not counted"
    act.record(text, after=summary(sheet), reason=reason, game=game)
    return _answer(act, record, State.LATE)


def _settle(
    act: Act, game: Game, chosen: ScoreSheet, others: Sequence[ScoreSheet], *, text: str, reason: str
) -> Result:
    ScoreSheet.objects.filter(pk__in=[s.pk for s in others]).update(state=State.REJECTED)
    ScoreSheet.objects.filter(pk=chosen.pk).update(state=State.ACCEPTED)
    _finish(act, game)
    movement.game_over(act, game)
    act.touch("scores", "seating")
    act.record(
        text,
        before=[entered(s) for s in others],
        after=entered(chosen),
        reason=reason,
        game=game,
    )
    return _answer(act, chosen, State.ACCEPTED)


def _finish(act: Act, game: Game) -> None:
    if game.status == GameStatus.RUNNING:
        game.status, game.finished_at = GameStatus.FINISHED, act.at
        game.save(update_fields=["status", "finished_at"])
        set_live([game], False)


def _answer(act: Act, record: ScoreSheet, state: str) -> Result:
    return {
        "state": str(state),
        "sheet": str(record.pk),
        "scores": list(record.scores),
        "at": act.at.isoformat(),
    }
