"""One game's sheet: look at it, hand one in, correct it, see the versions in dispute."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring import dollars
from tournaments.actions.act import Result
from tournaments.actions.entering import left_entering
from tournaments.actions.sheets import confirm_sheet, correct_sheet, post_sheet
from tournaments.models import AccessLink, Game, Tournament
from tournaments.queries.entering import entering_now
from tournaments.queries.onward import Onward, onward_from
from tournaments.queries.sheets import GameSheets, StoredSheet, game_sheets, is_over_for_its_table
from tournaments.templatetags.night import clock_time
from tournaments.web import access, acting
from tournaments.web.acting import Outcome, SeeOther, night_url
from tournaments.web.runner import entry
from tournaments.web.runner.entry import Typed
from tournaments.web.runner.form import form_of, page_data
from tournaments.web.runner.ruled import NAME, for_scripts, ruled_penalty, with_ruling


@access.runner
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@gzip_page
def sheet(request: Any, code: str, game_id: UUID) -> HttpResponse:
    """GET the sheet of a game or the form for it; POST a sheet. With `Accept: application/json` both in JSON.

    A POST answers {"state", "sheet", "scores", "at", "text", "players"} or, with 422 or 409, {"problems": [...]}.
    """
    page = page_of(request, game_id)
    if request.method == "POST":
        return _save(request, page)
    if _wants_json(request):
        get_token(request)  # a phone whose cookie is gone asks here for a fresh one
        return JsonResponse(_state(request, page))
    return _show(request, page)


@access.runner
@require_POST
def confirm(request: Any, code: str, game_id: UUID) -> HttpResponse:
    """A second person accepts the sheet that waits."""
    page = page_of(request, game_id)
    sheet_id = request.POST.get("sheet_id", "")[:64]
    then = night_url(request.night, "runner:sheet", page.game.pk)
    done = f"Table {page.game.table.number} is confirmed and counts."
    return acting.press(request, confirm_sheet, then, done, game_id=str(page.game.pk), sheet_id=sheet_id)


@access.runner
@require_safe
@never_cache
def onward(request: Any, code: str, game_id: UUID) -> HttpResponse:
    """Where those of the game go now: the part of the sheet's page that keeps itself up to date."""
    page = page_of(request, game_id)
    context = {"night": request.night, "game": page.game, "onward": _onward(request, page)}
    return render(request, "runner/_onward.html", context)


def page_of(request: Any, game_id: UUID) -> GameSheets:
    """The game of an address, if whoever asks may have its sheet; 404 or 403 otherwise."""
    page = game_sheets(request.night, game_id)
    if page is None or not page.chairs:
        raise Http404("No such game tonight.")
    if not access.act_for_table(request, page.game.table_id):
        raise PermissionDenied("This link enters the sheets of its own table alone.")
    return page


def _save(request: Any, page: GameSheets) -> HttpResponse:
    typed = entry.from_post(page, request.POST)
    reading = entry.read(page, typed)
    outcome = Outcome(problems=reading.problems, status=422)
    if reading.content is not None:
        outcome = _hand_in(request, page, typed, reading.content)
    if outcome.result is None:
        return _refused(request, page, typed, outcome)
    left_entering(page.game, request.actor)
    after = game_sheets(request.night, page.game.pk) or page
    text = _told(request.night, after, outcome.result)
    if _wants_json(request):
        return JsonResponse({**outcome.result, "text": text, **_points(after)})
    tell = (
        messages.success if outcome.result["state"] in ("accepted", "same", "awaiting") else messages.warning
    )
    tell(request, text)
    return SeeOther(night_url(request.night, "runner:sheet", page.game.pk))


def _hand_in(request: Any, page: GameSheets, typed: Typed, content: dict[str, Any]) -> Outcome:
    """A correction all agree to corrects; one they do not agree to is another version for the director."""
    agreed = not typed.disagree
    common = {
        "game_id": str(page.game.pk),
        "content": content,
        "reason": typed.reason,
        "confirmed": typed.confirmed,
        "agreed": agreed,
    }
    if typed.corrects and agreed:
        return acting.perform(request, correct_sheet, sheet_id=typed.corrects, **common)
    return acting.perform(request, post_sheet, game_revision=entry.revision_of(typed), **common)


def _refused(request: Any, page: GameSheets, typed: Typed, outcome: Outcome) -> HttpResponse:
    if not _wants_json(request):
        return _show(request, page, typed, outcome)
    problems = [
        {"level": p.level, "code": p.code, "text": p.text, "field": p.field} for p in outcome.problems
    ]
    return JsonResponse({"problems": problems}, status=outcome.status)


def _show(
    request: Any, page: GameSheets, typed: Typed | None = None, outcome: Outcome | None = None
) -> HttpResponse:
    night: Tournament = request.night
    mode = "entry" if typed else _mode(request, page)
    ruling = ruled_penalty(page, request.GET) if mode == "entry" else None
    if typed is None and mode == "entry":
        typed = _to_begin_with(request, page)
        if ruling is not None:
            typed = with_ruling(page, typed, ruling)
    problems = outcome.problems if outcome else ()
    urls = {
        "url": night_url(night, "runner:sheet", page.game.pk),
        "tables": night_url(night, "runner:tables"),
    }
    context = {
        "night": night,
        "actor": request.actor,
        "page": page,
        "mode": mode,
        "form": form_of(page, typed, problems) if typed else None,
        "data": page_data(page, role=request.actor.role, urls=urls, ruled=for_scripts(ruling)),
        "may_correct": request.actor.role != AccessLink.Role.TABLE,
        "may_confirm": _may_confirm(request, page),
        "may_settle": mode == "contested" and len(page.contested) == 1 and _may_settle(request, page),
        "is_mine": _is_mine(request, page),
        "decide_url": night_url(night, "organizer:sheet", page.game.pk) if _is_director(request) else "",
        "others": _others(request, page) if mode == "entry" else (),
        "is_final": night.stage == Tournament.Stage.FINAL,
        "sheet_url": urls["url"],
        "tells_onward": _tells_onward(request, page),
        "game": page.game,
        "onward": _onward(request, page),
        "now_ms": int(timezone.now().timestamp() * 1000),
        "tables_url": urls["tables"],
    }
    return render(request, "runner/sheet.html", context, status=outcome.status if outcome else 200)


