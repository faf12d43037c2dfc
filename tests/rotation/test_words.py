"""Lists and counts as people write them."""

from __future__ import annotations

from tournaments.rotation.words import counted, listed, times


def test_words() -> None:
    assert listed([1, 2, 3]) == "1, 2 and 3"
    assert listed([4], "table", "tables") == "table 4"
    assert listed([4, 5], "table", "tables") == "tables 4 and 5"
    assert listed([], "table", "tables") == "no tables"
    assert [counted(number, "repeat") for number in (0, 1, 2)] == ["no repeats", "1 repeat", "2 repeats"]
    assert [times(number) for number in range(4)] == ["never", "once", "twice", "3 times"]
