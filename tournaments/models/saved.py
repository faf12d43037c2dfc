"""A host's own presets: settings of a night kept under a name for the next one."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class SavedPreset(models.Model):
    """What *New night* offers this host beside the built-in presets. `data`: see `tournaments.preset_files`."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="saved_presets"
    )
    name = models.CharField(max_length=80)
    data = models.JSONField()
    saved_at = models.DateTimeField()

    class Meta:
        ordering = ["owner_id", "name"]
        constraints = [models.UniqueConstraint(fields=["owner", "name"], name="one_saved_preset_of_a_name")]

    def __str__(self) -> str:
        return self.name
