"""A sheet as typed on a phone or a desk -> a sheet, or what is wrong with the typing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from scoring.games import Sheet, SheetPenalty
from scoring.hands import Hand
from scoring.problems import Problem
from scoring.rules import RuleSet
from scoring.sheet_checks import Partnered, check_sheet, seat_labels, side_labels
from scoring.typed import BlankError, NotANumberError, parse_dollars, parse_points


@dataclass(frozen=True)
class SheetEntry:
    """Typed text of a sheet. `scores`: one per side (2, three-handed 3). `bump`: dollars of the whole table;
    not asked where the rules have no bump cup. `loners`: one per position, or all blank when none is noted."""

    pairing: int | None
    scores: tuple[str, ...]
    bump: str = ""
    loners: tuple[str, ...] = ()
    penalties: tuple[SheetPenalty, ...] = ()
    hands: tuple[Hand, ...] | None = None


def read_sheet(
    rules: RuleSet,
    entry: SheetEntry,
    *,
    names: Sequence[str] = (),
    partnered: Sequence[Partnered] = (),
) -> tuple[Sheet | None, tuple[Problem, ...]]:
    """The sheet that was typed and everything odd about it; no sheet while the typing itself is wrong.

    Blank is never zero: a missing score or missing bump money is refused. The problems are those of
    `check_sheet`, so an accepted entry has none, and one to be confirmed has no refusal.
    """
    if (rules.seats == 4) != (entry.pairing in (1, 2, 3)):
        text = (
            "Who partnered whom? Choose one of the three"
            if rules.seats == 4
            else "Three play without partners"
        )
        return None, (Problem("refuse", "pairing", "pairing", text),)
    problems: list[Problem] = []

    def read(text: str, field: str, label: str, parse: Callable[[str], int]) -> int:
        try:
            return parse(text)
        except BlankError:
            problems.append(Problem("refuse", "missing", field, f"{label}: missing. Nothing is not zero"))
        except NotANumberError as error:
            problems.append(Problem("refuse", "not-a-number", field, f"{label}: {error}"))
        return 0

    labels = side_labels(entry.pairing, names)
    texts = zip_longest(entry.scores[: len(labels)], labels, fillvalue="")
    scores = [read(text, f"scores.{i}", label, parse_points) for i, (text, label) in enumerate(texts)]
    bump = (
        read(entry.bump, "bump", "Bump cup", parse_dollars) if rules.has_bumps or entry.bump.strip() else None
    )
    loners: list[int] = []
    if any(text.strip() for text in entry.loners):
        seats = seat_labels(entry.pairing, names)
        noted = zip_longest(entry.loners[: len(seats)], seats, fillvalue="")
        loners = [
            read(text, f"loners.{i}", f"Loners of {seat}", parse_points)
            for i, (text, seat) in enumerate(noted)
        ]
    if problems:
        return None, tuple(problems)
    sheet = Sheet(entry.pairing, tuple(scores), bump, tuple(loners), entry.penalties, entry.hands)
    return sheet, check_sheet(rules, sheet, names=names, partnered=partnered)
