"""The standings by division, game by game: on the screen and on paper."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring.words import counted, dollars
from tournaments.models import Tournament
from tournaments.queries.score_table import ScoreTable, ScoreTables, score_tables_of
from tournaments.queries.snapshot import read_at_one_moment
from tournaments.web import access
from tournaments.web.frame import frame

PAGE = "organizer:standings"


@dataclass(frozen=True)
class ShownTable:
    """A table of points with what a page says about it. `has_…`: which columns there is anything to put in."""

    table: ScoreTable
    where: str
    pot: str
    has_sit_outs: bool
    has_director: bool
    has_breakers: bool
    has_bumps: bool
    has_threes: bool

    @property
    def legend(self) -> str:
        """What the columns and marks mean, "" when there is nothing to say."""
        parts = [
            "sit-outs" if self.has_sit_outs else "",
            "director’s points" if self.has_director else "",
        ]
        words = [" + ".join(["Total = games", *filter(None, parts)]) + "."] if any(parts) else []
        if self.has_sit_outs:
            words.append("“Sat out” is a scheduled sit-out; a dash is an absence and earns nothing.")
        if self.has_threes:
            words.append("A small 3 marks a three-handed game.")
        return " ".join(words)


@require_safe
@access.organizer
def standings(request: Any, code: str) -> HttpResponse:
    tables = read_at_one_moment(request.night, score_tables_of)
    context = {**frame(request, PAGE), **_context(tables)}
    return render(request, "organizer/standings.html", context)


@require_safe
@access.organizer
def standings_print(request: Any, code: str) -> HttpResponse:
    """The standings on paper, to be hung up: names as the public sees them, unless `?names=full`."""
    tables = read_at_one_moment(request.night, score_tables_of)
    context = {
        **frame(request, PAGE),
        **_context(tables),
        **paper_marks(tables.night, timezone.now()),
        "full_names": request.GET.get("names") == "full",
    }
    return render(request, "organizer/standings_print.html", context)


def paper_marks(night: Tournament, now: datetime) -> dict[str, str]:
    """What every sheet of paper says of itself: when it was printed, in the night's zone, and of which version."""
    local = night.local(now)
    return {
        "printed_at": f"{local:%b} {local.day}, {local.year}, {local:%-I:%M %p %Z}",
        "version_mark": f"version {night.version}",
    }


def _context(tables: ScoreTables) -> dict[str, Any]:
    return {
        "night": tables.night,
        "state": tables.state,
        "as_of": timezone.now(),
        "tables": [_shown(tables.night, table) for table in tables.tables],
        "is_queue": tables.night.settings.games is None,
    }


def _shown(night: Tournament, table: ScoreTable) -> ShownTable:
    by_breakers = night.settings.prize_tie == "tie-breakers"
    four_handed = night.settings.rules.seats == 4
    pot = table.prizes.payout.pot_cents
    return ShownTable(
        table=table,
        where=_where(night, table),
        pot=f"pot {dollars(pot)}" if pot else "",
        has_sit_outs=table.any("sit_outs"),
        has_director=table.any("director_points"),
        has_breakers=by_breakers,
        has_bumps=by_breakers and night.settings.bump_cup,
        has_threes=four_handed and table.any("three_handed_games"),
    )


def _where(night: Tournament, table: ScoreTable) -> str:
    """ "after game 5 of 8", "12 games played", "no game played yet"."""
    standings = table.standings
    if night.settings.games is None:
        return (
            f"{counted(standings.sheets_in, 'game')} played" if standings.sheets_in else "no game played yet"
        )
    if not standings.games_closed:
        return "no game closed yet"
    return f"after game {standings.games_closed} of {night.settings.games}"
