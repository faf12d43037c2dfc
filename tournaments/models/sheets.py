"""Score sheets: append-only, one accepted per game by constraint."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q

from .hall import Game
from .people import Player


class ScoreSheet(models.Model):
    """What somebody entered for a game, with the seats it saw. Its content never changes, only its state does
    (and who confirmed it). A correction is another sheet that supersedes this one.
    """

    class State(models.TextChoices):
        ACCEPTED = "accepted", "in"
        AWAITING = "awaiting", "to be confirmed"
        CONTESTED = "contested", "disputed"
        SUPERSEDED = "superseded", "corrected"
        REJECTED = "rejected", "not the right one"
        CLEARED = "cleared", "taken back"
        MOVED = "moved", "entered at the wrong table"
        LATE = "late", "late, not counted"

    class How(models.TextChoices):
        TOTALS = "totals", "totals"
        HANDS = "hands", "hand by hand"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="sheets")
    state = models.CharField(max_length=10, choices=State.choices)
    how = models.CharField(max_length=6, choices=How.choices)
    game_revision = models.PositiveIntegerField()
    partner_of_first = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Position that partnered position 0; empty at three hands."
    )
    scores = models.JSONField(help_text="[side of position 0, other side]; three scores at three hands.")
    bump_cents = models.PositiveIntegerField(
        null=True, blank=True, help_text="Bump money of the whole table; empty where there is no cup."
    )
    extra_hand = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Side (0 or 1) that won the extra hand of a drawn game: who moves."
    )
    penalties = models.JSONField(default=list, help_text="As `tournaments.sheet_content` writes them.")
    agreed = models.BooleanField(help_text="Both sides (all three) agree.")
    reason = models.CharField(max_length=300, blank=True)
    content_hash = models.CharField(max_length=64)
    supersedes = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="superseded_by"
    )
    entered_by = models.CharField(max_length=120)
    entered_role = models.CharField(max_length=12)
    entered_identity = models.CharField(
        max_length=160, blank=True, help_text="`Actor.identity`: a second person must have another one."
    )
    entered_at = models.DateTimeField()
    confirmed_by = models.CharField(
        max_length=120, blank=True, help_text="Who let it count, where it did not count at once."
    )

    class Meta:
        ordering = ["game_id", "entered_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["game"], condition=Q(state="accepted"), name="one_accepted_sheet_a_game"
            ),
            models.CheckConstraint(
                condition=Q(partner_of_first__isnull=True) | Q(partner_of_first__in=(1, 2, 3)),
                name="pairing_is_one_of_three",
            ),
            models.CheckConstraint(
                condition=Q(extra_hand__isnull=True) | Q(extra_hand__in=(0, 1)),
                name="extra_hand_is_won_by_a_side",
            ),
        ]

    def __str__(self) -> str:
        return f"Sheet of {self.game} ({self.state})"


class SheetLine(models.Model):
    """What one chair takes from the sheet. Points are the *result*; hands, if any, are the evidence."""

    sheet = models.ForeignKey(ScoreSheet, on_delete=models.CASCADE, related_name="lines")
    position = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="lines")
    side_points = models.IntegerField(help_text="Shared with the partner.")
    personal_points = models.IntegerField(default=0, help_text="The player's alone (a T&K renege).")
    director_points = models.IntegerField(default=0)
    bump_cents = models.PositiveIntegerField(
        null=True, blank=True, help_text="Empty when only the table's is known."
    )
    loners = models.PositiveSmallIntegerField(default=0, help_text="Lone hands with all five tricks.")
    result = models.CharField(max_length=5, choices=[("won", "won"), ("lost", "lost"), ("drawn", "drawn")])

    class Meta:
        ordering = ["sheet_id", "position"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "position"], name="one_line_a_chair"),
            models.UniqueConstraint(fields=["sheet", "player"], name="one_line_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.points}"

    @property
    def points(self) -> int:
        """All points the player takes from the game."""
        return self.side_points + self.personal_points + self.director_points


class HandRecord(models.Model):
    """One hand of a sheet entered hand by hand (`tournaments.sheet_content` reads and writes `data`)."""

    sheet = models.ForeignKey(ScoreSheet, on_delete=models.CASCADE, related_name="hands")
    number = models.PositiveSmallIntegerField(help_text="Counted from 1.")
    data = models.JSONField()

    class Meta:
        ordering = ["sheet_id", "number"]
        constraints = [models.UniqueConstraint(fields=["sheet", "number"], name="one_hand_of_a_number")]

    def __str__(self) -> str:
        return f"Hand {self.number} of {self.sheet}"


class Entering(models.Model):
    """Somebody has the form of a game open and types. A hint for the others, gone by itself; never counted or logged."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="entering")
    identity = models.CharField(max_length=160)
    name = models.CharField(max_length=120)
    seen_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "entering"
        constraints = [
            models.UniqueConstraint(fields=["game", "identity"], name="one_entering_a_person_and_game")
        ]

    def __str__(self) -> str:
        return f"{self.name} enters {self.game}"
