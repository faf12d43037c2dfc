"""The parts of a simulated night that need no database."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from scoring import PRESETS as RULES
from scoring import Hand, Penalty
from scoring.games import Sheet, sides
from tournaments.presets import PRESETS
from tournaments.simulation import Dated, Happenings, Live, Script, Stop
from tournaments.simulation.ending import play_off
from tournaments.simulation.people import name_of
from tournaments.simulation.script import divided
from tournaments.simulation.sheets import fate_of, fates_left_open, misread
from tournaments.simulation.tables import at_positions, clockwise
from tournaments.simulation.timeline import DRAW, QueueTimeline, Timeline


class TestTheScript:
    @pytest.mark.parametrize(
        ("text", "stop"),
        [("draw", Stop(0)), ("game 4", Stop(4)), ("Game 5 half", Stop(5, half=True))],
    )
    def test_a_stop_in_words(self, text, stop):
        assert Stop.read(text) == stop

    @pytest.mark.parametrize("text", ["", "game", "game 0", "game 5 whole", "half", "game -1", "round 2"])
    def test_words_that_are_no_stop(self, text):
        with pytest.raises(ValueError, match="say 'draw'"):
            Stop.read(text)

    @pytest.mark.parametrize(
        ("preset", "heads", "expected"),
        [("wemsa", 40, (24, 16)), ("wemsa", 9, (9,)), ("wemsa", 10, (6, 4)), ("fharmacy", 40, (40,))],
    )
    def test_heads_over_divisions(self, preset, heads, expected):
        assert divided(preset, heads) == expected

    @pytest.mark.parametrize(
        ("preset", "players", "message"),
        [
            ("bridge", (8,), "preset"),
            ("wemsa", (3,), "4 or more"),
            ("wemsa", (0, 0), "4 or more"),
            ("fharmacy", (8, 8), "one number for each"),
        ],
    )
    def test_nights_that_cannot_be(self, preset, players, message):
        with pytest.raises(ValueError, match=message):
            Script(preset, players)

    def test_fewer_games_than_before_the_intermission_have_none(self):
        assert Script("wemsa", (8,), games=3).settings.break_after is None
        assert Script("wemsa", (8,), games=6).settings.break_after == 4


class TestTime:
    def test_games_follow_each_other_with_turns_and_the_intermission(self):
        line = Timeline(PRESETS["wemsa"].settings)  # 15 minutes and 3 to turn, 20 after game 4
        assert [line.starts(n) - line.starts(1) for n in (2, 4, 5, 8)] == [18, 54, 92, 146]
        assert line.ends(3) - line.starts(3) == 15

    def test_where_a_night_is_left(self):
        line = Timeline(PRESETS["wemsa"].settings)
        assert line.left_at(Stop(0)) == DRAW
        assert line.starts(5) < line.left_at(Stop(5, half=True)) < line.ends(5) < line.left_at(Stop(5))
        assert line.left_at(None) > line.ends(8)

    def test_last_call_of_the_queue(self):
        assert QueueTimeline(4, None).last_call == 90
        assert QueueTimeline(4, 3).last_call == 60

    def test_dated_acts_happen_at_their_minute(self):
        begin = datetime(2026, 11, 7, 1, tzinfo=UTC)
        pace = Dated(begin)
        assert pace.reach(12.5) == begin + timedelta(minutes=12, seconds=30)
        assert pace.minute(pace.moment(-30)) == -30

    def test_a_live_night_waits_in_real_time_and_dates_nothing(self):
        slept: list[float] = []
        pace = Live(4.0, sleep=slept.append)
        assert pace.reach(-60) is None
        assert pace.reach(-45) is None
        assert slept[0] == 0
        assert 59 < slept[1] <= 60
        assert pace.minute(pace.moment(7)) == pytest.approx(7)


class TestPeople:
    def test_no_two_have_one_name(self):
        names = [name_of(number) for number in range(1, 403)]
        assert len(set(names)) == 402
        assert names[0] == "Alex Sample"
        assert names[-1] == "Player 402"


class TestTables:
    @pytest.mark.parametrize("pairing", [1, 2, 3])
    def test_partners_face_each_other(self, pairing):
        seats = clockwise(pairing)
        assert {frozenset(seats[0::2]), frozenset(seats[1::2])} == set(map(frozenset, sides(pairing)))

    def test_a_hand_keeps_who_did_what(self):
        played = Hand(1, 2, defender_alone=2, penalties=(Penalty("renege", 3),))
        written = at_positions(played, clockwise(1))  # clockwise sit positions 0, 2, 1, 3
        assert (written.maker, written.defender_alone, written.penalties[0].offender) == (2, 1, 3)
        assert at_positions(Hand(None), (0, 1, 2)) == Hand(None)


class TestSheets:
    @pytest.mark.parametrize(
        ("scores", "expected"), [((10, 7), (10, 6)), ((0, 10), (1, 10)), ((10, 11, 4), (10, 11, 3))]
    )
    def test_the_losers_figure_is_misread(self, scores, expected):
        sheet = Sheet(pairing=2 if len(scores) == 2 else None, scores=scores)
        assert misread(sheet).scores == expected

    def test_chances_decide_what_becomes_of_a_sheet(self):
        happenings = Happenings(resent=0.5, misread=0.5)
        fates = {fate_of(Random(seed), happenings) for seed in range(50)}
        assert fates == {"resent", "misread"}

    def test_a_game_left_half_way_keeps_one_sheet_that_is_in(self):
        open_now = fates_left_open([1, 2, 3, 4, 5], Random(1), missing=3, disputed=1)
        assert sorted(open_now.values()) == ["disputed", "missing", "missing", "missing"]
        assert len(fates_left_open([1, 2, 3], Random(1), missing=3, disputed=1)) == 2
        assert list(fates_left_open([1], Random(1), missing=3, disputed=1).values()) == ["disputed"]


@pytest.mark.parametrize("level", range(2, 10))
def test_a_playoff_puts_everybody_in_order(level):
    """WEMSA, Scoring 4: hands until nobody is level, each only between players level before it."""
    for seed in range(5):
        playoff = play_off(RULES["wemsa"], range(1, level + 1), Random(seed))
        assert sorted(playoff.order) == list(range(1, level + 1))
        assert all(set(hand.gained) <= _players(hand.tables) for hand in playoff.played)


def test_a_playoff_is_by_chance():
    orders = {play_off(RULES["wemsa"], (1, 2), Random(seed)).order for seed in range(20)}
    assert orders == {(1, 2), (2, 1)}


def test_a_playoff_without_points_does_not_end():
    nothing = replace(RULES["wemsa"], made=0, march=0, alone_made=0, alone_march=0, euchre=0, alone_euchre=0)
    with pytest.raises(ValueError, match="at most 60"):
        play_off(nothing, (1, 2), Random(1))


def _players(tables):
    return {player for table in tables for player in table.seats if player is not None}
