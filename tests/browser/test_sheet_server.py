"""The hall's worst evening: a slow network, the server killed in the middle of a save, sessions and tokens gone."""

import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from playwright.sync_api import expect

from tests.browser.sheets import OFFLINE, SheetPage, open_link
from tests.cast import cast_of
from tests.factories import HOST, ready_night, reload, running_games
from tests.project.programs import ROOT, variables
from tournaments.actions import rounds
from tournaments.models import LogEntry, Tournament

BROKEN = OFFLINE + "|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE|ERR_SOCKET"


@pytest.fixture
def night(site):
    night = ready_night((8,), games=3, break_after=None)
    rounds.start_game(night, HOST, number=1)
    return reload(night)


@pytest.fixture
def game(night):
    return running_games(night)[0]


@pytest.fixture
def runner(phone, site, night):
    return open_link(phone, site, night)


def filled(page, game):
    return SheetPage(page, game).open().pair(2).totals(14, 9, bump=4).agree()


def stored(game):
    return list(game.sheets.values_list("state", "scores"))


class TestASlowNetwork:
    """400 ms each way and 50 kB a second (SCO-13)."""

    MOST_BYTES = 20_000

    @pytest.fixture
    def slow(self, runner):
        """What the page received since, in bytes."""
        throttle = runner.context.new_cdp_session(runner)
        throttle.send("Network.enable")
        limits = {"latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
        throttle.send("Network.emulateNetworkConditions", {"offline": False, **limits})
        received = []
        throttle.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
        return received

    def test_a_save_is_small_tells_what_it_does_and_lets_the_next_form_open(self, slow, runner, night, game):
        _, other = running_games(night)
        sheet = filled(runner, game)
        del slow[:]
        begun = time.monotonic()
        sheet.save()
        expect(runner.locator(".sync--waiting")).to_contain_text("sending…")
        sheet.expect_saved()
        assert sum(slow) < self.MOST_BYTES
        assert time.monotonic() - begun < 5
        filled(runner, other).save()
        runner.get_by_role("link", name="Next table").tap()
        for table in ("Table 1", "Table 2"):
            expect(runner.locator("#tables .table-link--in", has_text=table)).to_be_visible(timeout=20_000)
        assert stored(other) == [("accepted", [14, 9])]


class Serving:
    """The site in a process of its own, on the tests' database, so that it can be killed like a program."""

    def __init__(self, port, folder):
        self._port, self._folder, self._process = port, folder, None

    def start(self):
        command = [sys.executable, "manage.py", "serve", "--port", str(self._port)]
        self._process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=self._environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        said = ""
        while "Ctrl-C closes it." not in said:
            line = self._process.stdout.readline()
            assert line, said
            said += line

    def kill(self):
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(10)
        self._process.stdout.close()

    def _environment(self):
        more = {"SECRET_KEY": settings.SECRET_KEY, "ALLOWED_HOSTS": "night.test", "PYTHONUNBUFFERED": "1"}
        database = connection.settings_dict
        if connection.vendor == "postgresql":
            user = f"{database['USER']}:{database['PASSWORD']}@" if database["USER"] else ""
            where = f"{database['HOST']}:{database['PORT']}"
            more["DATABASE_URL"] = f"postgres://{user}{where}/{database['NAME']}"
        else:
            (self._folder / "euchre-night.sqlite3").symlink_to(database["NAME"])
        return variables(self._folder, **more)


@contextmanager
def held(night):
    """Nobody else can do an act of the night meanwhile: a save that arrives stays in the middle."""
    with transaction.atomic():
        Tournament.objects.select_for_update(no_key=True).get(pk=night.pk)
        yield


@pytest.mark.both_databases
def test_the_server_is_killed_in_the_middle_of_a_save_and_started_again(
    runner, site, night, game, faults, tmp_path
):
    faults.allow(BROKEN)
    sheet = filled(runner, game)
    site.stop()
    serving = Serving(site.port, tmp_path)
    serving.start()
    with held(night):
        sheet.save()
        expect(runner.locator(".sync--waiting")).to_contain_text("sending…")
        time.sleep(0.5)  # it is there by now, and waits for the night
        serving.kill()
    expect(runner.locator(".sync--waiting")).to_contain_text("waiting to send")
    assert stored(game) == []
    assert len(sheet.kept()) == 1
    site.start()
    expect(runner.locator(".sync--saved")).to_be_visible(timeout=20_000)
    assert stored(game) == [("accepted", [14, 9])]
    assert LogEntry.objects.filter(act="post_sheet").count() == 1
    assert sheet.kept() == []


def test_every_session_is_deleted_and_a_helpers_sheet_goes_all_the_same(runner, game):
    sheet = filled(runner, game)
    Session.objects.all().delete()
    runner.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    sheet.save().expect_saved()
    assert stored(game) == [("accepted", [14, 9])]


def test_a_stale_token_is_fetched_anew(runner, site, game, faults):
    faults.allow("status of 403")
    sheet = filled(runner, game)
    runner.context.add_cookies([{"name": "csrftoken", "value": "stale", "url": site.lan_url}])
    sheet.save().expect_saved()
    assert stored(game) == [("accepted", [14, 9])]


def test_a_host_signed_out_in_the_middle_loses_nothing(open_page, site, night, game, faults):
    faults.allow("status of 403")
    page = open_page("phone", base_url=site.lan_url)
    signed_in = [
        {"name": name, "value": cookie.value, "url": site.lan_url}
        for name, cookie in cast_of(night).organizer.cookies.items()
    ]
    page.context.add_cookies(signed_in)
    sheet = filled(page, game)
    Session.objects.all().delete()
    sheet.save()
    expect(page.locator(".sync--waiting")).to_contain_text("Kept on this phone")
    assert stored(game) == []
    page.context.add_cookies(
        [
            {"name": name, "value": cookie.value, "url": site.lan_url}
            for name, cookie in cast_of(night).organizer.cookies.items()
        ]
    )
    page.reload()
    expect(page.locator(".sync--saved").or_(page.get_by_role("article", name="In"))).to_be_visible()
    assert stored(game) == [("accepted", [14, 9])]


def test_back_and_reload_send_nothing_again(runner, night, game):
    filled(runner, game).save().expect_saved()
    runner.get_by_role("link", name="Next table").tap()
    expect(runner.locator("#tables")).to_be_visible()
    runner.go_back()
    runner.reload()
    expect(runner.get_by_role("article", name="In")).to_be_visible()
    assert LogEntry.objects.filter(act="post_sheet").count() == 1
    assert stored(game) == [("accepted", [14, 9])]
