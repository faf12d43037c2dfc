"""When tables of the queue are filled without a result or a button: losers who have waited their ten minutes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.db.models import Exists, OuterRef, Q

from tournaments.models import LogEntry, Movement, Tournament
from tournaments.queries.queue import QUEUE
from tournaments.rotation import formats

FORGOTTEN = timedelta(hours=12)
"""A night in which nothing was done for so long is not filled by the clock: its people have gone home."""


def coming_moments(now: datetime) -> list[tuple[Tournament, datetime]]:
    """Each night with a table that fills by itself, and when: `now` or earlier where it is due. One query.

    Left out are nights that are final, deleted, forgotten, past last call or paused, and rehearsals whose bots play.
    """
    nights = "division__tournament"
    lately = LogEntry.objects.filter(tournament=OuterRef(nights), at__gte=now - FORGOTTEN)
    bots_rest = Q(**{f"{nights}__bots": None}) | Q(
        **{f"{nights}__bots__pace": "", f"{nights}__bots__until": ""}
    )
    queues = Movement.objects.filter(
        Exists(lately),
        bots_rest,
        kind=QUEUE,
        division__tournament__stage=Tournament.Stage.PLAYING,
        division__tournament__deleted_at=None,
    )
    moments: dict[Tournament, datetime] = {}
    for queue in queues.select_related(nights).order_by("pk"):
        night = queue.division.tournament
        begin = paused_until(night, now)
        due = fills_at(formats.restore(queue.state), begin) if begin is not None else None
        if due is not None:
            moments[night] = min(due, moments.get(night, due))
    return list(moments.items())


def fills_at(state: formats.Movement, now: datetime) -> datetime | None:
    """When a table fills by itself from `now` on, as long as nothing else happens: `now` where one can be filled, None
    where only a result or somebody coming changes anything."""
    seconds = int(now.timestamp())
    if state.why_idle(seconds) is None:
        return now
    change = state.next_change(seconds)
    return None if change is None else datetime.fromtimestamp(change, UTC)


def paused_until(night: Tournament, now: datetime) -> datetime | None:
    """From when on games may begin by the clock: `now`, or the end of the intermission; None while a clock is stopped."""
    if night.clock_paused_at is not None:
        return None
    ends = night.clock_ends_at() if night.clock == Tournament.Clock.BREAK else None
    return max(now, ends) if ends is not None else now
