"""Rotation plans as immutable versions, and the state of a movement without a plan."""

from __future__ import annotations

from django.db import models

from .append_only import AppendOnly
from .people import Division


class RotationPlan(AppendOnly):
    """One drawn rotation of a division, as `tournaments.rotation.Plan.to_dict()`. Never recomputed, never changed.

    The games follow the newest plan of their division; a redraw or a roster change is a new version.
    """

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="plans")
    number = models.PositiveIntegerField()
    data = models.JSONField()
    why = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["division", "number"]
        constraints = [models.UniqueConstraint(fields=["division", "number"], name="one_plan_of_a_number")]

    def __str__(self) -> str:
        return f"{self.division} plan {self.number}"


class Movement(models.Model):
    """Where a division stands in a movement that goes on by results (winners stay, continuous queue).

    `state` is the format's own JSON (`tournaments.rotation.formats`); the played games remain the facts.
    """

    division = models.OneToOneField(Division, on_delete=models.CASCADE, related_name="movement")
    kind = models.CharField(max_length=20)
    state = models.JSONField()
    before = models.JSONField(
        null=True, help_text="The state before the running round, for taking its start back."
    )

    def __str__(self) -> str:
        return f"{self.division}: {self.kind}"
