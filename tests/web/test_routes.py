"""Who may use which address: every route of the site against every role."""

import re

import pytest
from django.test import Client

from tests.cast import cast_of, helper
from tests.factories import reload
from tests.web.every_route import Route, busy_night, every_route

pytestmark = pytest.mark.django_db

ROLES = ("organizer", "desk", "runner", "table", "player", "stranger")

#: Who gets in, by what a view declares.
ALLOWED = {
    "public": set(ROLES),
    "anybody": set(ROLES),
    "signed_in": {"organizer", "stranger"},
    "organizer": {"organizer"},
    "desk": {"organizer", "desk"},
    "runner": {"organizer", "desk", "runner", "table"},
    "collector": {"organizer", "desk", "runner"},
}

#: What may be declared below each address. A route that fits none of these needs a thought.
DECLARED = (
    ("nights/new/", {"signed_in"}),
    ("nights/<slug:code>/restore/", {"signed_in"}),
    ("nights/<slug:code>/", {"organizer"}),
    ("desk/<slug:code>/", {"desk", "organizer"}),
    ("runner/<slug:code>/", {"runner", "collector", "organizer"}),
    ("floor/<slug:code>/", {"runner", "organizer"}),
    ("wall/<slug:code>/", {"public"}),
    ("night/<slug:code>/", {"public"}),
    ("print/<slug:code>/", {"organizer", "desk"}),
    ("", {"anybody"}),
)


@pytest.fixture
def night():
    return busy_night()


@pytest.fixture
def clients(night):
    """A browser for each role; the table's link is that of the game the sample addresses name."""
    cast = cast_of(night)
    table = helper(night, "table", table_number=_table(night))
    return {**{role: cast.of(role) for role in ROLES if role != "table"}, "table": table}


def _table(night):
    return night.games.filter(status="running").order_by("table__number").first().table.number


def ask(client: Client, route: Route):
    """GET the route, or POST nothing to one that takes no GET; `(status, where it sends)`."""
    answer = client.get(route.address)
    if answer.status_code == 405:
        answer = client.post(route.address)
    return answer.status_code, answer.headers.get("Location", "")


def lets_in(status, location):
    assert status < 500
    return status != 403 and not (status == 302 and location.startswith("/sign-in/"))


def test_every_route_declares_what_its_place_says(night):
    for route in every_route(night):
        below = next(allowed for prefix, allowed in DECLARED if route.pattern.startswith(prefix))
        assert route.access in below, f"/{route.pattern} is open to {route.access}"


@pytest.mark.parametrize("role", ROLES)
def test_nobody_gets_further_than_their_role(night, clients, role):
    wrong = []
    for route in every_route(night):
        if role in ALLOWED[route.access]:
            continue
        status, location = ask(clients[role], route)
        expected = 302 if role == "player" and route.access in ("organizer", "signed_in") else 403
        expected = 302 if route.access == "signed_in" else expected
        if status != expected or (status == 302 and not location.startswith("/sign-in/")):
            wrong.append(f"{role}: /{route.pattern} answers {status}, not {expected}")
    assert not wrong, "\n".join(wrong)


def test_refusals_change_nothing(night, clients):
    version = reload(night).version
    for route in every_route(night):
        for role in set(ROLES) - ALLOWED[route.access]:
            clients[role].post(route.address)
    assert reload(night).version == version


@pytest.mark.parametrize("role", ROLES)
def test_everybody_gets_as_far_as_their_role(night, clients, role):
    wrong = []
    for route in every_route(night):
        if role not in ALLOWED[route.access]:
            continue
        # A helper's link makes its browser that helper's.
        browser = Client() if route.pattern.startswith("h/") else clients[role]
        answer = browser.get(route.address)
        if not lets_in(answer.status_code, answer.headers.get("Location", "")):
            wrong.append(f"{role}: /{route.pattern} answers {answer.status_code}")
    assert not wrong, "\n".join(wrong)


def test_nothing_sent_to_any_act_is_an_error(night, clients):
    """A POST without a single value: refused or done, never a fault of the server.

    A page that says no keeps its parts up to date (live.js) from an address that answers.
    """
    host = clients["organizer"]
    for route in every_route(night):
        if "delete" in route.pattern or "sign-out" in route.pattern:
            continue
        answer = host.post(route.address)
        assert answer.status_code < 500, route.pattern
        for address in re.findall(r'data-live-refresh="(.*?)"', answer.content.decode()):
            assert host.get(address or route.address).status_code == 200, route.pattern


@pytest.mark.parametrize("code", ["nosuch12", "UPPER"])
def test_a_wrong_code_is_not_found_anywhere(night, clients, code):
    for route in every_route(night, code=code):
        if "<slug:code>" in route.pattern:
            for role in ("organizer", "player"):
                answer = clients[role].get(route.address)
                assert answer.status_code in (404, 405), route.pattern
                assert clients[role].post(route.address).status_code in (404, 405, 302), route.pattern


def test_a_post_without_the_forms_token_is_refused_everywhere(night):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(night.organizer)
    version = reload(night).version
    for route in every_route(night):
        answer = browser.post(route.address, {"key": "x"})
        assert answer.status_code in (403, 405), f"/{route.pattern} answers {answer.status_code}"
    assert reload(night).version == version
