"""Every movement through the one seam: nobody in two seats, nobody forgotten, bounded waits, no dead end."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rotation import RotationError, plan, replan
from tournaments.rotation.formats import (
    MOVEMENTS,
    RETURN_AFTER,
    Movement,
    Queue,
    Schedule,
    restore,
    start,
)
from tournaments.rotation.movements.pairing import pair_up

BY_ROUNDS = ["winners_stay", "progressive", "redraw"]

pytestmark = pytest.mark.usefixtures("brief")


def begin(kind: Any, count: int, **more: Any) -> Movement:
    options: dict[str, Any] = {} if kind == "queue" else {"rounds": 6}
    return start(kind, list(range(count)), **(options | more))


def assert_consistent(state: Movement, now: int) -> None:
    seats = [player for game in state.running for player in game.seats]
    assert len(seats) == len(set(seats)), "somebody sits in two games"
    assert len({game.table for game in state.running}) == len(state.running), "two games at one table"
    waiting = [waiting.player for waiting in state.waiting(now)]
    assert sorted(waiting) == sorted(set(state.players) - set(seats)), "somebody is forgotten"
    assert restore(json.loads(json.dumps(state.to_dict()))) == state


@settings(max_examples=60)
@given(kind=st.sampled_from([*BY_ROUNDS, "queue"]), count=st.integers(4, 21), seed=st.integers(0, 10_000))
def test_any_night_goes_on_to_its_end(kind: str, count: int, seed: int) -> None:
    """Results, arrivals, departures and substitutes in any order: the night never stops by itself."""
    random = Random(seed)
    state, now, newcomer = begin(kind, count, seed=seed), 0, 1000
    for _ in range(60):
        state, _games = state.next_games(now)
        assert_consistent(state, now)
        again, more = state.next_games(now)
        assert (again, more) == (state, ())
        if not state.running:
            why = state.why_idle(now)
            assert why is not None
            assert "games are played" in why or len(state.players) < 4
            break
        now += random.randrange(60, 600)
        act = random.random()
        if act < 0.1:
            state, newcomer = state.join(newcomer, now), newcomer + 1
        elif act < 0.2 and len(state.players) > 4:
            state = state.leave(random.choice(state.players), now)
        elif act < 0.25:
            state, newcomer = state.substitute(random.choice(state.players), newcomer), newcomer + 1
        else:
            game = random.choice(state.running)
            winners = game.seats[random.randrange(2) :: 2] if random.random() < 0.9 else ()
            state = state.result(game.number, winners, now)
        assert_consistent(state, now)


def play_round(state: Movement, winners: int = 0) -> Movement:
    """Start a round and let the pair at seats 0 and 2 (or 1 and 3) win everywhere."""
    state, games = state.next_games()
    for game in games:
        state = state.result(game.number, game.seats[winners::2])
    return state


@pytest.mark.parametrize("kind", BY_ROUNDS)
@pytest.mark.parametrize("count", [9, 10, 11, 14])
def test_sit_outs_are_fair_in_rounds(kind: str, count: int) -> None:
    state = begin(kind, count, rounds=12)
    out: Counter[Any] = Counter()
    for number in range(12):
        state, _ = state.next_games()
        out.update(waiting.player for waiting in state.waiting())
        assert all(f"sits out game {number + 1}" == waiting.why for waiting in state.waiting())
        state = play_round_on(state)
        assert max(out.values()) - min(out[player] for player in range(count)) <= 1


def play_round_on(state: Movement) -> Movement:
    for game in state.running:
        state = state.result(game.number, game.seats[::2])
    return state


def test_winners_stay_and_split_losers_walk_on() -> None:
    """T&K, Table Rotation."""
    state, games = begin("winners_stay", 12).next_games()
    for game in games:
        state = state.result(game.number, game.seats[::2])
    _, following = state.next_games()
    for game in following:
        old = games[game.table - 1]
        before = games[(game.table - 2) % 3]
        assert set(game.seats) == set(old.seats[::2]) | set(before.seats[1::2])
        assert frozenset(old.seats[::2]) not in game.partner_pairs()
        assert frozenset(before.seats[1::2]) not in game.partner_pairs()


def test_winners_move_up_and_split_the_head_tables_losers_go_to_the_last() -> None:
    state, games = begin("progressive", 12).next_games()
    for game in games:
        state = state.result(game.number, game.seats[1::2])
    _, following = state.next_games()
    winners = {game.table: set(game.seats[1::2]) for game in games}
    losers = {game.table: set(game.seats[::2]) for game in games}
    assert [set(game.seats) for game in following] == [
        winners[1] | winners[2],
        losers[2] | winners[3],
        losers[3] | losers[1],
    ]
    for game in following:
        for pair in (*winners.values(), *losers.values()):
            assert frozenset(pair) not in game.partner_pairs()


def test_a_redraw_avoids_repeats() -> None:
    state = begin("redraw", 16, rounds=5)
    for _ in range(5):
        state = play_round(state)
    assert max(state.partnerships().values()) == 1


def test_the_number_of_rounds_and_last_call_end_the_night() -> None:
    """ROT-20 and RULES 5: no round beyond the planned ones, none after last call."""
    state = begin("progressive", 8, rounds=1)
    state = play_round(state)
    assert state.next_games() == (state, ())
    assert state.why_idle() == "all 1 games are played"
    assert {waiting.why for waiting in state.waiting()} == {"has played the last game"}
    late = begin("winners_stay", 8, rounds=None, last_call=100)
    assert late.next_games(100)[1]
    assert late.next_games(101)[1] == ()
    assert late.why_idle(101) == "no game may begin after last call"


def test_the_next_round_waits_for_every_table_by_name() -> None:
    """ROT-06, ROT-07."""
    state, games = begin("winners_stay", 12).next_games()
    state = state.result(games[0].number, games[0].seats[::2])
    assert state.why_idle() == "tables 2 and 3 of game 1 still playing"
    assert {waiting.why for waiting in state.waiting()} == {"waits for game 2"}
    state = state.join(99)
    assert state.waiting()[-1].why == "plays from the next game"


def test_first_tables_are_kept_in_round_one() -> None:
    given = {player: 1 + player // 4 for player in range(10)}
    for kind in BY_ROUNDS:
        _, games = begin(kind, 10, first_tables=given).next_games()
        assert {player: game.table for game in games for player in game.seats} == {
            p: given[p] for p in range(8)
        }


def test_nobody_deals_first_much_more_often() -> None:
    state = begin("winners_stay", 12, rounds=8)
    for _ in range(8):
        state = play_round(state)
    deals = state.deals()
    assert max(deals.values()) - min(deals[player] for player in range(12)) <= 2


# -- the continuous queue -----------------------------------------------------------------------------


def queue(count: int, **more: Any) -> tuple[Movement, tuple[Any, ...]]:
    return start("queue", list(range(count)), **more).next_games(0)


def test_losers_go_to_the_next_other_table() -> None:
    state, (first, second) = queue(8)
    state = state.result(first.number, first.seats[::2], 100)
    state, none = state.next_games(100)
    assert none == ()
    assert state.why_idle(100) == "table 2 still playing"
    state = state.result(second.number, second.seats[::2], 200)
    state, games = state.next_games(200)
    assert set(games[0].seats) == set(first.seats[::2]) | set(second.seats[1::2])
    assert set(games[1].seats) == set(second.seats[::2]) | set(first.seats[1::2])
    assert frozenset(first.seats[::2]) not in games[0].partner_pairs()


def test_losers_may_return_after_ten_minutes() -> None:
    state, (first, _second) = queue(8)
    state = state.result(first.number, first.seats[::2], 100)
    assert state.next_change(100) == 100 + RETURN_AFTER
    assert state.next_games(99 + RETURN_AFTER)[1] == ()
    state, (game,) = state.next_games(100 + RETURN_AFTER)
    assert game.table == first.table
    assert set(game.seats) == set(first.seats)
    assert not set(game.partner_pairs()) & set(first.partner_pairs())
    assert state.next_change(100 + RETURN_AFTER) is None


def test_first_come_first_served() -> None:
    state, (first, _) = queue(11)
    waiting = [waiting.player for waiting in state.waiting(0)]
    assert [entry.why for entry in state.waiting(0)][:2] == [
        "is number 1 in line for a table",
        "is number 2 in line for a table",
    ]
    state = state.result(first.number, first.seats[1::2], 50)
    state, (game,) = state.next_games(50)
    assert set(game.seats) == set(first.seats[1::2]) | set(waiting[:2])
    assert [entry.player for entry in state.waiting(50)] == [waiting[2], *first.seats[::2]]


def test_four_players_do_not_wait_for_nobody() -> None:
    state, (first,) = queue(4)
    state = state.result(first.number, first.seats[::2], 10)
    _, (second,) = state.next_games(10)
    assert not set(second.partner_pairs()) & set(first.partner_pairs())


def test_no_game_starts_after_last_call() -> None:
    state, (first,) = queue(8, tables=[1], last_call=500)
    state = state.result(first.number, first.seats[::2], 501)
    assert state.next_games(501) == (state, ())
    assert state.why_idle(501) == "no game may begin after last call"
    assert state.next_change(501) is None
    on_time = state.next_games(500)[1]
    assert len(on_time) == 1


def test_two_tables_of_winners_without_losers_become_one() -> None:
    """All losers go home: the winners of both tables play each other."""
    state, (first, second) = queue(8)
    for game, now in ((first, 10), (second, 20)):
        for loser in game.seats[1::2]:
            state = state.leave(loser, now)
        state = state.result(game.number, game.seats[::2], now)
    state, (game,) = state.next_games(20)
    assert game.table == first.table
    assert set(game.seats) == set(first.seats[::2]) | set(second.seats[::2])
    assert not set(game.partner_pairs()) & {frozenset(first.seats[::2]), frozenset(second.seats[::2])}


def test_newcomers_open_a_table_of_their_own() -> None:
    state, _ = queue(4, tables=[1, 2])
    for player in (10, 11, 12):
        state = state.join(player, 60)
    assert state.next_games(60)[1] == ()
    state, (game,) = state.join(13, 70).next_games(70)
    assert (game.table, set(game.seats)) == (2, {10, 11, 12, 13})


def test_tables_given_at_check_in_are_the_first_tables() -> None:
    state, games = start(
        "queue", list(range(9)), first_tables={0: 3, 1: 3, 2: 3, 3: 3, 4: 5, 5: 5}, tables=[3, 4, 5]
    ).next_games(0)
    assert [game.table for game in games] == [3, 5]
    assert set(games[0].seats) == {0, 1, 2, 3}
    assert {4, 5} < set(games[1].seats)


def test_leaving_and_coming_back() -> None:
    state, (first, _) = queue(9)
    idle = state.waiting(0)[0].player
    state = state.leave(idle, 5)
    assert idle not in state.players
    state = state.join(idle, 6)
    gone = first.seats[0]
    state = state.leave(gone, 7).join(gone, 8)
    assert_consistent(state, 8)
    state = state.result(first.number, (gone, first.seats[2]), 9)
    assert_consistent(state, 9)
    assert gone in [player for held in state.held for player in held.players]  # type: ignore[attr-defined]


@settings(max_examples=25)
@given(count=st.integers(4, 24), tables=st.integers(1, 6), seed=st.integers(0, 999))
def test_waits_in_the_queue_are_bounded(count: int, tables: int, seed: int) -> None:
    """Games of at most ten minutes: nobody waits longer than it takes the line before them to be served."""
    random = Random(seed)
    state = start("queue", list(range(count)), tables=range(1, tables + 1), seed=seed)
    since = dict.fromkeys(range(count), 0)
    ends: dict[int, int] = {}
    now, longest = 0, 0
    for _ in range(150):
        state, games = state.next_games(now)
        ends |= {game.number: now + random.randrange(300, 601) for game in games}
        busy = {player for game in state.running for player in game.seats}
        for player in range(count):
            if player in busy:
                since.pop(player, None)
            else:
                since.setdefault(player, now)
        assert state.running
        moments = [ends[game.number] for game in state.running]
        change = state.next_change(now)
        now = min([*moments, *([change] if change else [])])
        longest = max([longest, *(now - moment for moment in since.values())])
        for game in state.running:
            if ends[game.number] == now:
                state = state.result(game.number, game.seats[random.randrange(2) :: 2], now)
    in_use = min(tables, count // 4)
    served = 1 + (count - 4 * in_use) / (2 * in_use)
    assert longest <= 600 * (served + 2)


# -- the schedule ------------------------------------------------------------------------------------


def test_a_schedule_follows_its_plan_round_by_round() -> None:
    night = plan(range(14), 3)
    state: Movement = start("schedule", list(range(14)), plan=night)
    for planned in night.rounds:
        state, games = state.next_games()
        assert [(game.table, game.seats, game.round) for game in games] == [
            (table.number, table.seats, planned.number) for table in planned.tables
        ]
        assert {waiting.player for waiting in state.waiting()} == set(planned.sit_outs)
        state = play_round_on(state)
    assert state.next_games() == (state, ())
    assert state.why_idle() == "all 3 games are played"


def test_a_schedule_is_made_anew_once_for_all_who_came_and_went() -> None:
    state = start("schedule", list(range(16)), rounds=6)
    state, games = state.next_games()
    state = state.join("late").leave(3).leave(games[0].seats[0]).join("later")
    state = play_round_on(state)
    assert isinstance(state, Schedule)
    assert state.stale
    assert restore(json.loads(json.dumps(state.to_dict()))) == state
    state, games = state.next_games()
    seated = {player for game in games for player in game.seats}
    assert seated | {waiting.player for waiting in state.waiting()} == set(state.players)
    assert "late" in state.plan.rounds[1].present()
    assert 3 not in state.plan.rounds[1].present()


def test_a_chosen_plan_can_be_put_in_place() -> None:
    state, _ = start("schedule", list(range(20)), rounds=6).next_games()
    state = play_round_on(state).leave(7)
    assert isinstance(state, Schedule)
    best = replan(state.plan, played=1, leave=[7], keep="best")
    assert state.with_plan(best).up_to_date().plan == best
    with pytest.raises(RotationError, match="made for other players"):
        state.with_plan(state.plan)
    with pytest.raises(RotationError, match="changes games already played"):
        state.with_plan(plan([player for player in range(20) if player != 7], 6, seed=9))


def test_too_few_players_are_told_and_the_night_goes_on_when_they_are_back() -> None:
    """ROT-14."""
    state = start("schedule", list(range(5)), rounds=4)
    state = play_round(state).leave(0).leave(1)
    assert state.next_games() == (state, ())
    assert state.why_idle() == "only 3 players are here: a table needs four"
    state, games = state.join(0).next_games()
    assert len(games) == 1


def test_a_substitute_finishes_the_game_of_somebody_who_left() -> None:
    """ROT-05."""
    state, games = start("schedule", list(range(16)), rounds=4).next_games()
    gone = games[1].seats[2]
    state = state.leave(gone).substitute(gone, "sub")
    assert state.game(2).seats[2] == "sub"
    state, _ = play_round_on(state).next_games()
    assert isinstance(state, Schedule)
    assert "sub" in state.plan.rounds[1].present()


def test_three_handed_schedules() -> None:
    state, games = start("schedule", list(range(9)), rounds=4, mode="alone").next_games()
    assert [len(game.seats) for game in games] == [3, 3, 3]
    assert games[0].partner_pairs() == ()
    state = state.result(1, [games[0].seats[1]])
    assert state.finished[0].losers == (games[0].seats[0], games[0].seats[2])
    with pytest.raises(RotationError, match="two winners"):
        state.result(2, games[1].seats[:2])


# -- refusals ------------------------------------------------------------------------------------------


def test_what_cannot_be_is_refused_by_name() -> None:
    state, games = begin("queue", 8).next_games()
    refused = [
        (lambda: state.join(3), "3 is here already"),
        (lambda: state.leave(99), "99 is not here"),
        (lambda: state.substitute(3, 4), "4 is here already"),
        (lambda: state.substitute(99, 100), "99 is not here"),
        (lambda: state.result(9), "Game 9 is not being played"),
        (lambda: state.result(1, [99, games[0].seats[0]]), "99 did not play at table 1 in game 1"),
        (lambda: state.result(1, games[0].seats[:1]), "Game 1 needs its two winners, got 1"),
        (lambda: state.result(1, games[0].seats[::2]).result(1), "Game 1 is over already"),
    ]
    for act, message in refused:
        with pytest.raises(RotationError, match=message):
            act()


@pytest.mark.parametrize(
    ("kind", "options", "message"),
    [
        ("swiss", {}, "The movement 'swiss' is unknown"),
        ("queue", {"odd": "house"}, "plays at tables of four only"),
        (
            "queue",
            {"first_tables": {0: 9}, "tables": [1, 2]},
            "0 was given table 9, but the tables are 1 and 2",
        ),
        ("redraw", {"first_tables": dict.fromkeys(range(5), 1)}, "more than four"),
        ("schedule", {"rounds": None}, "needs a plan or the number of games"),
    ],
)
def test_impossible_beginnings_are_refused(kind: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(RotationError, match=message):
        begin(kind, 8, **options)


def test_players_listed_twice_and_unknown_states_are_refused() -> None:
    with pytest.raises(RotationError, match="3 is listed twice"):
        start("queue", [1, 2, 3, 3, 4])
    with pytest.raises(RotationError, match="'swiss' is no stored movement"):
        restore({"kind": "swiss"})


def test_every_movement_has_its_own_name() -> None:
    assert set(MOVEMENTS) == {"schedule", "winners_stay", "queue", "progressive", "redraw"}
    assert MOVEMENTS["queue"] is Queue


def test_nobody_gets_the_same_partner_back_while_others_are_possible() -> None:
    random = Random(1)
    four = ("A", "B", "C", "D")
    for last, other in pairwise([("C", "D"), ("D", "C"), ("C", "D")]):
        seats = pair_up(four, {"A", "B"}, {}, {"A": last[0], "B": last[1]}, random)
        pairs = {frozenset(seats[::2]), frozenset(seats[1::2])}
        assert pairs == {frozenset(("A", other[0])), frozenset(("B", other[1]))}


# -- results put right afterwards ------------------------------------------------------------------------


def test_a_corrected_result_moves_the_others_while_the_next_round_has_not_begun() -> None:
    state, games = begin("progressive", 12).next_games()
    for game in games:
        state = state.result(game.number, game.seats[::2])
    right = state.corrected(games[2].number, games[2].seats[1::2])
    assert right is not None
    _, following = right.next_games()
    assert set(games[2].seats[1::2]) <= set(following[1].seats)
    assert state.corrected(games[2].number, games[2].seats[::2]) == state
    later, _ = state.next_games()
    assert later.corrected(games[2].number, games[2].seats[1::2]) is None


def test_a_corrected_queue_game_swaps_those_who_still_wait_from_it() -> None:
    state, (first, _second) = queue(8, tables=[1, 2])
    state = state.result(first.number, first.seats[::2], 100)
    assert state.next_games(100)[1] == ()
    right = state.corrected(first.number, first.seats[1::2])
    assert right is not None
    assert_consistent(right, 100)
    asked = state.result(2, _second.seats[::2], 120).next_games(120)[0]
    assert asked.corrected(first.number, first.seats[1::2]) is None  # the losers play elsewhere by now
    right, games = right.result(2, _second.seats[::2], 120).next_games(120)
    stays = next(game for game in games if game.table == first.table)
    assert set(first.seats[1::2]) < set(stays.seats)
    with pytest.raises(RotationError, match="Game 2 is not over"):
        state.corrected(2, ())


def test_a_winner_whose_partner_left_goes_first_in_line() -> None:
    """Holding a table alone they would need three, and tables that need two would be filled before them for ever."""
    state, (first, second) = queue(8)
    state = state.leave(first.seats[0], 50).result(first.number, first.seats[::2], 100)
    assert isinstance(state, Queue)
    assert state.held == ()
    assert [waiting.player for waiting in state.waiting(100)] == [first.seats[2], *first.seats[1::2]]
    state = state.result(second.number, second.seats[::2], 120)
    state, games = state.next_games(120)
    assert first.seats[2] in games[0].seats


def test_an_empty_table_is_one_where_the_first_in_line_may_go() -> None:
    """Both winners of table 1 go home: its losers do not wait for ten minutes while table 3 stands empty."""
    state, (first, _) = queue(8, tables=[1, 2, 3])
    for winner in first.seats[::2]:
        state = state.leave(winner, 40)
    state = state.result(first.number, first.seats[::2], 50)
    for newcomer in (20, 21):
        state = state.join(newcomer, 60)
    _, (game,) = state.next_games(60)
    assert game.table == 3
    assert set(game.seats) == {*first.seats[1::2], 20, 21}


def test_the_line_says_since_when_somebody_waits() -> None:
    state, (first, _) = queue(9)
    state = state.result(first.number, first.seats[::2], 100)
    assert [waiting.since for waiting in state.waiting(110)] == [100, 100, 0, 100, 100]
