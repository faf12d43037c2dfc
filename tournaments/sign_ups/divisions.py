"""Which division people mean when they write "Exp.", "NOVICE LEAGUE" or "Beginner"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from tournaments.names import fold

_FILLERS = {"league", "division", "the", "players", "player"}
_MEANS = {"beginner": "novice", "beginners": "novice", "advanced": "experienced", "expert": "experienced"}
_CANCELLED = re.compile(r"cancel+ed", re.IGNORECASE)


@dataclass(frozen=True)
class Match:
    """The division found, "" for none; `sure` when its own name was written."""

    name: str
    sure: bool = True


class Divisions:
    """The night's divisions, by whatever name."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self._words = {name: [word for word in fold(name).split() if word not in _FILLERS] for name in names}

    def find(self, text: str) -> Match:
        """The one division a text means. A night of one division needs no text at all."""
        if len(self.names) == 1:
            return Match(self.names[0])
        words = [word for word in fold(text).split() if word not in _FILLERS]
        if exact := self._only([name for name, own in self._words.items() if own and _within(own, words)]):
            return Match(exact)
        if any(_within(own, words) for own in self._words.values()):
            return Match("")  # more than one is named
        return Match(self._guess(words), sure=False)

    def session(self, text: str) -> str | None:
        """The division of the one euchre session among "Keynote; Euchre Tournament (Novice League)"; None if none."""
        for part in re.split(r"[;\n|]", text):
            if "euchre" in part.casefold() and not _CANCELLED.search(part):
                match = self.find(part)
                if match.name and match.sure:
                    return match.name
        return None

    def _guess(self, words: Sequence[str]) -> str:
        if len(words) != 1:
            return ""
        word = _MEANS.get(words[0], words[0])
        firsts = {own[0]: name for name, own in self._words.items() if own}
        if len(word) >= 3 and (
            begun := self._only([name for first, name in firsts.items() if first.startswith(word)])
        ):
            return begun
        close = get_close_matches(word, firsts, n=2, cutoff=0.8)
        return firsts[close[0]] if len(close) == 1 else ""

    @staticmethod
    def _only(names: Sequence[str]) -> str:
        return names[0] if len(names) == 1 else ""


def _within(own: Sequence[str], words: Sequence[str]) -> bool:
    return bool(own) and set(own) <= set(words)
