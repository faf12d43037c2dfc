"""The control room: what it shows, its acts, and its parts that stay up to date."""

import re
from datetime import time, timedelta

import pytest
from django.utils import timezone

from tests.cast import cast_of, key
from tests.factories import (
    HOST,
    add_players,
    check_everybody_in,
    make_night,
    play_game,
    post,
    ready_night,
    reload,
    running_games,
)
from tests.queue_nights import queue_night
from tournaments.actions import check_in, empty_chair, movement, nights, rounds
from tournaments.actions.movement import evening_moment
from tournaments.models import Player, Round, Tournament
from tournaments.web.organizer.control_page import clock_face

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    return ready_night((8,), games=3, break_after=1)


@pytest.fixture
def cast(night):
    return cast_of(night)


def url(night, *parts):
    return "/".join(["", "nights", night.code, *map(str, parts), ""])


def press(cast, night, *parts, **more):
    return cast.organizer.post(url(night, *parts), {"key": key(), **more})


def page_of(cast, night, *parts):
    return cast.organizer.get(url(night, *parts)).content.decode()


def main_button(page):
    return page.split('id="next-act"')[1].split(">")[1].split("<")[0]


class TestTheLine:
    def test_from_set_up_to_the_final_word_one_button_leads_on(self, cast):
        """The whole evening by the main button alone, sheets aside."""
        night = make_night(organizer=cast.night.organizer, games=1, break_after=None, prize_tie="split")
        Tournament.objects.filter(pk=night.pk).update(stage="setup", starts_at=timezone.now())
        assert main_button(page_of(cast, night)) == "Open check-in"
        press(cast, night, "open-check-in")
        assert main_button(page_of(cast, night)) == "Check players in"
        add_players(night, 8)
        check_everybody_in(night)
        assert main_button(page_of(cast, night)) == "Draw the rotation"
        press(cast, night, "rotation", "draw")
        mark = page_of(cast, night, "rotation", "proposal").split('name="mark" value="')[1].split('"')[0]
        press(cast, night, "rotation", "publish", mark=mark)
        assert main_button(page_of(cast, night)) == "Start game 1"
        press(cast, night, "games", 1, "start")
        assert main_button(page_of(cast, night)) == "Enter table 1"
        for game in running_games(night):
            post(game)
        assert main_button(page_of(cast, night)) == "Close game 1"
        press(cast, night, "games", 1, "close")
        assert main_button(page_of(cast, night)) == "Declare the results final"
        press(cast, night, "payouts", "final")
        assert main_button(page_of(cast, night)) == "Pay the prizes"

    def test_it_names_what_is_missing_and_when_the_last_game_ends(self, cast, night):
        rounds.start_game(night, HOST, number=1)
        page = page_of(cast, night)
        assert "Tables 1 and 2 still play." in page
        assert "On this pace the last game ends at" in page

    def test_names_of_two_people_alike_have_their_numbers_beside_them(self, cast, night):
        first, second = night.players.order_by("number")[:2]
        Player.objects.filter(pk__in=[first.pk, second.pk]).update(name="Chris Sample")
        page = page_of(cast, night)
        for player in (first, second):
            assert f'<span class="num soft">{player.number}</span> <bdi>Chris Sample</bdi>' in page

    def test_a_name_is_text_never_markup(self, cast, night):
        Player.objects.filter(pk=night.players.first().pk).update(name="<script>alert(1)</script>")
        assert "<script>alert" not in page_of(cast, night)

    def test_late_people_lead_to_the_rotation(self, cast, night):
        add_players(night, 1, first=50)
        check_everybody_in(night)
        page = page_of(cast, night)
        assert main_button(page) == "Update the rotation"
        assert "Player 50 (number 9) is here but not in game 1" in page
        assert f'action="{url(night, "games", 1, "start")}"' in page
        assert "data-confirm=" in page


