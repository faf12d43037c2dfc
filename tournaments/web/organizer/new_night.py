"""A new night: choose a preset, look over what it fills in, save."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.actions import nights as acts
from tournaments.actions.act import Caller
from tournaments.models import Tournament
from tournaments.preset_files import UnreadablePreset, read
from tournaments.presets import PRESETS, Preset
from tournaments.problems import ActRefused
from tournaments.web import access
from tournaments.web.acting import SeeOther, key_of, night_url
from tournaments.web.organizer.forms import DetailsForm, NamesOfDivisionsForm, SettingsForm
from tournaments.web.organizer.nights import actor_of, preset_cards
from tournaments.web.organizer.own_presets import own_presets, saved_preset
from tournaments.web.organizer.setting_rows import groups_of
from tournaments.web.problems_on_forms import show_problems

ZONE = "America/Chicago"
"""What a new night's form begins with."""


@require_safe
@access.signed_in
def choose(request: Any) -> HttpResponse:
    """The presets as cards, the host's own ones below."""
    context = {"presets": preset_cards(), "own_presets": own_presets(request.user)}
    return render(request, "organizer/choose_preset.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@access.signed_in
def new_night(request: Any, preset: str) -> HttpResponse:
    """The preset's form; saving it makes the night."""
    chosen = PRESETS.get(preset)
    if chosen is None:
        raise Http404("No such preset.")
    return _form_page(request, chosen)


@require_http_methods(["GET", "HEAD", "POST"])
@access.signed_in
def new_night_of_own(request: Any, preset_id: int) -> HttpResponse:
    """The same from a preset of the host's own; one that no longer fits this program says what is wrong with it."""
    saved = saved_preset(request, preset_id)
    try:
        preset = read(saved.data).preset
    except UnreadablePreset as error:
        text = f"“{saved.name}” does not fit this program any more. {error} Save it as a file, mend it there and read it again."
        messages.error(request, text)
        return SeeOther(reverse("organizer:new_night"))
    return _form_page(request, preset)


def _form_page(request: Any, chosen: Preset) -> HttpResponse:
    data = request.POST if request.method == "POST" else None
    details = DetailsForm(data, initial=_start(chosen))
    divisions = NamesOfDivisionsForm(data, initial={"divisions": chosen.divisions})
    settings = SettingsForm(chosen.settings, data)
    all_forms: tuple[forms.Form, ...] = (details, divisions, settings)
    if data is not None and all([form.is_valid() for form in all_forms]):
        night = _make(request, details, divisions, settings)
        if night is not None:
            messages.success(request, f"{night.name} is made. Fill its list, then open check-in.")
            return SeeOther(night_url(night, "organizer:control"))
    context = {
        "preset": chosen,
        "details": details,
        "divisions": divisions,
        "settings_form": settings,
        "groups": groups_of(settings, chosen.settings),
        "failed": any(form.errors for form in all_forms),
    }
    return render(request, "organizer/new_night.html", context, status=422 if data is not None else 200)


def _start(preset: Preset) -> dict[str, Any]:
    """What the details start with: a week from today at the preset's times."""
    day = timezone.localdate(timezone=ZoneInfo(ZONE)) + timedelta(days=7)
    return {
        "date": day,
        "check_in": preset.check_in,
        "start": preset.start,
        "time_zone": ZONE,
    }


def _make(
    request: Any, details: DetailsForm, divisions: NamesOfDivisionsForm, settings: SettingsForm
) -> Tournament | None:
    """The new night, or None when the act refused; what is wrong then stands in the forms."""
    try:
        return acts.create_night(
            organizer=request.user,
            caller=Caller(actor_of(request.user), key_of(request)),
            settings=settings.settings,
            divisions=divisions.cleaned_data["divisions"],
            **details.details,
        )
    except ActRefused as refused:
        for problem in refused.problems:
            show_problems(divisions if problem.field in divisions.fields else details, [problem])
        return None
