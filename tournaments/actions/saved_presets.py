"""A host's own presets: kept from a night or from a file, and taken away. They belong to the host, not to a night."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from tournaments.models import SavedPreset, Tournament
from tournaments.names import clean_name
from tournaments.preset_files import LONGEST_NAME, PresetFile
from tournaments.problems import confirm, refuse, stop_at

MOST_SAVED = 50


def preset_of(night: Tournament, name: str) -> PresetFile:
    """What the next night takes over from this one: its settings, divisions and times of day. Raises ActRefused."""
    kept = clean_name(name)
    if not 1 <= len(kept) <= LONGEST_NAME:
        raise refuse("name", f"Give the preset a name of at most {LONGEST_NAME} characters.", field="name")
    check_in = night.local(night.check_in_at).strftime("%H:%M") if night.check_in_at else ""
    return PresetFile(
        name=kept,
        settings=night.settings,
        divisions=tuple(division.name for division in night.divisions.all()),
        check_in=check_in,
        start=night.local(night.starts_at).strftime("%H:%M"),
    )


def save_preset(owner: User, preset: PresetFile, *, confirmed: bool = False) -> SavedPreset:
    """Keep a preset under its name; one of the same name, however capitalized, is replaced after a yes. Raises
    ActRefused."""
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=owner.pk)  # one save of a host at a time
        mine = SavedPreset.objects.filter(owner=owner)
        alike = [one for one in mine if one.name.casefold() == preset.name.casefold()]
        there = min(alike, key=lambda one: one.name != preset.name, default=None)
        if there is None and mine.count() >= MOST_SAVED:
            raise refuse("many", f"You have {MOST_SAVED} presets: delete one first.", field="name")
        if there is not None and there.data != preset.to_dict():
            text = f"You have a preset “{there.name}” already. Tick to replace it, or choose another name."
            stop_at([confirm("there", text, field="name")], confirmed=confirmed)
        saved = there or SavedPreset(owner=owner)
        saved.name, saved.data, saved.saved_at = preset.name, preset.to_dict(), timezone.now()
        saved.save()
    return saved


def delete_preset(owner: User, preset_id: int) -> str:
    """Take one's own preset away; answers its name. Raises ActRefused when there is none."""
    saved = SavedPreset.objects.filter(owner=owner, pk=preset_id).first()
    if saved is None:
        raise refuse("no_preset", "That preset is not there any more.")
    saved.delete()
    return str(saved.name)
