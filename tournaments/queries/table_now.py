"""One table as it is now: who sits there, who keeps the score, what the floor has to do with it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Prefetch

from tournaments.models import Game, Player, ScoreSheet, Seat, Table, Tournament
from tournaments.queries.floor import WaitingCall, waiting_calls
from tournaments.queries.sanctions import PlayerSanctions, sanctions_of
from tournaments.queries.scorekeepers import scorekeeper_of
from tournaments.queries.sheets import label_of


@dataclass(frozen=True)
class Sitting:
    """A chair of the running game. `player`: whose points it makes; `sitter`: who sits there. `sanctions`: None
    where nothing stands against the sitter."""

    position: int
    player: Player
    sitter: Player
    sanctions: PlayerSanctions | None

    @property
    def seat(self) -> int:
        """Counted from 1, as on paper."""
        return self.position + 1


@dataclass(frozen=True)
class TableNow:
    """`game`: the running one, None between games. `call`: the judge that is waited for."""

    table: Table
    game: Game | None
    chairs: tuple[Sitting, ...]
    scorekeeper: Player | None
    has_sheet: bool
    call: WaitingCall | None

    @property
    def label(self) -> str:
        """ "Game 5"; "" between games."""
        return label_of(self.game) if self.game else ""


def table_now(night: Tournament, number: int, now: datetime) -> TableNow | None:
    """The table of that number, None when there is none. Five queries."""
    table = night.tables.select_related("division").filter(number=number).first()
    if table is None:
        return None
    seats = Seat.objects.select_related("player", "stand_in").order_by("position")
    something_in = ScoreSheet.objects.filter(
        game=OuterRef("pk"), state__in=("accepted", "awaiting", "contested")
    )
    game = (
        table.games.filter(status=Game.Status.RUNNING)
        .select_related("table", "round", "division")
        .prefetch_related(Prefetch("seats", queryset=seats))
        .annotate(has_sheet=Exists(something_in))
        .first()
    )
    seated = list(game.seats.all()) if game is not None else []
    sitters = [seat.stand_in or seat.player for seat in seated]
    against = {one.player.pk: one for one in sanctions_of(night, [sitter.pk for sitter in sitters])}
    calls = waiting_calls(night, now, table_id=table.pk)
    return TableNow(
        table=table,
        game=game,
        chairs=tuple(
            Sitting(seat.position, seat.player, sitter, against.get(sitter.pk))
            for seat, sitter in zip(seated, sitters, strict=True)
        ),
        scorekeeper=scorekeeper_of(sitters, game.scorekeeper_id if game is not None else None),
        has_sheet=bool(game is not None and game.has_sheet),
        call=calls[0] if calls else None,
    )
