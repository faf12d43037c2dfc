"""What a rotation is: plans, rounds, tables, seats, and the figures that judge them.

Everything here is immutable and can be stored as JSON (`Plan.to_dict`, `Plan.from_dict`).
Rounds and house players are counted from 1, seats clockwise from 0. At a table of four, seats 0 and 2
partner against 1 and 3 when the plan presets partners; at a table of three each seat plays for itself.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, TypeAlias, cast

from .errors import RotationError

Player: TypeAlias = Hashable
Mode: TypeAlias = Literal["partners", "tables", "alone"]
Odd: TypeAlias = Literal["sit_out", "three_hand", "house"]

MODES: tuple[Mode, ...] = ("partners", "tables", "alone")
ODDS: tuple[Odd, ...] = ("sit_out", "three_hand", "house")
FORMAT_VERSION = 1


@dataclass(frozen=True, slots=True, order=True)
class House:
    """A house player who fills a chair: unranked, counted from 1."""

    number: int

    def __str__(self) -> str:
        return f"House player {self.number}"


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """One game: the table's number, its four (or three) seats clockwise, and who deals first.

    `first_dealer` is a seat index, or None where the dealer is drawn at the table.
    """

    number: int
    seats: tuple[Player, ...]
    first_dealer: int | None = None

    def partner_pairs(self) -> tuple[tuple[Player, Player], ...]:
        """The preset partnerships: seats 0 and 2, seats 1 and 3; none at a table of three."""
        if len(self.seats) != 4:
            return ()
        north, east, south, west = self.seats
        return (north, south), (east, west)


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """One round (from 1): its tables by number and the players present who sit out."""

    number: int
    tables: tuple[PlannedTable, ...]
    sit_outs: tuple[Player, ...] = ()

    def seated(self) -> Iterable[Player]:
        """Everyone at a table, table by table."""
        return (player for table in self.tables for player in table.seats)

    def present(self) -> frozenset[Player]:
        """Everyone the round counts as present: seated or sitting out."""
        return frozenset(self.seated()) | frozenset(self.sit_outs)

    def table_of(self, player: Player) -> PlannedTable | None:
        """The table where the player sits, or None."""
        return next((table for table in self.tables if player in table.seats), None)


@dataclass(frozen=True, slots=True)
class Spread:
    """How evenly one relation (partners, opponents, meetings) falls on the pairs of players.

    `pairs_squared` is the sum over pairs of x(x-1)/2 for a pair related x times; `bound` is what no plan
    can undercut. `repeats` counts the times beyond the first; `repeats_bound` is its unavoidable part.
    """

    max: int
    over_once: int
    over_twice: int
    repeats: int
    repeats_bound: int
    pairs_squared: int
    bound: int


@dataclass(frozen=True, slots=True)
class Range:
    """Least and most of a count over the players."""

    min: int
    max: int


@dataclass(frozen=True, slots=True)
class Quality:
    """The figures of a plan, each with its bound.

    `cost` weighs repeats (lower is better); `bound` is a counting bound no plan can undercut; `proved` says
    that both are equal. `partners` and `opponents` are None when partners are drawn at the table.
    `sit_out_gap` is the greatest distance of a player's sit-outs from the fair share of the rounds present.
    `guarded` marks a plan whose search was cut short by the clock: the only case that may differ between machines.
    """

    partners: Spread | None
    opponents: Spread | None
    meetings: Spread
    sit_outs: Range
    sit_out_gap: float
    short_tables: Range
    first_deals: Range
    table_stays: int
    table_revisits: int
    table_visits_max: int
    cost: int
    bound: int
    guarded: bool = False

    @property
    def partner_repeats(self) -> int | None:
        """Partnerships beyond the first of each pair; None when partners are drawn."""
        return None if self.partners is None else self.partners.repeats

    @property
    def proved(self) -> bool:
        """No plan can be better: the cost equals the bound."""
        return self.cost <= self.bound


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the organizer asked for: pinned players with their table, pairs to keep apart."""

    pinned: tuple[tuple[Player, int], ...] = ()
    never_partner: tuple[tuple[Player, Player], ...] = ()
    never_meet: tuple[tuple[Player, Player], ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """Who sits where in every round, with the wishes it honours and its figures.

    `players` lists everyone who was ever part of it; who is present in a round, the round itself says.
    `tables` are the numbers at hand, empty when tables are simply numbered from 1.
    `played` counts the rounds that stood when the plan was made anew: its bounds speak of what came after.
    """

    players: tuple[Player, ...]
    rounds: tuple[PlannedRound, ...]
    quality: Quality
    mode: Mode = "partners"
    odd: Odd = "sit_out"
    tables: tuple[int, ...] = ()
    wishes: Wishes = Wishes()
    seed: int = 0
    played: int = 0
    warnings: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The plan as plain JSON values. Players must be str, int or House."""
        return {
            "version": FORMAT_VERSION,
            "mode": self.mode,
            "odd": self.odd,
            "seed": self.seed,
            "played": self.played,
            "tables": list(self.tables),
            "players": write_players(self.players),
            "wishes": {
                "pinned": [[write_player(player), table] for player, table in self.wishes.pinned],
                "never_partner": [write_players(pair) for pair in self.wishes.never_partner],
                "never_meet": [write_players(pair) for pair in self.wishes.never_meet],
            },
            "rounds": [_write_round(planned) for planned in self.rounds],
            "quality": asdict(self.quality),
            "warnings": list(self.warnings),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Plan:
        """The plan stored by `to_dict`. Raises RotationError when the data are not such a plan."""
        if data.get("version") != FORMAT_VERSION:
            raise RotationError(f"This is not a stored plan of version {FORMAT_VERSION}.")
        try:
            return cls(
                players=read_players(data["players"]),
                rounds=tuple(_read_round(stored) for stored in data["rounds"]),
                quality=_read_quality(data["quality"]),
                mode=data["mode"],
                odd=data["odd"],
                tables=tuple(data["tables"]),
                wishes=_read_wishes(data["wishes"]),
                seed=data["seed"],
                played=data["played"],
                warnings=tuple(data["warnings"]),
            )
        except (KeyError, TypeError) as error:
            raise RotationError(f"The stored plan is damaged: {error}.") from error

    def with_warnings(self, warnings: tuple[str, ...]) -> Plan:
        """The same plan with these sentences for the organizer."""
        return replace(self, warnings=warnings)


def write_player(player: Player) -> str | int | dict[str, int]:
    """A player as a JSON value. Raises RotationError for anything but text, whole numbers and house players."""
    if isinstance(player, House):
        return {"house": player.number}
    if isinstance(player, str | int):
        return player
    raise RotationError(
        f"{player!r} cannot be stored: only text and whole numbers name players in a stored plan."
    )


def read_player(stored: Any) -> Player:
    """The player stored by `write_player`."""
    if isinstance(stored, dict):
        return House(stored["house"])
    return cast(Player, stored)


def write_players(players: Iterable[Player]) -> list[str | int | dict[str, int]]:
    """Players as JSON values."""
    return [write_player(player) for player in players]


def read_players(stored: Iterable[Any]) -> tuple[Player, ...]:
    """The players stored by `write_players`."""
    return tuple(read_player(player) for player in stored)


def _write_round(planned: PlannedRound) -> dict[str, Any]:
    return {
        "number": planned.number,
        "tables": [
            {"number": table.number, "seats": write_players(table.seats), "first_dealer": table.first_dealer}
            for table in planned.tables
        ],
        "sit_outs": write_players(planned.sit_outs),
    }


def _read_round(stored: Mapping[str, Any]) -> PlannedRound:
    tables = tuple(
        PlannedTable(table["number"], read_players(table["seats"]), table["first_dealer"])
        for table in stored["tables"]
    )
    return PlannedRound(stored["number"], tables, read_players(stored["sit_outs"]))


def _read_quality(stored: Mapping[str, Any]) -> Quality:
    values = dict(stored)
    for name in ("partners", "opponents", "meetings"):
        values[name] = None if values[name] is None else Spread(**values[name])
    for name in ("sit_outs", "short_tables", "first_deals"):
        values[name] = Range(**values[name])
    return Quality(**values)


def _read_pairs(stored: Sequence[Sequence[Any]]) -> tuple[tuple[Player, Player], ...]:
    return tuple((read_player(first), read_player(second)) for first, second in stored)


def _read_wishes(stored: Mapping[str, Any]) -> Wishes:
    return Wishes(
        pinned=tuple((read_player(player), table) for player, table in stored["pinned"]),
        never_partner=_read_pairs(stored["never_partner"]),
        never_meet=_read_pairs(stored["never_meet"]),
    )
