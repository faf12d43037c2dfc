"""Problems are data: what stands in the way, said in words, with the way to mend it.

Checks return them; a page shows them, a button's state depends on them, an act raises them and a
test compares them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Level = Literal["blocker", "confirm", "warning"]


@dataclass(frozen=True)
class Problem:
    """`blocker` stops an act, `confirm` needs a yes (with a reason), `warning` only tells.

    `code` is for programs and tests; `field` names the input it is about; `link` is the mend: the
    name of a page of the night ("desk:players", see `web/urls.py`) with its arguments behind the night's code.
    """

    level: Level
    code: str
    text: str
    field: str = ""
    link: str = ""
    link_args: tuple[str | int, ...] = ()


def blocker(
    code: str, text: str, *, field: str = "", link: str = "", link_args: tuple[str | int, ...] = ()
) -> Problem:
    return Problem("blocker", code, text, field, link, link_args)


def confirm(
    code: str, text: str, *, field: str = "", link: str = "", link_args: tuple[str | int, ...] = ()
) -> Problem:
    return Problem("confirm", code, text, field, link, link_args)


def warning(
    code: str, text: str, *, field: str = "", link: str = "", link_args: tuple[str | int, ...] = ()
) -> Problem:
    return Problem("warning", code, text, field, link, link_args)


class ActRefused(Exception):
    """An act did not happen, and nothing was stored. `problems` say why, in words for people."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(" ".join(p.text for p in self.problems))

    @property
    def only_confirms(self) -> bool:
        """Whether a yes (and a reason) would be enough."""
        return all(p.level == "confirm" for p in self.problems)


def refuse(code: str, text: str, *, field: str = "") -> ActRefused:
    """An ActRefused of one blocker, to be raised."""
    return ActRefused([blocker(code, text, field=field)])


def stop_at(problems: Iterable[Problem], *, confirmed: bool = False) -> None:
    """Raise ActRefused if any of `problems` stops the act; confirmed ones no longer do."""
    stopping = [p for p in problems if p.level == "blocker" or (p.level == "confirm" and not confirmed)]
    if stopping:
        raise ActRefused(stopping)
