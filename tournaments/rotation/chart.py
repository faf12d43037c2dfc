"""A rotation chart from somewhere else, read from the rows of a CSV file so that it can be judged.

Two layouts are understood. One line a table:

    round, table, north, east, south, west      (or seat 1 ... seat 4 clockwise, or a1, a2, b1, b2: a1 and a2 partner)
    1, 1, Ada, Ben, Cleo, Dan
    1, sit out, Eva

or one line a round, one column a table, and perhaps one for those who sit out:

    round, table 1, table 2, sit out
    1, 1+2 v 3+4, 5+6 v 7+8, 9

Names may be numbers. Somebody who is missing from a round counts as sitting out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from .errors import RotationError
from .evaluate import check
from .model import Mode, Plan, PlannedRound, PlannedTable, Player

_SEATS = {
    **{name: place for place, name in enumerate(("north", "east", "south", "west"))},
    **{name: place for place, name in enumerate("nesw")},
    **{f"{word}{number}": number - 1 for word in ("seat", "player") for number in (1, 2, 3, 4)},
    **{"a1": 0, "b1": 1, "a2": 2, "b2": 3},
}
_OUT = {"sitout", "sitouts", "sitsout", "sittingout", "bye", "byes", "out", "rest"}
_AGAINST = re.compile(r"\s+(?:v|vs|vs\.|against)\s+|\s+[-–—/|:]\s+|\|", re.IGNORECASE)
_WITH = re.compile(r"\s*(?:\+|&|,|;|\band\b)\s*|\s+(?=\d)", re.IGNORECASE)

MOST_ROUNDS = 100
_DIGITS = 6

Names = list[tuple[int | None, tuple[str, ...]]]


def read_chart(rows: Iterable[Sequence[str]], mode: Mode = "partners") -> Plan:
    """The chart as a plan with its figures. Raises RotationError naming the line that cannot be read."""
    lines = [(number, [cell.strip() for cell in row]) for number, row in enumerate(rows, start=1)]
    lines = [(number, row) for number, row in lines if any(row)]
    if not lines:
        raise RotationError("The chart is empty.")
    header = [_plain(cell) for cell in lines[0][1]]
    if not header or header[0] not in ("round", "game", "rd"):
        raise RotationError('The first column of a chart must be headed "game".')
    read = _by_table if any(cell in _SEATS for cell in header) else _by_round
    return _plan(read(header, lines[1:]), mode)


def _plain(cell: str) -> str:
    return re.sub(r"[^a-z0-9]", "", cell.lower())


def _round_number(number: int, cell: str) -> int:
    if not _is_number(cell) or int(cell) < 1:
        raise RotationError(f"Line {number}: {cell!r} is not the number of a game.")
    return int(cell)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _DIGITS


def _by_table(header: Sequence[str], lines: Iterable[tuple[int, list[str]]]) -> dict[int, Names]:
    """One line a table: round -> tables, each with its number (None: these sit out) and names clockwise."""
    places = [(column, _SEATS[cell]) for column, cell in enumerate(header) if cell in _SEATS]
    if len(places) < 3 or "table" not in header:
        raise RotationError('A chart with one line a table needs a column "table" and three or four seats.')
    where = header.index("table")
    found: dict[int, Names] = {}
    for number, row in lines:
        row = row + [""] * (len(header) - len(row))
        round_number = _round_number(number, row[0])
        seated = sorted((place, row[column]) for column, place in places if row[column])
        names = tuple(name for _, name in seated)
        table = row[where]
        if _plain(table) in _OUT or not table:
            found.setdefault(round_number, []).append((None, names))
        elif _is_number(table):
            found.setdefault(round_number, []).append((int(table), names))
        else:
            raise RotationError(f"Line {number}: {table!r} is not the number of a table.")
    return found


def _by_round(header: Sequence[str], lines: Iterable[tuple[int, list[str]]]) -> dict[int, Names]:
    """One line a round, one column a table."""
    found: dict[int, Names] = {}
    for number, row in lines:
        tables = found.setdefault(_round_number(number, row[0]), [])
        for column, cell in enumerate(row[1:], start=1):
            head = header[column] if column < len(header) else ""
            if not cell:
                continue
            if head in _OUT:
                tables.append((None, tuple(_names(cell))))
                continue
            teams = [_names(team) for team in _AGAINST.split(cell)]
            preset = [len(team) for team in teams] == [2, 2]
            in_order = zip(*teams, strict=True) if preset else teams
            names = tuple(name for part in in_order for name in part)
            if len(names) not in (3, 4) or len(teams) > len(names):
                raise RotationError(f'Line {number}: {cell!r} is no table; write "1+2 v 3+4".')
            digits = re.sub(r"\D", "", head)
            tables.append((int(digits) if _is_number(digits) else column, names))
    return found


def _refuse_doubles(number: int, tables: Sequence[int]) -> None:
    for table in tables:
        if tables.count(table) > 1:
            raise RotationError(f"Game {number} has table {table} twice.")


def _told_out(names: Names) -> list[str]:
    """Those a round says sit out."""
    return [name for table, out in names if table is None for name in out]


def _refuse_seated_and_out(number: int, seated: set[Player], out: Iterable[Player]) -> None:
    for player in out:
        if player in seated:
            raise RotationError(f"Game {number} has {player} at a table and sitting out.")


def _names(cell: str) -> list[str]:
    return [name for name in _WITH.split(cell.strip()) if name]


def _plan(found: dict[int, Names], mode: Mode) -> Plan:
    names = [name for tables in found.values() for _, seated in tables for name in seated]
    numbers = all(map(_is_number, names))

    def player(name: str) -> Player:
        return int(name) if numbers else name

    if len(found) > MOST_ROUNDS:
        raise RotationError(f"The chart has {len(found)} games; a night has at most {MOST_ROUNDS}.")
    players = sorted(map(int, set(names))) if numbers else list(dict.fromkeys(names))
    rounds = []
    for place, number in enumerate(sorted(found), start=1):
        _refuse_doubles(number, [table for table, _ in found[number] if table is not None])
        tables = [
            PlannedTable(table, tuple(map(player, seated)))
            for table, seated in found[number]
            if table is not None
        ]
        seated_now = {who for table in tables for who in table.seats}
        if not tables:
            raise RotationError(f"Game {number} has no table.")
        _refuse_seated_and_out(number, seated_now, map(player, _told_out(found[number])))
        out = tuple(who for who in players if who not in seated_now)
        rounds.append(PlannedRound(place, tuple(sorted(tables, key=lambda table: table.number)), out))
    plan_rounds = tuple(rounds)
    return Plan(tuple(players), plan_rounds, check(plan_rounds, players, mode=mode), mode)
