"""Who leads: the standings, division by division."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from scoring.words import counted, dollars
from tournaments.models import Player, Tournament
from tournaments.queries.prizes import AwardLine, DivisionPrizes
from tournaments.queries.seating import HallGame
from tournaments.queries.standings import Row
from tournaments.queries.wall.facts import Facts
from tournaments.queries.wall.scenes import Line, Panel, Standings

SIDE_BY_SIDE = 2

Stage, Status = Tournament.Stage, Player.Status


def standings_scenes(facts: Facts, *, since: datetime | None = None) -> Iterator[Standings]:
    """The divisions side by side, more than two in turn."""
    panels = [
        Panel(division.division.name, _panel_note(facts, division), _lines(facts, division))
        for division in facts.divisions
        if division.standings.rows
    ]
    for start in range(0, len(panels), SIDE_BY_SIDE):
        yield Standings(
            heading=facts.night.name,
            where=where_we_are(facts),
            foot=_next_up(facts),
            since=since,
            panels=tuple(panels[start : start + SIDE_BY_SIDE]),
        )


def _panel_note(facts: Facts, division: DivisionPrizes) -> str:
    parts = [f"pot {dollars(division.payout.pot_cents)}"] if division.payout.pot_cents else []
    if facts.night.settings.games is None:
        parts.append("games × points a game")
    missing = division.standings.sheets_due - division.standings.sheets_in
    if facts.night.stage != Stage.FINAL and not facts.hall.running and missing:
        parts.append(f"{counted(missing, 'sheet')} missing")
    return " · ".join(parts)


def _lines(facts: Facts, division: DivisionPrizes) -> tuple[Line, ...]:
    """Who plays, without who left (STA-11) unless they stand in the money, and without house players."""
    gone = (Status.WITHDRAWN, Status.DISQUALIFIED)
    won = _won(division.lines)
    return tuple(
        Line(
            rank=str(row.standing.rank or "–"),
            move=row.standing.moved,
            name=facts.name(row.player),
            number=row.standing.player,
            points=row.standing.total,
            prize=won.get(row.player.pk, "") if division.lines else _prize_so_far(row, division),
            detail=_detail(row) if facts.night.settings.games is None else "",
        )
        for row in division.standings.rows
        if not row.player.is_house and (row.in_the_money or row.player.status not in gone)
    )


def _detail(row: Row) -> str:
    """ "5 × 8.40": games and points a game."""
    each = row.standing.hundredths_per_game
    return "" if each is None else f"{row.standing.games_played} × {each / 100:.2f}"


def _won(lines: Iterable[AwardLine]) -> dict[int, str]:
    prizes: dict[int, list[str]] = {}
    for line in lines:
        prizes.setdefault(line.player.pk, []).append(line.worth or line.label)
    return {player: " + ".join(amounts) for player, amounts in prizes.items()}


def _prize_so_far(row: Row, division: DivisionPrizes) -> str:
    if not row.in_the_money or row.standing.rank is None:
        return ""
    if row.standing.tied:
        return "tie"
    share = next((s for s in division.payout.shares if s.place == row.standing.rank), None)
    if share is None:
        return "prize place"
    return share.name or (dollars(share.cents) if share.cents else "prize place")


def where_we_are(facts: Facts) -> str:
    """ "Game 5 of 8 · 3 of 17 tables still playing", "After game 4 of 8", "Final results"."""
    hall, games = facts.hall, facts.night.settings.games
    of = f" of {games}" if games else ""
    if facts.night.stage == Stage.FINAL:
        return "Final results"
    if hall.running:
        state = _state_of(hall.running)
        return f"Game {hall.running.number}{of} · {state}" if hall.running.number else state.capitalize()
    if (hall.closed or facts.any_sheet) and not hall.coming:
        cut = facts.past_last_call and hall.closed < (games or 0)
        over = "Last call has passed" if cut else "All games played"
        return f"{over} · the results are being checked"
    return f"After game {hall.closed}{of}" if hall.closed else ""


def _state_of(game: HallGame) -> str:
    """A table whose sheet is disputed or waits plays no more, but its sheet is not in."""
    playing = game.still_playing
    if playing:
        return f"{playing} of {counted(len(game.tables), 'table')} still playing"
    to_come = sum(not table.sheet_is_in for table in game.tables)
    return f"{counted(to_come, 'sheet')} to come" if to_come else "all sheets are in"


def _next_up(facts: Facts) -> str:
    """What follows the game under way, or the last one closed; a game that follows from results is not seated yet."""
    hall, settings = facts.hall, facts.night.settings
    if not (hall.running and hall.running.number):
        return f"Next: game {hall.coming.number}" if hall.coming and hall.coming.number else ""
    number = hall.running.number
    if facts.past_last_call or number == settings.games:
        return "The last game of the night"
    if settings.break_after == number:
        return f"Next: intermission, {settings.break_minutes} minutes"
    return f"Next: game {number + 1}"
