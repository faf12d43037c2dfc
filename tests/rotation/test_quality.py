"""How good plans are: the targets, the field cases, and what is proved."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tests.rotation.judge import assert_sound, repeats, spread, squared
from tournaments.rotation import plan

CASES = Path(__file__).parents[1] / "cases"
TARGETS = json.loads((CASES / "rotation_targets.json").read_text())
FIELDS = TARGETS["fields"].split(",")
GRID = {
    tuple(map(int, key.split(","))): dict(zip(FIELDS, row, strict=True)) for key, row in TARGETS["t"].items()
}


@pytest.mark.parametrize("players", sorted({players for players, _ in GRID}))
def test_every_target_is_reached(players: int) -> None:
    for (count, rounds), target in GRID.items():
        if count != players:
            continue
        night = plan(range(1, count + 1), rounds, seed=1)
        judged = assert_sound(night)
        assert repeats(judged.partners) == target["P_rep"] == 0
        assert night.quality.cost <= target["cost"], (count, rounds)
        assert night.quality.bound == target["cost_LB"], (count, rounds)
        assert max(judged.opponents.values()) <= target["O_max"]
        assert max(judged.meetings.values()) <= target["M_max"]
        assert spread(judged.sit_outs, night.players) <= 1


@pytest.mark.parametrize(
    ("count", "rounds"),
    [(27, 8), (30, 8), (31, 10), (38, 10), (40, 10), (46, 8), (61, 10), (77, 8), (120, 10)],
)
def test_nobody_meets_twice(count: int, rounds: int) -> None:
    night = plan(range(count), rounds)
    assert max(assert_sound(night).meetings.values()) == 1
    assert night.quality.proved


@pytest.mark.parametrize(("count", "rounds", "meetings"), [(24, 8, 12)])
def test_sizes_nobody_had_closed_are_proved(count: int, rounds: int, meetings: int) -> None:
    """24 players, 8 rounds: everybody meets everybody, and twelve pairs twice (24 meetings among 23 others)."""
    for mode in ("partners", "tables"):
        night = plan(range(count), rounds, seed=2, mode=mode)  # type: ignore[arg-type]
        judged = assert_sound(night)
        assert len(judged.meetings) == count * (count - 1) // 2
        assert squared(judged.meetings) == meetings
        assert night.quality.proved
        assert repeats(judged.partners) == 0


@pytest.mark.parametrize("count", [16, 20, 28, 40, 13, 25, 41])
def test_whole_whist_tournaments_are_exact(count: int) -> None:
    """Each pair partners once and opposes twice (Wh(v))."""
    rounds = count - 1 if count % 4 == 0 else count
    judged = assert_sound(plan(range(count), rounds))
    pairs = count * (count - 1) // 2
    assert len(judged.partners) == len(judged.opponents) == pairs
    assert set(judged.partners.values()) == {1}
    assert set(judged.opponents.values()) == {2}


def test_a_large_hall() -> None:
    night = plan(range(400), 8)
    assert max(assert_sound(night).meetings.values()) == 1


def field_cases() -> list[dict[str, int]]:
    with (CASES / "rotation_cases.tsv").open(newline="") as file:
        return [
            {key: int(value) for key, value in row.items()} for row in csv.DictReader(file, delimiter="\t")
        ]


@pytest.mark.parametrize("case", field_cases(), ids=lambda case: f"{case['players']} players")
def test_field_cases(case: dict[str, int]) -> None:
    """ROT-13: repeats only where they are unavoidable, over eight rounds."""
    night = plan(range(1, case["players"] + 1), 8)
    judged = assert_sound(night)
    sit_outs = [judged.sit_outs.get(player, 0) for player in night.players]
    assert {len(planned.tables) for planned in night.rounds} == {case["tables"]}
    assert {len(planned.sit_outs) for planned in night.rounds} == {case["sit_out_per_round"]}
    assert (min(sit_outs), max(sit_outs)) == (case["sit_outs_each_min"], case["sit_outs_each_max"])
    assert repeats(judged.partners) == case["reachable_partner_repeats"]
    assert max(judged.opponents.values()) <= case["reachable_max_times_opposed"]


@pytest.mark.parametrize(
    ("count", "rounds", "most"), [(16, 8, 72), (20, 8, 50), (24, 8, 18), (40, 10, 0), (100, 8, 0)]
)
def test_tables_without_partners_repeat_as_little(count: int, rounds: int, most: int) -> None:
    assert squared(assert_sound(plan(range(count), rounds, mode="tables")).meetings) <= most


@pytest.mark.parametrize(
    ("count", "rounds", "most"),
    [(9, 8, 252), (13, 8, 246), (14, 8, 275), (21, 6, 0), (23, 8, 80), (27, 8, 0), (46, 8, 0)],
)
def test_tables_of_three_repeat_little(count: int, rounds: int, most: int) -> None:
    night = plan(range(count), rounds, odd="three_hand")
    judged = assert_sound(night, sizes={3, 4})
    assert repeats(judged.partners) == 0
    assert night.quality.cost <= most


@pytest.mark.parametrize("count", [9, 12, 15, 18, 21, 24, 30])
def test_three_handed_nights_repeat_little(count: int) -> None:
    """Six rounds of three need 12 others: from 15 players on nobody has to meet twice."""
    night = plan(range(count), 6, mode="alone")
    assert_sound(night, sizes={3})
    if count >= 15:
        assert night.quality.meetings.repeats == 0


def test_nobody_is_kept_at_one_table() -> None:
    """ROT-12: 16 players, 8 rounds, nobody more than four times at one table."""
    assert plan(range(16), 8).quality.table_visits_max <= 4


@pytest.mark.parametrize("count", [40, 64, 100])
def test_larger_rooms_change_table_every_round(count: int) -> None:
    assert plan(range(count), 8).quality.table_stays == 0
