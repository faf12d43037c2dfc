"""The bots of a rehearsal: they go on from wherever people have brought the night, and never play a real one."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import HOST, make_night, post, ready_night, reload, running_games
from tournaments.actions import check_in, rounds, sheets
from tournaments.actions.act import BOT, Actor, Caller
from tournaments.actions.bots import play_until, set_pace
from tournaments.actions.rehearsals import make_rehearsal, throw_rehearsal_away
from tournaments.models import Bots, Game, ScoreSheet, Tournament
from tournaments.models.erasing import NotARehearsal
from tournaments.problems import ActRefused
from tournaments.queries.health import health_of
from tournaments.simulation import keeper as keeping
from tournaments.simulation.keeper import Keeper
from tournaments.simulation.rehearsal import Step, next_move
from tournaments.simulation.run import BotNight

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("think_here")]


def rehearsal_of(night: Tournament, **more) -> Tournament:
    return Tournament.objects.get(code=make_rehearsal(night, HOST, **more)["code"])


def a_rehearsal(preset: str = "wemsa", guests: int = 8, *, quarrels: bool = False, **changes) -> Tournament:
    return rehearsal_of(make_night(preset, **changes), guests=guests, quarrels=quarrels)


def let_play(night: Tournament, until: str = "", turns: int = 400) -> Tournament:
    """Ask for it, and give the bots turns until they rest or wait."""
    if until:
        play_until(night, HOST, until=until)
    keeper = Keeper()
    for _ in range(turns):
        if keeper.turn() >= keeping.LOOK_AGAIN:
            break
    keeper.let_go()
    return reload(night)


class TestUpToAPoint:
    def test_everybody_is_checked_in(self):
        night = let_play(a_rehearsal(guests=6), "checked_in")
        assert set(night.players.values_list("status", flat=True)) == {"checked_in"}
        assert not night.games.exists()
        assert not night.bots.is_asked

    def test_drawn(self):
        night = let_play(a_rehearsal(), "drawn")
        assert set(night.rounds.values_list("status", flat=True)) == {"planned"}

    def test_a_game(self):
        night = let_play(a_rehearsal(games=3, break_after=None), "game 2")
        assert dict(night.rounds.filter(division__position=0).values_list("number", "status")) == {
            1: "closed",
            2: "closed",
            3: "planned",
        }
        assert night.log.latest("version").text == "Game 2 is closed: the bots rest."

    @pytest.mark.parametrize(
        "preset", ["wemsa", "fharmacy", "torrence-knox", "torrence-knox-three", "classic"]
    )
    def test_to_the_end_of_every_preset(self, preset):
        night = let_play(a_rehearsal(preset, guests=9), "end")
        assert night.stage == "final"
        assert night.games.filter(status="finished").exists()
        assert health_of(night) == ()
        assert not night.bots.is_asked

    def test_so_many_games_of_a_queue(self):
        night = let_play(a_rehearsal("torrence-knox", guests=13), "game 7")
        assert night.games.filter(status="finished").count() == 7
        assert night.games.filter(status="running").exists()
        assert not night.bots.is_asked
        assert health_of(night) == ()

    def test_a_second_person_sees_each_sheet(self):
        night = let_play(a_rehearsal(games=1, break_after=None, second_person="enters again"), "game 1")
        accepted = ScoreSheet.objects.filter(game__tournament=night, state="accepted")
        assert accepted.count() == night.games.count() > 0
        assert set(accepted.values_list("confirmed_by", flat=True)) == {"Another bot"}


class TestBesidePeople:
    @pytest.fixture
    def night(self) -> Tournament:
        night = let_play(a_rehearsal(guests=12, games=2, break_after=None), "drawn")
        rounds.start_game(night, HOST, number=1)
        return reload(night)

    def test_bots_fill_in_only_what_nobody_has_entered(self, night):
        mine, *others = running_games(night)
        post(mine, (13, 10))
        let_play(night, "game 1")
        by = dict(ScoreSheet.objects.filter(game__tournament=night).values_list("game", "entered_role"))
        assert by.pop(mine.pk) == "runner"
        assert set(by.values()) == {BOT}
        assert len(by) == len(others)

    def test_a_sheet_entered_between_look_and_act_is_not_contested(self, night):
        game = running_games(night)[0]
        bots = night.bots
        bots.until = "game 1"
        bots.save()
        step = next_move(bots, timezone.now())
        for each in running_games(night):
            post(each)
        with pytest.raises(ActRefused, match="people have entered"):
            step.do()
        assert set(ScoreSheet.objects.filter(game__tournament=night).values_list("state", flat=True)) == {
            "accepted"
        }
        assert game.sheets.count() == 1

    def test_a_dispute_is_for_people_and_then_they_go_on(self, night):
        game = running_games(night)[0]
        post(game, (13, 10))
        post(game, (12, 11))
        night = let_play(night, "game 1")
        assert night.bots.waits_for == f"Table {game.table.number}: a disputed sheet to decide."
        assert running_games(night) == []  # every other table is done

        sheet = game.sheets.filter(state="contested").last()
        sheets.decide_dispute(night, HOST, game_id=str(game.pk), sheet_id=str(sheet.pk))
        night = let_play(night)
        assert not night.rounds.filter(status="running").exists()
        assert night.bots.waits_for == ""

    def test_they_wait_without_a_word_more(self, night):
        game = running_games(night)[0]
        post(game, (13, 10))
        post(game, (12, 11))
        version = let_play(night, "game 1").version
        assert let_play(night).version == version

    def test_people_who_leave_meanwhile_are_planned_around(self, night):
        let_play(night, "game 1")
        leaver = night.players.filter(status="checked_in").first()
        check_in.withdraw(night, HOST, player_id=leaver.pk)
        let_play(night, "game 2")
        assert not leaver.seats.filter(round__number=2).exists()
        assert health_of(reload(night)) == ()

    def test_a_host_can_stop_them(self, night):
        set_pace(night, HOST, pace="fast")
        set_pace(night, HOST, pace="")
        version = reload(night).version
        assert let_play(night).version == version

    def test_too_few_players_is_said(self):
        night = let_play(a_rehearsal(guests=2), "drawn")
        assert "a table takes 4" in night.bots.waits_for


class TestQuarrels:
    def test_one_table_does_not_agree_in_the_game_asked_for(self):
        night = let_play(a_rehearsal(guests=13, quarrels=True, games=3, break_after=None), "game 1")
        (disputed,) = ScoreSheet.objects.filter(game__tournament=night, state="contested")
        assert night.bots.waits_for == f"Table {disputed.game.table.number}: a disputed sheet to decide."
        sheets.decide_dispute(night, HOST, game_id=str(disputed.game_id), sheet_id=str(disputed.pk))
        night = let_play(night)
        assert set(night.rounds.filter(number=1).values_list("status", flat=True)) == {"closed"}

    def test_none_on_the_way_to_a_later_point(self):
        night = let_play(a_rehearsal(guests=8, quarrels=True, games=2, break_after=None), "end")
        assert night.stage == "final"

    def test_in_a_queue_every_fifth_game(self, monkeypatch):
        monkeypatch.setattr("tournaments.simulation.rehearsal.GAME_SECONDS", {"fast": 0.0, "slow": 0.0})
        night = a_rehearsal("torrence-knox", guests=13, quarrels=True)
        set_pace(night, HOST, pace="fast")
        night = let_play(night, turns=40)
        disputed = ScoreSheet.objects.filter(game__tournament=night, state="contested")
        assert {sheet.game.queue_number % 5 for sheet in disputed} == {0}
        assert night.games.filter(status="finished").count() > 10


class TestByThemselves:
    def test_sheets_come_in_over_the_time_of_a_game(self):
        night = let_play(a_rehearsal(guests=12, games=2, break_after=None), "drawn")
        rounds.start_game(night, HOST, number=1)
        set_pace(night, HOST, pace="fast")
        started = night.games.filter(status="running").first().started_at
        move = next_move(Bots.objects.get(night=night), started)
        assert isinstance(move, Step)
        assert timedelta(seconds=12) <= move.due - started <= timedelta(seconds=42)

        set_pace(night, HOST, pace="slow")
        slow = next_move(Bots.objects.get(night=night), started)
        assert (slow.due - started) / (move.due - started) == pytest.approx(3, abs=1e-3)

    def test_a_turn_does_nothing_before_it_is_due(self):
        night = let_play(a_rehearsal(), "drawn")
        set_pace(night, HOST, pace="slow")
        version = reload(night).version
        keeper = Keeper()
        assert 0 < keeper.turn() <= keeping.LOOK_AGAIN
        assert reload(night).version == version

    def test_the_whole_night_when_time_flies(self, monkeypatch):
        monkeypatch.setattr("tournaments.simulation.rehearsal.GAME_SECONDS", {"fast": 0.0, "slow": 0.0})
        night = a_rehearsal(games=2, break_after=1)
        set_pace(night, HOST, pace="fast")
        night = let_play(night)
        assert dict(night.rounds.values_list("number", "status")) == {1: "closed", 2: "closed"}
        assert night.log.filter(act="start_break").exists()
        assert night.stage == "playing"  # final results are the host's
        assert night.bots.pace == ""


class TestOneProcessANight:
    def test_a_second_process_leaves_it_alone(self):
        night = a_rehearsal()
        play_until(night, HOST, until="drawn")
        one, other = Keeper(), Keeper()
        one.turn()
        version = reload(night).version
        assert other.turn() == keeping.LOOK_AGAIN
        assert reload(night).version == version
        one.turn()
        assert reload(night).version == version + 1

    def test_another_goes_on_when_the_first_has_died(self):
        night = a_rehearsal()
        play_until(night, HOST, until="checked_in")
        Keeper().turn()
        Bots.objects.update(held_until=timezone.now() - timedelta(seconds=1))
        night = let_play(night)
        assert set(night.players.values_list("status", flat=True)) == {"checked_in"}

    @pytest.mark.sqlite
    def test_a_laptop_that_crashed_goes_on_at_once(self):
        night = a_rehearsal()
        play_until(night, HOST, until="checked_in")
        Keeper().turn()  # its process dies holding the rehearsal
        restarted = Keeper()
        restarted.take_over()
        version = reload(night).version
        restarted.turn()
        assert reload(night).version == version + 1

    def test_a_process_that_stops_lets_go(self):
        night = a_rehearsal()
        play_until(night, HOST, until="drawn")
        first = Keeper()
        first.turn()
        first.let_go()
        version = reload(night).version
        Keeper().turn()
        assert reload(night).version == version + 1


class TestNeverARealNight:
    def test_no_act_takes_a_bot(self):
        night = ready_night((8,))
        before = night.version
        with pytest.raises(NotARehearsal):
            rounds.start_game(night, Caller(Actor(BOT, "Bots")), number=1)
        assert reload(night).version == before

    def test_no_simulation_begins_there(self):
        night = ready_night((8,))
        with pytest.raises(NotARehearsal):
            BotNight(night=night, host=HOST.actor, seed=1)
        with pytest.raises(NotARehearsal):
            next_move(Bots(night=night, until="end"), timezone.now())

    @pytest.mark.parametrize("ask", [(set_pace, {"pace": "fast"}), (play_until, {"until": "end"})])
    def test_nothing_can_be_asked_there(self, ask):
        act, arguments = ask
        night = ready_night((8,))
        with pytest.raises(ActRefused, match="rehearsal only"):
            act(night, HOST, **arguments)

    def test_even_rows_written_by_hand_move_nothing(self):
        night = ready_night((8,))
        Bots.objects.create(night=night, until="end", pace="fast")
        before = night.version
        Keeper().turn()
        assert reload(night).version == before

    def test_the_real_night_hears_nothing_of_its_rehearsal(self):
        real = ready_night((8,), games=2, break_after=None)
        copy = rehearsal_of(real)
        before = reload(real).version
        let_play(copy, "end")
        assert reload(real).version == before
        assert not Game.objects.filter(tournament=real, status="finished").exists()


def test_it_stops_when_the_rehearsal_is_thrown_away():
    real = make_night()
    night = rehearsal_of(real, guests=8)
    play_until(night, HOST, until="end")
    keeper = Keeper()
    for _ in range(12):
        keeper.turn()
    step = next_move(Bots.objects.get(night=night), timezone.now())
    throw_rehearsal_away(real, HOST)
    with pytest.raises(Tournament.DoesNotExist):
        step.do()
    assert keeper.turn() == keeping.IDLE
    assert not Tournament.objects.filter(pk=night.pk).exists()


def test_a_fault_stops_one_rehearsal_and_is_said(monkeypatch):
    night = a_rehearsal()
    play_until(night, HOST, until="drawn")
    monkeypatch.setattr(keeping, "next_move", lambda bots, now: 1 / 0)
    Keeper().turn()
    assert not reload(night).bots.is_asked
    assert "an error" in night.log.latest("version").text
