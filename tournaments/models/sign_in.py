"""What is remembered of failed sign-ins, so that guessing at one account is slow."""

from __future__ import annotations

from django.db import models


class SignInTries(models.Model):
    """Sign-ins tried in a row for one account name (from browsers it does not know, or from one it knows).

    `bucket` is a hash, so the table names nobody. The row goes with the first success.
    """

    bucket = models.CharField(max_length=64, unique=True)
    count = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "sign-in tries"

    def __str__(self) -> str:
        return f"{self.count} tries"
