"""The start page: an organizer's nights, or a welcome."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import HOST, add_players, make_night, make_organizer, reload
from tournaments.actions import nights as acts
from tournaments.queries.nights import is_tonight, nights_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def host():
    return make_organizer("host")


@pytest.fixture
def host_client(host):
    client = Client()
    client.force_login(host)
    return client


def night_at(host, moment, **more):
    night = make_night(organizer=host, **more)
    night.starts_at = moment
    night.save(update_fields=["starts_at"])
    return reload(night)


def test_visitors_are_welcomed_and_see_no_night(client, host):
    night = make_night(organizer=host, name="A private affair")
    page = client.get("/").content.decode()
    assert "/sign-in/" in page
    assert night.name not in page


def test_before_there_is_an_account_the_welcome_tells_of_the_link_in_the_terminal(client):
    page = client.get("/").content.decode()
    assert "There is no account yet" in page
    assert "/sign-in/" not in page


def test_a_player_gets_from_the_code_to_the_night(client, host):
    night = make_night(organizer=host)
    answer = client.get("/go/", {"code": f" {night.code.upper()} "})
    assert (answer.status_code, answer["Location"]) == (303, f"/night/{night.code}/")


@pytest.mark.parametrize("code", ["nosuch12", "\x00", "x" * 5000, "' or 1=1", "ürgs"])
def test_an_unknown_code_is_told(client, code):
    answer = client.get("/go/", {"code": code})
    assert answer.status_code == 404
    assert "No night has this code" in answer.content.decode()


def test_a_private_and_a_deleted_night_have_no_code(client, host):
    private, deleted = make_night(organizer=host), make_night(organizer=host)
    private.is_private = True
    private.save()
    acts.delete_night(deleted, HOST, typed_name=deleted.name)
    for night in (private, deleted):
        assert client.get("/go/", {"code": night.code}).status_code == 404


def test_tonight_comes_first_then_those_to_come_then_the_past(host_client, host):
    now = timezone.now()
    night_at(host, now - timedelta(days=30), name="Last month")
    night_at(host, now + timedelta(days=30), name="Next month")
    night_at(host, now + timedelta(days=7), name="Next week")
    tonight = night_at(host, now, name="Tonight's own")
    add_players(tonight, 3)
    found = nights_of(host, now)
    assert [row.night.name for row in found.tonight] == ["Tonight's own"]
    assert found.tonight[0].listed == 3
    assert [row.night.name for row in found.coming] == ["Next week", "Next month"]
    assert [row.night.name for row in found.past] == ["Last month"]
    page = host_client.get("/").content.decode()
    assert "is tonight" in page
    assert page.index("own") < page.index("Next week") < page.index("Last month")


def test_a_night_under_way_and_one_that_is_over_are_called_so(host, host_client):
    night = night_at(host, timezone.now(), name="Ice Festival")
    for stage, words in (("playing", "is under way"), ("final", "is over")):
        night.stage = stage
        night.save(update_fields=["stage"])
        page = host_client.get("/").content.decode()
        assert words in page
        assert "is tonight" not in page
    assert "The results are final." in page
    assert "Rehearse it" not in page


def test_others_nights_are_not_listed(host_client):
    make_night(name="Somebody else's")
    assert "Somebody else" not in host_client.get("/").content.decode()


def test_without_a_night_the_presets_are_offered(host_client):
    page = host_client.get("/").content.decode()
    for preset in ("wemsa", "fharmacy", "torrence-knox", "torrence-knox-three", "classic"):
        assert f"/nights/new/{preset}/" in page


def test_the_list_takes_two_queries(host, django_assert_num_queries):
    for number in range(4):
        add_players(make_night(organizer=host), number)
    with django_assert_num_queries(2):
        nights_of(host, timezone.now())


@pytest.mark.parametrize(
    ("hours", "tonight"),
    [(-12, True), (-18.9, True), (-19.1, False), (0, True), (4.9, True), (5.1, True), (13.9, True), (14.1, False)],
)  # fmt: skip
def test_tonight_is_the_day_of_the_nights_own_zone_and_goes_on_after_midnight(host, hours, tonight):
    """TIM-05: 7:00 PM in Chicago is the next day in UTC already."""
    start = datetime(2026, 11, 7, 1, 0, tzinfo=UTC)  # Friday, 7:00 PM in Chicago
    night = night_at(host, start)  # check-in is open
    assert is_tonight(night, start + timedelta(hours=hours)) is tonight


def test_a_night_that_is_over_is_not_tonights_after_midnight(host):
    night = night_at(host, datetime(2026, 11, 7, 1, 0, tzinfo=UTC))
    night.stage = "final"
    assert not is_tonight(night, night.starts_at + timedelta(hours=6))


def test_a_deleted_night_can_be_restored_by_its_host_alone(host_client, host):
    night = make_night(organizer=host, name="Gone")
    acts.delete_night(night, HOST, typed_name="Gone")
    page = host_client.get("/").content.decode()
    assert f"/nights/{night.code}/restore/" in page
    stranger = Client()
    stranger.force_login(make_organizer())
    assert stranger.post(f"/nights/{night.code}/restore/").status_code == 404
    assert Client().post(f"/nights/{night.code}/restore/").status_code == 302
    assert host_client.get(f"/nights/{night.code}/restore/").status_code == 405
    assert reload(night).deleted_at is not None
    assert host_client.post(f"/nights/{night.code}/restore/").status_code == 303
    assert reload(night).deleted_at is None
    assert night.log.order_by("-version").first().actor == "host"


def test_a_night_that_is_not_deleted_cannot_be_restored(host_client, host):
    night = make_night(organizer=host)
    version = reload(night).version
    assert host_client.post(f"/nights/{night.code}/restore/").status_code == 404
    assert reload(night).version == version
