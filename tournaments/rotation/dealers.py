"""Who deals first, so that everyone does so as often as their games allow, rounded down or up.

Giving every player of a game an equal part of its first deal is a feasible flow, so a whole-numbered one
exists; augmenting paths find it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence

Group = Sequence[int]

TURN = 12  # one first deal, in parts that fours and threes divide


def first_dealers(groups: Sequence[Group], fixed: Mapping[int, int]) -> list[int]:
    """The first dealer of each game; `fixed` gives those of games that stand as they are.

    With nothing fixed every player deals first floor or ceil of their share times.
    """
    share: dict[int, int] = {}
    for group in groups:
        for who in group:
            share[who] = share.get(who, 0) + TURN // len(group)
    deals = _Deals(groups, fixed, share)
    for who in share:
        while len(deals.of[who]) > -(-share[who] // TURN):
            if not deals.pass_on(who, lambda x: len(deals.of[x]) < -(-share[x] // TURN)):
                break
    for who in share:
        while len(deals.of[who]) < share[who] // TURN:
            givers = [x for x in share if len(deals.of[x]) > share[x] // TURN]
            if not any(deals.pass_on(giver, _is(who)) for giver in givers):
                break
    return deals.dealer


class _Deals:
    """Games with their first dealers; deals can be passed on along games."""

    def __init__(self, groups: Sequence[Group], fixed: Mapping[int, int], share: Mapping[int, int]) -> None:
        self.groups, self.fixed = groups, fixed
        self.dealer: list[int] = [fixed.get(game, -1) for game in range(len(groups))]
        self.of: dict[int, set[int]] = {who: set() for who in share}
        for game, who in fixed.items():
            self.of[who].add(game)
        for game, group in enumerate(groups):
            if game not in fixed:
                who = min(group, key=lambda x: len(self.of[x]) / share[x])
                self.dealer[game] = who
                self.of[who].add(game)

    def pass_on(self, giver: int, wanted: Callable[[int], bool]) -> bool:
        """Pass one first deal from `giver` along a chain of games to a player who is wanted."""
        came: dict[int, tuple[int, int]] = {}
        queue = deque([giver])
        while queue:
            holder = queue.popleft()
            for game in sorted(self.of[holder]):
                if game in self.fixed:
                    continue
                for who in self.groups[game]:
                    if who == giver or who in came:
                        continue
                    came[who] = (holder, game)
                    if wanted(who):
                        self._hand_over(who, came)
                        return True
                    queue.append(who)
        return False

    def _hand_over(self, who: int, came: Mapping[int, tuple[int, int]]) -> None:
        while who in came:
            holder, game = came[who]
            self.of[holder].discard(game)
            self.of[who].add(game)
            self.dealer[game] = who
            who = holder


def _is(who: int) -> Callable[[int], bool]:
    return lambda other: other == who
