"""Void games where the result says who moves: who stays, who walks, and how a void game is played after all."""

from __future__ import annotations

import pytest

from tests.factories import (
    HOST,
    add_players,
    check_everybody_in,
    make_night,
    post,
    ready_night,
    reload,
    running_games,
)
from tests.handing_in import codes, states
from tests.queue_nights import queue_night, seats_of, state_of
from tournaments.actions import check_in, empty_chair, movement, restoring, rounds
from tournaments.models import Game, Seat, SitOut
from tournaments.problems import ActRefused
from tournaments.queries.health import health_of
from tournaments.queries.restoring import restoring_of

pytestmark = pytest.mark.django_db
BY_RESULTS = ["winners_stay", "winners_move", "redraw"]


def void(game, reason="A card was missing"):
    rounds.void_game(game.tournament, HOST, game_id=str(game.pk), reason=reason)


def restore(game, **more):
    more = {"reason": "It was found", **more}
    return restoring.restore_game(game.tournament, HOST, game_id=str(game.pk), **more)


def fresh(game):
    return Game.objects.select_related("table", "round").get(pk=game.pk)


def places(night):
    """Who sits where, waits where and sits out, and the state of every game."""
    seats = Seat.objects.filter(game__tournament=night).order_by("game", "position")
    return (
        list(seats.values_list("game", "position", "player", "counting", "live")),
        sorted(SitOut.objects.filter(round__tournament=night).values_list("round__number", "player")),
        sorted(night.games.values_list("pk", "status")),
    )


def is_sound(night):
    return [problem.text for problem in health_of(reload(night)) if problem.level == "blocker"] == []


class TestInTheQueue:
    def test_two_stay_and_two_walk_by_lot_and_nothing_is_counted(self):
        night = queue_night(8)
        game = running_games(night)[0]
        void(game)
        state = state_of(night)
        [held] = state.held
        assert held.table == game.table.number
        assert set(held.players) in (set(seats_of(game)[::2]), set(seats_of(game)[1::2]))
        assert {waiting.player for waiting in state.line} == set(seats_of(game)) - set(held.players)

    def test_the_act_says_where_they_are_and_what_begins(self):
        night = queue_night(9)
        game = running_games(night)[0]
        told = rounds.void_game(night, HOST, game_id=str(game.pk), reason="A card was missing")["told"]
        names = {player.pk: str(player) for player in night.players.all()}
        state = state_of(night)
        [held] = state.held
        one, other = (names[player] for player in held.players)
        assert told[0] == f"{one} and {other} wait at table 1 for others to come."
        line = [waiting.player for waiting in state.line]
        for player in set(seats_of(game)) - set(held.players):
            assert f"{names[player]} as number {line.index(player) + 1}" in told[1]

    def test_it_names_a_table_that_begins_by_it(self):
        night = queue_night(10)
        game = running_games(night)[0]
        told = rounds.void_game(night, HOST, game_id=str(game.pk), reason="A card was missing")["told"]
        assert told[-1].startswith("Table 3 begins at once: ")
        assert len(told) == 2

    @pytest.mark.parametrize("position", range(4))
    def test_where_one_has_left_the_other_two_stay(self, position):
        night = queue_night(8)
        game = running_games(night)[0]
        seats = seats_of(game)
        check_in.withdraw(night, HOST, player_id=seats[position])
        void(game)
        state = state_of(night)
        assert [set(held.players) for held in state.held] == [set(seats[(position + 1) % 2 :: 2])]
        assert [waiting.player for waiting in state.line] == [seats[(position + 2) % 4]]

    @pytest.mark.parametrize("position", range(4))
    def test_the_same_where_one_is_only_missing(self, position):
        """Not said to have left: a void table by its empty chair."""
        night = queue_night(8)
        game = running_games(night)[0]
        seats = seats_of(game)
        empty_chair.fill_chair(
            night, HOST, game_id=str(game.pk), game_revision=game.revision, position=position, way="sit_out"
        )
        assert [set(held.players) for held in state_of(night).held] == [set(seats[(position + 1) % 2 :: 2])]

    def test_played_after_all_everything_is_as_before(self):
        night = queue_night(9)
        game = running_games(night)[0]
        before, state = places(night), state_of(night)
        night = reload(night)
        movement.set_last_call(night, HOST, at=night.created_at)  # so that nobody is seated from it meanwhile
        void(game)
        assert restoring_of(fresh(game)).play_problem == ""
        restore(game)
        assert places(night) == before
        assert (state_of(night).line, state_of(night).held) == (state.line, state.held)
        assert post(fresh(game), (10, 4), pairing=2)["state"] == "accepted"
        assert is_sound(night)

    def test_a_sheet_that_was_in_is_owed_again_and_stays_in_the_history(self):
        night = queue_night(8)
        game = running_games(night)[0]
        post(game, (10, 4), pairing=2)
        void(game)
        restore(game)
        assert fresh(game).status == "running"
        assert states(game) == ["cleared"]
        assert state_of(night).held == ()
        post(fresh(game), (4, 10), pairing=2)
        assert {p for held in state_of(night).held for p in held.players} == set(seats_of(game)[1::2])
        assert is_sound(night)

    def test_not_once_one_of_them_is_seated_and_who_is_where_is_said(self):
        night = queue_night(10)
        game = running_games(night)[0]
        void(game)  # two losers and the two in line fill the third table
        moved = [p for p in seats_of(game) if Seat.objects.filter(player=p, live=True).exists()]
        assert len(moved) == 2
        with pytest.raises(ActRefused) as refused:
            restore(game)
        text = refused.value.problems[0].text
        assert codes(refused) == ["elsewhere"]
        for player in night.players.filter(pk__in=moved):
            assert f"{player} at table 3" in text

    def test_then_its_sheet_can_still_count_and_moves_nobody(self):
        night = queue_night(10)
        game = running_games(night)[0]
        void(game)
        before = state_of(night)
        restore(game, play=False)
        assert fresh(game).status == "finished"
        assert post(fresh(game), (10, 4), pairing=2)["state"] == "accepted"
        assert state_of(night).running == before.running
        assert is_sound(night)

    def test_nor_while_others_hold_its_table(self):
        night = queue_night(12)
        one = running_games(night)[0]
        for player in seats_of(one):
            check_in.withdraw(night, HOST, player_id=player)
        void(one)
        add_players(night, 4, first=13)
        check_everybody_in(night)
        assert Game.objects.filter(table=one.table, status="running").exists()
        with pytest.raises(ActRefused, match="Others play at table 1 now"):
            restore(one)

    def test_nor_while_one_of_them_sits_in_for_somebody(self):
        night = queue_night(8)
        one, two = running_games(night)
        void(one)
        walker = state_of(night).line[0].player
        empty_chair.fill_chair(
            night,
            HOST,
            game_id=str(two.pk),
            game_revision=two.revision,
            position=0,
            way="stand_in",
            player_id=walker,
        )
        with pytest.raises(ActRefused, match="at table 2"):
            restore(one)

    def test_an_emptied_table_is_undone_by_its_own_button_too(self):
        night = queue_night(8)
        game = running_games(night)[0]
        before = places(night)
        empty_chair.fill_chair(
            night, HOST, game_id=str(game.pk), game_revision=game.revision, position=1, way="sit_out"
        )
        empty_chair.undo_chair(night, HOST, game_id=str(game.pk))
        assert [seat[1:] for seat in places(night)[0]] == [seat[1:] for seat in before[0]]
        assert state_of(night).held == ()
        assert is_sound(night)


