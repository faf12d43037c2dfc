"""Names: how one is cleaned on the way in, folded for search, and shown in public."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournaments.models import Player
    from tournaments.night_settings import PublicNames

NAME_LENGTH = 80

# Marks that turn text around or hide in it. A right-to-left name needs none of them: its letters do it.
_INVISIBLE = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]")
_MARKS_IN_A_ROW = re.compile(r"([\u0300-\u036f]{2})[\u0300-\u036f]+")


def clean_name(text: str) -> str:
    """`text` as a one-line name: composed, without control or direction characters, single spaces.

    Case and scripts are left alone. The result may be empty or too long (`NAME_LENGTH`): the caller says so.
    """
    text = unicodedata.normalize("NFC", text)
    text = _INVISIBLE.sub("", text)
    text = "".join(" " if unicodedata.category(c) in ("Cc", "Zl", "Zp", "Zs") else c for c in text)
    text = _MARKS_IN_A_ROW.sub(r"\1", text)
    return " ".join(text.split())


def clean_text(text: str) -> str:
    """Free text of several lines: line breaks kept, other control and direction characters dropped."""
    text = _INVISIBLE.sub("", unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n")))
    return "".join(c for c in text if c in "\n\t" or unicodedata.category(c) != "Cc").strip()


def fold(text: str) -> str:
    """`text` for comparing: no accents, no case, no punctuation ("Renée O’Sample" -> "renee osample")."""
    decomposed = unicodedata.normalize("NFKD", clean_name(text)).casefold()
    letters = "".join(c for c in decomposed if not unicodedata.combining(c))
    return " ".join("".join(c if c.isalnum() else "" if c in "'’.`´" else " " for c in letters).split())


def public_name(player: Player, names: PublicNames) -> str:
    """The one way a player is named where anybody can read it, without the number.

    `names` is the night's setting; the player's own wish goes before it. "number only" and a name of
    no letters give "Player 12" ("Guest" before a number is given).
    """
    how = player.display or names
    if how == "full" and player.name:
        return player.name
    if how == "initial":
        return _first_and_initial(player.name)
    return f"Player {player.number}" if player.number else "Guest"


def table_names(players: Sequence[Player], names: PublicNames) -> tuple[str, ...]:
    """The public names of those at one table; where two share one, each with the number behind it (DIS-03)."""
    shown = [public_name(player, names) for player in players]
    return tuple(
        f"{name} ({player.number})" if shown.count(name) > 1 and player.number else name
        for name, player in zip(shown, players, strict=True)
    )


def _first_and_initial(name: str) -> str:
    first, *rest = name.split() or [""]
    last = rest[-1] if rest else ""
    return f"{first} {last[0]}." if last else first
