"""One tournament night and the immutable versions of its settings."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from functools import cached_property
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models

from tournaments.night_settings import NightSettings

from .append_only import AppendOnly

CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # read aloud and typed from a wall: no 0/o, 1/i/l
CODE_LENGTH = 8


def new_code() -> str:
    """An unguessable-enough public code of a night for its addresses."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


class Tournament(models.Model):
    """One night. Its row is the night lock of every act (ARCHITECTURE: rule 1)."""

    class Stage(models.TextChoices):
        SETUP = "setup", "being set up"
        CHECK_IN = "check_in", "check-in open"
        PLAYING = "playing", "being played"
        FINAL = "final", "final"

    class Clock(models.TextChoices):
        NONE = "", "no clock"
        GAME = "game", "game"
        BREAK = "break", "intermission"

    code = models.CharField(max_length=12, unique=True, default=new_code, editable=False)
    name = models.CharField(max_length=120)
    venue = models.CharField(max_length=200, blank=True)
    organizer = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="nights")
    time_zone = models.CharField(max_length=64, default="America/Chicago")
    check_in_at = models.DateTimeField(null=True, blank=True)
    starts_at = models.DateTimeField()

    stage = models.CharField(max_length=10, choices=Stage.choices, default=Stage.SETUP)
    version = models.PositiveBigIntegerField(default=0, help_text="Bumped by every act.")
    message = models.CharField(max_length=200, blank=True, help_text="The director's words on the wall.")
    is_private = models.BooleanField(default=False, help_text="Public pages answer 404.")
    is_demo = models.BooleanField(default=False, help_text="Played by bots to be looked at.")
    rehearsal_of = models.OneToOneField(
        "self",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="rehearsal",
        help_text="The real night this is a practice copy of.",
    )
    deleted_at = models.DateTimeField(null=True, blank=True, help_text="Hidden, and restorable.")
    finalised_at = models.DateTimeField(null=True, blank=True)

    clock = models.CharField(max_length=10, choices=Clock.choices, default=Clock.NONE, blank=True)
    clock_started_at = models.DateTimeField(null=True, blank=True)
    clock_seconds = models.PositiveIntegerField(default=0)
    clock_paused_at = models.DateTimeField(null=True, blank=True)
    last_call_at = models.DateTimeField(null=True, blank=True, help_text="No game starts after it.")

    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-starts_at", "-id"]

    def __str__(self) -> str:
        return self.name

    @property
    def is_rehearsal(self) -> bool:
        """A marked copy to practise on; what is done here touches the real night in nothing."""
        return self.rehearsal_of_id is not None

    @property
    def is_for_bots(self) -> bool:
        """Whether bots may act here at all: in a rehearsal or a demo, never in a real night."""
        return self.is_demo or self.is_rehearsal

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    def local(self, moment: datetime) -> datetime:
        """`moment` in the night's own zone."""
        return moment.astimezone(self.zone)

    @cached_property
    def settings_version(self) -> SettingsVersion:
        """The newest settings; games keep pointing at the version they were started under."""
        newest: SettingsVersion | None = self.settings_versions.order_by("-number").first()
        if newest is None:
            raise SettingsVersion.DoesNotExist(f"{self} has no settings")
        return newest

    @property
    def settings(self) -> NightSettings:
        return self.settings_version.settings

    def clock_ends_at(self) -> datetime | None:
        """When the running clock reaches zero; None when there is no clock or it is paused."""
        if self.clock_started_at is None or self.clock_paused_at is not None:
            return None
        return self.clock_started_at + timedelta(seconds=self.clock_seconds)

    def clock_remaining(self, now: datetime) -> int | None:
        """Whole seconds left (negative once over time), from the stored start; None without a clock."""
        if self.clock_started_at is None:
            return None
        until = self.clock_paused_at or now
        return self.clock_seconds - int((until - self.clock_started_at).total_seconds())

    def past_last_call(self, now: datetime) -> bool:
        """Whether no game may begin any more (T&K, Last Call); never before the night has begun to play."""
        return self.last_call_at is not None and now > self.last_call_at


class SettingsVersion(AppendOnly):
    """An immutable snapshot of a night's settings. A game points to the one it was played under."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="settings_versions")
    number = models.PositiveIntegerField()
    data = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["tournament_id", "number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="one_settings_number")]

    def __str__(self) -> str:
        return f"{self.tournament} settings {self.number}"

    @cached_property
    def settings(self) -> NightSettings:
        return NightSettings.from_dict(self.data)
