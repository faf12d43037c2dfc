"""Names for the lines of a finished plan, chosen so that wishes cost nothing.

In a good plan many pairs of lines never meet. Giving those lines to the people who are to be kept apart, and
the lines of one table to the people who were given that table first, leaves every figure as it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from .tallies import Row, groups_of
from .wishes import Wants

_ATTEMPTS, _NODES = 30, 400
_ANY = 0


def fit(
    rows: Sequence[Row], lines: int, wants: Wants, random: Random, strict: bool = True
) -> list[Row] | None:
    """`rows` with players in place of lines; None when the wishes cannot be fitted.

    With `strict` off, first tables are kept and pairs are left for the search to part.
    """
    for attempt in range(_ATTEMPTS if strict else 1):
        first = attempt % len(rows)
        ordered = [rows[first], *rows[:first], *rows[first + 1 :]] if wants.first else list(rows)
        name = _Naming(ordered, lines, wants, random).find(strict)
        if name is not None:
            return [[name.get(line, lines) for line in row] for row in ordered]
        if not wants.pairs:
            break
    return None


class _Naming:
    """One attempt: first tables are placed by lot, then lines are given out by backtracking."""

    def __init__(self, rows: Sequence[Row], lines: int, wants: Wants, random: Random) -> None:
        self.lines, self.random, self.wants = lines, random, wants
        self.first = groups_of(rows[0], lines)
        self.met: list[set[int]] = [set() for _ in range(lines)]
        self.partnered: list[set[int]] = [set() for _ in range(lines)]
        if wants.pairs:
            self._note_company(rows)
        self.apart, self.never_partner = _neighbours(wants.apart), _neighbours(wants.never_partner)
        self.nodes = 0

    def _note_company(self, rows: Sequence[Row]) -> None:
        for row in rows:
            for group in groups_of(row, self.lines):
                for seat, line in enumerate(group):
                    self.met[line].update(group)
                    if len(group) == 4:
                        self.partnered[line].add(group[seat ^ 1])

    def find(self, strict: bool) -> dict[int, int] | None:
        """line -> player, or None."""
        room = self._room()
        wished = sorted({*self.apart, *self.never_partner}) if strict else []
        wished.sort(key=lambda who: -len(self.apart.get(who, ())) - len(self.never_partner.get(who, ())))
        line_of: dict[int, int] = {}
        if not self._place(wished, 0, line_of, room):
            return None
        name = {line: who for who, line in line_of.items()}
        rest = [who for who in range(self.lines) if who not in line_of]
        self.random.shuffle(rest)
        rest.sort(key=lambda who: who not in self.wants.first)
        for who in rest:
            line = next(line for line in room[self.wants.first.get(who, _ANY)] if line not in name)
            name[line] = who
        return name

    def _room(self) -> dict[int, list[int]]:
        """Lines open to those given each table first; under _ANY, the lines open to everyone else."""
        given: dict[int, int] = {}
        for table in self.wants.first.values():
            given[table] = given.get(table, 0) + 1
        tables = [self.random.sample(group, len(group)) for group in self.first]
        self.random.shuffle(tables)
        tables.sort(key=len, reverse=True)
        room: dict[int, list[int]] = {}
        taken: set[int] = set()
        for (number, count), group in zip(
            sorted(given.items(), key=lambda item: -item[1]), tables, strict=False
        ):
            room[number] = group[:count]
            taken.update(room[number])
        others = [line for line in range(self.lines) if line not in taken]
        room[_ANY] = self.random.sample(others, len(others))
        return room

    def _place(
        self, wished: Sequence[int], depth: int, line_of: dict[int, int], room: Mapping[int, list[int]]
    ) -> bool:
        if depth == len(wished):
            return True
        who = wished[depth]
        for line in room[self.wants.first.get(who, _ANY)]:
            if line in line_of.values() or not self._allowed(who, line, line_of):
                continue
            self.nodes += 1
            if self.nodes > _NODES:
                return False
            line_of[who] = line
            if self._place(wished, depth + 1, line_of, room):
                return True
            del line_of[who]
        return False

    def _allowed(self, who: int, line: int, line_of: Mapping[int, int]) -> bool:
        return all(
            other not in line_of or line_of[other] not in company[line]
            for others, company in ((self.apart, self.met), (self.never_partner, self.partnered))
            for other in others.get(who, ())
        )


def _neighbours(pairs: Sequence[tuple[int, int]]) -> dict[int, list[int]]:
    near: dict[int, list[int]] = {}
    for one, other in pairs:
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    return near
