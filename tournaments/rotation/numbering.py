"""Which group plays at which table.

Table numbers are free once the groups stand, so each round is an assignment problem: a group pays for
players who would stay at their table and for players who have been there before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from .assignment import assign

Group = Sequence[int]
Places = Mapping[int, int]

STAY, VISIT, MUST = 6, 4, 10**6
_EXACT_TABLES = 24
_SWEEPS = 3


class Numbering:
    """Table numbers for rounds of groups of lines; visits in rounds already played count too.

    `pins` maps lines to the table they keep; `held[r][g]` is the number that group g of round r must have.
    """

    def __init__(self, numbers: Sequence[int], pins: Places, played: Sequence[Places] = ()) -> None:
        self.numbers = list(numbers)
        self.pins = pins
        self.visits = Counter(visit for places in played for visit in places.items())
        self.before: Places = played[-1] if played else {}

    def number(self, rounds: Sequence[Sequence[Group]], held: Sequence[Mapping[int, int]]) -> list[list[int]]:
        """The table of every group of every round."""
        self.where: list[dict[int, int]] = [{} for _ in rounds]
        numbered: list[list[int]] = [[] for _ in rounds]
        exact = len(self.numbers) <= _EXACT_TABLES
        for sweep in range(_SWEEPS if exact else 1):
            for r, groups in enumerate(rounds):
                if sweep:
                    self.visits.subtract(self.where[r].items())
                numbered[r] = (self._cheapest if exact else self._first_free)(r, groups, held[r])
                self.where[r] = {
                    who: table for group, table in zip(groups, numbered[r], strict=True) for who in group
                }
                self.visits.update(self.where[r].items())
        return numbered

    def _price(self, r: int, group: Group, table: int, held: int | None) -> int:
        price = 0 if held in (None, table) else MUST
        before = self.where[r - 1] if r else self.before
        after = self.where[r + 1] if r + 1 < len(self.where) else {}
        for who in group:
            pin = self.pins.get(who)
            if pin is not None:
                price += 0 if pin == table else MUST
                continue
            price += VISIT * self.visits[who, table]
            price += STAY * ((before.get(who) == table) + (after.get(who) == table))
        return price

    def _cheapest(self, r: int, groups: Sequence[Group], held: Mapping[int, int]) -> list[int]:
        cost = [
            [self._price(r, group, table, held.get(g)) for table in self.numbers]
            for g, group in enumerate(groups)
        ]
        return [self.numbers[column] for column in assign(cost)]

    def _first_free(self, r: int, groups: Sequence[Group], held: Mapping[int, int]) -> list[int]:
        """In a large room almost any free table is new to a group: take the first such, then mend by swaps."""
        placed: dict[int, int] = {}
        for g, group in enumerate(groups):
            own = [held[g]] if g in held else [self.pins[who] for who in group if who in self.pins]
            if own:
                placed[g] = own[0]
        free = [table for table in self.numbers if table not in set(placed.values())]
        for g, group in enumerate(groups):
            if g not in placed:
                index = next(
                    (i for i, table in enumerate(free) if self._price(r, group, table, None) == 0), -1
                )
                placed[g] = free.pop(index)
        self._mend(r, groups, held, placed)
        return [placed[g] for g in range(len(groups))]

    def _mend(self, r: int, groups: Sequence[Group], held: Mapping[int, int], placed: dict[int, int]) -> None:
        price = {g: self._price(r, groups[g], table, held.get(g)) for g, table in placed.items()}
        for g in range(len(groups)):
            for other in range(len(groups)) if price[g] else ():
                here = self._price(r, groups[g], placed[other], held.get(g))
                there = self._price(r, groups[other], placed[g], held.get(other))
                if here + there < price[g] + price[other]:
                    placed[g], placed[other] = placed[other], placed[g]
                    price[g], price[other] = here, there
                    if here == 0:
                        break
