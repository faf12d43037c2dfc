"""The evaluator: counts every figure of a plan from the seats alone, with the bound beside it.

It shares nothing with the search, so it also judges plans edited by hand or imported from a chart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb

from .bounds import Weights, even_squares, halved, water_fill
from .errors import RotationError
from .model import Mode, PlannedRound, PlannedTable, Player, Quality, Range, Spread
from .shape import weights_for

Pair = frozenset[Player]


def check(
    rounds: Sequence[PlannedRound],
    players: Sequence[Player],
    *,
    mode: Mode = "partners",
    played: int = 0,
    guarded: bool = False,
) -> Quality:
    """The figures of `rounds`, counted from the seats.

    The first `played` rounds count as history: bounds speak of what the later rounds could still have done.
    Raises RotationError when a round seats somebody twice, seats a stranger, or has a table of a wrong size.
    """
    _refuse_impossible(rounds, players)
    counted, past = _Count(rounds, mode), _Count(rounds[:played], mode)
    future = rounds[played:]
    reach = _reachable(future)
    meetings = _spread(counted.meetings, past.meetings, _slots(future, "meetings", mode), reach)
    meetings = replace(meetings, bound=max(meetings.bound, _pigeonhole(rounds, played)))
    partners = opponents = None
    if mode == "partners":
        partners = _spread(counted.partners, past.partners, _slots(future, "partners", mode), reach)
        opponents = _spread(counted.opponents, past.opponents, _slots(future, "opponents", mode), reach)
    cost, bound = _weigh(weights_for(mode), partners, opponents, meetings)
    stays, revisits, visits = _table_changes(rounds)
    return Quality(
        partners=partners,
        opponents=opponents,
        meetings=meetings,
        sit_outs=_range(counted.sit_outs, players),
        sit_out_gap=round(max(sit_out_gaps(rounds, players).values(), default=0.0), 3),
        short_tables=_range(counted.short_tables, players),
        first_deals=_range(counted.first_deals, players),
        table_stays=stays,
        table_revisits=revisits,
        table_visits_max=visits,
        cost=cost,
        bound=bound,
        guarded=guarded,
    )


def sit_out_gaps(rounds: Iterable[PlannedRound], players: Iterable[Player]) -> dict[Player, float]:
    """Per player: how far their sit-outs are from their share of the rounds they were present in."""
    balance = dict.fromkeys(players, 0.0)
    for planned in rounds:
        present = planned.present()
        share = len(planned.sit_outs) / len(present) if present else 0.0
        for player in present:
            balance[player] -= share
        for player in planned.sit_outs:
            balance[player] += 1
    return {player: abs(gap) for player, gap in balance.items()}


def _refuse_impossible(rounds: Sequence[PlannedRound], players: Sequence[Player]) -> None:
    known = set(players)
    for planned in rounds:
        seen: dict[Player, str] = {}
        for table in planned.tables:
            if len(table.seats) not in (3, 4):
                raise RotationError(
                    f"Game {planned.number}, table {table.number} has {len(table.seats)} players; a table takes four or three."
                )
        places = [(player, f"at table {table.number}") for table in planned.tables for player in table.seats]
        places += [(player, "sitting out") for player in planned.sit_outs]
        for player, place in places:
            if player not in known:
                raise RotationError(
                    f"Game {planned.number} has {{0}}, who is not one of the players.", player
                )
            if player in seen:
                raise RotationError(
                    f"Game {planned.number} has {{0}} twice: {seen[player]} and {place}.", player
                )
            seen[player] = place


class _Count:
    """Plain counts over a list of rounds."""

    def __init__(self, rounds: Iterable[PlannedRound], mode: Mode) -> None:
        self.partners: Counter[Pair] = Counter()
        self.opponents: Counter[Pair] = Counter()
        self.meetings: Counter[Pair] = Counter()
        self.sit_outs: Counter[Player] = Counter()
        self.short_tables: Counter[Player] = Counter()
        self.first_deals: Counter[Player] = Counter()
        for planned in rounds:
            self.sit_outs.update(planned.sit_outs)
            for table in planned.tables:
                self._add(table, mode)

    def _add(self, table: PlannedTable, mode: Mode) -> None:
        partners = {frozenset(pair) for pair in table.partner_pairs()} if mode == "partners" else set()
        for two in combinations(table.seats, 2):
            pair = frozenset(two)
            self.meetings[pair] += 1
            (self.partners if pair in partners else self.opponents)[pair] += 1
        if len(table.seats) == 3:
            self.short_tables.update(table.seats)
        if table.first_dealer is not None:
            self.first_deals[table.seats[table.first_dealer]] += 1


@dataclass(frozen=True)
class _Reach:
    """Whom a player can meet: everyone present in at least one of the same rounds."""

    group: dict[Player, frozenset[Player]]

    def pair(self, pair: Pair) -> bool:
        """The two can meet."""
        first, second = pair
        return second in self.group.get(first, ())


def _reachable(rounds: Iterable[PlannedRound]) -> _Reach:
    presences = list({planned.present() for planned in rounds})
    together: dict[tuple[int, ...], frozenset[Player]] = {}
    group: dict[Player, frozenset[Player]] = {}
    for player in frozenset().union(*presences):
        when = tuple(i for i, present in enumerate(presences) if player in present)
        if when not in together:
            together[when] = frozenset().union(*(presences[i] for i in when))
        group[player] = together[when]
    return _Reach(group)


def _spread(total: Counter[Pair], past: Counter[Pair], slots: Mapping[Player, int], reach: _Reach) -> Spread:
    met: dict[Player, list[int]] = {player: [] for player in reach.group}
    settled = 0
    for pair, times in past.items():
        if reach.pair(pair):
            for player in pair:
                met[player].append(times)
        else:
            settled += comb(times, 2)
    filled = fresh = 0
    for player, times_met in met.items():
        strangers = len(reach.group[player]) - 1 - len(times_met)
        filled += water_fill(times_met, strangers, slots[player])
        fresh += max(0, slots[player] - strangers)
    return Spread(
        max=max(total.values(), default=0),
        over_once=sum(times > 1 for times in total.values()),
        over_twice=sum(times > 2 for times in total.values()),
        repeats=sum(times - 1 for times in total.values()),
        repeats_bound=sum(times - 1 for times in past.values()) + halved(fresh),
        pairs_squared=sum(comb(times, 2) for times in total.values()),
        bound=settled + halved(filled),
    )


def _slots(rounds: Iterable[PlannedRound], relation: str, mode: Mode) -> Counter[Player]:
    """Per player: how many partners, opponents or meetings the rounds must find."""
    slots: Counter[Player] = Counter()
    for planned in rounds:
        for table in planned.tables:
            size = len(table.seats)
            preset = mode == "partners" and size == 4
            each = {"partners": int(preset), "opponents": size - 1 - int(preset), "meetings": size - 1}[
                relation
            ]
            for player in table.seats:
                slots[player] += each
    return slots


def _pigeonhole(rounds: Sequence[PlannedRound], played: int) -> int:
    """Bound on sum C(m,2): any two rounds share pairs when many players sit at few tables."""
    total = 0
    for (_, first), (later, second) in combinations(enumerate(rounds), 2):
        if later < played:
            together = Counter(
                (one.number, other.number)
                for one in first.tables
                for other in second.tables
                for player in one.seats
                if player in other.seats
            )
            total += sum(comb(times, 2) for times in together.values())
            continue
        seats = [sum(len(table.seats) for table in planned.tables) for planned in (first, second)]
        both = max(0, sum(seats) - len(first.present() | second.present()))
        total += even_squares(both, len(first.tables) * len(second.tables))
    return total


def _weigh(
    weights: Weights, partners: Spread | None, opponents: Spread | None, meetings: Spread
) -> tuple[int, int]:
    cost = weights.meeting * meetings.pairs_squared
    bound = weights.meeting * meetings.bound
    for weight, spread in ((weights.partner, partners), (weights.opponent, opponents)):
        if spread is not None:
            cost += weight * spread.pairs_squared
            bound += weight * spread.bound
    return cost, bound


def _range(counts: Counter[Player], players: Iterable[Player]) -> Range:
    values = [counts[player] for player in players]
    return Range(min(values, default=0), max(values, default=0))


def _table_changes(rounds: Sequence[PlannedRound]) -> tuple[int, int, int]:
    """(players who stay at their table from one round to the next, visits beyond the first, most visits)."""
    visits: Counter[tuple[Player, int]] = Counter()
    stays = 0
    before: dict[Player, int] = {}
    for planned in rounds:
        here = {player: table.number for table in planned.tables for player in table.seats}
        stays += sum(before.get(player) == number for player, number in here.items())
        visits.update(here.items())
        before = here
    return stays, sum(times - 1 for times in visits.values()), max(visits.values(), default=0)
