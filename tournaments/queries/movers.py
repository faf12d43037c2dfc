"""Who changes tables by the result of a game, and which drawn games still have to say it (RULES 3)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType

from django.db.models import Q

from scoring import RuleSet
from scoring.games import Sheet, who_moves
from scoring.rules import DrawnGameMover
from tournaments.models import Game, Movement, Round, ScoreSheet, Tournament
from tournaments.problems import Problem, confirm
from tournaments.rotation import formats
from tournaments.sheet_content import rules_of, settings_of, stored

BY_RESULTS = ("winners_stay", "winners_move", "continuous")

QUESTIONS: Mapping[DrawnGameMover, str] = MappingProxyType(
    {
        "extra hand": "Who won the extra hand?",
        "last hand": "Who won the last hand?",
        "cut": "Who won the cut?",
    }
)
NOTES: Mapping[DrawnGameMover, str] = MappingProxyType(
    {
        "extra hand": "A drawn game: play one more hand. It gives no points; its winners move as winners.",
        "last hand": "A drawn game: the winners of its last hand move as winners.",
        "cut": "A drawn game: cut the cards. The higher card moves as winner; it gives no points.",
    }
)
"""What a table is told and asked after a drawn game, by the rule set's `drawn_game_mover`."""
NOT_SETTLED = "The score does not count yet. Stay at the table until it is settled."
"""What a table of the queue is told while its sheet is disputed, or waits for a second person."""


def must_move(game: Game, now: datetime) -> bool:
    """Whether somebody goes to another table by this game's result: not after the last game, nor after last call."""
    settings = settings_of(game)
    if settings.movement not in BY_RESULTS or game.size != 4:
        return False
    if game.round is not None:
        return settings.games is None or game.round.number < settings.games
    last_call = game.tournament.last_call_at
    return last_call is None or now <= last_call


def void_note(game: Game) -> str:
    """What a void game means for who sat there: for their points, and for where they go next (RULES 3)."""
    if game.round is None and not holds_up(game):
        return "Nothing is counted, and everybody plays on where they are now."
    if game.round is None:
        return (
            "Nothing is counted. Two stay at the table and two walk to the line: lots say who, or where somebody has "
            "left, the other two stay. Until they are seated again, it can be played after all."
        )
    text = "For everybody at the table it is then like a scheduled sit-out."
    if settings_of(game).movement not in BY_RESULTS or game.round.status == Round.Status.CLOSED:
        return text
    return f"{text} Lots say who moves as winners, or where somebody has left, the other two do."


def is_undecided(rules: RuleSet, sheet: Sheet) -> bool:
    """Whether a sheet does not say who moves: drawn, and without the hand that settles it."""
    return not who_moves(rules, sheet).winners


def movers_problem(game: Game, sheet: Sheet, now: datetime) -> list[Problem]:
    """The question of who moves, for a drawn sheet that does not say it."""
    rules = rules_of(game)
    if not must_move(game, now) or not is_undecided(rules, sheet):
        return []
    asked = QUESTIONS[rules.drawn_game_mover]
    text = f"The game is drawn. {asked} Unless it is said, lots decide who moves."
    return [confirm("extra-hand", text, field="extra_hand")]


def undecided_draws(night: Tournament, now: datetime) -> list[Problem]:
    """Each drawn game in play whose sheet does not say who moves, with the page that asks it. Two queries, and four
    for a draw."""
    if night.settings.movement not in BY_RESULTS:
        return []
    in_play = Q(game__round__status=Round.Status.RUNNING) | Q(game__queue_number__isnull=False)
    sheets = (
        ScoreSheet.objects.filter(
            in_play, game__tournament=night, state=ScoreSheet.State.ACCEPTED, extra_hand__isnull=True
        )
        .select_related("game__table", "game__round", "game__settings_version")
        .order_by("game__table__number")
    )
    drawn = [sheet for sheet in sheets if len(sheet.scores) == 2 and len(set(sheet.scores)) == 1]
    waiting = [sheet for sheet in drawn if _waits(night, sheet, now)]
    return [_problem(sheet) for sheet in waiting]


def holds_up(game: Game) -> bool:
    """Whether a queue game has not moved anybody yet: it is played, or waits for its sheet or its extra hand."""
    if game.queue_number is None:
        return False
    stored_state = Movement.objects.filter(division=game.division_id, kind="queue").values_list(
        "state", flat=True
    )
    return any(
        running.number == game.queue_number
        for state in stored_state
        for running in formats.restore(state).running
    )


def _waits(night: Tournament, sheet: ScoreSheet, now: datetime) -> bool:
    game = sheet.game
    game.tournament = night
    if not must_move(game, now) or not is_undecided(rules_of(game), stored(sheet)):
        return False
    return game.round is not None or holds_up(game)


def _problem(sheet: ScoreSheet) -> Problem:
    score = "–".join(str(points) for points in sheet.scores)
    asked = QUESTIONS[rules_of(sheet.game).drawn_game_mover]
    text = f"Table {sheet.game.table.number} is drawn, {score}. {asked} Unless it is said, lots decide who moves."
    return confirm("drawn", text, link="organizer:sheet", link_args=(str(sheet.game_id),))
