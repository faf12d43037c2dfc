"""One game's sheet by HTTP: who may, the form without scripts, every case of the table, bad input."""

import csv
from itertools import cycle
from pathlib import Path

import pytest

from tests.cast import cast_of, helper
from tests.factories import HOST, play_game, ready_night, reload, running_games
from tests.web.sheet_forms import JSON, form, hand, hands_form, send, states, url
from tournaments.actions import rounds
from tournaments.models import LogEntry, ScoreSheet

pytestmark = pytest.mark.django_db
CASES = Path(__file__).parent.parent / "cases" / "score_sheet_cases.tsv"


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


class TestWhoMay:
    @pytest.mark.parametrize("role", ["organizer", "desk", "runner"])
    def test_organizer_desk_and_runner_hand_in(self, cast, game, role):
        assert cast.of(role).get(url(game)).status_code == 200
        status, answer = send(cast.of(role), game, form(game))
        assert (status, answer["state"]) == (200, "accepted")

    @pytest.mark.parametrize("role", ["player", "stranger"])
    def test_others_neither_look_nor_hand_in(self, cast, game, role):
        assert cast.of(role).get(url(game)).status_code == 403
        assert cast.of(role).post(url(game), form(game)).status_code == 403
        assert not game.sheets.exists()

    def test_a_tables_link_has_its_own_table_alone(self, night, game):
        other = running_games(night)[1]
        table = helper(night, "table", table_number=game.table.number)
        assert table.get(url(game)).status_code == 200
        assert send(table, game, form(game))[0] == 200
        assert table.get(url(other)).status_code == 403
        assert table.post(url(other), form(other)).status_code == 403
        assert not other.sheets.exists()

    def test_a_game_of_another_night_is_not_there(self, game):
        other = ready_night((4,))
        address = f"/runner/{other.code}/sheets/{game.pk}/"
        client = cast_of(other).runner
        assert client.get(address).status_code == 404
        assert client.post(address, form(game), headers=JSON).status_code == 404
        assert not game.sheets.exists()

    def test_looking_changes_nothing(self, cast, night, game):
        version = reload(night).version
        for client in (cast.organizer, cast.runner):
            for part in ("", "?correct", "?again"):
                client.get(url(game) + part)
        assert reload(night).version == version

    def test_the_log_shows_who_it_really_was(self, cast, game):
        send(cast.runner, game, {**form(game), "actor": "Harper Host", "entered_by": "Harper Host"})
        assert LogEntry.objects.get(act="post_sheet").actor == "runner helper"


