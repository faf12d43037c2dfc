"""What to refuse on a sheet and what to have confirmed. The checks question; they never change a figure.

They know what a game can come to at all (`scoring.reach`), so they hold for every rule set: WEMSA's 12 hands bring
a side at most 48 points, and each bump puts exactly $2 into the cup.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.games import Sheet, running_score, score_sheet_hand, seat_count, sheet_from_hands, sides
from scoring.problems import Problem, refused
from scoring.reach import hand_reach
from scoring.rules import MAX_HANDS, RuleSet
from scoring.sheet_money import bump_problems
from scoring.sheet_penalties import Marks, penalty_marks
from scoring.words import counted, dollars, listed


@dataclass(frozen=True)
class Partnered:
    """Two positions of this sheet that were partners before tonight, and in which game (from 1)."""

    first: int
    second: int
    game: int


def check_sheet(
    rules: RuleSet,
    sheet: Sheet,
    *,
    names: Sequence[str] = (),
    partnered: Sequence[Partnered] = (),
) -> tuple[Problem, ...]:
    """Everything odd about a sheet; () when there is nothing to ask.

    `names`: one per position, for the messages. `partnered`: earlier partnerships among these players. When
    something must be refused, only the refusals are returned.
    """
    if rules.seats != seat_count(sheet.pairing):
        text = f"These rules are for {rules.seats} players, the sheet has {seat_count(sheet.pairing)}"
        return (Problem("refuse", "seats", "pairing", text),)
    bad_hands = tuple(_bad_hands(rules, sheet))
    if bad_hands:
        return bad_hands
    labels = side_labels(sheet.pairing, names)
    marks = penalty_marks(rules, sheet)
    found = (
        *(
            _hands_game(rules, sheet, labels, marks)
            if rules.hands
            else _target_game(rules, sheet, labels, marks)
        ),
        *_negative_sides(sheet, labels, marks),
        *bump_problems(rules, sheet, marks, hands_scored(rules, sheet)),
        *_loner_problems(rules, sheet, labels, marks),
        *_hand_count_problems(rules, sheet),
        *compare_with_hands(rules, sheet, names=names),
        *_partner_problems(rules, sheet, names, partnered),
        *_extra_hand_problems(sheet),
    )
    return tuple(p for p in found if p.kind == "refuse") if refused(found) else found


def seat_labels(pairing: int | None, names: Sequence[str] = ()) -> tuple[str, ...]:
    """A name for each position: the given ones, or "Seat 1" and so on."""
    return tuple(names) or tuple(f"Seat {position + 1}" for position in range(seat_count(pairing)))


def side_labels(pairing: int | None, names: Sequence[str] = ()) -> tuple[str, ...]:
    """A name for each side: "Ann and Cy"; three-handed the player's own."""
    seats = seat_labels(pairing, names)
    return tuple(listed([seats[position] for position in side]) for side in sides(pairing))


def hands_scored(rules: RuleSet, sheet: Sheet) -> int | None:
    """How many hands the sheet's figures come from; None in a game to a target without hands."""
    return len(sheet.hands) if sheet.hands is not None else rules.hands


def _bad_hands(rules: RuleSet, sheet: Sheet) -> Iterator[Problem]:
    hands = sheet.hands or ()
    if len(hands) > MAX_HANDS:
        yield Problem("refuse", "hands-many", "hands", f"{len(hands)} hands are more than any game has")
        return
    for index, hand in enumerate(hands):
        try:
            score_sheet_hand(rules, sheet.pairing, hand)
        except ValueError as error:
            yield Problem("refuse", "hand", f"hands.{index}", f"Hand {index + 1}: {error}")


def _hands_game(rules: RuleSet, sheet: Sheet, labels: Sequence[str], marks: Marks) -> Iterator[Problem]:
    hands = hands_scored(rules, sheet) or 0
    reach = hand_reach(rules)
    played = counted(hands, "hand")
    most = reach.best_side * hands
    for index, score in enumerate(sheet.scores):
        if score > most + marks.gained:
            text = f"{labels[index]}: {score} points, but {played} bring a side at most {most + marks.gained}"
            yield Problem("refuse", "score-high", f"scores.{index}", text)
        elif score < -most - sum(marks.lost):
            text = f"{labels[index]}: {score} points are fewer than any penalties take away"
            yield Problem("refuse", "score-low", f"scores.{index}", text)
    total = sum(sheet.scores)
    greatest = reach.best_sum * hands
    if total > greatest + marks.gained:
        text = f"Together {total} points, but {played} bring at most {greatest + marks.gained}"
        yield Problem("refuse", "sum-high", "scores", text)
    elif hands and total >= greatest:
        text = f"{total} points together is the most that {played} can bring. Is that right?"
        yield Problem("confirm", "sum-greatest", "scores", text)
    least = min(points for _, points in reach.kinds) * max(hands - marks.hands_ended, 0)
    if total + sum(marks.lost) - marks.gained < least:
        text = (
            f"Together {total} points, but {played} bring at least {least}. Is a hand or a penalty missing?"
        )
        yield Problem("confirm", "sum-low", "scores", text)


