"""The forms of a night: what it is (details, divisions) and how it is played (settings)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, get_args
from zoneinfo import available_timezones

from django import forms

from scoring.records import TieBreaker
from scoring.typed import BlankError, NotANumberError, parse_dollars
from tournaments.actions.nights import local_moment
from tournaments.models import Tournament
from tournaments.night_settings import (
    LARGEST_NIGHT,
    MOST_DIVISIONS,
    MOST_PRIZES,
    NightSettings,
    contradictions_of,
)
from tournaments.web.organizer.fields import (
    DollarsField,
    LineField,
    LinesField,
    TextField,
    WholeField,
    dollars_typed,
    parts_of,
)

_TODAYS_ZONES = (
    "Africa/",
    "America/",
    "Antarctica/",
    "Asia/",
    "Atlantic/",
    "Australia/",
    "Europe/",
    "Indian/",
    "Pacific/",
)
_USUAL_ZONES = (
    ("America/New_York", "Eastern (New York)"),
    ("America/Chicago", "Central (Chicago)"),
    ("America/Denver", "Mountain (Denver)"),
    ("America/Phoenix", "Arizona (Phoenix)"),
    ("America/Los_Angeles", "Pacific (Los Angeles)"),
    ("America/Anchorage", "Alaska (Anchorage)"),
    ("Pacific/Honolulu", "Hawaii (Honolulu)"),
)


def zone_choices() -> list[Any]:
    """The usual zones first, then every other place."""
    usual = {zone for zone, _ in _USUAL_ZONES}
    places = sorted(z for z in available_timezones() if z.startswith(_TODAYS_ZONES) and z not in usual)
    return [
        ("United States", list(_USUAL_ZONES)),
        ("Elsewhere", [(zone, zone.replace("_", " ")) for zone in [*places, "UTC"]]),
    ]


class DetailsForm(forms.Form):
    """Name, place and times of a night."""

    name = LineField(label="Name of the night", max_length=120)
    venue = LineField(label="Place", max_length=200, required=False)
    date = forms.DateField(label="Date", widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"))
    check_in = forms.TimeField(
        label="Check-in opens", required=False, widget=forms.TimeInput({"type": "time"}, format="%H:%M")
    )
    start = forms.TimeField(label="First game", widget=forms.TimeInput({"type": "time"}, format="%H:%M"))
    time_zone = forms.ChoiceField(label="Time zone", choices=zone_choices)

    @classmethod
    def values_of(cls, night: Tournament) -> dict[str, Any]:
        """What the form shows of a night."""
        start = night.local(night.starts_at)
        return {
            "name": night.name,
            "venue": night.venue,
            "date": start.date(),
            "check_in": night.local(night.check_in_at).time() if night.check_in_at else None,
            "start": start.time(),
            "time_zone": night.time_zone,
            "is_private": night.is_private,
        }

    def clean_date(self) -> Any:
        day = self.cleaned_data["date"]
        if not 2000 <= day.year <= 2100:
            raise forms.ValidationError("Choose a date between the years 2000 and 2100.")
        return day

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        early, start = cleaned.get("check_in"), cleaned.get("start")
        if early and start and early >= start:
            self.add_error("check_in", "Check-in must open before the first game.")
        return cleaned

    @property
    def details(self) -> dict[str, Any]:
        """The values as the acts take them, with aware moments."""
        cleaned = self.cleaned_data
        return {
            "name": cleaned["name"],
            "venue": cleaned["venue"],
            "time_zone": cleaned["time_zone"],
            "starts_at": self._moment(cleaned["start"]),
            "check_in_at": self._moment(cleaned["check_in"]) if cleaned["check_in"] else None,
        }

    def _moment(self, clock: Any) -> datetime:
        day = self.cleaned_data["date"].isoformat()
        return local_moment(day, f"{clock:%H:%M}", self.cleaned_data["time_zone"])


class PrivacyForm(DetailsForm):
    """Details of a night that exists already."""

    is_private = forms.BooleanField(
        label="Keep the public pages closed",
        required=False,
        help_text="The wall, the players’ pages and every public list then answer “not found” to whoever has no link.",
    )

    @property
    def details(self) -> dict[str, Any]:
        return {**super().details, "is_private": self.cleaned_data["is_private"]}


class NamesOfDivisionsForm(forms.Form):
    """The divisions of a new night."""

    divisions = LinesField(
        label="Divisions",
        rows=3,
        help_text="One a line. Each has its own tables, standings and pot. One line is enough.",
    )

    def clean_divisions(self) -> tuple[str, ...]:
        names: tuple[str, ...] = self.cleaned_data["divisions"]
        if len(names) > MOST_DIVISIONS:
            raise forms.ValidationError(f"At most {MOST_DIVISIONS} divisions.")
        if any(len(name) > 60 for name in names):
            raise forms.ValidationError("A division’s name has at most 60 characters.")
        return names


class DivisionForm(forms.Form):
    """A division's name and table numbers."""

    name = LineField(label="Name", max_length=60)
    first_table = WholeField(label="First table", min_value=1, max_value=999)
    last_table = WholeField(label="Last table", min_value=1, max_value=999)


