"""What is wrong or odd with something entered, as data that a page, a button and a test can share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Problem:
    """One thing to mend or to confirm.

    `kind`: "refuse" cannot stand; "confirm" is odd but possible and stands once somebody has given a reason.
    `code`: short and stable, for programs. `field`: the part it is about ("scores.0", "bump", "hands.3").
    `message`: for people; it names the side or the field and says what was found.
    """

    kind: Literal["refuse", "confirm"]
    code: str
    field: str
    message: str


def refused(problems: tuple[Problem, ...]) -> bool:
    """Whether any of the problems forbids the entry."""
    return any(problem.kind == "refuse" for problem in problems)
