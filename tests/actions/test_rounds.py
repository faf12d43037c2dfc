"""Starting, closing, taking back and voiding games; the clock."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import (
    HOST,
    add_players,
    check_everybody_in,
    draw,
    make_night,
    night_of_points,
    play_game,
    post,
    ready_night,
    reload,
    running_games,
)
from tournaments.actions import check_in, movement, nights, rounds
from tournaments.actions.prizes import finalise
from tournaments.models import Game, Round, ScoreSheet, Seat, SitOut
from tournaments.problems import ActRefused
from tournaments.queries.health import health_of
from tournaments.queries.readiness import before_payout, coming_games
from tournaments.queries.standings import standings_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    return ready_night((8, 9), games=3, break_after=None)


def texts(refused):
    return [problem.text for problem in refused.value.problems]


class TestStart:
    def test_both_divisions_start_together_with_the_clock_and_frozen_settings(self, night):
        rounds.start_game(night, HOST, number=1)
        night = reload(night)
        games = running_games(night)
        assert len(games) == 4
        assert {game.settings_version for game in games} == {night.settings_version}
        assert (night.stage, night.clock, night.clock_seconds) == ("playing", "game", 15 * 60)
        assert Seat.objects.filter(live=True).count() == 16

    def test_a_second_start_is_refused_and_so_is_the_next_game_while_one_runs(self, night):
        rounds.start_game(night, HOST, number=1)
        with pytest.raises(ActRefused, match="already been started"):
            rounds.start_game(night, HOST, number=1)
        with pytest.raises(ActRefused, match="Game 1 is still running"):
            rounds.start_game(night, HOST, number=2)

    def test_games_come_in_order_and_none_after_the_last(self, night):
        with pytest.raises(ActRefused, match="Game 1 comes first"):
            rounds.start_game(night, HOST, number=2)
        with pytest.raises(ActRefused, match="no game 4"):
            rounds.start_game(night, HOST, number=4)

    def test_a_leaver_still_seated_stops_it_by_name_and_table(self, night):
        player = Seat.objects.get(game__round__number=1, game__table__number=2, position=0).player
        check_in.withdraw(night, HOST, player_id=player.pk)
        with pytest.raises(ActRefused) as refused:
            rounds.start_game(night, HOST, number=1)
        assert texts(refused) == [
            f"{player.name} (left) still sits at Table 2 in game 1: update the rotation."
        ]


class TestLastCall:
    """T&K, Last Call: no new round begins after it. A schedule keeps to it as well."""

    @pytest.fixture(params=["schedule", "winners_stay"])
    def night(self, request):
        night = make_night("torrence-knox", movement=request.param, odd="sit_out", games=3, last_call="23:59")
        add_players(night, 8)
        check_everybody_in(night)
        if request.param == "schedule":
            draw(night)
        else:
            movement.begin_movement(night, HOST)
        return reload(night)

    def test_the_first_game_says_when_it_is_tonight(self, night):
        assert night.last_call_at is None
        rounds.start_game(night, HOST, number=1)
        called = reload(night).last_call_at
        assert f"{night.local(called):%H:%M}" == "23:59"

    def test_a_game_seated_before_it_does_not_begin_after_it(self, night):
        play_game(night, 1, (10, 4))
        movement.set_last_call(night, HOST, at=timezone.now() - timedelta(seconds=5))
        with pytest.raises(ActRefused, match="no game starts after it"):
            rounds.start_game(night, HOST, number=2)
        assert coming_games(reload(night)) == []
        assert before_payout(reload(night)) == []  # the night can be ended
        movement.set_last_call(night, HOST, at=timezone.now() + timedelta(hours=1))
        assert coming_games(reload(night))[0] == 2
        rounds.start_game(night, HOST, number=2)

    def test_a_game_under_way_is_finished(self, night):
        rounds.start_game(night, HOST, number=1)
        movement.set_last_call(night, HOST, at=timezone.now() - timedelta(seconds=5))
        for game in running_games(night):
            post(game, (10, 4))
        rounds.close_game(night, HOST, number=1)

    def test_another_time_in_the_settings_is_the_one_that_counts(self, night):
        rounds.start_game(night, HOST, number=1)
        for clock, expected in (("23:45", "23:45"), ("", None)):
            nights.change_settings(night, HOST, settings=replace(reload(night).settings, last_call=clock))
            called = reload(night).last_call_at
            assert (called and f"{night.local(called):%H:%M}") == expected


class TestClose:
    def test_missing_tables_are_named(self, night):
        rounds.start_game(night, HOST, number=1)
        for game in running_games(night)[1:]:
            post(game)
        with pytest.raises(ActRefused) as refused:
            rounds.close_game(night, HOST, number=1)
        assert texts(refused) == ["Table 1, game 1: no sheet."]
        assert refused.value.only_confirms

    def test_the_director_may_close_anyway_with_a_reason_and_the_sheet_stays_owed(self, night):
        rounds.start_game(night, HOST, number=1)
        first, *others = running_games(night)
        for game in others:
            post(game)
        with pytest.raises(ActRefused, match="Say why"):
            rounds.close_game(night, HOST, number=1, confirmed=True)
        rounds.close_game(night, HOST, number=1, confirmed=True, reason="table 1 lost its sheet")

        assert not standings_of(reload(night))[0].complete
        rounds.start_game(night, HOST, number=2)
        assert post(Game.objects.get(pk=first.pk))["state"] == "accepted"
        assert standings_of(reload(night))[0].sheets_in == 2

    def test_it_cannot_be_closed_twice(self, night):
        play_game(night, 1)
        with pytest.raises(ActRefused, match="not running"):
            rounds.close_game(night, HOST, number=1)


class TestTakeBack:
    def test_a_start_by_mistake_is_undone(self, night):
        rounds.start_game(night, HOST, number=1)
        rounds.take_back_game(night, HOST, number=1)
        assert not Seat.objects.filter(live=True).exists()
        assert set(night.rounds.filter(number=1).values_list("status", flat=True)) == {Round.Status.PLANNED}
        rounds.start_game(night, HOST, number=1)

    def test_with_sheets_in_it_asks_and_totals_are_as_before(self, night):
        play_game(night, 1)
        before = [row.standing.total for row in standings_of(reload(night))[0].rows]
        rounds.start_game(night, HOST, number=2)
        post(running_games(night)[0])
        with pytest.raises(ActRefused, match="1 sheet of game 2"):
            rounds.take_back_game(night, HOST, number=2)
        rounds.take_back_game(night, HOST, number=2, confirmed=True, reason="wrong game")
        assert [row.standing.total for row in standings_of(reload(night))[0].rows] == before

    def test_a_table_that_the_newest_plan_does_not_need_stays_empty(self):
        night = ready_night((12,))
        for player in night.players.all()[:4]:
            check_in.withdraw(night, HOST, player_id=player.pk)
        draw(reload(night))
        rounds.start_game(reload(night), HOST, number=1)
        rounds.take_back_game(night, HOST, number=1)
        assert health_of(reload(night)) == ()
        rounds.start_game(reload(night), HOST, number=1)
        assert [game.seats.count() for game in running_games(night)] == [4, 4]
        for game in running_games(night):
            post(game)
        rounds.close_game(night, HOST, number=1)

    def test_a_table_called_off_by_mistake_plays_when_the_game_is_started_again(self, night):
        rounds.start_game(night, HOST, number=1)
        first, *others = running_games(night)
        rounds.void_game(night, HOST, game_id=str(first.pk), reason="wrong table")
        rounds.take_back_game(night, HOST, number=1)
        assert not SitOut.objects.filter(round=first.round, player__in=first.seats.values("player")).exists()
        rounds.start_game(reload(night), HOST, number=1)
        assert [game.pk for game in running_games(night)] == [first.pk, *(game.pk for game in others)]
        for game in running_games(night):
            assert post(game)["state"] == "accepted"
        rounds.close_game(night, HOST, number=1)
        assert health_of(reload(night)) == ()


class TestVoid:
    def test_a_void_game_is_a_sit_out_and_its_sheet_no_longer_counts(self, night):
        rounds.start_game(night, HOST, number=1)
        game = running_games(night)[0]
        post(game)
        rounds.void_game(night, HOST, game_id=str(game.pk), reason="wrong deck")
        assert SitOut.objects.filter(round=game.round).count() == 4
        assert not game.sheets.filter(state=ScoreSheet.State.ACCEPTED).exists()
        row = next(r for r in standings_of(reload(night))[0].rows if r.player == game.seats.first().player)
        assert (row.standing.sit_outs, row.standing.games_played) == (1, 0)


class TestClock:
    def test_a_pause_stops_it_and_going_on_does_not_lose_the_time(self, night):
        rounds.start_game(night, HOST, number=1)
        rounds.pause_clock(night, HOST)
        paused = reload(night)
        later = paused.clock_paused_at + timedelta(minutes=5)
        assert paused.clock_remaining(later) == paused.clock_remaining(paused.clock_paused_at)
        assert paused.clock_ends_at() is None
        rounds.resume_clock(night, HOST)
        assert reload(night).clock_paused_at is None

    def test_more_time_and_less_but_no_nonsense(self, night):
        rounds.start_game(night, HOST, number=1)
        rounds.add_minutes(night, HOST, minutes=5)
        assert reload(night).clock_seconds == 20 * 60
        for minutes in (0, 61, -61):
            with pytest.raises(ActRefused):
                rounds.add_minutes(night, HOST, minutes=minutes)

    def test_the_intermission_waits_for_the_running_game(self, night):
        rounds.start_game(night, HOST, number=1)
        with pytest.raises(ActRefused, match="Close the running game"):
            rounds.start_break(night, HOST, minutes=20)

    def test_no_clock_runs_in_a_final_night(self):
        night = night_of_points((10, 8, 6))
        finalise(night, HOST)
        with pytest.raises(ActRefused, match="night is final"):
            rounds.start_break(night, HOST, minutes=20)
