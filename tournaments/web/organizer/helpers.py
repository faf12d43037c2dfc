"""Helpers: links with a QR code for runners, the desk and a table's scorekeeper; and the wall."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.actions.links import make_link, revoke_link
from tournaments.models import AccessLink, Game
from tournaments.queries.links import helpers_of
from tournaments.web import access
from tournaments.web.acting import SeeOther, night_url, perform, press
from tournaments.web.addresses import for_phones, qr_svg
from tournaments.web.frame import frame
from tournaments.web.problems_on_forms import show_problems

#: Where a helper's link leads to, by role.
_HOME = {
    AccessLink.Role.RUNNER: "runner:tables",
    AccessLink.Role.TABLE: "runner:tables",
    AccessLink.Role.DESK: "desk:players",
}


class LinkForm(forms.Form):
    name = forms.CharField(max_length=60, label="Who", help_text="The log names them so.")
    role = forms.ChoiceField(label="Job", choices=AccessLink.Role.choices)
    table_number = forms.IntegerField(
        label="Table",
        required=False,
        min_value=1,
        max_value=999,
        help_text="Only for the scorekeeper of one table.",
    )


@access.organizer
@require_http_methods(["GET", "HEAD", "POST"])
def helpers(request: Any, code: str) -> HttpResponse:
    """The links there are, and making a new one."""
    form = LinkForm(
        request.POST if request.method == "POST" else None, initial={"role": AccessLink.Role.RUNNER}
    )
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            outcome = perform(request, make_link, **form.cleaned_data)
            if outcome.done:
                messages.success(
                    request, f"The link of {form.cleaned_data['name']} is ready: show the QR code."
                )
                return SeeOther(night_url(request.night, "organizer:helpers"))
            show_problems(form, outcome.problems)
            status = outcome.status
    found = helpers_of(request.night, timezone.now())
    context = {
        **frame(request, "organizer:helpers"),
        "form": form,
        "helpers": [_shown(request, link) for link in found.open],
        "revoked": found.revoked,
        "pages": _public_pages(request),
    }
    return render(request, "organizer/helpers.html", context, status=status)


@access.organizer
@require_POST
def revoke(request: Any, code: str, link_id: int) -> HttpResponse:
    """Close a link at once."""
    return press(
        request,
        revoke_link,
        night_url(request.night, "organizer:helpers"),
        "The link is closed.",
        link_id=link_id,
    )


@access.anybody
@never_cache
@require_safe
def helper_link(request: Any, token: str) -> HttpResponse:
    """A helper opens their link: the browser keeps it for the night. Opening changes nothing and can be repeated."""
    link = access.link_of_token(token)
    if link is None:
        return render(request, "organizer/link_closed.html", status=410)
    answer = SeeOther(_home_of(link))
    access.remember_link(request, answer, link)
    return answer


def _home_of(link: AccessLink) -> str:
    """Where a link leads: a table's to the form of the game played there, or to what the table is waiting for."""
    night, table = link.tournament, link.table
    if table is None:
        return night_url(night, _HOME[AccessLink.Role(link.role)])
    game = table.games.filter(status=Game.Status.RUNNING).first()
    if game is not None:
        return night_url(night, "runner:sheet", game.pk)
    return night_url(night, "floor:table", table.number)


def _shown(request: Any, link: AccessLink) -> dict[str, Any]:
    url = for_phones(request, reverse("organizer:helper_link", args=[access.token_of(link)]))
    return {"link": link, "url": url, "qr": qr_svg(url)}


def _public_pages(request: Any) -> list[dict[str, Any]]:
    """The addresses anybody may open: the projector's and the players' own."""
    pages = [
        ("Projector", "Standings, seats and clock, full screen.", "wall", "screen:wall"),
        ("Players’ phones", "Find your seat, standings, clock.", "phone", "player:night"),
    ]
    return [
        {"name": name, "what": what, "icon": icon, "url": url, "qr": qr_svg(url)}
        for name, what, icon, page in pages
        for url in [for_phones(request, night_url(request.night, page))]
    ]
