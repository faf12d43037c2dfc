"""The planned evening against the real one. All moments on one evening, minutes after 7:00 PM."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.queries.pace import Break, RealGame, Times, pace_of

SEVEN = datetime(2026, 11, 7, 19, 0, tzinfo=UTC)


def at(minutes):
    return SEVEN + timedelta(minutes=minutes)


def times(games=8, game=15, turn=3, after=4, minutes=20):
    return Times(at(0), at(-30), games, game, turn, after, minutes)


def real(*pairs):
    """Games 1, 2, ... by (start, close) in minutes; close None: still running."""
    return {
        number: RealGame(at(start), None if close is None else at(close))
        for number, (start, close) in enumerate(pairs, start=1)
    }


def test_the_planned_end_counts_games_turns_and_the_break():
    # 8 games of 15, six turns of 3, one break of 20 (WEMSA's evening).
    assert times().planned_end == at(8 * 15 + 6 * 3 + 20)


def test_before_the_start_the_evening_goes_as_planned():
    pace = pace_of(times(), {}, at(-60))
    assert pace.ends_at == pace.planned_end
    assert pace.minutes_behind == 0
    assert [step.kind for step in pace.steps] == [
        "check-in", "game", "game", "game", "game", "break", "game", "game", "game", "game", "awards",
    ]  # fmt: skip


def test_a_late_first_game_moves_everything():
    assert pace_of(times(), {}, at(12)).minutes_behind == 12


@pytest.mark.parametrize("days", [-7, 3])
def test_a_night_tried_out_on_another_day_is_neither_early_nor_late(days):
    pace = pace_of(times(), real((days * 24 * 60, None)), at(days * 24 * 60 + 5))
    assert pace.ends_at is not None
    assert pace.minutes_behind is None


@pytest.mark.parametrize(
    ("played", "now", "ends"),
    [
        # Two games of 20 with a turn of 5: the third starts at 50, then 20 + 5 each.
        (real((0, 20), (25, 45)), 45, 50 + 20 + 5 + 20),
        # The third runs and is not over time yet.
        (real((0, 20), (25, 45), (50, None)), 60, 70 + 5 + 20),
        # It runs over: at the earliest it ends now.
        (real((0, 20), (25, 45), (50, None)), 90, 90 + 5 + 20),
        # Nothing closed yet: as planned from its real start.
        (real((10, None)), 12, 25 + 3 + 15 + 3 + 15 + 3 + 15),
    ],
)
def test_games_to_come_take_as_long_as_those_played(played, now, ends):
    pace = pace_of(times(games=4, after=None), played, at(now))
    assert pace.ends_at == at(ends)


def test_the_break_is_not_taken_for_a_slow_turn():
    played = real((0, 15), (18, 33), (60, 75))
    pace = pace_of(times(games=4, after=2), played, at(75))
    assert pace.ends_at == at(75 + 3 + 15)


def test_a_break_under_way_ends_with_its_clock():
    played = real((0, 15), (18, 33))
    pace = pace_of(times(games=3, after=2, minutes=20), played, at(40), Break(at(35), at(60)))
    assert pace.ends_at == at(60 + 15)
    assert next(step for step in pace.steps if step.kind == "break").state == "now"


def test_a_break_not_begun_is_still_to_come_whole():
    played = real((0, 15), (18, 33))
    assert pace_of(times(games=3, after=2), played, at(43)).ends_at == at(43 + 20 + 15)


def test_without_a_clock_nothing_is_foretold_until_a_game_was_played():
    no_clock = times(games=3, game=None, after=None)
    assert pace_of(no_clock, {}, at(0)).ends_at is None
    assert pace_of(no_clock, real((0, 30)), at(30)).ends_at == at(30 + 3 + 30 + 3 + 30)
    assert pace_of(no_clock, real((0, 30)), at(30)).minutes_behind is None


def test_an_open_night_has_no_last_game():
    pace = pace_of(times(games=None, game=None, after=None), real((0, 30)), at(30))
    assert pace.ends_at is None
    assert pace.planned_end is None


def test_after_the_last_game_the_awards_are_now():
    pace = pace_of(times(games=2, after=None), real((0, 15), (18, 33)), at(50))
    assert pace.ends_at == at(33)
    assert pace.steps[-1].state == "now"
    assert [step.state for step in pace.steps] == ["done", "done", "done", "now"]


@given(
    games=st.integers(1, 12),
    game=st.integers(1, 60),
    turn=st.integers(0, 10),
    after=st.none() | st.integers(1, 11),
    gone=st.integers(0, 12),
    late=st.integers(0, 300),
)
def test_expected_steps_follow_each_other_and_never_lie_in_the_past(games, game, turn, after, gone, late):
    played = real(*((n * (game + turn), n * (game + turn) + game) for n in range(min(gone, games))))
    now = at(late + len(played) * (game + turn))
    pace = pace_of(times(games=games, game=game, turn=turn, after=after), played, now)
    moments = [step.at for step in pace.steps if step.kind in ("game", "awards")]
    assert moments == sorted(moments)
    coming = [step.at for step in pace.steps if step.kind == "game" and step.state == "coming"]
    assert all(moment >= now for moment in coming)


class TestLastCall:
    """Games 1 to 4 of 15 with turns of 3: at 0, 18, 36 and 54."""

    def pace(self, last_call, played=None, now=-60, **more):
        planned = replace(times(games=4, after=None, **more), last_call=at(last_call))
        return pace_of(planned, played or {}, at(now))

    def shown(self, pace):
        return [(step.kind, step.number, step.state) for step in pace.steps if step.kind != "check-in"]

    def test_a_game_that_would_begin_after_it_is_no_step(self):
        pace = self.pace(40)
        assert [(step.kind, step.at) for step in pace.steps[1:]] == [
            ("game", at(0)), ("game", at(18)), ("game", at(36)), ("last-call", at(40)), ("awards", at(51)),
        ]  # fmt: skip
        assert (pace.ends_at, pace.minutes_behind) == (at(51), None)

    def test_once_it_has_passed_no_game_comes(self):
        played = real((0, 15))
        assert self.shown(self.pace(17, played, 20)) == [
            ("game", 1, "done"), ("last-call", 0, "done"), ("awards", 0, "now"),
        ]  # fmt: skip

    def test_between_games_before_it_the_awards_are_not_yet_there(self):
        assert self.shown(self.pace(17, real((0, 15)), 16))[1:] == [
            ("last-call", 0, "coming"), ("awards", 0, "coming"),
        ]  # fmt: skip

    def test_the_game_under_way_ends(self):
        assert self.shown(self.pace(10, real((0, None)), 12)) == [
            ("game", 1, "now"), ("last-call", 0, "done"), ("awards", 0, "coming"),
        ]  # fmt: skip

    def test_nor_does_the_intermission_before_it(self):
        planned = replace(times(games=4, after=2), last_call=at(40))
        assert "break" not in [step.kind for step in pace_of(planned, real((0, 15), (18, 33)), at(41)).steps]

    def test_one_late_enough_changes_nothing(self):
        assert self.pace(54) == pace_of(times(games=4, after=None), {}, at(-60))
