"""The sheet's page in JSON for a phone, two phones at one table, corrections, and games without a form."""

import pytest

from tests.cast import cast_of, helper
from tests.factories import HOST, play_game, post, ready_night, reload, running_games
from tests.web.sheet_forms import JSON, form, hand, hands_form, send, states, url
from tournaments.actions import prizes, rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    night = ready_night((8,), games=3, break_after=None)
    rounds.start_game(night, HOST, number=1)
    return reload(night)


@pytest.fixture
def game(night):
    return running_games(night)[0]


@pytest.fixture
def cast(night):
    return cast_of(night)


class TestThePhone:
    def test_the_answer_confirms_with_names_points_and_time(self, cast, night, game):
        _, answer = send(cast.runner, game, form(game))
        time = night.local(game.sheets.get().entered_at).strftime("%-I:%M %p")
        assert answer["text"] == f"Table {game.table.number} saved {time}"
        assert (answer["state"], answer["scores"], answer["bump"]) == ("accepted", [14, 9], "$4")
        assert [player["points"] for player in answer["players"]] == [14, 14, 9, 9]
        assert answer["sheet"] == str(game.sheets.get().pk)

    def test_the_same_key_again_is_the_same_answer(self, cast, game):
        fields = form(game)
        first, second = send(cast.runner, game, fields), send(cast.runner, game, fields)
        assert first == second
        assert game.sheets.count() == 1

    def test_the_same_key_with_other_numbers_is_409(self, cast, game):
        fields = form(game)
        send(cast.runner, game, fields)
        status, answer = send(cast.runner, game, {**fields, "scores.0": "15"})
        assert (status, answer["problems"][0]["code"]) == (409, "key_reused")
        assert game.sheets.get().scores == [14, 9]

    def test_after_a_question_the_same_key_may_answer_it(self, cast, game):
        fields = form(game, ("6", "5"), bump="0")
        assert send(cast.runner, game, fields)[0] == 422
        assert send(cast.runner, game, {**fields, "confirmed": "1", "reason": "11 hands"})[0] == 200

    def test_what_is_in_can_be_asked_for(self, cast, game):
        ask = lambda: cast.runner.get(url(game), headers=JSON).json()  # noqa: E731
        assert ask() == {"state": "missing"}
        send(cast.runner, game, form(game))
        assert ask()["state"] == "accepted"
        assert ask()["scores"] == [14, 9]
        send(cast.organizer, game, form(game, ("9", "14")))
        assert ask()["state"] == "contested"

    def test_asking_gives_a_fresh_cookie(self, cast, game):
        response = cast.runner.get(url(game), headers=JSON)
        assert response.cookies["csrftoken"].value

    def test_without_the_cookie_nothing_is_stored(self, night, game):
        client = helper(night, "runner")
        client.handler.enforce_csrf_checks = True
        assert client.post(url(game), form(game), headers=JSON).status_code == 403
        token = client.get(url(game), headers=JSON).cookies["csrftoken"].value
        headers = {**JSON, "X-CSRFToken": token}
        assert client.post(url(game), form(game), headers=headers).status_code == 200

    def test_hand_by_hand(self, cast, game):
        hands = [hand()] * 9 + [hand(2, 5), hand(3, 2), hand(1, 5, alone=True, caller_known=True)]
        status, answer = send(cast.runner, game, hands_form(game, hands, pairing="2"))
        assert (status, answer["scores"], answer["bump"]) == (200, [13, 4], "$2")
        assert game.sheets.get().lines.get(position=1).loners == 1
        page = cast.runner.get(url(game)).content.decode()
        assert page.count("strip__hand") == 12

    def test_a_game_of_eleven_hands_is_asked_about(self, cast, game):
        fields = hands_form(game, [hand()] * 5 + [hand(1)] * 6, pairing="2")
        status, answer = send(cast.runner, game, fields)
        assert (status, [problem["code"] for problem in answer["problems"]]) == (422, ["hands-missing"])
        assert send(cast.runner, game, {**fields, "confirmed": "1", "reason": "time"})[0] == 200

    @pytest.mark.parametrize(
        "hands",
        ["", "[]", "{", "null", "[1]", '"march"', "[" * 50_000, "9" * 5000, '[{"maker":1e400}]', "[NaN]"],
    )
    def test_hands_that_are_none(self, cast, game, hands):
        status, answer = send(cast.runner, game, form(game, how="hands", hands=hands))
        assert status == 422
        assert answer["problems"][0]["text"]
        assert not game.sheets.exists()


class TestTwoPhones:
    def test_the_same_sheet_is_stored_once(self, cast, game):
        send(cast.runner, game, form(game))
        _, answer = send(cast.desk, game, form(game))
        assert (answer["state"], game.sheets.count()) == ("same", 1)

    def test_a_different_one_shows_both_versions_side_by_side(self, cast, game):
        send(cast.runner, game, form(game, ("14", "9")))
        _, answer = send(cast.desk, game, form(game, ("9", "14")))
        assert answer["state"] == "contested"
        assert "director" in answer["text"]
        page = cast.desk.get(url(game)).content.decode()
        assert page.count('class="card stack') == 2
        assert page.index("runner helper") < page.index("desk helper")

    def test_the_organizer_is_led_to_where_it_is_decided(self, cast, night, game):
        post(game, (14, 9))
        post(game, (9, 14))
        decide = f"/nights/{night.code}/sheets/{game.pk}/"
        assert decide in cast.organizer.get(url(game)).content.decode()
        assert decide not in cast.runner.get(url(game)).content.decode()


