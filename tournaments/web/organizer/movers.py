"""Who moves from a table: the extra hand of a drawn game, and a table of the queue that has to go on."""

from __future__ import annotations

from dataclasses import dataclass

from django import forms
from django.utils import timezone

from tournaments.queries.movers import NOTES, QUESTIONS, holds_up, must_move
from tournaments.queries.sheets import GameSheets, SideOfSheet


class ExtraHandForm(forms.Form):
    sheet_id = forms.CharField(max_length=40)
    side = forms.IntegerField(min_value=0, max_value=1)


class FreeForm(forms.Form):
    """`stay`: the ids of the two who stay, with a comma; empty for lots."""

    stay = forms.RegexField(r"^(\d{1,9},\d{1,9})?$", required=False, max_length=20)

    def clean_stay(self) -> list[int]:
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