class AddDivisionForm(forms.Form):
    name = LineField(label="One more division", max_length=60)


class DeleteForm(forms.Form):
    typed_name = LineField(
        label="Type the night’s name to delete it",
        max_length=200,
        widget=forms.TextInput({"autocomplete": "off"}),
        help_text="It is hidden, not destroyed: the start page can restore it.",
    )


_DEALERS: Mapping[str, Mapping[str, Any]] = {
    "by suit": {"first_dealer": "lowest draw", "first_dealer_tie": "by suit"},
    "draw again": {"first_dealer": "lowest draw", "first_dealer_tie": "draw again"},
    "by plan": {"first_dealer": "by plan"},
}


class SettingsForm(forms.Form):
    """How a night is played. Fields are called as in `NightSettings`; `settings` is the value once valid."""

    games = WholeField(label="Games", required=False, min_value=1, max_value=40)
    movement = forms.ChoiceField(
        label="Movement",
        choices=[
            ("schedule", "Schedule drawn beforehand"),
            ("winners_stay", "Winners stay and split, losers walk"),
            ("continuous", "Continuous queue, winners stay"),
            ("winners_move", "Winners move up and split"),
            ("redraw", "New draw for every game"),
        ],
    )
    partners = forms.ChoiceField(
        label="Partners",
        choices=[
            ("drawn", "Drawn at the table"),
            ("preset", "Set by the plan"),
            ("alone", "None, each alone"),
        ],
    )
    first_dealer = forms.ChoiceField(
        label="First dealer",
        choices=[
            ("by suit", "Lowest card drawn, equal cards by suit"),
            ("draw again", "Lowest card drawn, equal cards draw again"),
            ("by plan", "Set by the plan"),
        ],
    )
    odd = forms.ChoiceField(
        label="Odd numbers",
        choices=[
            ("sit_out", "Fair sit-outs"),
            ("three_hand", "Tables of three"),
            ("house", "House players"),
            ("queue", "Wait in the queue"),
        ],
    )
    head_table_bell = forms.BooleanField(label="The head table’s bell ends the game", required=False)
    sit_out_worth = forms.ChoiceField(
        label="A sit-out is worth",
        choices=[("own average", "The own average"), ("fixed", "A fixed number"), ("nothing", "Nothing")],
    )
    sit_out_points = WholeField(label="Points a sit-out", required=False, min_value=0, max_value=100)

    game_minutes = WholeField(label="Minutes a game", required=False, min_value=1, max_value=240)
    turn_minutes = WholeField(label="Minutes between games", min_value=0, max_value=60)
    break_after = WholeField(label="Intermission after game", required=False, min_value=1, max_value=39)
    break_minutes = WholeField(label="Minutes of intermission", min_value=1, max_value=240)
    last_call = forms.TimeField(
        label="Last call", required=False, widget=forms.TimeInput({"type": "time"}, format="%H:%M")
    )

    capacity = WholeField(label="Places", required=False, min_value=4, max_value=LARGEST_NIGHT)
    waiting_places = WholeField(label="Waiting list", min_value=0, max_value=LARGEST_NIGHT)
    walk_ins = forms.BooleanField(label="Walk-ins are welcome", required=False)
    minimum_age = WholeField(label="Minimum age", required=False, min_value=1, max_value=99)
    consent_text = TextField(label="Consent", required=False, max_length=500, rows=3)
    public_names = forms.ChoiceField(
        label="Names in public",
        choices=[("full", "Full names"), ("initial", "First name and initial"), ("number", "Numbers only")],
    )

    buy_in_cents = DollarsField(label="Buy-in")
    house_percent = WholeField(label="House or charity share", min_value=0, max_value=100)
    one_pot = forms.BooleanField(label="One pot for all divisions", required=False)
    bump_cup = forms.BooleanField(label="Play with a bump cup", required=False)

    prize_kind = forms.ChoiceField(
        label="Prizes",
        choices=[
            ("percent", "Percent of the pot"),
            ("fixed", "Fixed amounts"),
            ("named", "Things with a name"),
        ],
    )
    shares = forms.CharField(label="Shares", required=False, max_length=200)
    prize_names = LinesField(label="Names of the prizes", required=False)
    most_loners_cents = DollarsField(label="Most loners", required=False)
    low_score_cents = DollarsField(label="Low score", required=False)
    whole_dollars = forms.BooleanField(label="Whole dollars only", required=False)
    prize_tie = forms.ChoiceField(
        label="Tie at a prize place",
        choices=[
            ("playoff", "Sudden death, one hand"),
            ("split", "Share the places’ money"),
            ("tie-breakers", "Tie-breakers"),
            ("lots", "Draw lots"),
        ],
    )
    tie_breakers = forms.MultipleChoiceField(
        label="Tie-breakers",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        choices=[(name, name.capitalize()) for name in get_args(TieBreaker)],
    )

    table_enters = forms.BooleanField(label="Tables enter their own sheets", required=False)
    second_person = forms.ChoiceField(
        label="A second person",
        choices=[
            ("none", "Not needed, a sheet counts at once"),
            ("confirms", "Confirms each sheet"),
            ("enters again", "Enters each sheet again, blind"),
        ],
    )
    house_rules = TextField(label="House rules", required=False, max_length=8000, rows=18)

    def __init__(self, base: NightSettings, data: Any = None) -> None:
        """`base`: the preset's settings, or the night's; what the form does not ask stays as there."""
        self.base = base
        super().__init__(data, initial=values_of(base))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self._read_shares(cleaned)
        changes = self._changes(cleaned)
        for field, message in contradictions_of(self.base, changes):
            if field not in self.errors:
                self.add_error(field if field in self.fields else None, message)
        return cleaned

    @property
    def settings(self) -> NightSettings:
        """The settings of a valid form."""
        return replace(self.base, **self._changes(self.cleaned_data))

    def _read_shares(self, cleaned: dict[str, Any]) -> None:
        """Percent or dollars, by the kind of prize; things have no shares. Without a kind they mean nothing."""
        if "prize_kind" not in cleaned:
            cleaned.pop("shares", None)
        if "shares" not in cleaned:
            return
        if cleaned["prize_kind"] == "named":
            cleaned["shares"] = ()
            return
        parts = parts_of(cleaned["shares"])
        try:
            if len(parts) > MOST_PRIZES:
                raise NotANumberError(f"at most {MOST_PRIZES} places")
            if cleaned["prize_kind"] == "fixed":
                cleaned["shares"] = tuple(parse_dollars(part) for part in parts)
            else:
                cleaned["shares"] = tuple(_percent(part) for part in parts)
        except (BlankError, NotANumberError) as error:
            self.add_error("shares", f"{error}.")

    def _changes(self, cleaned: dict[str, Any]) -> dict[str, Any]:
        """The fields read so far, as `NightSettings` calls and types them."""
        names = set(cleaned) & set(self.base.__dataclass_fields__)
        changes = {name: cleaned[name] for name in names}
        for name in ("waiting_places", "sit_out_points"):
            if name in changes:
                changes[name] = changes[name] or 0
        if "tie_breakers" in changes:
            changes["tie_breakers"] = tuple(changes["tie_breakers"])
        if "last_call" in changes:
            clock = changes["last_call"]
            changes["last_call"] = f"{clock:%H:%M}" if clock else ""
        if "first_dealer" in cleaned:
            changes["rules"] = replace(self.base.rules, **_DEALERS[cleaned["first_dealer"]])
        return changes


def values_of(settings: NightSettings) -> dict[str, Any]:
    """Settings as the form shows them."""
    values = {name: getattr(settings, name) for name in settings.__dataclass_fields__}
    if settings.prize_kind == "fixed":
        values["shares"] = ", ".join(dollars_typed(cents) for cents in settings.shares)
    else:
        values["shares"] = ", ".join(str(share) for share in settings.shares)
    rules = settings.rules
    values["first_dealer"] = "by plan" if rules.first_dealer == "by plan" else rules.first_dealer_tie
    values["last_call"] = settings.last_call or None
    values["tie_breakers"] = list(settings.tie_breakers)
    return values


def _percent(part: str) -> int:
    if not (part.isascii() and part.isdigit() and len(part) <= 3):
        raise NotANumberError(f"“{part[:20]}” is not a whole percentage")
    return int(part)
