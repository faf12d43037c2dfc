"""Importing a list: upload or paste, look at every row, save all or nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from scoring.words import counted, listed
from tournaments.actions.registration import NewPlayer, Room, import_players
from tournaments.names import NAME_LENGTH, clean_name
from tournaments.sign_ups import (
    MOST_BYTES,
    Listed,
    Reading,
    SignUp,
    UnreadableListError,
    decode,
    read_sign_ups,
    read_text,
)
from tournaments.web import access
from tournaments.web.acting import SeeOther, night_url, perform
from tournaments.web.frame import frame


@access.desk
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: Any, code: str) -> HttpResponse:
    """Choose a file or paste lines; a POST shows what they say, and stores nothing."""
    if request.method != "POST":
        return _first_step(request)
    pasted = request.POST.get("text", "")
    sent = request.FILES.get("file")
    try:
        text = pasted if sent is None else decode(sent.read(MOST_BYTES + 1))
        reading = _read(request, text)
    except UnreadableListError as error:
        return _first_step(request, pasted=pasted, error=str(error), status=422)
    return _preview(request, text, reading, source=sent.name if sent else "pasted lines")


@access.desk
@require_POST
def save(request: Any, code: str) -> HttpResponse:
    """Enter everybody of the checked list. Undecided rows are shown again, with what was typed."""
    text, source = request.POST.get("text", ""), request.POST.get("source", "a list")[:80]
    try:
        reading = _read(request, text)
    except UnreadableListError as error:
        return _first_step(request, pasted=text, error=str(error), status=422)
    divisions = {division.name: division.pk for division in request.night.divisions.all()}
    people: list[NewPlayer] = []
    wrong: dict[int, str] = {}
    for sign_up in reading.sign_ups:
        decided, problem = _decided(request.POST, sign_up, divisions)
        if problem:
            wrong[sign_up.line] = problem
        elif decided is not None:
            people.append(_new_player(decided, divisions))
    if wrong:
        return _preview(request, text, reading, source=source, wrong=wrong, status=422)
    if not people:
        return _preview(request, text, reading, source=source, refusal="Nobody is left to enter.", status=422)
    outcome = perform(request, import_players, people=people, source=source)
    if outcome.result is None:
        refusal = " ".join(problem.text for problem in outcome.problems)
        return _preview(request, text, reading, source=source, refusal=refusal, status=outcome.status)
    _say(request, outcome.result)
    return SeeOther(night_url(request.night, "desk:players"))


def _read(request: Any, text: str) -> Reading:
    night = request.night
    on_the_list = [
        Listed(name, email, division)
        for name, email, division in night.players.filter(is_house=False).values_list(
            "name", "email", "division__name"
        )
    ]
    return read_sign_ups(read_text(text), [d.name for d in night.divisions.all()], on_the_list)


def _decided(typed: Any, sign_up: SignUp, divisions: dict[str, int]) -> tuple[SignUp | None, str]:
    """The row as the host decided it (None: left out), or what is still wrong with it in words."""
    line = sign_up.line
    if sign_up.decision == "skip" or f"out-{line}" in typed or typed.get(f"do-{line}") == "skip":
        return None, ""
    if sign_up.decision == "add":
        return sign_up, ""
    if typed.get(f"do-{line}") != "add":
        return None, "Choose: enter or leave out."
    name = clean_name(typed.get(f"name-{line}", sign_up.name))
    email = clean_name(typed.get(f"email-{line}", sign_up.email))
    division = typed.get(f"division-{line}", sign_up.division)
    if not name or len(name) > NAME_LENGTH:
        return None, f"Give a name of 1 to {NAME_LENGTH} characters."
    if division not in divisions:
        return None, "Choose a division."
    if email:
        try:
            validate_email(email)
        except ValidationError:
            return None, f"“{email[:60]}” is not an e-mail address. Mend it or leave it empty."
    return replace(sign_up, name=name, email=email, division=division), ""


def _new_player(sign_up: SignUp, divisions: dict[str, int]) -> NewPlayer:
    return NewPlayer(
        name=sign_up.name,
        division_id=divisions[sign_up.division],
        email=sign_up.email,
        phone=sign_up.phone,
        note=sign_up.note,
        prepaid_cents=sign_up.prepaid_cents,
    )


def _say(request: Any, result: dict[str, Any]) -> None:
    messages.success(request, f"{counted(len(result['entered']), 'player')} entered.")
    if result["waiting"]:
        messages.warning(request, f"On the waiting list: {listed(result['waiting'])}.")
    if result["left_over"]:
        messages.error(request, f"No place left for {listed(result['left_over'])}: not entered.")


def _places_words(night: Any, reading: Reading) -> str:
    """Who of the list will wait and who finds no place, before it is saved; "" when all get one."""
    names = [sign_up.name for sign_up in reading.of("add")]
    placed, waiting, _ = Room.of(night).share(len(names))
    on_the_list, left_over = names[placed : placed + waiting], names[placed + waiting :]
    free = {0: "none is", 1: "1 is"}.get(placed, f"{placed} are")
    words = [f"Places are given in the order of the list, and {free} free."]
    if on_the_list:
        words.append(f"On the waiting list: {listed(on_the_list)}.")
    if left_over:
        words.append(f"No place left for {_some(left_over)}.")
    return " ".join(words) if on_the_list or left_over else ""


def _some(names: list[str], most: int = 6) -> str:
    return listed(names if len(names) <= most else [*names[:most], f"{len(names) - most} more"])


def _first_step(request: Any, *, pasted: str = "", error: str = "", status: int = 200) -> HttpResponse:
    context = {**frame(request, "desk:players"), "pasted": pasted[:MOST_BYTES], "error": error}
    return render(request, "desk/import.html", context, status=status)


def _preview(
    request: Any,
    text: str,
    reading: Reading,
    *,
    source: str,
    wrong: dict[int, str] | None = None,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    rows = [
        {
            "sign_up": sign_up,
            "wrong": (wrong or {}).get(sign_up.line, ""),
            "do": request.POST.get(f"do-{sign_up.line}", ""),
            "name": request.POST.get(f"name-{sign_up.line}", sign_up.name),
            "email": request.POST.get(f"email-{sign_up.line}", sign_up.email),
            "division": request.POST.get(f"division-{sign_up.line}", sign_up.division),
            "out": f"out-{sign_up.line}" in request.POST,
        }
        for sign_up in reading.sign_ups
    ]
    context = {
        **frame(request, "desk:players"),
        "rows": sorted(
            rows, key=lambda row: (row["sign_up"].decision != "ask", row["sign_up"].decision == "skip")
        ),
        "reading": reading,
        "asks": len(reading.of("ask")),
        "adds": len(reading.of("add")),
        "skips": len(reading.of("skip")),
        "places": _places_words(request.night, reading),
        "divisions": [d.name for d in request.night.divisions.all()],
        "text": text,
        "source": source,
        "error": refusal,
        "wrong": wrong or {},
    }
    return render(request, "desk/import_check.html", context, status=status)
