"""Where a second person must see each sheet: what each of them is shown, and what counts when."""

import pytest
from django.test import Client

from tests.cast import cast_of, helper, key
from tests.factories import HOST, ready_night, reload, running_games
from tests.web.sheet_forms import JSON, form, send, states, url
from tournaments.actions import links, rounds
from tournaments.models import AccessLink
from tournaments.web.access import token_of

pytestmark = pytest.mark.django_db


def started(how):
    night = ready_night((8,), games=3, break_after=None, second_person=how)
    rounds.start_game(night, HOST, number=1)
    return reload(night)


@pytest.fixture
def night():
    return started("confirms")


@pytest.fixture
def cast(night):
    return cast_of(night)


@pytest.fixture
def game(night):
    return running_games(night)[0]


@pytest.fixture
def blind():
    """The cast of a night of blind re-entry, and a game whose sheet the runner has entered."""
    night = started("enters again")
    cast, game = cast_of(night), running_games(night)[0]
    send(cast.runner, game, form(game))
    return cast, game


def confirm(client, game, **changes):
    fields = {"key": key(), "sheet_id": str(game.sheets.get(state="awaiting").pk), **changes}
    return client.post(url(game, "confirm/"), fields, follow=True)


def page_of(client, game, query=""):
    return client.get(url(game) + query).content.decode()


class TestConfirming:
    def test_the_phone_is_told_that_it_waits(self, cast, game):
        status, answer = send(cast.runner, game, form(game))
        assert (status, answer["state"]) == (200, "awaiting")
        assert "A second person has to see it before it counts" in answer["text"]
        assert "players" not in answer

    def test_who_entered_it_may_correct_it_and_not_confirm_it(self, cast, game):
        send(cast.runner, game, form(game))
        page = page_of(cast.runner, game)
        assert "Somebody else has to confirm it" in page
        assert "?correct" in page
        assert "/confirm/" not in page
        assert "Somebody else has to confirm it" in confirm(cast.runner, game).content.decode()
        assert states(game) == ["awaiting"]

    @pytest.mark.parametrize("role", ["desk", "organizer"])
    def test_somebody_else_compares_it_with_the_paper(self, cast, game, role):
        send(cast.runner, game, form(game))
        page = page_of(cast.of(role), game)
        assert "It is what the paper says" in page
        assert "is confirmed and counts" in confirm(cast.of(role), game).content.decode()
        assert states(game) == ["accepted"]

    def test_pressed_twice_it_counts_once(self, cast, game):
        send(cast.runner, game, form(game))
        sheet_id = str(game.sheets.get().pk)
        once = {"key": key(), "sheet_id": sheet_id}
        for _ in range(2):
            assert cast.desk.post(url(game, "confirm/"), once).status_code == 303
        assert states(game) == ["accepted"]

    def test_another_reading_of_the_paper_is_for_the_director(self, cast, game):
        send(cast.runner, game, form(game))
        assert 'id="sheet"' in page_of(cast.desk, game, "?again")
        assert send(cast.desk, game, form(game, ("9", "14")))[1]["state"] == "contested"

    def test_the_list_the_control_room_and_the_closing_name_it(self, cast, night, game):
        send(cast.runner, game, form(game))
        listed = cast.desk.get(f"/runner/{night.code}/").content.decode()
        assert listed.index("Still to collect") < listed.index("To confirm")
        assert "1 to confirm" in cast.organizer.get(f"/nights/{night.code}/").content.decode()
        closing = cast.organizer.get(f"/nights/{night.code}/games/1/close/").content.decode()
        assert f"Table {game.table.number}, game 1: the sheet waits for a second person." in closing

    @pytest.mark.parametrize("role", ["player", "stranger"])
    def test_others_may_not(self, cast, game, role):
        send(cast.runner, game, form(game))
        assert confirm(cast.of(role), game).status_code == 403

    def test_a_table_does_not_confirm_its_own_sheet(self, cast, night, game):
        send(cast.runner, game, form(game))
        table = helper(night, "table", table_number=game.table.number)
        assert "It is what the paper says" not in page_of(table, game)
        confirm(table, game)
        assert states(game) == ["awaiting"]

    @pytest.mark.parametrize("sheet_id", ["", "x", "00000000-0000-0000-0000-000000000000", "\x00"])
    def test_bad_input_changes_nothing(self, cast, game, sheet_id):
        send(cast.runner, game, form(game))
        assert confirm(cast.desk, game, sheet_id=sheet_id).status_code == 200
        assert states(game) == ["awaiting"]

    def test_looking_confirms_nothing(self, cast, game):
        assert cast.desk.get(url(game, "confirm/")).status_code == 405


