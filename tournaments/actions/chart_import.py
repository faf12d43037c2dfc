"""A rotation chart from elsewhere, made a proposal: every name found, every table in its range, or said why not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from tournaments.actions.rotation import Basis, Proposal, basis_of
from tournaments.models import Division, Player, Tournament
from tournaments.names import fold
from tournaments.problems import ActRefused, Problem, blocker, refuse, stop_at
from tournaments.queries.seat_wishes import mode_of, odd_of, wishes_among, wishes_of
from tournaments.rotation import House, Plan, PlannedRound, RotationError, check
from tournaments.rotation.chart import read_chart
from tournaments.rotation.model import Player as Planned
from tournaments.rotation.warn import warnings_for

_HOUSE = re.compile(r"(?:h|house|house player)\s*(\d{1,3})", re.IGNORECASE)
MOST_PROBLEMS = 12
_DIGITS = 9


def propose_chart(
    night: Tournament, division: Division, rows: Sequence[Sequence[str]], *, by_place: bool = False
) -> Proposal:
    """The chart in `rows` (of a CSV file) as the division's rotation, with its figures; nothing is changed.

    People stand in it by tonight's number or by name. With `by_place` its numbers are its own ("players 1 to 16"):
    they are given to those who are here in the order of their numbers, its tables to the division's tables. What
    was played stays; the chart's rounds after it are taken. Raises ActRefused with up to `MOST_PROBLEMS` problems
    that name line, round, table and player.
    """
    basis = basis_of(division)
    present = list(division.players.filter(pk__in=basis.present).order_by("number"))
    read = _read(rows, night)
    named = _Places(read, present) if by_place else _Named(read, list(division.players.all()), basis)
    stop_at(_first([*named.problems(), *_wrong_tables(read, division, named), *_wrong_sizes(read)]))
    rounds = tuple(named.renamed(planned, division) for planned in read.rounds)
    old = _plan_in_force(division, basis)
    if old is not None:
        rounds = old.rounds[: basis.played] + rounds[basis.played :]
        _refuse_locked(basis, old, rounds)
    players = tuple(
        dict.fromkeys(player for planned in rounds for player in (*planned.seated(), *planned.sit_outs))
    )
    plan = Plan(
        players=players,
        rounds=rounds,
        quality=check(rounds, players, mode=read.mode, played=basis.played),
        mode=read.mode,
        odd=odd_of(night.settings),
        tables=tuple(division.table_numbers),
        wishes=wishes_among(present, wishes_of(night)),
        played=basis.played,
    )
    return Proposal(basis, plan.with_warnings(warnings_for(plan)), _moves(rounds, present, basis))


def _read(rows: Sequence[Sequence[str]], night: Tournament) -> Plan:
    try:
        return read_chart(rows, mode_of(night.settings))
    except RotationError as error:
        raise refuse("chart", str(error)) from error


def _first(problems: Sequence[Problem]) -> Sequence[Problem]:
    """As many as one can mend at a time."""
    if len(problems) <= MOST_PROBLEMS:
        return problems
    more = f"And {len(problems) - MOST_PROBLEMS} more like these."
    return [*problems[:MOST_PROBLEMS], blocker("more", more)]


class _Named:
    """People stand in the chart by tonight's number or by name."""

    def __init__(self, read: Plan, people: Sequence[Player], basis: Basis) -> None:
        self.read, self.people, self.basis = read, people, basis
        self.found: dict[Planned, Planned] = {}
        self.unclear: dict[Planned, str] = {}
        for planned in read.players:
            self._find(planned)

    def _find(self, planned: Planned) -> None:
        text = str(planned)
        if house := _HOUSE.fullmatch(text):
            self.found[planned] = House(int(house[1]))
            return
        if _is_number(text):
            meant = [p for p in self.people if p.number == int(text)]
        else:
            meant = [p for p in self.people if not p.is_house and p.search_name == fold(text)]
        if not meant:
            self.unclear[planned] = f"{_called(text)} is not on this division’s list"
        elif len(meant) > 1:
            self.unclear[planned] = f"{len(meant)} people are called {text}: write the number instead"
        elif meant[0].pk not in self.basis.present:
            self.unclear[planned] = f"{meant[0]} is not checked in"
        elif meant[0].pk in self.found.values():
            self.unclear[planned] = f"{meant[0]} stands in the chart under two names"
        else:
            self.found[planned] = meant[0].pk

    def problems(self) -> Iterator[Problem]:
        for planned, text in self.unclear.items():
            yield blocker("player", f"{text} ({_where(self.read, planned)}).")
        if self.unclear:
            return
        missing = set(self.basis.present) - set(self.found.values())
        for player in (p for p in self.people if p.pk in missing):
            yield blocker("missing", f"{player} is here, but nowhere in the chart.")

    def table(self, number: int, division: Division) -> int:
        return number

    def renamed(self, planned: PlannedRound, division: Division) -> PlannedRound:
        return _renamed(
            planned, self.found, {t.number: self.table(t.number, division) for t in planned.tables}
        )


