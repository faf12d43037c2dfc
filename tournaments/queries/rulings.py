"""The tables a ruling can be taken to."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from tournaments.models import Game, Tournament


@dataclass(frozen=True)
class RunningTable:
    """A table where a game is being played by so many."""

    game_id: UUID
    number: int
    size: int


def tables_at_play(night: Tournament, table_id: int | None = None) -> tuple[RunningTable, ...]:
    """The tables with a running game by number; `table_id`: that table alone. One query."""
    games = night.games.filter(status=Game.Status.RUNNING).order_by("table__number")
    if table_id is not None:
        games = games.filter(table_id=table_id)
    return tuple(RunningTable(*row) for row in games.values_list("pk", "table__number", "size"))
