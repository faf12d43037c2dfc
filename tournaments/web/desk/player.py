"""One person at the desk: check in and collect, undo, money, leaving, moving, correcting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.html import format_html
from django.views.decorators.http import require_POST, require_safe

from scoring.typed import BlankError, NotANumberError, parse_dollars
from scoring.words import dollars
from tournaments.actions import check_in as door
from tournaments.actions import money, registration
from tournaments.actions.act import Result
from tournaments.models import Player, Tournament
from tournaments.problems import Problem, blocker
from tournaments.queries.late_arrivals import Expectations, expectations
from tournaments.queries.places import Places, places_of
from tournaments.queries.players import PlayerPage, player_page
from tournaments.queries.readiness import divisions_locked
from tournaments.queries.roster_changes import COMES, own_chair, roster_changes
from tournaments.queries.sanctions import sanctions_of
from tournaments.web import access
from tournaments.web.acting import SeeOther, night_url, perform, press
from tournaments.web.desk.forms import METHODS, ChangePlayerForm, RefundForm
from tournaments.web.frame import frame
from tournaments.web.problems_on_forms import show_problems

#: One-button steps: address word -> (act, words when done).
_STEPS: dict[str, tuple[Callable[..., Result], str]] = {
    "leaves": (door.withdraw, "Has left."),
    "is-back": (door.come_back, "Is back."),
    "no-show": (registration.mark_no_show, "Marked as not come."),
    "gets-a-place": (registration.promote, "Has a place now."),
    "is-expected": (registration.expect_again, "Is on the list again."),
    "off-the-list": (registration.remove_player, "Taken off the list."),
}


@access.desk
@require_safe
def player(request: Any, code: str, player_id: int) -> HttpResponse:
    """Everything about one person, with what can be done now."""
    return _page(request, player_id)


@access.desk
@require_POST
def check_in(request: Any, code: str, player_id: int) -> HttpResponse:
    """Check in and collect in one motion; back to the list, where it can be undone."""
    try:
        cents = parse_dollars(request.POST.get("amount", ""))
    except BlankError:
        cents = None
    except NotANumberError as error:
        return _page(
            request, player_id, problems=[blocker("amount", f"{error}.", field="amount")], status=422
        )
    outcome = perform(
        request,
        door.check_in,
        player_id=player_id,
        method=request.POST.get("method", ""),
        cents=cents,
        id_ok="id_ok" in request.POST,
        consented="consented" in request.POST,
    )
    if outcome.result is None:
        return _page(request, player_id, problems=list(outcome.problems), status=outcome.status)
    table, told = outcome.result["first_table"], outcome.result.get("told")
    where = f", table {table}" if table else "" if told else _not_seated_yet(request.night)
    taken = f" · {dollars(outcome.result['cents'])} collected" if outcome.result["cents"] else ""
    done = f"Number {outcome.result['number']}{where}{taken}."
    messages.success(request, _with_changes(request, player_id, done, outcome.result))
    return SeeOther(f"{night_url(request.night, 'desk:players')}?done={player_id}")


def _not_seated_yet(night: Tournament) -> str:
    """What somebody who comes while games are played has to know where the movement says no more."""
    return {"schedule": "", "continuous": ". They join the line"}.get(
        night.settings.movement, ". They play from the next game on"
    )


@access.desk
@require_POST
def undo(request: Any, code: str, player_id: int) -> HttpResponse:
    """Take a check-in back; `give_money_back` says what happens to the buy-in."""
    return press(
        request,
        door.undo_check_in,
        night_url(request.night, "desk:player", player_id),
        "The check-in is undone.",
        player_id=player_id,
        give_money_back=request.POST.get("give_money_back") == "yes",
    )


@access.desk
@require_POST
def collect(request: Any, code: str, player_id: int) -> HttpResponse:
    """Take a buy-in from somebody who has not paid."""
    try:
        cents = parse_dollars(request.POST.get("amount", ""))
    except (BlankError, NotANumberError) as error:
        text = "Enter the amount." if isinstance(error, BlankError) else f"{error}."
        return _page(request, player_id, problems=[blocker("amount", text, field="amount")], status=422)
    outcome = perform(
        request, money.collect, player_id=player_id, cents=cents, method=request.POST.get("method", "")
    )
    if not outcome.done:
        return _page(request, player_id, problems=list(outcome.problems), status=outcome.status)
    messages.success(request, f"{dollars(cents)} collected.")
    return SeeOther(night_url(request.night, "desk:player", player_id))


@access.desk
@require_POST
def refund(request: Any, code: str, player_id: int) -> HttpResponse:
    """Give back all or part of what somebody paid."""
    form = RefundForm(request.POST)
    if form.is_valid():
        outcome = perform(
            request,
            money.refund,
            player_id=player_id,
            cents=form.cleaned_data["amount"] or 0,
            method=form.cleaned_data["method"],
            reason=form.cleaned_data["reason"],
        )
        if outcome.done:
            messages.success(request, f"{dollars(form.cleaned_data['amount'])} given back.")
            return SeeOther(night_url(request.night, "desk:player", player_id))
        show_problems(form, outcome.problems)
    return _page(request, player_id, refund_form=form, status=422)


@access.desk
@require_POST
def change(request: Any, code: str, player_id: int) -> HttpResponse:
    """Correct name, contact, note, how the name is shown, whether for prizes."""
    form = ChangePlayerForm(request.POST)
    if form.is_valid():
        outcome = perform(request, registration.change_player, player_id=player_id, **form.cleaned_data)
        if outcome.done:
            messages.success(request, "Changed.")
            return SeeOther(night_url(request.night, "desk:player", player_id))
        show_problems(form, outcome.problems)
    return _page(request, player_id, change_form=form, status=422)


@access.desk
@require_POST
def move(request: Any, code: str, player_id: int) -> HttpResponse:
    """Put somebody into another division; only the organizer may force it once it is locked."""
    chosen = request.POST.get("division", "")
    return _press(
        request,
        registration.move_division,
        "Moved. The share of the pot has moved too." if request.night.settings.buy_in_cents else "Moved.",
        player_id=player_id,
        division_id=int(chosen) if chosen.isdecimal() and len(chosen) < 10 else 0,
        forced="forced" in request.POST and request.actor.role == "organizer",
    )


@access.organizer
@require_POST
def disqualify(request: Any, code: str, player_id: int) -> HttpResponse:
    """Disqualify with a reason, or lift it (`lift`)."""
    lift = "lift" in request.POST
    return _press(
        request,
        door.lift_disqualification if lift else door.disqualify,
        "The disqualification is lifted." if lift else "Disqualified. Nobody else's points change.",
        player_id=player_id,
        reason=request.POST.get("reason", ""),
    )


@access.desk
@require_POST
def step(request: Any, code: str, player_id: int, step: str) -> HttpResponse:
    """A one-button step: leaves, is-back, no-show, gets-a-place, off-the-list."""
    if step not in _STEPS:
        raise Http404("No such step.")
    act, done = _STEPS[step]
    answer = _press(request, act, done, player_id=player_id)
    if step == "no-show":
        _tell_whose_turn_it_is(request)
    return answer


def _press(
    request: Any, act: Callable[..., Result], done: str, *, player_id: int, **more: Any
) -> HttpResponse:
    """A one-button act on this person, and what it has changed for everybody."""
    outcome = perform(request, act, player_id=player_id, **more)
    if outcome.result is not None:
        messages.success(request, _with_changes(request, player_id, done, outcome.result))
    for problem in outcome.problems:
        messages.error(request, problem.text)
    return SeeOther(night_url(request.night, "desk:player", player_id))


def _with_changes(request: Any, player_id: int, done: str, result: Result) -> str:
    """`done`, and what the act says has changed; where the rotation is a plan, what this person can expect of it, and
    the way to make it anew."""
    if "told" not in result:
        return done
    if request.night.settings.movement != "schedule":
        return " ".join([done, *result["told"]])
    person = request.night.players.select_related("division").get(pk=player_id)
    expected = expectations(request.night, person, timezone.now())
    chair = "" if person.is_playing else _to_the_chair(request, person)
    rotation = _to_the_rotation(request, expected)
    return format_html("{} {}{} {}", done, chair, " ".join(expected.words), rotation)


def _to_the_chair(request: Any, person: Player) -> str:
    """Where somebody who goes leaves a game that is being played, and the way to fill the chair for who may."""
    chair = own_chair(person)
    if chair is None:
        return ""
    table = chair.game.table.number
    if request.actor.role != "organizer":
        return f"Their chair at table {table} is empty: tell the host. "
    url = night_url(request.night, "floor:chair", table, chair.position)
    return format_html('Their chair at table {} is empty. <a href="{}">Fill the chair</a> ', table, url)


def _to_the_rotation(request: Any, expected: Expectations) -> str:
    """The one next step, for whoever may take it."""
    if not expected.needs_update:
        return ""
    if request.actor.role != "organizer":
        return "Ask the host to update the rotation."
    return format_html('<a href="{}">Update the rotation</a>', night_url(request.night, "organizer:rotation"))


def _tell_whose_turn_it_is(request: Any) -> None:
    """A place given up belongs to the waiting list."""
    places = places_of(request.night.settings, request.night.players.all())
    if places is not None and places.offer:
        messages.warning(request, places.offer)


def _page(
    request: Any,
    player_id: int,
    *,
    problems: list[Problem] | None = None,
    refund_form: Form | None = None,
    change_form: Form | None = None,
    status: int = 200,
) -> HttpResponse:
    page = player_page(request.night, player_id)
    if page is None:
        raise Http404("No such player.")
    return render(
        request,
        "desk/player.html",
        _context(request, page, problems, refund_form, change_form),
        status=status,
    )


def _places_for_one_without(night: Tournament, person: Player) -> Places | None:
    """The places of the night, where this person has none and may want one."""
    if person.status not in (Player.Status.WAITING, Player.Status.NO_SHOW, Player.Status.WITHDRAWN):
        return None
    return places_of(night.settings, night.players.all())


def _division_moves(request: Any, page: PlayerPage) -> Literal["", "open", "locked"]:
    """Whether this person can be moved to another division by whoever looks; "" where there is none to move to."""
    if len(page.divisions) < 2 or page.listed.player.status == Player.Status.DISQUALIFIED:
        return ""
    locked = request.actor.role != "organizer" and divisions_locked(request.night)
    return "locked" if locked else "open"


def _context(
    request: Any,
    page: PlayerPage,
    problems: list[Problem] | None,
    refund_form: Form | None,
    change_form: Form | None,
) -> dict[str, Any]:
    person, settings = page.listed.player, request.night.settings
    return {
        **frame(request, "desk:players"),
        "page": page,
        "sanctions": sanctions_of(request.night, [person.pk]),
        "player": person,
        "settings": settings,
        "changes": roster_changes(request.night, person, page.divisions, timezone.now()),
        "expected": expectations(request.night, person, timezone.now(), coming=True)
        if person.status in COMES
        else None,
        "is_final": request.night.stage == Tournament.Stage.FINAL,
        "division_moves": _division_moves(request, page),
        "places": _places_for_one_without(request.night, person),
        "problems": problems or [],
        "methods": METHODS,
        "typed": {name: request.POST.get(name, "") for name in ("amount", "id_ok", "consented")},
        "refund_form": refund_form or RefundForm(),
        "change_form": change_form or ChangePlayerForm.of(person),
        "change_open": change_form is not None,
        "refund_open": refund_form is not None,
    }
