"""What templates may ask: names in public, money, times of the night, keys, and the mend of a problem."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scoring.words import dollars as in_dollars
from tournaments.models import Player, Tournament
from tournaments.names import public_name
from tournaments.problems import Problem

register = template.Library()


@register.filter
def dollars(cents: int | None) -> str:
    """Integer cents as "$1,240" or "$2.50"; "–" when not known."""
    return "–" if cents is None else in_dollars(cents)


@register.filter
def signed_dollars(cents: int) -> str:
    """As `dollars`, with a true minus sign: "−$15"."""
    return in_dollars(cents).replace("-", "−")


@register.filter
def signed(number: int) -> str:
    """Points that change something: "+2", "−2", "0"."""
    return f"{number:+d}".replace("-", "−") if number else "0"


@register.filter
def hundredths(number: int | None) -> str:
    """Integer hundredths as "11.50"; "–" when not known."""
    if number is None:
        return "–"
    whole, part = divmod(abs(number), 100)
    return f"{'-' if number < 0 else ''}{whole}.{part:02}"


@register.filter
def clock_time(moment: datetime | None, night: Tournament) -> str:
    """ "7:42 PM" in the night's zone."""
    return "" if moment is None else night.local(moment).strftime("%-I:%M %p")


@register.filter
def long_date(moment: datetime | None, night: Tournament) -> str:
    """ "Saturday, November 7, 2026" in the night's zone."""
    return "" if moment is None else night.local(moment).strftime("%A, %B %-d, %Y")


@register.filter
def named(players: Sequence[Player], most: int = 100) -> SafeString:
    """For the organizer: "Alex (4), Kim (9) and Pat (12)"; of more than `most`, how many more."""
    parts = [format_html("<bdi>{}</bdi> ({})", player.name, player.number) for player in players[:most]]
    if len(players) > most:
        parts.append(format_html("{} more", len(players) - most))
    if len(parts) < 2:
        return format_html_join("", "{}", ((part,) for part in parts))
    *others, last = parts
    return format_html("{} and {}", format_html_join(", ", "{}", ((other,) for other in others)), last)


@register.filter
def shown_name(player: Player, night: Tournament) -> str:
    """The player's name as the public sees it tonight (always followed by the number where space allows)."""
    return public_name(player, night.settings.public_names)


@register.simple_tag
def act_key() -> SafeString:
    """The hidden key of a form that does something: the same form sent twice acts once."""
    return format_html('<input type="hidden" name="key" value="{}">', secrets.token_urlsafe(18))


@register.simple_tag
def mend_url(problem: Problem, night: Tournament) -> str:
    """The page where a problem is mended, "" if it names none."""
    return reverse(problem.link, args=[night.code, *problem.link_args]) if problem.link else ""


@register.filter
def in_words(value: object) -> str:
    """A logged value as people read it: "name: Alex, bump: $4", "14, 9", "none"."""
    if value is None or value == "":
        return "none"
    if isinstance(value, dict):
        return ", ".join(_entry_in_words(str(key), part) for key, part in value.items())
    if isinstance(value, list):
        return ", ".join(in_words(part) for part in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _entry_in_words(key: str, value: object) -> str:
    words = key.replace("_", " ")
    if words.endswith("cents") and isinstance(value, int):
        return f"{words.removesuffix('cents').strip() or 'amount'}: {in_dollars(value)}"
    return f"{words}: {in_words(value)}"


@register.filter
def act_name(act: str) -> str:
    """The name of an act in words: "take back game"."""
    return act.strip("_").replace("_", " ")


@register.filter
def clock_seconds(moment: datetime, night: Tournament) -> str:
    """ "7:42:07 PM" in the night's zone."""
    return night.local(moment).strftime("%-I:%M:%S %p")
