"""What a new plan changes, game by game and table by table, before anybody is bound to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from tournaments.models import Player
from tournaments.queries.rotation_plans import planned_name
from tournaments.rotation import Plan
from tournaments.rotation.compare import TableChange, difference
from tournaments.rotation.model import Player as Planned

What = Literal["new", "unused", "people", "seats"]


@dataclass(frozen=True)
class TableLine:
    """One table of one game that is not as it was. "new": `come` sit there; "unused": `gone` sat there;
    "people": `come` instead of `gone` (either may be empty); "seats": the same people in other seats."""

    table: int
    what: What
    come: SafeString | str = ""
    gone: SafeString | str = ""


@dataclass
class GameChanges:
    """All that changes in one game."""

    number: int
    tables: list[TableLine] = field(default_factory=list)
    sits_out: SafeString | str = ""
    plays: SafeString | str = ""


@dataclass(frozen=True)
class Changes:
    """`kept`: games (tables of a round) that stay as printed, of `games` in all."""

    kept: int
    changed: int
    by_game: tuple[GameChanges, ...]


def changes_of(before: Plan, after: Plan, people: dict[int, Player]) -> Changes:
    """The difference of two plans with the people's names."""
    found = difference(before, after)
    games: dict[int, GameChanges] = {}
    for change in found.tables:
        game = games.setdefault(change.round, GameChanges(change.round))
        game.tables.append(_line(change, people))
    for turn in found.sit_outs:
        game = games.setdefault(turn.round, GameChanges(turn.round))
        game.sits_out, game.plays = _names(turn.sits_out, people), _names(turn.plays, people)
    return Changes(found.kept, found.changed, tuple(games[number] for number in sorted(games)))


def _line(change: TableChange, people: dict[int, Player]) -> TableLine:
    if change.after is None:
        seats = change.before.seats if change.before else ()
        return TableLine(change.table, "unused", gone=_names(seats, people))
    if change.before is None:
        return TableLine(change.table, "new", come=_names(change.after.seats, people))
    come = [player for player in change.after.seats if player not in change.before.seats]
    gone = [player for player in change.before.seats if player not in change.after.seats]
    if not come and not gone:
        return TableLine(change.table, "seats", come=_names(change.after.seats, people))
    return TableLine(change.table, "people", _names(come, people), _names(gone, people))


def _names(players: Iterable[Planned], people: dict[int, Player]) -> SafeString:
    """The names one after the other, each kept together in its own direction."""
    return format_html_join(", ", "<bdi>{}</bdi>", ((planned_name(player, people),) for player in players))
