"""The log of everything done, and the receipts that make sending twice safe."""

from __future__ import annotations

from django.db import models

from .append_only import AppendOnly
from .hall import Game
from .night import Tournament
from .people import Player


class LogEntry(AppendOnly):
    """One act: who, when, what, before and after, why. Written inside the act's own transaction."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="log")
    version = models.PositiveBigIntegerField(help_text="The night's version this act made.")
    at = models.DateTimeField()
    act = models.CharField(max_length=40)
    actor = models.CharField(max_length=120)
    role = models.CharField(max_length=12)
    text = models.CharField(max_length=400)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="log")
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.PROTECT, related_name="log")
    table_number = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["tournament_id", "version"]
        verbose_name_plural = "log entries"
        constraints = [
            models.UniqueConstraint(fields=["tournament", "version"], name="one_log_entry_a_version")
        ]

    def __str__(self) -> str:
        return self.text


class Receipt(AppendOnly):
    """The answer given to a client's key: the same request gets it again, another one is refused."""

    tournament = models.ForeignKey(
        Tournament, null=True, blank=True, on_delete=models.CASCADE, related_name="receipts"
    )
    key = models.CharField(max_length=64, unique=True)
    act = models.CharField(max_length=40)
    content_hash = models.CharField(max_length=64)
    result = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.key
