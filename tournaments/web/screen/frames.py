"""Reading a night for its live streams."""

from __future__ import annotations

from tournaments.models import Tournament
from tournaments.web.screen.events import Update


def look(night_id: int) -> Update | None:
    """The newest version of a night; None when it is gone."""
    night = Tournament.objects.filter(pk=night_id, deleted_at__isnull=True).first()
    if night is None:
        return None
    return Update(night.version, is_public=not night.is_private)


def render(night_id: int) -> Update | None:
    """The newest version with the wall's frame; None when the night is gone."""
    return look(night_id)
