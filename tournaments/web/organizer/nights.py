"""The start page: an organizer's nights, or a welcome for whoever is not signed in."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from euchre_night import first_run
from tournaments.actions import nights as acts
from tournaments.actions.act import Actor
from tournaments.models import Tournament
from tournaments.presets import PRESETS
from tournaments.queries.nights import nights_of
from tournaments.web import access
from tournaments.web.acting import SeeOther, night_url, press

_CORNERS = {"wemsa": "12", "fharmacy": "10", "torrence-knox": "J", "torrence-knox-three": "3", "classic": "8"}
"""What stands in the corner of a preset's card."""


@require_safe
@access.anybody
def nights(request: Any) -> HttpResponse:
    """Tonight first. Visitors find the way to sign in, and to the night whose code they know."""
    if not request.user.is_authenticated:
        return _welcome(request)
    found = nights_of(request.user, timezone.now())
    context = {
        "nights": found,
        "first": next(iter(found.tonight + found.coming), None),
        "presets": preset_cards(),
    }
    return render(request, "organizer/nights.html", context)


@require_POST
@access.signed_in
def restore(request: Any, code: str) -> HttpResponse:
    """Bring one's own deleted night back."""
    night = Tournament.objects.filter(
        code=code.lower(), organizer=request.user, deleted_at__isnull=False
    ).first()
    if night is None:
        raise Http404("No such deleted night.")
    request.night, request.actor = night, actor_of(request.user)
    return press(request, acts.restore_night, reverse("organizer:nights"), f"{night.name} is back.")


@require_safe
@access.anybody
def go(request: Any) -> HttpResponse:
    """From a code typed on the welcome page to the night's public page."""
    code = "".join(c for c in request.GET.get("code", "") if c.isalnum()).lower()
    night = Tournament.objects.filter(code=code[:12], deleted_at__isnull=True, is_private=False).first()
    if night is None:
        return _welcome(request, typed=request.GET.get("code", "")[:40])
    return SeeOther(night_url(night, "player:night"))


def preset_cards() -> list[dict[str, Any]]:
    """The presets of a new night as playing cards."""
    return [{"preset": preset, "corner": _CORNERS.get(key, "A")} for key, preset in PRESETS.items()]


def actor_of(user: Any) -> Actor:
    """The account as the log names it, for acts on nights that `access` does not look up."""
    return Actor("organizer", user.get_full_name() or user.get_username(), user_id=user.pk)


def _welcome(request: Any, typed: str = "") -> HttpResponse:
    context = {"typed": typed, "unknown": bool(typed), "no_account": first_run.needed()}
    return render(request, "organizer/welcome.html", context, status=404 if typed else 200)
