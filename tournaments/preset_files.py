"""A host's own preset as a small file, and back: read strictly, every mistake named by its field.

{"euchre_night_preset": 1, "name": "Thursday club", "divisions": ["Players"],
 "check_in": "18:30", "start": "19:00", "settings": {…}}     # settings: `NightSettings.to_dict()`
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from scoring import RuleSet
from tournaments.names import clean_name, clean_text
from tournaments.night_settings import MOST_DIVISIONS, NightSettings, is_clock
from tournaments.presets import PRESETS, Preset

VERSION = 1
MARK = "euchre_night_preset"
LARGEST = 64_000  # bytes of a file; a preset has some five thousand
LONGEST_NAME, LONGEST_DIVISION = 80, 60

_KEYS = frozenset({MARK, "name", "divisions", "check_in", "start", "settings"})
_NEEDED = frozenset({"preset", "rules"})
"""Settings a file must name; one that an older program did not know yet takes its default, as in stored nights."""


class UnreadablePreset(ValueError):
    """The file is no preset; the text names the field and what is wrong with it."""


@dataclass(frozen=True)
class PresetFile:
    """What is kept of a night for the next one. Times are local, "18:30"; `check_in` may be empty."""

    name: str
    settings: NightSettings
    divisions: tuple[str, ...]
    check_in: str
    start: str

    @property
    def preset(self) -> Preset:
        """As *New night* offers it."""
        came_from = PRESETS[self.settings.preset]
        return Preset(
            key=came_from.key,
            title=self.name,
            summary=f"Your own preset, made from “{came_from.title}”.",
            suit=came_from.suit,
            settings=self.settings,
            divisions=self.divisions,
            check_in=self.check_in,
            start=self.start,
        )

    def to_dict(self) -> dict[str, Any]:
        return {
            MARK: VERSION,
            "name": self.name,
            "divisions": list(self.divisions),
            "check_in": self.check_in,
            "start": self.start,
            "settings": self.settings.to_dict(),
        }


def written(preset: PresetFile) -> str:
    """The text of the file."""
    return as_file(preset.to_dict())


def as_file(data: Mapping[str, Any]) -> str:
    """`PresetFile.to_dict()` as the text of a file."""
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def read_text(text: str) -> PresetFile:
    """The preset in a file's text. Raises UnreadablePreset."""
    if len(text.encode("utf-8", "replace")) > LARGEST:
        raise UnreadablePreset(f"The file is larger than {LARGEST // 1000} kB: it is no preset.")
    try:
        return read(_parsed(text))
    except RecursionError:  # what is just readable may still be too deep to be told again
        raise UnreadablePreset("The file is no preset: it is nested too deeply.") from None


def read(data: Any) -> PresetFile:
    """The preset in parsed JSON. Raises UnreadablePreset."""
    if not isinstance(data, dict) or MARK not in data:
        raise UnreadablePreset(f"The file is no preset of Euchre Night: “{MARK}” is missing.")
    _refuse_odd_characters(data)
    version = data[MARK]
    if type(version) is int and version > VERSION:
        raise UnreadablePreset(
            f"{MARK}: version {version!r:.20} comes from a newer Euchre Night; this one reads {VERSION}. Set the "
            "night up by hand and keep it here, or get the newer program."
        )
    if version != VERSION or type(version) is not int:
        raise UnreadablePreset(
            f"{MARK}: version {version!r:.20} is unknown here; this program reads {VERSION}."
        )
    _only(data, _KEYS, "")
    return PresetFile(
        name=_name(data["name"]),
        settings=_settings(data["settings"]),
        divisions=_divisions(data["divisions"]),
        check_in=_clock(data, "check_in") if data["check_in"] != "" else "",
        start=_clock(data, "start"),
    )


def _parsed(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_no_number, object_pairs_hook=_each_key_once)
    except UnreadablePreset:
        raise
    except ValueError as error:
        raise UnreadablePreset(f"The file is no JSON: {error}.") from None


