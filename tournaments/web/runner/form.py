"""The entry form as the template draws it: every field with its label, what was typed, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone
from django.utils.html import json_script
from django.utils.safestring import SafeString

from scoring import dollars
from scoring.games import sides
from tournaments.models import AccessLink
from tournaments.problems import Problem
from tournaments.queries.hand_table import hand_table
from tournaments.queries.movers import NOTES, QUESTIONS, must_move
from tournaments.queries.sheets import COLORS, SUITS, Chair, GameSheets, Pairing, SideOfSheet
from tournaments.sheet_content import settings_of
from tournaments.web.runner.entry import Typed, TypedPenalty, pairing_of


@dataclass(frozen=True)
class Number:
    """A field for a number, as text: a phone's number keys have no minus."""

    name: str
    label: str
    value: str
    error: str
    chair: Chair | None = None
    side: SideOfSheet | None = None
    suit: str = ""

    @property
    def color(self) -> str:
        return COLORS[self.suit]


@dataclass(frozen=True)
class Choice:
    """One way to pair the four."""

    pairing: Pairing
    chosen: bool


@dataclass(frozen=True)
class PenaltyRow:
    name: str
    typed: TypedPenalty
    error: str


PREPARED = "The bell rang: the hand was finished, and the score stands"
"""What a table says that did not reach the end of its game; it can be typed over."""


def stopped_codes(page: GameSheets) -> tuple[str, ...]:
    """The questions that a game stopped at the bell raises. Few points in a game of hands are one only where the head
    table's bell ends the game for all; elsewhere a hand may be missing."""
    early = ("sum-low",) if settings_of(page.game).head_table_bell else ()
    return ("unfinished", "hands-missing", *early)


@dataclass(frozen=True)
class ExtraHand:
    """What is asked after a drawn game where somebody must move; `sides`: value, the side, whether it is ticked."""

    question: str
    note: str
    sides: tuple[tuple[str, SideOfSheet, bool], ...]
    error: str


@dataclass(frozen=True)
class Form:
    """`general`: problems of no field; `questions`: what a reason settles. Both empty in a fresh form."""

    typed: Typed
    scores: tuple[Number, ...]
    bump: Number | None
    loners: tuple[Number, ...]
    penalties: tuple[PenaltyRow, ...]
    choices: tuple[Choice, ...]
    agree: tuple[tuple[str, SideOfSheet, bool], ...]
    extra_hand: ExtraHand | None
    errors: dict[str, str]
    general: tuple[Problem, ...]
    questions: tuple[Problem, ...]
    correcting: bool
    prepared: str = ""

    @property
    def has_problems(self) -> bool:
        return bool(any(self.errors.values()) or self.general or self.questions)

    @property
    def reason(self) -> str:
        """What stands in the field: what was typed, or the reason prepared for a game stopped at the bell."""
        return self.typed.reason or self.prepared

    @property
    def asks_reason(self) -> bool:
        return self.correcting or self.confirming or bool(self.errors["reason"])

    @property
    def confirming(self) -> bool:
        """Whether the button says yes to the questions; a reason that was forgotten asks nothing anew."""
        return bool(self.questions or (self.typed.confirmed and self.errors["reason"]))


_SLOTS = ("pairing", "scores", "bump", "loners", "extra_hand", "agree", "hands", "reason")
_NUMBERED_SLOTS = ("scores.", "loners.", "penalty.")


