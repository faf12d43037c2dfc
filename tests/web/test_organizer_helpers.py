"""Helpers: links with QR for one night and one job, revocable, dead after the night."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.cast import cast_of, key
from tests.factories import HOST, make_night, ready_night
from tests.queue_nights import queue_night
from tournaments.actions.links import make_table_links
from tournaments.models import AccessLink, Tournament
from tournaments.web.access import token_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    return ready_night((8,), games=2, break_after=None)


@pytest.fixture
def cast(night):
    return cast_of(night)


def url(night, *parts):
    return "/".join(["", "nights", night.code, "helpers", *map(str, parts), ""])


def make(cast, night, **form):
    return cast.organizer.post(url(night), {"key": key(), "name": "Robin", "role": "runner", **form})


def link_address(night, role="runner"):
    return f"/h/{token_of(night.links.filter(role=role).last())}/"


class TestMaking:
    def test_a_new_link_is_shown_with_its_qr_code(self, cast, night):
        assert make(cast, night).status_code == 303
        page = cast.organizer.get(url(night)).content.decode()
        assert link_address(night) in page
        assert "QR code of the link for Robin" in page

    def test_sent_twice_it_is_one_link(self, cast, night):
        before = night.links.count()
        form = {"key": key(), "name": "Robin", "role": "runner"}
        for _ in range(2):
            cast.organizer.post(url(night), form)
        assert night.links.count() == before + 1

    @pytest.mark.parametrize(
        "bad", [{"name": ""}, {"name": "\x00"}, {"role": "king"}, {"role": "table"}, {"role": "table", "table_number": "99"}, {"role": "table", "table_number": "x"}]
    )  # fmt: skip
    def test_bad_input_is_refused(self, cast, night, bad):
        before = night.links.count()
        assert make(cast, night, **bad).status_code == 422
        assert night.links.count() == before

    @pytest.mark.parametrize(
        ("role", "status"), [("desk", 403), ("runner", 403), ("player", 302), ("stranger", 403)]
    )
    def test_only_the_host_makes_them(self, cast, night, role, status):
        assert (
            cast.of(role).post(url(night), {"key": key(), "name": "X", "role": "desk"}).status_code == status
        )


class TestAddresses:
    """A code is for other people's phones: on the laptop itself it names the laptop's address on the network."""

    def test_on_localhost_it_names_the_address_on_the_network(self, cast, night, monkeypatch):
        monkeypatch.setattr("euchre_night.network.lan_addresses", lambda: ["192.168.1.20"])
        for host in ("localhost:8000", "127.0.0.1:8000"):
            page = cast.organizer.get(url(night), headers={"host": host}).content.decode()
            assert f"http://192.168.1.20:8000/wall/{night.code}/" in page

    def test_without_a_network_or_under_another_name_it_stays(self, cast, night, monkeypatch):
        monkeypatch.setattr("euchre_night.network.lan_addresses", list)
        assert (
            f"http://localhost/wall/{night.code}/"
            in cast.organizer.get(url(night), headers={"host": "localhost"}).content.decode()
        )
        assert (
            f"http://night.test/wall/{night.code}/"
            in cast.organizer.get(url(night), headers={"host": "night.test"}).content.decode()
        )


class TestOpening:
    def test_it_leads_to_the_job_and_may_be_opened_again(self, cast, night):
        phone = Client()
        for _ in range(2):
            answer = phone.get(link_address(night))
            assert answer.status_code == 303
            assert answer.url == f"/runner/{night.code}/"
        assert phone.get(f"/runner/{night.code}/").status_code == 200

    def test_opening_changes_nothing_in_the_database(self, cast, night):
        before = Tournament.objects.get(pk=night.pk).version, list(night.links.values())
        Client().get(link_address(night))
        assert before == (Tournament.objects.get(pk=night.pk).version, list(night.links.values()))

    def test_a_runner_gets_neither_contact_data_nor_money_nor_the_control_room(self, cast, night):
        player = night.players.first()
        for path in (
            f"/desk/{night.code}/",
            f"/desk/{night.code}/{player.pk}/",
            f"/desk/{night.code}/till/",
            f"/nights/{night.code}/",
        ):
            assert cast.runner.get(path).status_code == 403, path

    def test_a_closed_link_opens_nothing_at_once(self, cast, night):
        link = night.links.get(role="runner")
        cast.organizer.post(url(night, link.pk, "revoke"), {"key": key()})
        assert cast.runner.get(f"/runner/{night.code}/").status_code == 403
        assert Client().get(link_address(night)).status_code == 410

    def test_a_link_is_dead_half_a_day_after_the_night(self, cast, night):
        Tournament.objects.filter(pk=night.pk).update(
            stage="final", finalised_at=timezone.now() - timedelta(hours=13)
        )
        assert Client().get(link_address(night)).status_code == 410

    @pytest.mark.parametrize("token", ["x", "x.y", "a" * 300, "%00", "..", "x" * 22 + "." + "y" * 43])
    def test_a_wrong_link_is_told_kindly(self, token):
        assert Client().get(f"/h/{token}/").status_code in (404, 410)

    def test_a_link_of_another_night_does_not_open_this_one(self, night):
        other = cast_of(make_night())
        assert other.runner.get(f"/runner/{night.code}/").status_code == 403

    def test_a_copy_of_the_database_alone_opens_nothing(self, cast, night):
        nonce = AccessLink.objects.filter(tournament=night).first().nonce
        assert Client().get(f"/h/{nonce}/").status_code == 410


def test_a_tables_link_names_its_table():
    night = queue_night(8)
    make_table_links(night, HOST)
    page = cast_of(night).organizer.get(f"/nights/{night.code}/helpers/").content.decode()
    assert "Scorekeeper of table 2 ·" in page
    assert "of one table 2" not in page
