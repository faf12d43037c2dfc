"""Drawn games where somebody must move (RULES 3): the extra hand settles who, and brings no points."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils import timezone

from scoring import PRESETS
from tests.factories import (
    HOST,
    add_players,
    check_everybody_in,
    content,
    make_night,
    post,
    ready_night,
    reload,
    running_games,
)
from tests.handing_in import by_hands, codes, correct, hand, send, states, totals
from tournaments.actions import movement, movers, rounds
from tournaments.models import Game, ScoreSheet
from tournaments.problems import ActRefused
from tournaments.queries.next_step import NextStep
from tournaments.queries.progress import progress_of
from tournaments.queries.readiness import before_close

pytestmark = pytest.mark.django_db


def progressive(players=8, games=3, **changes):
    night = make_night("classic", games=games, **changes)
    add_players(night, players)
    check_everybody_in(night)
    movement.begin_movement(night, HOST)
    rounds.start_game(night, HOST, number=1)
    return reload(night)


def seats_of(game):
    return [seat.player_id for seat in game.seats.order_by("position")]


def drawn(game, side=None, **more):
    return {**content(game, (7, 7), pairing=2), "extra_hand": side, **more}


def step(night) -> NextStep:
    night = reload(night)
    return progress_of(night, timezone.now()).step


class TestTheSheet:
    def test_a_drawn_game_is_asked_who_moves_and_takes_a_reason_instead(self):
        night = progressive()
        game = running_games(night)[0]
        with pytest.raises(ActRefused) as refused:
            send(game, drawn(game))
        assert codes(refused) == ["extra-hand"]
        assert refused.value.only_confirms
        assert send(game, drawn(game), confirmed=True, reason="they have gone")["state"] == "accepted"

    def test_its_winners_move_and_nobody_has_a_point_of_it(self):
        night = progressive()
        first, second = running_games(night)
        post(first, (9, 7), pairing=2)
        send(second, drawn(second, side=1))
        rounds.close_game(night, HOST, number=1)
        a, b, c, d = seats_of(second)
        head = seats_of(Game.objects.get(round__number=2, table__number=1))
        assert {b, d} < set(head)
        assert {a, c}.isdisjoint(head)
        assert {line.result for line in second.sheets.get().lines.all()} == {"drawn"}
        assert sum(totals(night).values()) == 2 * (9 + 7 + 7 + 7)

    def test_without_a_draw_there_is_no_extra_hand(self):
        night = progressive()
        game = running_games(night)[0]
        with pytest.raises(ActRefused) as refused:
            send(game, {**content(game, (9, 7), pairing=2), "extra_hand": 0})
        assert codes(refused) == ["extra-hand"]
        with pytest.raises(ActRefused, match="extra_hand"):
            send(game, drawn(game, side=2))

    def test_two_sheets_that_differ_in_it_are_two_versions(self):
        night = progressive()
        game = running_games(night)[0]
        send(game, drawn(game, side=0))
        assert send(game, drawn(game, side=1))["state"] == "contested"
        assert states(game) == ["contested", "contested"]

    def test_the_last_game_moves_nobody_and_a_schedule_never_does(self):
        last = progressive(games=1)
        game = running_games(last)[0]
        assert send(game, drawn(game))["state"] == "accepted"
        planned = ready_night((8,), preset="wemsa", games=2, break_after=None)
        rounds.start_game(planned, HOST, number=1)
        game = running_games(planned)[0]
        assert send(game, content(game, (14, 14), pairing=2))["state"] == "accepted"

    def test_the_winners_of_the_last_hand_need_no_extra_one_where_that_is_the_rule(self):
        rules = replace(PRESETS["classic"], drawn_game_mover="last hand", hands=2)
        night = progressive(rules=rules)
        game = running_games(night)[0]
        assert send(game, by_hands(hand(0), hand(1), pairing=2))["state"] == "accepted"
        assert before_close(night, 1)[0].code == "missing"


class TestTheDirector:
    def test_the_control_room_asks_and_one_tap_answers(self):
        night = progressive()
        first, second = running_games(night)
        post(first, (9, 7), pairing=2)
        saved = send(second, drawn(second), confirmed=True, reason="forgotten")
        assert "drawn" in step(night).title
        assert step(night).button.arguments == (str(second.pk),)
        assert [problem.code for problem in before_close(night, 1)] == ["drawn"]

        movers.record_extra_hand(night, HOST, game_id=str(second.pk), sheet_id=saved["sheet"], side=0)
        assert before_close(night, 1) == []
        assert states(second) == ["accepted", "superseded"]
        rounds.close_game(night, HOST, number=1)
        a, _, c, _ = seats_of(second)
        assert {a, c} < set(seats_of(Game.objects.get(round__number=2, table__number=1)))

    def test_it_closes_without_an_answer_only_with_a_reason_and_lots_decide(self):
        night = progressive()
        first, second = running_games(night)
        post(first, (9, 7), pairing=2)
        send(second, drawn(second), confirmed=True, reason="forgotten")
        with pytest.raises(ActRefused) as refused:
            rounds.close_game(night, HOST, number=1)
        assert codes(refused) == ["drawn"]
        rounds.close_game(night, HOST, number=1, confirmed=True, reason="they have gone")
        a, b, c, d = seats_of(second)
        moved = set(seats_of(Game.objects.get(round__number=2, table__number=1))) & {a, b, c, d}
        assert moved in ({a, c}, {b, d})

    def test_put_right_before_the_next_game_others_move(self):
        night = progressive()
        first, second = running_games(night)
        post(first, (9, 7), pairing=2)
        saved = send(second, drawn(second, side=0))
        rounds.close_game(night, HOST, number=1)
        _, b, _, d = seats_of(second)
        done = movers.record_extra_hand(night, HOST, game_id=str(second.pk), sheet_id=saved["sheet"], side=1)
        assert "the seats to come are changed" in done["note"]
        assert {b, d} < set(seats_of(Game.objects.get(round__number=2, table__number=1)))

    def test_put_right_after_the_next_game_began_nobody_moves(self):
        night = progressive()
        first, second = running_games(night)
        post(first, (9, 7), pairing=2)
        saved = send(second, drawn(second, side=0))
        rounds.close_game(night, HOST, number=1)
        rounds.start_game(night, HOST, number=2)
        before = [seats_of(game) for game in running_games(night)]
        done = movers.record_extra_hand(night, HOST, game_id=str(second.pk), sheet_id=saved["sheet"], side=1)
        assert "would have moved as winners" in done["note"]
        assert [seats_of(game) for game in running_games(night)] == before
        assert "would have moved" in night.log.order_by("-version").first().text

    def test_a_corrected_score_moves_the_other_side_too(self):
        night = progressive()
        first, second = running_games(night)
        post(first, (9, 7), pairing=2)
        saved = post(second, (9, 7), pairing=2)
        rounds.close_game(night, HOST, number=1)
        _, b, _, d = seats_of(second)
        answer = correct(second, saved["sheet"], content(second, (7, 9), pairing=2))
        assert "seats to come are changed" in answer["note"]
        assert {b, d} < set(seats_of(Game.objects.get(round__number=2, table__number=1)))

    @pytest.mark.parametrize(("side", "code"), [(2, "side"), (-1, "side")])
    def test_a_side_is_one_of_two(self, side, code):
        night = progressive()
        game = running_games(night)[0]
        saved = send(game, drawn(game, side=0))
        with pytest.raises(ActRefused) as refused:
            movers.record_extra_hand(night, HOST, game_id=str(game.pk), sheet_id=saved["sheet"], side=side)
        assert codes(refused) == [code]

    def test_a_won_game_has_none_and_an_old_page_is_told(self):
        night = progressive()
        game = running_games(night)[0]
        saved = post(game, (9, 7), pairing=2)
        for sheet_id, code in ((saved["sheet"], "not_drawn"), ("another", "stale")):
            with pytest.raises(ActRefused) as refused:
                movers.record_extra_hand(night, HOST, game_id=str(game.pk), sheet_id=sheet_id, side=0)
            assert codes(refused) == [code]
        assert ScoreSheet.objects.filter(game=game).count() == 1


def test_a_game_stopped_at_the_bell_is_asked_about_and_then_stands():
    """RULES 3 and 6: the hand is finished, then the score stands; a race not reached is a question."""
    night = ready_night((4,), preset="fharmacy", games=1)
    rounds.start_game(night, HOST, number=1)
    game = running_games(night)[0]
    with pytest.raises(ActRefused) as refused:
        send(game, content(game, (8, 6), pairing=2))
    assert codes(refused) == ["unfinished"]
    assert (
        send(game, content(game, (8, 6), pairing=2), confirmed=True, reason="The bell")["state"] == "accepted"
    )
    assert sorted(totals(night).values()) == [6, 6, 8, 8]