def form_of(page: GameSheets, typed: Typed, problems: Sequence[Problem] = ()) -> Form:
    """The form of a game with what was typed and the problems at their fields."""
    partner = pairing_of(page, typed)
    together = page.sides(partner) if partner or not page.pairings else ()
    blockers = [problem for problem in problems if problem.level == "blocker"]
    questions = tuple(problem for problem in problems if problem.level == "confirm")
    errors = dict.fromkeys(_SLOTS, "")
    for problem in blockers:
        if _has_slot(problem):
            errors[problem.field] = f"{errors.get(problem.field, '')} {problem.text}".strip()
    bump = Number("bump", "Bump cup, in dollars", typed.bump, errors["bump"])
    return Form(
        typed=typed,
        scores=tuple(
            Number(
                f"scores.{index}",
                f"Points of {together[index].label if together else _unpaired(page, index)}",
                value,
                errors.get(f"scores.{index}", ""),
                side=together[index] if together else None,
                suit=SUITS[index],
            )
            for index, value in enumerate(typed.scores)
        ),
        bump=bump if page.rules.has_bumps else None,
        loners=tuple(
            Number(
                f"loners.{c.position}",
                f"Loners of {c.name}",
                value,
                errors.get(f"loners.{c.position}", ""),
                c,
            )
            for c, value in zip(page.chairs, typed.loners, strict=True)
        ),
        penalties=tuple(
            PenaltyRow(f"penalty.{row}", penalty, errors.get(f"penalty.{row}", ""))
            for row, penalty in enumerate(typed.penalties)
        ),
        choices=tuple(Choice(pairing, pairing.partner == partner) for pairing in page.pairings),
        agree=tuple(
            (f"agree.{index}", side, typed.agree[index])
            for index, side in enumerate(together or _unpaired_sides(page))
        ),
        extra_hand=_extra_hand(page, typed, together or _unpaired_sides(page), errors["extra_hand"]),
        errors=errors,
        general=tuple(problem for problem in blockers if not _has_slot(problem)),
        questions=questions,
        correcting=bool(typed.corrects),
        prepared=PREPARED if questions and {p.code for p in questions} <= set(stopped_codes(page)) else "",
    )


def _extra_hand(
    page: GameSheets, typed: Typed, together: Sequence[SideOfSheet], error: str
) -> ExtraHand | None:
    """Asked only where somebody must move by the result."""
    if not must_move(page.game, timezone.now()):
        return None
    mover = page.rules.drawn_game_mover
    choices = tuple((str(index), side, typed.extra_hand == str(index)) for index, side in enumerate(together))
    return ExtraHand(QUESTIONS[mover], NOTES[mover], choices, error)


def _has_slot(problem: Problem) -> bool:
    """Whether the form has a place at the field for what is wrong."""
    return problem.field in _SLOTS or problem.field.startswith(_NUMBERED_SLOTS)


def _unpaired(page: GameSheets, index: int) -> str:
    first = page.chairs[0].name
    return f"{first} and partner" if index == 0 else f"the two who played against {first}"


def _unpaired_sides(page: GameSheets) -> tuple[SideOfSheet, ...]:
    """The two sides while nobody has said who they are."""
    return (SideOfSheet("spade", page.chairs[:1]), SideOfSheet("heart", ()))


class _Compact(DjangoJSONEncoder):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "separators": (",", ":")})


def page_data(
    page: GameSheets, *, role: str, urls: dict[str, str], ruled: dict[str, Any] | None = None
) -> SafeString:
    """The data block the scripts of the page read; see `queries.hand_table` for the rules in it.

    `ruled`: a renege to be recorded (`web.runner.ruled`).
    """
    table = hand_table(page.rules)
    data = {
        "game": str(page.game.pk),
        "table": page.game.table.number,
        "label": page.label,
        "partners": page.partners,
        "chairs": [
            {
                "name": chair.name,
                "short": chair.short,
                "number": chair.number,
                "seat": chair.seat,
                "stand_in": chair.stand_in,
            }
            for chair in page.chairs
        ],
        "sides": {pairing.partner: sides(pairing.partner) for pairing in page.pairings} or {0: sides(None)},
        "rules": {**table, "bumps": [[cents, dollars(cents)] for cents in table["bumps"]]},
        "director": role != AccessLink.Role.TABLE,
        "stopped": {"codes": stopped_codes(page), "reason": PREPARED},
        "corrects": role != AccessLink.Role.TABLE,
        "ruled": ruled,
        **urls,
    }
    return json_script(data, "sheet-data", encoder=_Compact)
