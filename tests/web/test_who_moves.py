"""Who moves: the extra hand on the sheet's form and in the control room, and tables of the queue that go on."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.cast import cast_of, helper, key
from tests.factories import HOST, add_players, check_everybody_in, make_night, post, reload, running_games
from tests.queue_nights import queue_night, state_of
from tests.web.sheet_forms import form, hand, hands_form, send, states, url
from tournaments.actions import movement, rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    night = make_night("classic", games=3)
    add_players(night, 8)
    check_everybody_in(night)
    movement.begin_movement(night, HOST)
    rounds.start_game(night, HOST, number=1)
    return reload(night)


@pytest.fixture
def cast(night):
    return cast_of(night)


@pytest.fixture
def game(night):
    return running_games(night)[1]


def level(game, **more):
    return form(game, scores=("7", "7"), **{"pairing": "2", "bump": None, **more})


class TestTheForm:
    def test_it_asks_and_one_tap_answers(self, cast, game):
        page = cast.runner.get(url(game)).content.decode()
        assert "Who won the extra hand?" in page
        status, answer = send(cast.runner, game, level(game))
        assert (status, answer["problems"][0]["code"]) == (422, "extra-hand")
        assert send(cast.runner, game, level(game, extra_hand="1"))[0] == 200
        assert game.sheets.get().extra_hand == 1
        assert "Extra hand" in cast.runner.get(url(game)).content.decode()

    def test_what_was_ticked_stays_when_something_else_is_wrong(self, cast, game):
        page = cast.runner.post(url(game), level(game, extra_hand="1", scores__1=""))
        assert page.status_code == 422
        assert 'name="extra_hand" value="1" checked' in page.content.decode()

    def test_a_tick_of_a_draw_that_is_none_any_more_is_forgotten(self, cast, game):
        assert send(cast.runner, game, level(game, scores__0="8", extra_hand="0"))[0] == 200
        assert game.sheets.get().extra_hand is None

    @pytest.mark.parametrize("bad", ["2", "-1", "x", "9" * 5000])
    def test_anything_else_is_no_answer(self, cast, game, bad):
        assert send(cast.runner, game, level(game, extra_hand=bad))[0] == 422

    def test_hand_by_hand_too(self, cast, game):
        hands = [hand(0), hand(1)] * 4
        status, _ = send(cast.runner, game, hands_form(game, hands, pairing="2", bump=None, extra_hand="0"))
        assert status == 200
        assert game.sheets.get().extra_hand == 0

    def test_the_last_game_and_a_schedule_do_not_ask(self, night, cast):
        for number in (1, 2):
            for game in running_games(night):
                post(game, (9, 7), pairing=2)
            rounds.close_game(night, HOST, number=number)
            rounds.start_game(night, HOST, number=number + 1)
        assert "extra hand" not in cast.runner.get(url(running_games(night)[0])).content.decode()

    def test_a_table_answers_for_itself(self, night, game):
        table = helper(night, "table", table_number=game.table.number)
        assert send(table, game, level(game, extra_hand="0"))[0] == 200


class TestTheBell:
    """The head table's bell ends the game for all (setting); a game stopped so has its reason prepared."""

    @pytest.fixture
    def night(self):
        night = make_night("classic", games=3, head_table_bell=True)
        add_players(night, 8)
        check_everybody_in(night)
        movement.begin_movement(night, HOST)
        rounds.start_game(night, HOST, number=1)
        return reload(night)

    def test_the_control_room_says_when_to_ring_it(self, night, cast):
        head, _ = running_games(night)
        assert "ring the bell" not in cast.organizer.get(f"/nights/{night.code}/").content.decode()
        post(head, (9, 7), pairing=2)
        assert "The head table is done: ring the bell for game 1" in (
            cast.organizer.get(f"/nights/{night.code}/").content.decode()
        )

    def test_the_wall_and_the_phones_tell_the_others_to_finish_their_hand(self, night, client):
        head, other = running_games(night)
        words = "The head table is done. Finish your hand, and the score stands."
        wall = reverse("screen:wall", args=[night.code])
        plays = reverse("player:own", args=[night.code, other.seats.first().player.key])
        assert words not in client.get(wall).content.decode() + client.get(plays).content.decode()
        post(head, (9, 7), pairing=2)
        assert words in client.get(wall).content.decode()
        assert words in client.get(plays).content.decode()
        done = reverse("player:own", args=[night.code, head.seats.first().player.key])
        assert words not in client.get(done).content.decode()
        post(other, (3, 2), pairing=2, reason="the bell")
        assert words not in client.get(wall).content.decode()

    def test_the_reason_is_prepared_and_can_be_typed_over(self, cast, game):
        stopped = form(game, scores=("3", "2"), pairing="2", bump=None)
        page = cast.runner.post(url(game), stopped)
        assert page.status_code == 422
        assert "The bell rang: the hand was finished, and the score stands" in page.content.decode()
        assert "The bell rang" in cast.runner.get(url(game)).content.decode()  # the scripts know it
        assert send(cast.runner, game, {**stopped, "confirmed": "1", "reason": "They left"})[0] == 200

    def test_elsewhere_few_points_have_none(self):
        plain = make_night("classic", games=3)
        add_players(plain, 8)
        check_everybody_in(plain)
        movement.begin_movement(plain, HOST)
        rounds.start_game(plain, HOST, number=1)
        game = running_games(plain)[0]
        page = cast_of(plain).runner.post(url(game), form(game, scores=("3", "2"), pairing="2", bump=None))
        assert 'value="The bell rang' not in page.content.decode()


