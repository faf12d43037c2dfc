"""One hand -> points and bump money per seat, by a rule set.

Seats are numbered clockwise from 0. Four-handed, 0 and 2 are partners against 1 and 3; three-handed, each seat is
for itself and the two defenders of a hand stand together against its maker.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from scoring.rules import RuleSet

PenaltyKind = Literal["renege", "toss", "points"]
Outcome = Literal[
    "made",
    "march",
    "alone",
    "lone march",
    "euchre",
    "lone euchre",
    "defended alone",
    "defended alone, all five",
    "passed out",
    "renege",
]
TRICKS = 5


@dataclass(frozen=True)
class Penalty:
    """What went wrong in a hand. `points` is the director's own figure and counts for kind "points" alone;
    it is added to the offender alone and may be negative."""

    kind: PenaltyKind
    offender: int
    points: int = 0


@dataclass(frozen=True)
class Hand:
    """One hand as played. `maker` None: passed out. `tricks`: won by the maker's side, 0-5; ignored when a
    penalty ends the hand unscored. `caller_known` False: only the side is known, `maker` stands for it."""

    maker: int | None
    tricks: int | None = None
    alone: bool = False
    defender_alone: int | None = None
    penalties: tuple[Penalty, ...] = ()
    caller_known: bool = True


@dataclass(frozen=True)
class HandScore:
    """The result of a hand, one entry per seat: 4 or 3.

    `points` is the sum of the three parts after it: `side_points` (what the side's score moves by, the same for
    both partners), `personal_points` (a T&K renege; what a lone march brings the player over the partner) and
    `director_points`. `loner`: the maker, when a lone hand of the maker took all five tricks.
    """

    points: tuple[int, ...]
    bump_cents: tuple[int, ...]
    outcome: Outcome
    side_points: tuple[int, ...] = ()
    personal_points: tuple[int, ...] = ()
    director_points: tuple[int, ...] = ()
    loner: int | None = None


def side_of(rules: RuleSet, seat: int) -> tuple[int, ...]:
    """The seats that score together with `seat`, itself first: itself and its partner, or itself alone."""
    return (seat, (seat + 2) % 4) if rules.seats == 4 else (seat,)


def defenders_of(rules: RuleSet, maker: int) -> tuple[int, ...]:
    """The two seats that play against the maker, clockwise."""
    makers = side_of(rules, maker)
    return tuple(seat for seat in range(rules.seats) if seat not in makers)


def seats_out(rules: RuleSet, hand: Hand) -> frozenset[int]:
    """Seats whose partner plays this hand alone. Three-handed, a lone maker leaves nobody out."""
    out: set[int] = set()
    if hand.maker is None:
        return frozenset()
    if hand.alone:
        out.update(side_of(rules, hand.maker)[1:])
    if hand.defender_alone is not None:
        out.update(seat for seat in defenders_of(rules, hand.maker) if seat != hand.defender_alone)
    return frozenset(out)


def ends_unscored(rules: RuleSet, hand: Hand) -> bool:
    """Whether a renege ended this hand, so that its tricks do not count (Fharmacy, A Revoke)."""
    return rules.renege_ends_hand and any(penalty.kind == "renege" for penalty in hand.penalties)


def needs_caller(rules: RuleSet, *, alone: bool, euchred: bool) -> bool:
    """Whether such a hand cannot be scored by side alone: the seat must be asked when somebody is alone, or
    when the caller alone pays for a euchre."""
    return alone or (euchred and rules.bump_euchre_payer == "caller" and rules.bump_euchre_cents > 0)


def score_hand(rules: RuleSet, hand: Hand) -> HandScore:
    """Points and bump cents of one hand, per seat.

    Raises `ValueError` naming the field when the hand cannot have been played under the rule set.
    """
    check_hand(rules, hand)
    outcome = _outcome(rules, hand)
    tally = _Tally(rules)
    if hand.maker is not None and outcome != "renege":
        _add_hand(rules, hand, hand.maker, outcome, tally)
    for penalty in hand.penalties:
        _add_penalty(rules, hand, penalty, tally)
    return tally.score(outcome, hand.maker if outcome == "lone march" else None)


def check_hand(rules: RuleSet, hand: Hand) -> None:
    """Raise `ValueError` naming the field when the hand cannot have been played under the rule set."""
    if hand.maker is None:
        _check_passed_out(rules, hand)
    else:
        _check_seat("maker", hand.maker, rules)
        _check_defender_alone(rules, hand, hand.maker)
        if hand.alone and not hand.caller_known:
            raise ValueError("caller_known: a lone hand needs the seat of the one who is alone")
        if not ends_unscored(rules, hand):
            _check_played(rules, hand)
    out = seats_out(rules, hand)
    for index, penalty in enumerate(hand.penalties):
        _check_penalty(rules, penalty, f"penalties[{index}]", out)
        if hand.maker is None and penalty.kind == "renege":
            raise ValueError(f"penalties[{index}].kind: nobody can renege in a hand that was passed out")


def _check_passed_out(rules: RuleSet, hand: Hand) -> None:
    if rules.stick_the_dealer:
        raise ValueError("maker: a hand cannot be passed out where the dealer is stuck")
    if hand.tricks:
        raise ValueError("tricks: a passed-out hand has no tricks")
    if hand.alone:
        raise ValueError("alone: nobody is alone in a passed-out hand")
    if hand.defender_alone is not None:
        raise ValueError("defender_alone: nobody is alone in a passed-out hand")


def _check_defender_alone(rules: RuleSet, hand: Hand, maker: int) -> None:
    seat = hand.defender_alone
    if seat is None:
        return
    if not rules.defender_alone:
        raise ValueError("defender_alone: these rules do not let a defender play alone")
    _check_seat("defender_alone", seat, rules)
    if seat in side_of(rules, maker):
        raise ValueError(f"defender_alone: seat {seat} is on the maker's side")


def _check_played(rules: RuleSet, hand: Hand) -> None:
    tricks = hand.tricks
    if tricks is None:
        raise ValueError("tricks: missing, how many tricks did the maker's side take?")
    if not isinstance(tricks, int) or isinstance(tricks, bool) or not 0 <= tricks <= TRICKS:
        raise ValueError(f"tricks: from 0 to {TRICKS}, not {tricks!r}")
    if not hand.caller_known and needs_caller(rules, alone=hand.alone, euchred=tricks < 3):
        raise ValueError("caller_known: the caller alone pays for this euchre, which seat was it?")


def _check_penalty(rules: RuleSet, penalty: Penalty, where: str, out: frozenset[int]) -> None:
    if penalty.kind not in get_args(PenaltyKind):
        raise ValueError(f"{where}.kind: renege, toss or points, not {penalty.kind!r}")
    _check_seat(f"{where}.offender", penalty.offender, rules)
    if penalty.offender in out:
        raise ValueError(
            f"{where}.offender: seat {penalty.offender} is out of the hand, the partner plays alone"
        )
    if not isinstance(penalty.points, int) or isinstance(penalty.points, bool):
        raise ValueError(f"{where}.points: a whole number, not {penalty.points!r}")


def _check_seat(field: str, seat: object, rules: RuleSet) -> None:
    if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < rules.seats:
        raise ValueError(f"{field}: a seat from 0 to {rules.seats - 1}, not {seat!r}")


class _Tally:
    """Sums the parts of one hand per seat."""

    def __init__(self, rules: RuleSet) -> None:
        self.side = [0] * rules.seats
        self.personal = [0] * rules.seats
        self.director = [0] * rules.seats
        self.bump = [0] * rules.seats

    def score(self, outcome: Outcome, loner: int | None) -> HandScore:
        parts = zip(self.side, self.personal, self.director, strict=True)
        return HandScore(
            points=tuple(sum(part) for part in parts),
            bump_cents=tuple(self.bump),
            outcome=outcome,
            side_points=tuple(self.side),
            personal_points=tuple(self.personal),
            director_points=tuple(self.director),
            loner=loner,
        )


def _add(column: list[int], seats: tuple[int, ...], amount: int) -> None:
    for seat in seats:
        column[seat] += amount


def _outcome(rules: RuleSet, hand: Hand) -> Outcome:
    if hand.maker is None:
        return "passed out"
    if ends_unscored(rules, hand) or hand.tricks is None:
        return "renege"
    if hand.tricks == TRICKS:
        return "lone march" if hand.alone else "march"
    if hand.tricks >= 3:
        return "alone" if hand.alone else "made"
    if hand.defender_alone is not None:
        return "defended alone, all five" if hand.tricks == 0 else "defended alone"
    return "lone euchre" if hand.alone else "euchre"


def _add_hand(rules: RuleSet, hand: Hand, maker: int, outcome: Outcome, tally: _Tally) -> None:
    makers = side_of(rules, maker)
    if outcome == "lone march":
        partner = rules.alone_march if rules.alone_march_partner is None else rules.alone_march_partner
        _add(tally.side, makers, partner)
        tally.personal[maker] += rules.alone_march - partner
    elif outcome in ("made", "march", "alone"):
        worth = {"made": rules.made, "march": rules.march, "alone": rules.alone_made}
        _add(tally.side, makers, worth[outcome])
    else:
        lost = {
            "euchre": rules.euchre,
            "lone euchre": rules.alone_euchre,
            "defended alone": rules.defended_alone,
            "defended alone, all five": rules.defended_alone_march,
        }
        _add(tally.side, defenders_of(rules, maker), lost[outcome])
        if hand.alone:
            tally.bump[maker] += rules.lone_euchre_cents
        else:
            payers = (maker,) if rules.bump_euchre_payer == "caller" else makers
            _add(tally.bump, payers, rules.bump_euchre_cents)


def _add_penalty(rules: RuleSet, hand: Hand, penalty: Penalty, tally: _Tally) -> None:
    side = side_of(rules, penalty.offender)
    if penalty.kind == "points":
        tally.director[penalty.offender] += penalty.points
    elif penalty.kind == "toss":
        _add(tally.bump, side, rules.bump_toss_cents)
    elif hand.maker is not None:
        of_makers = penalty.offender in side_of(rules, hand.maker)
        points = renege_points(rules, lone=counts_as_lone(rules, hand, of_makers=of_makers))
        _add(tally.bump, side, rules.bump_renege_cents)
        if rules.renege == "offender loses":
            tally.personal[penalty.offender] -= points
            return
        if rules.renege != "opponents gain":
            _add(tally.side, side, -points)
        if rules.renege != "team loses":
            _add(tally.side, _wronged(rules, hand.maker, penalty.offender), points)


def renege_points(rules: RuleSet, *, lone: bool) -> int:
    """What a renege is worth. `lone`: in a lone hand of the kind that doubles it under these rules."""
    return rules.renege_lone_points if lone else rules.renege_points


def _wronged(rules: RuleSet, maker: int, offender: int) -> tuple[int, ...]:
    """The side the renege was committed against in this hand."""
    makers = side_of(rules, maker)
    return defenders_of(rules, maker) if offender in makers else makers


def counts_as_lone(rules: RuleSet, hand: Hand, *, of_makers: bool) -> bool:
    """Whether a renege in this hand, by the makers' or the defenders' side, is worth `renege_lone_points`.

    WEMSA, Gameplay 4: during an *opponent's* loner. Fharmacy, A Revoke, and T&K, Scoring: in any lone hand.
    """
    if rules.renege_lone == "none":
        return False
    if rules.renege_lone == "any":
        return hand.alone or hand.defender_alone is not None
    return hand.defender_alone is not None if of_makers else hand.alone
