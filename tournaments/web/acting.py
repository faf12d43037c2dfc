"""From a POST to an act and back: the caller's key, what was refused, and the answer to a form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from tournaments.actions.act import Caller, KeyReused, Result
from tournaments.models import Tournament
from tournaments.problems import ActRefused, Problem, blocker
from tournaments.web.problems_on_forms import show_problems

KEY_LENGTH = 64


class SeeOther(HttpResponseRedirect):
    """After a POST that did something: the browser GETs the page, so that reload and Back send nothing again."""

    status_code = 303


@dataclass(frozen=True)
class Outcome:
    """What became of an act: its result, or the problems that stopped it. `status` for the answer."""

    result: Result | None = None
    problems: Sequence[Problem] = field(default_factory=tuple)
    status: int = 200

    @property
    def done(self) -> bool:
        return self.result is not None

    def about(self, name: str) -> list[Problem]:
        """The problems of one field."""
        return [problem for problem in self.problems if problem.field == name]

    @property
    def general(self) -> list[Problem]:
        """The problems that belong to no field."""
        return [problem for problem in self.problems if not problem.field]


def caller_of(request: Any) -> Caller:
    """Who sent this request, with the key of its form."""
    return Caller(request.actor, key_of(request))


def key_of(request: Any) -> str:
    """The key a form was sent with (`{% act_key %}`), "" for none."""
    key = "".join(c for c in request.POST.get("key", "") if c.isalnum() or c in "-_")
    return key[:KEY_LENGTH]


def perform(request: Any, act: Callable[..., Result], **arguments: Any) -> Outcome:
    """Do `act` on the request's night for whoever asks; never raises what an act refuses.

    A refused act answers 422; a key that came before with other content 409. No text reaches an act with the NUL
    that no database takes.
    """
    given = {name: _without_nul(value) for name, value in arguments.items()}
    try:
        return Outcome(act(request.night, caller_of(request), **given))
    except ActRefused as refused:
        return Outcome(problems=refused.problems, status=422)
    except KeyReused:
        text = "This form was already sent with other content. Look at what was stored, then send again."
        return Outcome(problems=(blocker("key_reused", text),), status=409)


def _without_nul(value: Any) -> Any:
    return value.replace("\x00", "") if isinstance(value, str) else value


def perform_form(request: Any, form: forms.Form, act: Callable[..., Result], **arguments: Any) -> Outcome:
    """Do `act` with the bound form's values (named as the act's parameters) and `arguments`.

    What the form or the act refuses stands at the form's fields afterwards; the answer is then 422 or 409.
    """
    if not form.is_valid():
        return Outcome(status=422)
    outcome = perform(request, act, **form.cleaned_data, **arguments)
    show_problems(form, outcome.problems)
    return outcome


def press(
    request: HttpRequest, act: Callable[..., Result], then: str, done: str = "", **arguments: Any
) -> HttpResponse:
    """A one-button act: do it and go to `then`, with `done` or the refusal as a message there."""
    outcome = perform(request, act, **arguments)
    if outcome.done:
        if done:
            messages.success(request, done)
    else:
        for problem in outcome.problems:
            messages.error(request, problem.text)
    return SeeOther(then)


def night_url(night: Tournament, name: str, *arguments: Any) -> str:
    """The address of a page of the night: `night_url(night, "desk:players")`."""
    return reverse(name, args=[night.code, *arguments])
