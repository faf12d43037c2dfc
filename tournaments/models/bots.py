"""What the bots of a rehearsal are asked to do. Where they stand is not stored: they see it from the night itself."""

from __future__ import annotations

from django.db import models

from .night import Tournament


class Bots(models.Model):
    """The bots of one rehearsal.

    `until`: how far to play at once: "checked_in", "drawn", "game 3" (closed; in a queue: that many games finished),
    "end", or "" for nothing asked. `holder` and `held_until`: the process that plays them, so that no second one does.
    """

    class Pace(models.TextChoices):
        OFF = "", "off"
        SLOW = "slow", "slowly, a game in three minutes"
        FAST = "fast", "fast, a game in one minute"

    night = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="bots")
    pace = models.CharField(max_length=4, choices=Pace.choices, default=Pace.OFF, blank=True)
    until = models.CharField(max_length=16, blank=True)
    quarrels = models.BooleanField(
        default=False, help_text="At one table a game they do not agree, for the host to practice on."
    )
    seed = models.PositiveIntegerField(default=1)
    waits_for = models.CharField(max_length=300, blank=True, help_text="What only people can settle.")
    holder = models.CharField(max_length=32, blank=True)
    held_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "bots"

    def __str__(self) -> str:
        return f"Bots of {self.night}"

    @property
    def is_asked(self) -> bool:
        """Whether they have anything to do."""
        return bool(self.pace or self.until)