class TestThePlainForm:
    def test_names_numbers_and_seats_in_the_order_of_the_paper(self, cast, game):
        page = cast.runner.get(url(game)).content.decode()
        seats = page[page.index('id="seats"') : page.index("</ol>")]
        names = [seat.player.name for seat in game.seats.select_related("player").order_by("position")]
        assert sorted(names, key=seats.index) == names
        assert [seats.count(f"seat {seat}<") for seat in (1, 2, 3, 4)] == [1] * 4

    def test_saved_with_names_points_and_time_and_a_reload_sends_nothing(self, cast, night, game):
        response = cast.runner.post(url(game), form(game))
        assert (response.status_code, response["Location"]) == (303, url(game))
        page = cast.runner.get(url(game)).content.decode()
        sheet = game.sheets.get()
        assert f"saved {night.local(sheet.entered_at).strftime('%-I:%M %p')}" in page
        for line in sheet.lines.select_related("player"):
            assert line.player.name in page
        assert page.count("14 points") == 2
        assert "$4" in page

    def test_the_partners_chosen_are_the_partners_stored(self, cast, game):
        cast.runner.post(url(game), form(game, pairing="3"))
        assert [line.points for line in game.sheets.get().lines.order_by("position")] == [14, 9, 9, 14]

    def test_partners_of_the_plan_stand_in_the_form_and_can_be_corrected(self):
        night = ready_night((8,), preset="fharmacy")
        rounds.start_game(night, HOST, number=1)
        game = running_games(night)[0]
        client = cast_of(night).runner
        page = client.get(url(game)).content.decode()
        assert 'name="pairing" value="2" checked' in page
        names = [seat.player.name for seat in game.seats.select_related("player").order_by("position")]
        assert f"Points of {names[0]} and {names[2]}" in page
        assert 'name="bump"' not in page
        assert send(client, game, form(game, ("10", "4"), pairing="3", bump=None))[0] == 200
        assert game.sheets.get().partner_of_first == 3

    def test_partners_who_were_partners_are_marked(self):
        night = ready_night((4,), games=3, break_after=None)
        play_game(night, 1)
        rounds.start_game(night, HOST, number=2)
        page = cast_of(night).runner.get(url(running_games(night)[0])).content.decode()
        assert "already partners in game 1: draw again" in page
        assert page.count("choice--repeat") == 1

    def test_nobody_is_marked_where_partners_are_planned(self):
        night = ready_night((4,), preset="fharmacy")
        play_game(night, 1, (10, 4))
        rounds.start_game(night, HOST, number=2)
        assert (
            "already partners" not in cast_of(night).runner.get(url(running_games(night)[0])).content.decode()
        )

    def test_three_at_a_table(self):
        night = ready_night((7,), preset="fharmacy")
        rounds.start_game(night, HOST, number=1)
        game = next(game for game in running_games(night) if game.size == 3)
        client = cast_of(night).runner
        page = client.get(url(game)).content.decode()
        assert "All three agree?" in page
        assert 'name="pairing"' not in page
        fields = form(game, ("10", "4", "2"), pairing=None, bump=None)
        refused = {name: value for name, value in fields.items() if name != "agree.2"}
        assert send(client, game, refused)[1]["problems"][0]["field"] == "agree"
        assert client.post(url(game), fields).status_code == 303
        assert [line.points for line in game.sheets.get().lines.order_by("position")] == [10, 4, 2]

    def test_a_renege_of_one_player_is_entered_with_the_totals(self):
        night = ready_night((4,), preset="torrence-knox", movement="schedule", games=6, odd="sit_out")
        rounds.start_game(night, HOST, number=1)
        game = running_games(night)[0]
        penalty = {"penalty.0.kind": "renege", "penalty.0.offender": "2", "penalty.0.lone": "on"}
        fields = {**form(game, ("10", "4"), pairing="2", bump=None), **penalty}
        assert send(cast_of(night).runner, game, fields)[0] == 200
        assert [line.points for line in game.sheets.get().lines.order_by("position")] == [10, 4, 6, 4]

    def test_the_fields_ask_for_no_keyboard_without_a_minus(self, cast, game):
        page = cast.runner.get(url(game)).content.decode()
        assert 'type="number"' not in page
        assert "user-scalable" not in page


def cases():
    with CASES.open(encoding="utf-8", newline="") as file:
        return [pytest.param(row, id=row["id"]) for row in csv.DictReader(file, delimiter="\t")]


class TestEveryCase:
    """tests/cases/score_sheet_cases.tsv by HTTP: accept, ask, or refuse at the field; what was typed stays."""

    @pytest.mark.parametrize("case", cases())
    def test_by_the_plain_form(self, cast, game, case):
        typed = form(game, (case["pair1_points"], case["pair2_points"]), bump=case["bump_dollars"])
        response = cast.runner.post(url(game), typed)
        if case["expected"] == "confirm":
            page = response.content.decode()
            assert response.status_code == 422
            assert "Save with this reason" in page
            assert not game.sheets.exists()
            again = {**typed, "confirmed": "1", "reason": "counted twice"}
            assert cast.runner.post(url(game), again).status_code == 303
            assert states(game) == ["accepted"]
        elif response.status_code == 303:
            assert case["expected"].startswith("accept")
            assert states(game) == ["accepted"]
        else:
            assert response.status_code == 422
            assert "refuse" in case["expected"]
            assert "Save with this reason" not in response.content.decode()
            assert not game.sheets.exists()

    @pytest.mark.parametrize("case", cases())
    def test_by_a_phone(self, cast, game, case):
        typed = form(game, (case["pair1_points"], case["pair2_points"]), bump=case["bump_dollars"])
        status, answer = send(cast.runner, game, typed)
        if status == 200:
            assert case["expected"].startswith("accept")
        else:
            assert status == 422
            levels = {problem["level"] for problem in answer["problems"]}
            assert levels == ({"confirm"} if case["expected"] == "confirm" else {"blocker"})
            assert all(problem["text"] for problem in answer["problems"])

    def test_accepted_cases_store_what_was_meant(self, cast, night):
        for game, typed, meant in zip(
            running_games(night), [("14 ", " 9"), ("１４", "09")], [[14, 9], [14, 9]], strict=True
        ):
            assert send(cast.runner, game, form(game, typed))[0] == 200
            assert game.sheets.get().scores == meant


