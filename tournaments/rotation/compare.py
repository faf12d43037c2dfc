"""What a new plan changes, table by table, and the two ways of replanning side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from .model import Plan, PlannedRound, PlannedTable, Player, Quality
from .replanner import Keep, replan
from .words import counted, listed, times

Name = Callable[[Player], str]


@dataclass(frozen=True)
class TableChange:
    """One table of one round (from 1) before and after; None where it is not in use."""

    round: int
    table: int
    before: PlannedTable | None
    after: PlannedTable | None

    def told(self, name: Name = str) -> str:
        """The change in one sentence, players named by `name`."""
        place = f"Game {self.round}, table {self.table}"
        if self.after is None:
            return f"{place} is not used."
        if self.before is None:
            return f"{place} is new: {_seats(self.after, name)}."
        gone = [player for player in self.before.seats if player not in self.after.seats]
        come = [player for player in self.after.seats if player not in self.before.seats]
        if not gone and not come:
            return f"{place} keeps its players in other seats: {_seats(self.after, name)}."
        if not come:
            return f"{place} goes on without {listed([name(player) for player in gone])}."
        if not gone:
            return f"{place} gets {listed([name(player) for player in come])} as well."
        return f"{place}: {listed([name(p) for p in come])} instead of {listed([name(p) for p in gone])}."


@dataclass(frozen=True)
class SitOutChange:
    """Who starts or stops sitting out in a round; people who left or came are not listed."""

    round: int
    sits_out: tuple[Player, ...]
    plays: tuple[Player, ...]

    def told(self, name: Name = str) -> str:
        """The change in one sentence."""
        parts = []
        if self.sits_out:
            verb = "sits out" if len(self.sits_out) == 1 else "sit out"
            parts.append(f"{listed([name(player) for player in self.sits_out])} now {verb}")
        if self.plays:
            verb = "plays" if len(self.plays) == 1 else "play"
            parts.append(f"{listed([name(player) for player in self.plays])} now {verb}")
        return f"Game {self.round}: {', '.join(parts)}."


@dataclass(frozen=True)
class Difference:
    """Everything that is not as it was; `kept` and `changed` count the games still to come."""

    tables: tuple[TableChange, ...]
    sit_outs: tuple[SitOutChange, ...]
    kept: int
    changed: int

    def told(self, name: Name = str) -> list[str]:
        """One sentence a change, round by round."""
        changes: list[TableChange | SitOutChange] = [*self.tables, *self.sit_outs]
        return [change.told(name) for change in sorted(changes, key=lambda change: change.round)]


def difference(before: Plan, after: Plan) -> Difference:
    """What `after` changes in the rounds of `before`, compared table by table of the same number."""
    tables: list[TableChange] = []
    sit_outs: list[SitOutChange] = []
    games = 0
    for old, new in _paired(before, after):
        games += len(new.tables) if new.number > after.played else 0
        was = {table.number: table for table in old.tables}
        now = {table.number: table for table in new.tables}
        for number in sorted(was.keys() | now.keys()):
            if was.get(number) != now.get(number):
                tables.append(TableChange(new.number, number, was.get(number), now.get(number)))
        present = old.present() & new.present()
        sits = tuple(p for p in new.sit_outs if p in present and p not in old.sit_outs)
        plays = tuple(p for p in old.sit_outs if p in present and p not in new.sit_outs)
        if sits or plays:
            sit_outs.append(SitOutChange(new.number, sits, plays))
    changed = sum(change.after is not None for change in tables)
    return Difference(tuple(tables), tuple(sit_outs), games - changed, changed)


def _paired(before: Plan, after: Plan) -> Iterator[tuple[PlannedRound, PlannedRound]]:
    for number in range(1, max(len(before.rounds), len(after.rounds)) + 1):
        yield (
            before.rounds[number - 1] if number <= len(before.rounds) else PlannedRound(number, ()),
            after.rounds[number - 1] if number <= len(after.rounds) else PlannedRound(number, ()),
        )


@dataclass(frozen=True)
class Choice:
    """One way to go on: the plan and what it changes."""

    keep: Keep
    plan: Plan
    difference: Difference

    def told(self) -> str:
        """The figures that decide, in one sentence."""
        after = self.plan.played
        games = self.difference.kept + self.difference.changed
        return (
            f"{self.difference.changed} of {games} games to come changed; over the whole night "
            f"{figures(self.plan.quality)}" + (f" (games 1 to {after} stand)." if after else ".")
        )


def choices(old: Plan, **change: Any) -> tuple[Choice, Choice]:
    """Both ways to replan: most tables kept, best figures. `change` is what `replan` takes, without `keep`."""
    ways: tuple[Keep, Keep] = ("most", "best")
    first, second = (replan(old, keep=keep, **change) for keep in ways)
    return Choice("most", first, difference(old, first)), Choice("best", second, difference(old, second))


def figures(quality: Quality) -> str:
    """The figures of a plan in half a sentence."""
    parts = []
    if quality.partners is not None and quality.opponents is not None:
        parts.append(counted(quality.partners.repeats, "partnership repeats", "partnerships repeat"))
        parts.append(f"nobody opposes anybody more than {times(quality.opponents.max)}")
    parts.append(counted(quality.meetings.over_once, "pair meets again", "pairs meet again"))
    return listed(parts)


def _seats(table: PlannedTable, name: Name) -> str:
    pairs = table.partner_pairs()
    if not pairs:
        return listed([name(player) for player in table.seats])
    return " against ".join(listed([name(player) for player in pair]) for pair in pairs)
