"""A table's public page, by the code on its card: who sits here, who keeps the score, call a judge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.actions.judge_calls import call_judge, cancel_call
from tournaments.problems import Problem
from tournaments.queries.onward import onward_from
from tournaments.queries.table_now import TableNow, table_now
from tournaments.web import access
from tournaments.web.acting import Outcome, SeeOther, night_url, perform
from tournaments.web.typed import typed_text


@access.public
@require_safe
@never_cache
def table(request: Any, code: str, number: int) -> HttpResponse:
    """Who sits at the table now, and whether a judge is on the way."""
    return _show(request, _page(request, number))


@access.public
@require_POST
def call(request: Any, code: str, number: int) -> HttpResponse:
    """Call a judge; needs no account, waits once a table, and is limited (`actions.judge_calls`)."""
    page = _page(request, number)
    word = typed_text(request.POST.get("word"), most=200)
    outcome = perform(request, call_judge, table_number=number, word=word)
    return _done(request, page, outcome, "A judge is called. Please stay at the table.")


@access.public
@require_POST
def cancel(request: Any, code: str, number: int) -> HttpResponse:
    """No judge is needed any more."""
    page = _page(request, number)
    call_id = page.call.call.pk if page.call else 0
    return _done(request, page, perform(request, cancel_call, call_id=call_id), "The call is taken back.")


def _page(request: Any, number: int) -> TableNow:
    page = table_now(request.night, number, timezone.now())
    if page is None:
        raise Http404("No such table tonight.")
    return page


def _done(request: Any, page: TableNow, outcome: Outcome, text: str) -> HttpResponse:
    if not outcome.done:
        return _show(request, page, outcome.problems, outcome.status)
    messages.success(request, text)
    return SeeOther(night_url(request.night, "player:table", page.table.number))


def _show(request: Any, page: TableNow, problems: Sequence[Problem] = (), status: int = 200) -> HttpResponse:
    helps = request.actor.role != "public"
    now = timezone.now()
    context = {
        "night": request.night,
        "onward": onward_from(request.night, page.table, now),
        "now_ms": int(now.timestamp() * 1000),
        "page": page,
        "problems": problems,
        "word": request.POST.get("word", "")[:200],
        "help_url": night_url(request.night, "floor:table", page.table.number) if helps else "",
    }
    return render(request, "player/table.html", context, status=status)
