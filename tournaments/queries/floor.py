"""Who waits for a judge, and who doubts a score."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournaments.models import JudgeCall, ScoreFlag, Tournament


@dataclass(frozen=True)
class WaitingCall:
    """An open call with its age in whole minutes. `is_late`: nobody should wait so long."""

    call: JudgeCall
    minutes: int

    @property
    def since_ms(self) -> int:
        """When it was called, in ms since 1970, for the page's own counting."""
        return int(self.call.called_at.timestamp() * 1000)

    @property
    def is_late(self) -> bool:
        return self.minutes >= 3


def waiting_calls(
    night: Tournament, now: datetime, *, table_id: int | None = None
) -> tuple[WaitingCall, ...]:
    """The open calls, the longest waiting first; of one table if asked. One query."""
    calls = night.judge_calls.filter(outcome=JudgeCall.Outcome.OPEN).select_related(
        "table__division", "game__round"
    )
    if table_id is not None:
        calls = calls.filter(table=table_id)
    return tuple(
        WaitingCall(call, max(0, int((now - call.called_at).total_seconds() // 60)))
        for call in calls.order_by("called_at", "pk")
    )


def open_flags(night: Tournament) -> tuple[ScoreFlag, ...]:
    """The doubted scores nobody has answered yet, the oldest first. One query."""
    flags = night.score_flags.filter(answered_at__isnull=True)
    return tuple(flags.select_related("player", "game__table", "game__round").order_by("flagged_at", "pk"))