class TestBlindReEntry:
    def test_the_second_person_sees_no_number_of_the_first(self, blind):
        cast, game = blind
        page = page_of(cast.desk, game)
        assert 'id="sheet"' in page
        assert "Enter it again from the paper" in page
        assert "14–9" not in page
        assert 'value="14"' not in page
        assert "14–9" not in cast.desk.get(f"/runner/{game.tournament.code}/").content.decode()
        state = cast.desk.get(url(game), headers=JSON).json()
        assert state["state"] == "awaiting"
        assert "scores" not in state
        for part in ("?correct", "?again"):
            assert 'value="14"' not in page_of(cast.desk, game, part)
        assert cast.desk.get(url(game, "move/")).status_code == 303

    def test_who_entered_it_and_the_director_see_it(self, blind):
        cast, game = blind
        assert "Somebody else enters the paper once more" in page_of(cast.runner, game)
        assert "It is what the paper says" in page_of(cast.organizer, game)

    def test_the_same_numbers_count(self, blind):
        cast, game = blind
        assert send(cast.desk, game, form(game))[1]["state"] == "accepted"
        assert game.sheets.get().confirmed_by == "desk helper"

    def test_other_numbers_are_disputed_as_ever(self, blind):
        cast, game = blind
        assert send(cast.desk, game, form(game, ("13", "9")))[1]["state"] == "contested"
        assert states(game) == ["contested", "contested"]

    def test_a_glance_confirms_nothing(self, blind):
        cast, game = blind
        assert "Enter this sheet again from the paper" in confirm(cast.desk, game).content.decode()
        assert states(game) == ["awaiting"]


class TestOneBrowserIsOnePerson:
    """Two helpers' links in one browser, whichever of the two it acts by."""

    @pytest.fixture(params=["confirms", "enters again"])
    def held(self, request):
        """A browser with two runners' links that has entered a sheet by the first, and the game."""
        night = started(request.param)
        browser, game = helper(night, "runner"), running_games(night)[0]
        assert send(browser, game, form(game))[1]["state"] == "awaiting"
        second = links.make_link(night, HOST, role="runner", name="Robin")["link"]
        browser.get(f"/h/{token_of(AccessLink.objects.get(pk=second))}/")
        return browser, game

    def test_it_does_not_confirm_its_own_sheet_by_the_other_link(self, held):
        browser, game = held
        said = "This browser has opened the link of runner helper too, who entered it"
        assert said in confirm(browser, game).content.decode()
        assert send(browser, game, form(game))[1]["state"] == "awaiting"
        assert states(game) == ["awaiting"]

    def test_it_is_shown_its_own_sheet_and_no_button(self, held):
        browser, game = held
        page = page_of(browser, game)
        assert "?correct" in page
        assert "/confirm/" not in page
        pile = browser.get(f"/runner/{game.tournament.code}/grid/").content.decode()
        assert pile.count('<form class="paper__form"') == 1  # of the other table

    def test_the_host_who_has_tried_a_link_decides_all_the_same(self, held):
        browser, game = held
        browser.force_login(game.tournament.organizer)
        confirm(browser, game)
        assert states(game) == ["accepted"]

    def test_somebody_elses_browser_counts(self, held):
        _, game = held
        assert send(helper(game.tournament, "desk"), game, form(game))[1]["state"] == "accepted"

    def test_a_tables_code_scanned_by_a_runner_is_not_the_runner(self):
        night = started("confirms")
        game = running_games(night)[0]
        table = links.make_link(night, HOST, role="table", name="Table", table_number=game.table.number)[
            "link"
        ]
        phone, runner = Client(), helper(night, "runner")
        for client in (phone, runner):
            client.get(f"/h/{token_of(AccessLink.objects.get(pk=table))}/")
        assert send(phone, game, form(game))[1]["state"] == "awaiting"
        confirm(runner, game)
        assert states(game) == ["accepted"]
