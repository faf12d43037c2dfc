"""One game -> one sheet -> one line per player.

A sheet names its seats by position, 0-3 (three-handed 0-2), in the order they stand on it. `pairing` says who
partnered position 0: position 1, 2 or 3; None at a three-handed table. Sides are numbered: side 0 is that of
position 0, side 1 the other; three-handed, each position is a side.

The accepted sheet is the result. Hands, where they were kept, are the evidence: `sheet_from_hands` makes the sheet
from them, and `sheet_checks.compare_with_hands` finds where the two have come apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from scoring.hands import (
    Hand,
    HandScore,
    PenaltyKind,
    counts_as_lone,
    ends_unscored,
    renege_points,
    score_hand,
)
from scoring.rules import RuleSet

Result = Literal["won", "lost", "drawn"]


@dataclass(frozen=True)
class SheetPenalty:
    """A penalty as the sheet records it. `offender`: a position. `points`: the director's figure, for kind
    "points" alone. `lone`: a renege in a lone hand of the kind that doubles it."""

    kind: PenaltyKind
    offender: int
    points: int = 0
    lone: bool = False


@dataclass(frozen=True)
class Sheet:
    """A game's result as handed in.

    `scores`: per side, 2 or 3 whole points; what sides won and lost by reneges is in them, what belongs to a
    person (a T&K renege, the director's points) is not: that follows from `penalties` and `loners`.
    `bump_cents`: of the whole table; None: not said. Who paid how much is known from `hands` alone.
    `loners`: lone marches per position; () when none is noted. `extra_hand`: the side (0 or 1) that won the hand
    played, or the cut made, after a drawn game to settle who moves; it brings no points.
    Raises `ValueError` naming the field when the shape is wrong.
    """

    pairing: int | None
    scores: tuple[int, ...]
    bump_cents: int | None = None
    loners: tuple[int, ...] = ()
    penalties: tuple[SheetPenalty, ...] = ()
    hands: tuple[Hand, ...] | None = None
    extra_hand: int | None = None

    def __post_init__(self) -> None:
        seats = seat_count(self.pairing)
        if self.extra_hand is not None and (seats == 3 or self.extra_hand not in (0, 1)):
            raise ValueError(f"extra_hand: side 0 or 1 of a table of four, not {self.extra_hand!r}")
        if len(self.scores) != len(sides(self.pairing)):
            raise ValueError(f"scores: {len(sides(self.pairing))} of them, not {len(self.scores)}")
        if self.loners and len(self.loners) != seats:
            raise ValueError(f"loners: one number per seat, {seats} of them, not {len(self.loners)}")
        for penalty in self.penalties:
            if not 0 <= penalty.offender < seats:
                raise ValueError(f"penalties: a position from 0 to {seats - 1}, not {penalty.offender}")

    @property
    def is_drawn(self) -> bool:
        """Whether all sides have the same points."""
        return len(set(self.scores)) == 1


@dataclass(frozen=True)
class Line:
    """What one player takes from a game. Points: `side` with the partner, `personal` alone, `director` from
    the director; `bump_cents` None when the sheet cannot tell who paid."""

    position: int
    side: int
    personal: int
    director: int
    bump_cents: int | None
    loners: int
    result: Result

    @property
    def points(self) -> int:
        """Sheet points: the side's and the personal line, without the director's."""
        return self.side + self.personal

    @property
    def total(self) -> int:
        """All points of the game."""
        return self.side + self.personal + self.director


@dataclass(frozen=True)
class RunningScore:
    """How a game stands after some hands: points per side, cents of the whole table, whether it is over."""

    scores: tuple[int, ...]
    bump_cents: int
    hands_played: int
    finished: bool


@dataclass(frozen=True)
class Movers:
    """Positions of winners and losers for moving tables. Both empty: drawn and not decided yet."""

    winners: tuple[int, ...]
    losers: tuple[int, ...]
    drawn: bool


def seat_count(pairing: int | None) -> int:
    """4, or 3 when there is no pairing."""
    return 3 if pairing is None else 4


def sides(pairing: int | None) -> tuple[tuple[int, ...], ...]:
    """The positions of each side, position 0's first. Raises `ValueError` for a pairing other than 1, 2, 3."""
    if pairing is None:
        return ((0,), (1,), (2,))
    if pairing not in (1, 2, 3):
        raise ValueError(f"pairing: the partner of the first seat is position 1, 2 or 3, not {pairing!r}")
    return ((0, pairing), tuple(position for position in (1, 2, 3) if position != pairing))


def score_sheet_hand(rules: RuleSet, pairing: int | None, hand: Hand) -> HandScore:
    """`score_hand` for a hand written in positions of the sheet; the answer is per position too."""
    chairs = _chairs(pairing)
    moved = replace(
        hand,
        maker=None if hand.maker is None else _chair(chairs, "maker", hand.maker),
        defender_alone=(
            None if hand.defender_alone is None else _chair(chairs, "defender_alone", hand.defender_alone)
        ),
        penalties=tuple(
            replace(penalty, offender=_chair(chairs, f"penalties[{index}].offender", penalty.offender))
            for index, penalty in enumerate(hand.penalties)
        ),
    )
    score = score_hand(rules, moved)
    return replace(
        score,
        points=tuple(score.points[chair] for chair in chairs),
        bump_cents=tuple(score.bump_cents[chair] for chair in chairs),
        side_points=tuple(score.side_points[chair] for chair in chairs),
        personal_points=tuple(score.personal_points[chair] for chair in chairs),
        director_points=tuple(score.director_points[chair] for chair in chairs),
        loner=None if score.loner is None else chairs.index(score.loner),
    )


def _chairs(pairing: int | None) -> tuple[int, ...]:
    """The clockwise seat of each position: partners face each other."""
    if pairing is None:
        return (0, 1, 2)
    first, second = sides(pairing)
    chair_of = {first[0]: 0, first[1]: 2, second[0]: 1, second[1]: 3}
    return tuple(chair_of[position] for position in range(4))


def _chair(chairs: tuple[int, ...], field: str, position: int) -> int:
    if not 0 <= position < len(chairs):
        raise ValueError(f"{field}: a position from 0 to {len(chairs) - 1}, not {position}")
    return chairs[position]


def running_score(rules: RuleSet, pairing: int | None, hands: Sequence[Hand]) -> RunningScore:
    """How the game stands after `hands`. Raises `ValueError` for a hand that cannot have been played."""
    scored = [score_sheet_hand(rules, pairing, hand) for hand in hands]
    scores = tuple(sum(score.side_points[side[0]] for score in scored) for side in sides(pairing))
    return RunningScore(
        scores=scores,
        bump_cents=sum(sum(score.bump_cents) for score in scored),
        hands_played=len(scored),
        finished=is_finished(rules, scores, len(scored)),
    )


def is_finished(rules: RuleSet, scores: Sequence[int], hands_played: int) -> bool:
    """Whether a game with these side scores after so many hands is over."""
    if rules.hands is not None:
        return hands_played >= rules.hands
    return rules.target is not None and max(scores) >= rules.target


def sheet_from_hands(rules: RuleSet, pairing: int | None, hands: Sequence[Hand]) -> Sheet:
    """The sheet that these hands make, with their loners and penalties lifted to the sheet; of bump money it says
    nothing where none is paid.

    Raises `ValueError` naming the hand's field when one cannot have been played.
    """
    running = running_score(rules, pairing, hands)
    loners = [0] * seat_count(pairing)
    for hand in hands:
        loner = score_sheet_hand(rules, pairing, hand).loner
        if loner is not None:
            loners[loner] += 1
    return Sheet(
        pairing=pairing,
        scores=running.scores,
        bump_cents=running.bump_cents if rules.has_bumps else None,
        loners=tuple(loners),
        penalties=tuple(penalty for hand in hands for penalty in _lifted(rules, pairing, hand)),
        hands=tuple(hands),
    )


def _lifted(rules: RuleSet, pairing: int | None, hand: Hand) -> tuple[SheetPenalty, ...]:
    side_of = {position: side for side in sides(pairing) for position in side}
    return tuple(
        SheetPenalty(
            penalty.kind,
            penalty.offender,
            penalty.points,
            lone=penalty.kind == "renege"
            and hand.maker is not None
            and counts_as_lone(rules, hand, of_makers=penalty.offender in side_of[hand.maker]),
        )
        for penalty in hand.penalties
    )


def lines(rules: RuleSet, sheet: Sheet) -> tuple[Line, ...]:
    """One line per position. The points are the sheet's; the hands, where kept, tell who paid into the cup."""
    bumps = _bumps_per_position(rules, sheet)
    movers = who_moves(rules, sheet)
    result: list[Line] = []
    for position in range(seat_count(sheet.pairing)):
        own = [penalty for penalty in sheet.penalties if penalty.offender == position]
        loners = sheet.loners[position] if sheet.loners else 0
        result.append(
            Line(
                position=position,
                side=sheet.scores[side_index(sheet.pairing, position)],
                personal=_personal(rules, own, loners),
                director=sum(penalty.points for penalty in own if penalty.kind == "points"),
                bump_cents=bumps[position],
                loners=loners,
                result="drawn" if movers.drawn else "won" if position in movers.winners else "lost",
            )
        )
    return tuple(result)


def side_index(pairing: int | None, position: int) -> int:
    """The number of the side that a position belongs to."""
    return next(index for index, side in enumerate(sides(pairing)) if position in side)


def _personal(rules: RuleSet, penalties: Sequence[SheetPenalty], loners: int) -> int:
    bonus = 0
    if rules.alone_march_partner is not None:
        bonus = loners * (rules.alone_march - rules.alone_march_partner)
    if rules.renege != "offender loses":
        return bonus
    return bonus - sum(renege_points(rules, lone=p.lone) for p in penalties if p.kind == "renege")


def _bumps_per_position(rules: RuleSet, sheet: Sheet) -> tuple[int | None, ...]:
    """Cents paid by each position: nothing when the whole table paid nothing; what the hands say when they come
    to the table's sum; otherwise nobody can tell."""
    seats = seat_count(sheet.pairing)
    if sheet.bump_cents == 0 or not rules.has_bumps:
        return (0,) * seats
    if sheet.hands is not None:
        scored = [score_sheet_hand(rules, sheet.pairing, hand) for hand in sheet.hands]
        paid = tuple(sum(score.bump_cents[position] for score in scored) for position in range(seats))
        if sum(paid) == sheet.bump_cents:
            return paid
    return (None,) * seats


def who_moves(rules: RuleSet, sheet: Sheet) -> Movers:
    """Winners and losers of a game.

    Four-handed the higher side wins. Three-handed all who reached the target have won, otherwise the highest.
    A drawn game has neither until the sheet's `extra_hand` names the side that won the extra hand or the cut; where
    the winners of the last hand move, kept hands decide it. It stays drawn in every other respect.
    """
    best = max(sheet.scores)
    bar = min(best, rules.target) if rules.target is not None and rules.seats == 3 else best
    won = {side for side, score in enumerate(sheet.scores) if score >= bar}
    drawn = len(won) == len(sheet.scores)
    if drawn:
        last = last_hand_winner(rules, sheet) if rules.drawn_game_mover == "last hand" else None
        winner = last if sheet.extra_hand is None else sheet.extra_hand
        if winner is None:
            return Movers((), (), drawn=True)
        won = {winner}
    numbered = list(enumerate(sides(sheet.pairing)))
    return Movers(
        winners=tuple(position for side, seats in numbered if side in won for position in seats),
        losers=tuple(position for side, seats in numbered if side not in won for position in seats),
        drawn=drawn,
    )


def last_hand_winner(rules: RuleSet, sheet: Sheet) -> int | None:
    """The side that won the last hand a single side won, reneges beside the hand left out; None without one."""
    for hand in reversed(sheet.hands or ()):
        bare = hand if ends_unscored(rules, hand) else replace(hand, penalties=())
        score = score_sheet_hand(rules, sheet.pairing, bare)
        winners = [side for side, seats in enumerate(sides(sheet.pairing)) if score.side_points[seats[0]] > 0]
        if len(winners) == 1:
            return winners[0]
    return None


def split_chair(rules: RuleSet, sheet: Sheet, position: int, first_hand: int) -> tuple[Line, Line]:
    """The line of one chair split between the player who began and the substitute, who played from hand number
    `first_hand` (from 1). The two lines add up to the chair's own; both carry the game's result.

    Raises `ValueError` when the sheet has no hands or they do not come to its lines.
    """
    whole = lines(rules, sheet)[position]
    if sheet.hands is None:
        raise ValueError("hands: without them a chair cannot be split")
    if not 1 <= first_hand <= len(sheet.hands) + 1:
        raise ValueError(f"first_hand: from 1 to {len(sheet.hands) + 1}, not {first_hand}")
    before = lines(rules, sheet_from_hands(rules, sheet.pairing, sheet.hands[: first_hand - 1]))[position]
    after = lines(rules, sheet_from_hands(rules, sheet.pairing, sheet.hands[first_hand - 1 :]))[position]
    if (before.side + after.side, before.total + after.total) != (whole.side, whole.total):
        raise ValueError("hands: they do not come to the sheet, so they cannot split it")
    return replace(before, result=whole.result), replace(after, result=whole.result)
