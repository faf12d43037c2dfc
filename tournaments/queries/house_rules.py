"""The house rules of a night: what players read is what the software applies."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from scoring.house_rules import HouseRules
from tournaments.house_rules import ScoringRow, night_rules, own_words, scoring_table
from tournaments.models import Tournament
from tournaments.queries.pace import Times


@dataclass(frozen=True)
class NightRules:
    """`sections`: written from the settings; `words`: the host's own; `rows`: the scoring table of a usual table.

    `planned_end`: when the last game would end, None where nothing is set.
    """

    sections: tuple[HouseRules, ...]
    words: tuple[HouseRules, ...]
    rows: tuple[ScoringRow, ...]
    has_cup: bool
    planned_end: datetime | None
    version: int


def house_rules_of(night: Tournament) -> NightRules:
    """The house rules as they stand for the next game to be started. Two queries."""
    settings = night.settings
    rules = settings.table_rules(settings.table_sizes()[0])
    rows = scoring_table(rules)
    times = Times(
        starts_at=night.starts_at,
        check_in_at=night.check_in_at,
        games=settings.games,
        game_minutes=settings.game_minutes,
        turn_minutes=settings.turn_minutes,
        break_after=settings.break_after,
        break_minutes=settings.break_minutes,
    )
    return NightRules(
        sections=night_rules(settings, [division.name for division in night.divisions.all()]),
        words=own_words(settings.house_rules),
        rows=rows,
        has_cup=any(row.cup for row in rows),
        planned_end=times.planned_end,
        version=night.settings_version.number,
    )
