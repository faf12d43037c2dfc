"""Divisions and the people on the night's list."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q

from .night import Tournament


class Division(models.Model):
    """A league of its own: own tables, own standings, own pot (WEMSA, Rotation 1)."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="divisions")
    name = models.CharField(max_length=60)
    position = models.PositiveSmallIntegerField()
    first_table = models.PositiveSmallIntegerField(help_text="Table numbers are unique across the night.")
    last_table = models.PositiveSmallIntegerField()
    seated_with = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="guests",
        help_text="Its players sit at this other division's tables tonight; they rank and are paid apart.",
    )

    class Meta:
        ordering = ["tournament_id", "position"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name"], name="one_division_of_a_name"),
            models.UniqueConstraint(fields=["tournament", "position"], name="one_division_at_a_position"),
            models.CheckConstraint(
                condition=Q(first_table__gte=1, last_table__gte=models.F("first_table")),
                name="division_tables_in_order",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def seat_id(self) -> int:
        """Id of the division at whose tables its players sit: mostly its own."""
        return int(self.seated_with_id or self.pk)

    @property
    def table_numbers(self) -> range:
        return range(self.first_table, self.last_table + 1)


class Player(models.Model):
    """A person on the list. Withdrawn rather than deleted once they have a number."""

    class Status(models.TextChoices):
        REGISTERED = "registered", "expected"
        WAITING = "waiting", "waiting list"
        CHECKED_IN = "checked_in", "checked in"
        WITHDRAWN = "withdrawn", "left"
        NO_SHOW = "no_show", "did not come"
        DISQUALIFIED = "disqualified", "disqualified"

    class Display(models.TextChoices):
        NIGHT = "", "as the night says"
        FULL = "full", "full name"
        INITIAL = "initial", "first name and initial"
        NUMBER = "number", "number only"

    #: A place on the floor is taken by these; the waiting list and those who left take none.
    HOLDS_A_PLACE = (Status.REGISTERED, Status.CHECKED_IN)

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="players")
    division = models.ForeignKey(Division, on_delete=models.PROTECT, related_name="players")
    ranked_in = models.ForeignKey(
        Division,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="ranked_players",
        help_text="Whose standings and pot are theirs, where they sit with another division.",
    )
    name = models.CharField(max_length=80)
    search_name = models.CharField(max_length=120, db_index=True, help_text="Folded for search and doubles.")
    email = models.CharField(max_length=254, blank=True)
    phone = models.CharField(max_length=40, blank=True)
    note = models.TextField(blank=True, max_length=2000)
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False, help_text="For the own page.")

    status = models.CharField(max_length=12, choices=Status.choices, default=Status.REGISTERED)
    waiting_place = models.PositiveIntegerField(null=True, blank=True)
    number = models.PositiveIntegerField(null=True, blank=True)
    first_table = models.PositiveSmallIntegerField(null=True, blank=True)
    pinned_table = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="Keeps this table in every game: somebody who should not have to walk.",
    )
    checked_in_at = models.DateTimeField(null=True, blank=True)
    prepaid_cents = models.PositiveIntegerField(default=0, help_text="Paid with the registration.")

    display = models.CharField(max_length=8, choices=Display.choices, default=Display.NIGHT, blank=True)
    id_checked = models.BooleanField(default=False)
    consented = models.BooleanField(default=False)
    prize_eligible = models.BooleanField(default=True)
    is_house = models.BooleanField(
        default=False, help_text="Fills a seat: unranked, pays nothing, owes no bump."
    )
    walk_in = models.BooleanField(default=False)
    registered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["tournament_id", "name", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"],
                condition=Q(number__isnull=False),
                name="one_player_of_a_number",
            ),
            models.UniqueConstraint(
                fields=["tournament", "waiting_place"],
                condition=Q(waiting_place__isnull=False),
                name="one_player_at_a_waiting_place",
            ),
            models.CheckConstraint(
                condition=~Q(status="checked_in") | Q(number__isnull=False), name="checked_in_has_a_number"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}" if self.number else self.name

    @property
    def league(self) -> Division:
        """The division they rank and pay in."""
        return self.ranked_in or self.division

    @property
    def league_id(self) -> int:
        return int(self.ranked_in_id or self.division_id)

    @property
    def is_playing(self) -> bool:
        """Present now and to be seated in games to come."""
        return self.status == self.Status.CHECKED_IN
