"""What a list's columns hold, by the words in its heading."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from tournaments.names import fold

Role = Literal[
    "name",
    "first",
    "last",
    "email",
    "division",
    "phone",
    "note",
    "status",
    "date",
    "quantity",
    "paid",
    "order",
    "sessions",
]

#: Headings folded as `names.fold` does, without "attendee", "player", "your" in front.
_HEADINGS: dict[str, Role] = {
    **dict.fromkeys(
        ("name", "full name", "name first and last", "player", "attendee", "participant", "guest"), "name"
    ),
    **dict.fromkeys(("first name", "first", "given name", "forename"), "first"),
    **dict.fromkeys(("last name", "last", "surname", "family name"), "last"),
    **dict.fromkeys(("email", "e mail", "email address", "e mail address", "work email", "mail"), "email"),
    **dict.fromkeys(
        (
            "league",
            "division",
            "division league",
            "which league",
            "which division",
            "ticket type",
            "ticket",
            "level",
            "skill level",
        ),
        "division",
    ),
    **dict.fromkeys(
        ("phone", "cell phone", "mobile", "mobile phone", "phone number", "telephone", "cell"), "phone"
    ),
    **dict.fromkeys(("note", "notes", "comment", "comments", "remarks", "anything we should know"), "note"),
    **dict.fromkeys(("status", "order status", "registration status"), "status"),
    **dict.fromkeys(
        ("order date", "timestamp", "date", "registration date", "registered", "created"), "date"
    ),
    **dict.fromkeys(("quantity", "qty", "tickets", "seats"), "quantity"),
    **dict.fromkeys(("total paid", "paid", "amount paid", "buy in paid"), "paid"),
    **dict.fromkeys(("order", "order id", "order number"), "order"),
    **dict.fromkeys(("sessions", "session", "schedule", "events"), "sessions"),
}
_IN_FRONT = ("attendee ", "player ", "your ", "participant ")
_NAMES: frozenset[Role] = frozenset({"name", "first", "last"})


def role_of(heading: str) -> Role | None:
    """What a column of this heading holds, if its words are known."""
    words = fold(heading)
    if "#" in heading and not words.startswith("order"):
        return None  # "Attendee #" is a number, not an attendee
    for start in ("", *_IN_FRONT):
        if words.startswith(start) and (role := _HEADINGS.get(words.removeprefix(start))):
            return role
    return None


def recognised(cells: Sequence[str]) -> dict[int, Role]:
    """Column index -> role, for a row that may be the heading. Empty unless it names people."""
    roles = {index: role for index, cell in enumerate(cells) if (role := role_of(cell)) is not None}
    return roles if _NAMES & set(roles.values()) else {}
