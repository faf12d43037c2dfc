"""Lists and counts as people write them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tournaments import rotation
from tournaments.rotation.words import counted, listed, times

ROTATION = Path(rotation.__file__).parent


def test_words() -> None:
    assert listed([1, 2, 3]) == "1, 2 and 3"
    assert listed([4], "table", "tables") == "table 4"
    assert listed([4, 5], "table", "tables") == "tables 4 and 5"
    assert listed([], "table", "tables") == "no tables"
    assert [counted(number, "repeat") for number in (0, 1, 2)] == ["no repeats", "1 repeat", "2 repeats"]
    assert [times(number) for number in range(4)] == ["never", "once", "twice", "3 times"]


def _said_to_people(tree: ast.AST) -> Iterator[str]:
    """The texts of refusals and findings, without what is filled in."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("RotationError", "Finding"):
            for part in ast.walk(call):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.value


@pytest.mark.parametrize("path", sorted(ROTATION.rglob("*.py")), ids=lambda path: path.stem)
def test_what_is_said_to_people_calls_a_game_a_game(path: Path) -> None:
    """Inside, a plan has rounds; on every page they are games."""
    said = list(_said_to_people(ast.parse(path.read_text())))
    assert [text for text in said if re.search(r"\bround", text, re.IGNORECASE)] == []
