"""A player's games with what was said about their scores."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from tournaments.models import Game, Player, ScoreFlag, ScoreSheet, SheetLine, Tournament
from tournaments.queries.sheets import label_of


@dataclass(frozen=True)
class DoubtedGame:
    """A game the player sat in. `points` None: no sheet counts yet. `flags`: what the player said, oldest first."""

    game: Game
    points: int | None
    flags: tuple[ScoreFlag, ...]

    @property
    def label(self) -> str:
        """ "Game 3, table 5"."""
        return f"{label_of(self.game)}, table {self.game.table.number}"

    @property
    def is_open(self) -> bool:
        """Whether an answer is waited for."""
        return any(flag.answered_at is None for flag in self.flags)


def doubted_games(night: Tournament, player: Player) -> tuple[DoubtedGame, ...]:
    """Every game of the player that has begun, in order. Three queries."""
    begun = (Game.Status.RUNNING, Game.Status.FINISHED)
    games = night.games.filter(seats__player=player, status__in=begun).select_related("table", "round")
    lines = SheetLine.objects.filter(
        player=player, sheet__game__tournament=night, sheet__state=ScoreSheet.State.ACCEPTED
    )
    points = {line.sheet.game_id: line.points for line in lines.select_related("sheet")}
    flags: dict[object, list[ScoreFlag]] = defaultdict(list)
    for flag in player.score_flags.order_by("flagged_at", "pk"):
        flags[flag.game_id].append(flag)
    return tuple(
        DoubtedGame(game, points.get(game.pk), tuple(flags[game.pk]))
        for game in games.order_by("round__number", "queue_number")
    )


def answered_flags(player: Player) -> tuple[ScoreFlag, ...]:
    """What the player said of scores, with the answers so far, oldest first. One query."""
    flags = player.score_flags.select_related("game__table", "game__round")
    return tuple(flags.order_by("flagged_at", "pk"))
