"""Game n with every table as a card, and one game's sheets: settle, take back, void."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from tournaments.actions import movers, restoring, rounds, sheets
from tournaments.actions.act import Result
from tournaments.models import Game, Round, Tournament
from tournaments.queries.games import queue_games, tables_of_game
from tournaments.queries.movers import void_note
from tournaments.queries.restoring import restoring_of
from tournaments.queries.sheets import GameSheets, game_sheets
from tournaments.web import access
from tournaments.web.acting import Outcome, SeeOther, night_url, perform, perform_form, press
from tournaments.web.frame import frame
from tournaments.web.organizer.cards import division_cards, table_card
from tournaments.web.organizer.fields import LineField
from tournaments.web.organizer.movers import ExtraHandForm, FreeForm, who_moves_of

PAGE = "organizer:games"


class ClearForm(forms.Form):
    reason = LineField(label="Why the sheet is taken back", max_length=300)


class VoidForm(forms.Form):
    reason = LineField(label="Why the game does not count", max_length=300)


class RestoreForm(forms.Form):
    reason = LineField(label="Why it counts after all", max_length=300)


class DecideForm(forms.Form):
    sheet_id = forms.CharField(max_length=40)
    reason = LineField(label="Why", max_length=300, required=False)


@require_safe
@access.organizer
def games(request: Any, code: str) -> HttpResponse:
    """On to the current game: the running one, else the next, else the last (DIS-10)."""
    number = current_number(request.night)
    if number:
        return SeeOther(night_url(request.night, "organizer:game", number))
    played = request.night.games.filter(queue_number__isnull=False).exists()
    if played:
        return _queue(request)
    return render(request, "organizer/no_games.html", frame(request, PAGE))


@require_safe
@access.organizer
def game(request: Any, code: str, number: int) -> HttpResponse:
    """Every table of game `number`: who, with whom, what became of the sheet."""
    night: Tournament = request.night
    shown = tables_of_game(night, number, timezone.now())
    if not shown:
        raise Http404("No such game tonight.")
    current = current_number(night)
    numbers = sorted(set(night.rounds.values_list("number", flat=True)))
    context = {
        **frame(request, PAGE),
        "number": number,
        "status": shown[0].status,
        "earlier": number < current,
        "current": current,
        "tabs": [
            {
                "label": f"Game {n}",
                "url": night_url(night, "organizer:game", n),
                "current": n == number,
                "count": None,
            }
            for n in numbers
        ],
        "divisions": [division_cards(night, division) for division in shown],
    }
    return render(request, "organizer/game.html", context)


@require_safe
@access.organizer
def sheet(request: Any, code: str, game_id: UUID) -> HttpResponse:
    """All sheets of one game, the disputed ones side by side."""
    return _sheet_page(request, game_id, {})


@require_POST
@access.organizer
def decide(request: Any, code: str, game_id: UUID) -> HttpResponse:
    """The director says which of the disputed sheets counts (WEMSA, Disputes)."""
    return _do(request, game_id, "decide_form", DecideForm(request.POST), sheets.decide_dispute, "Decided.")


@require_POST
@access.organizer
def set_aside(request: Any, code: str, game_id: UUID) -> HttpResponse:
    """One tap: the director has seen a sheet that came late, and what counts stays."""
    then = night_url(request.night, "organizer:sheet", game_id)
    sheet_id = request.POST.get("sheet_id", "")[:64]
    return press(request, sheets.set_aside, then, "It is set aside.", game_id=str(game_id), sheet_id=sheet_id)


@require_POST
@access.organizer
def clear(request: Any, code: str, game_id: UUID) -> HttpResponse:
    """Take back what is in; the table owes a sheet again (SCO-12)."""
    form = ClearForm(request.POST, prefix="clear")
    return _do(request, game_id, "clear_form", form, sheets.clear_sheet, "The sheet is taken back.")


@require_POST
@access.organizer
def void(request: Any, code: str, game_id: UUID) -> HttpResponse:
    """The game does not count: a scheduled sit-out for those at the table (RULES 3)."""
    form = VoidForm(request.POST, prefix="void")
    return _do(request, game_id, "void_form", form, rounds.void_game, "The game is void.")


@require_POST
@access.organizer
def restore(request: Any, code: str, game_id: UUID) -> HttpResponse:
    """A void game is played after all, or (without `play`) only its sheet counts."""
    form = RestoreForm(request.POST, prefix="restore")
    play = request.POST.get("play") == "yes"
    done = "The table plays on." if play else "The table owes its sheet again."
    return _do(request, game_id, "restore_form", form, restoring.restore_game, done, play=play)


@require_POST
@access.organizer
def extra_hand(request: Any, code: str, game_id: UUID) -> HttpResponse:
    """One tap: this side won the extra hand of a drawn game."""
    form = ExtraHandForm(request.POST)
    return _who_moves(request, game_id, form, movers.record_extra_hand, "The extra hand is noted.")


@require_POST
@access.organizer
def free_table(request: Any, code: str, game_id: UUID) -> HttpResponse:
    """A table of the queue goes on; its sheet is settled whenever it is."""
    done = "The table goes on. Its sheet can be settled at any time."
    return _who_moves(request, game_id, FreeForm(request.POST), movers.free_table, done)


def _who_moves(request: Any, game_id: UUID, form: forms.Form, act: Any, done: str) -> HttpResponse:
    """A form that is one button: what is refused stands above it."""
    outcome = Outcome(status=422)
    if form.is_valid():
        outcome = perform(request, act, game_id=str(game_id), **form.cleaned_data)
    if outcome.result is None:
        refused = [problem.text for problem in outcome.problems] or ["Choose one of the buttons."]
        return _sheet_page(request, game_id, {"refused": refused}, outcome.status)
    messages.success(request, f"{done} {outcome.result.get('note', '')}".strip())
    return SeeOther(night_url(request.night, "organizer:sheet", game_id))


def current_number(night: Tournament) -> int:
    """The number of the game that matters now: running, else the next, else the last; 0 before the draw."""
    rows = list(night.rounds.order_by("number").values_list("number", "status"))
    for status in (Round.Status.RUNNING, Round.Status.PLANNED):
        of_status = [number for number, its in rows if its == status]
        if of_status:
            return of_status[0]
    return rows[-1][0] if rows else 0


def _queue(request: Any) -> HttpResponse:
    """All games of a queue, the newest first, a page at a time."""
    found = queue_games(request.night, page=_page_number(request))
    context = {
        **frame(request, PAGE),
        "page": found.page,
        "tables": [table_card(request.night, card) for card in found.cards],
    }
    return render(request, "organizer/queue_games.html", context)


def _page_number(request: Any) -> int:
    text = request.GET.get("page", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 1


def _do(
    request: Any, game_id: UUID, name: str, form: forms.Form, act: Any, done: str, **more: Any
) -> HttpResponse:
    outcome = perform_form(request, form, act, game_id=str(game_id), **more)
    if not outcome.done:
        return _sheet_page(request, game_id, {name: form}, outcome.status)
    messages.success(request, " ".join([done, *(outcome.result or {}).get("told", ())]))
    return SeeOther(night_url(request.night, "organizer:sheet", game_id))


def _sheet_page(request: Any, game_id: UUID, bound: Result, status: int = 200) -> HttpResponse:
    """The page with its forms; `bound` holds the one that was sent and refused."""
    page = game_sheets(request.night, game_id)
    if page is None:
        raise Http404("No such game tonight.")
    is_final = request.night.stage == Tournament.Stage.FINAL
    context = {
        **frame(request, PAGE),
        "page": page,
        "number": page.game.round.number if page.game.round else 0,
        "entry_url": _entry_url(request.night, page),
        "entry_label": _entry_label(page),
        "may_enter": page.game.status in (Game.Status.RUNNING, Game.Status.FINISHED) and not is_final,
        "may_clear": bool(page.standing) and not is_final,
        "may_void": page.game.status in (Game.Status.RUNNING, Game.Status.FINISHED) and not is_final,
        "void_note": void_note(page.game),
        "restoring": None if is_final else restoring_of(page.game),
        "restore_form": bound.get("restore_form") or RestoreForm(prefix="restore"),
        "who_moves": None if is_final else who_moves_of(page),
        "refused": bound.get("refused", ()),
        "decide_form": bound.get("decide_form") or DecideForm(),
        "clear_form": bound.get("clear_form") or ClearForm(prefix="clear"),
        "void_form": bound.get("void_form") or VoidForm(prefix="void"),
    }
    return render(request, "organizer/sheet.html", context, status=status)


def _entry_url(night: Tournament, page: GameSheets) -> str:
    """Where the sheet is entered: the runner's own form."""
    url = night_url(night, "runner:sheet", page.game.pk)
    if page.accepted or page.awaiting:
        return f"{url}?correct"
    return f"{url}?again" if page.contested else url


def _entry_label(page: GameSheets) -> str:
    if page.accepted or page.awaiting:
        return "Correct the sheet"
    return "Enter another version" if page.contested else "Enter the sheet"
