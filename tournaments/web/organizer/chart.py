"""A rotation as a chart: tables (or players) down, games across."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from tournaments.models import Player
from tournaments.names import fold
from tournaments.queries.rotation_plans import planned_name
from tournaments.rotation import House, Plan, PlannedRound, PlannedTable
from tournaments.rotation.model import Player as Planned

People = dict[int, Player]


@dataclass(frozen=True)
class Person:
    """Somebody in the chart. `number` is "" for a house player."""

    number: str
    name: str


@dataclass(frozen=True)
class TableCell:
    """One table in one game: the sides (partners set by the plan), or one group where partners are drawn.

    `state`: the chart's class. Empty `sides`: the table is not used in this game. `locked`: by itself.
    """

    sides: tuple[tuple[Person, ...], ...]
    state: str
    locked: bool = False


@dataclass(frozen=True)
class TableRow:
    number: int
    cells: tuple[TableCell, ...]


@dataclass(frozen=True)
class SitOutCell:
    people: tuple[Person, ...]
    state: str


@dataclass(frozen=True)
class PlayerCell:
    """One player in one game (from 1): at a table with a partner against others, or sitting out (no table).

    `partner`, `others`: numbers; where partners are drawn, all of the table are `others`.
    """

    game: int
    table: int | None
    partner: str
    others: str
    state: str


@dataclass(frozen=True)
class PlayerRow:
    """One player's night. `person.number` is "" for a house player."""

    person: Person
    cells: tuple[PlayerCell, ...]


def by_table(
    plan: Plan,
    people: People,
    played: int,
    before: Plan | None = None,
    locked: Collection[tuple[int, int]] = (),
) -> tuple[TableRow, ...]:
    """The tables in use, by number; changed against `before`, played and `locked` (game, table) ones are marked."""
    numbers = sorted({table.number for planned in plan.rounds for table in planned.tables})
    was = _tables(before) if before else None
    rows = []
    for number in numbers:
        cells = []
        for planned in plan.rounds:
            table = next((t for t in planned.tables if t.number == number), None)
            changed = was is not None and was.get((planned.number, number)) != _seats(table)
            state = _state(planned, played, changed)
            cells.append(TableCell(_sides(plan, table, people), state, (planned.number, number) in locked))
        rows.append(TableRow(number, tuple(cells)))
    return tuple(rows)


def sit_outs(plan: Plan, people: People, played: int) -> tuple[SitOutCell, ...]:
    """Who sits out, game by game; () when nobody ever does."""
    if not any(planned.sit_outs for planned in plan.rounds):
        return ()
    return tuple(
        SitOutCell(tuple(_person(p, people) for p in planned.sit_outs), _state(planned, played, False))
        for planned in plan.rounds
    )


def in_order(plan: Plan, people: People, find: str = "") -> list[Planned]:
    """Everybody in the plan, by number, house players last; with `find`, those of this number or part of a name."""
    found = sorted(plan.players, key=lambda p: _order(p, people))
    if not find:
        return found
    wanted = fold(find)
    return [p for p in found if _is_meant(_person(p, people), wanted)]


def _is_meant(person: Person, wanted: str) -> bool:
    return person.number == wanted or (not wanted.isdigit() and wanted in fold(person.name))


def by_player(plan: Plan, people: People, played: int, players: Iterable[Planned]) -> tuple[PlayerRow, ...]:
    """The way of these players through the night."""
    rows = []
    for player in players:
        cells = tuple(_player_cell(plan, planned, player, people, played) for planned in plan.rounds)
        rows.append(PlayerRow(_person(player, people), cells))
    return tuple(rows)


def _player_cell(
    plan: Plan, planned: PlannedRound, player: Planned, people: People, played: int
) -> PlayerCell:
    table = planned.table_of(player)
    if table is None:
        state = "is-sitout" if player in planned.sit_outs else "is-absent"
        return PlayerCell(planned.number, None, "", "", state)
    partner = ""
    others = [other for other in table.seats if other != player]
    if plan.mode == "partners":
        for pair in table.partner_pairs():
            if player in pair:
                mate = pair[0] if pair[1] == player else pair[1]
                partner = _mark(mate, people)
                others = [other for other in others if other != mate]
    marks = ", ".join(_mark(other, people) for other in others)
    return PlayerCell(planned.number, table.number, partner, marks, _state(planned, played, False))


def _sides(plan: Plan, table: PlannedTable | None, people: People) -> tuple[tuple[Person, ...], ...]:
    if table is None:
        return ()
    pairs = table.partner_pairs() if plan.mode == "partners" else ()
    groups = pairs or (table.seats,)
    return tuple(tuple(_person(player, people) for player in group) for group in groups)


def _tables(plan: Plan) -> Mapping[tuple[int, int], tuple[Planned, ...]]:
    return {(r.number, table.number): table.seats for r in plan.rounds for table in r.tables}


def _seats(table: PlannedTable | None) -> tuple[Planned, ...] | None:
    return table.seats if table else None


def _state(planned: PlannedRound, played: int, changed: bool) -> str:
    if planned.number <= played:
        return "is-played"
    return "is-changed" if changed else ""


def _person(planned: Planned, people: People) -> Person:
    player = people.get(planned) if isinstance(planned, int) else None
    if player is None:
        return Person("", planned_name(planned, people))
    return Person(str(player.number or ""), player.name)


def _mark(planned: Planned, people: People) -> str:
    """A person in as few letters as can be: the number, or "H1" for a house player."""
    if isinstance(planned, House):
        return f"H{planned.number}"
    return _person(planned, people).number or "?"


def _order(planned: Planned, people: People) -> tuple[bool, int, str]:
    player = people.get(planned) if isinstance(planned, int) else None
    return (player is None, (player.number or 0) if player else 0, str(planned))
