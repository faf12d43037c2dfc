"""Movements that go by results, through the acts alone."""

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from random import Random

import pytest

from tests.factories import (
    DESK,
    HOST,
    START,
    add_players,
    check_everybody_in,
    make_night,
    play_game,
    post,
    ready_night,
    reload,
    running_games,
)
from tests.queue_nights import queue_night, seats_of, state_of
from tournaments.actions import check_in, movement, nights, rounds
from tournaments.models import Game, Player, Seat, Tournament
from tournaments.problems import ActRefused
from tournaments.queries.standings import standings_of

pytestmark = pytest.mark.django_db


class TestTheContinuousQueue:
    """T&K: winners stay and split, losers walk to the next available other table."""

    def test_two_tables_start_at_once_and_the_ninth_waits(self):
        night = queue_night()
        games = running_games(night)
        assert [game.queue_number for game in games] == [1, 2]
        assert len(state_of(night).waiting()) == 1
        assert Seat.objects.filter(live=True).count() == 8

    def test_winners_stay_and_split_and_the_losers_do_not_come_straight_back(self):
        night = queue_night(10)
        first, second = running_games(night)
        a, b, c, d = seats_of(first)
        post(first, (10, 6), pairing=2)  # positions 0 and 2 beat 1 and 3

        walked = Game.objects.get(table__number=3, status="running")  # where 9 and 10 have waited
        assert {b, d} < set(seats_of(walked))
        post(second, (4, 10), pairing=2)
        stayed = seats_of(Game.objects.get(table=first.table, status="running"))
        assert {a, c} < set(stayed)
        assert {a, c} not in ({stayed[0], stayed[2]}, {stayed[1], stayed[3]})

    def test_nobody_sits_twice_and_points_are_conserved_over_sixty_games(self):
        night = queue_night(11)
        lot, total = Random(7), 0
        for _ in range(60):
            game = lot.choice(running_games(night))
            loser = lot.randrange(10)
            scores = (10, loser) if lot.random() < 0.5 else (loser, 10)
            assert post(game, scores, pairing=2)["state"] == "accepted"
            total += 2 * sum(scores)
            seated = Counter(Seat.objects.filter(live=True).values_list("player_id", flat=True))
            assert set(seated.values()) <= {1}
        rows = standings_of(reload(night))[0].rows
        assert sum(row.standing.total for row in rows) == total
        played = [row.standing.games_played for row in rows]
        assert min(played) > 10

    def test_a_late_arrival_joins_the_line_and_a_leaver_is_out_of_it(self):
        night = queue_night(9)
        add_players(night, 1, first=10)
        late = night.players.get(name="Player 10")
        check_in.check_in(night, DESK, player_id=late.pk, method="cash")
        assert late.pk in [waiting.player for waiting in state_of(night).waiting()]
        check_in.withdraw(night, HOST, player_id=late.pk)
        assert late.pk not in state_of(night).players

    def test_a_lifted_disqualification_puts_its_player_back_into_the_line(self):
        night = queue_night(9)
        (waiting,) = (waiting.player for waiting in state_of(night).waiting())
        check_in.disqualify(night, HOST, player_id=waiting, reason="shouted")
        check_in.lift_disqualification(night, HOST, player_id=waiting, reason="it was another")
        assert [waits.player for waits in state_of(night).waiting()] == [waiting]

    def test_a_loser_who_left_during_the_game_is_not_seated_again(self):
        night = queue_night(8)
        game = running_games(night)[0]
        leaver = game.seats.get(position=1).player
        check_in.withdraw(night, HOST, player_id=leaver.pk)
        post(game, (10, 3), pairing=2)
        assert not Seat.objects.filter(player=leaver, live=True).exists()

    def test_no_game_starts_after_last_call_and_running_ones_finish(self):
        night = queue_night(8)
        movement.set_last_call(night, HOST, at=night.created_at - timedelta(hours=1))
        for game in running_games(night):
            assert post(game, (10, 4), pairing=2)["state"] == "accepted"
        assert running_games(night) == []
        with pytest.raises(ActRefused, match="No table can be filled"):
            movement.fill_tables(night, HOST)

    def test_another_last_call_in_the_settings_holds_for_the_games_to_come(self):
        night = queue_night(8, last_call="23:59")
        nights.change_settings(night, HOST, settings=replace(reload(night).settings, last_call=""))
        night = reload(night)
        assert night.last_call_at is None
        assert state_of(night).last_call is None

    def test_a_disputed_table_stays_until_it_is_decided(self):
        night = queue_night(8)
        game = running_games(night)[0]
        post(game, (10, 4), pairing=2, agreed=False)
        assert not Game.objects.filter(table=game.table, status="running").exists()
        sheet = game.sheets.get()
        from tournaments.actions.sheets import decide_dispute

        decide_dispute(night, HOST, game_id=str(game.pk), sheet_id=str(sheet.pk))
        assert state_of(night).started >= 2
        assert game.queue_number not in [running.number for running in state_of(night).running]

    def test_it_does_not_begin_after_last_call(self):
        with pytest.raises(ActRefused, match="Last call at 12:00 AM has passed"):
            queue_night(8, last_call="00:00")

    @pytest.mark.parametrize(
        ("last_call", "opened", "expected"),
        [
            ("20:30", timedelta(minutes=5), timedelta(hours=1, minutes=30)),
            ("20:30", timedelta(hours=2), timedelta(hours=1, minutes=30)),
            ("00:30", timedelta(minutes=5), timedelta(hours=5, minutes=30)),
            ("00:30", timedelta(hours=5, minutes=10), timedelta(hours=5, minutes=30)),
            ("00:30", timedelta(days=-2, hours=1), timedelta(days=-2, hours=5, minutes=30)),
            ("00:30", timedelta(days=-2, hours=5, minutes=10), timedelta(days=-2, hours=5, minutes=30)),
        ],
    )
    def test_last_call_is_this_evening_or_after_its_midnight(self, last_call, opened, expected):
        night = make_night("torrence-knox", last_call=last_call)  # starts at 7 PM
        assert movement.last_call_of(night, START + opened) == START + expected

    @pytest.mark.parametrize(
        ("day", "last_call", "asked", "expected"),
        [
            # The clocks go back at 2 AM on November 1: 1:30 comes at 06:30 and at 07:30 UTC.
            ("2026-10-31", "01:30", "2026-11-01T00:05", "2026-11-01T06:30"),
            ("2026-10-31", "01:20", "2026-11-01T06:50", "2026-11-01T07:20"),
            ("2026-10-31", "01:40", "2026-11-01T07:10", "2026-11-01T07:40"),
            ("2026-10-31", "01:05", "2026-11-01T07:10", "2026-11-01T06:05"),
            ("2026-10-31", "02:30", "2026-11-01T00:05", "2026-11-01T08:30"),
            ("2026-10-31", "22:00", "2026-11-01T00:05", "2026-11-01T03:00"),
            # They go forward at 2 AM on March 14: 2:30 is left out, 3:30 is at 08:30 UTC.
            ("2027-03-13", "03:30", "2027-03-14T01:05", "2027-03-14T08:30"),
            ("2027-03-13", "02:30", "2027-03-14T01:05", "2027-03-14T08:30"),
            ("2027-03-13", "01:30", "2027-03-14T01:05", "2027-03-14T07:30"),
        ],
    )
    def test_last_call_in_the_nights_the_clocks_change(self, day, last_call, asked, expected):
        night = Tournament(
            time_zone="America/Chicago", starts_at=nights.local_moment(day, "19:00", "America/Chicago")
        )
        at = datetime.fromisoformat(asked).replace(tzinfo=UTC)
        found = movement.evening_moment(night, time.fromisoformat(last_call), at)
        assert found.astimezone(UTC).isoformat() == f"{expected}:00+00:00"

    def test_the_same_seed_draws_the_same_lots(self):
        drawn = []
        for _ in range(2):
            night = make_night("torrence-knox", last_call="")
            add_players(night, 10)
            check_everybody_in(night)
            movement.begin_movement(night, HOST, seed=5)
            for _ in range(4):
                post(running_games(night)[0], (10, 6), pairing=2)
            seats = Seat.objects.filter(game__tournament=night).order_by("game__queue_number", "position")
            drawn.append(list(seats.values_list("player__name", flat=True)))
        assert drawn[0] == drawn[1]

    def test_it_begins_once(self):
        night = queue_night(8)
        with pytest.raises(ActRefused, match="seated already"):
            movement.begin_movement(night, HOST)

    def test_a_scheduled_night_does_not_begin_so(self):
        with pytest.raises(ActRefused, match="draw the rotation"):
            movement.begin_movement(make_night(), HOST)


