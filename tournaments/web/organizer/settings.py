"""The settings of a night that exists: what it is, how it is played, its divisions, deleting it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from tournaments.actions import nights as acts
from tournaments.actions.act import Result
from tournaments.models import Tournament
from tournaments.presets import PRESETS
from tournaments.web import access
from tournaments.web.acting import Outcome, SeeOther, night_url, perform, perform_form
from tournaments.web.frame import frame
from tournaments.web.organizer.forms import (
    AddDivisionForm,
    DeleteForm,
    DivisionForm,
    PrivacyForm,
    SettingsForm,
)
from tournaments.web.organizer.setting_rows import groups_of
from tournaments.web.problems_on_forms import show_problems

PAGE = "organizer:settings"

#: Settings that a rotation already drawn was made with: it keeps them until it is drawn again.
_DRAWN_WITH = frozenset({"games", "movement", "partners", "odd"})


@require_safe
@access.organizer
def settings(request: Any, code: str) -> HttpResponse:
    return _page(request, {})


@require_POST
@access.organizer
def save_settings(request: Any, code: str) -> HttpResponse:
    """A new version of the settings, for the games still to be started."""
    form = SettingsForm(request.night.settings, request.POST)
    outcome = Outcome(status=422)
    if form.is_valid():
        outcome = perform(request, acts.change_settings, settings=form.settings)
        show_problems(form, outcome.problems)
    if outcome.result is None:
        return _page(request, {"settings_form": form}, outcome.status)
    _say_what_changed(request, outcome.result)
    return SeeOther(night_url(request.night, PAGE))


@require_POST
@access.organizer
def save_details(request: Any, code: str) -> HttpResponse:
    """Name, place, times, and whether the public pages are open."""
    form = PrivacyForm(request.POST)
    outcome = Outcome(status=422)
    if form.is_valid():
        outcome = perform(request, acts.change_details, **form.details)
        show_problems(form, outcome.problems)
    return _done_or_page(request, outcome, {"details": form}, "Saved.")


@require_POST
@access.organizer
def save_division(request: Any, code: str, division_id: int) -> HttpResponse:
    """A division's name and table numbers."""
    if not request.night.divisions.filter(pk=division_id).exists():
        raise Http404("No such division.")
    form = DivisionForm(request.POST, prefix=f"division-{division_id}")
    outcome = perform_form(request, form, acts.change_division, division_id=division_id)
    return _done_or_page(request, outcome, {"division_forms": {division_id: form}}, "Saved.")


@require_POST
@access.organizer
def add_division(request: Any, code: str) -> HttpResponse:
    form = AddDivisionForm(request.POST, prefix="new-division")
    outcome = perform_form(request, form, acts.add_division)
    return _done_or_page(request, outcome, {"add_form": form}, "Added.")


@require_POST
@access.organizer
def delete(request: Any, code: str) -> HttpResponse:
    """Hide the night after its name was typed; the start page restores it (OPS-02)."""
    form = DeleteForm(request.POST)
    outcome = perform_form(request, form, acts.delete_night)
    if not outcome.done:
        return _page(request, {"delete_form": form}, outcome.status)
    messages.success(request, f"{request.night.name} is deleted. It can be restored below.")
    return SeeOther(reverse("organizer:nights"))


def _done_or_page(request: Any, outcome: Outcome, bound: Mapping[str, Any], done: str) -> HttpResponse:
    if not outcome.done:
        return _page(request, bound, outcome.status)
    messages.success(request, done)
    return SeeOther(night_url(request.night, PAGE))


def _page(request: Any, bound: Mapping[str, Any], status: int = 200) -> HttpResponse:
    """The page with its forms; `bound` holds the one that was sent and refused."""
    night: Tournament = request.night
    preset = PRESETS.get(night.settings.preset)
    form = bound.get("settings_form") or SettingsForm(night.settings)
    division_forms: Mapping[int, forms.Form] = bound.get("division_forms", {})
    context = {
        **frame(request, PAGE),
        "preset": preset,
        "details": bound.get("details") or PrivacyForm(initial=PrivacyForm.values_of(night)),
        "settings_form": form,
        "groups": groups_of(form, preset.settings if preset else None),
        "divisions": [
            (division, division_forms.get(division.pk) or _division_form(division))
            for division in night.divisions.all()
        ],
        "add_form": bound.get("add_form") or AddDivisionForm(prefix="new-division"),
        "delete_form": bound.get("delete_form") or DeleteForm(),
        "started": night.stage in (Tournament.Stage.PLAYING, Tournament.Stage.FINAL),
    }
    return render(request, "organizer/settings.html", context, status=status)


def _division_form(division: Any) -> DivisionForm:
    values = {
        "name": division.name,
        "first_table": division.first_table,
        "last_table": division.last_table,
    }
    return DivisionForm(initial=values, prefix=f"division-{division.pk}")


def _say_what_changed(request: Any, result: Result) -> None:
    changed = set(result["changed"])
    if not changed:
        messages.info(request, "Nothing was changed.")
        return
    messages.success(request, "Saved. It counts from the next game started.")
    drawn = request.night.divisions.filter(plans__isnull=False).exists()
    if drawn and changed & _DRAWN_WITH:
        messages.warning(
            request, "The rotation was drawn with the settings before. Draw it again to use the new ones."
        )
