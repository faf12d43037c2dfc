"""Who is entering which table: said by phones while somebody types, shown to the others, gone by itself."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.cast import cast_of, helper
from tests.factories import HOST, ready_night, reload, running_games
from tests.web.sheet_forms import url
from tournaments.actions import rounds
from tournaments.models import Entering, LogEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    night = ready_night((8,), games=3, break_after=None)
    rounds.start_game(night, HOST, number=1)
    return reload(night)


@pytest.fixture
def cast(night):
    return cast_of(night)


@pytest.fixture
def game(night):
    return running_games(night)[0]


def here(client, game, **fields):
    return client.post(url(game, "here/"), fields)


def test_the_others_see_it_on_the_list_and_on_the_form(cast, night, game):
    assert here(cast.runner, game).json() == {"others": []}
    assert here(cast.desk, game).json() == {"others": ["runner helper"]}
    for part in ("", "now/"):
        listed = cast.organizer.get(f"/runner/{night.code}/{part}").content.decode()
        assert "runner helper and desk helper are entering this table" in listed
    assert "desk helper is entering this table" in cast.runner.get(url(game)).content.decode()
    asked = cast.runner.get(f"/runner/{night.code}/entering/").json()
    assert asked == {str(game.pk): ["desk helper"]}


def test_it_bumps_no_version_and_logs_nothing(cast, night, game):
    before = (reload(night).version, LogEntry.objects.count())
    here(cast.runner, game)
    here(cast.runner, game)
    assert (reload(night).version, LogEntry.objects.count()) == before
    assert Entering.objects.count() == 1


def test_it_goes_by_itself_and_when_the_form_is_closed(cast, night, game):
    here(cast.runner, game)
    assert here(cast.runner, game, gone="1").status_code == 204
    assert cast.desk.get(f"/runner/{night.code}/entering/").json() == {}
    here(cast.runner, game)
    Entering.objects.update(seen_at=timezone.now() - timedelta(seconds=91))
    assert cast.desk.get(f"/runner/{night.code}/entering/").json() == {}
    assert "is entering" not in cast.desk.get(f"/runner/{night.code}/").content.decode()


def test_a_table_hears_of_its_own_form_alone(cast, night, game):
    other = running_games(night)[1]
    here(cast.runner, game)
    here(cast.runner, other)
    table = helper(night, "table", table_number=game.table.number)
    assert table.get(f"/runner/{night.code}/entering/").json() == {str(game.pk): ["runner helper"]}
    assert here(table, other).status_code == 404


def test_nobody_else_says_or_asks(cast, night, game):
    for client in (cast.player, cast.stranger):
        assert here(client, game).status_code == 403
        assert client.get(f"/runner/{night.code}/entering/").status_code == 403
    assert cast.runner.get(url(game, "here/")).status_code == 405
    elsewhere = ready_night((4,), games=3, break_after=None).games.first()
    assert cast.runner.post(f"/runner/{night.code}/sheets/{elsewhere.pk}/here/").status_code == 404


def test_a_sign_of_life_is_small(cast, game):
    answer = here(cast.runner, game)
    assert len(answer.content) < 200
