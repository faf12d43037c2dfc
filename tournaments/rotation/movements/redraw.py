"""Redraw: tables and partners are drawn anew each round, with as few repeats as can be found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from ..model import Player
from ..prices import Task
from ..search import Search
from ..shape import Shape, weights_for
from ..solve import random_row
from ..tallies import Row, tally
from .rounds import Rounds

SHARE = 0.03  # of the search for a whole plan


@dataclass(frozen=True, kw_only=True)
class Redraw(Rounds):
    """Nobody's result matters for where they sit next."""

    kind = "redraw"
    by_results = False

    def _wanted(self, tables: Sequence[int]) -> dict[Player, int]:
        return {}

    def _seat(self, playing: Sequence[Player], random: Random) -> dict[int, tuple[Player, ...]]:
        if not self.sat_out and self.first_tables:
            return super()._seat(playing, random)
        tables = self._tables_in_use()
        everyone = [*playing, *(player for player in self._known() if player not in set(playing))]
        line = {player: i for i, player in enumerate(everyone)}
        row = random_row(Shape(len(everyone), len(tables), 0), range(len(playing)), random)
        task = Task(
            lines=len(everyone),
            rows=[row],
            weights=weights_for("partners"),
            full=[len(row)],
            loose=[list(range(0, len(row), 4))],
            redraw=[[]],
            past=tally(len(everyone), self._past_rows(line)),
            seed=random.getrandbits(30),
        )
        (drawn,) = Search(task).run(SHARE).rows
        seats: dict[int, tuple[Player, ...]] = {}
        for table, base in zip(tables, range(0, len(drawn), 4), strict=True):
            a, b, c, d = (playing[i] for i in drawn[base : base + 4])
            seats[table] = (a, c, b, d)
        return seats

    def _known(self) -> dict[Player, None]:
        """Everyone who has played, in the order of their first game."""
        return dict.fromkeys(player for done in self.finished for player in done.game.seats)

    def _past_rows(self, line: dict[Player, int]) -> list[Row]:
        return [[line[player] for pair in done.partner_pairs() for player in pair] for done in self.finished]