@pytest.mark.parametrize("kind", BY_RESULTS)
class TestInRounds:
    @pytest.fixture
    def night(self, kind):
        night = make_night("classic", movement=kind, games=3)
        add_players(night, 9)
        check_everybody_in(night)
        movement.begin_movement(night, HOST)
        rounds.start_game(night, HOST, number=1)
        return reload(night)

    def test_it_is_played_after_all_while_its_round_runs(self, night):
        game = running_games(night)[0]
        before = places(night)
        void(game)
        assert SitOut.objects.filter(round=game.round).count() == 5
        restore(game)
        assert places(night) == before
        for each in running_games(night):
            post(each, (9, 7), pairing=2)
        rounds.close_game(night, HOST, number=1)
        assert is_sound(night)

    def test_after_its_round_only_its_sheet_counts(self, night, kind):
        game, other = running_games(night)
        void(game)
        post(other, (9, 7), pairing=2)
        rounds.close_game(night, HOST, number=1)
        seated = places(night)[0]
        with pytest.raises(ActRefused, match="Game 1 is closed"):
            restore(game)
        restore(game, play=False)
        assert SitOut.objects.filter(round=game.round).count() == 1
        answer = post(fresh(game), (9, 7), pairing=2)
        assert answer["state"] == "accepted"
        if kind == "redraw":  # nobody's result matters for where they sit next
            assert answer["note"] == ""
            assert [row for row in places(night)[0] if row[0] != game.pk] == [
                row for row in seated if row[0] != game.pk
            ]
        assert is_sound(night)

    def test_not_once_one_of_them_plays_the_round_elsewhere(self, night, kind):
        game, other = running_games(night)
        void(game)
        someone, seat = seats_of(game)[0], other.seats.get(position=0)
        SitOut.objects.filter(round=game.round, player=someone).delete()
        Seat.objects.filter(pk=seat.pk).update(player=someone)  # took a chair at the other table
        for play in (True, False):
            with pytest.raises(ActRefused, match="Seated elsewhere"):
                restore(game, play=play)

    def test_everybody_goes_on_from_a_void_table(self, night):
        game, other = running_games(night)
        void(game)
        post(other, (9, 7), pairing=2)
        rounds.close_game(night, HOST, number=1)
        seated = set(Seat.objects.filter(round__number=2).values_list("player", flat=True))
        out = set(SitOut.objects.filter(round__number=2).values_list("player", flat=True))
        assert seated | out == set(night.players.values_list("pk", flat=True))


class TestWhatIsRefused:
    @pytest.fixture
    def game(self):
        night = ready_night((8,), games=2, break_after=None)
        rounds.start_game(night, HOST, number=1)
        return running_games(reload(night))[0]

    def test_a_scheduled_game_comes_back_too(self, game):
        void(game)
        restore(game)
        assert not SitOut.objects.exists()
        assert fresh(game).status == "running"

    def test_only_a_void_one_with_a_reason_and_once(self, game):
        with pytest.raises(ActRefused, match="is not void"):
            restore(game)
        void(game)
        with pytest.raises(ActRefused) as refused:
            restore(game, reason="  ")
        assert refused.value.problems[0].field == "reason"
        restore(game)
        with pytest.raises(ActRefused, match="is not void"):
            restore(game)
