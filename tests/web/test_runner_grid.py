"""A pile of paper on one page: each row takes what the runner's form takes, with the same checks and problems."""

import re

import pytest

from tests.cast import cast_of, helper, key
from tests.factories import HOST, post, ready_night, reload, running_games
from tests.queue_nights import queue_night
from tests.web.sheet_forms import JSON, states, url
from tournaments.actions import rounds
from tournaments.models import Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    night = ready_night((8, 4), games=3, break_after=None)
    rounds.start_game(night, HOST, number=1)
    return reload(night)


@pytest.fixture
def cast(night):
    return cast_of(night)


def page_of(client, night):
    response = client.get(f"/runner/{night.code}/grid/")
    assert response.status_code == 200
    return response.content.decode()


def row(game, scores=("14", "9"), **changes):
    """The fields of one row as a browser sends them."""
    fields = {"key": key(), "revision": str(game.revision), "corrects": "", "how": "totals", "pairing": "2"}
    fields |= {f"scores.{side}": score for side, score in enumerate(scores)}
    fields |= {f"agree.{side}": "on" for side in range(len(scores))}
    return {**fields, "bump": "4", "loner_seats": "", "reason": "", **changes}


def send(client, game, fields):
    response = client.post(url(game), fields, headers=JSON)
    return response.status_code, response.json()


class TestThePage:
    def test_of_a_queue_each_row_names_its_game(self):
        night = queue_night(9)
        page = page_of(cast_of(night).runner, night)
        assert page.count('data-round="0"') == 2
        assert ">Game 1</span>" in page
        assert ">Game 2</span>" in page

    @pytest.mark.parametrize("role", ["organizer", "desk", "runner"])
    def test_every_table_has_a_row_in_order_of_tables(self, cast, night, role):
        page = page_of(cast.of(role), night)
        assert re.findall(r'data-table="(\d+)"', page) == ["1", "2", "21"]
        assert page.count('<form class="paper__form"') == 3

    def test_not_for_a_table_or_the_public(self, cast, night):
        table = helper(night, "table", table_number=1)
        for client in (table, cast.player, cast.stranger):
            assert client.get(f"/runner/{night.code}/grid/").status_code == 403
        assert cast.desk.post(f"/runner/{night.code}/grid/").status_code == 405
        assert "/grid/" not in table.get(f"/runner/{night.code}/").content.decode()

    def test_the_same_seats_and_boxes_as_on_paper(self, cast, night):
        game = running_games(night)[0]
        page = page_of(cast.desk, night)
        part = page[page.index(f'id="paper-{game.pk}"') :]
        seats = [seat.player.name for seat in game.seats.order_by("position")]
        assert [part.index(name) for name in seats] == sorted(part.index(name) for name in seats)
        assert re.findall(r'<option value="(\d)"', part)[:3] == ["1", "2", "3"]

    def test_two_of_one_first_name_are_told_apart_in_the_boxes(self, cast, night):
        game = running_games(night)[0]
        for seat, name in zip(
            game.seats.order_by("position"), ("Ann Lee", "Bob", "Ann | Day", "Cy"), strict=True
        ):
            Player.objects.filter(pk=seat.player_id).update(name=name)
        page = page_of(cast.desk, night)
        part = page[page.index(f'id="paper-{game.pk}"') :]
        numbers = list(game.seats.order_by("position").values_list("player__number", flat=True))
        assert f"2: {numbers[0]} Ann Lee &amp; {numbers[2]} Ann | Day</option>" in part
        assert 'data-first="Ann Lee and Ann | Day" data-second="Bob and Cy"' in part

    def test_what_is_in_has_no_fields(self, cast, night):
        first, second, _ = running_games(night)
        post(first)
        post(second, agreed=False)
        page = page_of(cast.desk, night)
        assert page.count('<form class="paper__form"') == 1
        assert "14–9" in page

    def test_planned_partners_are_chosen_and_three_have_none(self):
        night = ready_night((7,), preset="fharmacy")
        rounds.start_game(night, HOST, number=1)
        page = page_of(cast_of(reload(night)).desk, night)
        assert 'value="2" data-first' in page
        assert page.count('name="pairing"') == 1
        assert page.count('name="scores.2"') == 1
        assert 'name="bump"' not in page

    @pytest.mark.parametrize("players", [8, 24])
    def test_the_number_of_queries_is_fixed(self, players, django_assert_num_queries):
        night = ready_night((players,), games=3, break_after=None)
        rounds.start_game(night, HOST, number=1)
        client = cast_of(night).runner
        with django_assert_num_queries(8):
            page_of(client, night)

    def test_before_the_first_game(self):
        night = ready_night((4,), games=3, break_after=None)
        assert "No game is running" in page_of(cast_of(night).desk, night)


class TestARow:
    def test_saved_with_its_loners(self, cast, night):
        game = running_games(night)[0]
        status, answer = send(cast.desk, game, row(game, loner_seats="13 1"))
        assert (status, answer["state"]) == (200, "accepted")
        assert list(game.sheets.get().lines.order_by("position").values_list("loners", flat=True)) == [
            2,
            0,
            1,
            0,
        ]

    @pytest.mark.parametrize(
        ("changes", "field"),
        [
            ({"pairing": ""}, "pairing"),
            ({"scores.0": ""}, "scores.0"),
            ({"scores.1": "49"}, "scores.1"),
            ({"bump": ""}, "bump"),
            ({"loner_seats": "5"}, "loners"),
            ({"loner_seats": "<b>"}, "loners"),
            ({"loner_seats": "1" * 9999}, "loners"),
        ],
    )
    def test_refused_at_its_field(self, cast, night, changes, field):
        game = running_games(night)[0]
        status, answer = send(cast.desk, game, row(game, **changes))
        assert status == 422
        assert field in [problem["field"] for problem in answer["problems"]]
        assert not game.sheets.exists()

    def test_the_odd_is_asked_about_and_saved_with_a_reason(self, cast, night):
        game = running_games(night)[0]
        status, answer = send(cast.desk, game, row(game, ("6", "5"), bump="0"))
        assert (status, answer["problems"][0]["level"]) == (422, "confirm")
        again = row(game, ("6", "5"), bump="0", confirmed="1", reason="eleven hands")
        assert send(cast.desk, game, again)[1]["state"] == "accepted"

    def test_not_agreed_goes_to_the_director(self, cast, night):
        game = running_games(night)[0]
        assert send(cast.desk, game, row(game, disagree="on"))[1]["state"] == "contested"

    def test_without_scripts_a_row_is_a_plain_form(self, cast, night):
        game = running_games(night)[0]
        refused = cast.desk.post(url(game), row(game, ("", "9")))
        assert refused.status_code == 422
        assert 'value="9"' in refused.content.decode()
        assert cast.desk.post(url(game), row(game)).status_code == 303
        assert states(game) == ["accepted"]


def test_blind_re_entry_of_a_pile():
    night = ready_night((4,), games=3, break_after=None, second_person="enters again")
    rounds.start_game(night, HOST, number=1)
    cast, [game] = cast_of(night), running_games(reload(night))
    assert send(cast.runner, game, row(game))[1]["state"] == "awaiting"
    assert "paper__form" not in page_of(cast.runner, night)
    second = page_of(cast.desk, night)
    assert "paper__form" in second
    assert "14–9" not in second
    assert send(cast.desk, game, row(game))[1]["state"] == "accepted"
