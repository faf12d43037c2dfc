"""The settings of a night: one frozen, typed value, stored as an immutable version.

A decision about *play* is a field of `scoring.RuleSet`; everything else a host chooses is here.
Presets (`tournaments.presets`) fill all of it in (RULES 7).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import asdict, dataclass, fields, replace
from datetime import time
from types import MappingProxyType
from typing import Any, Literal

from scoring import RuleSet
from scoring.prizes import ExtraPrize, PrizeKind, PrizePlan, TieRule
from scoring.records import SitOutWorth, StandingRules, TieBreaker
from scoring.words import counted

Movement = Literal["schedule", "winners_stay", "continuous", "winners_move", "redraw"]
Partners = Literal["drawn", "preset", "alone"]
Odd = Literal["sit_out", "three_hand", "house", "queue"]
SitOutEarns = Literal["nothing", "fixed", "own average"]
PublicNames = Literal["full", "initial", "number"]
SecondPerson = Literal["none", "confirms", "enters again"]

LARGEST_NIGHT = 400  # players; bounds what one import or one draw may ask for
MOST_PRIZES = 20
MOST_DIVISIONS = 10
LONGEST_PRIZE, LONGEST_CONSENT, LONGEST_HOUSE_RULES = 120, 500, 8000  # characters

MOVEMENT_WORDS: Mapping[Movement, str] = MappingProxyType(
    {
        "schedule": "a schedule drawn beforehand",
        "winners_stay": "winners stay, losers walk",
        "continuous": "the continuous queue",
        "winners_move": "winners move up",
        "redraw": "a new draw for every game",
    }
)
ODD_WORDS: Mapping[Odd, str] = MappingProxyType(
    {
        "sit_out": "fair sit-outs",
        "three_hand": "tables of three",
        "house": "house players",
        "queue": "waiting in the queue",
    }
)
"""The two settings in words, for sentences that name both."""


@dataclass(frozen=True)
class NightSettings:
    """Money in cents, times in minutes, games counted from 1. `to_dict`/`from_dict` round-trip as JSON."""

    preset: str
    rules: RuleSet

    # how the night moves (RULES 5)
    games: int | None = 8  # None: games go on until last call
    movement: Movement = "schedule"
    partners: Partners = "drawn"
    odd: Odd = "sit_out"
    head_table_bell: bool = False  # winners move up: the head table's end is everybody's
    sit_out_worth: SitOutEarns = "own average"
    sit_out_points: int = 0

    # who may come (RULES 6)
    capacity: int | None = None
    waiting_places: int = 0
    walk_ins: bool = True
    minimum_age: int | None = None
    consent_text: str = ""
    public_names: PublicNames = "full"

    # the clock
    game_minutes: int | None = 15
    turn_minutes: int = 3
    break_after: int | None = None
    break_minutes: int = 20
    last_call: str = ""  # "20:30" in the night's zone

    # money and prizes (RULES 4)
    buy_in_cents: int = 0
    house_percent: int = 0
    one_pot: bool = False  # True: one pot split evenly between the divisions
    prize_kind: PrizeKind = "percent"
    shares: tuple[int, ...] = (50, 30, 20)  # percent, or cents per place
    prize_names: tuple[str, ...] = ()
    most_loners_cents: int = 0  # extra prizes, off the pot before the places share it; 0: not played for
    low_score_cents: int = 0
    whole_dollars: bool = False
    prize_tie: TieRule = "split"
    tie_breakers: tuple[TieBreaker, ...] = ("games won", "loners", "fewest bumps", "head to head")
    bump_cup: bool = False

    # sheets
    table_enters: bool = False  # the four at a table enter their own sheet by its QR
    second_person: SecondPerson = "none"  # who else must see a sheet before it counts

    house_rules: str = ""  # the host's own words, printed under the rules

    def to_dict(self) -> dict[str, Any]:
        values = {**asdict(self), "rules": self.rules.to_dict()}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> NightSettings:
        """Raises ValueError naming an unknown or missing key."""
        known = {f.name for f in fields(cls)}
        unknown = sorted(set(data) - known)
        if unknown:
            raise ValueError(f"unknown night setting: {', '.join(unknown)}")
        if "preset" not in data or "rules" not in data:
            raise ValueError("a night's settings need 'preset' and 'rules'")
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in data.items()
        }
        return cls(**{**values, "rules": RuleSet.from_dict(data["rules"])})

    def table_rules(self, size: int) -> RuleSet:
        """What a table of `size` (4 or 3) plays by tonight: no bump money is due where there is no bump cup."""
        rules = self.rules.three_handed_variant() if size == 3 else self.rules
        if self.bump_cup or not rules.has_bumps:
            return rules
        return replace(
            rules, bump_euchre_cents=0, bump_alone_euchre_cents=None, bump_renege_cents=0, bump_toss_cents=0
        )

    def table_sizes(self) -> tuple[int, ...]:
        """How many may sit at a table tonight, the usual size first. A sudden death of three is played by three."""
        if self.rules.seats == 3:
            return (3,)
        return (4, 3) if self.odd == "three_hand" or self.prize_tie == "playoff" else (4,)

    def prize_plan(self) -> PrizePlan:
        """What a division's places win, as `scoring` wants it."""
        extras = [
            ExtraPrize("most loners", self.most_loners_cents),
            ExtraPrize("low score", self.low_score_cents),
        ]
        return PrizePlan(
            kind=self.prize_kind,
            shares=() if self.prize_kind == "named" else self.shares,
            names=self.prize_names if self.prize_kind == "named" else (),
            whole_dollars=self.whole_dollars,
            ties=self.prize_tie,
            extras=tuple(extra for extra in extras if extra.cents),
        )

    def standing_rules(self) -> StandingRules:
        """How a division is ranked, as `scoring` wants it."""
        return StandingRules(
            sit_out=SitOutWorth(self.sit_out_worth, self.sit_out_points),
            tie_breakers=self.tie_breakers if self.prize_tie == "tie-breakers" else (),
        )

    def __post_init__(self) -> None:
        for name, message in contradictions(self):
            raise ValueError(f"{name}: {message}")


