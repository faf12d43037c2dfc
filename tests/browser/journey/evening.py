"""The games of a night: who sits where, what each table played, and which sheet counts in the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from scoring.play import NO_MISTAKES
from tests.browser.journey.host import Host
from tests.browser.journey.paper import CARELESS, Paper, play
from tests.browser.journey.reckoning import Row, Seated, standings
from tests.browser.journey.runner import Runner, Table

Wish = Callable[[list[Row]], bool]


class Evening:
    """`names`: player number -> name, `leagues`: name -> division, of everybody who plays. `sheets`: what counts, by
    game and table, in our own book. `drawn_again`: whether a repeated partnership has been drawn again."""

    def __init__(
        self, host: Host, runner: Runner, names: Mapping[int, str], leagues: Mapping[str, str]
    ) -> None:
        self.host = host
        self.runner = runner
        self.names = names
        self.leagues = leagues
        self.sheets: dict[tuple[int, int], Seated] = {}
        self.number = 0
        self.tables: dict[int, Table] = {}
        self.drawn_again = False

    # -- one game --------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the next game and look at who sits where."""
        self.number += 1
        self.host.start(self.number)
        self.tables = self.runner.tables()

    def paper(self, number: int, *, partner: int = 0, careless: bool = False) -> Paper:
        """The sheet of a table, played by bots. `partner` 0: drawn so that nobody repeats, where that is possible."""
        table = self.tables[number]
        partner = partner or table.fresh_partner(1 + (self.number + number) % 3)
        return play(self.number, number, partner=partner, mistakes=CARELESS if careless else NO_MISTAKES)

    def book(self, number: int, paper: Paper) -> None:
        """Put down what counts for a table of the running game."""
        table = self.tables[number]
        self.sheets[self.number, number] = Seated(self.leagues[table.names[0]], table.chairs, paper)

    def enter(self, number: int, how: str) -> Paper:
        """A table's sheet by touch; `how`: hands or totals."""
        paper = self.paper(number, careless=how == "hands")
        self.runner.enter(self.tables[number], paper, how)
        self.book(number, paper)
        return paper

    def enter_two(self) -> None:
        """One sheet hand by hand and one by totals, at tables that change from game to game."""
        by_hands, by_totals = list(self.still_out())[:2] if self.number % 2 else list(self.still_out())[-2:]
        self.enter(by_hands, "hands")
        self.enter(by_totals, "totals")

    def still_out(self) -> Iterator[int]:
        """The tables of the running game without a sheet in our book."""
        return (number for number in sorted(self.tables) if (self.number, number) not in self.sheets)

    def collect_the_rest(self) -> None:
        """All other sheets of the game, sent at once."""
        papers = {self.tables[number]: self.paper(number) for number in self.still_out()}
        self.runner.send_the_rest(papers)
        for table, paper in papers.items():
            self.book(table.number, paper)

    def close(self) -> None:
        self.host.close(self.number)

    def plain_table(self, *, of: Iterable[int] = ()) -> int:
        """A table of the running game (or `of` these) that can pair without repeating anybody: the last one."""
        tables = list(of) or list(self.still_out())
        return max(number for number in tables if not all(self.tables[number].repeats))

    def a_repeat(self) -> tuple[int, int] | None:
        """A table of the running game, and a partner for its first chair with whom somebody would repeat."""
        for number in self.still_out():
            repeats = self.tables[number].repeats
            if any(repeats) and not all(repeats):
                return number, repeats.index(True) + 1
        return None

    # -- our own book ----------------------------------------------------------------------------------------------

    def players(self, division: str) -> list[int]:
        return sorted(number for number, name in self.names.items() if self.leagues[name] == division)

    def rows(self, division: str, *, order: Iterable[int] = ()) -> list[Row]:
        """The standings of a division by our book."""
        return standings(self.sheets, division, self.players(division), order=list(order))

    def correct(self, number: int, paper: Paper, reason: str) -> None:
        """The host corrects a sheet of the current game."""
        asked_again = self.tables[number].is_repeat(paper.partner)
        self.host.correct(number, paper.points, reason, asked_again=asked_again)
        self.book(number, paper)

    def correction(self, division: str, wish: Wish) -> tuple[int, Paper] | None:
        """A table of the last game and other points for it, as near as can be, that make the standings as wished."""
        for number, paper in self._likely_corrections(division):
            seated = self.sheets[self.number, number]
            changed = {**self.sheets, (self.number, number): Seated(division, seated.chairs, paper)}
            if wish(standings(changed, division, self.players(division))):
                return number, paper
        return None

    def _likely_corrections(self, division: str) -> Iterator[tuple[int, Paper]]:
        """Other points for the last sheets that nobody would question, the smallest changes first."""
        found = []
        for (game, number), seated in self.sheets.items():
            old = seated.paper
            if game != self.number or seated.division != division:
                continue
            for points in _plausible(old):
                change = sum(abs(new - before) for new, before in zip(points, old.points, strict=True))
                found.append((change, number, points))
        for change, number, points in sorted(found):
            if change:
                yield number, replace(self.sheets[self.number, number].paper, points=points, hands=())


def _plausible(paper: Paper) -> Iterator[tuple[int, int]]:
    """Points of both sides that twelve hands can bring with this sheet's loners and bump money."""
    least = [4 * sum(paper.loners[chair] for chair in side) for side in paper.sides]
    for first in range(max(1, least[0]), 27):
        for second in range(max(1, least[1]), 27):
            if 12 + paper.bumps // 2 + sum(least) <= first + second <= 36:
                yield first, second