class _Places(_Named):
    """The chart's numbers are its own: its smallest is the first of those who are here, and so on."""

    def __init__(self, read: Plan, present: Sequence[Player]) -> None:
        self.read, self.people, self.unclear = read, present, {}
        self.found = dict(zip(read.players, [player.pk for player in present], strict=False))
        self.numbers = sorted({table.number for planned in read.rounds for table in planned.tables})

    def problems(self) -> Iterator[Problem]:
        if not all(isinstance(player, int) for player in self.read.players):
            yield blocker("names", "This chart has names in it: read it as tonight’s players instead.")
        elif len(self.read.players) != len(self.people):
            text = f"The chart is for {len(self.read.players)} players, but {len(self.people)} are here."
            yield blocker("count", text)

    def table(self, number: int, division: Division) -> int:
        place = self.numbers.index(number)
        tables = division.table_numbers
        return tables[place] if place < len(tables) else number


def _is_number(text: str) -> bool:
    """Whether it can be somebody's number: "²" or five thousand nines are none."""
    return text.isascii() and text.isdigit() and len(text) <= _DIGITS


def _called(text: str) -> str:
    return f"Number {text}" if _is_number(text) else f"“{text:.80}”"


def _where(read: Plan, player: Planned) -> str:
    """Where the chart first has somebody."""
    for planned in read.rounds:
        for table in planned.tables:
            if player in table.seats:
                return f"game {planned.number}, table {table.number}"
        if player in planned.sit_outs:
            return f"game {planned.number}, sitting out"
    return "nowhere"


def _wrong_tables(read: Plan, division: Division, named: _Named) -> Iterator[Problem]:
    numbers = division.table_numbers
    told: set[int] = set()
    for planned in read.rounds:
        for table in planned.tables:
            number = named.table(table.number, division)
            if number not in numbers and number not in told:
                told.add(number)
                text = f"Game {planned.number}: {division.name} has no table {number}, its tables are {numbers[0]} to {numbers[-1]}."
                yield blocker("table", text)


def _wrong_sizes(read: Plan) -> Iterator[Problem]:
    for planned in read.rounds:
        for table in planned.tables:
            if read.mode == "alone" and len(table.seats) != 3:
                text = f"Game {planned.number}, table {table.number} has four players; tonight’s tables take three."
                yield blocker("size", text)


def _renamed(
    planned: PlannedRound, names: Mapping[Planned, Planned], tables: Mapping[int, int]
) -> PlannedRound:
    seated = [
        replace(table, number=tables[table.number], seats=tuple(names[player] for player in table.seats))
        for table in planned.tables
    ]
    return PlannedRound(
        planned.number,
        tuple(sorted(seated, key=lambda table: table.number)),
        tuple(names[player] for player in planned.sit_outs if not isinstance(names[player], House)),
    )


def _plan_in_force(division: Division, basis: Basis) -> Plan | None:
    if basis.plan_number == 0:
        return None
    return Plan.from_dict(division.plans.get(number=basis.plan_number).data)


def _refuse_locked(basis: Basis, old: Plan, rounds: Sequence[PlannedRound]) -> None:
    if len(rounds) <= basis.played:
        played = f"{basis.played} games are played, and the chart has no game after them."
        one = "Game 1 is played, and the chart has no game after it."
        raise refuse("over", one if basis.played == 1 else played)
    now = {(planned.number, table.number): table.seats for planned in rounds for table in planned.tables}
    problems = []
    for planned in old.rounds[basis.played :]:
        for table in planned.tables:
            place = (planned.number, table.number)
            locked = planned.number in basis.locked or place in basis.locked_tables
            if locked and now.get(place) != table.seats:
                text = f"Table {table.number} of game {planned.number} is locked, and the chart changes it: unlock it first."
                problems.append(blocker("locked", text))
    if problems:
        raise ActRefused(_first(problems))


def _moves(
    rounds: Sequence[PlannedRound], present: Sequence[Player], basis: Basis
) -> tuple[tuple[int, int, int | None], ...]:
    """Who was told another first table at check-in."""
    if basis.played:
        return ()
    at = {player: table.number for table in rounds[0].tables for player in table.seats}
    return tuple(
        (player.pk, player.first_table, at.get(player.pk))
        for player in present
        if player.first_table is not None and at.get(player.pk) != player.first_table
    )