def contradictions_of(base: NightSettings, changes: Mapping[str, Any]) -> list[tuple[str, str]]:
    """All (field, what is wrong) that `changes` to `base` would bring; making the settings would raise at the first."""
    draft = copy(base)
    for name, value in changes.items():
        object.__setattr__(draft, name, value)  # not checked, and seen by nobody else
    return list(contradictions(draft))


def contradictions(s: NightSettings) -> Iterator[tuple[str, str]]:
    """(field, what is wrong in words for the host) for every setting that cannot stand."""
    if s.games is not None and not 1 <= s.games <= 40:
        yield "games", "A night has between 1 and 40 games."
    if s.games is None and s.movement != "continuous":
        yield "games", "Only the continuous queue goes on without a number of games."
    if s.movement == "continuous" and s.games is not None:
        yield "games", "The continuous queue ends by last call, not after a number of games."
    if s.capacity is not None and not 4 <= s.capacity <= LARGEST_NIGHT:
        yield "capacity", f"Places must be between 4 and {LARGEST_NIGHT}."
    if s.waiting_places and s.capacity is None:
        yield "waiting_places", "A waiting list needs a number of places to wait for."
    if s.minimum_age is not None and not 1 <= s.minimum_age <= 99:
        yield "minimum_age", "The minimum age must be between 1 and 99."
    if not 0 <= s.buy_in_cents <= 1_000_000:
        yield "buy_in_cents", "The buy-in must be between $0 and $10,000."
    if not 0 <= s.house_percent <= 100:
        yield "house_percent", "The house or charity share must be between 0 and 100 %."
    if s.prize_kind == "percent" and s.shares and sum(s.shares) != 100:
        rest = 100 - sum(s.shares)
        where = f"{rest} % would go to nobody" if rest > 0 else f"that is {-rest} % too much"
        yield "shares", f"The prize shares add up to {sum(s.shares)} %, not 100 %: {where}."
    if any(share <= 0 for share in s.shares):
        yield "shares", "Every prize share must be above zero."
    if s.prize_kind != "named" and not s.shares:
        yield "shares", "Give at least one prize share."
    if s.prize_kind == "named" and not s.prize_names:
        yield "prize_names", "Give each prize a name."
    if s.prize_kind == "named" and s.prize_tie == "split":
        yield "prize_tie", "A named prize cannot be split: choose sudden death, lots or tie-breakers."
    if s.game_minutes is not None and not 1 <= s.game_minutes <= 240:
        yield "game_minutes", "A game takes between 1 and 240 minutes."
    if s.break_after is not None and s.games is None:
        yield "break_after", "An intermission comes after a numbered game, and the continuous queue has none."
    if s.break_after is not None and s.games is not None and not 1 <= s.break_after < s.games:
        yield (
            "break_after",
            f"The intermission comes after game {s.break_after}, but the night has {counted(s.games, 'game')}: it must "
            "come after a game that is not the last one.",
        )
    if s.bump_cup and not s.rules.has_bumps:
        yield "bump_cup", f"The rules of play '{s.preset}' know no bump cup."
    if s.partners == "alone" and s.rules.seats != 3:
        yield "partners", "Each for themselves is only played three-handed."
    if s.partners != "alone" and s.rules.seats == 3:
        yield "partners", "Three-handed euchre has no partners."
    if s.prize_tie == "tie-breakers" and not s.tie_breakers:
        yield "tie_breakers", "Tie-breakers decide a tie at a prize place, but none is chosen."
    yield from _movement_contradictions(s)
    yield from _out_of_bounds(s)


