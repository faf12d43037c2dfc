"""The night worked out by hand: totals, sit-outs, places, prizes and the bump cup, in plain Python from the sheets.

Nothing of `scoring` or `tournaments` is used, so that a figure on a page and the figure here agree only when both
are right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tests.browser.journey.paper import Paper


@dataclass(frozen=True)
class Seated:
    """A table's game: who sat there (player numbers in the order of the sheet) and the sheet that counts."""

    division: str
    chairs: tuple[int, ...]
    paper: Paper

    def points_of(self, player: int) -> int:
        chair = self.chairs.index(player)
        return self.paper.points[0 if chair in self.paper.sides[0] else 1]

    def loners_of(self, player: int) -> int:
        return self.paper.loners[self.chairs.index(player)]


Sheets = Mapping[tuple[int, int], Seated]
"""The sheets that count, by game and table number."""


@dataclass(frozen=True)
class Row:
    """One line of the standings. `by_game`: points, None for a sit-out; `credit`: points for sitting out;
    `anybody_sat_out`: in the whole division."""

    place: int
    number: int
    by_game: Mapping[int, int | None]
    games: int
    loners: int
    sit_outs: int
    credit: int
    total: int
    anybody_sat_out: bool


def standings(
    sheets: Sheets, division: str, players: Iterable[int], *, order: Sequence[int] = ()
) -> list[Row]:
    """The division's table, best first, inside a tie by player number. `order`: how a tie was settled, best first."""
    games = sorted({game for game, _ in sheets})
    lines = []
    for player in players:
        played = {
            game: seated
            for (game, _), seated in sheets.items()
            if seated.division == division and player in seated.chairs
        }
        sit_outs = len(games) - len(played)
        points = sum(seated.points_of(player) for seated in played.values())
        credit = sit_outs * _average(points, len(played))
        lines.append((player, played, sit_outs, credit, points + credit))
    settled = {player: position for position, player in enumerate(order)}

    def comes_before(total: int, player: int) -> int:
        """How many stand before somebody with this total."""
        return sum(
            other > total or (other == total and player in settled and settled.get(who, 99) < settled[player])
            for who, _, _, _, other in lines
        )

    rows = [
        Row(
            place=comes_before(total, player) + 1,
            number=player,
            by_game={game: played[game].points_of(player) if game in played else None for game in games},
            games=len(played),
            loners=sum(seated.loners_of(player) for seated in played.values()),
            sit_outs=sit_outs,
            credit=credit,
            total=total,
            anybody_sat_out=any(out for _, _, out, _, _ in lines),
        )
        for player, played, sit_outs, credit, total in lines
    ]
    return sorted(rows, key=lambda row: (row.place, row.number))


def _average(points: int, games: int) -> int:
    """Points a game, a half rounded up: floor(x + 1/2) in whole numbers."""
    return (2 * points + games) // (2 * games) if games else 0


def level_at(rows: Sequence[Row], place: int) -> list[int]:
    """The players at this place, by number."""
    return [row.number for row in rows if row.place == place]


def settled_prizes(rows: Sequence[Row], pot: int, percent: Sequence[int] = (50, 30, 20)) -> dict[int, int]:
    """Player number -> cents, with places of one player each."""
    return {level_at(rows, n + 1)[0]: pot * share // 100 for n, share in enumerate(percent)}


def shared_prizes(rows: Sequence[Row], pot: int, percent: Sequence[int] = (50, 30, 20)) -> dict[int, int]:
    """Player number -> cents, where those who are level share the money of their places evenly."""
    shares = [pot * share // 100 for share in percent]
    prizes: dict[int, int] = {}
    for place in sorted({row.place for row in rows}):
        level = level_at(rows, place)
        money = sum(shares[place - 1 : place - 1 + len(level)])
        for position, player in enumerate(level):
            cents = money // len(level) + (position < money % len(level))
            if cents:
                prizes[player] = cents
    return prizes


def cups(sheets: Sheets) -> dict[int, int]:
    """Table number -> dollars that the night's games put into its bump cup."""
    tables = sorted({table for _, table in sheets})
    return {t: sum(seated.paper.bumps for (_, table), seated in sheets.items() if table == t) for t in tables}
