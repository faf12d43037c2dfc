"""A player's night in one division, and what it comes to. Whole points; integer cents; nothing here is stored."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from scoring.games import Result

Status = Literal["ranked", "not eligible", "disqualified"]
TieBreaker = Literal["games won", "loners", "fewest bumps", "head to head"]


@dataclass(frozen=True)
class PlayedGame:
    """One player's part in one counted game.

    `game`: its number from 1, in the order they count. `points`: sheet points, in-hand penalties in
    (`Line.points`). `director`: the director's points in that game. `bump_cents` None: the sheet cannot tell.
    `opponents`: player numbers, for head to head.
    """

    game: int
    points: int
    director: int = 0
    loners: int = 0
    bump_cents: int | None = 0
    result: Result = "lost"
    opponents: tuple[int, ...] = ()
    three_handed: bool = False


@dataclass(frozen=True)
class Record:
    """A player's night in one division. `player`: the number, unique in it; it orders those who are level.

    `sit_outs`: game numbers of scheduled sit-outs and void games, which earn the sit-out worth. `absences`: game
    numbers missed by coming late, leaving or withdrawing, which earn nothing. `penalties`: the director's points
    outside games. `status` "not eligible": plays and shows, takes neither rank nor prize (house players, staff).
    """

    player: int
    games: tuple[PlayedGame, ...] = ()
    sit_outs: tuple[int, ...] = ()
    absences: tuple[int, ...] = ()
    penalties: int = 0
    status: Status = "ranked"

    @property
    def sheet_points(self) -> int:
        """Points of all sheets, in-hand penalties in, the director's out."""
        return sum(game.points for game in self.games)

    @property
    def director_points(self) -> int:
        """The director's points, in games and outside."""
        return self.penalties + sum(game.director for game in self.games)

    @property
    def games_won(self) -> int:
        return sum(game.result == "won" for game in self.games)

    @property
    def loners(self) -> int:
        """Lone marches."""
        return sum(game.loners for game in self.games)

    @property
    def bump_cents(self) -> int | None:
        """Money paid into the bump cup; None when a sheet could not tell who paid."""
        known = [game.bump_cents for game in self.games if game.bump_cents is not None]
        return sum(known) if len(known) == len(self.games) else None

    @property
    def game_numbers(self) -> tuple[int, ...]:
        """Numbers of the games played or sat out."""
        return (*(game.game for game in self.games), *self.sit_outs)

    def until(self, game: int) -> Record:
        """The record as it stood after game number `game`."""
        return replace(
            self,
            games=tuple(played for played in self.games if played.game <= game),
            sit_outs=tuple(number for number in self.sit_outs if number <= game),
            absences=tuple(number for number in self.absences if number <= game),
        )


@dataclass(frozen=True)
class SitOutWorth:
    """What a scheduled sit-out earns. `points` counts for "fixed" alone; "own average" is floor(x + 1/2) of
    the player's sheet points per game played."""

    kind: Literal["nothing", "fixed", "own average"] = "nothing"
    points: int = 0


@dataclass(frozen=True)
class StandingRules:
    """How a division is ranked. `tie_breakers` in the order they are asked; () leaves ties as they are."""

    sit_out: SitOutWorth = field(default_factory=SitOutWorth)
    tie_breakers: tuple[TieBreaker, ...] = ()


def sit_out_points(record: Record, worth: SitOutWorth, *, final: bool) -> int | None:
    """What the player's sit-outs earn together. None (a dash): sat out, but no game yet to take an average from;
    at the end that is 0."""
    if not record.sit_outs or worth.kind == "nothing":
        return 0
    if worth.kind == "fixed":
        return worth.points * len(record.sit_outs)
    if not record.games:
        return 0 if final else None
    return half_up(record.sheet_points, len(record.games)) * len(record.sit_outs)


def total_points(record: Record, worth: SitOutWorth, *, final: bool) -> int:
    """All points of the night: sheets, director, sit-outs. A dash counts nothing yet."""
    return record.sheet_points + record.director_points + (sit_out_points(record, worth, final=final) or 0)


def half_up(points: int, parts: int) -> int:
    """floor(points / parts + 1/2), exactly; negative points too."""
    return (2 * points + parts) // (2 * parts)
