"""Ten minutes after they lost, people may go back to their own table: the clock seats them, once, and says so before."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta

import pytest
from django.db import IntegrityError, connection

from tests.cast import cast_of
from tests.factories import HOST, add_players, check_everybody_in, make_night, post, reload, running_games
from tests.queue_nights import queue_night, seats_of, state_of
from tournaments import hall_clock as clock_module
from tournaments.actions import check_in, nights, queue_clock, rounds, stamp
from tournaments.actions.act import SYSTEM, Caller
from tournaments.actions.bots import set_pace
from tournaments.actions.movement import set_last_call
from tournaments.actions.rehearsals import make_rehearsal
from tournaments.hall_clock import HallClock
from tournaments.models import LogEntry, Movement, Seat, Tournament
from tournaments.problems import ActRefused, refuse
from tournaments.queries.queue_clock import FORGOTTEN, coming_moments
from tournaments.queries.wall import wall_of
from tournaments.rotation import formats

TEN_MINUTES = timedelta(seconds=formats.RETURN_AFTER)
TICK = timedelta(seconds=1)

pytestmark = pytest.mark.django_db


def lost_at_table_one(players=8, **changes):
    """A queue of two tables; table 1 is done, and its losers wait. Answers (night, game, when they may go back)."""
    night = queue_night(players, **changes)
    game = running_games(night)[0]
    post(game, (10, 4), pairing=2)
    change = state_of(night).next_change(0)
    return reload(night), game, datetime.fromtimestamp(change, UTC)


def fill(night, at):
    return queue_clock.fill_by_clock(night, Caller(SYSTEM, at=at))


def moments(now):
    return [moment for _, moment in coming_moments(now)]


class TestWhenItIsDue:
    def test_the_four_play_on_at_their_own_table_and_one_entry_says_so(self):
        night, game, due = lost_at_table_one()
        before = night.version
        assert fill(night, due) == {"tables": [1]}
        assert set(seats_of(running_games(night)[0])) == set(seats_of(game))
        [entry] = night.log.filter(version__gt=before)
        assert (entry.act, entry.role, entry.actor) == ("fill_by_clock", "system", "Euchre Night")
        assert entry.text == "Filled table 1 by the clock: who lost there may go back after ten minutes"

    def test_not_a_second_before_and_only_once(self):
        night, _, due = lost_at_table_one()
        with pytest.raises(ActRefused, match="No table"):
            fill(night, due - TICK)
        fill(night, due)
        with pytest.raises(ActRefused, match="No table"):
            fill(night, due)
        assert night.log.filter(act="fill_by_clock").count() == 1

    def test_it_is_known_beforehand(self):
        night, _, due = lost_at_table_one()
        assert moments(due - timedelta(minutes=5)) == [due]
        assert moments(due + TICK) == [due + TICK]
        fill(night, due)
        assert moments(due + TICK) == []

    def test_an_empty_table_counts_too(self):
        """Both winners have gone home: nobody holds the table, and only those who lost there and two others wait."""
        night = queue_night(8)
        Movement.objects.update(state={**state_of(night).to_dict(), "tables": [1, 2]})
        add_players(night, 2, first=9)
        check_everybody_in(night)
        game = running_games(night)[0]
        for player in seats_of(game)[::2]:
            check_in.withdraw(night, HOST, player_id=player)
        post(game, (10, 4), pairing=2)
        assert len(running_games(night)) == 1
        due = datetime.fromtimestamp(state_of(night).next_change(0), UTC)
        assert fill(night, due) == {"tables": [1]}

    def test_nothing_where_three_of_them_are_left(self):
        night, game, due = lost_at_table_one()
        check_in.withdraw(night, HOST, player_id=seats_of(game)[1])
        assert moments(due + TICK) == []


class TestWhenItRests:
    def test_after_last_call(self):
        night, _, due = lost_at_table_one()
        set_last_call(night, HOST, at=due - TICK)
        assert moments(due) == []
        with pytest.raises(ActRefused):
            fill(night, due)
        set_last_call(night, HOST, at=due)
        assert fill(night, due) == {"tables": [1]}

    def test_once_the_night_is_final_or_deleted(self):
        for column, value in (("stage", Tournament.Stage.FINAL), ("deleted_at", datetime.now(UTC))):
            night, _, due = lost_at_table_one()
            Tournament.objects.filter(pk=night.pk).update(**{column: value})
            assert moments(due) == []
            with pytest.raises(ActRefused):
                fill(night, due)

    def test_in_an_intermission_until_it_is_over(self):
        night, _, due = lost_at_table_one()
        rounds.start_break(night, Caller(HOST.actor, at=due - timedelta(minutes=1)), minutes=5)
        ends = due + timedelta(minutes=4)
        assert moments(due) == [ends]
        with pytest.raises(ActRefused, match="rests"):
            fill(night, due)
        rounds.pause_clock(night, Caller(HOST.actor, at=due))
        assert moments(ends) == []
        with pytest.raises(ActRefused, match="rests"):
            fill(night, ends)
        rounds.resume_clock(night, Caller(HOST.actor, at=ends))
        assert moments(ends) == [ends + timedelta(minutes=4)]
        assert fill(night, ends + timedelta(minutes=4)) == {"tables": [1]}

    def test_in_a_night_that_was_left_lying(self):
        _, _, due = lost_at_table_one()
        assert moments(due + FORGOTTEN) == []

    def test_where_bots_play(self):
        night = make_night("torrence-knox", divisions=["Players"], last_call="")
        practice = Tournament.objects.get(code=make_rehearsal(night, HOST, guests=8)["code"])
        Tournament.objects.filter(pk=practice.pk).update(stage=Tournament.Stage.PLAYING)
        _, _, due = lost_at_table_one()
        state = Movement.objects.get().state
        Movement.objects.create(division=practice.divisions.get(), kind="queue", state=state)
        assert len(moments(due)) == 2
        set_pace(practice, HOST, pace="slow")
        assert len(moments(due)) == 1

    def test_one_query_whatever_there_is(self, django_assert_num_queries):
        for _ in range(2):
            _, _, due = lost_at_table_one()
            with django_assert_num_queries(1):
                coming_moments(due)


class TestTheThread:
    @pytest.fixture
    def at(self, monkeypatch):
        """Set the clock of the thread's turns."""

        def set_to(moment):
            monkeypatch.setattr(clock_module.timezone, "now", lambda: moment)

        return set_to

    def test_it_waits_until_the_moment_and_fills_then(self, at):
        night, _, due = lost_at_table_one()
        clock = HallClock()
        at(due - timedelta(minutes=5))
        assert clock.turn() == clock_module.LONGEST
        at(due - timedelta(seconds=3))
        assert clock.turn() == 3
        at(due)
        clock.turn()
        assert len(running_games(night)) == 2
        assert clock.turn() == clock_module.LONGEST

    def test_a_restarted_one_does_what_came_due_meanwhile(self, at):
        night, _, due = lost_at_table_one()
        at(due + timedelta(minutes=7))
        HallClock().turn()
        assert len(running_games(night)) == 2

    def test_a_fault_in_one_night_stops_neither_the_others_nor_comes_again_and_again(self, at, monkeypatch):
        one, _, due = lost_at_table_one()
        other, _, later = lost_at_table_one()
        at(max(due, later))
        tried = []

        def fill_unless(night, caller):
            tried.append(night.pk)
            if night.pk == one.pk:
                raise IntegrityError("two chairs")
            return queue_clock.fill_by_clock(night, caller)

        monkeypatch.setattr(clock_module, "fill_by_clock", fill_unless)
        clock = HallClock()
        clock.turn()
        clock.turn()
        assert tried == [one.pk, other.pk]
        assert len(running_games(other)) == 2
        at(datetime.now(UTC))
        nights.set_message(one, HOST, text="Somebody does something")
        at(max(due, later))
        clock.turn()
        assert tried == [one.pk, other.pk, one.pk]

    def test_what_is_refused_is_not_tried_again_and_again(self, at, monkeypatch):
        night, _, due = lost_at_table_one()
        at(due)
        tried = []

        def refuse_it(night, caller):
            tried.append(night.pk)
            raise refuse("nothing", "Another process was quicker.")

        monkeypatch.setattr(clock_module, "fill_by_clock", refuse_it)
        clock = HallClock()
        for _ in range(3):
            clock.turn()
        assert tried == [night.pk]
        assert clock.turn() == clock_module.LONGEST

    def test_acts_on_seats_and_clocks_wake_it(self):
        clock = HallClock()
        clock._hear(1, 1, frozenset({"scores", "desk"}))
        assert not clock._news.is_set()
        clock._hear(1, 1, frozenset({"seating"}))
        assert clock._news.is_set()


