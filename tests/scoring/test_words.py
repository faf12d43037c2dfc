"""Amounts, counts and lists as people read them."""

import pytest

from scoring.words import counted, dollars, listed


@pytest.mark.parametrize(
    ("cents", "text"),
    [
        (0, "$0"),
        (400, "$4"),
        (250, "$2.50"),
        (5, "$0.05"),
        (-100, "-$1"),
        (-105, "-$1.05"),
        (124_000, "$1,240"),
    ],
)
def test_dollars(cents: int, text: str) -> None:
    assert dollars(cents) == text


def test_counts() -> None:
    assert (counted(0, "hand"), counted(1, "hand"), counted(2, "hand")) == ("0 hands", "1 hand", "2 hands")


def test_lists() -> None:
    assert listed([3]) == "3"
    assert listed(["Ann", "Cy"]) == "Ann and Cy"
    assert listed(["$1", "$2", "$3"], "or") == "$1, $2 or $3"
