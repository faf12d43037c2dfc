"""Players in order of points, and what separates those who are level."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Literal

from scoring.records import Record, StandingRules, TieBreaker, total_points

Group = tuple[Record, ...]
Separation = TieBreaker | Literal["recorded order"]


def ranked_groups(
    records: Sequence[Record],
    rules: StandingRules,
    orders: Sequence[Sequence[int]] = (),
    *,
    final: bool = False,
) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The ranked players as (rank, player numbers), best first; players still level share a rank: 1, 2, 2, 4.

    Level players are separated by the rules' tie-breakers in their order, then by a recorded order (playoff or
    lots, best first; the latest one that names all of them).
    """
    groups = list(_stages(records, rules, orders, final=final))[-1][1]
    result: list[tuple[int, tuple[int, ...]]] = []
    rank = 1
    for group in groups:
        result.append((rank, tuple(record.player for record in group)))
        rank += len(group)
    return tuple(result)


def separations(
    records: Sequence[Record],
    rules: StandingRules,
    orders: Sequence[Sequence[int]] = (),
    *,
    final: bool = False,
) -> dict[int, Separation]:
    """What puts a player before the next one with as many points, by the better player's number: a tie-breaker,
    or "recorded order" for a playoff or lots. Nobody who is still level with the next, or has more points, is in it.
    """
    stages = list(_stages(records, rules, orders, final=final))
    order = [record.player for group in stages[-1][1] for record in group]
    places = [(how, _places(groups)) for how, groups in stages]
    found: dict[int, Separation] = {}
    for better, worse in pairwise(order):
        how = next((how for how, place in places if place[better] != place[worse]), None)
        if how is not None and how != "points":
            found[better] = how
    return found


def _stages(
    records: Sequence[Record], rules: StandingRules, orders: Sequence[Sequence[int]], *, final: bool
) -> Iterator[tuple[Separation | Literal["points"], list[Group]]]:
    """The ranked players in ever smaller groups of level ones, best first, with what made each step."""

    def points(record: Record) -> int:
        return total_points(record, rules.sit_out, final=final)

    ranked = sorted((r for r in records if r.status == "ranked"), key=lambda record: record.player)
    groups = _split(tuple(ranked), points)
    yield "points", groups
    for breaker in rules.tie_breakers:
        groups = [part for group in groups for part in _broken(group, breaker)]
        yield breaker, groups
    yield "recorded order", [part for group in groups for part in _ordered(group, orders)]


def _places(groups: Sequence[Group]) -> dict[int, int]:
    """The index of each player's group."""
    return {record.player: index for index, group in enumerate(groups) for record in group}


def _split(group: Group, worth: Callable[[Record], int]) -> list[Group]:
    """The group in parts of equal worth, most first; the order inside a part stays."""
    by_worth = sorted(group, key=worth, reverse=True)
    return [tuple(part) for _, part in groupby(by_worth, key=worth)]


def _broken(group: Group, breaker: TieBreaker) -> list[Group]:
    if len(group) == 1:
        return [group]
    if breaker == "games won":
        return _split(group, lambda record: record.games_won)
    if breaker == "loners":
        return _split(group, lambda record: record.loners)
    if breaker == "fewest bumps":
        # Where one sheet cannot tell who paid, nobody's bumps can be compared fairly.
        if any(record.bump_cents is None for record in group):
            return [group]
        return _split(group, lambda record: -(record.bump_cents or 0))
    return _split(group, lambda record: _head_to_head(record, group))


def _head_to_head(record: Record, group: Group) -> int:
    """Wins less losses against the others of the group; a game against two of them counts twice."""
    others = {other.player for other in group} - {record.player}
    worth = {"won": 1, "drawn": 0, "lost": -1}
    return sum(worth[game.result] * len(others.intersection(game.opponents)) for game in record.games)


def _ordered(group: Group, orders: Sequence[Sequence[int]]) -> list[Group]:
    if len(group) == 1:
        return [group]
    players = {record.player for record in group}
    for order in reversed(orders):
        if players <= set(order):
            return [(record,) for record in sorted(group, key=lambda record: order.index(record.player))]
    return [group]