class TestWhatIsSaid:
    def test_the_line_the_control_room_the_wall_and_the_phones_name_the_moment(self):
        night, game, due = lost_at_table_one()
        at = f"{night.local(due):%-I:%M %p}"
        loser = night.players.get(pk=seats_of(game)[1])
        cast = cast_of(night)
        control = cast.organizer.get(f"/nights/{night.code}/").content.decode()
        assert f"Unless another is free before, table 1 plays on at {at} by itself." in control
        assert control.count(f"may go back to table 1 at {at}") == 2
        own = cast.player.get(f"/night/{night.code}/number/{loser.number}/", follow=True).content.decode()
        assert f"may go back to table 1 at {at}" in own
        assert f"table 1 plays on at {at}" in cast.player.get(f"/night/{night.code}/").content.decode()
        wall = wall_of(night, due - timedelta(minutes=1))
        assert all(f"table 1 plays on at {at}" in scene.foot for scene in wall.scenes[:2])

    def test_nothing_is_said_of_what_will_not_be(self):
        night, game, due = lost_at_table_one(9)
        assert "plays on at" not in wall_of(night, due + TICK).scenes[0].foot
        check_in.withdraw(night, HOST, player_id=seats_of(game)[1])
        [waits] = [w for w in state_of(night).waiting(0) if w.player == seats_of(game)[3]]
        assert waits.back is not None
        assert state_of(night).waiting(int(due.timestamp()))[-1].back is None


