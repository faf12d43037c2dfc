"""The host's own words: blocks of lines, each with a heading if its first line is one."""

from __future__ import annotations

import re

from scoring.house_rules import HouseRules

_BETWEEN_BLOCKS = re.compile(r"\n\s*\n")
_ENDS_A_SENTENCE = (".", "!", "?", ":", "…", "”", '"')


def own_words(text: str) -> tuple[HouseRules, ...]:
    """The blocks of `text`, which empty lines part. The first of several lines is the heading unless it ends as a
    sentence does; a block without a heading has the title ""."""
    return tuple(_block(part) for part in _BETWEEN_BLOCKS.split(text.strip()) if part.strip())


def _block(text: str) -> HouseRules:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    has_heading = len(lines) > 1 and not lines[0].endswith(_ENDS_A_SENTENCE)
    return HouseRules(lines[0] if has_heading else "", tuple(lines[1:] if has_heading else lines))
