"""A second, plain reading of a plan: what the tests believe, counted without any code of the package.

It works on nested lists of seats and knows nothing of lines, prices or searches.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from tournaments.rotation import Plan, PlannedRound


@dataclass(frozen=True)
class Judgement:
    """Counts per unordered pair and per player."""

    partners: dict[frozenset[Hashable], int]
    opponents: dict[frozenset[Hashable], int]
    meetings: dict[frozenset[Hashable], int]
    sit_outs: dict[Hashable, int]
    short: dict[Hashable, int]
    first_deals: dict[Hashable, int]
    games: dict[Hashable, int]
    share: dict[Hashable, Fraction]


def judge(rounds: Sequence[PlannedRound], preset: bool = True) -> Judgement:
    """Count everything in `rounds`."""
    counts: list[Any] = [defaultdict(int) for _ in range(7)]
    partners, opponents, meetings, sit_outs, short, deals, games = counts
    share: dict[Hashable, Fraction] = defaultdict(Fraction)
    for planned in rounds:
        here = [player for table in planned.tables for player in table.seats] + list(planned.sit_outs)
        for player in here:
            share[player] += Fraction(len(planned.sit_outs), len(here))
        for player in planned.sit_outs:
            sit_outs[player] += 1
        for table in planned.tables:
            for i, j in combinations(range(len(table.seats)), 2):
                pair = frozenset((table.seats[i], table.seats[j]))
                meetings[pair] += 1
                across = len(table.seats) == 4 and (i - j) % 2 == 0
                (partners if across and preset else opponents)[pair] += 1
            for player in table.seats:
                games[player] += 1
                short[player] += len(table.seats) == 3
            if table.first_dealer is not None:
                deals[table.seats[table.first_dealer]] += 1
    return Judgement(partners, opponents, meetings, sit_outs, short, deals, games, share)


def repeats(counts: dict[frozenset[Hashable], int]) -> int:
    """Times beyond the first, over all pairs."""
    return sum(times - 1 for times in counts.values())


def squared(counts: dict[frozenset[Hashable], int]) -> int:
    """The sum of x(x-1)/2."""
    return sum(times * (times - 1) // 2 for times in counts.values())


def weighed(judgement: Judgement, preset: bool = True) -> int:
    """The cost as ROTATION defines it: 20, 3 and 4 for partners, opponents and meetings."""
    cost = 4 * squared(judgement.meetings)
    if preset:
        cost += 20 * squared(judgement.partners) + 3 * squared(judgement.opponents)
    return cost


def spread(counts: dict[Hashable, int], players: Iterable[Hashable]) -> int:
    """Most less least over the players."""
    values = [counts.get(player, 0) for player in players]
    return max(values) - min(values)


def assert_sound(plan: Plan, *, sizes: set[int] | None = None) -> Judgement:
    """Every round seats everyone present once, at tables of a right size with numbers of their own."""
    for number, planned in enumerate(plan.rounds, start=1):
        assert planned.number == number
        here = [player for table in planned.tables for player in table.seats] + list(planned.sit_outs)
        assert len(here) == len(set(here)), f"somebody has two places in round {number}"
        assert set(here) <= set(plan.players)
        numbers = [table.number for table in planned.tables]
        assert numbers == sorted(set(numbers))
        assert not plan.tables or set(numbers) <= set(plan.tables)
        for table in planned.tables:
            assert len(table.seats) in (sizes or {4})
            assert table.first_dealer is None or 0 <= table.first_dealer < len(table.seats)
    return judge(plan.rounds, plan.mode == "partners")


def gaps(judgement: Judgement) -> dict[Hashable, Fraction]:
    """How far each player's sit-outs are from the fair share of the rounds they were there."""
    return {player: abs(judgement.sit_outs.get(player, 0) - fair) for player, fair in judgement.share.items()}
