"""Which worker begins with which tests."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.conftest import dealt


def a_test(name: str, *, slow: bool = False):
    return SimpleNamespace(
        name=name, path=Path(f"{name}.py"), get_closest_marker=lambda marker: slow and marker == "browser"
    )


QUICK = [a_test(f"test_{number}") for number in range(9)]
SLOW = [a_test(name, slow=True) for name in ("test_wall", "test_floor", "test_queue_night")]


@pytest.mark.parametrize(
    ("workers", "slow_at"),
    [
        (1, {0: "test_queue_night", 1: "test_wall", 2: "test_floor"}),
        (2, {0: "test_queue_night", 1: "test_floor", 6: "test_wall"}),
    ],
)
def test_every_share_begins_with_its_slow_tests(workers, slow_at):
    order = dealt([*QUICK[:4], *SLOW, *QUICK[4:]], workers)
    assert {place: item.name for place, item in enumerate(order) if item in SLOW} == slow_at
    assert [item for item in order if item in QUICK] == QUICK


@pytest.mark.parametrize("workers", range(1, 9))
@pytest.mark.parametrize("tests", [[], SLOW, QUICK, QUICK + SLOW])
def test_each_is_run_once(tests, workers):
    assert sorted(item.name for item in dealt(tests, workers)) == sorted(item.name for item in tests)
