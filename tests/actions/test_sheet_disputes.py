"""A sheet handed in twice, differently or late; corrected, decided, taken back: one counts, all are kept."""

import pytest

from tests.factories import HOST, RUNNER, content, play_game, post, ready_night, reload, running_games
from tests.handing_in import by_hands, codes, correct, hand, send, states, table_caller, totals
from tournaments.actions import prizes, rounds, sheets
from tournaments.actions.act import Caller, KeyReused
from tournaments.models import Game, LogEntry, Tournament
from tournaments.problems import ActRefused


@pytest.fixture
def night():
    night = ready_night((8,), games=3, break_after=None)
    rounds.start_game(night, HOST, number=1)
    return reload(night)


@pytest.fixture
def game(night):
    return running_games(night)[0]


@pytest.mark.django_db
class TestTwice:
    def test_the_same_key_gets_the_same_answer(self, game):
        caller = Caller(RUNNER.actor, "key-1")
        first, second = (send(game, content(game), caller=caller) for _ in range(2))
        assert first == second
        assert LogEntry.objects.filter(act="post_sheet").count() == 1

    def test_the_same_key_with_other_numbers_is_told(self, game):
        caller = Caller(RUNNER.actor, "key-1")
        send(game, content(game, (14, 9)), caller=caller)
        with pytest.raises(KeyReused):
            send(game, content(game, (15, 9)), caller=caller)
        assert states(game) == ["accepted"]

    def test_the_same_sheet_from_two_phones_is_stored_once(self, game):
        first = send(game, content(game))
        second = send(game, content(game), caller=HOST)
        assert (first["state"], second["state"]) == ("accepted", "same")
        assert first["sheet"] == second["sheet"]

    def test_hands_and_totals_that_say_the_same_are_the_same(self, game):
        send(game, by_hands(*[hand()] * 12), confirmed=True, reason="they did")
        sheet = {**content(game, (12, 0)), "bump_cents": 0}
        assert send(game, sheet)["state"] == "same"

    def test_the_same_sheet_is_not_asked_about_again(self, game):
        odd = content(game, (6, 5), bump_cents=0)
        send(game, odd, confirmed=True, reason="11 hands")
        assert send(game, odd, caller=HOST)["state"] == "same"

    def test_a_different_second_sheet_is_for_the_director_and_nothing_counts(self, night, game):
        send(game, content(game, (14, 9)))
        answer = send(game, content(game, (9, 14)), caller=HOST)
        assert answer["state"] == "contested"
        assert states(game) == ["contested", "contested"]
        assert set(totals(night).values()) == {0}

    def test_one_of_two_disputed_sheets_once_more_settles_nothing(self, game):
        send(game, content(game, (14, 9)))
        send(game, content(game, (9, 14)))
        assert send(game, content(game, (14, 9)))["state"] == "contested"
        assert states(game) == ["contested", "contested"]

    def test_a_sheet_not_everybody_agrees_to_waits_until_they_do(self, night, game):
        assert send(game, content(game), agreed=False)["state"] == "contested"
        assert set(totals(night).values()) == {0}
        assert send(game, content(game), agreed=False)["state"] == "contested"
        assert send(game, content(game), agreed=True)["state"] == "accepted"
        assert states(game) == ["accepted"]

    def test_somebody_who_no_longer_agrees_reopens_it(self, game):
        send(game, content(game))
        assert send(game, content(game), agreed=False, caller=HOST)["state"] == "contested"
        assert states(game) == ["contested"]

    def test_a_late_sheet_is_kept_once_and_not_counted(self, night):
        settled = finished_night()
        game = settled.games.filter(round__number=1).first()
        before = totals(settled)
        for _ in range(2):
            assert post(game, (20, 9))["state"] == "late"
        assert states(game) == ["accepted", "late"]
        assert totals(settled) == before
        assert post(game, (14, 9))["state"] == "same"


