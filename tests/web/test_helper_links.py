"""What a helper's link opens, from first to last: several in one browser, never contact data or money, dead after
the night, by every route there is."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.cast import helper, key
from tests.factories import HOST, content, make_night, ready_night, reload, running_games
from tests.handing_in import states
from tests.web.every_route import busy_night, every_route
from tournaments.actions import links, rounds
from tournaments.models import AccessLink, LedgerEntry, Player, Tournament
from tournaments.web.access import MOST_LINKS, cookie_name, token_of

pytestmark = pytest.mark.django_db

SECRETS = {"email": "secret.person@example.org", "phone": "555-0199-4711", "note": "allergic to clubs"}


@pytest.fixture
def night():
    night = ready_night((8,), games=2, break_after=None)
    rounds.start_game(night, HOST, number=1)
    return reload(night)


def made(night, role, **more):
    pk = links.make_link(night, HOST, role=role, name=f"{role} link", **more)["link"]
    return AccessLink.objects.get(pk=pk)


def open_link(client, link):
    return client.get(f"/h/{token_of(link)}/")


def form_of(game):
    """A sheet by totals as the plain form sends it."""
    sheet = content(game)
    return {
        "key": key(),
        "how": "totals",
        "pairing": "1",
        "scores.0": str(sheet["scores"][0]),
        "scores.1": str(sheet["scores"][1]),
        "bump": "4",
        **{f"loners.{seat}": "0" for seat in range(4)},
        "agree.0": "on",
        "agree.1": "on",
        "revision": str(game.revision),
    }


class TestSeveralInOneBrowser:
    def test_a_runners_phone_that_opens_a_tables_code_stays_a_runners(self, night):
        phone = Client()
        runner, table = made(night, "runner"), made(night, "table", table_number=1)
        open_link(phone, runner)
        answer = open_link(phone, table)
        game = night.games.get(round__number=1, table__number=1)
        assert answer.url == f"/runner/{night.code}/sheets/{game.pk}/"
        other = night.games.get(round__number=1, table__number=2)
        assert phone.get(f"/runner/{night.code}/sheets/{other.pk}/").status_code == 200
        assert phone.post(f"/runner/{night.code}/sheets/{game.pk}/", form_of(game)).status_code == 303
        assert game.sheets.get().entered_by == "runner link"

    def test_in_the_other_order_too(self, night):
        phone = Client()
        open_link(phone, made(night, "table", table_number=1))
        open_link(phone, made(night, "runner"))
        other = night.games.get(round__number=1, table__number=2)
        assert phone.get(f"/runner/{night.code}/sheets/{other.pk}/").status_code == 200

    def test_who_moves_on_can_still_hand_in_the_sheet_of_the_table_before(self, night):
        """A phone that kept table 1's sheet and then opens table 2's code sends both."""
        phone = Client()
        for number in (1, 2):
            open_link(phone, made(night, "table", table_number=number))
        for number in (1, 2):
            game = night.games.get(round__number=1, table__number=number)
            assert phone.post(f"/runner/{night.code}/sheets/{game.pk}/", form_of(game)).status_code == 303
            assert states(game) == ["accepted"]
            link = AccessLink.objects.get(tournament=night, table=game.table)
            assert link.last_used_at is not None

    def test_a_closed_one_drops_out_and_the_rest_stay(self, night):
        phone = Client()
        runner, table = made(night, "runner"), made(night, "table", table_number=1)
        open_link(phone, runner)
        open_link(phone, table)
        links.revoke_link(night, HOST, link_id=runner.pk)
        assert phone.get(f"/runner/{night.code}/").status_code == 200
        other = night.games.get(round__number=1, table__number=2)
        assert phone.get(f"/runner/{night.code}/sheets/{other.pk}/").status_code == 403
        links.revoke_link(night, HOST, link_id=table.pk)
        assert phone.get(f"/runner/{night.code}/").status_code == 403

    def test_a_browser_keeps_the_last_few_alone(self, night):
        phone = Client()
        for _ in range(MOST_LINKS + 3):
            open_link(phone, made(night, "runner"))
        assert phone.cookies[cookie_name(night)].value.count("~") == MOST_LINKS - 1

    @pytest.mark.parametrize("cookie", ["~", "~~~~", "x~y", "a.b~" * 500, "~" * 4000])
    def test_a_spoiled_cookie_opens_nothing(self, night, cookie):
        phone = Client()
        phone.cookies[cookie_name(night)] = cookie
        assert phone.get(f"/runner/{night.code}/").status_code == 403

    def test_another_nights_link_beside_it_opens_nothing_here(self, night):
        other = made(make_night(), "desk")
        phone = Client()
        phone.cookies[cookie_name(night)] = f"{token_of(other)}~{token_of(made(night, 'runner'))}"
        assert phone.get(f"/runner/{night.code}/").status_code == 200
        assert phone.get(f"/desk/{night.code}/").status_code == 403


class TestALeakedLink:
    """Whoever found a runner's or a table's link sees no contact data and moves no money, whatever they ask for."""

    @pytest.fixture
    def night(self):
        night = busy_night()
        Player.objects.filter(tournament=night).update(**SECRETS)
        return night

    @pytest.fixture(params=["runner", "table"])
    def thief(self, request, night):
        number = running_games(night)[0].table.number
        return helper(night, request.param, table_number=number if request.param == "table" else None)

    def test_reads_no_contact_data_on_any_route(self, night, thief):
        told = []
        for route in every_route(night):
            if route.pattern.startswith("h/"):
                continue
            answer = thief.get(route.address)
            body = "" if answer.streaming else answer.content.decode(errors="replace")
            told += [f"/{route.pattern}: {name}" for name, secret in SECRETS.items() if secret in body]
        assert told == []

    def test_moves_no_money_and_no_person_on_any_route(self, night, thief):
        ledger = list(LedgerEntry.objects.order_by("pk").values())
        people = list(Player.objects.order_by("pk").values())
        form = {
            "amount": "20",
            "method": "cash",
            "reason": "x",
            "name": "X",
            "cents": "2000",
            "division": "1",
        }
        for route in every_route(night):
            answer = thief.post(route.address, {**form, "key": key()})
            assert answer.status_code < 500, route.pattern
        assert list(LedgerEntry.objects.order_by("pk").values()) == ledger
        assert list(Player.objects.order_by("pk").values()) == people


class TestAfterTheNight:
    @pytest.mark.parametrize("role", ["runner", "desk", "table"])
    def test_every_link_is_dead_half_a_day_later_on_every_route(self, role):
        night = busy_night()
        number = running_games(night)[0].table.number
        phone = helper(night, role, table_number=number if role == "table" else None)
        home = f"/desk/{night.code}/" if role == "desk" else f"/runner/{night.code}/"
        over = timezone.now() - timedelta(hours=11)
        Tournament.objects.filter(pk=night.pk).update(stage="final", finalised_at=over)
        assert phone.get(home).status_code == 200
        Tournament.objects.filter(pk=night.pk).update(finalised_at=over - timedelta(hours=2))
        version = reload(night).version
        for route in every_route(night):
            if route.access in ("desk", "runner"):
                assert phone.get(route.address).status_code in (403, 405), route.pattern
                assert phone.post(route.address, {"key": key()}).status_code in (403, 405), route.pattern
        assert reload(night).version == version

    def test_of_a_deleted_night_at_once(self, night):
        link = made(night, "runner")
        Tournament.objects.filter(pk=night.pk).update(deleted_at=timezone.now())
        assert open_link(Client(), link).status_code == 410