class TestTheControlRoom:
    def sheet_page(self, night, game):
        return f"/nights/{night.code}/sheets/{game.pk}/"

    @pytest.fixture
    def drawn(self, night, game):
        for other in running_games(night):
            if other != game:
                post(other, (9, 7), pairing=2)
        return post(game, (7, 7), pairing=2)["sheet"]

    def test_it_leads_to_the_question(self, night, cast, game, drawn):
        control = cast.organizer.get(f"/nights/{night.code}/").content.decode()
        assert "Say who won it" in control
        assert self.sheet_page(night, game) in control
        page = cast.organizer.get(self.sheet_page(night, game)).content.decode()
        assert "Who won the extra hand?" in page

    def test_one_tap_answers_and_pressed_twice_it_is_once(self, night, cast, game, drawn):
        fields = {"key": key(), "sheet_id": drawn, "side": "1"}
        address = self.sheet_page(night, game) + "extra-hand/"
        for _ in range(2):
            assert cast.organizer.post(address, fields).status_code == 303
        assert states(game) == ["accepted", "superseded"]
        assert "won it" in cast.organizer.get(self.sheet_page(night, game)).content.decode()
        assert "Close game 1" in cast.organizer.get(f"/nights/{night.code}/").content.decode()

    @pytest.mark.parametrize(
        "fields", [{}, {"side": "2"}, {"side": "x"}, {"sheet_id": "nothing", "side": "0"}]
    )
    def test_bad_input_changes_nothing(self, night, cast, game, drawn, fields):
        address = self.sheet_page(night, game) + "extra-hand/"
        answer = cast.organizer.post(address, {"key": key(), "sheet_id": drawn, **fields})
        assert answer.status_code == 422
        page = answer.content.decode()
        assert "Who won the extra hand?" in page  # the page again, with its buttons
        assert ("Look again." if "sheet_id" in fields else "Choose one of the buttons.") in page
        assert states(game) == ["accepted"]

    @pytest.mark.parametrize("role", ["desk", "runner", "player", "stranger"])
    @pytest.mark.parametrize("what", ["extra-hand", "free"])
    def test_it_is_the_directors(self, night, cast, game, drawn, role, what):
        assert cast.of(role).post(self.sheet_page(night, game) + f"{what}/", {}).status_code in (302, 403)
        assert cast.organizer.get(self.sheet_page(night, game) + f"{what}/").status_code == 405
        assert states(game) == ["accepted"]

    def test_closing_names_the_table_and_asks_why(self, night, cast, drawn):
        page = cast.organizer.get(f"/nights/{night.code}/games/1/close/").content.decode()
        assert "Table 2 is drawn, 7–7. Who won the extra hand?" in page
        assert cast.organizer.post(f"/nights/{night.code}/games/1/close/", {"key": key()}).status_code == 422


class TestTheQueue:
    def test_a_disputed_table_goes_on_by_one_tap(self):
        night = queue_night(10)
        cast = cast_of(night)
        game = running_games(night)[0]
        post(game, (10, 8), pairing=2, agreed=False)
        address = f"/nights/{night.code}/sheets/{game.pk}/"
        page = cast.organizer.get(address).content.decode()
        assert "This table holds up the queue" in page
        stay = [str(seat.player_id) for seat in game.seats.order_by("position")][1::2]
        assert f'value="{",".join(stay)}"' in page
        answer = cast.organizer.post(address + "free/", {"key": key(), "stay": ",".join(stay)})
        assert answer.status_code == 303
        assert set(map(str, state_of(night).over(game.queue_number).winners)) == set(stay)
        assert "holds up the queue" not in cast.organizer.get(address).content.decode()

    @pytest.mark.parametrize("stay", ["1", "1,2,3", "x", "1,2; drop", "9" * 5000, "999999,999998"])
    def test_bad_input_frees_nothing(self, stay):
        night = queue_night(9)
        cast = cast_of(night)
        game = running_games(night)[0]
        address = f"/nights/{night.code}/sheets/{game.pk}/free/"
        answer = cast.organizer.post(address, {"key": key(), "stay": stay})
        assert answer.status_code == 422
        page = answer.content.decode()
        assert "Choose" in page
        assert f"Table {game.table.number}" in page
        assert game.queue_number in [running.number for running in state_of(night).running]

    def test_waiting_times_and_last_call_are_on_the_screens(self):
        night = queue_night(9, last_call="23:59")
        cast = cast_of(night)
        [waiter] = state_of(night).waiting()
        number = night.players.get(pk=waiter.player).number
        for address in (f"/nights/{night.code}/", f"/night/{night.code}/number/{number}/"):
            page = cast.organizer.get(address, follow=True).content.decode()
            assert "number 1 in line for a table, since " in page
            assert "11:59 PM" in page
        hall = cast.player.get(f"/night/{night.code}/").content.decode()
        assert "no game starts after" in hall

    def test_points_a_game_and_the_time_are_on_a_phone(self):
        night = queue_night(9)
        post(running_games(night)[0], (10, 8), pairing=2)
        page = cast_of(night).player.get(f"/night/{night.code}/").content.decode()
        assert "as of " in page
        assert "1 × 10.00" in page