@pytest.mark.django_db(transaction=True)
class TestSeveralProcesses:
    def test_both_fire_at_once_and_nobody_is_seated_twice(self):
        night, game, due = lost_at_table_one()
        clocks, gate, faults = [HallClock() for _ in range(4)], threading.Barrier(4), []

        def turn(clock):
            try:
                gate.wait(10)
                clock.turn()
            except BaseException as fault:  # handed to the test
                faults.append(fault)
            finally:
                connection.close()

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(clock_module.timezone, "now", lambda: due)
            threads = [threading.Thread(target=turn, args=(clock,)) for clock in clocks]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(60)

        assert faults == []
        assert night.log.filter(act="fill_by_clock").count() == 1
        assert Seat.objects.filter(live=True).count() == 8
        assert set(seats_of(running_games(night)[0])) == set(seats_of(game))
        versions = list(LogEntry.objects.filter(tournament=night).values_list("version", flat=True))
        assert len(versions) == len(set(versions))

    def test_it_meets_a_sheet_that_frees_another_table(self):
        """The clock and a result at the same moment: whoever is first seats them, everybody has one place."""
        night, _, due = lost_at_table_one()
        other = running_games(night)[0]
        gate, faults = threading.Barrier(2), []

        def run(work):
            try:
                gate.wait(10)
                work()
            except ActRefused:
                pass
            except BaseException as fault:  # handed to the test
                faults.append(fault)
            finally:
                connection.close()

        works = (lambda: fill(night, due), lambda: post(other, (10, 4), pairing=2))
        threads = [threading.Thread(target=run, args=(work,)) for work in works]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert faults == []
        state = state_of(night)
        seated = [player for running in state.running for player in running.seats]
        places = [*seated, *(waits.player for waits in state.waiting())]
        assert sorted(places) == sorted(state.players)
        live = Seat.objects.filter(live=True).values_list("player", flat=True)
        assert sorted(live) == sorted(seated)

    def test_a_served_night_fills_by_itself(self):
        """The thread itself, woken by the moment; the losers have waited almost ten minutes already."""
        night, game, _ = lost_at_table_one()
        state = state_of(night).to_dict()
        ago = formats.RETURN_AFTER - 2
        state["line"] = [{**waits, "since": waits["since"] - ago} for waits in state["line"]]
        Movement.objects.update(state=state)
        clock, filled = HallClock(), threading.Event()
        listener = lambda night_id, version, topics: filled.set() if "seating" in topics else None  # noqa: E731
        stamp.subscribe(listener)
        clock.start()
        try:
            assert filled.wait(10)
        finally:
            stamp._listeners.remove(listener)
            clock.stop()
            assert clock.wait_stopped()
        assert set(seats_of(running_games(night)[0])) == set(seats_of(game))