def _movement_contradictions(s: NightSettings) -> Iterator[tuple[str, str]]:
    """Ways to treat odd numbers that the movement does not know; both settings are named."""
    movement = MOVEMENT_WORDS[s.movement]
    if s.partners == "alone" and s.movement != "schedule":
        yield "movement", f"Partners are none, each alone, but {movement} seats partners: choose a schedule."
    if s.movement == "continuous" and s.odd not in ("queue", "house"):
        yield (
            "odd",
            f"The movement is {movement}, where whoever is over waits in the queue; odd numbers are set to "
            f"{ODD_WORDS[s.odd]}.",
        )
    if s.movement != "continuous" and s.odd == "queue":
        yield "odd", f"Odd numbers wait in the queue, but the movement is {movement}: there is no queue."
    if s.head_table_bell and s.movement != "winners_move":
        yield (
            "head_table_bell",
            f"The bell of the head table goes with winners move up; the movement is {movement}, without a head table.",
        )
    if s.movement not in ("schedule", "continuous") and s.odd in ("three_hand", "house"):
        yield (
            "odd",
            f"Odd numbers are set to {ODD_WORDS[s.odd]}, but {movement} seats tables of four present players: "
            "choose fair sit-outs, or a schedule.",
        )


def is_clock(text: str) -> bool:
    """Whether it is a time of day like "20:30"."""
    try:
        return time.fromisoformat(text).strftime("%H:%M") == text
    except ValueError:
        return False


def _out_of_bounds(s: NightSettings) -> Iterator[tuple[str, str]]:
    """Figures no night needs and texts no screen could show."""
    for name, least, most, what in (
        ("sit_out_points", 0, 100, "A sit-out is worth"),
        ("turn_minutes", 0, 60, "Minutes between games are"),
        ("break_minutes", 1, 240, "An intermission takes"),
        ("waiting_places", 0, LARGEST_NIGHT, "Places on the waiting list are"),
        ("most_loners_cents", 0, 1_000_000, "The prize for most loners is, in cents,"),
        ("low_score_cents", 0, 1_000_000, "The prize for the low score is, in cents,"),
    ):
        if not least <= getattr(s, name) <= most:
            yield name, f"{what} between {least} and {most}."
    if s.last_call and not is_clock(s.last_call):
        yield "last_call", "Last call is a time of day like 20:30."
    if len(s.shares) > MOST_PRIZES or len(s.prize_names) > MOST_PRIZES:
        yield ("prize_names" if s.prize_names else "shares"), f"At most {MOST_PRIZES} places win."
    if any(len(name) > LONGEST_PRIZE for name in s.prize_names):
        yield "prize_names", f"The name of a prize has at most {LONGEST_PRIZE} characters."
    if len(s.consent_text) > LONGEST_CONSENT:
        yield "consent_text", f"The consent has at most {LONGEST_CONSENT} characters."
    if len(s.house_rules) > LONGEST_HOUSE_RULES:
        yield "house_rules", f"The house rules have at most {LONGEST_HOUSE_RULES} characters."
