"""What the acts on score sheets share: which game may have one, reading and questioning a content, ending a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.games import Sheet, sides
from scoring.problems import Problem as SheetProblem
from scoring.sheet_checks import Partnered, check_sheet
from tournaments.actions import movement
from tournaments.actions.act import Act, Result
from tournaments.actions.lookup import game_of
from tournaments.actions.seating import set_live
from tournaments.actions.sheet_records import entered
from tournaments.models import AccessLink, Game, Round, ScoreSheet
from tournaments.names import table_names
from tournaments.problems import ActRefused, Problem, blocker, confirm, refuse, stop_at
from tournaments.queries.movers import movers_problem
from tournaments.queries.partners import earlier_partners
from tournaments.sheet_content import MalformedSheet, read, rules_of, settings_of

State, GameStatus = ScoreSheet.State, Game.Status


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


def playable_game(act: Act, game_id: str) -> Game:
    """The game, if it has been started and the caller may enter its sheet; a table's link only its own table's."""
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


def read_content(act: Act, game: Game, content: dict[str, Any]) -> Sheet:
    """The sheet this JSON (`tournaments.sheet_content`) says, scored by the game's own rules."""
    try:
        sheet = read(content, rules_of(game))
    except MalformedSheet as error:
        raise refuse("malformed", f"This sheet cannot be read ({error}).") from error
    by_table = act.caller.actor.role == AccessLink.Role.TABLE
    if by_table and any(penalty.kind == "points" for penalty in sheet.penalties):
        raise refuse("not_the_table", "Only the director gives and takes points; ask at the desk.")
    return sheet


def question(act: Act, game: Game, sheet: Sheet, *, confirmed: bool, reason: str) -> None:
    """Refuse what cannot be; let the odd pass only when it is confirmed with a reason."""
    problems = [*problems_of(game, sheet), *movers_problem(game, sheet, act.at)]
    stop_at(problems, confirmed=confirmed)
    if problems and not reason.strip():
        why = blocker("reason", "Say in a few words why these numbers are right.", field="reason")
        raise ActRefused([why, *problems])  # the questions stay in sight while the reason is written


def needs_second(act: Act, game: Game, record: ScoreSheet | None = None) -> bool:
    """Whether somebody else still has to see a sheet before it counts: a new one, or `record` seen by the caller now.

    The second person is never the one who entered it, nor a table.
    """
    if settings_of(game).second_person == "none":
        return False
    actor = act.caller.actor
    return record is None or actor.is_person(record.entered_identity) or actor.role == AccessLink.Role.TABLE


def settle(
    act: Act, game: Game, chosen: ScoreSheet, others: Sequence[ScoreSheet], *, text: str, reason: str
) -> Result:
    """Let this sheet count and reject the others; the caller stands for it."""
    ScoreSheet.objects.filter(pk__in=[s.pk for s in others]).update(state=State.REJECTED)
    ScoreSheet.objects.filter(pk=chosen.pk).update(
        state=State.ACCEPTED, confirmed_by=act.caller.actor.name[:120]
    )
    end_game(act, game)
    note = movement.game_over(act, game)
    act.touch("scores", "seating")
    act.record(
        f"{text}. {note}" if note else text,
        before=[entered(s) for s in others],
        after=entered(chosen),
        reason=reason,
        game=game,
    )
    return answer(act, chosen, State.ACCEPTED, note)


def end_game(act: Act, game: Game) -> None:
    """A sheet is there: the table is free."""
    if game.status == GameStatus.RUNNING:
        game.status, game.finished_at = GameStatus.FINISHED, act.at
        game.save(update_fields=["status", "finished_at"])
        set_live([game], False)


def reopen_game(game: Game) -> None:
    """No sheet is there any more: while its round runs, the table is playing again; later it only owes the sheet."""
    if game.round is not None and game.round.status == Round.Status.RUNNING:
        game.status, game.finished_at = GameStatus.RUNNING, None
        game.save(update_fields=["status", "finished_at"])
        set_live([game], True)


def answer(act: Act, record: ScoreSheet, state: str, note: str = "") -> Result:
    """What an act on a sheet answers: {"state", "sheet", "scores", "at", "note"}. `note`: who moves otherwise."""
    return {
        "state": str(state),
        "sheet": str(record.pk),
        "scores": list(record.scores),
        "at": act.at.isoformat(),
        "note": note,
    }


def _as_problem(problem: SheetProblem) -> Problem:
    make = blocker if problem.kind == "refuse" else confirm
    return make(problem.code, problem.message, field=problem.field)
