"""Where those of a table go after its game: in a queue at once, in rounds as soon as the next seats are known."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import (
    DESK,
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
from tests.queue_nights import queue_night, seats_of
from tournaments.actions import check_in, movement, rounds
from tournaments.actions.movement import begin_movement
from tournaments.queries.onward import onward_from
from tournaments.rotation.movements.queue import RETURN_AFTER

pytestmark = pytest.mark.django_db


def table_of(night, number):
    return night.tables.get(number=number)


def after(night, number, later=timedelta()):
    return onward_from(reload(night), table_of(night, number), timezone.now() + later)


def told(onward):
    """{player id: (table, partner id, why)} of everybody listed."""
    return {
        going.player.pk: (going.table, going.partner and going.partner.pk, going.why)
        for going in onward.people
    }


class TestTheQueue:
    def test_before_a_game_is_over_there_is_nothing_to_say(self):
        night = queue_night(9)
        assert after(night, 1) is None

    def test_winners_stay_and_losers_walk_to_the_line(self):
        night = queue_night(8)
        first, second = running_games(night)
        four = seats_of(first)
        post(first, (10, 4), pairing=2)
        found = told(after(night, 1))
        assert list(found) == four
        for winner in four[::2]:
            assert found[winner][0] == 1  # kept for them
            assert found[winner][2].startswith("waits at table 1 for others to come, since ")
        lines = {found[loser][2][:29] for loser in four[1::2]}
        assert lines == {"is number 1 in line for a tab", "is number 2 in line for a tab"}
        assert all("may go back to table 1 at" in found[loser][2] for loser in four[1::2])
        assert all(found[loser][0] is None for loser in four[1::2])
        assert after(night, 2) is None

        post(second, (10, 4), pairing=2)  # the losers of each table go to the other one
        found = told(after(night, 1))
        running = {game.table.number: seats_of(game) for game in running_games(night)}
        for player in four:
            at = next(number for number, seats in running.items() if player in seats)
            place = running[at].index(player)
            assert found[player] == (at, running[at][(place + 2) % 4], "")
            assert (at == 1) == (player in four[::2])

    def test_it_is_said_until_they_have_played_on(self):
        night = queue_night(8)
        first, second = running_games(night)
        four = seats_of(first)
        post(first, (10, 4), pairing=2)
        post(second, (10, 4), pairing=2)
        at_two = next(game for game in running_games(night) if game.table.number == 2)
        post(at_two, (10, 4), pairing=2)  # the two who walked from table 1 have finished a game there
        assert set(told(after(night, 1))) == set(four[::2])

    def test_who_has_left_and_who_walks_after_last_call(self):
        night = queue_night(8)
        first, second = running_games(night)
        four = seats_of(first)
        post(first, (10, 4), pairing=2)
        check_in.withdraw(night, DESK, player_id=four[1])
        assert told(after(night, 1))[four[1]] == (None, None, "is not in the games to come")
        movement.set_last_call(night, HOST, at=timezone.now() - timedelta(minutes=1))
        closed = after(night, 1)
        assert told(closed) == {
            four[1]: (None, None, "is not in the games to come"),
            **dict.fromkeys((four[0], *four[2:]), (None, None, "is done for tonight: last call has passed")),
        }
        assert after(night, 2) is None  # still played

    def test_a_drawn_game_moves_nobody_before_its_extra_hand(self):
        night = queue_night(8)
        post(running_games(night)[0], (8, 8))
        onward = after(night, 1)
        assert onward.people == ()
        assert onward.note.startswith("A drawn game: play one more hand.")

    def test_a_void_game_goes_on_too(self):
        night = queue_night(8)
        game = running_games(night)[0]
        four = seats_of(game)
        rounds.void_game(night, HOST, game_id=str(game.pk), reason="a card was missing")
        assert set(told(after(night, 1))) == set(four)

    def test_after_ten_minutes_the_way_back_is_no_news(self):
        night = queue_night(8)
        post(running_games(night)[0], (10, 4), pairing=2)
        later = after(night, 1, timedelta(seconds=RETURN_AFTER + 60))
        assert not any("may go back" in going.why for going in later.people)


class TestRounds:
    def test_by_a_schedule_the_next_seats_are_known_at_once(self):
        night = ready_night((9,), preset="fharmacy", odd="sit_out", games=3, break_after=None)
        rounds.start_game(night, HOST, number=1)
        game = running_games(night)[0]
        assert after(night, 1) is None
        post(game, (10, 4))
        onward = after(night, 1)
        coming = {seat.player_id: seat for g in night.games.filter(round__number=2) for seat in g.seats.all()}
        for going in onward.people:
            if going.player.pk in coming:
                seat = coming[going.player.pk]
                partner = seat.game.seats.get(position=(seat.position + 2) % 4)
                assert (going.table, going.game, going.partner) == (seat.game.table.number, 2, partner.player)
            else:
                assert going.why == "sits out game 2"
        assert [going.player.pk for going in onward.people] == seats_of(game)

    def test_by_results_they_are_known_when_the_game_is_closed(self):
        night = classic_night()
        rounds.start_game(night, HOST, number=1)
        for game in running_games(night):
            post(game, (8, 4))
        onward = after(night, 1)
        assert onward.people == ()
        assert onward.note == "Where everybody sits next is shown here as soon as game 1 is closed."
        rounds.close_game(night, HOST, number=1)
        assert all(going.game == 2 and going.table for going in after(night, 1).people)
        rounds.start_game(night, HOST, number=2)
        assert after(night, 1) is None  # everybody has a seat in the game under way

    def test_a_drawn_game_is_asked_for_its_extra_hand(self):
        night = classic_night()
        rounds.start_game(night, HOST, number=1)
        post(running_games(night)[0], (6, 6))
        assert after(night, 1).note.startswith("A drawn game: play one more hand.")

    def test_the_last_game_is_the_last(self):
        night = ready_night((8,), games=1, break_after=None)
        play_game(night, 1)
        assert after(night, 1).note == "That was the last game."

    def test_partners_are_drawn_at_the_table(self):
        night = ready_night((8,), games=2, break_after=None)
        play_game(night, 1)
        assert all(going.is_drawn and going.partner is None for going in after(night, 1).people)


def classic_night():
    night = make_night("classic", games=3)
    add_players(night, 8)
    check_everybody_in(night)
    begin_movement(night, HOST)
    return reload(night)


@pytest.mark.parametrize("players", [8, 24])
def test_the_number_of_queries_does_not_grow(players, django_assert_num_queries):
    night = queue_night(players)
    post(running_games(night)[0], (10, 4), pairing=2)
    table, night = table_of(night, 1), reload(night)
    with django_assert_num_queries(13):
        onward_from(night, table, timezone.now())
