"""Rotation plans as immutable versions, wishes for them, and the state of a movement without a plan."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from .append_only import AppendOnly
from .night import Tournament
from .people import Division, Player


class RotationPlan(AppendOnly):
    """One drawn rotation of a division, as `tournaments.rotation.Plan.to_dict()`. Never recomputed, never changed.

    The games follow the newest plan of their division; a redraw or a roster change is a new version.
    """

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="plans")
    number = models.PositiveIntegerField()
    data = models.JSONField()
    why = models.CharField(max_length=200, blank=True)
    published_at = models.DateTimeField()

    class Meta:
        ordering = ["division_id", "number"]
        constraints = [models.UniqueConstraint(fields=["division", "number"], name="one_plan_of_a_number")]

    def __str__(self) -> str:
        return f"{self.division} plan {self.number}"


class SeatWish(models.Model):
    """Two people a plan keeps apart: from partnering, or from one table. `one` has the lower id."""

    class Kind(models.TextChoices):
        NEVER_PARTNER = "partner", "never partner"
        NEVER_MEET = "meet", "never meet"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="seat_wishes")
    one = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=8, choices=Kind.choices)

    class Meta:
        ordering = ["tournament_id", "one__number", "other__number", "id"]
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="one_wish_a_pair"),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="wish_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.one} and {self.other}: {self.get_kind_display()}"

    @property
    def told(self) -> str:
        """What the two are: "are never to meet"."""
        return f"are never to {self.kind}"


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
