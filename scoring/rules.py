"""What a table plays by: one frozen `RuleSet`, and the presets of the three events and the classic evening.

Points are whole points, money is integer cents. A variant is made with `dataclasses.replace`; a night stores
the `to_dict` form of each version it played under.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any, Literal, get_args

AloneDeclared = Literal["making trump", "first lead"]
LoneLead = Literal["left of dealer", "left of lone hand"]
FirstDealer = Literal["lowest draw", "by plan"]
FirstDealerTie = Literal["by suit", "draw again"]
Misdeal = Literal["card exposed in the deal", "hand of nines and tens"]
RenegeEffect = Literal["team loses", "opponents gain", "offender loses", "team loses, opponents gain"]
RenegeLone = Literal["other side's", "any", "none"]
BumpPayer = Literal["makers", "caller"]
DrawnGameMover = Literal["extra hand", "last hand", "cut"]

_CHOICES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "alone_declared": get_args(AloneDeclared),
        "lone_lead": get_args(LoneLead),
        "first_dealer": get_args(FirstDealer),
        "first_dealer_tie": get_args(FirstDealerTie),
        "renege": get_args(RenegeEffect),
        "renege_lone": get_args(RenegeLone),
        "bump_euchre_payer": get_args(BumpPayer),
        "drawn_game_mover": get_args(DrawnGameMover),
    }
)
_FLAGS = (
    "stick_the_dealer",
    "caller_must_hold_suit",
    "dummy_hand",
    "defender_alone",
    "renege_ends_hand",
    "draw_again_for_repeated_partners",
)
_POINTS = (
    "made",
    "march",
    "alone_made",
    "alone_march",
    "euchre",
    "alone_euchre",
    "defended_alone",
    "defended_alone_march",
    "renege_points",
    "renege_lone_points",
    "three_handed_march",
)
_CENTS = ("bump_euchre_cents", "bump_renege_cents", "bump_toss_cents")

MAX_HANDS = 100
MAX_TARGET = 100
MAX_POINTS_PER_HAND = 20
MAX_BUMP_CENTS = 100_00


@dataclass(frozen=True, kw_only=True)
class RuleSet:
    """Every decision about play at one table. Exactly one of `hands` and `target` ends the game.

    Raises `ValueError` naming the field when a value is not possible.
    """

    name: str
    seats: int = 4
    """4: partners face each other. 3: each for itself, the maker against two defenders."""
    hands: int | None = None
    """The game ends after so many hands. A passed-out deal is one of them."""
    target: int | None = None
    """The game ends when a side (three-handed: a seat) has so many points."""

    # Making trump and leading
    stick_the_dealer: bool = False
    """WEMSA, Trump Determination 4. False: all pass twice, the deal passes (Fharmacy, T&K)."""
    caller_must_hold_suit: bool = False
    """WEMSA, Trump Determination 5 and 6: the left bower counts; a dealer who picks up need not."""
    alone_declared: AloneDeclared = "making trump"
    """Until when a player may declare alone: Fharmacy when making trump, T&K up to the first lead."""
    lone_lead: LoneLead = "left of dealer"
    """Who leads first when somebody is alone. "left of dealer": the first one left of the dealer who is in
    the hand (WEMSA, Fharmacy). "left of lone hand": T&K; both alone: left of the lone maker."""
    first_dealer: FirstDealer = "lowest draw"
    first_dealer_tie: FirstDealerTie = "draw again"
    """Equal low cards: WEMSA by suit, spades highest, then hearts, diamonds, clubs; Fharmacy draws again."""
    misdeals: tuple[Misdeal, ...] = ()
    """What makes the dealer deal again. "hand of nines and tens": called before the first pass or play."""
    dummy_hand: bool = False
    """Three-handed: the maker keeps the best five of the own hand and the dummy (T&K); alone: ignored."""

    # Points of a hand. Both partners are credited; three-handed each defender gets what "euchre" says.
    made: int = 1
    """The makers take 3 or 4 tricks."""
    march: int = 2
    """The makers take all five."""
    alone_made: int = 1
    alone_march: int = 4
    alone_march_partner: int | None = None
    """What the partner of a lone march is credited; None: the same. The side moves by this many points,
    the lone player has the rest as a personal line."""
    euchre: int = 2
    """Each defender, when the makers take fewer than three tricks."""
    alone_euchre: int = 2
    """Each defender, when a lone maker is euchred."""
    defender_alone: bool = False
    """Whether a defender may go alone (T&K)."""
    defended_alone: int = 2
    """Each defender, when one of them is alone and takes 3 or 4 tricks."""
    defended_alone_march: int = 4
    """Each defender, when one of them is alone and takes all five."""
    three_handed_march: int = 3
    """All five tricks at a three-handed table of a night of fours; see `three_handed_variant`."""

    # Renege
    renege: RenegeEffect = "opponents gain"
    """WEMSA "team loses", Fharmacy "opponents gain", T&K "offender loses" (a personal line)."""
    renege_points: int = 2
    renege_lone_points: int = 4
    renege_lone: RenegeLone = "any"
    """In which lone hands `renege_lone_points` stands instead of `renege_points`."""
    renege_ends_hand: bool = False
    """Fharmacy: the hand ends at once and is not scored besides. False: it is played and scored too."""

    # Bump money, paid by players into the bump cup
    bump_euchre_cents: int = 0
    """From each payer when the makers are euchred."""
    bump_euchre_payer: BumpPayer = "makers"
    bump_alone_euchre_cents: int | None = None
    """From the lone player when a lone maker is euchred, the partner nothing; None: as `bump_euchre_cents`."""
    bump_renege_cents: int = 0
    """From each player of the offender's side."""
    bump_toss_cents: int = 0
    """From each player of the side that tossed its cards in."""

    # Between games
    drawn_game_mover: DrawnGameMover = "extra hand"
    """Who counts as winner for moving tables after a drawn game; the points stay as they are."""
    draw_again_for_repeated_partners: bool = True
    """Question a sheet whose partners have partnered before tonight."""

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip():
            raise ValueError(f"name: a rule set needs a name, not {self.name!r}")
        if self.seats not in (3, 4) or isinstance(self.seats, bool):
            raise ValueError(f"seats: a table has 3 or 4 seats, not {self.seats!r}")
        self._check_end()
        self._check_choices()
        for field in _POINTS:
            _check_int(field, getattr(self, field), MAX_POINTS_PER_HAND)
        for field in _CENTS:
            _check_int(field, getattr(self, field), MAX_BUMP_CENTS)
        if self.bump_alone_euchre_cents is not None:
            _check_int("bump_alone_euchre_cents", self.bump_alone_euchre_cents, MAX_BUMP_CENTS)
        if self.alone_march_partner is not None:
            _check_int("alone_march_partner", self.alone_march_partner, self.alone_march)
            if self.seats == 3:
                raise ValueError("alone_march_partner: three-handed, nobody has a partner")
        if self.dummy_hand and self.seats == 4:
            raise ValueError("dummy_hand: only a three-handed table has a dummy hand")

    def _check_end(self) -> None:
        if (self.hands is None) == (self.target is None):
            raise ValueError(
                "hands, target: a game ends after so many hands or at so many points, one of the two"
            )
        if self.hands is not None:
            _check_int("hands", self.hands, MAX_HANDS, least=1)
        if self.target is not None:
            _check_int("target", self.target, MAX_TARGET, least=1)

    def _check_choices(self) -> None:
        for field, choices in _CHOICES.items():
            value = getattr(self, field)
            if value not in choices:
                raise ValueError(f"{field}: one of {', '.join(choices)}, not {value!r}")
        for field in _FLAGS:
            if not isinstance(getattr(self, field), bool):
                raise ValueError(f"{field}: true or false, not {getattr(self, field)!r}")
        kinds = get_args(Misdeal)
        if not isinstance(self.misdeals, tuple) or any(kind not in kinds for kind in self.misdeals):
            raise ValueError(f"misdeals: any of {', '.join(kinds)}, not {self.misdeals!r}")

    @property
    def has_bumps(self) -> bool:
        """Whether any hand can put money into a bump cup under these rules."""
        alone = self.bump_alone_euchre_cents or 0
        return max(self.bump_euchre_cents, alone, self.bump_renege_cents, self.bump_toss_cents) > 0

    @property
    def lone_euchre_cents(self) -> int:
        """Cents a lone maker pays when euchred."""
        alone = self.bump_alone_euchre_cents
        return self.bump_euchre_cents if alone is None else alone

    def three_handed_variant(self) -> RuleSet:
        """The rules of a three-handed table in a night of fours: same number of hands or same target.

        Calling, penalties and money stay the night's own (WEMSA: a euchred maker pays $1, alone $2); points and
        the dummy hand are those of the one event that plays with three (T&K, Three-Hand Euchre).
        """
        if self.seats == 3:
            return self
        return replace(
            self,
            name=f"{self.name}-three",
            seats=3,
            dummy_hand=True,
            march=self.three_handed_march,
            alone_march=self.three_handed_march,
            alone_march_partner=None,
        )

    def to_dict(self) -> dict[str, Any]:
        """All fields by name, JSON-safe (tuples as lists). `from_dict` reads it back."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> RuleSet:
        """The rule set of a stored `to_dict`. A field the stored version did not know takes its default.

        Raises `ValueError` naming an unknown key, a missing name or a wrong value.
        """
        known = {field.name for field in fields(cls)}
        unknown = sorted(set(data) - known)
        if unknown:
            raise ValueError(f"{', '.join(unknown)}: not a field of a rule set")
        if "name" not in data:
            raise ValueError("name: a rule set needs a name")
        values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items()}
        return cls(**values)


def _check_int(field: str, value: object, most: int, least: int = 0) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ValueError(f"{field}: a whole number from {least} to {most}, not {value!r}")


_TORRENCE_KNOX = RuleSet(
    name="torrence-knox",
    target=10,
    alone_declared="first lead",
    lone_lead="left of lone hand",
    misdeals=("hand of nines and tens",),
    defender_alone=True,
    renege="offender loses",
    renege_lone="any",
)

PRESETS: Mapping[str, RuleSet] = MappingProxyType(
    {
        rules.name: rules
        for rules in (
            RuleSet(
                name="wemsa",
                hands=12,
                stick_the_dealer=True,
                caller_must_hold_suit=True,
                first_dealer_tie="by suit",
                misdeals=("card exposed in the deal",),
                renege="team loses",
                renege_lone="other side's",
                bump_euchre_cents=100,
                bump_alone_euchre_cents=200,
                bump_renege_cents=100,
                bump_toss_cents=100,
            ),
            RuleSet(
                name="fharmacy",
                target=10,
                renege="opponents gain",
                renege_lone="any",
                renege_ends_hand=True,
            ),
            _TORRENCE_KNOX,
            _TORRENCE_KNOX.three_handed_variant(),
            RuleSet(
                name="classic",
                hands=8,
                stick_the_dealer=True,
                first_dealer="by plan",
                renege="opponents gain",
                renege_lone="other side's",
                renege_ends_hand=True,
            ),
        )
    }
)
"""The rule sets of the events by name; read-only."""
