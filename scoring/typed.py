"""Numbers as people type them on a phone -> whole points and integer cents. Blank is never zero."""

from __future__ import annotations

import re
import unicodedata

MAX_POINTS = 999
MAX_DOLLARS = 99_999

# Phones and spreadsheets put these for the plain sign; full-width forms come from East Asian keyboards.
_SIGNS = str.maketrans({"−": "-", "–": "-", "－": "-", "﹣": "-", "＋": "+", "＄": "$", "．": "."})
_INVISIBLE = "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"
_POINTS = re.compile(r"([+-]?)0*(\d+)", re.ASCII)
_DOLLARS = re.compile(r"([+-]?)\$?\s?([+-]?)0*(\d+)(?:\.(\d{1,2}))?", re.ASCII)


class NotANumberError(ValueError):
    """What was typed is not such a number; the text says so to people."""


class BlankError(ValueError):
    """Nothing was typed where a number is needed."""


def parse_points(text: str) -> int:
    """Whole points from typed text: "14", " 14 ", "+14", "014", "１４", "-2", "−2".

    Raises `BlankError` for nothing, `NotANumberError` for anything else ("14.5", "1e2", "NaN", over 999).
    """
    plain = _plain(text)
    match = _POINTS.fullmatch(plain)
    if not match:
        raise NotANumberError(f"“{_shown(text)}” is not a whole number of points")
    sign, digits = match.groups()
    if len(digits) > len(str(MAX_POINTS)):
        raise NotANumberError(f"“{_shown(text)}” is more points than any game has")
    return -int(digits) if sign == "-" else int(digits)


def parse_dollars(text: str) -> int:
    """Integer cents from typed dollars: "4", "$4", "$ 4", "2.50", "2.5", "-2".

    Raises `BlankError` for nothing, `NotANumberError` for anything else (over $99,999 too).
    """
    plain = _plain(text)
    match = _DOLLARS.fullmatch(plain)
    if not match or (match[1] and match[2]):
        raise NotANumberError(f"“{_shown(text)}” is not an amount in dollars")
    before, after, digits, decimals = match.groups()
    if len(digits) > len(str(MAX_DOLLARS)):
        raise NotANumberError(f"“{_shown(text)}” is more money than a night has")
    cents = int(digits) * 100 + int((decimals or "").ljust(2, "0"))
    return -cents if "-" in (before, after) else cents


def _plain(text: str) -> str:
    """The text without outer and invisible space, with decimal digits of any script as 0-9.

    Only decimal digits are mapped: "14²" must not become 142.
    """
    visible = "".join(character for character in text if character not in _INVISIBLE).strip()
    if not visible:
        raise BlankError("nothing was typed")
    return "".join(_ascii_digit(character) for character in visible.translate(_SIGNS))


def _ascii_digit(character: str) -> str:
    return str(unicodedata.decimal(character)) if character.isdecimal() else character


def _shown(text: str) -> str:
    short = "".join(character for character in text.strip() if character.isprintable())
    return short if len(short) <= 20 else f"{short[:20]}…"
