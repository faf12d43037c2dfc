"""A sheet as typed into the form -> the content an act takes, or what is wrong with the typing.

The same fields come from the plain form and, urlencoded, from a phone that kept the sheet: `how`, `pairing`,
`scores.0`…, `bump`, `loners.0`… (or `loner_seats`, as on the grid), `penalty.0.kind` / `.offender` / `.points` /
`.lone`, `hands` (JSON), `extra_hand`, `agree.0`…, `disagree`, `reason`, `confirmed`, `revision`, `corrects`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scoring import BlankError, NotANumberError, SheetEntry, SheetPenalty, parse_points, read_sheet
from tournaments.names import clean_text
from tournaments.problems import Problem, blocker
from tournaments.queries.sheets import GameSheets, StoredSheet
from tournaments.sheet_content import MalformedSheet, write
from tournaments.sheet_content import read as read_content
from tournaments.web.typed import typed_text

PENALTY_ROWS = 3
LONGEST_NUMBER = 40
LONGEST_HANDS = 60_000
LONGEST_REASON = 300
KINDS = ("renege", "toss", "points")


@dataclass(frozen=True)
class TypedPenalty:
    """One row for a penalty; `kind` "" is an empty row."""

    kind: str = ""
    offender: str = ""
    points: str = ""
    lone: bool = False


@dataclass(frozen=True)
class Typed:
    """What stands in the form, as text. `confirmed`: sent by the button that says so."""

    how: str = "totals"
    pairing: str = ""
    scores: tuple[str, ...] = ()
    bump: str = ""
    loners: tuple[str, ...] = ()
    loner_seats: str = ""
    penalties: tuple[TypedPenalty, ...] = ()
    hands: str = ""
    extra_hand: str = ""
    agree: tuple[bool, ...] = ()
    disagree: bool = False
    reason: str = ""
    confirmed: bool = False
    revision: str = ""
    corrects: str = ""


@dataclass(frozen=True)
class Reading:
    """`content` None: the problems say what to mend first."""

    content: dict[str, Any] | None = None
    problems: tuple[Problem, ...] = field(default_factory=tuple)


def blank(page: GameSheets) -> Typed:
    """The empty form of a game, with the planned partners."""
    seats = len(page.chairs)
    return Typed(
        pairing=str(page.preset_partner or ""),
        scores=("",) * _side_count(page),
        loners=("0",) * seats,
        penalties=(TypedPenalty(),) * PENALTY_ROWS,
        agree=(False,) * _side_count(page),
        revision=str(page.game.revision),
    )


def from_sheet(page: GameSheets, stored: StoredSheet) -> Typed:
    """The form filled with a sheet that was handed in, to correct it or to hand it in once more."""
    sheet = stored.sheet
    rows = [
        TypedPenalty(p.kind, str(p.offender), str(p.points) if p.kind == "points" else "", p.lone)
        for p in sheet.penalties
    ]
    hands = [
        {**hand, "outcome": shown.outcome}
        for hand, shown in zip(write(sheet)["hands"] or (), stored.hands, strict=True)
    ]
    cents = sheet.bump_cents
    return Typed(
        how="hands" if hands else "totals",
        pairing=str(sheet.pairing or ""),
        scores=tuple(str(score) for score in sheet.scores),
        bump="" if cents is None else f"{cents // 100}" + (f".{cents % 100:02}" if cents % 100 else ""),
        loners=tuple(str(points.loners) for points in stored.points),
        penalties=(*rows, *(TypedPenalty(),) * max(PENALTY_ROWS - len(rows), 0)),
        hands=json.dumps(hands, separators=(",", ":")) if hands else "",
        extra_hand="" if sheet.extra_hand is None else str(sheet.extra_hand),
        agree=(False,) * _side_count(page),
        revision=str(page.game.revision),
    )


def correcting(typed: Typed, stored: StoredSheet) -> Typed:
    """The form that corrects this sheet: everybody has agreed to it until somebody says otherwise."""
    return replace(typed, corrects=str(stored.record.pk), agree=(True,) * len(typed.agree))


def from_post(page: GameSheets, post: Mapping[str, str]) -> Typed:
    """What was sent, bounded in length; nothing in it is trusted."""

    def text(name: str, most: int = LONGEST_NUMBER) -> str:
        return typed_text(post.get(name), most=most)

    sides, seats = range(_side_count(page)), range(len(page.chairs))
    rows = max(PENALTY_ROWS, sum(name.endswith(".kind") for name in list(post)[:200]))
    return Typed(
        how="hands" if post.get("how") == "hands" else "totals",
        pairing=text("pairing"),
        scores=tuple(text(f"scores.{side}") for side in sides),
        bump=text("bump"),
        loners=_loners(page, post, tuple(text(f"loners.{seat}") for seat in seats)),
        loner_seats=text("loner_seats"),
        penalties=tuple(
            TypedPenalty(
                text(f"penalty.{row}.kind"),
                text(f"penalty.{row}.offender"),
                text(f"penalty.{row}.points"),
                f"penalty.{row}.lone" in post,
            )
            for row in range(rows)
        ),
        hands=text("hands", LONGEST_HANDS),
        extra_hand=text("extra_hand"),
        agree=tuple(f"agree.{side}" in post for side in sides),
        disagree="disagree" in post,
        reason=clean_text(text("reason", LONGEST_REASON)),
        confirmed=post.get("confirmed") == "1",
        revision=text("revision"),
        corrects=text("corrects"),
    )


def read(page: GameSheets, typed: Typed) -> Reading:
    """The content for `post_sheet`, or the problems of the typing, each at its field. Blank is never zero."""
    problems = [
        *_pairing_problems(page, typed),
        *_agreement_problems(page, typed),
        *_loner_problems(page, typed),
    ]
    if any(problem.field == "pairing" for problem in problems):
        return Reading(problems=tuple(problems))
    content: dict[str, Any] | None
    if typed.how == "hands":
        content, more = _from_hands(page, typed)
    else:
        content, more = _from_totals(page, typed)
    problems += more
    if problems or content is None:
        return Reading(None, tuple(problems))
    return Reading({**content, "extra_hand": _extra_hand(page, typed, content)})


def revision_of(typed: Typed) -> int:
    """The revision of the seats the form was made from; 0, which no game has, when it says none."""
    plain = typed.revision
    return int(plain) if plain.isascii() and plain.isdigit() and len(plain) < 9 else 0


def pairing_of(page: GameSheets, typed: Typed) -> int | None:
    """The partner chosen for the first seat; None when none is, or at a table of three."""
    chosen = typed.pairing
    return int(chosen) if page.pairings and chosen in ("1", "2", "3") else None


def _extra_hand(page: GameSheets, typed: Typed, content: Mapping[str, Any]) -> int | None:
    """The side that won the extra hand; what was ticked for other points is forgotten once no side is level."""
    if not page.pairings or typed.extra_hand not in ("0", "1"):
        return None
    try:
        is_drawn = read_content(content, page.rules).is_drawn
    except MalformedSheet:  # the act says what is wrong with it
        return None
    return int(typed.extra_hand) if is_drawn else None


def _seats_named(typed: str, seats: int) -> str | None:
    """The seats typed one after the other ("13", "1, 3"), as digits; None where something is no seat."""
    digits = "".join(typed.replace(",", " ").split())
    return digits if all(c in "1234"[:seats] for c in digits) else None


def _loners(page: GameSheets, post: Mapping[str, str], typed: tuple[str, ...]) -> tuple[str, ...]:
    """How many loners each chair had: as typed, or counted from `loner_seats`, where "11" is two of seat 1."""
    if "loner_seats" not in post:
        return typed
    digits = _seats_named(post["loner_seats"][:LONGEST_NUMBER], len(page.chairs)) or ""
    return tuple(str(digits.count(str(chair.seat))) for chair in page.chairs)


def _loner_problems(page: GameSheets, typed: Typed) -> list[Problem]:
    if _seats_named(typed.loner_seats, len(page.chairs)) is not None:
        return []
    text = f"Loners: type the seats, 1 to {len(page.chairs)}, of who had one, as 13; 11 is two of seat 1."
    return [blocker("loners", text, field="loners")]


def _side_count(page: GameSheets) -> int:
    return 2 if page.pairings else len(page.chairs)


def _pairing_problems(page: GameSheets, typed: Typed) -> list[Problem]:
    if not page.pairings or pairing_of(page, typed) is not None:
        return []
    return [blocker("pairing", "Choose who partnered whom.", field="pairing")]


def _agreement_problems(page: GameSheets, typed: Typed) -> list[Problem]:
    if typed.disagree or all(typed.agree):
        return []
    everybody = "both sides" if page.pairings else "all three"
    text = f"Ask {everybody}: tick who agrees, or say that they do not agree."
    return [blocker("agree", text, field="agree")]


def _from_hands(page: GameSheets, typed: Typed) -> tuple[dict[str, Any] | None, list[Problem]]:
    try:
        hands = json.loads(typed.hands or "[]")
    except (ValueError, RecursionError):
        return None, [blocker("malformed", "The hands cannot be read. Enter them again.", field="hands")]
    if not hands:
        return None, [blocker("missing", "No hand is entered yet.", field="hands")]
    return {"pairing": pairing_of(page, typed), "hands": hands}, []


def _from_totals(page: GameSheets, typed: Typed) -> tuple[dict[str, Any] | None, list[Problem]]:
    penalties, problems = _penalties(page, typed.penalties)
    entry = SheetEntry(
        pairing=pairing_of(page, typed),
        scores=typed.scores,
        bump=typed.bump,
        loners=typed.loners,
        penalties=tuple(penalties),
    )
    # What is odd about the numbers is asked by the act, with the partners it knows.
    sheet, found = read_sheet(page.rules, entry, names=page.names)
    if sheet is None:
        problems += [blocker(problem.code, f"{problem.message}.", field=problem.field) for problem in found]
    return (None if sheet is None or problems else write(sheet)), problems


def _penalties(page: GameSheets, rows: Sequence[TypedPenalty]) -> tuple[list[SheetPenalty], list[Problem]]:
    penalties: list[SheetPenalty] = []
    problems: list[Problem] = []
    for number, row in enumerate(rows):
        if not row.kind:
            continue
        kind = next((kind for kind in KINDS if kind == row.kind), None)
        offender = int(row.offender) if row.offender in ("0", "1", "2", "3") else len(page.chairs)
        if kind is None or offender >= len(page.chairs):
            text = "Penalty: choose what happened and whose it was."
            problems.append(blocker("penalty", text, field=f"penalty.{number}"))
            continue
        points = 0
        if kind == "points":
            try:
                points = parse_points(row.points)
            except (BlankError, NotANumberError):
                text = "Penalty: how many points, as -2 or 2?"
                problems.append(blocker("penalty", text, field=f"penalty.{number}"))
                continue
        penalties.append(SheetPenalty(kind, offender, points, lone=kind == "renege" and row.lone))  # type: ignore[arg-type]  # one of KINDS
    return penalties, problems
