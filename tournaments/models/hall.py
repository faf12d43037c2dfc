"""Tables, rounds, games and who sat where."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q

from .night import SettingsVersion, Tournament
from .people import Division, Player


class Table(models.Model):
    """A table in the hall. Its number is unique across the night, so nobody walks to the other table 3."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="tables")
    division = models.ForeignKey(Division, on_delete=models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["tournament_id", "number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="one_table_of_a_number")]

    def __str__(self) -> str:
        return f"Table {self.number}"


class Round(models.Model):
    """Game n of a division. A queue of continuous games has none."""

    class Status(models.TextChoices):
        PLANNED = "planned", "planned"
        RUNNING = "running", "running"
        CLOSED = "closed", "closed"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    division = models.ForeignKey(Division, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField(help_text="Counted from 1.")
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.PLANNED)
    locked = models.BooleanField(default=False, help_text="No new plan changes it.")
    started_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["tournament_id", "number", "division"]
        constraints = [models.UniqueConstraint(fields=["division", "number"], name="one_round_of_a_number")]

    def __str__(self) -> str:
        return f"{self.division} game {self.number}"


class SitOut(models.Model):
    """A *scheduled* sit-out of somebody present. Absence is no sit-out and earns nothing (RULES 4)."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="sit_outs")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="sit_outs")

    class Meta:
        ordering = ["round_id", "player"]
        constraints = [models.UniqueConstraint(fields=["round", "player"], name="one_sit_out_a_round")]

    def __str__(self) -> str:
        return f"{self.player} sits out {self.round}"


class Game(models.Model):
    """Four (or three) seats at one table. Its id is stable: reseating changes the seats and the revision."""

    class Status(models.TextChoices):
        PLANNED = "planned", "planned"
        RUNNING = "running", "running"
        FINISHED = "finished", "finished"
        VOID = "void", "void"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="games")
    division = models.ForeignKey(Division, on_delete=models.PROTECT, related_name="games")
    round = models.ForeignKey(Round, null=True, blank=True, on_delete=models.PROTECT, related_name="games")
    queue_number = models.PositiveIntegerField(null=True, blank=True)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="games")
    settings_version = models.ForeignKey(
        SettingsVersion, null=True, blank=True, on_delete=models.PROTECT, related_name="games"
    )
    size = models.PositiveSmallIntegerField(default=4, help_text="4, or 3 for three-handed euchre.")
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.PLANNED)
    revision = models.PositiveIntegerField(default=1, help_text="Bumped whenever the seats change.")
    locked = models.BooleanField(default=False, help_text="No new plan changes its seats.")
    first_dealer = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Seat position, if planned."
    )
    scorekeeper = models.ForeignKey(
        Player,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="Named by somebody; empty: the lowest number present (RULES 6).",
    )
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["tournament_id", "round__number", "queue_number", "table__number"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "table"], condition=Q(round__isnull=False), name="one_game_a_table_and_round"
            ),
            models.UniqueConstraint(
                fields=["division", "queue_number"],
                condition=Q(queue_number__isnull=False),
                name="one_game_of_a_queue_number",
            ),
            models.UniqueConstraint(
                fields=["table"], condition=Q(status="running"), name="one_running_game_a_table"
            ),
            models.CheckConstraint(condition=Q(size__in=(3, 4)), name="game_of_three_or_four"),
            models.CheckConstraint(
                condition=Q(round__isnull=False) ^ Q(queue_number__isnull=False),
                name="game_in_round_or_queue",
            ),
            models.CheckConstraint(
                condition=~Q(status__in=("running", "finished")) | Q(settings_version__isnull=False),
                name="played_game_has_its_settings",
            ),
        ]

    def __str__(self) -> str:
        where = f"game {self.round.number}" if self.round else f"queue game {self.queue_number}"
        return f"{self.table}, {where}"


class Seat(models.Model):
    """A chair in a game, clockwise. `player` is whose points it makes; `stand_in` who really sat there.

    `round` and `live` repeat facts of the game so that the database itself can refuse one player
    in two seats of a round or in two running games; only `actions.seating` writes them.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    position = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    stand_in = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="stood_in_seats"
    )
    round = models.ForeignKey(Round, null=True, blank=True, on_delete=models.PROTECT, related_name="seats")
    counting = models.BooleanField(default=True)
    live = models.BooleanField(default=False, help_text="The game is running.")

    class Meta:
        ordering = ["game_id", "position"]
        constraints = [
            models.UniqueConstraint(fields=["game", "position"], name="one_player_a_chair"),
            models.UniqueConstraint(fields=["game", "player"], name="one_chair_a_player"),
            models.UniqueConstraint(
                fields=["round", "player"],
                condition=Q(round__isnull=False, counting=True),
                name="one_counting_seat_a_round",
            ),
            models.UniqueConstraint(
                fields=["player"], condition=Q(live=True), name="one_unfinished_game_a_player"
            ),
            models.CheckConstraint(condition=Q(position__lt=4), name="chair_of_four"),
        ]

    def __str__(self) -> str:
        return f"{self.player} at {self.game}"
