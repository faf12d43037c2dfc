"""One button for each way to treat those who are over from full tables."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.views.decorators.http import require_POST

from tournaments.actions import nights, together
from tournaments.queries.odd_numbers import odd_numbers_of
from tournaments.web import access
from tournaments.web.acting import SeeOther, night_url, perform, press

PAGE = "organizer:rotation"
MOST_TOLD = 12


class TogetherForm(forms.Form):
    host_id = forms.IntegerField(min_value=1, max_value=2**31 - 1)
    guest_id = forms.IntegerField(min_value=1, max_value=2**31 - 1)


class ApartForm(forms.Form):
    guest_id = forms.IntegerField(min_value=1, max_value=2**31 - 1)


@require_POST
@access.organizer
def seat_together(request: Any, code: str) -> HttpResponse:
    """Two leagues at the same tables, ranked and paid apart."""
    return _leagues(request, TogetherForm(request.POST), together.seat_together)


@require_POST
@access.organizer
def seat_apart(request: Any, code: str) -> HttpResponse:
    """A league has its own tables again."""
    return _leagues(request, ApartForm(request.POST), together.seat_apart)


def _leagues(request: Any, form: forms.Form, act: Any) -> HttpResponse:
    back = night_url(request.night, PAGE)
    if not form.is_valid():
        messages.error(request, "Choose one of the buttons.")
        return SeeOther(back)
    outcome = perform(request, act, **form.cleaned_data)
    for problem in outcome.problems:
        messages.error(request, problem.text)
    if outcome.result is not None:
        moved = outcome.result["moved"]
        told = f" Other first tables: {'; '.join(moved[:MOST_TOLD])}" if moved else ""
        more = f" and {len(moved) - MOST_TOLD} more" if len(moved) > MOST_TOLD else ""
        messages.success(request, f"Done.{told}{more}{'.' if told else ''}")
    return SeeOther(back)


@require_POST
@access.organizer
def treat(request: Any, code: str) -> HttpResponse:
    """Make this way the night's setting; only one that fits the number that is here now."""
    found = odd_numbers_of(request.night)
    asked = request.POST.get("odd", "")
    way = next((way for way in found.ways if way.odd == asked), None) if found else None
    back = night_url(request.night, PAGE)
    if way is None or way.problem:
        messages.error(request, way.problem if way else "Choose one of the buttons.")
        return SeeOther(back)
    settings = replace(request.night.settings, odd=way.odd)
    return press(
        request, nights.change_settings, back, f"{way.title}: {way.effect}. Draw it now.", settings=settings
    )
