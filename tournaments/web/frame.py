"""What every organizer and desk page shows around its content: the night's name, the way around, the time."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from tournaments.models import Tournament
from tournaments.web.acting import night_url

#: (label, page, roles that see it)
_PAGES = (
    ("Control room", "organizer:control", ("organizer",)),
    ("Players", "desk:players", ("organizer", "desk")),
    ("Rotation", "organizer:rotation", ("organizer",)),
    ("Games", "organizer:games", ("organizer",)),
    ("Sheets", "runner:tables", ("desk",)),
    ("Standings", "organizer:standings", ("organizer",)),
    ("Payouts", "organizer:payouts", ("organizer",)),
    ("Till", "desk:till", ("organizer", "desk")),
    ("Helpers", "organizer:helpers", ("organizer",)),
    ("Print", "print:index", ("organizer", "desk")),
    ("Log", "organizer:log", ("organizer",)),
    ("Settings", "organizer:settings", ("organizer",)),
)


def frame(request: Any, current: str) -> dict[str, Any]:
    """The context of `base_desk.html` for a page of the night; `current` is the page's name."""
    night: Tournament = request.night
    role = request.actor.role
    home = "organizer:control" if role == "organizer" else "desk:players"
    return {
        "night": night,
        "actor": request.actor,
        "night_name": night.name,
        "night_url": night_url(night, home),
        "night_nav": [
            {"label": label, "url": night_url(night, page), "current": page == current}
            for label, page, roles in _PAGES
            if role in roles
        ],
        "night_now": night.local(timezone.now()).strftime("%-I:%M %p"),
    }
