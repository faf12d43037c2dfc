"""Which group plays at which table, and who deals first.

Table numbers are free once the groups stand, so each round is an assignment problem: a group pays for
players who would stay at their table and for players who have been there before.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from math import inf

Group = Sequence[int]

STAY, VISIT, MUST = 6, 4, 10**6
_EXACT_TABLES = 40


def assign(cost: Sequence[Sequence[float]]) -> list[int]:
    """The cheapest one-to-one assignment of rows to columns of a square matrix (shortest augmenting paths)."""
    size = len(cost)
    row_price, column_price = [0.0] * (size + 1), [0.0] * (size + 1)
    owner, came_from = [0] * (size + 1), [0] * (size + 1)
    for row in range(1, size + 1):
        owner[0], column = row, 0
        least, used = [inf] * (size + 1), [False] * (size + 1)
        while True:
            used[column] = True
            current, delta, following = owner[column], inf, 0
            prices, base = cost[current - 1], row_price[current]
            for j in range(1, size + 1):
                if not used[j]:
                    reduced = prices[j - 1] - base - column_price[j]
                    if reduced < least[j]:
                        least[j], came_from[j] = reduced, column
                    if least[j] < delta:
                        delta, following = least[j], j
            for j in range(size + 1):
                if used[j]:
                    row_price[owner[j]] += delta
                    column_price[j] -= delta
                else:
                    least[j] -= delta
            column = following
            if owner[column] == 0:
                break
        while column:
            owner[column] = owner[came_from[column]]
            column = came_from[column]
    chosen = [0] * size
    for j in range(1, size + 1):
        chosen[owner[j] - 1] = j - 1
    return chosen


class Tables:
    """Table numbers for a list of rounds of groups, with visits counted over all of them."""

    def __init__(self, tables: Sequence[int], pinned: Mapping[int, int]) -> None:
        self.tables = list(tables)
        self.pinned = pinned
        self.visits: Counter[tuple[int, int]] = Counter()

    def number(
        self, rounds: Sequence[Sequence[Group]], fixed: Mapping[int, Sequence[int]], sweeps: int = 3
    ) -> list[list[int]]:
        """The table of every group; rounds in `fixed` keep the tables given there."""
        numbered: list[list[int] | None] = [None] * len(rounds)
        where: list[dict[int, int]] = [{} for _ in rounds]
        for r, given in fixed.items():
            self._settle(r, rounds[r], list(given), numbered, where)
        for _ in range(sweeps):
            for r, groups in enumerate(rounds):
                if r in fixed:
                    continue
                self._forget(groups, numbered[r])
                before = where[r - 1] if r else {}
                after = where[r + 1] if r + 1 < len(rounds) else {}
                self._settle(r, groups, self._best(groups, before, after), numbered, where)
        return [given for given in numbered if given is not None]

    def _settle(
        self,
        r: int,
        groups: Sequence[Group],
        given: list[int],
        numbered: list[list[int] | None],
        where: list[dict[int, int]],
    ) -> None:
        numbered[r] = given
        where[r] = {who: table for group, table in zip(groups, given, strict=True) for who in group}
        self.visits.update(where[r].items())

    def _forget(self, groups: Sequence[Group], given: Sequence[int] | None) -> None:
        if given is not None:
            for group, table in zip(groups, given, strict=True):
                for who in group:
                    self.visits[who, table] -= 1

    def _price(self, group: Group, table: int, before: Mapping[int, int], after: Mapping[int, int]) -> int:
        price = 0
        for who in group:
            pin = self.pinned.get(who)
            if pin is not None:
                price += 0 if pin == table else MUST
                continue
            price += VISIT * self.visits[who, table]
            price += STAY * ((before.get(who) == table) + (after.get(who) == table))
        return price

    def _best(
        self, groups: Sequence[Group], before: Mapping[int, int], after: Mapping[int, int]
    ) -> list[int]:
        if len(self.tables) > _EXACT_TABLES:
            return self._first_free(groups, before, after)
        size = len(self.tables)
        cost: list[list[float]] = [
            [self._price(group, table, before, after) for table in self.tables] for group in groups
        ]
        cost += [[0.0] * size for _ in range(size - len(groups))]
        return [self.tables[column] for column in assign(cost)[: len(groups)]]

    def _first_free(
        self, groups: Sequence[Group], before: Mapping[int, int], after: Mapping[int, int]
    ) -> list[int]:
        """In a large room almost any free table is new to a group: take the first such, then mend by swaps."""
        free = deque(self.tables)
        given: list[int] = []
        for group in sorted(groups, key=lambda group: not any(who in self.pinned for who in group)):
            for _ in range(len(free)):
                if self._price(group, free[0], before, after) == 0:
                    break
                free.rotate(-1)
            given.append(free.popleft())
        order = sorted(range(len(groups)), key=lambda g: not any(who in self.pinned for who in groups[g]))
        placed = [0] * len(groups)
        for g, table in zip(order, given, strict=True):
            placed[g] = table
        self._mend(groups, placed, before, after)
        return placed

    def _mend(
        self, groups: Sequence[Group], placed: list[int], before: Mapping[int, int], after: Mapping[int, int]
    ) -> None:
        prices = [
            self._price(group, table, before, after) for group, table in zip(groups, placed, strict=True)
        ]
        for g, group in enumerate(groups):
            if prices[g] == 0:
                continue
            for other, others in enumerate(groups):
                here = self._price(group, placed[other], before, after)
                there = self._price(others, placed[g], before, after)
                if here + there < prices[g] + prices[other]:
                    placed[g], placed[other] = placed[other], placed[g]
                    prices[g], prices[other] = here, there
                    if here == 0:
                        break


def first_dealers(groups: Sequence[Group]) -> list[int]:
    """One first dealer a game, so that everyone deals first as often as their games allow, rounded down or up.

    Giving every player of a game an equal part of the deal is a feasible flow, so a whole-numbered one exists;
    augmenting paths find it. Games of three count a third for each.
    """
    share: dict[int, float] = {}
    for group in groups:
        for who in group:
            share[who] = share.get(who, 0.0) + 12 // len(group)
    least = {who: int(parts) // 12 for who, parts in share.items()}
    most = {who: -(-int(parts) // 12) for who, parts in share.items()}
    deals: dict[int, set[int]] = {who: set() for who in share}
    dealer: list[int] = []
    for game, group in enumerate(groups):
        who = min(group, key=lambda x: len(deals[x]) / share[x])
        dealer.append(who)
        deals[who].add(game)
    for who in share:
        while len(deals[who]) > most[who] and _pass_on(
            who, groups, deals, dealer, lambda x: len(deals[x]) < most[x]
        ):
            pass
    for who in share:
        while len(deals[who]) < least[who]:
            givers = [x for x in share if len(deals[x]) > least[x]]
            if not any(_pass_on(giver, groups, deals, dealer, who.__eq__) for giver in givers):
                break
    return dealer


def _pass_on(
    giver: int,
    groups: Sequence[Group],
    deals: dict[int, set[int]],
    dealer: list[int],
    wanted: Callable[[int], bool],
) -> bool:
    """Pass one first deal from `giver` along a chain of games to a player who wants one."""
    came: dict[int, tuple[int, int] | None] = {giver: None}
    queue = deque([giver])
    while queue:
        holder = queue.popleft()
        for game in sorted(deals[holder]):
            for who in groups[game]:
                if who in came:
                    continue
                came[who] = (holder, game)
                if wanted(who):
                    _hand_over(who, came, deals, dealer)
                    return True
                queue.append(who)
    return False


def _hand_over(
    who: int, came: Mapping[int, tuple[int, int] | None], deals: dict[int, set[int]], dealer: list[int]
) -> None:
    step = came[who]
    while step is not None:
        holder, game = step
        deals[holder].discard(game)
        deals[who].add(game)
        dealer[game] = who
        who, step = holder, came[holder]
