"""Points: by hands = on the sheet = in the lines = in the standings; and the bump money beside them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from scoring.games import Line, lines
from scoring.problems import Problem as SheetProblem
from scoring.sheet_checks import compare_with_hands
from tournaments.models import Sanction, ScoreSheet, SheetLine
from tournaments.problems import Problem, blocker, warning
from tournaments.queries.health.facts import Facts, where
from tournaments.sheet_content import rules_of, stored


def problems(facts: Facts) -> Iterator[Problem]:
    """What is wrong with the accepted sheets and what is made of them."""
    for sheet in facts.sheets:
        sheet.game.tournament = facts.night
        rules = rules_of(sheet.game)
        try:
            content = stored(sheet)
            differences, made = compare_with_hands(rules, content), lines(rules, content)
        except ValueError as error:
            yield _about(sheet, "unreadable", f"{where(sheet.game)}: this cannot have been played ({error}).")
            continue
        yield from _differences(sheet, differences)
        yield from _lines(sheet, made)
        yield from _players(facts, sheet)
    yield from _standings(facts)


def _differences(sheet: ScoreSheet, found: Sequence[SheetProblem]) -> Iterator[Problem]:
    """The accepted sheet counts; where its hands tell otherwise, somebody should know (RULES 3)."""
    for problem in found:
        text = f"{where(sheet.game)}: {problem.message}."
        yield warning(problem.code, text, link="organizer:sheet", link_args=(str(sheet.game.pk),))


def _lines(sheet: ScoreSheet, made: Sequence[Line]) -> Iterator[Problem]:
    """The stored lines are those that the sheet makes."""
    right = {
        line.position: (line.side, line.personal, line.director, line.bump_cents, line.loners, line.result)
        for line in made
    }
    kept = {
        line.position: (
            line.side_points,
            line.personal_points,
            line.director_points,
            line.bump_cents,
            line.loners,
            line.result,
        )
        for line in sheet.lines.all()
    }
    if right != kept:
        yield _about(sheet, "lines", f"{where(sheet.game)}: the lines are not those of the sheet.")
    paid = [line.bump_cents for line in sheet.lines.all()]
    known = [cents for cents in paid if cents is not None]
    if sheet.bump_cents is not None and len(known) == len(paid) and sum(known) != sheet.bump_cents:
        yield _about(
            sheet, "bumps", f"{where(sheet.game)}: the bump money of the players is not the table's."
        )


def _players(facts: Facts, sheet: ScoreSheet) -> Iterator[Problem]:
    """Who takes points from a sheet sits at its table."""
    seated = {seat.position: seat.player_id for seat in facts.seats[sheet.game_id]}
    credited = {line.position: line.player_id for line in sheet.lines.all()}
    if seated != credited:
        yield _about(
            sheet, "strangers", f"{where(sheet.game)}: points go to somebody who does not sit there."
        )


def _standings(facts: Facts) -> Iterator[Problem]:
    """A player's total is the sum of the accepted lines, the director's points and the sit-outs' worth; nobody's
    points are lost, and only the director takes any away."""
    laid_on = {row.pk: row for row in facts.sanctions}
    for row in facts.sanctions:
        laid_on.pop(row.supersedes_id or 0, None)
    yield from _forfeits(facts, laid_on)
    forfeited = {(row.player_id, row.game_id) for row in laid_on.values() if row.kind == "forfeit"}
    points: Counter[int] = Counter()
    for sheet in facts.sheets:
        for line in sheet.lines.all():
            lost = (line.player_id, sheet.game_id) in forfeited
            points[line.player_id] += _costs(line) if lost else line.points
    for row in laid_on.values():
        if facts.players[row.player_id].number is not None:  # else not here yet: nothing to stand with
            points[row.player_id] += row.points
    for division in facts.prizes:
        for ranked in division.standings.rows:
            counted = ranked.standing.total - (ranked.standing.sit_out_points or 0)
            if counted != points.pop(ranked.player.pk, 0):
                text = (
                    f"{ranked.player}: the standings have {counted} points from sheets and the director, "
                    "the rows another sum."
                )
                yield blocker("standings", text, link="organizer:standings")
    for player_id, left_over in points.items():
        if left_over:
            text = f"{facts.players[player_id]} has {left_over} points and is not in the standings."
            yield blocker("not_ranked", text, link="organizer:standings")


def _costs(line: SheetLine) -> int:
    """What stays of a forfeited line: what it cost, never what it brought."""
    return min(line.side_points + line.personal_points, 0) + min(line.director_points, 0)


def _forfeits(facts: Facts, laid_on: Mapping[int, Sanction]) -> Iterator[Problem]:
    """Who forfeits a game has a chair in it."""
    for row in laid_on.values():
        if row.kind != "forfeit" or row.game is None:
            continue
        if row.player_id not in {seat.player_id for seat in facts.seats[row.game_id]}:
            text = f"{facts.players[row.player_id]} has forfeited {where(row.game)} and has no chair there."
            yield blocker("forfeit", text, link="desk:player", link_args=(row.player_id,))


def _about(sheet: ScoreSheet, code: str, text: str) -> Problem:
    return blocker(code, text, link="organizer:sheet", link_args=(str(sheet.game.pk),))