class TestInRounds:
    """Winners stay in rounds, and the classic progressive: winners move up."""

    @pytest.fixture(params=["winners_stay", "winners_move", "redraw"])
    def night(self, request):
        night = make_night("classic", movement=request.param, games=4)
        add_players(night, 13)
        check_everybody_in(night)
        movement.begin_movement(night, HOST)
        return reload(night)

    def test_the_next_round_is_laid_out_when_one_closes(self, night):
        for number in (1, 2, 3, 4):
            assert Seat.objects.filter(round__number=number).count() == 12
            assert night.rounds.get(number=number).sit_outs.count() == 1
            play_game(night, number, (9, 7))
        assert not night.rounds.filter(number=5).exists()
        assert sum(row.standing.games_played for row in standings_of(reload(night))[0].rows) == 48

    def test_somebody_coming_before_the_round_is_laid_out_anew(self, night):
        add_players(night, 3, first=14)
        for player in night.players.filter(status=Player.Status.REGISTERED):
            check_in.check_in(night, DESK, player_id=player.pk, method="cash")
        assert Seat.objects.filter(round__number=1).count() == 16
        rounds.start_game(night, HOST, number=1)

    def test_somebody_coming_during_a_round_plays_from_the_next(self, night):
        rounds.start_game(night, HOST, number=1)
        add_players(night, 3, first=14)
        for player in night.players.filter(status=Player.Status.REGISTERED):
            check_in.check_in(night, DESK, player_id=player.pk, method="cash")
        assert Seat.objects.filter(round__number=1).count() == 12
        for game in running_games(night):
            post(game, (9, 7))
        rounds.close_game(night, HOST, number=1)
        assert Seat.objects.filter(round__number=2).count() == 16

    def test_a_start_taken_back_starts_again_with_the_same_seats(self, night):
        rounds.start_game(night, HOST, number=1)
        before = [seats_of(game) for game in running_games(night)]
        rounds.take_back_game(night, HOST, number=1)
        rounds.start_game(night, HOST, number=1)
        assert [seats_of(game) for game in running_games(night)] == before
        for game in running_games(night):
            post(game, (9, 7))
        rounds.close_game(night, HOST, number=1)
        assert night.rounds.filter(number=2).exists()