def _target_game(rules: RuleSet, sheet: Sheet, labels: Sequence[str], marks: Marks) -> Iterator[Problem]:
    target = rules.target or 0
    for index, score in enumerate(sheet.scores):
        if abs(score) >= 10 * target:
            text = f"{labels[index]}: {score} points in a game to {target}. Is there a digit too many?"
            yield Problem("refuse", "score-high", f"scores.{index}", text)
        elif score > target - 1 + hand_reach(rules).best_side + marks.gained:
            text = f"{labels[index]}: {score} points, but a game to {target} was over before. Is that right?"
            yield Problem("confirm", "score-over", f"scores.{index}", text)
    there = [labels[index] for index, score in enumerate(sheet.scores) if score >= target]
    # Two defenders can both reach the target in one hand; two sides of partners cannot.
    allowed = 1 if rules.seats == 4 else 2
    if not there:
        text = f"Nobody has {target} points. Did the game end early?"
        yield Problem("confirm", "unfinished", "scores", text)
    elif len(there) > allowed:
        text = f"{listed(there)} all have {target} points or more, but the first to {target} ends the game"
        yield Problem("confirm", "several-finished", "scores", text)


def _negative_sides(sheet: Sheet, labels: Sequence[str], marks: Marks) -> Iterator[Problem]:
    for index, score in enumerate(sheet.scores):
        if score < -marks.lost[index]:
            text = f"{labels[index]}: {score} points, and no recorded penalty explains it. Is that right?"
            yield Problem("confirm", "negative", f"scores.{index}", text)


def _loner_problems(rules: RuleSet, sheet: Sheet, labels: Sequence[str], marks: Marks) -> Iterator[Problem]:
    if any(number < 0 for number in sheet.loners):
        yield Problem("refuse", "loners", "loners", "Loners: a number cannot be below zero")
        return
    hands = hands_scored(rules, sheet)
    if hands is not None and sum(sheet.loners) > hands:
        text = f"Loners: {sum(sheet.loners)} in {counted(hands, 'hand')}"
        yield Problem("refuse", "loners", "loners", text)
        return
    worth = rules.alone_march if rules.alone_march_partner is None else rules.alone_march_partner
    for index, side in enumerate(sides(sheet.pairing) if sheet.loners else ()):
        loners = sum(sheet.loners[position] for position in side)
        if sheet.scores[index] + marks.lost[index] < loners * worth:
            text = (
                f"{labels[index]}: {counted(loners, 'loner')} bring at least {loners * worth} points, "
                f"the sheet has {sheet.scores[index]}"
            )
            yield Problem("confirm", "loners-against-score", f"scores.{index}", text)


def _hand_count_problems(rules: RuleSet, sheet: Sheet) -> Iterator[Problem]:
    if sheet.hands is None:
        return
    hands = len(sheet.hands)
    if rules.hands is not None and hands != rules.hands:
        code = "hands-missing" if hands < rules.hands else "hands-extra"
        yield Problem("confirm", code, "hands", f"{counted(hands, 'hand')} of {rules.hands} are on the sheet")
    if rules.target is not None:
        over = next(
            (n for n in range(1, hands) if running_score(rules, sheet.pairing, sheet.hands[:n]).finished), 0
        )
        if over:
            text = f"The game was over after hand {over}, but {counted(hands, 'hand')} are on the sheet"
            yield Problem("confirm", "hands-extra", "hands", text)


def compare_with_hands(rules: RuleSet, sheet: Sheet, *, names: Sequence[str] = ()) -> tuple[Problem, ...]:
    """Where an accepted sheet and its hands have come apart; () when they agree or none were kept.

    The sheet is the result and the hands are the evidence, so each difference is a question, not a correction.
    Raises `ValueError` when a hand cannot have been played.
    """
    if sheet.hands is None:
        return ()
    other = sheet_from_hands(rules, sheet.pairing, sheet.hands)
    labels = side_labels(sheet.pairing, names)
    found = [
        _difference(f"scores.{index}", labels[index], counted(mine, "point"), counted(theirs, "point"))
        for index, (mine, theirs) in enumerate(zip(sheet.scores, other.scores, strict=True))
        if mine != theirs
    ]
    if rules.has_bumps and sheet.bump_cents != other.bump_cents:
        mine = "nothing said" if sheet.bump_cents is None else dollars(sheet.bump_cents)
        found.append(_difference("bump", "Bump cup", mine, dollars(other.bump_cents or 0)))
    noted = sheet.loners or (0,) * seat_count(sheet.pairing)
    found += [
        _difference(f"loners.{position}", name, counted(mine, "loner"), counted(theirs, "loner"))
        for position, (name, mine, theirs) in enumerate(
            zip(seat_labels(sheet.pairing, names), noted, other.loners, strict=True)
        )
        if mine != theirs
    ]
    if missing := Counter(other.penalties) - Counter(sheet.penalties):
        text = f"Penalties: the hands have {missing.total()} more than the sheet"
        found.append(Problem("confirm", "differs-from-hands", "penalties", text))
    return tuple(found)


def _difference(field: str, what: str, mine: str, theirs: str) -> Problem:
    text = f"{what}: the sheet says {mine}, the hands come to {theirs}"
    return Problem("confirm", "differs-from-hands", field, text)


def _partner_problems(
    rules: RuleSet, sheet: Sheet, names: Sequence[str], partnered: Sequence[Partnered]
) -> Iterator[Problem]:
    if not rules.draw_again_for_repeated_partners or sheet.pairing is None:
        return
    seats = seat_labels(sheet.pairing, names)
    for earlier in partnered:
        if {earlier.first, earlier.second} in [set(side) for side in sides(sheet.pairing)]:
            who = listed([seats[earlier.first], seats[earlier.second]])
            text = f"{who} were already partners in game {earlier.game}: draw again"
            yield Problem("confirm", "repeated-partners", "pairing", text)


def _extra_hand_problems(sheet: Sheet) -> Iterator[Problem]:
    if sheet.extra_hand is not None and not sheet.is_drawn:
        text = "An extra hand is only played after a drawn game, and this one is not drawn"
        yield Problem("refuse", "extra-hand", "extra_hand", text)