class TestStartingAndClosing:
    def test_a_game_is_started_once(self, cast, night):
        form = {"key": key()}
        for _ in range(2):
            assert cast.organizer.post(url(night, "games", 1, "start"), form).status_code == 303
        assert night.log.filter(act="start_game").count() == 1
        assert night.rounds.get(number=1).status == Round.Status.RUNNING

    def test_what_stands_in_the_way_is_told(self, cast, night):
        press(cast, night, "games", 1, "start")
        again = cast.organizer.post(url(night, "games", 2, "start"), {"key": key()}, follow=True)
        assert "Game 1 is still running" in again.content.decode()

    def test_a_game_that_does_not_exist_is_told(self, cast, night):
        answer = cast.organizer.post(url(night, "games", 9, "start"), {"key": key()}, follow=True)
        assert "There is no game 9" in answer.content.decode()

    def test_with_all_sheets_in_one_press_closes(self, cast, night):
        rounds.start_game(night, HOST, number=1)
        for game in running_games(night):
            post(game)
        assert press(cast, night, "games", 1, "close").status_code == 303
        assert night.rounds.get(number=1).status == Round.Status.CLOSED

    def test_missing_and_disputed_tables_are_named_and_need_a_reason(self, cast, night):
        rounds.start_game(night, HOST, number=1)
        post(running_games(night)[0], agreed=False)
        page = page_of(cast, night, "games", 1, "close")
        assert "Table 1, game 1: the sheet is disputed." in page
        assert "Table 2, game 1: no sheet." in page
        for sent in ({}, {"confirmed": "yes"}, {"confirmed": "yes", "reason": "  "}, {"reason": "late"}):
            answer = press(cast, night, "games", 1, "close", **sent)
            assert answer.status_code == 422
            assert "Table 2, game 1: no sheet." in answer.content.decode()
        assert night.rounds.get(number=1).status == Round.Status.RUNNING
        sent = {"confirmed": "yes", "reason": "sheet lost"}
        assert press(cast, night, "games", 1, "close", **sent).status_code == 303
        entry = night.log.order_by("-version").first()
        assert (entry.act, entry.reason, entry.actor) == (
            "close_game",
            "sheet lost",
            night.organizer.username,
        )

    def test_the_start_can_be_taken_back(self, cast, night):
        rounds.start_game(night, HOST, number=1)
        assert "nothing is lost" in page_of(cast, night, "games", 1, "take-back")
        assert press(cast, night, "games", 1, "take-back").status_code == 303
        assert night.rounds.get(number=1).status == Round.Status.PLANNED

    def test_with_sheets_in_it_says_what_would_be_lost(self, cast, night):
        """STA-09."""
        rounds.start_game(night, HOST, number=1)
        post(running_games(night)[0])
        assert "1 sheet already in would be taken back" in page_of(cast, night, "games", 1, "take-back")
        assert press(cast, night, "games", 1, "take-back", confirmed="yes").status_code == 422
        sent = {"confirmed": "yes", "reason": "wrong seats"}
        assert press(cast, night, "games", 1, "take-back", **sent).status_code == 303

    def test_a_sheet_that_waits_for_a_second_person_would_be_lost_too(self):
        night = ready_night((8,), second_person="confirms")
        cast = cast_of(night)
        rounds.start_game(night, HOST, number=1)
        post(running_games(night)[0])
        assert "1 sheet already in would be taken back" in page_of(cast, night, "games", 1, "take-back")
        sent = {"confirmed": "yes", "reason": "wrong seats"}
        assert press(cast, night, "games", 1, "take-back", **sent).status_code == 303

    def test_only_a_running_game_is_taken_back(self, cast, night):
        assert "not running" in page_of(cast, night, "games", 1, "take-back")
        assert press(cast, night, "games", 1, "take-back").status_code == 422


