"""What the director has laid on players outside the sheets, as it stands now."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet

from scoring.words import counted
from tournaments.models import Player, Sanction, Tournament

Kind = Sanction.Kind


@dataclass(frozen=True)
class OutsideSheets:
    """What the standings must know. `points`: by player id. `forfeits`: (player id, game id).
    `forfeited_rounds`: (player id, number of the round), for the sit-out's worth of a void game."""

    points: Mapping[int, int]
    forfeits: frozenset[tuple[int, UUID]]
    forfeited_rounds: frozenset[tuple[int, int]]


def standing_sanctions(night: Tournament) -> QuerySet[Sanction]:
    """Those that nothing supersedes, the oldest first."""
    rows: QuerySet[Sanction] = night.sanctions.filter(superseded_by__isnull=True)
    return rows.exclude(kind=Kind.LIFTED)


def outside_sheets(night: Tournament) -> OutsideSheets:
    """Points and forfeits that stand. One query."""
    points: Counter[int] = Counter()
    forfeits = set()
    rounds = set()
    rows = standing_sanctions(night).filter(kind__in=(Kind.POINTS, Kind.FORFEIT)).order_by()
    for player, kind, added, game, number in rows.values_list(
        "player_id", "kind", "points", "game_id", "game__round__number"
    ):
        if kind == Kind.POINTS:
            points[player] += added
        elif game is not None:
            forfeits.add((player, game))
            rounds.add((player, number or 0))
    return OutsideSheets(points, frozenset(forfeits), frozenset(rounds))


@dataclass(frozen=True)
class PlayerSanctions:
    """What stands against one player, the oldest first, and what was changed or taken back."""

    player: Player
    standing: tuple[Sanction, ...]

    @property
    def warnings(self) -> tuple[Sanction, ...]:
        return tuple(row for row in self.standing if row.kind in Sanction.WARNINGS)

    @property
    def in_words(self) -> str:
        """ "2 warnings (misdeal 2)"."""
        kinds = Counter(row.get_kind_display() for row in self.warnings)
        if not kinds:
            return ""
        each = ", ".join(f"{kind} {count}" for kind, count in kinds.items())
        return f"{counted(len(self.warnings), 'warning')} ({each})"


def sanctions_of(night: Tournament, player_ids: Collection[int] | None = None) -> tuple[PlayerSanctions, ...]:
    """Everybody (of `player_ids`) against whom something stands, by number. One query."""
    rows = standing_sanctions(night).select_related("player", "game__table", "game__round")
    if player_ids is not None:
        rows = rows.filter(player__in=player_ids)
    found: dict[int, list[Sanction]] = defaultdict(list)
    for row in rows.order_by("player__number", "at", "pk"):
        found[row.player_id].append(row)
    return tuple(PlayerSanctions(mine[0].player, tuple(mine)) for mine in found.values())


def history_of(player: Player) -> tuple[Sanction, ...]:
    """Everything ever laid on a player, the newest first, without the rows that took something
    back (`Sanction.superseded_by`). One query."""
    rows = player.sanctions.select_related("game__table", "game__round", "superseded_by")
    return tuple(rows.exclude(kind=Kind.LIFTED).order_by("-at", "-pk"))