class TestCorrecting:
    def test_the_page_shows_the_sheet_and_offers_the_correction(self, cast, game):
        post(game, (14, 9))
        page = cast.runner.get(url(game)).content.decode()
        assert "?correct" in page
        assert 'id="sheet"' not in page
        filled = cast.runner.get(url(game) + "?correct").content.decode()
        for value in ('value="14"', 'value="9"', 'name="bump" value="4"', "Why is it corrected?"):
            assert value in filled

    def test_corrected_with_a_reason_and_kept_in_the_history(self, cast, game):
        post(game, (14, 9))
        old = game.sheets.get()
        fields = form(game, ("9", "14"), corrects=str(old.pk))
        assert send(cast.runner, game, fields)[1]["problems"][0]["field"] == "reason"
        response = cast.runner.post(url(game), {**fields, "reason": "sides swapped"})
        assert response.status_code == 303
        page = cast.runner.get(url(game)).content.decode()
        assert states(game) == ["accepted", "superseded"]
        assert "sides swapped" in page
        assert "14–9" in page[page.index("History") :]

    def test_odd_numbers_are_asked_about_before_they_replace_good_ones(self, cast, game):
        post(game, (14, 9))
        fields = form(game, ("6", "5"), bump="0", corrects=str(game.sheets.get().pk), reason="recount")
        status, answer = send(cast.runner, game, fields)
        assert (status, answer["problems"][0]["level"]) == (422, "confirm")
        assert send(cast.runner, game, {**fields, "confirmed": "1"})[0] == 200

    def test_a_correction_they_do_not_agree_to_is_for_the_director(self, cast, game):
        post(game, (14, 9))
        corrects = str(game.sheets.get().pk)
        fields = form(game, ("9", "14"), corrects=corrects, disagree="on", reason="they argue")
        assert send(cast.runner, game, fields)[1]["state"] == "contested"

    def test_a_sheet_corrected_meanwhile_is_not_overwritten(self, cast, game):
        post(game, (14, 9))
        corrects = str(game.sheets.get().pk)
        first = form(game, ("15", "9"), corrects=corrects, reason="recount")
        second = form(game, ("16", "9"), corrects=corrects, reason="recount")
        assert send(cast.runner, game, first)[0] == 200
        status, answer = send(cast.desk, game, second)
        assert (status, answer["problems"][0]["code"]) == (422, "stale")
        assert game.sheets.get(state="accepted").scores == [15, 9]

    def test_hands_come_back_into_the_form(self, cast, game):
        send(cast.runner, game, hands_form(game, [hand()] * 11 + [hand(2, 2)]))
        page = cast.runner.get(url(game) + "?correct").content.decode()
        assert 'name="how" value="hands"' in page
        assert page.count("&quot;outcome&quot;:&quot;euchre&quot;") == 1

    def test_a_table_is_not_offered_it(self, night, game):
        post(game, (14, 9))
        table = helper(night, "table", table_number=game.table.number)
        assert "?correct" not in table.get(url(game)).content.decode()
        assert 'id="sheet"' not in table.get(url(game) + "?correct").content.decode()


class TestWhereNothingIsToEnter:
    def test_a_game_not_started(self, cast, night):
        planned = night.games.filter(round__number=2).first()
        assert "has not been started" in cast.runner.get(url(planned)).content.decode()
        status, answer = send(cast.runner, planned, form(planned))
        assert (status, answer["problems"][0]["code"]) == (422, "not_started")

    def test_a_void_game(self, cast, night, game):
        rounds.void_game(night, HOST, game_id=str(game.pk), reason="cards missing")
        assert "void" in cast.runner.get(url(game)).content.decode()
        assert send(cast.runner, game, form(game))[1]["problems"][0]["code"] == "void"

    def test_after_the_night_is_final_it_is_kept_and_told_so(self):
        night = ready_night((4,), games=1, break_after=None, prize_tie="split", buy_in_cents=0)
        play_game(night, 1)
        prizes.finalise(reload(night), HOST)
        game = night.games.get(round__number=1)
        client = cast_of(night).runner
        page = client.get(url(game)).content.decode()
        assert "The night is final" in page
        assert "?correct" not in page
        _, answer = send(client, game, form(game, ("20", "9")))
        assert answer["state"] == "late"
        assert "not counted" in answer["text"]

    def test_seats_that_changed_since_the_form_was_opened(self, cast, game):
        status, answer = send(cast.runner, game, form(game, revision="0"))
        assert (status, answer["problems"][0]["code"]) == (422, "reseated")