class TestTheClock:
    def test_pause_go_on_and_change(self, cast, night):
        rounds.start_game(night, HOST, number=1)
        press(cast, night, "clock", do="pause")
        assert reload(night).clock_paused_at is not None
        press(cast, night, "clock", do="resume")
        assert reload(night).clock_paused_at is None
        press(cast, night, "clock", do="5")
        press(cast, night, "clock", do="-1")
        assert reload(night).clock_seconds == (15 + 4) * 60

    @pytest.mark.parametrize("bad", ["", "0", "61", "-61", "9" * 40, "1e3", "\x00", "stop"])
    def test_nonsense_changes_nothing(self, cast, night, bad):
        rounds.start_game(night, HOST, number=1)
        assert press(cast, night, "clock", do=bad).status_code == 303
        assert reload(night).clock_seconds == 15 * 60

    def test_the_intermission_takes_the_minutes_of_the_settings_or_those_typed(self, cast, night):
        play_game(night, 1)
        assert 'value="20"' in page_of(cast, night, "intermission")
        press(cast, night, "intermission")
        assert reload(night).clock_seconds == 20 * 60
        press(cast, night, "intermission", minutes="7")
        assert (reload(night).clock, reload(night).clock_seconds) == ("break", 7 * 60)

    @pytest.mark.parametrize("bad", ["", "0", "241", "soon", "9" * 30])
    def test_an_impossible_intermission_is_refused(self, cast, night, bad):
        play_game(night, 1)
        answer = press(cast, night, "intermission", minutes=bad)
        assert answer.status_code == 422
        assert reload(night).clock == ""

    def test_a_message_is_taken_off_by_its_button(self, cast, night):
        press(cast, night, "message", message="Pizza")
        assert 'name="off"' in page_of(cast, night)
        press(cast, night, "message", message="Pizza", off="1")
        assert reload(night).message == ""
        assert 'name="off"' not in page_of(cast, night)

    def test_offered_between_two_games_alone(self, cast, night):
        link = f'href="/nights/{night.code}/intermission/"'

        def offered():
            return link in page_of(cast, night)

        assert not offered()  # nobody has played yet
        rounds.start_game(night, HOST, number=1)
        assert not offered()
        for game in running_games(night):
            post(game)
        rounds.close_game(night, HOST, number=1)
        assert offered()
        press(cast, night, "intermission")
        assert not offered()  # there is one
        for number in range(2, night.settings.games + 1):
            play_game(night, number)
        assert not offered()  # nothing comes
        answer = press(cast, night, "intermission", minutes="5")
        assert answer.status_code == 422
        assert "No game comes any more" in answer.content.decode()

    def test_none_while_a_game_runs(self, cast, night):
        rounds.start_game(night, HOST, number=1)
        answer = press(cast, night, "intermission", minutes="5")
        assert answer.status_code == 422
        assert "Close the running game" in answer.content.decode()

    def test_a_clock_of_the_page_ends_when_that_of_the_night_does(self, cast, night):
        rounds.start_game(night, HOST, number=1)
        ends = int(reload(night).clock_ends_at().timestamp() * 1000)
        assert f'data-clock-ends="{ends}"' in page_of(cast, night)

    def test_faces(self):
        assert [clock_face(s) for s in (None, 402, 0, -65, 3600)] == [
            "–",
            "06:42",
            "00:00",
            "+01:05",
            "60:00",
        ]


class TestTheMessage:
    def test_it_is_shown_and_taken_away(self, cast, night):
        press(cast, night, "message", message="Pizza is here")
        assert reload(night).message == "Pizza is here"
        assert 'value="Pizza is here"' in page_of(cast, night)
        press(cast, night, "message", message="")
        assert reload(night).message == ""

    def test_one_that_is_too_long_is_refused_and_kept(self, cast, night):
        answer = press(cast, night, "message", message="x" * 201)
        assert answer.status_code == 422
        page = answer.content.decode()
        assert "at most 200 fit" in page
        assert "x" * 201 in page

    def test_control_characters_are_refused(self, cast, night):
        assert press(cast, night, "message", message="a\x00b").status_code == 422


class TestStayingUpToDate:
    def test_the_live_parts_are_those_of_the_page(self, cast, night):
        rounds.start_game(night, HOST, number=1)
        fragment = page_of(cast, night, "live")
        for part in ("night-now", "night-tables"):
            assert f'id="{part}"' in fragment
            assert f'id="{part}"' in page_of(cast, night)
        assert "<html" not in fragment

    def test_no_form_to_type_in_lies_in_a_part_that_is_exchanged(self, cast, night):
        """NET-10: the message under way must survive a sheet that comes in."""
        fragment = page_of(cast, night, "live")
        for typed in ("<textarea", "<select", 'type="text"', 'name="message"', 'name="reason"'):
            assert typed not in fragment

    def test_it_changes_with_the_night(self, cast, night):
        rounds.start_game(night, HOST, number=1)
        before = page_of(cast, night, "live")
        post(running_games(night)[0])
        after = page_of(cast, night, "live")
        assert "0 of 2 sheets in" in before
        assert "1 of 2 sheets in" in after


class TestTheTiles:
    @pytest.mark.parametrize(("late", "said"), [(12, "12 minutes behind"), (256, "4 h 16 min behind")])
    def test_a_long_delay_is_told_in_hours(self, cast, night, late, said):
        Tournament.objects.filter(pk=night.pk).update(starts_at=timezone.now() - timedelta(minutes=late))
        assert f"{said} the plan" in page_of(cast, night)

    def test_a_free_night_speaks_of_no_money(self, cast):
        night = make_night("fharmacy", organizer=cast.night.organizer)
        page = " ".join(page_of(cast, night).split())
        assert "no fee to enter" in page
        assert "0 paid" not in page
        payouts = page_of(cast, night, "payouts")
        assert "pot $0" not in payouts
        assert "Buy-ins" not in payouts

    def test_after_the_last_game_no_clock_is_promised(self, cast):
        night = ready_night((4,), organizer=cast.night.organizer, games=1, break_after=None)
        assert "starts with the game, 15 min" in page_of(cast, night)
        play_game(night, 1)
        assert "starts with the game" not in page_of(cast, night)
        assert "all games are played" in page_of(cast, night)