def _tells_onward(request: Any, page: GameSheets) -> bool:
    """Whether those at the table are told here where to go: by their own link, and where a sheet seats the next game."""
    is_tables: bool = request.actor.role == AccessLink.Role.TABLE
    return is_tables or page.game.queue_number is not None


def _onward(request: Any, page: GameSheets) -> Onward | None:
    """What comes after this game, as long as it is the table's last one with a sheet or void."""
    is_over = bool(page.standing) or page.game.status == Game.Status.VOID
    if not is_over or not _tells_onward(request, page):
        return None
    found = onward_from(request.night, page.game.table, timezone.now())
    return found if found is not None and found.game.pk == page.game.pk else None


def _others(request: Any, page: GameSheets) -> tuple[str, ...]:
    """Who else has this form open now."""
    now = entering_now([page.game.pk], timezone.now(), but=request.actor.identity)
    return now.get(page.game.pk, ())


def _mode(request: Any, page: GameSheets) -> str:
    """What the page is for now: entry, stored, awaiting, contested, planned or void."""
    if page.game.status in (Game.Status.PLANNED, Game.Status.VOID):
        return str(page.game.status)
    if page.accepted:
        return "entry" if {"correct", NAME} & set(request.GET) and _may_correct(request) else "stored"
    if page.awaiting and _may_see(request, page):
        return (
            "entry" if {"again", "correct", NAME} & set(request.GET) and _may_correct(request) else "awaiting"
        )
    if page.contested:
        return "entry" if "again" in request.GET and _may_settle(request, page) else "contested"
    return "entry"


def _may_see(request: Any, page: GameSheets) -> bool:
    return page.may_see_awaiting(role=request.actor.role, is_person=request.actor.is_person)


def _may_confirm(request: Any, page: GameSheets) -> bool:
    """Whether a button to confirm is offered; the act decides."""
    if page.awaiting is None or not _may_correct(request):
        return False
    return not _is_mine(request, page) and (page.second_person != "enters again" or _is_director(request))


def _is_mine(request: Any, page: GameSheets) -> bool:
    """Whether the sheet that waits was entered by whoever asks."""
    return page.awaiting is not None and request.actor.is_person(page.awaiting.record.entered_identity)


def _is_director(request: Any) -> bool:
    return bool(request.actor.role == "organizer")


def _may_correct(request: Any) -> bool:
    return bool(request.actor.role != AccessLink.Role.TABLE and request.night.stage != Tournament.Stage.FINAL)


def _may_settle(request: Any, page: GameSheets) -> bool:
    """Whether those who agree now may say so: the table itself only until it has gone on."""
    return request.actor.role != AccessLink.Role.TABLE or not is_over_for_its_table(page.game)


def _to_begin_with(request: Any, page: GameSheets) -> Typed:
    """The form as it opens: empty, or with the sheet to correct or to agree to."""
    waiting = page.awaiting if {"correct", NAME} & set(request.GET) and _may_see(request, page) else None
    in_place = page.accepted or waiting
    if in_place:
        return entry.correcting(entry.from_sheet(page, in_place), in_place)
    if len(page.contested) == 1:
        return entry.from_sheet(page, page.contested[0])
    return entry.blank(page)


def _told(night: Tournament, page: GameSheets, result: Result) -> str:
    """What became of the sheet, in the words of the phone: "Table 5 saved 7:42 PM"."""
    table = f"Table {page.game.table.number}"
    time = clock_time(parse_datetime(result["at"]), night)
    note = f". {result['note']}" if result.get("note") else ""
    return {
        "accepted": f"{table} saved {time}{note}",
        "awaiting": f"{table} kept {time}. A second person has to see it before it counts",
        "same": f"{table} was in already, with the same numbers",
        "contested": f"{table} goes to the director, kept {time}",
        "late": f"{table} is kept but not counted: {_why_late(night)}",
    }[result["state"]]


def _why_late(night: Tournament) -> str:
    if night.stage == Tournament.Stage.FINAL:
        return "the night is final"
    return "its game is over with, and another sheet is in. The director is told"


def _points(page: GameSheets) -> dict[str, Any]:
    """What each player took, for the confirmation on the phone; nothing while no sheet is accepted."""
    accepted = page.accepted
    if accepted is None:
        return {}
    players = [{"name": p.chair.name, "number": p.chair.number, "points": p.points} for p in accepted.points]
    cents = accepted.record.bump_cents
    return {"players": players, "bump": None if cents is None else dollars(cents)}


def _state(request: Any, page: GameSheets) -> dict[str, Any]:
    """What is in for the game now; of one to be entered again unseen, only that it is there."""
    shown: StoredSheet | None = page.standing[-1] if page.standing else None
    if shown is None:
        return {"state": "missing"}
    seen = {"sheet": str(shown.record.pk), "scores": shown.record.scores} if _may_see(request, page) else {}
    return {
        "state": shown.record.state,
        **seen,
        "by": shown.record.entered_by,
        "at": clock_time(shown.at, request.night),
    }


def _wants_json(request: Any) -> bool:
    return bool(request.headers.get("Accept", "").startswith("application/json"))
