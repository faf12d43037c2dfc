"""SEC-03: previews, prefetching and crawlers open links. Looking at a page changes nothing at all."""

import re
from collections import deque

import pytest
from django.db import connection
from django.test import Client

from tests.cast import cast_of
from tests.web.every_route import busy_night, every_route
from tournaments.web.access import LINK_COOKIE

pytestmark = pytest.mark.django_db

LINKS = re.compile(r'(?:href|src|hx-get|action|data-live-refresh)="(/[^"#]*)"')


@pytest.fixture
def night():
    return busy_night()


def dump():
    """Every row of every table."""
    with connection.cursor() as cursor:
        tables = sorted(connection.introspection.table_names(cursor))
        rows = {}
        for table in tables:
            cursor.execute(f'SELECT * FROM "{table}" ORDER BY 1')
            rows[table] = cursor.fetchall()
    return rows


def crawl(client, *starts):
    """GET every page that can be reached by links, forms' addresses and live parts included."""
    seen, waiting = set(), deque(starts)
    while waiting:
        address = waiting.popleft().replace("&amp;", "&")
        if address in seen or address.startswith("/static/"):
            continue
        seen.add(address)
        answer = client.get(address)
        assert answer.status_code < 500, address
        if answer.headers.get("Location", "").startswith("/"):
            waiting.append(answer["Location"])
        if not answer.streaming and "html" in answer.headers.get("Content-Type", ""):
            waiting.extend(LINKS.findall(answer.content.decode()))
    return seen


@pytest.mark.parametrize("role", ["organizer", "desk", "runner", "player"])
def test_crawling_every_link_changes_nothing(night, role):
    client = cast_of(night).of(role)
    before = dump()
    starts = {
        "organizer": ["/", f"/nights/{night.code}/"],
        "desk": [f"/desk/{night.code}/"],
        "runner": [f"/runner/{night.code}/"],
        "player": ["/", f"/night/{night.code}/", f"/wall/{night.code}/"],
    }
    seen = crawl(client, *starts[role])
    assert dump() == before
    assert len(seen) > {"organizer": 40, "desk": 10, "runner": 4, "player": 2}[role]


def test_no_address_at_all_changes_anything_when_looked_at(night):
    client = cast_of(night).organizer
    routes = every_route(night)
    before = dump()
    for route in routes:
        client.get(route.address)
        client.head(route.address)
    assert dump() == before


def test_a_helpers_link_opened_by_a_preview_still_works(night):
    route = next(r for r in every_route(night) if r.pattern == "h/<str:token>/")
    before = dump()
    for _ in range(3):
        Client().get(route.address)
    assert dump() == before
    phone = Client()
    opened = phone.get(route.address)
    assert any(name.startswith(LINK_COOKIE) for name in phone.cookies)
    assert phone.get(opened["Location"]).status_code == 200
