"""An empty chair: the ways to go on, each with what it would change, and one tap to do it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.actions.empty_chair import fill_chair, undo_chair
from tournaments.models import Game, Tournament
from tournaments.problems import Problem
from tournaments.queries.empty_chair import empty_chair
from tournaments.web import access
from tournaments.web.acting import SeeOther, night_url, perform, press
from tournaments.web.frame import frame
from tournaments.web.typed import typed_number

MOST = 999_999_999


@access.organizer
@require_http_methods(["GET", "HEAD", "POST"])
def chair(request: Any, code: str, table_number: int, position: int) -> HttpResponse:
    """GET the ways to go on without whoever is missing; POST the one chosen."""
    game = latest_game(request.night, table_number)
    if game is None:
        raise Http404("No game is played at that table.")
    if request.method != "POST":
        return _show(request, game, table_number, position)
    outcome = perform(
        request,
        fill_chair,
        game_id=str(game.pk),
        game_revision=typed_number(request.POST.get("revision"), most=MOST),
        position=position,
        way=request.POST.get("way", "")[:20],
        player_id=typed_number(request.POST.get("player"), most=MOST) or None,
    )
    if outcome.result is None:
        return _show(request, game, table_number, position, outcome.problems, outcome.status)
    plays = outcome.result["way"] != "sit_out"
    done = "goes on. It can be taken back until its sheet is in." if plays else "does not play this game."
    messages.success(request, " ".join([f"Table {table_number} {done}", *outcome.result["told"]]))
    return SeeOther(night_url(request.night, "floor:table", table_number))


@access.organizer
@require_POST
def undo(request: Any, code: str, table_number: int) -> HttpResponse:
    """Put the table back as it was before its chair was filled."""
    game = latest_game(request.night, table_number)
    if game is None:
        raise Http404("No game is played there.")
    then = night_url(request.night, "floor:table", table_number)
    return press(request, undo_chair, then, "Back to who sat there before.", game_id=str(game.pk))


def latest_game(night: Tournament, number: int) -> Game | None:
    """The last game begun at that table, also one called off since."""
    games = night.games.select_related("table", "round", "division", "settings_version")
    begun = games.filter(table__number=number).exclude(status=Game.Status.PLANNED)
    return begun.order_by("-started_at").first()


def _show(
    request: Any,
    game: Game,
    number: int,
    position: int,
    problems: Sequence[Problem] = (),
    status: int = 200,
) -> HttpResponse:
    found = empty_chair(request.night, game, position)
    if found is None and position > 3:
        raise Http404("No such chair.")
    context = {
        **frame(request, "organizer:games"),
        "number": number,
        "game": game,
        "chair": found,
        "position": position,
        "problems": problems,
    }
    return render(request, "floor/chair.html", context, status=status)
