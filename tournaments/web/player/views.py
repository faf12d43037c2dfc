"""Pages for players' own phones: no login. The night's page finds a seat; one's own page follows one's evening."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET

from tournaments.models import Player
from tournaments.queries.house_rules import house_rules_of
from tournaments.queries.player_page import night_page, own_page, player_of_key, player_of_number
from tournaments.queries.snapshot import read_at_one_moment
from tournaments.web import access
from tournaments.web.acting import night_url
from tournaments.web.typed import typed_number, typed_text
from tournaments.web.versions import answer_by_version

SEARCH_LENGTH = 80
MOST_NUMBERS = 100_000


@require_GET
@access.public
def night(request: Any, code: str) -> HttpResponse:
    """Find your seat by number or name (`?q=`), the tables of a game (`?game=`), the standings, the clock."""
    search = typed_text(request.GET.get("q"), most=SEARCH_LENGTH).strip()
    number = typed_number(request.GET.get("game"), most=99)

    def make() -> HttpResponse:
        page = read_at_one_moment(
            request.night, lambda night: night_page(night, timezone.now(), search=search, number=number)
        )
        if len(page.found) == 1 and page.found[0].number:
            return redirect("player:number", request.night.code, page.found[0].number)
        return render(request, "player/night.html", {"page": page, **_common(page.night)})

    return answer_by_version(request, make)


@require_GET
@access.public
def numbered(request: Any, code: str, number: int) -> HttpResponse:
    """The evening of the player with this number, for who has no personal link at hand."""
    player = player_of_number(request.night, number) if number <= MOST_NUMBERS else None
    return _evening(request, player, night_url(request.night, "player:wrong_numbered", number))


@require_GET
@access.public
def own(request: Any, code: str, key: UUID) -> HttpResponse:
    """A player's own page, by the QR code on the card."""
    player = player_of_key(request.night, key)
    return _evening(request, player, night_url(request.night, "player:wrong", key))


@require_GET
@access.public
def house_rules(request: Any, code: str) -> HttpResponse:
    """What the night is played by, to read and to print."""

    def make() -> HttpResponse:
        night = request.night
        context = {"night": night, "rules": house_rules_of(night), "printed_at": timezone.now()}
        return render(request, "player/house_rules.html", context)

    return answer_by_version(request, make)


def _evening(request: Any, player: Player | None, wrong_url: str) -> HttpResponse:
    """`wrong_url`: where the player says that a score is wrong; it gives no personal key away."""
    if player is None or player.is_house:
        raise Http404("No such player.")

    def make() -> HttpResponse:
        page = read_at_one_moment(request.night, lambda night: own_page(night, player, timezone.now()))
        context = {"page": page, "wrong_url": wrong_url, **_common(page.night)}
        return render(request, "player/own.html", context)

    return answer_by_version(request, make)


def _common(night: Any) -> dict[str, Any]:
    return {"night": night, "now_ms": int(timezone.now().timestamp() * 1000)}
