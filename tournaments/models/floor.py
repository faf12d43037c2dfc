"""On the floor: calls for a judge, what the director lays on a player, and scores that a player doubts."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from .append_only import AppendOnly
from .hall import Game, Table
from .night import Tournament
from .people import Player


class JudgeCall(models.Model):
    """A table asks for a judge. One open call a table; answered or cancelled it stays for the record."""

    class Outcome(models.TextChoices):
        OPEN = "", "waiting"
        ANSWERED = "answered", "answered"
        CANCELLED = "cancelled", "cancelled"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="judge_calls")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="judge_calls")
    game = models.ForeignKey(
        Game, null=True, blank=True, on_delete=models.PROTECT, related_name="judge_calls"
    )
    word = models.CharField(max_length=120, blank=True, help_text="What it is about, in the caller's words.")
    called_by = models.CharField(max_length=120)
    called_role = models.CharField(max_length=12)
    called_at = models.DateTimeField()
    outcome = models.CharField(max_length=9, choices=Outcome.choices, default=Outcome.OPEN, blank=True)
    answer = models.CharField(max_length=300, blank=True, help_text="What was ruled, for the record.")
    closed_by = models.CharField(max_length=120, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["tournament_id", "called_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(outcome=""), name="one_open_judge_call_a_table"
            )
        ]

    def __str__(self) -> str:
        return f"{self.table} calls a judge"


class Sanction(AppendOnly):
    """What the director lays on a player outside a sheet: a warning, points, a forfeited game.

    It stands until a newer row supersedes it: another one of the same kind, or a `lifted` one.
    Warnings cost nothing and are counted; points count in every total as the director's (RULES 4).
    """

    class Kind(models.TextChoices):
        MISDEAL = "misdeal", "misdeal"
        EXPOSED = "exposed", "exposed card"
        PHONE = "phone", "phone at the table"
        CONDUCT = "conduct", "conduct"
        POINTS = "points", "points"
        FORFEIT = "forfeit", "game forfeited"
        LIFTED = "lifted", "taken back"

    WARNINGS = (Kind.MISDEAL, Kind.EXPOSED, Kind.PHONE, Kind.CONDUCT)

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="sanctions")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="sanctions")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    points = models.IntegerField(default=0, help_text="Added to the player's total; mostly negative.")
    reason = models.CharField(max_length=300, blank=True)
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.PROTECT, related_name="sanctions")
    table_number = models.PositiveSmallIntegerField(null=True, blank=True, help_text="Where it happened.")
    by = models.CharField(max_length=120)
    role = models.CharField(max_length=12)
    at = models.DateTimeField()
    supersedes = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="superseded_by"
    )

    class Meta:
        ordering = ["tournament_id", "at", "id"]
        constraints = [
            models.CheckConstraint(condition=Q(kind="points") | Q(points=0), name="only_points_have_points"),
            models.CheckConstraint(
                condition=~Q(kind="forfeit") | Q(game__isnull=False), name="forfeit_of_a_game"
            ),
            models.CheckConstraint(
                condition=~Q(kind="lifted") | Q(supersedes__isnull=False), name="something_is_lifted"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.get_kind_display()}"

    @property
    def is_standing(self) -> bool:
        """Whether nothing has changed it or taken it back."""
        return self.kind != self.Kind.LIFTED and not hasattr(self, "superseded_by")


class ScoreFlag(models.Model):
    """A player says that the score of a game is wrong; the director answers. One open flag a player and game."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="score_flags")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="score_flags")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="score_flags")
    word = models.CharField(max_length=200, help_text="For the director alone; nobody else reads it.")
    flagged_at = models.DateTimeField()
    answer = models.CharField(max_length=300, blank=True)
    answered_by = models.CharField(max_length=120, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["tournament_id", "flagged_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "game"],
                condition=Q(answered_at__isnull=True),
                name="one_open_flag_a_player_and_game",
            )
        ]

    def __str__(self) -> str:
        return f"{self.player} doubts the score of {self.game}"
