"""An organizer's nights: tonight's, those to come, those that were, and the deleted ones."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db.models import Count, Q

from tournaments.models import Player, Tournament

#: A night under way stays tonight's after midnight.
LONGEST_NIGHT = timedelta(hours=14)


@dataclass(frozen=True)
class NightRow:
    """`listed`: people with a place; `played`: people with a number; `rehearsal`: the night's, if it has one."""

    night: Tournament
    listed: int
    played: int
    rehearsal: Tournament | None = None


@dataclass(frozen=True)
class Nights:
    """`coming` soonest first; `past` and `deleted` newest first."""

    tonight: tuple[NightRow, ...]
    coming: tuple[NightRow, ...]
    past: tuple[NightRow, ...]
    deleted: tuple[NightRow, ...]


def nights_of(organizer: User, now: datetime) -> Nights:
    """All nights of an organizer, sorted by what they are at `now`, their rehearsals beside them. Two queries."""
    real = Q(players__is_house=False)
    all_nights = Tournament.objects.filter(organizer=organizer)
    rehearsals = {copy.rehearsal_of_id: copy for copy in all_nights.exclude(rehearsal_of=None)}
    nights = all_nights.filter(rehearsal_of=None).annotate(
        listed=Count("players", filter=real & Q(players__status__in=Player.HOLDS_A_PLACE)),
        played=Count("players", filter=real & Q(players__number__isnull=False)),
    )
    nights = nights.order_by("-starts_at", "-pk")  # counting drops the model's own order
    rows = [NightRow(night, night.listed, night.played, rehearsals.get(night.pk)) for night in nights]
    kept = [row for row in rows if row.night.deleted_at is None]
    tonight = [row for row in kept if is_tonight(row.night, now)]
    others = [row for row in kept if row not in tonight]
    return Nights(
        tonight=tuple(reversed(tonight)),
        coming=tuple(reversed([row for row in others if row.night.starts_at > now])),
        past=tuple(row for row in others if row.night.starts_at <= now),
        deleted=tuple(row for row in rows if row.night.deleted_at is not None),
    )


def is_tonight(night: Tournament, now: datetime) -> bool:
    """Whether the night is today's in its own zone (TIM-05), or began yesterday and still goes on."""
    if night.local(night.starts_at).date() == night.local(now).date():
        return True
    return (
        night.stage in (Tournament.Stage.CHECK_IN, Tournament.Stage.PLAYING)
        and timedelta() <= now - night.starts_at <= LONGEST_NIGHT
    )
