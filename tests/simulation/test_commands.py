"""`manage.py demo` and `manage.py simulate`, as somebody types them."""

from __future__ import annotations

import re
import stat
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.utils import timezone

from tests.factories import make_organizer
from tournaments.management.commands import demo
from tournaments.models import Tournament
from tournaments.queries.games import tables_of_game
from tournaments.queries.health import health_of
from tournaments.simulation import Script, Stop, simulate

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("think_here")]

SITE = "http://192.168.1.20:8000"


@pytest.fixture(autouse=True)
def data_folder(settings, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path


def run(command: str, *arguments: str, **options) -> str:
    output = StringIO()
    call_command(command, *arguments, stdout=output, **options)
    return output.getvalue()


def _only_the_draw(script: Script, *, organizer: User) -> Tournament:
    """A demo night that is quickly made."""
    return simulate(replace(script, players=(8,), stop=Stop(0)), organizer=organizer)


def path_of(printed: str, whom: str) -> str:
    """The path of the link printed for somebody."""
    found = re.search(rf"^ +{re.escape(whom)} +{re.escape(SITE)}(/\S*)$", printed, re.MULTILINE)
    assert found, printed
    return found[1]


class TestTheDemo:
    def test_every_role_gets_a_link_that_opens_and_nothing_doubles(self, data_folder, monkeypatch):
        printed = run("demo", address=SITE)
        night = Tournament.objects.get()

        password = re.search(r"Password: (\S+)", printed)[1]
        host = Client()
        host.post(path_of(printed, "Sign in as the organizer"), {"username": "demo", "password": password})
        assert host.get(path_of(printed, "Control room")).status_code == 200
        for whom in ("Desk", "Table runner"):
            helper = Client()
            assert helper.get(path_of(printed, whom), follow=True).status_code == 200
        for whom in ("Wall (projector)", "Players' phones"):
            assert Client().get(path_of(printed, whom)).status_code == 200
        assert night.is_demo
        assert night.organizer.username == "demo"

        again = run("demo", address="http://localhost:9000")
        assert Tournament.objects.count() == 1
        assert "still here" in again
        assert f"Password: {password}\n" in again
        assert f"http://localhost:9000/wall/{night.code}/" in again
        file = data_folder / "demo-password"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600

        self.assert_in_the_middle_of_game_5(night)
        monkeypatch.setattr(demo, "simulate", _only_the_draw)
        run("demo", "--new", seed=2)
        assert Tournament.objects.filter(deleted_at=None).count() == 1
        night.refresh_from_db()
        assert night.deleted_at is not None

    def assert_in_the_middle_of_game_5(self, night):
        games = tables_of_game(night, 5, timezone.now())
        states = [card.state for game in games for card in game.cards]
        assert [game.division.name for game in games] == ["Experienced", "Novice"]
        assert (states.count("running"), states.count("disputed")) == (3, 1)
        assert states.count("in") == len(states) - 4 >= 5
        assert night.log.filter(act="start_break").exists()
        assert night.message
        assert health_of(night) == ()

    def test_somebodys_own_account_is_left_alone(self):
        User.objects.create_user("demo", password="a long enough password")
        with pytest.raises(CommandError, match="own account"):
            run("demo")
        assert User.objects.get().check_password("a long enough password")


class TestSimulate:
    def test_it_tells_the_night_and_prints_its_links(self):
        make_organizer("casey")
        printed = run("simulate", preset="torrence-knox-three", players="9", games=1, address=SITE)

        night = Tournament.objects.get()
        assert night.stage == "final"
        assert path_of(printed, "Wall (projector)") == f"/wall/{night.code}/"
        assert printed.index("Wall (projector)") < printed.index("Checked in 9 players")
        assert "Played game 1 at 3 tables." in printed
        assert "$45 together." in printed

    def test_heads_by_division_and_where_to_stop(self):
        make_organizer("casey")
        make_organizer("robin")
        run("simulate", players="8,5", games=2, until="game 1", organizer="robin", seed=4)

        night = Tournament.objects.get()
        assert night.organizer.username == "robin"
        assert [division.players.count() for division in night.divisions.all()] == [
            8 + 1,
            5,
        ]  # one did not come
        assert dict(night.rounds.values_list("number", "status")) == {1: "closed", 2: "planned"}

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"players": "many"}, "heads"),
            ({"players": "3"}, "4 or more"),
            ({"until": "pizza"}, "say 'draw'"),
            ({"games": 2, "until": "game 3"}, "no game 3"),
            ({"organizer": "nobody"}, "no account 'nobody'"),
        ],
    )
    def test_what_it_cannot_do(self, options, message):
        make_organizer("casey")
        with pytest.raises(CommandError, match=message):
            run("simulate", **options)
        assert not Tournament.objects.exists()

    def test_it_asks_whose_night_it_is(self):
        with pytest.raises(CommandError, match="createsuperuser"):
            run("simulate")
        make_organizer("casey")
        make_organizer("robin")
        with pytest.raises(CommandError, match="casey, robin"):
            run("simulate")
