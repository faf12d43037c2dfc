"""Odd numbers where the result says who moves: what the control room says at each step, and a way out of every corner."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import HOST, add_players, check_everybody_in, make_night, post, reload, running_games
from tests.queue_nights import queue_night, state_of
from tournaments.actions import check_in, movement, nights, registration, rounds
from tournaments.models import Seat, SitOut
from tournaments.problems import ActRefused
from tournaments.queries.health import health_of
from tournaments.queries.odd_numbers import odd_numbers_of
from tournaments.queries.progress import progress_of
from tournaments.queries.queue import queues_of

HOUSE_PLAYS = "Set odd numbers to house players, and one sits down beside the three."

pytestmark = pytest.mark.django_db
KINDS = ["winners_stay", "winners_move", "redraw"]
COUNTS = [5, 6, 7, 9, 11]


def step(night):
    return progress_of(reload(night), timezone.now()).step


def warnings(night):
    found = progress_of(reload(night), timezone.now()).warnings
    return [problem.text for problem in found if problem.code != "table_codes"]


def with_people(*counts, **changes):
    night = make_night("classic", **{"games": 3, **changes})
    first = 1
    for position, count in enumerate(counts):
        add_players(night, count, division=position, first=first)
        first += count
    check_everybody_in(night)
    return reload(night)


def play(night, number):
    rounds.start_game(night, HOST, number=number)
    for game in running_games(night):
        post(game, (9, 7), pairing=2)
    rounds.close_game(night, HOST, number=number)


def leave(night, players):
    for player in players:
        check_in.withdraw(night, HOST, player_id=player.pk)


def down_to(night, count):
    here = list(night.players.filter(status="checked_in").order_by("pk"))
    leave(night, here[: len(here) - count])


def seated(night, number, division=0):
    seats = Seat.objects.filter(round__number=number, round__division__position=division)
    out = SitOut.objects.filter(round__number=number, round__division__position=division)
    return seats.count(), out.count()


def is_sound(night):
    return [problem.text for problem in health_of(reload(night)) if problem.level == "blocker"] == []


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("kind", KINDS)
def test_in_rounds_who_is_over_sits_out_in_turn(kind, count):
    night = with_people(count, movement=kind)
    tables, over = divmod(count, 4)
    [warning] = warnings(night)
    assert f"{tables} table{'s' if tables > 1 else ''} of four, {over} sit" in warning
    ways = {way.odd: way.problem for way in odd_numbers_of(night).ways}
    assert ways["sit_out"] == ""
    assert "Not with this movement" in ways["three_hand"]
    assert "Not with this movement" in ways["house"]
    movement.begin_movement(night, HOST)
    for number in (1, 2, 3):
        assert step(night).button.page == "organizer:start_game"
        assert seated(night, number) == (4 * tables, over)
        play(night, number)
    sat_out = [night.players.get(pk=p.pk).sit_outs.count() for p in night.players.all()]
    assert max(sat_out) - min(sat_out) <= 1
    assert is_sound(night)


@pytest.mark.parametrize("kind", KINDS)
class TestTooFewAreLeft:
    @pytest.fixture
    def night(self, kind):
        """Seven began; three are left for the second game."""
        night = with_people(7, movement=kind)
        movement.begin_movement(night, HOST)
        play(night, 1)
        down_to(night, 3)
        return reload(night)

    def test_it_is_said_with_the_ways_out(self, night):
        text = "3 players here; a table takes 4. Check more in. Or let game 1 be the last: in the settings."
        now = step(night)
        assert (now.note, now.button.page, now.more.page) == (text, "desk:players", "organizer:settings")
        with pytest.raises(ActRefused, match="3 players here"):
            rounds.start_game(night, HOST, number=2)
        assert seated(night, 2) == (0, 3)

    def test_one_more_and_it_goes_on(self, night):
        add_players(night, 1, first=20)
        check_everybody_in(night)
        assert seated(night, 2) == (4, 0)
        play(night, 2)
        assert seated(night, 3) == (4, 0)
        assert is_sound(night)

    def test_or_somebody_comes_back(self, night):
        check_in.come_back(night, HOST, player_id=night.players.filter(status="withdrawn").first().pk)
        assert step(night).button.page == "organizer:start_game"

    def test_or_the_night_ends_there(self, night):
        nights.change_settings(night, HOST, settings=replace(night.settings, games=1))
        assert step(night).title == "All games are played"
        assert is_sound(night)

    def test_nobody_at_all(self, night):
        down_to(night, 0)
        assert step(night).note.startswith("Nobody is here any more. Or let game 1 be the last")


class TestTwoDivisions:
    @pytest.fixture
    def night(self):
        """Red is down to three, Blue fills two tables."""
        night = with_people(5, 8, divisions=["Red", "Blue"])
        movement.begin_movement(night, HOST)
        play(night, 1)
        leave(night, night.divisions.get(name="Red").players.order_by("pk")[:2])
        return reload(night)

    def test_the_others_go_on_and_the_three_sit_out(self, night):
        text = (
            "Red has 3 players; a table takes 4. Check more in, or move them to another division. "
            "Else they sit game 2 out."
        )
        assert text in warnings(night)
        assert step(night).button.page == "organizer:start_game"
        play(night, 2)
        assert seated(night, 2) == (0, 3)
        assert seated(night, 2, division=1) == (8, 0)
        assert seated(night, 3) == (0, 3)
        assert is_sound(night)

    def test_with_one_more_they_play_the_game_that_comes(self, night):
        play(night, 2)
        add_players(night, 1, first=20)
        check_everybody_in(night)
        assert seated(night, 3) == (4, 0)
        play(night, 3)
        assert is_sound(night)

    def test_a_start_taken_back_is_no_game_sat_out(self, night):
        rounds.start_game(night, HOST, number=2)
        rounds.take_back_game(night, HOST, number=2)
        add_players(night, 1, first=20)
        check_everybody_in(night)
        assert seated(night, 2) == (4, 0)

    def test_moved_to_the_other_they_play_there(self, night):
        red, blue = night.divisions.order_by("position")
        for player in red.players.filter(status="checked_in"):
            registration.move_division(night, HOST, player_id=player.pk, division_id=blue.pk)
        assert seated(night, 2, division=1) == (8, 3)
        assert warnings(night) == []
        play(night, 2)
        assert is_sound(night)


class TestTheQueue:
    @pytest.mark.parametrize(
        ("count", "said"),
        [
            (5, "5 here: 1 table of four, and 1 waits in line for the next free one."),
            (6, "6 here: 1 table of four, and 2 wait in line for the next free one."),
            (7, f"7 here: 1 table of four, and 3 wait in line for the next free one. {HOUSE_PLAYS}"),
            (9, "9 here: 2 tables of four, and 1 waits in line for the next free one."),
            (11, f"11 here: 2 tables of four, and 3 wait in line for the next free one. {HOUSE_PLAYS}"),
        ],
    )
    def test_who_is_over_waits_and_has_a_turn(self, count, said):
        night = make_night("torrence-knox", divisions=["Players"], last_call="")
        add_players(night, count)
        check_everybody_in(night)
        assert warnings(night) == [said]
        movement.begin_movement(night, HOST)
        waited = {waiting.player for waiting in state_of(night).waiting()}
        for _ in range(6):
            post(running_games(night)[0], (10, 4), pairing=2)
        played = set(Seat.objects.values_list("player", flat=True))
        assert waited <= played
        assert is_sound(night)

    @pytest.mark.parametrize(
        ("count", "said"),
        [
            (3, "3 here: one table of three and a house player."),
            (6, "6 here: 1 table of four, and 2 wait in line for the next free one."),
            (11, "11 here: 2 tables of four, and one table of three and a house player."),
        ],
    )
    def test_three_over_play_beside_a_house_player_where_it_is_set(self, count, said):
        night = make_night("torrence-knox", divisions=["Players"], last_call="", odd="house")
        add_players(night, count)
        check_everybody_in(night)
        assert warnings(night) == [said]
        movement.begin_movement(night, HOST)
        assert is_sound(night)

    def test_the_control_room_says_what_house_players_would_make_of_three(self):
        for count, helps in ((6, False), (7, True), (8, False)):
            [queue] = queues_of(queue_night(count), timezone.now())
            assert queue.house_helps == helps

    def test_after_last_call_nobody_is_said_to_wait(self):
        night = queue_night(9)
        assert step(night).title == "2 tables playing, 1 player waiting"
        movement.set_last_call(night, HOST, at=timezone.now() - timedelta(minutes=1))
        assert step(night).title == "Last call has passed, 2 tables still playing"

    def test_full_tables_have_nobody_over(self):
        night = make_night("torrence-knox", divisions=["Players"], last_call="")
        add_players(night, 8)
        check_everybody_in(night)
        assert warnings(night) == []

    def test_down_to_three_it_waits_or_ends(self):
        night = queue_night(7)
        down_to(night, 3)
        for game in running_games(night):
            post(game, (10, 4), pairing=2)
        now = step(night)
        assert now.note == (
            "Only 3 players are here: a table needs four. Check more in, or end the night: move last call to now."
        )
        assert (now.button.page, now.more.page) == ("desk:players", "organizer:last_call")
        add_players(night, 1, first=20)
        check_everybody_in(night)
        [game] = running_games(night)
        post(game, (10, 4), pairing=2)
        movement.set_last_call(night, HOST, at=timezone.now() - timedelta(minutes=1))
        for game in running_games(night):
            post(game, (10, 4), pairing=2)
        assert step(night).title == "All games are played"
