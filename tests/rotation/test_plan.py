"""Plans as a whole: sound, fair, the same everywhere, in every mode."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rotation.judge import assert_sound, repeats, spread, weighed
from tournaments.rotation import House, Plan, RotationError, plan

ROOT = Path(__file__).parents[2]
sizes = st.integers(4, 60)
lengths = st.integers(1, 9)
seeds = st.integers(0, 5)

pytestmark = pytest.mark.usefixtures("brief")


def people(count: int) -> list[str]:
    return [f"Player {number:02}" for number in range(1, count + 1)]


@settings(max_examples=40)
@given(count=sizes, rounds=lengths, seed=seeds)
def test_a_plan_is_sound_and_fair(count: int, rounds: int, seed: int) -> None:
    night = plan(people(count), rounds, seed=seed)
    judgement = assert_sound(night)
    assert len(night.rounds) == rounds
    assert all(len(planned.tables) == count // 4 for planned in night.rounds)
    assert spread(judgement.sit_outs, night.players) <= 1
    assert weighed(judgement) == night.quality.cost >= night.quality.bound
    if 1 < rounds <= count - 1 and count not in (5, 6, 8):
        assert repeats(judgement.partners) == 0
    for player in night.players:
        games = judgement.games[player]
        assert games // 4 <= judgement.first_deals.get(player, 0) <= -(-games // 4)


@settings(max_examples=25)
@given(count=sizes, rounds=lengths, seed=seeds)
def test_tables_without_partners(count: int, rounds: int, seed: int) -> None:
    night = plan(people(count), rounds, mode="tables", seed=seed)
    judgement = assert_sound(night)
    assert night.quality.partners is None
    assert night.quality.partner_repeats is None
    assert weighed(judgement, preset=False) == night.quality.cost >= night.quality.bound
    assert spread(judgement.sit_outs, night.players) <= 1


@settings(max_examples=25)
@given(count=st.integers(3, 50), rounds=lengths, seed=seeds)
def test_three_handed_nights(count: int, rounds: int, seed: int) -> None:
    night = plan(people(count), rounds, mode="alone", seed=seed)
    judgement = assert_sound(night, sizes={3})
    assert all(len(planned.sit_outs) == count % 3 for planned in night.rounds)
    assert spread(judgement.sit_outs, night.players) <= 1
    assert weighed(judgement, preset=False) == night.quality.cost >= night.quality.bound


@settings(max_examples=25)
@given(count=st.integers(6, 50), rounds=st.integers(1, 8), seed=seeds)
def test_short_tables_are_shared_evenly(count: int, rounds: int, seed: int) -> None:
    night = plan(people(count), rounds, odd="three_hand", seed=seed)
    judgement = assert_sound(night, sizes={3, 4})
    for planned in night.rounds:
        assert not planned.sit_outs
        assert sum(len(table.seats) == 3 for table in planned.tables) == -count % 4
    assert spread(judgement.short, night.players) <= 1
    assert weighed(judgement) == night.quality.cost


@pytest.mark.parametrize(("count", "least", "most"), [(46, 1, 2), (17, 4, 5)])
def test_short_tables_reach_the_ideal_share(count: int, least: int, most: int) -> None:
    short = plan(people(count), 8, odd="three_hand").quality.short_tables
    assert (short.min, short.max) == (least, most)


@settings(max_examples=20)
@given(count=sizes, rounds=st.integers(1, 6))
def test_house_players_fill_the_chairs(count: int, rounds: int) -> None:
    night = plan(people(count), rounds, odd="house")
    assert_sound(night)
    assert night.players[count:] == tuple(House(number) for number in range(1, -count % 4 + 1))
    assert all(not planned.sit_outs for planned in night.rounds)


def test_house_players_have_a_name() -> None:
    assert str(House(2)) == "House player 2"


@settings(max_examples=15)
@given(count=st.integers(8, 40), rounds=st.integers(2, 6), short=st.integers(1, 3))
def test_fewer_tables_mean_more_sit_outs(count: int, rounds: int, short: int) -> None:
    numbers = range(11, 11 + max(1, count // 4 - short))
    night = plan(people(count), rounds, tables=numbers)
    judgement = assert_sound(night)
    assert all(len(planned.tables) == len(numbers) for planned in night.rounds)
    assert spread(judgement.sit_outs, night.players) <= 1


def test_the_same_input_gives_the_same_plan() -> None:
    first = plan(people(17), 8, seed=4, never_meet=[("Player 01", "Player 02")])
    again = plan(people(17), 8, seed=4, never_meet=[("Player 01", "Player 02")])
    assert first == again
    assert first.rounds != plan(people(17), 8, seed=5).rounds


def test_the_same_plan_in_another_process() -> None:
    """Nothing depends on the order of sets, which differs between processes."""
    code = (
        "import json; from tournaments.rotation import plan, replan\n"
        "night = plan([f'Player {n:02}' for n in range(1, 23)], 6, seed=2, pinned={'Player 03': 2}, max_seconds=900)\n"
        "night = replan(night, played=2, leave=['Player 04', 'Player 09'], join=['Late'], max_seconds=900)\n"
        "print(json.dumps(night.to_dict()))"
    )
    told = []
    for salt in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": salt, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        )
        told.append(done.stdout)
    assert told[0] == told[1]


@pytest.mark.parametrize(
    "options", [{}, {"odd": "house"}, {"odd": "three_hand"}, {"mode": "tables"}, {"mode": "alone"}]
)
def test_a_plan_survives_storing(options: dict[str, str]) -> None:
    night = plan([*range(1, 12), "late"], 5, pinned={3: 2}, never_meet=[(1, "late")], **options)  # type: ignore[arg-type]
    assert Plan.from_dict(json.loads(json.dumps(night.to_dict()))) == night


def test_only_plain_players_can_be_stored() -> None:
    with pytest.raises(RotationError, match="cannot be stored"):
        plan([(number,) for number in range(8)], 2).to_dict()


@pytest.mark.parametrize(
    "damage", [{"version": 0}, {"version": 1, "players": [1]}, {"version": 1, "players": 5, "rounds": []}]
)
def test_damaged_storage_is_refused(damage: dict[str, object]) -> None:
    with pytest.raises(RotationError):
        Plan.from_dict(damage)


def test_the_clock_is_only_a_net() -> None:
    night = plan(people(17), 8, odd="three_hand", max_seconds=0.0)
    assert_sound(night, sizes={3, 4})
    assert night.quality.guarded
    assert any("cut short" in warning for warning in night.warnings)
    assert not plan(people(16), 8).quality.guarded


def test_more_rounds_than_new_partners_is_a_warning_with_the_bound() -> None:
    night = plan(people(8), 10)
    judgement = assert_sound(night)
    assert repeats(judgement.partners) == 12 == night.quality.partners.repeats_bound  # type: ignore[union-attr]
    assert "at least 12" in night.warnings[0]


def test_five_players_five_rounds() -> None:
    """ROT-01: each sits out exactly once, and with five players that is also perfect whist."""
    night = plan(people(5), 5)
    judgement = assert_sound(night)
    assert set(judgement.sit_outs.values()) == {1}
    assert repeats(judgement.partners) == 0


def test_sit_outs_stay_fair_when_the_night_ends_early() -> None:
    for count in (9, 10, 11, 13, 14, 15, 18, 22, 27):
        night = plan(people(count), 12)
        for end in range(1, 13):
            judged = assert_sound(Plan(night.players, night.rounds[:end], night.quality))
            assert spread(judged.sit_outs, night.players) <= 2


@pytest.mark.parametrize(
    ("count", "rounds"), [(5, 12), (6, 12), (7, 10), (9, 8), (10, 10), (11, 8), (13, 8), (18, 8), (22, 8)]
)
def test_nobody_sits_out_twice_before_everybody_did_once(count: int, rounds: int) -> None:
    night = plan(people(count), rounds)
    for end in range(1, rounds + 1):
        judged = assert_sound(Plan(night.players, night.rounds[:end], night.quality))
        assert spread(judged.sit_outs, night.players) <= 1
