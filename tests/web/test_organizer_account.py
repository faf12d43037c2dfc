"""The organizer's account: made once, signed in to, guessed at slowly, signed out of."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from euchre_night import first_run
from tests.factories import make_night, make_organizer
from tournaments.models import SignInTries
from tournaments.web.organizer import throttle

pytestmark = pytest.mark.django_db

PASSWORD = "a long enough password"
NEW = {"full_name": "Harper Host", "username": "harper", "password1": PASSWORD, "password2": PASSWORD}


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path / "data"


def sign_in(client, name, password=PASSWORD, **form):
    return client.post("/sign-in/", {"username": name, "password": password, **form})


def is_in(client):
    return "_auth_user_id" in client.session


class TestTheFirstRun:
    def test_the_link_makes_the_account_and_signs_in(self, client):
        link = first_run.make()
        assert client.get(link).status_code == 200
        answer = client.post(link, NEW)
        assert answer.status_code == 303
        host = User.objects.get()
        assert (host.username, host.get_full_name()) == ("harper", "Harper Host")
        assert is_in(client)

    def test_looking_at_it_uses_nothing_up(self, client):
        link = first_run.make()
        for _ in range(3):
            client.get(link)
        assert first_run.verify(link.split("/")[2])
        assert not User.objects.exists()

    def test_it_works_once(self, client):
        link = first_run.make()
        client.post(link, NEW)
        again = Client().post(link, {**NEW, "username": "second"})
        assert again.status_code == 404
        assert "This link was used" in again.content.decode()
        assert User.objects.count() == 1

    def test_a_wrong_link_makes_nothing(self, client):
        first_run.make()
        assert client.post("/first-run/guessed/", NEW).status_code == 404
        assert not User.objects.exists()

    @pytest.mark.parametrize(
        "bad",
        [
            {"password1": "short", "password2": "short"},
            {"password2": "something else"},
            {"password1": "password", "password2": "password"},
            {"username": ""},
            {"username": "a b c"},
            {"username": "x" * 200},
            {"full_name": "\x00"},
        ],
    )
    def test_bad_input_is_refused_and_the_link_stays_valid(self, client, bad):
        link = first_run.make()
        assert client.post(link, {**NEW, **bad}).status_code == 422
        assert not User.objects.exists()
        assert client.post(link, NEW).status_code == 303


class TestSigningIn:
    def test_it_leads_to_where_the_host_wanted_to_go(self, client):
        host = make_organizer("host")
        night = make_night(organizer=host)
        asked = client.get(f"/nights/{night.code}/")
        assert asked.status_code == 302
        assert asked["Location"].startswith("/sign-in/?next=")
        answer = sign_in(client, "host", next=f"/nights/{night.code}/")
        assert (answer.status_code, answer["Location"]) == (303, f"/nights/{night.code}/")

    @pytest.mark.parametrize(
        "elsewhere", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "/\\evil.example"]
    )
    def test_it_never_leads_off_the_site(self, client, elsewhere):
        make_organizer("host")
        assert sign_in(client, "host", next=elsewhere)["Location"] == "/"

    def test_a_wrong_password_is_refused_and_the_name_kept(self, client):
        make_organizer("host")
        answer = sign_in(client, "host", "wrong")
        assert answer.status_code == 422
        assert 'value="host"' in answer.content.decode()
        assert not is_in(client)

    @pytest.mark.parametrize("bad", [("", ""), ("\x00", "x"), ("x" * 5000, "y" * 5000), ("host", "")])
    def test_bad_input_is_refused(self, client, bad):
        assert sign_in(client, *bad).status_code == 422

    def test_who_is_in_already_goes_on(self, client):
        client.force_login(make_organizer())
        assert client.get("/sign-in/").status_code == 303

    def test_signing_out_takes_a_post(self, client):
        client.force_login(make_organizer())
        assert client.get("/sign-out/").status_code == 405
        assert is_in(client)
        assert client.post("/sign-out/").status_code == 303
        assert not is_in(client)


class TestGuessing:
    """SEC-04: a single account under attack is slowed, never the address of the venue."""

    def test_the_waits(self):
        assert [throttle.seconds_to_wait(n) for n in range(13)] == [
            0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60,
        ]  # fmt: skip

    def test_after_five_wrong_passwords_even_the_right_one_has_to_wait(self, client):
        make_organizer("host")
        for _ in range(throttle.FREE_TRIES):
            assert sign_in(client, "host", "wrong").status_code == 422
        answer = sign_in(client, "host")
        assert answer.status_code == 429
        assert "Try again in" in answer.content.decode()
        assert not is_in(client)

    def test_the_others_behind_the_same_address_get_in(self):
        names = [f"staff{n}" for n in range(12)]
        for name in names:
            make_organizer(name)
        for name in names[:5]:
            for _ in range(2):
                sign_in(Client(), name, "wrong")
        for _ in range(20):
            sign_in(Client(), names[0], "wrong")
        for name in names[1:]:
            browser = Client()
            assert sign_in(browser, name).status_code == 303
            assert is_in(browser)

    def test_the_owners_own_browser_is_not_kept_out(self):
        make_organizer("host")
        own = Client()
        assert sign_in(own, "host").status_code == 303
        own.post("/sign-out/")
        for _ in range(20):
            sign_in(Client(), "host", "wrong")
        assert sign_in(own, "host").status_code == 303

    def test_a_known_browser_is_known_for_its_own_account_alone(self):
        make_organizer("host")
        make_organizer("other")
        browser = Client()
        sign_in(browser, "other")
        browser.post("/sign-out/")
        for _ in range(throttle.FREE_TRIES):
            sign_in(Client(), "host", "wrong")
        assert sign_in(browser, "host").status_code == 429

    def test_a_forged_mark_is_worth_nothing(self):
        make_organizer("host")
        for _ in range(throttle.FREE_TRIES):
            sign_in(Client(), "host", "wrong")
        browser = Client()
        for forged in ("x", "\x00", b"host\nmark:signature".hex(), "zz" * 4000):
            browser.cookies["euchre_known"] = forged
            assert sign_in(browser, "host").status_code == 429

    def test_capitals_and_spaces_open_no_second_counter(self, client):
        make_organizer("host")
        for name in ("host", "HOST", " host ", "Host", "hOst"):
            sign_in(client, name, "wrong")
        assert sign_in(client, "host").status_code == 429

    def test_a_name_nobody_has_is_treated_alike(self, client):
        """Otherwise the wait itself would tell which accounts exist."""
        for _ in range(throttle.FREE_TRIES):
            assert sign_in(client, "nobody", "wrong").status_code == 422
        assert sign_in(client, "nobody", "wrong").status_code == 429

    def test_waiting_and_success_forget(self):
        now = timezone.now()
        for _ in range(7):
            throttle.take_a_try("bucket", now)
        assert throttle.take_a_try("bucket", now) > 0
        assert throttle.take_a_try("bucket", now + timedelta(seconds=61)) == 0
        throttle.forget("bucket")
        assert not SignInTries.objects.exists()

    def test_old_tries_are_cleared_away(self):
        then = timezone.now()
        for number in range(10):
            throttle.take_a_try(f"bucket {number}", then)
        throttle.take_a_try("new", then + throttle.FORGOTTEN_AFTER + timedelta(seconds=1))
        assert SignInTries.objects.count() == 1

    def test_a_try_refused_for_coming_early_does_not_make_the_wait_longer(self):
        now = timezone.now()
        for _ in range(throttle.FREE_TRIES):
            throttle.take_a_try("bucket", now)
        for _ in range(50):
            assert throttle.take_a_try("bucket", now) == 1