def finished_night() -> Tournament:
    night = ready_night((4,), games=1, break_after=None, prize_tie="split", buy_in_cents=0)
    play_game(night, 1, (14, 9))
    prizes.finalise(reload(night), HOST)
    return reload(night)


@pytest.mark.django_db
class TestCorrecting:
    def test_the_old_sheet_stays_in_the_history(self, night, game):
        old = send(game, content(game, (14, 9)))
        new = correct(game, old["sheet"], content(game, (9, 14)))
        assert new["state"] == "accepted"
        assert states(game) == ["accepted", "superseded"]
        assert str(game.sheets.get(state="accepted").supersedes_id) == old["sheet"]
        entry = LogEntry.objects.get(act="correct_sheet")
        assert (entry.before["scores"], entry.after["scores"], entry.reason) == (
            [14, 9],
            [9, 14],
            "read wrongly",
        )
        assert sorted(totals(night).values()) == [0, 0, 0, 0, 9, 9, 14, 14]

    def test_it_needs_a_reason(self, game):
        old = send(game, content(game))
        with pytest.raises(ActRefused) as refused:
            correct(game, old["sheet"], content(game, (9, 14)), reason=" ")
        assert codes(refused) == ["reason"]

    def test_odd_numbers_are_asked_about_here_too(self, game):
        old = send(game, content(game))
        with pytest.raises(ActRefused) as refused:
            correct(game, old["sheet"], content(game, (6, 5), bump_cents=0), confirmed=False)
        assert refused.value.only_confirms

    def test_somebody_elses_correction_meanwhile_is_not_overwritten(self, game):
        old = send(game, content(game, (14, 9)))
        correct(game, old["sheet"], content(game, (15, 9)))
        with pytest.raises(ActRefused) as refused:
            correct(game, old["sheet"], content(game, (16, 9)))
        assert codes(refused) == ["stale"]

    def test_to_the_same_numbers_changes_nothing(self, game):
        old = send(game, content(game))
        assert correct(game, old["sheet"], content(game))["state"] == "same"
        assert states(game) == ["accepted"]

    def test_a_table_does_not_correct(self, night, game):
        caller = table_caller(night, game.table.number)
        old = send(game, content(game), caller=caller)
        with pytest.raises(ActRefused) as refused:
            correct(game, old["sheet"], content(game, (9, 14)), caller=caller)
        assert codes(refused) == ["not_the_table"]


@pytest.mark.django_db
class TestDecidingAndTakingBack:
    def test_the_director_decides_and_the_other_version_stays(self, game):
        send(game, content(game, (14, 9)))
        second = send(game, content(game, (9, 14)))
        sheets.decide_dispute(
            game.tournament, HOST, game_id=str(game.pk), sheet_id=second["sheet"], reason="both captains"
        )
        assert states(game) == ["accepted", "rejected"]
        assert game.sheets.get(state="accepted").scores == [9, 14]

    def test_only_a_disputed_sheet_can_be_chosen(self, game):
        only = send(game, content(game))
        with pytest.raises(ActRefused) as refused:
            sheets.decide_dispute(game.tournament, HOST, game_id=str(game.pk), sheet_id=only["sheet"])
        assert codes(refused) == ["not_disputed"]

    def test_a_sheet_taken_back_leaves_the_table_owing_one(self, night, game):
        send(game, content(game, (14, 9)))
        with pytest.raises(ActRefused) as refused:
            sheets.clear_sheet(night, HOST, game_id=str(game.pk), reason="")
        assert codes(refused) == ["reason"]
        sheets.clear_sheet(night, HOST, game_id=str(game.pk), reason="wrong table")
        game.refresh_from_db()
        assert (game.status, states(game)) == (Game.Status.RUNNING, ["cleared"])
        assert set(totals(night).values()) == {0}
        assert send(game, content(game, (14, 9)))["state"] == "accepted"

    def test_there_must_be_one_to_take_back(self, night, game):
        with pytest.raises(ActRefused) as refused:
            sheets.clear_sheet(night, HOST, game_id=str(game.pk), reason="none")
        assert codes(refused) == ["no_sheet"]
