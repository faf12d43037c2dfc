"""The settings form in groups, each setting with its meaning and whether it differs from the preset."""

from __future__ import annotations

from dataclasses import dataclass

from django.forms import BoundField

from tournaments.night_settings import NightSettings
from tournaments.web.organizer.forms import SettingsForm, values_of
from tournaments.web.organizer.setting_words import GROUPS, MEANINGS

SHORT = frozenset(
    {
        "games",
        "sit_out_points",
        "game_minutes",
        "turn_minutes",
        "break_after",
        "break_minutes",
        "last_call",
        "capacity",
        "waiting_places",
        "minimum_age",
        "buy_in_cents",
        "house_percent",
        "most_loners_cents",
        "low_score_cents",
    }
)
"""Settings that are one number: their boxes stay small."""


@dataclass(frozen=True)
class SettingRow:
    field: BoundField
    meaning: str
    changed: bool
    short: bool


@dataclass(frozen=True)
class SettingGroup:
    title: str
    rows: tuple[SettingRow, ...]

    @property
    def has_errors(self) -> bool:
        return any(row.field.errors for row in self.rows)


def groups_of(form: SettingsForm, preset: NightSettings | None) -> tuple[SettingGroup, ...]:
    """The form's settings in order; `changed` where the night's own value is not the preset's."""
    now, then = values_of(form.base), values_of(preset or form.base)
    return tuple(
        SettingGroup(
            title,
            tuple(
                SettingRow(form[name], MEANINGS[name], now[name] != then[name], name in SHORT)
                for name in names
            ),
        )
        for title, names in GROUPS
    )
