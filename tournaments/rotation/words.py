"""Lists and counts as people write them."""

from __future__ import annotations

from collections.abc import Sequence


def listed(things: Sequence[object], one: str = "", many: str = "") -> str:
    """ "1, 2 and 3", with the noun in front when given: "tables 1 and 2"."""
    words = [str(thing) for thing in things]
    if not words:
        return f"no {many}".strip()
    text = words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
    return f"{one if len(words) == 1 else many} {text}".strip()


def counted(number: int, one: str, many: str | None = None) -> str:
    """ "1 repeat", "2 repeats", "no repeats"."""
    many = many or one + "s"
    return f"no {many}" if number == 0 else f"1 {one}" if number == 1 else f"{number} {many}"


def times(number: int) -> str:
    """ "never", "once", "twice", "3 times"."""
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{number} times")
