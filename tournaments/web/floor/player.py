"""What the director lays on a player: warnings, points outside a sheet, a forfeited game; and takes back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from tournaments.actions import sanctions
from tournaments.actions.act import Result
from tournaments.models import Player, Sanction
from tournaments.queries.sanctions import history_of
from tournaments.web import access
from tournaments.web.acting import SeeOther, night_url, perform_form
from tournaments.web.floor.forms import ForfeitForm, PointsForm, ReasonForm, WarnForm
from tournaments.web.frame import frame


@access.organizer
@require_safe
def player(request: Any, code: str, player_id: int) -> HttpResponse:
    """Everything laid on one player tonight, and the forms for more."""
    return _show(request, _player(request, player_id), {})


@access.organizer
@require_POST
def warn(request: Any, code: str, player_id: int) -> HttpResponse:
    """Warn; it costs nothing and is counted."""
    form = WarnForm(request.POST, prefix="warn")
    return _do(request, player_id, "warn_form", form, sanctions.warn_player, "Warned.", player_id=player_id)


@access.organizer
@require_POST
def points(request: Any, code: str, player_id: int) -> HttpResponse:
    """Points outside any sheet, in the standings at once."""
    form = PointsForm(request.POST, prefix="points")
    done = "In the standings now, as the director’s points."
    return _do(request, player_id, "points_form", form, sanctions.penalise, done, player_id=player_id)


@access.organizer
@require_POST
def forfeit(request: Any, code: str, player_id: int) -> HttpResponse:
    """The player takes nothing from a game."""
    form = ForfeitForm(request.night, _player(request, player_id), request.POST)
    done = "Forfeited. Nobody else’s points change."
    return _do(request, player_id, "forfeit_form", form, sanctions.forfeit_game, done, player_id=player_id)


@access.organizer
@require_POST
def lift(request: Any, code: str, sanction_id: int) -> HttpResponse:
    """Take something back, with the reason."""
    row = _sanction(request, sanction_id)
    form = ReasonForm(request.POST, prefix=f"lift-{row.pk}")
    return _do(
        request,
        row.player_id,
        "row_form",
        form,
        sanctions.lift_sanction,
        "Taken back.",
        sanction_id=row.pk,
    )


@access.organizer
@require_POST
def change(request: Any, code: str, sanction_id: int) -> HttpResponse:
    """Other points instead."""
    row = _sanction(request, sanction_id)
    form = PointsForm(request.POST, prefix=f"change-{row.pk}")
    return _do(
        request,
        row.player_id,
        "row_form",
        form,
        sanctions.change_penalty,
        "Changed.",
        sanction_id=row.pk,
    )


def _player(request: Any, player_id: int) -> Player:
    players = request.night.players.select_related("division")
    found: Player | None = players.filter(pk=player_id, is_house=False).first()
    if found is None:
        raise Http404("No such player.")
    return found


def _sanction(request: Any, sanction_id: int) -> Sanction:
    row: Sanction | None = request.night.sanctions.filter(pk=sanction_id).exclude(kind="lifted").first()
    if row is None:
        raise Http404("That is not one of this night’s.")
    return row


def _do(
    request: Any,
    about: int,
    name: str,
    form: forms.Form,
    act: Callable[..., Result],
    done: str,
    **arguments: Any,
) -> HttpResponse:
    """`about`: id of the player whose page it is."""
    person = _player(request, about)
    outcome = perform_form(request, form, act, **arguments)
    if not outcome.done:
        return _show(request, person, {name: form}, outcome.status)
    messages.success(request, done)
    return SeeOther(night_url(request.night, "floor:player", about))


def _show(request: Any, person: Player, bound: dict[str, forms.Form], status: int = 200) -> HttpResponse:
    """`bound` holds the form that was sent and refused; the others are fresh."""
    sent = bound.get("row_form")
    rows: list[dict[str, Any]] = []
    for row in history_of(person):
        forms_of_row = (PointsForm(prefix=f"change-{row.pk}"), ReasonForm(prefix=f"lift-{row.pk}"))
        change_form, lift_form = (
            sent if sent is not None and sent.prefix == form.prefix else form for form in forms_of_row
        )
        rows.append({"row": row, "change_form": change_form, "lift_form": lift_form})
    context = {
        **frame(request, "desk:players"),
        "player": person,
        "rows": rows,
        "standing": [one for one in rows if one["row"].is_standing],
        "warn_form": bound.get("warn_form") or WarnForm(prefix="warn"),
        "points_form": bound.get("points_form") or PointsForm(prefix="points"),
        "forfeit_form": bound.get("forfeit_form") or ForfeitForm(request.night, person),
        "row_form": sent,
    }
    return render(request, "floor/player.html", context, status=status)
