"""A call for a judge: once a table at a time, by anybody, answered and logged, never a flood."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import HOST, RUNNER, ready_night, reload, running_games
from tests.handing_in import codes, table_caller
from tournaments.actions import judge_calls, rounds, score_flags, scorekeepers
from tournaments.actions.act import Actor, Caller
from tournaments.models import JudgeCall, LogEntry, Seat
from tournaments.problems import ActRefused
from tournaments.queries.floor import open_flags, waiting_calls
from tournaments.queries.scorekeepers import scorekeeper_of

pytestmark = pytest.mark.django_db

PUBLIC = Caller(Actor("public", "the public"))


@pytest.fixture
def night():
    night = ready_night((8,), games=2, break_after=None)
    rounds.start_game(night, HOST, number=1)
    return reload(night)


def call(night, number=1, *, caller=PUBLIC, word="renege?", at=None):
    return judge_calls.call_judge(night, replace(caller, at=at), table_number=number, word=word)["call"]


class TestCalling:
    def test_it_waits_with_its_age_and_names_its_game(self, night):
        now = timezone.now()
        call(night, 2, at=now - timedelta(minutes=4))
        call(night, 1, at=now - timedelta(minutes=1), caller=RUNNER)
        first, second = waiting_calls(night, now)
        assert [(c.call.table.number, c.minutes, c.is_late) for c in (first, second)] == [
            (2, 4, True), (1, 1, False),
        ]  # fmt: skip
        assert first.call.game == night.games.get(table__number=2, status="running")
        assert first.call.called_by == "the table"

    def test_once_a_table_at_a_time_whoever_calls(self, night):
        call(night)
        for caller in (PUBLIC, RUNNER, table_caller(night, 1)):
            with pytest.raises(ActRefused) as refused:
                call(night, caller=caller)
            assert codes(refused) == ["called"]
        call(night, 2)

    def test_a_scorekeepers_link_calls_for_its_own_table_alone(self, night):
        with pytest.raises(ActRefused) as refused:
            call(night, 2, caller=table_caller(night, 1))
        assert codes(refused) == ["other_table"]

    def test_no_such_table(self, night):
        with pytest.raises(ActRefused) as refused:
            call(night, 99)
        assert codes(refused) == ["no_table"]

    def test_a_phone_without_a_link_cannot_flood_a_table(self, night):
        now = timezone.now()
        for minute in range(3):
            judge_calls.cancel_call(night, PUBLIC, call_id=call(night, at=now + timedelta(minutes=minute)))
        with pytest.raises(ActRefused) as refused:
            call(night, at=now + timedelta(minutes=4))
        assert codes(refused) == ["too_many"]
        judge_calls.cancel_call(night, RUNNER, call_id=call(night, caller=RUNNER))
        call(night, at=now + timedelta(minutes=11))
        call(night, 2, at=now + timedelta(minutes=4))


class TestEnding:
    def test_answered_it_is_logged_with_what_was_ruled(self, night):
        now = timezone.now()
        made = call(night, at=now - timedelta(minutes=2))
        judge_calls.answer_call(night, replace(RUNNER, at=now), call_id=made, answer="renege, minus 2")
        stored = JudgeCall.objects.get(pk=made)
        assert (stored.outcome, stored.answer, stored.closed_by) == (
            "answered",
            "renege, minus 2",
            "Robin Runner",
        )
        assert waiting_calls(night, now) == ()
        entry = LogEntry.objects.filter(tournament=night).last()
        assert (entry.text, entry.table_number) == ("Answered the call of Table 1 after 2 min", 1)

    @pytest.mark.parametrize("end", [judge_calls.answer_call, judge_calls.cancel_call])
    def test_only_once(self, night, end):
        made = call(night)
        end(night, RUNNER, call_id=made)
        with pytest.raises(ActRefused) as refused:
            end(night, RUNNER, call_id=made)
        assert codes(refused) == ["closed"]

    def test_a_table_does_not_answer_itself(self, night):
        for caller in (PUBLIC, table_caller(night, 1)):
            made = call(night, caller=RUNNER)
            with pytest.raises(ActRefused) as refused:
                judge_calls.answer_call(night, caller, call_id=made)
            assert codes(refused) == ["not_a_judge"]
            judge_calls.cancel_call(night, RUNNER, call_id=made)

    def test_the_public_takes_back_its_own_alone(self, night):
        with pytest.raises(ActRefused) as refused:
            judge_calls.cancel_call(night, PUBLIC, call_id=call(night, caller=RUNNER))
        assert codes(refused) == ["not_yours"]

    def test_not_anothers_night(self, night):
        other = ready_night((8,))
        with pytest.raises(ActRefused) as refused:
            judge_calls.cancel_call(other, HOST, call_id=call(night))
        assert codes(refused) == ["no_call"]


class TestScorekeeper:
    def seats(self, night):
        game = running_games(night)[0]
        return game, [seat.player for seat in game.seats.select_related("player").order_by("position")]

    def test_the_lowest_number_by_default_another_when_named(self, night):
        game, players = self.seats(night)
        lowest = min(players, key=lambda player: player.number)
        other = next(player for player in players if player != lowest)
        assert scorekeeper_of(players, None) == lowest
        scorekeepers.name_scorekeeper(night, RUNNER, game_id=str(game.pk), player_id=other.pk)
        game.refresh_from_db()
        assert scorekeeper_of(players, game.scorekeeper_id) == other
        scorekeepers.name_scorekeeper(night, RUNNER, game_id=str(game.pk), player_id=None)
        game.refresh_from_db()
        assert scorekeeper_of(players, game.scorekeeper_id) == lowest

    def test_present_means_not_left_and_not_of_the_house(self, night):
        _, players = self.seats(night)
        first, second, third, *_ = sorted(players, key=lambda player: player.number)
        first.status, second.is_house = "withdrawn", True
        assert scorekeeper_of(players, None) == third
        assert scorekeeper_of([first, second], None) == first
        assert scorekeeper_of([], None) is None

    def test_somebody_of_the_table_and_of_ones_own(self, night):
        game, players = self.seats(night)
        stranger = night.players.exclude(pk__in=[player.pk for player in players]).first()
        with pytest.raises(ActRefused) as refused:
            scorekeepers.name_scorekeeper(night, RUNNER, game_id=str(game.pk), player_id=stranger.pk)
        assert codes(refused) == ["not_there"]
        with pytest.raises(ActRefused) as refused:
            scorekeepers.name_scorekeeper(
                night, table_caller(night, 2), game_id=str(game.pk), player_id=players[0].pk
            )
        assert codes(refused) == ["other_table"]


class TestMyScoreIsWrong:
    def flag(self, night, *, player=None, game=None, word="it was 12", caller=PUBLIC):
        game = game or running_games(night)[0]
        player = player or game.seats.first().player
        return score_flags.flag_score(night, caller, player_id=player.pk, game_id=str(game.pk), word=word)[
            "flag"
        ]

    def test_it_waits_for_the_director_and_is_answered(self, night):
        made = self.flag(night)
        (flag,) = open_flags(night)
        assert flag.word == "it was 12"
        score_flags.answer_flag(night, HOST, flag_id=made, answer="You are right: corrected.")
        assert open_flags(night) == ()
        flag.refresh_from_db()
        assert flag.answer == "You are right: corrected."

    def test_one_open_a_game_and_not_three_games_at_once(self, night):
        self.flag(night)
        with pytest.raises(ActRefused) as refused:
            self.flag(night)
        assert codes(refused) == ["flagged"]
        for _ in range(2):
            score_flags.answer_flag(night, HOST, flag_id=open_flags(night)[0].pk, answer="as played")
            self.flag(night)
        score_flags.answer_flag(night, HOST, flag_id=open_flags(night)[0].pk, answer="as played")
        with pytest.raises(ActRefused) as refused:
            self.flag(night)
        assert codes(refused) == ["too_many"]

    def test_only_a_game_one_sits_in_that_has_begun(self, night):
        mine = Seat.objects.filter(round__number=2, game__tournament=night).first()
        here = running_games(night)[0]
        stranger = night.players.exclude(seats__game=here).exclude(number=None).first()
        for player, game, code in ((mine.player, mine.game, "not_played"), (stranger, here, "not_there")):
            with pytest.raises(ActRefused) as refused:
                self.flag(night, player=player, game=game)
            assert codes(refused) == [code]

    @pytest.mark.parametrize("word", ["", "  ", "\x00\u200b"])
    def test_with_a_word(self, night, word):
        with pytest.raises(ActRefused) as refused:
            self.flag(night, word=word)
        assert codes(refused) == ["word"]
