"""Everything that happened to the sheets of one table: who, when, old → new, why (SCO-10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from scoring import dollars
from tournaments.models import Game, LogEntry, ScoreSheet, Tournament

AT_TWO_TABLES = ("move_sheet", "correct_chair")
"""Acts that may write a sheet of another table than the one they are logged for."""


@dataclass(frozen=True)
class Change:
    """One act in words; `old` and `new` are "" where it changed no sheet."""

    at: datetime
    game: str
    who: str
    role: str
    text: str
    old: str
    new: str
    reason: str


def table_history(night: Tournament, number: int) -> tuple[Change, ...] | None:
    """What was done at the table of that number, newest first; None where the night has no such table. Three queries."""
    if not night.tables.filter(number=number).exists():
        return None
    sheets = ScoreSheet.objects.filter(game__tournament=night, game__table__number=number)
    moments = {at for pair in sheets.values_list("entered_at", "superseded_by__entered_at") for at in pair}
    elsewhere = Q(act__in=AT_TWO_TABLES, at__in=[at for at in moments if at is not None])
    entries = night.log.filter(Q(table_number=number) | elsewhere).select_related("game__round")
    return tuple(_change(entry) for entry in entries.order_by("-version"))


def _change(entry: LogEntry) -> Change:
    return Change(
        at=entry.at,
        game=_label(entry.game),
        who=entry.actor,
        role=entry.role,
        text=entry.text,
        old=_in_words(entry.before),
        new=_in_words(entry.after),
        reason=entry.reason,
    )


def _label(game: Game | None) -> str:
    if game is None:
        return ""
    return f"Game {game.round.number if game.round else game.queue_number}"


def _in_words(value: Any) -> str:
    """Sheets as people say them: "14–9, seats 1 and 3 partners, cup $4, by Robin"; names and words as they are."""
    if isinstance(value, Mapping):
        if "scores" in value:
            return _sheet(value)
        return "; ".join(f"{name}: {_in_words(part)}" for name, part in value.items() if part is not None)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "; ".join(_in_words(part) for part in value)
    return "" if value is None else str(value)


def _sheet(value: Mapping[str, Any]) -> str:
    parts = ["–".join(str(score) for score in value["scores"])]
    if value.get("pairing"):
        parts.append(f"seats 1 and {value['pairing'] + 1} partners")
    if value.get("bump_cents") is not None:
        parts.append(f"cup {dollars(value['bump_cents'])}")
    if value.get("by"):
        parts.append(f"by {value['by']}")
    return ", ".join(parts)
