"""Whether the bump money of a sheet fits its points."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.games import Sheet
from scoring.problems import Problem
from scoring.reach import bump_step, hand_reach, least_sum, sum_range
from scoring.rules import RuleSet
from scoring.sheet_penalties import Marks
from scoring.words import counted, dollars, listed


def bump_problems(rules: RuleSet, sheet: Sheet, marks: Marks, hands: int | None) -> Iterator[Problem]:
    """Questions about the table's bump money.

    WEMSA, Scoring 2: each euchre puts $2 into the cup, so the money less recorded reneges and toss-ins is a number
    of euchres, and each of them brings a point more than the least a hand can bring. `hands`: how many the points
    come from; None when not known.
    """
    cents = sheet.bump_cents
    if not rules.has_bumps:
        if cents:
            yield _refuse("no-bump-cup", f"Bump cup: {dollars(cents)}, but this game has no bump money")
        return
    if cents is None:
        yield _refuse("missing", "Bump cup: how much went in? Enter 0 if nothing did")
    elif cents < 0:
        yield _refuse("negative-bump", f"Bump cup: {dollars(cents)}, but nobody takes money out")
    elif cents % bump_step(rules):
        step = dollars(bump_step(rules))
        yield _refuse("bump-step", f"Bump cup: {dollars(cents)}, but every payment is a multiple of {step}")
    elif cents < marks.cents:
        text = f"Bump cup: {dollars(cents)}, but the recorded penalties alone put in {dollars(marks.cents)}"
        yield _confirm("bump-few", text)
    else:
        yield from _against_points(rules, sheet, marks, hands, cents)


def _against_points(
    rules: RuleSet, sheet: Sheet, marks: Marks, hands: int | None, cents: int
) -> Iterator[Problem]:
    euchre_cents = cents - marks.cents
    earned = sum(sheet.scores) + sum(marks.lost) - marks.gained
    if hands is None:
        least = least_sum(rules, euchre_cents)
        most = None
    else:
        reached = sum_range(rules, hands, euchre_cents)
        shorter = sum_range(rules, max(hands - marks.hands_ended, 0), euchre_cents) or reached
        least = shorter[0] if shorter else None
        most = reached[1] if reached else None
    where = f"in {counted(hands, 'hand')}" if hands is not None else "in one game"
    has = f"the sheet has {earned}" + (" before penalties" if earned != sum(sheet.scores) else "")
    if least is None:
        yield _confirm(
            "bump-odd", f"Bump cup: {_bumps_text(rules)}; no bumps {where} come to {dollars(cents)}"
        )
    elif earned < least and not _explained(rules, earned, hands, marks):
        text = f"Bump cup: {dollars(cents)} means at least {least} points {where}, {has}"
        yield _confirm("bump-many", text)
    elif most is not None and earned > most:
        text = f"Bump cup: {dollars(cents)} leaves at most {most} points {where}, {has}"
        yield _confirm("bump-many", text)


def _explained(rules: RuleSet, earned: int, hands: int | None, marks: Marks) -> bool:
    """Whether the points are too few already without any bump, which is asked elsewhere."""
    if hands is None:
        return False
    least = min(points for _, points in hand_reach(rules).kinds)
    return earned < least * max(hands - marks.hands_ended, 0)


def _bumps_text(rules: RuleSet) -> str:
    amounts = sorted({cents for cents, _ in hand_reach(rules).kinds if cents})
    return f"a euchre puts in {listed([dollars(cents) for cents in amounts], 'or')}"


def _refuse(code: str, text: str) -> Problem:
    return Problem("refuse", code, "bump", text)


def _confirm(code: str, text: str) -> Problem:
    return Problem("confirm", code, "bump", f"{text}. Is that right?")
