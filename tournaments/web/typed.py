"""Numbers typed into an address, where anything may stand."""

from __future__ import annotations


def typed_number(text: str | None, *, most: int) -> int:
    """A whole number from 0 to `most`; 0 for anything that is none."""
    if text is None or not text.isascii() or not text.isdigit() or len(text) > len(str(most)):
        return 0
    number = int(text)
    return number if number <= most else 0