class TestMovementsByResults:
    def test_winners_move_is_seated_without_a_draw(self, cast):
        night = make_night("classic", organizer=cast.night.organizer)
        Tournament.objects.filter(pk=night.pk).update(starts_at=timezone.now() - timedelta(minutes=1))
        add_players(night, 8)
        check_everybody_in(night)
        assert main_button(page_of(cast, night)) == "Seat the first game"
        assert "moves by results" in page_of(cast, night, "rotation")
        press(cast, night, "begin")
        assert main_button(page_of(cast, night)) == "Start game 1"

    def test_what_can_be_set_for_three_who_are_over_leads_to_the_settings(self, cast):
        night = make_night("torrence-knox", organizer=cast.night.organizer, last_call="")
        add_players(night, 7)
        check_everybody_in(night)
        settings = f'href="/nights/{night.code}/settings/">'
        assert f"{settings}Open the settings</a>" in page_of(cast, night)
        assert f"{settings}Mend this</a>" in page_of(cast, night, "rotation")

    def test_the_queue_opens_fills_and_ends(self, cast):
        night = make_night("torrence-knox", organizer=cast.night.organizer, last_call="")
        Tournament.objects.filter(pk=night.pk).update(starts_at=timezone.now() - timedelta(minutes=1))
        add_players(night, 9)
        check_everybody_in(night)
        assert main_button(page_of(cast, night)) == "Open the queue"
        press(cast, night, "begin")
        page = page_of(cast, night)
        assert "2 tables playing, 1 player waiting" in page
        assert "waits" in page or "in line" in page
        post(running_games(night)[0], (10, 4), agreed=False)
        assert main_button(page_of(cast, night)).startswith("Settle table")
        listed = page_of(cast, night, "games")
        assert "2 so far" in listed
        movement.set_last_call(night, HOST, at=timezone.now() - timedelta(minutes=1))
        for game in night.games.filter(status="running"):
            post(game, (10, 4))
        game = night.games.filter(sheets__state="contested").first()
        sheet = game.sheets.first()
        cast.organizer.post(
            url(night, "sheets", game.pk, "decide"), {"key": key(), "sheet_id": sheet.pk, "reason": "seen"}
        )
        assert main_button(page_of(cast, night)) in ("Declare the results final", "Look at the payouts")

    def test_after_last_call_nobody_is_said_to_wait(self, cast):
        night = make_night("torrence-knox", organizer=cast.night.organizer, last_call="23:59")
        add_players(night, 9)
        check_everybody_in(night)
        press(cast, night, "begin")
        assert "is number 1 in line" in page_of(cast, night)
        movement.set_last_call(night, HOST, at=timezone.now() - timedelta(minutes=1))
        assert "in line" not in page_of(cast, night)

    def test_rounds_show_last_call_and_end_by_it(self, cast):
        night = make_night(
            "torrence-knox",
            organizer=cast.night.organizer,
            movement="winners_stay",
            odd="sit_out",
            games=3,
            last_call="23:59",
        )
        add_players(night, 9)
        check_everybody_in(night)
        press(cast, night, "begin")
        page = page_of(cast, night)
        assert "Game 1 is seated" in page
        assert "8 players seated for game 1, 1 sits out." in page
        play_game(night, 1, (10, 4))
        page = page_of(cast, night)
        assert "11:59 PM" in page
        assert "Move last call" in page
        assert main_button(page) == "Start game 2"
        movement.set_last_call(night, HOST, at=timezone.now() - timedelta(minutes=1))
        page = page_of(cast, night)
        assert "Last call has passed: no more games" in page
        evening = page.split('<ol class="timeline">')[1].split("</ol>")[0]
        assert re.findall("<strong>(.*?)</strong>", evening) == ["Check-in", "Game 1", "Last call", "Awards"]
        assert main_button(page) in ("Declare the results final", "Settle the tie", "Look at the payouts")
        assert "On this pace" not in page
        assert press(cast, night, "games", 2, "start").status_code in (303, 422)
        assert not running_games(night)

    def test_a_first_game_after_last_call_is_refused_with_the_way_to_move_it(self, cast, monkeypatch):
        night = make_night(
            "torrence-knox",
            organizer=cast.night.organizer,
            movement="winners_stay",
            odd="sit_out",
            games=3,
            last_call="20:30",
        )
        add_players(night, 8)
        check_everybody_in(night)
        press(cast, night, "begin")
        late = evening_moment(night, time(21, 0), timezone.now())
        monkeypatch.setattr("tournaments.actions.act.timezone.now", lambda: late)
        page = cast.organizer.post(
            url(night, "games", 1, "start"), {"key": key()}, follow=True
        ).content.decode()
        assert "Last call was at 8:30 PM: no game starts after it, unless you move it." in page
        assert not running_games(night)
        assert "Move last call" in page
        assert press(cast, night, "last-call", at="22:00").status_code == 303
        press(cast, night, "games", 1, "start")
        assert running_games(night)

    def test_last_call_can_be_moved(self, cast):
        night = make_night("torrence-knox", organizer=cast.night.organizer)
        assert press(cast, night, "last-call", at="23:45").status_code == 303
        assert f"{night.local(reload(night).last_call_at):%H:%M}" == "23:45"

    @pytest.mark.parametrize("bad", ["", "noon", "25:00", "\x00"])
    def test_last_call_needs_a_time(self, cast, bad):
        night = make_night("torrence-knox", organizer=cast.night.organizer)
        assert press(cast, night, "last-call", at=bad).status_code == 422


