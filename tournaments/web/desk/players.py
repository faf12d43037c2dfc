"""The list of players: search, who is where, and entering somebody new."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.actions.registration import NewPlayer, add_player
from tournaments.queries.players import PlayerList, player_list
from tournaments.web import access
from tournaments.web.acting import SeeOther, night_url, perform
from tournaments.web.desk.forms import NewPlayerForm
from tournaments.web.frame import frame
from tournaments.web.problems_on_forms import show_problems

_TABS = (
    ("all", "Everybody"),
    ("expected", "Not here yet"),
    ("in", "Checked in"),
    ("waiting", "Waiting list"),
    ("left", "Left or away"),
)


@access.desk
@require_safe
def players(request: Any, code: str) -> HttpResponse:
    """The list, by `?q=` (a number or part of a name) and `?show=` (a tab). htmx gets the list alone."""
    search, show = request.GET.get("q", "")[:80], request.GET.get("show", "all")
    just_now = request.GET.get("done", "")
    listed = _just_now_first(player_list(request.night, search=search, show=show), just_now)
    context = {
        "night": request.night,
        "listed": listed,
        "search": search,
        "show": show,
        "just_now": just_now,
        "tabs": _tabs(request, listed, search, show),
    }
    if request.htmx and not request.htmx.history_restore_request:
        return render(request, "desk/player_list.html", context)
    return render(request, "desk/players.html", {**frame(request, "desk:players"), **context})


def _just_now_first(listed: PlayerList, just_now: str) -> PlayerList:
    """Whoever was checked in a moment ago stands first, by what the page says of them and with its undo."""
    return replace(listed, rows=tuple(sorted(listed.rows, key=lambda row: str(row.player.pk) != just_now)))


@access.desk
@require_http_methods(["GET", "HEAD", "POST"])
def add(request: Any, code: str) -> HttpResponse:
    """Enter somebody: a walk-in at the door or a name before the night."""
    form = NewPlayerForm(request.POST or None, night=request.night)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            new = NewPlayer(
                name=form.cleaned_data["name"],
                division_id=form.cleaned_data["division"],
                email=form.cleaned_data["email"],
                phone=form.cleaned_data["phone"],
                note=form.cleaned_data["note"],
                walk_in=True,
            )
            outcome = perform(request, add_player, new=new, same_person_ok=form.cleaned_data["namesake"])
            if outcome.result is not None:
                return SeeOther(night_url(request.night, "desk:player", outcome.result["player"]))
            status = outcome.status
            show_problems(form, outcome.problems)
            form.ask_about_namesake(outcome.problems)
    return render(request, "desk/add.html", {**frame(request, "desk:players"), "form": form}, status=status)


def _tabs(request: Any, listed: PlayerList, search: str, show: str) -> list[dict[str, Any]]:
    home = night_url(request.night, "desk:players")
    return [
        {
            "label": label,
            "url": f"{home}?{urlencode({'show': tab, 'q': search} if search else {'show': tab})}",
            "current": tab == show,
            "count": listed.counts[tab],
        }
        for tab, label in _TABS
        if listed.counts[tab] or tab in ("all", "expected", "in")
    ]
