"""The night's list for the desk: who is where, what they paid, what the places say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q, Sum

from tournaments.models import Division, LedgerEntry, LogEntry, Player, Tournament
from tournaments.names import fold
from tournaments.queries.places import Places, places_of

Status, Kind = Player.Status, LedgerEntry.Kind

#: What a tab of the list shows.
SHOWN: Mapping[str, tuple[str, ...]] = {
    "all": tuple(Status.values),
    "expected": (Status.REGISTERED,),
    "in": (Status.CHECKED_IN,),
    "waiting": (Status.WAITING,),
    "left": (Status.WITHDRAWN, Status.NO_SHOW, Status.DISQUALIFIED),
}


@dataclass(frozen=True)
class ListedPlayer:
    """One row of the list. No contact data: the list lies open on a desk (MON-03).

    `due_cents`: what is to be collected from them, or would be if they turned up after all. `waits_as`: the place on the
    waiting list as it stands now, from 1; 0 for who is not on it.
    """

    player: Player
    paid_cents: int
    due_cents: int
    waits_as: int = 0

    @property
    def owes(self) -> bool:
        return self.due_cents > 0 and self.player.status != Status.NO_SHOW


@dataclass(frozen=True)
class PlayerList:
    """`counts`: people per tab, of the whole night whatever is searched for. `places`: None without a limit.
    `in_leagues`: they are of several, so that each row says which."""

    rows: tuple[ListedPlayer, ...]
    counts: Mapping[str, int]
    places: Places | None
    in_leagues: bool


@dataclass(frozen=True)
class PlayerPage:
    """Everything the desk may know of one person. `twins`: others of the same name."""

    listed: ListedPlayer
    entries: tuple[LedgerEntry, ...]
    log: tuple[LogEntry, ...]
    twins: tuple[Player, ...]
    divisions: tuple[Division, ...]
    is_seated: bool


def player_list(night: Tournament, *, search: str = "", show: str = "all") -> PlayerList:
    """The list by name, narrowed by a number or any part of the name, accents and case aside. Four queries."""
    settings = night.settings
    people = list(
        night.players.filter(is_house=False)
        .select_related("division", "ranked_in")
        .order_by("search_name", "pk")
    )
    by_status = Counter(person.status for person in people)
    counts = {tab: sum(by_status[status] for status in shown) for tab, shown in SHOWN.items()}
    paid = _paid(night)
    wanted = SHOWN.get(show, SHOWN["all"])
    waiting = sorted(
        (person.waiting_place or 0, person.pk) for person in people if person.status == Status.WAITING
    )
    waits_as = {pk: place for place, (_, pk) in enumerate(waiting, start=1)}
    rows = tuple(
        _listed(person, paid.get(person.pk, 0), settings.buy_in_cents, waits_as.get(person.pk, 0))
        for person in people
        if person.status in wanted and _matches(person, search)
    )
    leagues = {person.league.pk for person in people}
    return PlayerList(rows, counts, places_of(settings, people), len(leagues) > 1)


def player_page(night: Tournament, player_id: int) -> PlayerPage | None:
    """One person's page; None when nobody of this night has the id. Eight queries."""
    player = (
        night.players.select_related("division", "ranked_in").filter(pk=player_id, is_house=False).first()
    )
    if player is None:
        return None
    player.tournament = night
    entries = tuple(player.ledger.select_related("division", "reverses").prefetch_related("reversed_by"))
    paid = sum(
        e.cents
        for e in entries
        if e.kind in LedgerEntry.STAKES or (e.reverses and e.reverses.kind in LedgerEntry.STAKES)
    )
    twins = (
        night.players.filter(search_name=player.search_name)
        .exclude(pk=player.pk)
        .select_related("division", "ranked_in")
    )
    return PlayerPage(
        listed=_listed(player, paid, night.settings.buy_in_cents),
        entries=entries,
        log=tuple(player.log.order_by("-version")[:30]),
        twins=tuple(twins),
        divisions=tuple(night.divisions.all()),
        is_seated=player.seats.exists(),
    )


def _paid(night: Tournament) -> dict[int, int]:
    stakes = Q(kind__in=LedgerEntry.STAKES) | Q(kind=Kind.REVERSAL, reverses__kind__in=LedgerEntry.STAKES)
    rows = (
        night.ledger.filter(stakes, player__isnull=False)
        .values("player_id")
        .order_by()
        .annotate(cents=Sum("cents"))
    )
    return {row["player_id"]: row["cents"] for row in rows}


def _listed(player: Player, paid: int, buy_in: int, waits_as: int = 0) -> ListedPlayer:
    owing = player.status not in (Status.WITHDRAWN, Status.DISQUALIFIED)
    due = max(0, buy_in - player.prepaid_cents) if owing and paid <= 0 else 0
    return ListedPlayer(player, paid, due, waits_as)


def _matches(player: Player, search: str) -> bool:
    words = fold(search).split()
    if not words:
        return True
    if len(words) == 1 and words[0].isdecimal() and player.number == int(words[0]):
        return True
    return all(word in player.search_name for word in words)
