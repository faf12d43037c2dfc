"""Where people sit, seen from somebody at the table, and the words of a ruling with those places in them."""

from __future__ import annotations

import re
from collections.abc import Sequence

_SIDES = {4: ("left of", "across from", "right of"), 3: ("left of", "right of")}
_SEAT = re.compile(r"\bseat (\d)\b", re.IGNORECASE)


def places(whom: str, size: int) -> tuple[str, ...]:
    """The seats clockwise from "the dealer": ("the dealer", "the player left of the dealer", ...)."""
    return (whom, *(f"the player {side} {whom}" for side in _SIDES[size]))


def short(place: str) -> str:
    """A place as an option to choose: "Left of the dealer"."""
    return capital(place.removeprefix("the player "))


def numbered(size: int) -> tuple[str, ...]:
    """The seats as they are counted at a table: ("seat 1", "seat 2", ...)."""
    return tuple(f"seat {number}" for number in range(1, size + 1))


def said(text: str, names: Sequence[str]) -> str:
    """A ruling's words as people read them: `scoring` counts seats from 0, `names` say who sits there."""

    def name(found: re.Match[str]) -> str:
        seat = int(found[1])
        if seat >= len(names):
            return found[0]
        return capital(names[seat]) if found[0][0].isupper() else names[seat]

    return _SEAT.sub(name, text)


def capital(text: str) -> str:
    """`text` as a sentence begins."""
    return text[:1].upper() + text[1:]
