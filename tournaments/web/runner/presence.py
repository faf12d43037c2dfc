"""Who is entering a table: phones say it while somebody types, and ask for it while the list is open.

Both are a few hundred bytes. They never touch the night's version: nobody's screen is fetched anew for them.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.actions.entering import left_entering, seen_entering
from tournaments.models import Entering, Game
from tournaments.queries.entering import LASTS, entering_now
from tournaments.web import access
from tournaments.web.runner.tables import own_table


@access.runner
@require_POST
def here(request: Any, code: str, game_id: UUID) -> HttpResponse:
    """I am typing the sheet of this game (`gone`: no longer). Answers who else is: {"others": ["Robin"]}."""
    game = get_object_or_404(Game, pk=game_id, tournament=request.night)
    if not access.act_for_table(request, game.table_id):
        raise Http404("Not the table of this link.")
    if "gone" in request.POST:
        left_entering(game, request.actor)
        return HttpResponse(status=204)
    now = timezone.now()
    seen_entering(game, request.actor, now)
    others = entering_now([game.pk], now, but=request.actor.identity)
    return JsonResponse({"others": others.get(game.pk, ())})


@access.runner
@require_safe
@never_cache
def entering(request: Any, code: str) -> HttpResponse:
    """Who is entering which game now: {"<game>": ["Robin"]}, whoever asks left out."""
    now = timezone.now()
    there = Entering.objects.filter(game__tournament=request.night, seen_at__gt=now - LASTS)
    table = own_table(request)
    if table is not None:
        there = there.filter(game__table=table)
    games = list(there.values_list("game_id", flat=True))
    names = entering_now(games, now, but=request.actor.identity)
    return JsonResponse({str(game): list(who) for game, who in names.items()})
