"""Decisions that order tied players for the prizes."""

from __future__ import annotations

from django.db import models

from .append_only import AppendOnly
from .people import Division


class TieDecision(AppendOnly):
    """The order of tied players, by playoff or lots (RULES 4). The newest one for the same players counts.

    `order` lists player ids, best first; it holds only as long as exactly these players are still tied.
    """

    class How(models.TextChoices):
        PLAYOFF = "playoff", "sudden death"
        LOTS = "lots", "lots drawn"

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="tie_decisions")
    place = models.PositiveSmallIntegerField()
    how = models.CharField(max_length=8, choices=How.choices)
    order = models.JSONField()
    record = models.JSONField(default=list, help_text="Who beat whom, step by step.")
    note = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["division_id", "at", "id"]

    def __str__(self) -> str:
        return f"{self.division} place {self.place}: {self.order}"
