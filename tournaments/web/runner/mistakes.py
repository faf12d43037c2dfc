"""Two mistakes that a correction of the numbers does not mend: the sheet of another table, somebody else in a chair."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.actions.chairs import correct_chair
from tournaments.actions.sheet_moves import move_sheet
from tournaments.queries.other_tables import OtherTable, people_here, tables_beside
from tournaments.queries.sheets import GameSheets
from tournaments.web import access
from tournaments.web.acting import SeeOther, night_url, perform_form
from tournaments.web.organizer.fields import LineField
from tournaments.web.runner.sheet import page_of

_REASON: dict[str, Any] = {
    "max_length": 300,
    "label": "Why",
    "widget": forms.TextInput({"autocomplete": "off"}),
}


class MoveForm(forms.Form):
    """Which sheet, to which table, why; named as `move_sheet` names them."""

    sheet_id = forms.ChoiceField(label="Which sheet", widget=forms.RadioSelect)
    to_game_id = forms.ChoiceField(label="It belongs to")
    exchange = forms.BooleanField(
        label="Exchange the two",
        required=False,
        help_text="The other table’s sheet was entered here: both go to the right table.",
    )
    reason = LineField(**_REASON)

    def __init__(self, page: GameSheets, others: Sequence[OtherTable], data: Any = None) -> None:
        super().__init__(data, initial={"sheet_id": str(page.standing[0].record.pk) if page.standing else ""})
        sheets = [(str(s.record.pk), f"{s.scores}, entered by {s.record.entered_by}") for s in page.standing]
        tables = [(str(other.game_id), other.label) for other in others]
        _choose(self, "sheet_id", sheets)
        _choose(self, "to_game_id", [("", "Choose the table"), *tables])
        if len(sheets) == 1:
            self.fields["sheet_id"].widget = forms.HiddenInput()


class ChairForm(forms.Form):
    """Who sat where, why; named as `correct_chair` names them."""

    position = forms.TypedChoiceField(label="The chair", coerce=int)
    player_id = forms.TypedChoiceField(label="Who sat there", coerce=int)
    points_follow = forms.TypedChoiceField(
        label="Whose points are they?",
        coerce=lambda value: value == "yes",
        choices=[("yes", "Of who sat there"), ("no", "Of who is on the sheet: the other stood in")],
        widget=forms.RadioSelect,
        initial="yes",
    )
    reason = LineField(**_REASON)

    def __init__(self, page: GameSheets, people: Sequence[tuple[int, str]], data: Any = None) -> None:
        super().__init__(data)
        chairs = [(c.position, f"Seat {c.seat}: {c.number or '–'} {c.name}") for c in page.chairs]
        _choose(self, "position", [("", "Choose the chair"), *chairs])
        _choose(self, "player_id", [("", "Choose who"), *people])


@access.collector
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def move(request: Any, code: str, game_id: UUID) -> HttpResponse:
    """A sheet entered at the wrong table: say where it belongs."""
    page = page_of(request, game_id)
    if not page.standing or not page.may_see_awaiting(
        role=request.actor.role, is_person=request.actor.is_person
    ):
        return SeeOther(night_url(request.night, "runner:sheet", page.game.pk))
    form = MoveForm(page, tables_beside(request.night, page.game), _posted(request))
    if request.method != "POST":
        return _show(request, page, form, "runner/move.html")
    outcome = perform_form(request, form, move_sheet, game_id=str(page.game.pk))
    if not outcome.done:
        return _show(request, page, form, "runner/move.html", outcome.status)
    messages.success(request, f"The sheet is taken from table {page.game.table.number} to where it belongs.")
    return SeeOther(night_url(request.night, "runner:sheet", form.cleaned_data["to_game_id"]))


@access.collector
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def chair(request: Any, code: str, game_id: UUID) -> HttpResponse:
    """Somebody else sat there: say who, and whose the points are."""
    page = page_of(request, game_id)
    form = ChairForm(page, people_here(request.night), _posted(request))
    if request.method != "POST":
        return _show(request, page, form, "runner/chair.html")
    outcome = perform_form(request, form, correct_chair, game_id=str(page.game.pk))
    if not outcome.done:
        return _show(request, page, form, "runner/chair.html", outcome.status)
    messages.success(request, f"The chairs of table {page.game.table.number} are put right.")
    return SeeOther(night_url(request.night, "runner:sheet", page.game.pk))


def _posted(request: Any) -> Any:
    return request.POST if request.method == "POST" else None


def _show(request: Any, page: GameSheets, form: forms.Form, template: str, status: int = 200) -> HttpResponse:
    context = {
        "night": request.night,
        "actor": request.actor,
        "page": page,
        "form": form,
        "sheet_url": night_url(request.night, "runner:sheet", page.game.pk),
    }
    return render(request, template, context, status=status)


def _choose(form: forms.Form, name: str, choices: Sequence[tuple[Any, str]]) -> None:
    form.fields[name].choices = choices  # type: ignore[attr-defined]  # a ChoiceField