def _settings(data: Any) -> NightSettings:
    if not isinstance(data, dict):
        raise UnreadablePreset("settings: a table of settings is needed.")
    hints = get_type_hints(NightSettings)
    known = frozenset(field.name for field in fields(NightSettings))
    _only(data, known, "settings.", needed=_NEEDED)
    for name, value in data.items():
        if name == "rules":
            _rules(value)
        elif not _fits(value, hints[name]):
            raise UnreadablePreset(f"settings.{name}: {_told(hints[name])}, not {json.dumps(value):.60}.")
    if data["preset"] not in PRESETS:
        raise UnreadablePreset(
            f"settings.preset: “{data['preset']:.40}” is unknown; {', '.join(PRESETS)} are known."
        )
    try:
        return NightSettings.from_dict({**data, **_cleaned(data)})
    except ValueError as error:
        raise UnreadablePreset(f"settings.{error}") from error


def _cleaned(data: Mapping[str, Any]) -> dict[str, Any]:
    """The free texts without control and direction characters, as a form would have taken them."""
    texts = {name: clean_text(data[name]) for name in ("consent_text", "house_rules") if name in data}
    names = [clean_name(name) for name in data.get("prize_names", ())]
    return {**texts, "prize_names": [name for name in names if name]}


def _rules(data: Any) -> None:
    if not isinstance(data, dict):
        raise UnreadablePreset("settings.rules: a table of rules is needed.")
    if isinstance(data.get("name"), str) and len(data["name"]) > LONGEST_NAME:
        raise UnreadablePreset(f"settings.rules.name: at most {LONGEST_NAME} characters.")
    try:
        RuleSet.from_dict(data)
    except (TypeError, ValueError) as error:
        raise UnreadablePreset(f"settings.rules.{error!s:.200}") from error


def _only(
    data: Mapping[str, Any], known: frozenset[str], where: str, needed: frozenset[str] | None = None
) -> None:
    """No other than the known keys, and every needed one (None: all)."""
    for name in sorted((known if needed is None else needed) - set(data)):
        raise UnreadablePreset(f"{where}{name}: missing.")
    for name in sorted(set(data) - known):
        raise UnreadablePreset(f"{where}{name:.40}: unknown here.")


def _fits(value: Any, hint: Any) -> bool:
    """Whether parsed JSON is of that type; a tuple is a list there."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return any(value == choice and type(value) is type(choice) for choice in inner)
    if origin is tuple:
        return isinstance(value, list) and all(_fits(each, inner[0]) for each in value)
    if origin is UnionType:
        return any(_fits(value, each) for each in inner)
    if hint is NoneType:
        return value is None
    return type(value) is hint


def _told(hint: Any) -> str:
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return "one of " + ", ".join(f"“{choice}”" for choice in inner)
    if origin is tuple:
        return f"a list, each {_told(inner[0])}"
    if origin is UnionType:
        return " or ".join(_told(each) for each in inner)
    return {int: "a whole number", bool: "true or false", str: "a text", NoneType: "nothing (null)"}[hint]


def _name(value: Any) -> str:
    name = clean_name(value) if isinstance(value, str) else ""
    if not 1 <= len(name) <= LONGEST_NAME:
        raise UnreadablePreset(f"name: a text of 1 to {LONGEST_NAME} characters is needed.")
    return name


def _divisions(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_DIVISIONS:
        raise UnreadablePreset(f"divisions: a list of 1 to {MOST_DIVISIONS} names is needed.")
    names = tuple(clean_name(name) if isinstance(name, str) else "" for name in value)
    if not all(1 <= len(name) <= LONGEST_DIVISION for name in names):
        raise UnreadablePreset(f"divisions: each is a name of 1 to {LONGEST_DIVISION} characters.")
    if len({name.casefold() for name in names}) != len(names):
        raise UnreadablePreset("divisions: each needs a name of its own.")
    return names


def _refuse_odd_characters(data: Any) -> None:
    """NUL and halves of characters, which no database keeps."""
    try:
        plain = json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise UnreadablePreset("The file has half a character in a text.") from None
    if b"\\u0000" in plain:
        raise UnreadablePreset("The file has the character NUL in a text.")


def _clock(data: Mapping[str, Any], field: str) -> str:
    value = data[field]
    if not isinstance(value, str) or not is_clock(value):
        raise UnreadablePreset(f"{field}: a time like 18:30 is needed, not {json.dumps(value):.40}.")
    return value


def _no_number(text: str) -> Any:
    raise UnreadablePreset(f"The file has {text}, which is no number.")


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise UnreadablePreset(f"{name:.40}: twice in the file.")
        found[name] = value
    return found
