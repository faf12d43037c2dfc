"""The log: who, when, what, before and after, why; by table, player or kind of act."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import Q

from tournaments.models import LogEntry, Player, Tournament
from tournaments.names import fold

PAGE_SIZE = 100


@dataclass(frozen=True)
class LogPage:
    """One page of the log, newest first, and what it can be narrowed by."""

    page: Page[LogEntry]
    acts: tuple[str, ...]


def log_of(
    night: Tournament, *, page: int = 1, table: int | None = None, who: str = "", act: str = ""
) -> LogPage:
    """The log, narrowed by a table's number, a player or helper (part of a name, or a number) and a kind of act.

    Four queries.
    """
    entries = night.log.select_related("player", "game__table", "game__round").order_by("-version")
    if table is not None:
        entries = entries.filter(table_number=table)
    if act:
        entries = entries.filter(act=act)
    if words := fold(who):
        entries = entries.filter(Q(player__in=_players(night, words)) | Q(actor__icontains=who.strip()))
    acts = night.log.order_by("act").values_list("act", flat=True).distinct()
    return LogPage(Paginator(entries, PAGE_SIZE).get_page(page), tuple(acts))


def _players(night: Tournament, words: str) -> list[int]:
    number = int(words) if words.isdecimal() and len(words) < 7 else None
    named = Player.objects.filter(tournament=night).filter(Q(search_name__contains=words) | Q(number=number))
    return list(named.values_list("pk", flat=True))
