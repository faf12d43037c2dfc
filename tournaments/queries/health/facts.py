"""What the checks look at, read once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import (
    Game,
    LedgerEntry,
    Player,
    RotationPlan,
    Sanction,
    ScoreSheet,
    Seat,
    SitOut,
    Tournament,
)
from tournaments.queries.prizes import DivisionPrizes, prizes_of


@dataclass(frozen=True)
class Facts:
    """A night as stored. `seats` by game, in order; `sheets`: the accepted ones with lines and hands prefetched;
    `sanctions`: all, also those taken back; `changed`: ids of the divisions whose people changed after their draw."""

    night: Tournament
    players: Mapping[int, Player]
    games: Sequence[Game]
    seats: Mapping[object, Sequence[Seat]]
    sit_outs: Sequence[SitOut]
    sheets: Sequence[ScoreSheet]
    ledger: Sequence[LedgerEntry]
    sanctions: Sequence[Sanction]
    prizes: Sequence[DivisionPrizes]
    changed: frozenset[int]


def facts_of(night: Tournament) -> Facts:
    """Read everything; a fixed number of queries whatever the size of the night."""
    seats: dict[object, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(game__tournament=night).order_by("position"):
        seats[seat.game_id].append(seat)
    players = {player.pk: player for player in night.players.select_related("division")}
    plans = RotationPlan.objects.filter(division__tournament=night)
    redrawn = set(plans.filter(number__gt=1).values_list("division_id", flat=True))
    left = {p.division_id for p in players.values() if p.status in ("withdrawn", "disqualified")}
    drawn = set(plans.values_list("division_id", flat=True))
    return Facts(
        night=night,
        players=players,
        games=list(
            night.games.select_related("table", "round", "division", "settings_version").order_by(
                "round__number", "queue_number", "table__number"
            )
        ),
        seats=seats,
        sit_outs=list(SitOut.objects.filter(round__tournament=night).select_related("round")),
        sheets=list(
            ScoreSheet.objects.filter(game__tournament=night, state=ScoreSheet.State.ACCEPTED)
            .select_related("game__table", "game__round", "game__settings_version")
            .prefetch_related("lines", "hands")
            .order_by("game__round__number", "game__queue_number", "game__table__number")
        ),
        ledger=list(night.ledger.select_related("reverses").order_by("pk")),
        sanctions=list(night.sanctions.select_related("game__table", "game__round").order_by("pk")),
        prizes=prizes_of(night),
        changed=frozenset(redrawn | left | {d.pk for d in night.divisions.all() if d.pk not in drawn}),
    )


def where(game: Game) -> str:
    """ "Table 5, game 3"."""
    number = f"game {game.round.number}" if game.round else f"queue game {game.queue_number}"
    return f"Table {game.table.number}, {number}"
