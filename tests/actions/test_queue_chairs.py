"""Chairs of the queue in mid-game: who leaves, who sits in, who comes back; everybody keeps one place (T&K)."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.factories import HOST, add_players, check_everybody_in, post, reload, running_games
from tests.handing_in import totals
from tests.queue_nights import queue_night, seats_of, state_of
from tournaments.actions import chairs, check_in, empty_chair, rounds
from tournaments.models import Game, Seat, Tournament
from tournaments.problems import ActRefused
from tournaments.queries.empty_chair import empty_chair as chair_of
from tournaments.queries.health import health_of
from tournaments.queries.progress import progress_of

pytestmark = pytest.mark.django_db


def fresh(game):
    return Game.objects.select_related("table", "round", "tournament", "division", "settings_version").get(
        pk=game.pk
    )


def fill(game, position, way, player_id=None):
    game = fresh(game)
    return empty_chair.fill_chair(
        game.tournament,
        HOST,
        game_id=str(game.pk),
        game_revision=game.revision,
        position=position,
        way=way,
        player_id=player_id,
    )


def undo(game):
    return empty_chair.undo_chair(game.tournament, HOST, game_id=str(game.pk))


def leave(night, *players):
    for player in players:
        check_in.withdraw(night, HOST, player_id=player)


def back(night, player):
    return check_in.come_back(night, HOST, player_id=player)


def late(night, count, first=20):
    found = add_players(night, count, first=first)
    check_everybody_in(night)
    return [player.pk for player in found]


def line(night):
    return [waiting.player for waiting in state_of(night).line]


def held(night):
    return {h.table: set(h.players) for h in state_of(night).held}


def sits_somewhere(player):
    return Seat.objects.filter(player=player, live=True).exists()


@pytest.fixture(autouse=True)
def everybody_has_one_place():
    """After each test: nobody in two places, everybody present in one, the night sound."""
    yield
    for night in Tournament.objects.all():
        state = state_of(night)
        present = set(night.players.filter(status="checked_in", is_house=False).values_list("pk", flat=True))
        seated = [player for game in state.running for player in game.seats]
        places = [*seated, *(waiting.player for waiting in state.waiting())]
        assert len(places) == len(set(places))
        assert present <= set(places)
        assert [problem.text for problem in health_of(reload(night)) if problem.level == "blocker"] == []


class TestWhoSitsIn:
    @pytest.fixture
    def night(self):
        """Two tables, and one who waits."""
        return queue_night(9)

    def test_the_one_in_line_is_offered_and_told_what_it_means(self, night):
        [waiting] = line(night)
        chair = chair_of(night, fresh(running_games(night)[0]), 0)
        option = chair.option("stand_in", waiting)
        name = night.players.get(pk=waiting).name
        assert option.effects[-1] == (
            f"{name} is number 1 in line for a table, keeps that place, and is not seated until this game is over."
        )

    def test_the_line_is_offered_in_its_order(self, night):
        come = late(night, 2)
        chair = chair_of(night, fresh(running_games(night)[0]), 0)
        offered = [option.person.pk for option in chair.in_the_middle if option.person]
        assert offered == line(night)
        assert offered[1:] == come

    def test_they_are_seated_nowhere_else_meanwhile(self, night):
        one, two = running_games(night)
        [waiting] = line(night)
        fill(one, 0, "stand_in", waiting)
        post(two, (10, 4), pairing=2)
        late(night, 3)  # with the losers, enough for another table
        assert not sits_somewhere(waiting)
        assert line(night)[0] == waiting
        [said] = [w.why for w in state_of(night).waiting() if w.player == waiting]
        assert said == "sits in for somebody, and is number 1 in line for a table"
        assert len(running_games(night)) >= 2

    def test_once_that_game_is_over_they_are_the_first_to_be_seated(self, night):
        one, two = running_games(night)
        [waiting] = line(night)
        fill(one, 0, "stand_in", waiting)
        late(night, 1)
        post(two, (10, 4), pairing=2)
        post(fresh(one), (4, 10), pairing=2)
        assert sits_somewhere(waiting)

    def test_the_points_stay_with_whom_they_play_for(self, night):
        one = running_games(night)[0]
        seats, [waiting] = seats_of(one), line(night)
        leave(night, seats[0])
        fill(one, 0, "stand_in", waiting)
        post(fresh(one), (10, 4), pairing=2)
        points = totals(night)
        assert points[night.players.get(pk=seats[0]).name] == 10
        assert points[night.players.get(pk=waiting).name] == 0

    def test_a_partner_left_alone_by_a_winner_goes_to_the_line_and_the_table_is_given_up(self, night):
        one = running_games(night)[0]
        seats, [waiting] = seats_of(one), line(night)
        leave(night, seats[0])
        fill(one, 0, "stand_in", waiting)
        post(fresh(one), (10, 4), pairing=2)
        assert 1 not in held(night) or seats[0] not in held(night)[1]
        assert sits_somewhere(waiting) or waiting in line(night)

    def test_it_is_taken_back_and_they_are_free_again(self, night):
        one, two = running_games(night)
        [waiting] = line(night)
        before = state_of(night)
        fill(one, 0, "stand_in", waiting)
        undo(one)
        assert state_of(night) == before
        assert not fresh(one).seats.filter(stand_in__isnull=False).exists()
        late(night, 1)
        post(two, (10, 4), pairing=2)
        assert sits_somewhere(waiting)

    def test_somebody_who_holds_a_table_sits_in_and_it_waits_for_them(self, night):
        one, two = running_games(night)
        post(one, (10, 4), pairing=2)
        holder = min(held(night)[1])
        fill(two, 0, "stand_in", holder)
        late(night, 2)
        assert not Game.objects.filter(table=one.table, status="running").exists()
        assert held(night)[1] >= {holder}
        post(fresh(two), (10, 4), pairing=2)
        assert sits_somewhere(holder)

    def test_whoever_sits_in_leaves_and_somebody_else_sits_in(self, night):
        one, _ = running_games(night)
        [waiting] = line(night)
        fill(one, 0, "stand_in", waiting)
        leave(night, waiting)
        [other] = late(night, 1)
        fill(one, 0, "stand_in", other)
        assert line(night) == [other]
        back(night, waiting)
        assert line(night) == [other, waiting]
        assert state_of(night).away == (other,)

    def test_a_house_player_sits_in_and_is_in_no_line(self, night):
        one, _ = running_games(night)
        fill(one, 0, "house_stands_in")
        house = fresh(one).seats.get(position=0).stand_in
        assert house.is_house
        post(fresh(one), (10, 4), pairing=2)
        assert house.pk not in line(night)

    def test_said_afterwards_by_a_runner_it_is_the_same(self, night):
        """ "Somebody else sat here", of a game under way."""
        one, two = running_games(night)
        [waiting] = line(night)
        chairs.correct_chair(
            night,
            HOST,
            game_id=str(one.pk),
            position=0,
            player_id=waiting,
            reason="Sat in",
            points_follow=False,
        )
        late(night, 1)
        post(two, (10, 4), pairing=2)
        assert not sits_somewhere(waiting)

    def test_the_game_does_not_count_and_they_are_free_again(self, night):
        one, two = running_games(night)
        [waiting] = line(night)
        fill(one, 0, "stand_in", waiting)
        rounds.void_game(night, HOST, game_id=str(one.pk), reason="Cards")
        assert state_of(night).away == ()

    def test_with_their_sheet_in_dispute_they_are_free_too(self, night):
        one, two = running_games(night)
        [waiting] = line(night)
        fill(one, 0, "stand_in", waiting)
        late(night, 1)
        post(two, (10, 4), pairing=2)
        assert not sits_somewhere(waiting)
        post(fresh(one), (10, 4), pairing=2, agreed=False)
        assert sits_somewhere(waiting)


class TestWhoIsMissing:
    def test_nobody_takes_the_chair_and_the_others_stay(self):
        night = queue_night(8)
        game = running_games(night)[0]
        a, b, c, d = night.players.in_bulk(seats_of(game)).values()
        names = {player.pk: player.name for player in (a, b, c, d)}
        seats = seats_of(game)
        option = chair_of(night, fresh(game), 1).option("sit_out", None)
        assert option.effects[:3] == (
            f"{names[seats[0]]} and {names[seats[2]]} stay at table 1 for the next two.",
            f"{names[seats[3]]} goes to the line.",
            "Nothing is counted for the game.",
        )
        leave(night, seats[1])
        fill(game, 1, "sit_out")
        assert held(night) == {1: {seats[0], seats[2]}}
        assert line(night) == [seats[3]]

    def test_the_opponents_win_by_the_sheet_and_stay(self):
        night = queue_night(8)
        game = running_games(night)[0]
        seats = seats_of(game)
        leave(night, seats[1])
        post(game, (10, 0), pairing=2)
        assert held(night) == {1: {seats[0], seats[2]}}
        assert line(night) == [seats[3]]

    def test_one_who_is_only_missing_and_still_on_the_list_goes_to_the_line(self):
        night = queue_night(8)
        game = running_games(night)[0]
        seats = seats_of(game)
        fill(game, 1, "sit_out")
        assert set(line(night)) == {seats[1], seats[3]}

    def test_all_four_go_and_the_table_is_free(self):
        night = queue_night(12)
        game = running_games(night)[0]
        leave(night, *seats_of(game))
        fill(game, 0, "sit_out")
        assert 1 not in held(night)
        late(night, 4)
        assert Game.objects.filter(table=game.table, status="running").exists()


class TestWhoComesBack:
    def test_before_the_game_ends_they_go_on_from_it_by_its_result(self):
        night = queue_night(8)
        game = running_games(night)[0]
        seats = seats_of(game)
        leave(night, seats[0])
        back(night, seats[0])
        assert line(night) == []
        post(game, (10, 4), pairing=2)
        assert held(night) == {1: {seats[0], seats[2]}}

    def test_while_somebody_sits_in_both_keep_one_place(self):
        night = queue_night(9)
        game = running_games(night)[0]
        seats, [waiting] = seats_of(game), line(night)
        leave(night, seats[0])
        fill(game, 0, "stand_in", waiting)
        back(night, seats[0])
        post(fresh(game), (10, 4), pairing=2)
        assert held(night)[1] == {seats[0], seats[2]} or sits_somewhere(seats[0])

    def test_they_sit_down_again_and_who_sat_in_is_back_in_the_line(self):
        night = queue_night(9)
        game = running_games(night)[0]
        seats, [waiting] = seats_of(game), line(night)
        leave(night, seats[0])
        fill(game, 0, "stand_in", waiting)
        back(night, seats[0])
        undo(game)
        assert seats_of(fresh(game)) == seats
        assert (line(night), state_of(night).away) == ([waiting], ())
        post(fresh(game), (10, 4), pairing=2)
        assert sits_somewhere(seats[0]) or seats[0] in held(night)[1]

    def test_after_the_game_they_are_last_in_line(self):
        night = queue_night(8)
        game = running_games(night)[0]
        seats = seats_of(game)
        leave(night, seats[1])
        post(game, (10, 4), pairing=2)
        back(night, seats[1])
        assert line(night) == [seats[3], seats[1]]

    def test_out_of_the_line_and_back_is_last(self):
        night = queue_night(9)
        [waiting] = line(night)
        come = late(night, 2)
        leave(night, waiting)
        back(night, waiting)
        assert line(night) == [*come, waiting]

    def test_while_holding_a_table_both_are_in_the_line_then(self):
        night = queue_night(8)
        game = running_games(night)[0]
        post(game, (10, 4), pairing=2)
        one, other = held(night)[1]
        leave(night, one)
        assert (held(night), line(night)[0]) == ({}, other)
        back(night, one)
        assert line(night)[-1] == one

    def test_both_winners_of_a_held_table_leave_and_come_back(self):
        night = queue_night(8)
        game = running_games(night)[0]
        post(game, (10, 4), pairing=2)
        winners = sorted(held(night)[1])
        leave(night, *winners)
        assert held(night) == {}
        for winner in winners:
            back(night, winner)
        assert all(
            sits_somewhere(player) for player in seats_of(game)
        )  # four are in line, and a table is free

    def test_with_the_sheet_still_in_dispute(self):
        night = queue_night(8)
        game = running_games(night)[0]
        seats = seats_of(game)
        post(game, (10, 4), pairing=2, agreed=False)
        leave(night, seats[0])
        back(night, seats[0])
        assert state_of(night).players.count(seats[0]) == 1
        assert not sits_somewhere(seats[0])


def test_nothing_can_be_taken_back_once_they_sit_elsewhere():
    night = queue_night(10)
    game = running_games(night)[0]
    fill(game, 1, "sit_out")  # the two walk to the two who wait
    with pytest.raises(ActRefused, match="Seated elsewhere"):
        undo(game)


def test_the_control_room_reads_who_sits_in():
    night = queue_night(9)
    [waiting] = line(night)
    fill(running_games(night)[0], 0, "stand_in", waiting)
    [queue] = progress_of(reload(night), timezone.now()).queues
    assert queue.waiting[0].why.startswith(
        "sits in for somebody, and is number 1 in line for a table, since "
    )
