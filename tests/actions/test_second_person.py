"""A sheet that counts only once a second person has seen it, or has entered it again without seeing it."""

import pytest

from tests.factories import DESK, HOST, content, ready_night, reload, running_games
from tests.handing_in import codes, correct, send, states, table_caller, totals
from tournaments.actions import rounds, sheets
from tournaments.actions.act import Actor, Caller
from tournaments.models import LogEntry
from tournaments.problems import ActRefused
from tournaments.queries.readiness import before_close, before_payout

pytestmark = pytest.mark.django_db

OTHER_RUNNER = Caller(Actor("runner", "Rowan Runner", link_id=None))


def started(how):
    night = ready_night((8,), games=3, break_after=None, second_person=how)
    rounds.start_game(night, HOST, number=1)
    return reload(night)


@pytest.fixture
def night():
    return started("confirms")


@pytest.fixture
def game(night):
    return running_games(night)[0]


@pytest.fixture
def blind_game():
    return running_games(started("enters again"))[0]


def confirm(game, sheet_id, caller):
    return sheets.confirm_sheet(game.tournament, caller, game_id=str(game.pk), sheet_id=sheet_id)


class TestConfirming:
    def test_it_waits_and_does_not_count(self, night, game):
        assert send(game, content(game))["state"] == "awaiting"
        assert not any(totals(night).values())
        assert reload(night).games.get(pk=game.pk).status == "finished"

    @pytest.mark.parametrize("second", [DESK, OTHER_RUNNER, HOST])
    def test_somebody_else_accepts_it(self, night, game, second):
        waiting = send(game, content(game))
        assert confirm(game, waiting["sheet"], second)["state"] == "accepted"
        assert sorted(totals(night).values())[-2:] == [14, 14]
        assert game.sheets.get().confirmed_by == second.actor.name
        entry = LogEntry.objects.get(act="confirm_sheet")
        assert (entry.actor, entry.text) == (second.actor.name, f"{game}: 14–9 confirmed")

    def test_not_who_entered_it_whatever_they_are_called(self, game):
        phone = Caller(Actor("runner", "Robin", link_id=7))
        waiting = send(game, content(game), caller=phone)
        for same in (phone, Caller(Actor("desk", "Dana", link_id=7))):
            with pytest.raises(ActRefused) as refused:
                confirm(game, waiting["sheet"], same)
            assert codes(refused) == ["same_person"]
        assert states(game) == ["awaiting"]

    def test_not_a_table(self, night, game):
        waiting = send(game, content(game))
        with pytest.raises(ActRefused) as refused:
            confirm(game, waiting["sheet"], table_caller(night, game.table.number))
        assert codes(refused) == ["same_person"]

    def test_only_the_sheet_that_was_looked_at(self, game):
        first = send(game, content(game))
        correct(game, first["sheet"], content(game, (15, 9)))
        with pytest.raises(ActRefused) as refused:
            confirm(game, first["sheet"], HOST)
        assert codes(refused) == ["stale"]

    def test_the_same_numbers_from_a_second_person_are_a_yes(self, game):
        send(game, content(game))
        assert send(game, content(game))["state"] == "awaiting"  # the same person once more
        assert send(game, content(game), caller=DESK)["state"] == "accepted"

    def test_other_numbers_are_disputed(self, game):
        send(game, content(game))
        assert send(game, content(game, (9, 14)), caller=DESK)["state"] == "contested"
        assert states(game) == ["contested", "contested"]

    def test_whoever_agrees_later_is_not_yet_a_second_person(self, game):
        send(game, content(game), agreed=False)
        assert send(game, content(game))["state"] == "awaiting"
        assert send(game, content(game), caller=DESK)["state"] == "accepted"

    def test_a_correction_waits_again_unless_the_director_makes_it(self, game):
        waiting = send(game, content(game))
        first = confirm(game, waiting["sheet"], DESK)
        second = correct(game, first["sheet"], content(game, (15, 9)))
        assert second["state"] == "awaiting"
        counted = confirm(game, second["sheet"], DESK)
        assert correct(game, counted["sheet"], content(game, (16, 9)), caller=HOST)["state"] == "accepted"
        assert states(game) == ["accepted", "superseded", "superseded"]

    def test_closing_and_paying_name_the_table(self, night, game):
        send(game, content(game))
        [waiting, missing] = before_close(night, 1)
        assert (waiting.level, waiting.code, missing.code) == ("confirm", "awaiting", "missing")
        assert waiting.text == f"Table {game.table.number}, game 1: the sheet waits for a second person."
        assert [problem.code for problem in before_payout(night)][:2] == ["awaiting", "missing"]
        with pytest.raises(ActRefused) as refused:
            rounds.close_game(night, HOST, number=1)
        assert codes(refused) == ["awaiting", "missing"]

    def test_it_can_be_taken_back(self, night, game):
        send(game, content(game))
        sheets.clear_sheet(night, HOST, game_id=str(game.pk), reason="wrong table")
        assert states(game) == ["cleared"]
        assert reload(night).games.get(pk=game.pk).status == "running"


class TestEnteringAgain:
    def test_equal_ones_count(self, blind_game):
        assert send(blind_game, content(blind_game))["state"] == "awaiting"
        assert send(blind_game, content(blind_game), caller=DESK)["state"] == "accepted"
        assert blind_game.sheets.get().confirmed_by == DESK.actor.name

    def test_different_ones_are_for_the_director(self, blind_game):
        send(blind_game, content(blind_game))
        assert send(blind_game, content(blind_game, (13, 9)), caller=DESK)["state"] == "contested"

    def test_nobody_accepts_by_looking_but_the_director(self, blind_game):
        waiting = send(blind_game, content(blind_game))
        with pytest.raises(ActRefused) as refused:
            confirm(blind_game, waiting["sheet"], DESK)
        assert codes(refused) == ["blind"]
        assert confirm(blind_game, waiting["sheet"], HOST)["state"] == "accepted"
