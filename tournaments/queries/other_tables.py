"""What a sheet entered at the wrong table, or for the wrong person, may be put right to."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Prefetch

from tournaments.models import Game, Player, ScoreSheet, Seat, Tournament
from tournaments.names import public_name
from tournaments.queries.sheets import chairs_of
from tournaments.sheet_content import STANDING, settings_of

QUEUE_GAMES_OFFERED = 24


@dataclass(frozen=True)
class OtherTable:
    """A game the sheet may belong to, in words: "Table 4: Ann, Bob, Cy, Di · 14–9 is in"."""

    game_id: UUID
    label: str


def tables_beside(night: Tournament, game: Game) -> tuple[OtherTable, ...]:
    """The games of as many players that were played at the same time, by table. Three queries."""
    played = night.games.filter(status__in=(Game.Status.RUNNING, Game.Status.FINISHED), size=game.size)
    if game.round is not None:
        games = played.filter(round__number=game.round.number).order_by("table__number")
    else:
        newest = played.filter(queue_number__isnull=False).order_by("-queue_number")
        games = played.filter(pk__in=[one.pk for one in newest[: QUEUE_GAMES_OFFERED + 1]]).order_by(
            "table__number", "-queue_number"
        )
    games = games.exclude(pk=game.pk).select_related("table", "round", "settings_version")
    standing = ScoreSheet.objects.filter(state__in=STANDING).order_by("entered_at", "id")
    seats = Seat.objects.select_related("player").order_by("position")
    with_people = games.prefetch_related(Prefetch("sheets", standing, "standing"), Prefetch("seats", seats))
    return tuple(OtherTable(other.pk, _label(other)) for other in with_people)


def people_here(night: Tournament) -> tuple[tuple[int, str], ...]:
    """(id, "12 Ann") of everybody who has a number tonight, by number. One query."""
    names = night.settings.public_names
    players = Player.objects.filter(tournament=night, number__isnull=False).order_by("number")
    return tuple((player.pk, f"{player.number} {public_name(player, names)}") for player in players)


def _label(game: Game) -> str:
    people = chairs_of([seat.player for seat in game.seats.all()], settings_of(game).public_names)
    sheets: list[ScoreSheet] = game.standing  # type: ignore[attr-defined]  # the prefetch above
    where = f"Table {game.table.number}" + (f", game {game.queue_number}" if game.queue_number else "")
    return f"{where}: {', '.join(chair.name for chair in people)} · {_sheet_words(sheets)}"


def _sheet_words(sheets: list[ScoreSheet]) -> str:
    if not sheets:
        return "no sheet"
    if len(sheets) > 1 or sheets[0].state == ScoreSheet.State.CONTESTED:
        return "disputed"
    if sheets[0].state == ScoreSheet.State.AWAITING:
        return "a sheet waits"
    return f"{'–'.join(str(score) for score in sheets[0].scores)} is in"
