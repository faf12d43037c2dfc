"""Links for helpers without an account: for one night, one role, revocable."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.db import models

from .hall import Table
from .night import Tournament


def new_nonce() -> str:
    return secrets.token_urlsafe(16)


class AccessLink(models.Model):
    """Who holds its address may do what the role may, until revoked or the night is over.

    The address is made from the nonce and the server's secret key (`web.access`), so a copy of the
    database alone opens nothing and the QR can still be printed again.
    """

    class Role(models.TextChoices):
        RUNNER = "runner", "table runner"
        DESK = "desk", "desk"
        TABLE = "table", "scorekeeper of one table"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="links")
    role = models.CharField(max_length=8, choices=Role.choices)
    name = models.CharField(max_length=60)
    table = models.ForeignKey(Table, null=True, blank=True, on_delete=models.CASCADE, related_name="links")
    nonce = models.CharField(max_length=32, default=new_nonce, unique=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["tournament_id", "role", "name", "id"]

    def __str__(self) -> str:
        return f"{self.name} ({self.role})"

    def is_open(self, now: datetime) -> bool:
        """Whether the link still opens anything (a night that is over is checked by `web.access`)."""
        return self.revoked_at is None or self.revoked_at > now
