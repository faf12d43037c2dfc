"""Which tables a night needs, and which of them have no code yet by which their four enter their own sheet (RULES 7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from tournaments.models import Division, Player, Tournament
from tournaments.problems import Problem, warning
from tournaments.queries.paper_sheets import table_links

Stage = Tournament.Stage


def tables_to_come(night: Tournament) -> Mapping[Division, tuple[int, ...]]:
    """By division, the numbers of the tables for all who have a place that are not there yet, before anybody is seated;
    after that none are to come. At most four queries."""
    if night.stage not in (Stage.SETUP, Stage.CHECK_IN) or night.games.exists():
        return {}
    there = set(night.tables.values_list("number", flat=True))
    coming = night.players.filter(status__in=Player.HOLDS_A_PLACE, is_house=False)
    divisions = {division.pk: division for division in night.divisions.all()}
    people = Counter(divisions[pk].seat_id for pk in coming.values_list("division_id", flat=True))
    seats = night.settings.rules.seats
    numbers = {
        divisions[pk]: divisions[pk].table_numbers[: -(-count // seats)]
        for pk, count in sorted(people.items(), key=lambda item: divisions[item[0]].position)
    }
    missing = {division: tuple(n for n in tables if n not in there) for division, tables in numbers.items()}
    return {division: tables for division, tables in missing.items() if tables}


def tables_without_code(night: Tournament) -> list[Problem]:
    """That tables are to enter their own sheets and cannot, before and while games are played. At most seven
    queries."""
    if not night.settings.table_enters or night.stage not in (Stage.CHECK_IN, Stage.PLAYING):
        return []
    there = set(night.tables.values_list("pk", flat=True))
    missing = len(there - set(table_links(night))) + sum(map(len, tables_to_come(night).values()))
    if not missing:
        return []
    have = "table has no code yet" if missing == 1 else "tables have no code yet"
    text = f"The tables enter their own sheets tonight, and {missing} {have}: make and print the table cards."
    return [warning("table_codes", text, link="print:index")]
