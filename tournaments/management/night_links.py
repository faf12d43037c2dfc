"""The addresses of a night for everybody who works or watches, for commands to print."""

from __future__ import annotations

from django.urls import reverse

from tournaments.models import AccessLink, Tournament
from tournaments.web.access import token_of


def links_of(night: Tournament, site: str) -> list[tuple[str, str]]:
    """(for whom, address) for the host, the desk, a runner, the wall and the players; `site`: "http://host:port".

    The desk and the runner get the address of the first open link of their role, if there is one.
    """
    links = [
        ("Sign in as the organizer", reverse("organizer:sign_in")),
        ("Control room", reverse("organizer:control", args=[night.code])),
    ]
    for role, whom in ((AccessLink.Role.DESK, "Desk"), (AccessLink.Role.RUNNER, "Table runner")):
        link = night.links.filter(role=role, revoked_at=None).order_by("pk").first()
        if link is not None:
            links.append((whom, reverse("organizer:helper_link", args=[token_of(link)])))
    links += [
        ("Wall (projector)", reverse("screen:wall", args=[night.code])),
        ("Players' phones", reverse("player:night", args=[night.code])),
    ]
    return [(whom, f"{site.rstrip('/')}{path}") for whom, path in links]


def listed(links: list[tuple[str, str]]) -> str:
    """The links in lines, addresses below each other."""
    width = max(len(whom) for whom, _ in links)
    return "\n".join(f"  {whom:<{width}}  {address}" for whom, address in links)
