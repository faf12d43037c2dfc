"""What was typed into an address or a form without a form class, where anything may stand."""

from __future__ import annotations


def typed_number(text: str | None, *, most: int) -> int:
    """A whole number from 0 to `most`; 0 for anything that is none."""
    if text is None or not text.isascii() or not text.isdigit() or len(text) > len(str(most)):
        return 0
    number = int(text)
    return number if number <= most else 0


def typed_text(text: str | None, *, most: int) -> str:
    """The first `most` characters, without the NUL that no database takes; "" for nothing."""
    return (text or "").replace("\x00", "")[:most]
