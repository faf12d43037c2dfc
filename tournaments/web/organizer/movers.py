"""Who moves from a table: the extra hand of a drawn game, and a table of the queue that has to go on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from tournaments.actions import movers
from tournaments.queries.movers import NOTES, QUESTIONS, holds_up, must_move
from tournaments.queries.sheets import GameSheets, SideOfSheet
from tournaments.web import access
from tournaments.web.acting import Outcome, SeeOther, night_url, perform

SHEET = "organizer:sheet"


class ExtraHandForm(forms.Form):
    sheet_id = forms.CharField(max_length=40)
    side = forms.IntegerField(min_value=0, max_value=1)


class FreeForm(forms.Form):
    """`stay`: the ids of the two who stay, with a comma; empty for lots."""

    stay = forms.RegexField(r"^(\d{1,9},\d{1,9})?$", required=False, max_length=20)

    @property
    def players(self) -> list[int]:
        return [int(part) for part in self.cleaned_data["stay"].split(",") if part]


@dataclass(frozen=True)
class WhoMoves:
    """What the director may say of a game's movers. `won`: the side known to have won the extra hand."""

    question: str = ""
    note: str = ""
    sheet_id: str = ""
    sides: tuple[SideOfSheet, ...] = ()
    won: int | None = None
    frees: tuple[tuple[str, str], ...] = ()


def who_moves_of(page: GameSheets) -> WhoMoves | None:
    """None where there is nothing to say. `frees`: (who stays as the form sends it, in words)."""
    accepted = page.accepted
    if accepted and accepted.sheet.is_drawn and page.pairings and must_move(page.game, timezone.now()):
        mover = page.rules.drawn_game_mover
        return WhoMoves(
            question=QUESTIONS[mover],
            note=NOTES[mover],
            sheet_id=str(accepted.record.pk),
            sides=accepted.sides,
            won=accepted.sheet.extra_hand,
        )
    if not accepted and page.pairings and holds_up(page.game):
        return WhoMoves(frees=_ways_to_free(page))
    return None


def _ways_to_free(page: GameSheets) -> tuple[tuple[str, str], ...]:
    """The sides as the versions in dispute have them, else as seated."""
    seen = [side for version in page.contested for side in version.sides] or list(page.sides(2))
    ways = {
        ",".join(str(chair.player.pk) for chair in side.chairs): f"{side.label} stay as winners"
        for side in seen
    }
    return (*ways.items(), ("", "Draw lots who stays"))


@require_POST
@access.organizer
def extra_hand(request: Any, code: str, game_id: UUID) -> HttpResponse:
    """One tap: this side won it."""
    form = ExtraHandForm(request.POST)
    outcome = Outcome(status=422)
    if form.is_valid():
        outcome = perform(request, movers.record_extra_hand, game_id=str(game_id), **form.cleaned_data)
    note = outcome.result["note"] if outcome.result else ""
    return _answer(request, game_id, outcome, f"The extra hand is noted. {note}".strip())


@require_POST
@access.organizer
def free(request: Any, code: str, game_id: UUID) -> HttpResponse:
    """The table goes on; its sheet is settled whenever it is."""
    form = FreeForm(request.POST)
    outcome = Outcome(status=422)
    if form.is_valid():
        outcome = perform(request, movers.free_table, game_id=str(game_id), stay=form.players)
    return _answer(request, game_id, outcome, "The table goes on. Its sheet can be settled at any time.")


def _answer(request: Any, game_id: UUID, outcome: Outcome, done: str) -> HttpResponse:
    if outcome.done:
        messages.success(request, done)
    for problem in outcome.problems:
        messages.error(request, problem.text)
    if not outcome.done and not outcome.problems:
        messages.error(request, "Choose one of the buttons.")
    return SeeOther(night_url(request.night, SHEET, game_id))
