"""Failures other events had in the field that no screen's own tests cover (see the table in docs/sheets.md)."""

import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.cast import cast_of, key
from tests.factories import HOST, ready_night, reload, running_games
from tests.web.sheet_forms import form, send
from tests.web.streams import Stream
from tournaments.actions import rounds

ROOT = Path(__file__).parents[2]


@pytest.mark.django_db
def test_net_01_a_walk_in_sent_twice_is_one_player():
    night = ready_night((4,), games=3, break_after=None)
    desk = cast_of(night).desk
    walk_in = {"key": key(), "name": "Walker Sample", "division": night.divisions.first().pk}
    first, second = (desk.post(f"/desk/{night.code}/new/", walk_in) for _ in range(2))
    assert (first.status_code, second.status_code) == (303, 303)
    assert first["Location"] == second["Location"]
    assert night.players.filter(name="Walker Sample").count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("huge", ["-99999999999", "99999999999999999999", "-" + "9" * 400])
def test_sco_05_a_number_beyond_every_column_is_refused_at_its_field(huge):
    night = ready_night((4,), games=3, break_after=None)
    rounds.start_game(night, HOST, number=1)
    [game] = running_games(reload(night))
    status, answer = send(cast_of(night).runner, game, form(game, (huge, "9")))
    assert status == 422
    assert "scores.0" in [problem["field"] for problem in answer["problems"]]


def test_net_04_sixty_open_streams_leave_the_desk_quick(site):
    night = ready_night((16,), games=3, break_after=None)
    desk = cast_of(night).desk
    with ExitStack() as stack:
        streams = [stack.enter_context(Stream(site.port, f"/wall/{night.code}/events/")) for _ in range(60)]
        assert {stream.status for stream in streams} == {200}
        begun = time.monotonic()
        assert desk.get(f"/desk/{night.code}/").status_code == 200
        assert time.monotonic() - begun < 2


def test_net_11_no_worker_stands_between_a_sheet_and_the_server():
    ours = [*(ROOT / "static" / "js").rglob("*.js"), *(ROOT / "templates").rglob("*.html")]
    assert len(ours) > 50
    using = {path.name for path in ours if "serviceWorker" in path.read_text(encoding="utf-8")}
    assert using <= {"wall.js"}  # whose worker only tells that the server is away
