"""Amounts, counts and lists as people read them."""

from __future__ import annotations

from collections.abc import Sequence


def dollars(cents: int) -> str:
    """An amount of money: "$4", "$2.50", "-$1", "$1,240"."""
    whole, part = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}${whole:,}" + (f".{part:02}" if part else "")


def counted(number: int, noun: str) -> str:
    """ "1 hand", "12 hands"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def listed(parts: Sequence[object], last: str = "and") -> str:
    """ "A", "A and B", "A, B and C"."""
    words = [str(part) for part in parts]
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
