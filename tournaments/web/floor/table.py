"""One table as it is now, for whoever helps there: judge, scorekeeper, warnings, an empty chair."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.actions.act import Result
from tournaments.actions.empty_chair import last_filled
from tournaments.actions.judge_calls import answer_call, call_judge, cancel_call
from tournaments.actions.sanctions import warn_player
from tournaments.actions.scorekeepers import name_scorekeeper
from tournaments.models import AccessLink, JudgeCall, Sanction, Tournament
from tournaments.problems import Problem
from tournaments.queries.onward import onward_from
from tournaments.queries.table_now import TableNow, table_now
from tournaments.web import access
from tournaments.web.acting import SeeOther, night_url, perform
from tournaments.web.floor.chair import latest_game
from tournaments.web.typed import typed_number, typed_text

MOST = 999_999_999
KINDS = [(kind.value, kind.label) for kind in Sanction.WARNINGS]


@access.runner
@require_safe
@never_cache
def table(request: Any, code: str, table_number: int) -> HttpResponse:
    """Who sits at the table, who keeps the score, whether a judge is waited for."""
    return _show(request, _page(request, table_number))


@access.runner
@require_POST
def call(request: Any, code: str, table_number: int) -> HttpResponse:
    """Call a judge to the table."""
    page = _page(request, table_number)
    word = typed_text(request.POST.get("word"), most=200)
    return _do(request, page, call_judge, "A judge is called.", table_number=table_number, word=word)


@access.runner
@require_POST
def cancel(request: Any, code: str, call_id: int) -> HttpResponse:
    """Take a call back."""
    page = _page_of_call(request, call_id)
    return _do(request, page, cancel_call, "The call is taken back.", call_id=call_id)


@access.runner
@require_POST
def answer(request: Any, code: str, call_id: int) -> HttpResponse:
    """The judge has been there."""
    page = _page_of_call(request, call_id)
    text = typed_text(request.POST.get("answer"), most=400)
    return _do(request, page, answer_call, "Answered.", call_id=call_id, answer=text)


@access.runner
@require_POST
def scorekeeper(request: Any, code: str, table_number: int) -> HttpResponse:
    """Name who keeps the score; nobody: the lowest number again."""
    page = _page(request, table_number)
    if page.game is None:
        raise Http404("No game is played there now.")
    chosen = typed_number(request.POST.get("player"), most=MOST) or None
    return _do(
        request,
        page,
        name_scorekeeper,
        "The scorekeeper is named.",
        game_id=str(page.game.pk),
        player_id=chosen,
    )


@access.runner
@require_POST
def warn(request: Any, code: str, table_number: int) -> HttpResponse:
    """Warn somebody at the table."""
    page = _page(request, table_number)
    return _do(
        request,
        page,
        warn_player,
        "Warned.",
        player_id=typed_number(request.POST.get("player"), most=MOST),
        kind=request.POST.get("kind", "")[:20],
        reason=typed_text(request.POST.get("reason"), most=400),
        table_number=table_number,
    )


def _page(request: Any, number: int) -> TableNow:
    page = table_now(request.night, number, timezone.now())
    if page is None:
        raise Http404("No such table tonight.")
    if not access.act_for_table(request, page.table.pk):
        raise PermissionDenied("This link is for its own table alone.")
    return page


def _page_of_call(request: Any, call_id: int) -> TableNow:
    found = JudgeCall.objects.filter(tournament=request.night, pk=call_id).select_related("table").first()
    if found is None:
        raise Http404("No such call tonight.")
    return _page(request, found.table.number)


def _do(
    request: Any, page: TableNow, act: Callable[..., Result], done: str, **arguments: Any
) -> HttpResponse:
    outcome = perform(request, act, **arguments)
    if not outcome.done:
        return _show(request, page, outcome.problems, outcome.status)
    messages.success(request, done)
    return SeeOther(_back(request, page.table.number))


def _back(request: Any, number: int) -> str:
    """To the page the button stands on: the control room's, the runner's list, else the table's own."""
    came_from = request.POST.get("from", "")
    if came_from == "control" and request.actor.role == "organizer":
        return night_url(request.night, "organizer:control")
    if came_from == "tables":
        return night_url(request.night, "runner:tables")
    return night_url(request.night, "floor:table", number)


def _show(request: Any, page: TableNow, problems: Sequence[Problem] = (), status: int = 200) -> HttpResponse:
    night: Tournament = request.night
    role, now = request.actor.role, timezone.now()
    latest = latest_game(night, page.table.number) if role == "organizer" else None
    context = {
        "night": night,
        "actor": request.actor,
        "page": page,
        "onward": onward_from(night, page.table, now),
        "now_ms": int(now.timestamp() * 1000),
        "problems": problems,
        "typed": {
            name: request.POST.get(name, "") for name in ("word", "answer", "player", "kind", "reason")
        },
        "kinds": KINDS,
        "may_answer": role != AccessLink.Role.TABLE,
        "may_warn": role in ("organizer", AccessLink.Role.RUNNER),
        "may_seat": role == "organizer" and page.game is not None and not page.has_sheet,
        "may_undo": latest is not None and last_filled(latest) is not None,
        "sheet_url": night_url(night, "runner:sheet", page.game.pk) if page.game else "",
    }
    return render(request, "floor/table.html", context, status=status)
