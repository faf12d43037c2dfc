"""The stored constructions keep their promises; the keeper finds faults and betters plans."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tournaments.rotation import improve, library
from tournaments.rotation.bounds import PARTNERS
from tournaments.rotation.tallies import cost_of


def test_all_stored_constructions_hold() -> None:
    assert improve.faults() == []
    assert improve.stored() > 300


@pytest.fixture
def stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the best known plans, used instead of the shipped ones."""
    copy = tmp_path / "best_known.json"
    copy.write_text(improve.DATA.read_text())
    monkeypatch.setattr(improve, "DATA", copy)
    return copy


def test_faults_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = {
        "perfect": {"8": {"k": 2, "f": 0, "base": [[0, 1, 2, 3, 4, 5, 6, 7]]}},
        "whist": {"4": [0, 1, 2, 2]},
    }
    monkeypatch.setattr(library, "_starters", lambda: broken)
    monkeypatch.setattr(library, "_best_known", lambda: {"5,2": "0123", "5,3": "0123 0123 0123"})
    told = "\n".join(improve.faults())
    assert "perfect 8: somebody meets twice" in told
    assert "whist 4: round 1 does not seat 4 different players" in told
    assert "best known 5,2: has 1 rounds" in told
    assert "best known 5,3: sit-outs are not even" in told


def test_a_better_plan_is_stored(stored: Path) -> None:
    data = json.loads(stored.read_text())
    del data["9,5"]
    stored.write_text(json.dumps(data))
    library._best_known.cache_clear()
    before, after, bound = improve.improve(9, 5, seconds=0.5)
    assert before == cost_of(9, library.best_known_rounds(9, 5), PARTNERS)
    assert bound <= after <= before


def test_a_plan_for_a_new_size_is_stored(stored: Path) -> None:
    before, after, _ = improve.improve(42, 3, seconds=5)
    assert (before, after) == (None, 0)
    rows = json.loads(stored.read_text())["42,3"].split()
    assert [len(row) for row in rows] == [40] * 3