def test_winners_of_the_classic_night_move_up_and_split():
    night = make_night("classic", games=3)
    add_players(night, 12)
    check_everybody_in(night)
    movement.begin_movement(night, HOST)
    rounds.start_game(night, HOST, number=1)
    second = Game.objects.get(round__number=1, table__number=2)
    winners = [seat.player_id for seat in second.seats.order_by("position") if seat.position in (0, 2)]
    for game in running_games(night):
        post(game, (9, 7), pairing=2)
    rounds.close_game(night, HOST, number=1)
    head = Game.objects.get(round__number=2, table__number=1)
    after = seats_of(head)
    assert set(winners) <= set(after)
    assert set(winners) not in ({after[0], after[2]}, {after[1], after[3]})


def test_a_three_handed_game_through_the_acts():
    """T&K three-handed: each for themselves; two defenders may reach 10 together."""
    night = ready_night((6,), preset="torrence-knox-three", games=2)
    rounds.start_game(night, HOST, number=1)
    games = running_games(night)
    assert [game.size for game in games] == [3, 3]
    assert post(games[0], (10, 4, 11))["state"] == "accepted"
    assert post(games[1], (3, 10, 2))["state"] == "accepted"
    rounds.close_game(night, HOST, number=1)
    totals = {row.player.pk: row.standing.total for row in standings_of(reload(night))[0].rows}
    assert [totals[player] for player in seats_of(games[0])] == [10, 4, 11]
