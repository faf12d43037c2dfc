"""A host's preset as a file: what is written is read, and whatever else comes is refused by the name of its field."""

import json
import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.preset_files import LARGEST, PresetFile, UnreadablePreset, read, read_text, written
from tournaments.presets import PRESETS


def preset(key="classic", **changes):
    settings = replace(PRESETS[key].settings, **changes)
    return PresetFile("Thursday club", settings, ("Tavern", "Terrace"), "18:30", "19:00")


def changed(**changes):
    """The file with parts put in another way; `settings__games=…` reaches inside."""
    data = preset().to_dict()
    for name, value in changes.items():
        place, *inside = name.split("__")
        where = data if not inside else data[place] if len(inside) == 1 else data[place][inside[0]]
        key = inside[-1] if inside else place
        if value is ...:
            del where[key]
        else:
            where[key] = value
    return json.dumps(data)


@pytest.mark.parametrize("key", PRESETS)
def test_what_is_written_is_read(key):
    kept = preset(key)
    assert read_text(written(kept)) == kept
    assert read(kept.to_dict()) == kept
    assert kept.preset.settings == kept.settings
    assert (kept.preset.title, kept.preset.divisions) == ("Thursday club", ("Tavern", "Terrace"))


def test_a_setting_the_file_does_not_know_takes_its_default():
    """A file of an older release."""
    assert read_text(changed(settings__walk_ins=...)).settings.walk_ins is True


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no JSON"),
        ("[]", "euchre_night_preset"),
        ("{}", "euchre_night_preset"),
        ("[" * 50_000, "nested too deeply|no JSON"),
        ("x" * (LARGEST + 1), "larger than"),
        ('{"euchre_night_preset": 1, "euchre_night_preset": 1}', "euchre_night_preset: twice"),
        ('{"euchre_night_preset": NaN}', "NaN"),
        (changed(euchre_night_preset=2), "euchre_night_preset: version 2 comes from a newer Euchre Night"),
        (changed(euchre_night_preset=True), "version True is unknown"),
        (changed(euchre_night_preset=1.0), "version 1.0 is unknown"),
        (changed(name=...), "name: missing"),
        (changed(name=""), "name: a text"),
        (changed(name=5), "name: a text"),
        (changed(name="x" * 81), "name: a text"),
        (changed(colour="red"), "colour: unknown"),
        (changed(divisions=[]), "divisions: a list"),
        (changed(divisions=["A", "a"]), "divisions: each needs a name of its own"),
        (changed(divisions=["A", 3]), "divisions: each is a name"),
        (changed(start="7 PM"), "start: a time like 18:30"),
        (changed(start="25:00"), "start: a time like 18:30"),
        (changed(start="18.30"), "start: a time like 18:30"),
        (changed(start="1830Z"), "start: a time like 18:30"),
        (changed(check_in=None), "check_in: a time"),
        (changed(settings=[]), "settings: a table"),
        (changed(settings__colour="red"), "settings.colour: unknown"),
        (changed(settings__preset=...), "settings.preset: missing"),
        (changed(settings__preset="swiss"), "settings.preset: “swiss” is unknown"),
        (changed(settings__games="8"), 'settings.games: a whole number or nothing .null., not "8"'),
        (changed(settings__games=True), "settings.games: a whole number"),
        (changed(settings__games=8.0), "settings.games: a whole number"),
        (changed(settings__games=41), "settings.games: A night has between 1 and 40 games"),
        (changed(settings__movement="swiss"), "settings.movement: one of “schedule”"),
        (changed(settings__walk_ins=1), "settings.walk_ins: true or false"),
        (changed(settings__shares=[50, "50"]), "settings.shares: a list, each a whole number"),
        (changed(settings__shares=[50, 40]), "settings.shares: The prize shares add up to 90 %"),
        (changed(settings__odd="three_hand"), "settings.odd: .*tables of three.*winners move up"),
        (changed(settings__last_call="half past"), "settings.last_call: Last call is a time"),
        (changed(settings__house_rules="a\u0000b"), "NUL"),
        (changed(settings__house_rules="x" * 8001), "settings.house_rules: "),
        (changed(settings__rules=None), "settings.rules: a table of rules"),
        (changed(settings__rules__hands="8"), "settings.rules.hands: a whole number"),
        (changed(settings__rules__colour=1), "settings.rules.colour: not a field"),
        (changed(settings__rules__name="x" * 81), "settings.rules.name: at most"),
        ('{"euchre_night_preset": 1, "name": "\\ud800"}', "half a character"),
    ],
)
def test_what_is_wrong_is_named_by_its_field(text, said):
    with pytest.raises(UnreadablePreset, match=said):
        read_text(text)


@pytest.mark.parametrize("place", ["games", "rules"])
def test_no_depth_of_nesting_is_an_error_of_the_program(place):
    """What can just be read is not always to be written again."""
    for depth in range(sys.getrecursionlimit() - 120, sys.getrecursionlimit() + 20):
        value = "[" * depth + "]" * depth
        text = changed(**{f"settings__{place}": "here"}).replace('"here"', value)
        with pytest.raises(UnreadablePreset):
            read_text(text)


def test_a_mistake_is_told_in_few_words():
    with pytest.raises(UnreadablePreset) as refused:
        read_text(changed(settings__rules__hands=["8"] * 5000))
    assert len(str(refused.value)) < 250


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(place=st.sampled_from(sorted(preset().settings.to_dict())), value=JSON)
def test_whatever_stands_in_a_setting_is_read_or_refused(place, value):
    data = preset().to_dict()
    data["settings"][place] = value
    try:
        found = read(data)
    except UnreadablePreset as error:
        said = str(error)
    else:
        said = f"settings.{place}" if isinstance(found, PresetFile) else ""
    assert "settings." in said or "character" in said
