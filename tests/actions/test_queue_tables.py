"""Tables of the continuous queue that must not wait for ever, and sheets of it put right afterwards (T&K)."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.factories import HOST, content, post, reload, running_games
from tests.handing_in import codes, correct, send, states
from tests.queue_nights import queue_night, seats_of, state_of
from tournaments.actions import check_in, movers, rounds, sheets
from tournaments.models import Game, Seat
from tournaments.problems import ActRefused
from tournaments.queries.progress import progress_of
from tournaments.queries.standings import standings_of

pytestmark = pytest.mark.django_db


def free(night, game, stay=(), **more):
    return movers.free_table(night, HOST, game_id=str(game.pk), stay=list(stay), **more)


def at_table(game):
    return Game.objects.filter(table=game.table, status=Game.Status.RUNNING).first()


class TestFreeingATable:
    @pytest.mark.parametrize("stays", [(0, 2), (1, 3)])
    def test_a_disputed_table_goes_on_with_those_the_director_names(self, stays):
        night = queue_night(12)
        game, other = running_games(night)[:2]
        post(game, (10, 8), pairing=2, agreed=False)
        assert at_table(game) is None
        seats = seats_of(game)
        winners = {seats[position] for position in stays}
        free(night, game, winners)
        post(other, (10, 4), pairing=2)
        assert winners < set(seats_of(at_table(game)))

    def test_the_dispute_is_settled_later_and_moves_nobody_any_more(self):
        night = queue_night(10)
        game, other = running_games(night)[:2]
        post(game, (10, 8), pairing=2, agreed=False)
        a, b, c, d = seats_of(game)
        free(night, game, [b, d])
        post(other, (10, 4), pairing=2)
        before = sorted(Seat.objects.filter(live=True).values_list("player_id", flat=True))
        sheet = game.sheets.get()
        done = sheets.decide_dispute(night, HOST, game_id=str(game.pk), sheet_id=str(sheet.pk))
        assert "would have moved as winners" in done["note"]
        assert sorted(Seat.objects.filter(live=True).values_list("player_id", flat=True)) == before
        points = {row.player.pk: row.standing.total for row in standings_of(reload(night))[0].rows}
        assert (points[a], points[c]) == (10, 10)

    def test_a_table_without_a_sheet_goes_on_and_still_owes_it(self):
        night = queue_night(9)
        game = running_games(night)[0]
        free(night, game, reason="They went home with the paper")
        game.refresh_from_db()
        assert game.status == Game.Status.FINISHED
        assert not Seat.objects.filter(game=game, live=True).exists()
        assert post(game, (10, 8), pairing=2)["state"] == "accepted"

    def test_lots_decide_where_nobody_knows(self):
        stayed = set()
        for seed in range(6):
            night = queue_night(9, seed=seed)
            game = running_games(night)[0]
            seats = seats_of(game)
            free(night, game)
            held = state_of(night).over(game.queue_number).winners
            stayed.add(tuple(seats.index(player) for player in held))
        assert stayed == {(0, 2), (1, 3)}

    def test_who_stays_are_two_of_the_four_and_it_is_said_once(self):
        night = queue_night(9)
        game, other = running_games(night)
        for stay in ([seats_of(game)[0]], seats_of(game), seats_of(other)[:2]):
            with pytest.raises(ActRefused) as refused:
                free(night, game, stay)
            assert codes(refused) == ["stay"]
        free(night, game)
        with pytest.raises(ActRefused, match="holds nobody up"):
            free(night, game)

    def test_a_void_game_frees_its_table(self):
        night = queue_night(9)
        game = running_games(night)[0]
        rounds.void_game(night, HOST, game_id=str(game.pk), reason="A card was missing")
        assert game.queue_number not in [running.number for running in state_of(night).running]
        assert len(running_games(night)) >= 1


class TestCorrecting:
    def test_those_who_still_wait_change_places(self):
        night = queue_night(8)
        game = running_games(night)[0]
        saved = post(game, (10, 4), pairing=2)
        a, b, c, d = seats_of(game)
        assert {a, c} == {p for held in state_of(night).held for p in held.players}
        answer = correct(game, saved["sheet"], content(game, (4, 10), pairing=2))
        assert "seats to come are changed" in answer["note"]
        assert {b, d} == {p for held in state_of(night).held for p in held.players}

    def test_those_who_play_on_stay_where_they_are_and_the_note_says_it(self):
        night = queue_night(10)
        game = running_games(night)[0]
        saved = post(game, (10, 4), pairing=2)
        before = {each.pk: seats_of(each) for each in running_games(night)}
        answer = correct(game, saved["sheet"], content(game, (4, 10), pairing=2))
        assert "everybody plays on where they are now" in answer["note"]
        assert {each.pk: seats_of(each) for each in running_games(night)} == before

    def test_the_same_winners_by_other_points_move_nobody(self):
        night = queue_night(8)
        game = running_games(night)[0]
        saved = post(game, (10, 4), pairing=2)
        before = state_of(night)
        assert correct(game, saved["sheet"], content(game, (10, 6), pairing=2))["note"] == ""
        assert state_of(night) == before


class TestADrawnGame:
    def test_it_waits_for_its_extra_hand(self):
        """A race stopped level: the table is asked, and then its winners stay."""
        night = queue_night(8)
        game = running_games(night)[0]
        level = {**content(game, (8, 8), pairing=2), "extra_hand": None}
        saved = send(game, level, confirmed=True, reason="Stopped")
        assert game.queue_number in [running.number for running in state_of(night).running]
        step = progress_of(reload(night), timezone.now()).step
        assert step.button.arguments == (str(game.pk),)
        movers.record_extra_hand(night, HOST, game_id=str(game.pk), sheet_id=saved["sheet"], side=1)
        assert set(state_of(night).over(game.queue_number).winners) == set(seats_of(game)[1::2])
        assert states(game) == ["accepted", "superseded"]

    def test_said_on_the_sheet_it_needs_nobody(self):
        night = queue_night(8)
        game = running_games(night)[0]
        level = {**content(game, (8, 8), pairing=2), "extra_hand": 0}
        send(game, level, confirmed=True, reason="Stopped")
        assert set(state_of(night).over(game.queue_number).winners) == set(seats_of(game)[::2])


def test_a_substitute_leaver_and_late_arrival_keep_the_line_whole():
    night = queue_night(9)
    game = running_games(night)[0]
    for player in list(night.players.filter(pk__in=seats_of(game))):
        check_in.withdraw(night, HOST, player_id=player.pk)
    post(game, (10, 4), pairing=2)
    state = state_of(night)
    assert set(state.players).isdisjoint(seats_of(game))
    assert len(state.players) == 5
