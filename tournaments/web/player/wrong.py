""" "My score is wrong": a player says so about a game, and reads the director's answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.actions.score_flags import flag_score
from tournaments.models import Player
from tournaments.problems import Problem
from tournaments.queries.player_page import player_of_key, player_of_number
from tournaments.queries.score_flags import doubted_games
from tournaments.web import access
from tournaments.web.acting import SeeOther, perform
from tournaments.web.typed import typed_text


@access.public
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def own(request: Any, code: str, key: UUID) -> HttpResponse:
    """By the personal link."""
    player = player_of_key(request.night, key)
    return _wrong(request, player, reverse("player:own", args=[code, key]))


@access.public
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def numbered(request: Any, code: str, number: int) -> HttpResponse:
    """By the number, for who has no personal link at hand."""
    player = player_of_number(request.night, number)
    return _wrong(request, player, reverse("player:number", args=[code, number]))


def _wrong(request: Any, player: Player | None, page_url: str) -> HttpResponse:
    if player is None or player.is_house:
        raise Http404("No such player.")
    if request.method != "POST":
        return _show(request, player, page_url)
    outcome = perform(
        request,
        flag_score,
        player_id=player.pk,
        game_id=request.POST.get("game", "")[:40],
        word=typed_text(request.POST.get("word"), most=400),
    )
    if not outcome.done:
        return _show(request, player, page_url, outcome.problems, outcome.status)
    messages.success(request, "The director knows. The answer will stand on your page.")
    return SeeOther(page_url)


def _show(
    request: Any, player: Player, page_url: str, problems: Sequence[Problem] = (), status: int = 200
) -> HttpResponse:
    context = {
        "night": request.night,
        "player": player,
        "games": doubted_games(request.night, player),
        "problems": problems,
        "typed": {name: request.POST.get(name, "")[:400] for name in ("game", "word")},
        "page_url": page_url,
    }
    return render(request, "player/wrong.html", context, status=status)
