"""Who looks at a page in a test: the fixed cast of a night."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from django.test import Client

from tests.factories import HOST, make_organizer
from tournaments.actions.links import make_link
from tournaments.models import AccessLink, Tournament
from tournaments.web.access import cookie_name, token_of

_keys = itertools.count(1)


@dataclass(frozen=True)
class Cast:
    """Clients of everybody: the host, helpers with links, a player without one, a host of another night."""

    night: Tournament
    organizer: Client
    desk: Client
    runner: Client
    player: Client
    stranger: Client

    def of(self, role: str) -> Client:
        client: Client = getattr(self, role)
        return client


def cast_of(night: Tournament) -> Cast:
    organizer, stranger = Client(), Client()
    organizer.force_login(night.organizer)
    stranger.force_login(make_organizer())
    return Cast(
        night, organizer, helper(night, "desk"), helper(night, "runner"), player=Client(), stranger=stranger
    )


def helper(night: Tournament, role: str, *, table_number: int | None = None) -> Client:
    """A browser that has opened a helper's link."""
    made = make_link(night, HOST, role=role, name=f"{role} helper", table_number=table_number)
    client = Client()
    client.cookies[cookie_name(night)] = token_of(AccessLink.objects.get(pk=made["link"]))
    return client


def key() -> str:
    """A new form's key."""
    return f"test-key-{next(_keys)}"