class TestWhatWasTyped:
    def test_it_stays_and_the_problem_stands_at_its_field(self, cast, game):
        fields = form(game, ("14.5", "9"), bump="$4", pairing="2", loners__1="1")
        page = cast.runner.post(url(game), fields).content.decode()
        for kept in ('value="14.5"', 'value="9"', 'value="$4"', 'value="2" checked'):
            assert kept in page
        slot = page[page.index('id="error-scores.0"') :]
        assert "whole number" in slot[: slot.index("</p>")]

    def test_markup_is_shown_as_text(self, cast, game):
        page = cast.runner.post(url(game), form(game, ("<b>14</b>", "9"))).content.decode()
        assert "<b>14</b>" not in page
        assert "&lt;b&gt;14&lt;/b&gt;" in page

    def test_blank_is_never_zero(self, cast, game):
        for fields in (form(game, ("", "9")), form(game, bump=""), form(game, bump=None)):
            assert send(cast.runner, game, fields)[0] == 422

    def test_somebody_must_have_been_asked(self, cast, game):
        fields = form(game, agree__1=None)
        status, answer = send(cast.runner, game, fields)
        assert (status, answer["problems"][0]["field"]) == (422, "agree")

    def test_they_do_not_agree_goes_to_the_director(self, cast, game):
        fields = form(game, agree__0=None, agree__1=None, disagree="on")
        assert send(cast.runner, game, fields)[1]["state"] == "contested"
        page = cast.runner.get(url(game)).content.decode()
        assert "Not everybody agrees" in page
        assert "They agree now" in page

    def test_a_reason_that_was_forgotten_is_asked_for_without_starting_over(self, cast, game):
        fields = form(game, ("6", "5"), bump="0")
        page = cast.runner.post(url(game), {**fields, "confirmed": "1"}).content.decode()
        assert "Say in a few words" in page
        assert "Save with this reason" in page


ODD = [
    "",
    "\x00",
    "x" * 5000,
    "😀",
    "-1",
    "4",
    "1e2",
    "9" * 400,
    "\u202e14",
    "None",
    "[]",
    "<b>",
    "٣",
]


FIELDS = (
    *("key", "revision", "how", "pairing", "scores.0", "bump", "loners.0", "hands", "reason", "corrects"),
    *("penalty.0.kind", "penalty.0.offender", "penalty.0.points", "confirmed"),
)


class TestBadInput:
    @pytest.mark.parametrize("field", FIELDS)
    def test_no_field_takes_the_server_down(self, cast, game, field):
        base = form(game, ("6", "5"))  # never stored: it is a question
        if field == "hands":
            base["how"] = "hands"
        if field.startswith("penalty"):
            base |= {"penalty.0.kind": "points", "penalty.0.offender": "1"}
        for value, headers in zip(ODD, cycle(({}, JSON)), strict=False):
            response = cast.runner.post(url(game), {**base, field: value}, headers=headers)
            assert response.status_code in (200, 303, 409, 422), value

    def test_an_empty_post_says_what_is_missing(self, cast, game):
        status, answer = send(cast.runner, game, {})
        assert status == 422
        assert {problem["field"] for problem in answer["problems"]} == {"pairing", "agree"}

    def test_a_reason_with_control_characters_is_cleaned(self, cast, game):
        fields = form(game, ("6", "5"), bump="0", confirmed="1", reason="eleven\x00\x07 hands\u202e")
        assert send(cast.runner, game, fields)[0] == 200
        assert game.sheets.get().reason == "eleven hands"

    @pytest.mark.parametrize("number", range(5))
    def test_a_penalty_needs_whose_it_was(self, cast, game, number):
        fields = {**form(game), "penalty.1.kind": ["renege", "toss", "points", "murder", "x"][number]}
        status, answer = send(cast.runner, game, fields)
        assert (status, answer["problems"][0]["field"]) == (422, "penalty.1")


@pytest.mark.parametrize("hands", [1, 12])
def test_the_number_of_queries_is_fixed(cast, game, hands, django_assert_num_queries):
    send(
        cast.runner,
        game,
        hands_form(game, [hand()] * hands, confirmed="1", reason="as played"),
    )
    with django_assert_num_queries(8):
        cast.runner.get(url(game))


def test_a_save_is_small(cast, game):
    hands = [{**hand(), "outcome": "made"}] * 12
    fields = hands_form(game, hands)
    sent = sum(len(name) + len(value) * 1.5 for name, value in fields.items())
    answer = cast.runner.post(url(game), hands_form(game, hands), headers=JSON)
    assert sent + len(answer.content) < 10_000


def test_one_accepted_sheet_whatever_the_way(cast, game):
    for fields in (form(game), hands_form(game, [hand()] * 12, confirmed="1", reason="so"), form(game)):
        send(cast.runner, game, fields)
    assert game.sheets.filter(state=ScoreSheet.State.ACCEPTED).count() <= 1
