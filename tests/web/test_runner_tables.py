"""The runner's list: which tables still owe a sheet, who brought the others, and how it refreshes."""

import pytest

from tests.cast import cast_of, helper
from tests.factories import (
    HOST,
    add_players,
    check_everybody_in,
    make_night,
    post,
    ready_night,
    reload,
    running_games,
)
from tournaments.actions import rounds
from tournaments.actions.movement import begin_movement

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    night = ready_night((8, 4), games=3, break_after=None)
    rounds.start_game(night, HOST, number=1)
    return reload(night)


@pytest.fixture
def cast(night):
    return cast_of(night)


def url(night, part=""):
    return f"/runner/{night.code}/{part}"


def page_of(client, night, part=""):
    response = client.get(url(night, part))
    assert response.status_code == 200
    return response.content.decode()


class TestWhoMayLook:
    @pytest.mark.parametrize("role", ["organizer", "desk", "runner"])
    def test_those_who_collect_sheets(self, cast, night, role):
        assert "Still to collect" in page_of(cast.of(role), night)

    @pytest.mark.parametrize("role", ["player", "stranger"])
    @pytest.mark.parametrize("part", ["", "now/"])
    def test_nobody_else(self, cast, night, role, part):
        assert cast.of(role).get(url(night, part)).status_code == 403

    @pytest.mark.parametrize("part", ["", "now/"])
    def test_a_link_of_another_night_opens_nothing(self, night, part):
        other = ready_night((4,))
        assert helper(other, "runner").get(url(night, part)).status_code == 403

    def test_a_tables_link_shows_its_own_table_alone(self, night):
        games = running_games(night)
        page = page_of(helper(night, "table", table_number=games[0].table.number), night)
        assert str(games[0].pk) in page
        assert str(games[1].pk) not in page

    @pytest.mark.parametrize("part", ["", "now/"])
    def test_nothing_is_posted_here(self, cast, night, part):
        assert cast.runner.post(url(night, part)).status_code == 405

    def test_no_such_night(self, cast):
        assert cast.runner.get("/runner/nosuchnight/").status_code == 404


class TestTheList:
    def test_missing_first_then_disputed_then_in(self, cast, night):
        games = running_games(night)
        post(games[0], (14, 9))
        post(games[1], (14, 9))
        post(games[1], (9, 14))
        page = page_of(cast.runner, night)
        order = [page.index(str(game.pk)) for game in (games[2], games[1], games[0])]
        assert order == sorted(order)
        assert "1 of 3" in page
        assert "two versions" in page
        assert "14–9" in page

    def test_it_says_who_brought_a_sheet_and_when(self, cast, night):
        game = running_games(night)[0]
        post(game)
        sheet = game.sheets.get()
        page = page_of(cast.runner, night)
        assert f"Robin Runner</bdi> · {night.local(sheet.entered_at).strftime('%-I:%M %p')}" in page

    def test_a_sheet_not_everybody_agrees_to_says_so(self, cast, night):
        post(running_games(night)[0], agreed=False)
        assert "not agreed" in page_of(cast.runner, night)

    def test_the_division_stands_by_the_table_where_there_are_two(self, cast, night):
        page = page_of(cast.runner, night)
        assert page.count("Experienced") == 2
        assert page.count("Novice") == 1

    def test_a_closed_game_without_its_sheet_still_owes_it_in_the_next(self, cast, night):
        games = running_games(night)
        for game in games[1:]:
            post(game)
        rounds.close_game(night, HOST, number=1, confirmed=True, reason="sheet lost")
        assert "Game 1</strong> is closed" in page_of(cast.runner, night)
        rounds.start_game(night, HOST, number=2)
        page = page_of(cast.runner, night)
        assert str(games[0].pk) in page
        assert str(games[1].pk) not in page
        assert page.index("Game 1") > page.index("Still to collect")

    def test_before_the_first_game_it_says_what_to_wait_for(self):
        night = ready_night((4,))
        assert "No game is running" in page_of(cast_of(night).runner, night)

    def test_names_are_those_of_the_night(self):
        night = ready_night((4,), public_names="number")
        rounds.start_game(night, HOST, number=1)
        night.players.update(name="Secret Sample")
        assert "Secret" not in page_of(cast_of(night).runner, night)

    def test_a_name_cannot_break_out(self, cast, night):
        night.players.update(name="<script>alert(1)</script>")
        assert "<script>alert" not in page_of(cast.runner, night)


class TestRefreshing:
    def test_the_page_hears_of_news_and_fetches_the_list_alone(self, cast, night):
        page = page_of(cast.runner, night)
        assert f'data-live-seen="{reload(night).version}"' in page
        assert f'data-live-refresh="{url(night, "now/")}"' in page
        post(running_games(night)[0])
        part = page_of(cast.runner, night, "now/")
        assert "<html" not in part
        assert 'id="tables"' in part
        assert "1 of 3" in part


@pytest.mark.parametrize("players", [4, 24])
def test_the_number_of_queries_does_not_grow(players, django_assert_num_queries):
    night = ready_night((players,), games=3, break_after=None)
    rounds.start_game(night, HOST, number=1)
    for game in running_games(night)[1:]:
        post(game)
    client = cast_of(night).runner
    with django_assert_num_queries(9):
        client.get(url(night))


def test_the_queue_shows_the_running_games_and_the_last_ones():
    night = make_night("torrence-knox", last_call="")
    add_players(night, 9)
    check_everybody_in(night)
    begin_movement(night, HOST)
    night = reload(night)
    games = running_games(night)
    client = cast_of(night).runner
    assert page_of(client, night).count("table-link--missing") == len(games) == 2
    post(games[0], (10, 4), bump_cents=0, pairing=2)
    page = page_of(client, night)
    assert page.count("table-link--in") == 1
    assert "Game 1" in page


def test_three_at_a_table_are_three_sides():
    night = ready_night((7,), preset="fharmacy")
    rounds.start_game(night, HOST, number=1)
    three = next(game for game in running_games(night) if game.size == 3)
    post(three, (10, 4, 2), bump_cents=0)
    assert "10–4–2" in page_of(cast_of(night).runner, night)
