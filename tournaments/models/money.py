"""The ledger: insert-only, integer cents, every row both for something and in some till."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from .append_only import AppendOnly
from .night import Tournament
from .people import Division, Player


class LedgerEntry(AppendOnly):
    """`cents` in (positive) or out (negative) of a purpose (`account`) and of a till (`method`) at once.

    The pot of a division is the sum of its `pot` rows; the cash to count is the sum of the `cash` rows.
    A mistake is put right by a reversing row. Nothing is stored beside the rows.
    """

    class Account(models.TextChoices):
        POT = "pot", "pot"
        CUP = "cup", "bump cup"
        HOUSE = "house", "house share"

    class Method(models.TextChoices):
        CASH = "cash", "cash"
        CARD = "card", "card"
        PREPAID = "prepaid", "paid beforehand"
        NONE = "none", "no money moved"

    class Kind(models.TextChoices):
        BUY_IN = "buy_in", "buy-in"
        REFUND = "refund", "refund"
        REVERSAL = "reversal", "taken back"
        TRANSFER = "transfer", "moved to another division"
        PAYOUT = "payout", "payout"
        CUP_COUNTED = "cup_counted", "bump cup counted in"
        CUP_SPENT = "cup_spent", "spent from the bump cup"

    #: Rows that make up a player's stake in the pots (a transfer moves it from one to the other).
    STAKES = (Kind.BUY_IN, Kind.REFUND, Kind.TRANSFER)

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="ledger")
    account = models.CharField(max_length=6, choices=Account.choices)
    division = models.ForeignKey(
        Division, null=True, blank=True, on_delete=models.PROTECT, related_name="ledger"
    )
    method = models.CharField(max_length=8, choices=Method.choices)
    kind = models.CharField(max_length=12, choices=Kind.choices)
    cents = models.IntegerField()
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="ledger")
    reverses = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="reversed_by"
    )
    prize = models.CharField(max_length=60, blank=True, help_text="Which prize a payout is, e.g. 'place 1'.")
    note = models.CharField(max_length=200, blank=True)
    entered_by = models.CharField(max_length=120)
    at = models.DateTimeField()

    class Meta:
        ordering = ["tournament_id", "at", "id"]
        verbose_name_plural = "ledger entries"
        constraints = [
            models.UniqueConstraint(
                fields=["reverses"], condition=Q(reverses__isnull=False), name="reversed_once_at_most"
            ),
            models.CheckConstraint(
                condition=~Q(account="pot") | Q(division__isnull=False), name="a_pot_has_a_division"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.cents}"
