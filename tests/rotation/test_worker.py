"""The worker's requests and answers, as JSON values."""

from __future__ import annotations

import json

import pytest

from tournaments.rotation import Plan
from tournaments.rotation.worker import answer

NO_WISHES = {"pinned": [], "never_partner": [], "never_meet": []}


def ask_for_a_plan(players, given, *, tables=range(1, 6), **more):
    request = {
        "do": "plan",
        "players": list(players),
        "rounds": 2,
        "odd": "sit_out",
        "mode": "tables",
        "tables": list(tables),
        "given": given,
        "wishes": NO_WISHES,
        "seed": 1,
        **more,
    }
    return answer(json.loads(json.dumps(request)))


def first_round(answered):
    """{player: table} of round 1."""
    plan = Plan.from_dict(answered["plan"])
    return {player: table.number for table in plan.rounds[0].tables for player in table.seats}


def test_those_who_were_told_a_table_sit_there():
    given = [[player, 1 + player // 4] for player in range(8)]
    answered = ask_for_a_plan(range(8), given)
    assert answered["moves"] == []
    assert first_round(answered) == dict(given)


def test_those_who_were_told_none_fill_up_the_tables():
    given = [[1, 21], [2, 21], [3, 21], [4, 21], [5, 22]]
    answered = ask_for_a_plan(range(1, 10), given, tables=range(21, 25))
    seated = first_round(answered)
    assert {player: seated[player] for player, _ in given} == dict(given)
    assert sorted(seated.values()) == [21] * 4 + [22] * 4
    assert answered["moves"] == []


def test_nobody_needs_to_have_been_told_a_table():
    assert sorted(first_round(ask_for_a_plan(range(8), [])).values()) == [1] * 4 + [2] * 4


def test_only_who_was_told_another_table_is_named_as_moving():
    given = [[1, 1], [2, 1], [3, 1], [4, 2]]
    answered = ask_for_a_plan([1, 2, 3, 4], given)
    assert answered["moves"] == [[4, 2, 1]]


@pytest.mark.parametrize("told", [0, 4])
def test_with_all_tables_full_the_others_sit_out(told):
    answered = ask_for_a_plan(range(6), [[player, 1] for player in range(told)], tables=[1])
    assert len(first_round(answered)) == 4


def test_newcomers_are_taken_in_the_order_of_their_numbers():
    """Not of the digits: the same people under other ids get the same plan."""
    drawn = ask_for_a_plan(range(1, 9), [])["plan"]
    request = {
        "do": "replan",
        "plan": drawn,
        "played": 1,
        "rounds": 2,
        "keep": "most",
        "wishes": NO_WISHES,
        "locked": [],
        "locked_tables": [],
        "seed": 1,
    }
    replanned = answer({**request, "present": [*range(1, 7), 9, 10, 11, 101]})
    assert replanned["plan"]["players"] == [*range(1, 9), 9, 10, 11, 101]


def test_what_is_impossible_is_refused_in_words():
    assert "a table needs four" in ask_for_a_plan([1, 2, 3], [])["refused"]


@pytest.mark.parametrize("present", [range(8), [0, 1, 2, 3, 4, 5, 6, 8]])
def test_a_night_goes_on_after_its_last_planned_game(present):
    """One more game than was planned, for the same people or with one gone and one come."""
    request = {
        "do": "replan",
        "plan": ask_for_a_plan(range(8), [])["plan"],
        "played": 2,
        "present": list(present),
        "rounds": 3,
        "keep": "most",
        "wishes": NO_WISHES,
        "locked": [],
        "locked_tables": [],
        "seed": 0,
    }
    answered = answer(json.loads(json.dumps(request)))
    extra = Plan.from_dict(answered["plan"]).rounds[2]
    assert sorted(extra.seated()) == sorted(present)