class TestWhoMay:
    def test_helpers_players_and_strangers_do_not_get_in(self, cast, night):
        for role in ("desk", "runner", "stranger"):
            assert cast.of(role).get(url(night)).status_code == 403
        answer = cast.player.get(url(night))
        assert (answer.status_code, answer["Location"]) == (302, f"/sign-in/?next={url(night)}")

    def test_another_nights_host_changes_nothing(self, cast, night):
        version = reload(night).version
        for act in ("open-check-in", "message", "clock", "games/1/start", "games/1/close"):
            assert cast.stranger.post(url(night, act), {"do": "5"}).status_code == 403
        assert reload(night).version == version


@pytest.mark.parametrize("players", [(), (4,), (60, 60)])
def test_it_stands_with_nobody_and_with_many(players):
    night = ready_night(players) if players else make_night()
    cast = cast_of(night)
    assert cast.organizer.get(url(night)).status_code == 200
    if players:
        rounds.start_game(night, HOST, number=1)
        assert cast.organizer.get(url(night)).status_code == 200


def test_a_page_takes_the_same_number_of_queries_at_every_size(django_assert_max_num_queries):
    taken = []
    for size in (8, 40):
        night = ready_night((size,))
        rounds.start_game(night, HOST, number=1)
        cast = cast_of(night)
        with django_assert_max_num_queries(22) as context:
            cast.organizer.get(url(night))
        taken.append(len(context.captured_queries))
    assert taken[0] == taken[1]


def test_a_deleted_night_has_no_control_room(cast, night):
    nights.delete_night(night, HOST, typed_name=night.name)
    assert cast.organizer.get(url(night)).status_code == 404


def test_a_chair_says_who_has_left_it_and_who_sits_in():
    night = queue_night(8)
    game = running_games(night)[0]
    gone = game.seats.get(position=2).player
    host = cast_of(night).organizer

    def page():
        return " ".join(host.get(url(night)).content.decode().split())

    assert "has left" not in page()
    check_in.withdraw(night, HOST, player_id=gone.pk)
    assert "has left" in page()
    helper = add_players(night, 1, first=9)[0]
    check_everybody_in(night)
    chair = {"game_id": str(game.pk), "game_revision": game.revision, "position": 2}
    empty_chair.fill_chair(night, HOST, **chair, way="stand_in", player_id=helper.pk)
    assert "9 Player 09 sits in" in page()
    assert "has left" not in page()


class TestPeopleTheRotationDoesNotKnow:
    """Named in one sentence, however many they are."""

    def late(self, night, *, division=0, count=7):
        for player in add_players(night, count, division=division, first=50):
            check_in.check_in(night, HOST, player_id=player.pk, method="cash", id_ok=True)
        return cast_of(night).organizer.get(url(night)).content.decode()

    def test_several_late_ones(self):
        page = self.late(ready_night((8,)))
        named = "Player 50, Player 51, Player 52, Player 53, Player 54 and 2 more"
        assert f"{named} are here but not in game 1: update the rotation." in page
        assert page.count("not in game 1") <= 2  # beside the main button, and in the list of what is wrong

    def test_a_league_that_is_not_drawn(self):
        page = self.late(ready_night((8,)), division=1)
        assert "Novice has no rotation yet, and 7 players here: update the rotation." in page
        assert "not in game 1" not in page
