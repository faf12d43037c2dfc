"""The continuous queue by itself: when the clock changes something, who sits in elsewhere, and a game played after all."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rotation import RotationError
from tournaments.rotation.formats import RETURN_AFTER, Queue, Rounds, restore, start

TICK = 30
"""All times of these nights are whole ticks, so that looking at each tick leaves no moment out."""


def queue(players: int, tables: int) -> Queue:
    state = start("queue", range(players), tables=range(1, tables + 1))
    assert isinstance(state, Queue)
    return state.next_games(0)[0]


def evening(state: Queue, random: Random, turns: int) -> tuple[Queue, int]:
    """Results, void games, people who come, go and sit in for others, at random; (state, time)."""
    now, known = 0, max(map(int, map(str, state.players))) + 1
    for _ in range(turns):
        now += TICK * random.randrange(1, 12)
        chance = random.random()
        if chance < 0.5 and state.running:
            game = random.choice(state.running)
            winners = game.seats[random.randrange(2) :: 2] if random.random() < 0.8 else ()
            state = state.result(game.number, winners, now)
        elif chance < 0.65 and len(state.players) > 5:
            state = state.leave(random.choice(state.players), now)
        elif chance < 0.8:
            state, known = state.join(known, now), known + 1
        else:
            idle = state.idle_players()
            state = state.with_away(random.sample(idle, min(len(idle), random.randrange(2))))
        state = state.next_games(now)[0]
    return state, now


nights = given(
    players=st.integers(4, 14),
    tables=st.integers(1, 4),
    seed=st.integers(0, 10_000),
    turns=st.integers(1, 25),
)


@settings(max_examples=60)
@nights
def test_the_next_change_is_the_first_moment_at_which_a_game_can_start(players, tables, seed, turns):
    state, now = evening(queue(players, tables), Random(seed), turns)
    moments = range(now + TICK, now + RETURN_AFTER + 2 * TICK, TICK)
    first = next((moment for moment in moments if state.next_games(moment)[1]), None)
    assert state.next_change(now) == first


@settings(max_examples=60)
@nights
def test_who_sits_in_elsewhere_is_never_seated_and_keeps_the_place(players, tables, seed, turns):
    random = Random(seed)
    state, now = evening(queue(players, tables), random, turns)
    idle = state.idle_players()
    away = set(random.sample(idle, min(len(idle), 2)))
    state = state.with_away(away)
    places = [waiting.player for waiting in state.line if waiting.player in away]
    for moment in range(now, now + RETURN_AFTER + TICK, TICK):
        state, games = state.next_games(moment)
        assert not away & {player for game in games for player in game.seats}
    assert [waiting.player for waiting in state.line if waiting.player in away] == places
    assert restore(state.to_dict()) == state


@settings(max_examples=60)
@nights
def test_a_void_game_played_after_all_is_as_if_it_had_not_been_void(players, tables, seed, turns):
    state, now = evening(queue(players, tables), Random(seed), turns)
    state = state.with_away(())
    for game in state.running:
        again = state.result(game.number, (), now).reopened(game.number)
        assert set(again.running) == set(state.running)
        assert again.finished == state.finished
        assert again.held == state.held
        assert again.line == state.line


def test_it_names_who_has_been_seated_since_and_where() -> None:
    state = queue(10, 3)
    first = state.running[0]
    after = state.result(first.number, first.seats[::2], 10).next_games(10)[0]
    with pytest.raises(RotationError) as refused:
        after.reopened(first.number)
    where = {player: game.table for game in after.running for player in game.seats if player in first.seats}
    assert where
    text = refused.value.told(lambda player: f"Player {player}")
    for player, table in where.items():
        assert f"Player {player} at table {table}" in text


def test_not_while_others_have_the_table() -> None:
    state = queue(8, 2)
    first = state.running[0]
    for player in first.seats:
        state = state.leave(player, 5)
    state = state.result(first.number, (), 10)
    for player in range(20, 24):
        state = state.join(player, 20)
    state = state.next_games(20)[0]
    with pytest.raises(RotationError, match="Others play at table 1 now"):
        state.reopened(first.number)


def test_not_while_one_of_the_four_sits_in_elsewhere() -> None:
    state = queue(8, 2)
    first = state.running[0]
    state = state.result(first.number, (), 10)
    state = state.with_away([first.seats[0]])
    with pytest.raises(RotationError, match="sits in for somebody"):
        state.reopened(first.number)


@pytest.mark.parametrize("kind", ["queue", "winners_stay", "progressive"])
@pytest.mark.parametrize("place", range(4))
def test_of_a_void_game_the_side_moves_as_winner_that_nobody_has_left(kind, place):
    for seed in range(4):
        state = start(kind, range(8), tables=[1, 2], seed=seed, **({} if kind == "queue" else {"rounds": 3}))
        state = state.next_games(0)[0]
        game = state.running[0]
        state = state.leave(game.seats[place], 10).result(game.number, (), 20)
        assert set(state.over(game.number).winners) == set(game.seats[(place + 1) % 2 :: 2])


def test_of_a_void_game_that_all_can_go_on_from_lots_say_who_moves() -> None:
    stay = set()
    for seed in range(8):
        state = start("queue", range(4), seed=seed).next_games(0)[0]
        game = state.running[0]
        winners = state.result(game.number, (), 20).over(game.number).winners
        stay.add(tuple(game.seats.index(player) for player in winners))
    assert stay == {(0, 2), (1, 3)}


def test_the_own_table_is_open_again_after_ten_minutes_and_this_is_said_only_before() -> None:
    state = queue(8, 2)
    first, _ = state.running
    state = state.result(first.number, first.seats[::2], 100)
    losers = [waiting for waiting in state.waiting(100) if waiting.player in first.seats[1::2]]
    assert [waiting.back for waiting in losers] == [(1, 100 + RETURN_AFTER)] * 2
    assert {waiting.back for waiting in state.waiting(100 + RETURN_AFTER)} == {None}
    assert {waiting.back for waiting in state.waiting(100) if waiting not in losers} == {None}


def test_nothing_is_said_of_a_moment_after_last_call() -> None:
    state = start("queue", range(8), tables=[1, 2], last_call=500).next_games(0)[0]
    first = state.running[0]
    state = state.result(first.number, first.seats[::2], 100)
    assert {waiting.back for waiting in state.waiting(100)} == {None}
    assert state.next_change(100) is None


def test_a_state_stored_before_anybody_could_sit_in_is_read() -> None:
    state = queue(9, 2)
    stored = state.to_dict()
    del stored["away"]
    assert restore(stored) == state


class TestAShortRound:
    """Fewer than four are here: the hall plays on without them, and they sit out."""

    def rounds(self, kind: str, players: int) -> Rounds:
        state = start(kind, range(players), rounds=4)
        assert isinstance(state, Rounds)
        return state

    @pytest.mark.parametrize("kind", ["winners_stay", "progressive", "redraw"])
    def test_those_here_sit_out_and_the_next_round_is_theirs(self, kind, brief):
        state = self.rounds(kind, 3)
        assert state.is_short
        state = state.passed()
        assert (state.round, state.sat_out) == (1, ((0, 1, 2),))
        state = state.join(3).join(4)
        assert not state.is_short
        state, (game,) = state.next_games()
        assert game.round == 2
        assert {player for out in state.sat_out[1:] for player in out} <= {3, 4}  # the others' turn has been

    def test_with_nobody_at_all(self):
        state = self.rounds("progressive", 4)
        for player in range(4):
            state = state.leave(player)
        state = state.passed()
        for player in range(4):
            state = state.join(player)
        assert state.next_games()[1][0].round == 2

    def test_after_the_last_round_nobody_is_missed(self):
        state = self.rounds("progressive", 3)
        for _ in range(4):
            state = state.passed()
        assert not state.is_short


def test_too_few_for_a_table_are_not_told_when_they_may_go_back() -> None:
    state = queue(4, 2)
    (game,) = state.running
    gone, *_ = game.seats
    left = state.leave(gone).result(game.number, game.seats[1::2], TICK)
    assert left.why_idle(TICK) == "only 3 players are here: a table needs four"
    assert [waiting.back for waiting in left.waiting(TICK)] == [None] * 3


def test_a_house_player_is_stored_and_absent_from_an_older_state() -> None:
    state = queue(7, 3).with_house("the house")
    stored = state.to_dict()
    assert restore(stored) == state
    later, (game,) = state.next_games(TICK)
    assert "the house" in game.seats
    assert isinstance(later, Queue)
    assert later.house is None
    del stored["house"]
    older = restore(stored)
    assert isinstance(older, Queue)
    assert older.house is None
    assert older.next_games(TICK)[1] == ()
