"""The scenes of the wall as plain values: what each shows, in words ready to be read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Tournament
from tournaments.queries.clock import ClockFace


@dataclass(frozen=True, kw_only=True)
class Scene:
    """One answer. `where`: beside the heading; `foot`: below; `since`, `until`: shown only between them."""

    heading: str
    where: str = ""
    foot: str = ""
    since: datetime | None = None
    until: datetime | None = None

    @property
    def kind(self) -> str:
        return type(self).__name__.lower()


@dataclass(frozen=True)
class Heads:
    """A division at the door. `places` None: as many as come."""

    division: str
    here: int
    expected: int
    places: int | None


@dataclass(frozen=True, kw_only=True)
class Welcome(Scene):
    heads: tuple[Heads, ...]
    note: str


@dataclass(frozen=True)
class Seated:
    """Somebody at a table. `mark`: whose chair it is, for a stand-in; `suit`: the side, where partners are known;
    `keeps_score`: the table's scorekeeper."""

    number: int | None
    name: str
    mark: str = ""
    suit: str = ""
    keeps_score: bool = False


@dataclass(frozen=True)
class TableCard:
    number: int
    note: str
    players: tuple[Seated, ...]


@dataclass(frozen=True, kw_only=True)
class Seats(Scene):
    tables: tuple[TableCard, ...]


@dataclass(frozen=True)
class Place:
    """Where somebody goes: to `table`, or else `word` says what they do."""

    name: str
    number: int | None
    table: int | None
    word: str = ""


@dataclass(frozen=True, kw_only=True)
class Names(Scene):
    people: tuple[Place, ...]


@dataclass(frozen=True)
class Line:
    """A line of the standings. `move`: places won since the last game, None where there is nothing to compare.
    `detail`: games and points a game, where people play different numbers of games."""

    rank: str
    move: int | None
    name: str
    number: int
    points: int
    prize: str
    detail: str = ""

    @property
    def places(self) -> int:
        return abs(self.move or 0)


@dataclass(frozen=True)
class Panel:
    title: str
    note: str
    rows: tuple[Line, ...]


@dataclass(frozen=True, kw_only=True)
class Standings(Scene):
    panels: tuple[Panel, ...]


@dataclass(frozen=True, kw_only=True)
class Break(Scene):
    note: str


@dataclass(frozen=True)
class AwardCard:
    """A prize as a card of the best hand: the bowers first, hearts being trumps. `place`: its seat in the hand, 1-3."""

    place: int
    rank: str
    suit: str
    word: str
    name: str
    points: int
    amount: str


@dataclass(frozen=True, kw_only=True)
class Awards(Scene):
    title: str
    awards: tuple[AwardCard, ...]


@dataclass(frozen=True)
class Wall:
    """A frame of the wall. `announcement`: what changed, in one line for screen readers. `bell`: whose head table's
    bell has rung, "" for nobody's."""

    night: Tournament
    now: datetime
    clock: ClockFace | None
    scenes: tuple[Scene, ...]
    announcement: str
    cup_cents: int | None
    last_call: datetime | None
    bell: str
