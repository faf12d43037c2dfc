"""Forms about single people of a rotation: who changes places, keeps a table, is kept apart, is asked about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from django import forms

from tournaments.models import Player, SeatWish
from tournaments.names import clean_name, fold
from tournaments.queries.rotation_plans import DivisionPlan
from tournaments.web.organizer.fields import WholeField

_NUMBERED = re.compile(r"#?(\d{1,6})(?:\D.*)?", re.DOTALL)


class PersonField(forms.CharField):
    """Somebody of a division, typed as the number, the name, or both ("12 Chris Sample"); cleans to the Player."""

    def __init__(self, plan: DivisionPlan, people: Sequence[Player], **kwargs: Any) -> None:
        widget = forms.TextInput({"autocomplete": "off", "list": f"people-{plan.division.pk}"})
        super().__init__(**{"max_length": 120, "widget": widget, **kwargs})
        self.people, self.where = people, plan.division.name

    def clean(self, value: Any) -> Player:
        text = clean_name(super().clean(value))
        typed, folded = _NUMBERED.fullmatch(text), fold(text)
        if typed is not None:
            number = int(typed[1])
            player = next((p for p in self.people if p.number == number), None)
            if player is not None and folded in (typed[1], fold(str(player))):
                return player
            if folded == typed[1]:
                raise forms.ValidationError(f"{self.where} has no player number {number}.")
        named = [player for player in self.people if player.search_name == folded]
        if not named:
            raise forms.ValidationError(f"Nobody in {self.where} is called “{text}”.")
        if len(named) > 1:
            numbers = " or ".join(str(player.number) for player in named if player.number)
            raise forms.ValidationError(
                f"{len(named)} people are called {named[0].name}"
                + (f": enter the number, {numbers}." if numbers else ": check one of them in, for a number.")
            )
        return named[0]


def people_of(plan: DivisionPlan) -> list[Player]:
    """Everybody on the division's list, by number; house players left out."""
    return [p for p in plan.people.values() if p.division_id == plan.division.pk and not p.is_house]


def games(numbers: Iterable[int]) -> list[tuple[str, str]]:
    """Choices of a game."""
    return [(str(number), f"Game {number}") for number in numbers]


def _coming(plan: DivisionPlan) -> list[int]:
    return [planned.number for planned in plan.plan.rounds[plan.played :]] if plan.plan else []


class SwapForm(forms.Form):
    """Two people and the game in which they change places."""

    def __init__(self, plan: DivisionPlan, data: Any = None) -> None:
        super().__init__(data, prefix=f"swap-{plan.division.pk}")
        people = people_of(plan)
        self.fields["game"] = forms.ChoiceField(label="In", choices=games(_coming(plan)))
        self.fields["one"] = PersonField(plan, people, label="Number or name")
        self.fields["other"] = PersonField(plan, people, label="changes places with")


class PinForm(forms.Form):
    """Somebody and the table they keep all night."""

    def __init__(self, plan: DivisionPlan, data: Any = None) -> None:
        super().__init__(data, prefix=f"pin-{plan.division.pk}")
        self.fields["player"] = PersonField(plan, people_of(plan), label="Number or name")
        self.fields["table"] = WholeField(label="keeps table", min_value=1, max_value=999)


class ApartForm(forms.Form):
    """Two people and how far they are kept apart."""

    def __init__(self, plan: DivisionPlan, data: Any = None) -> None:
        super().__init__(data, prefix=f"apart-{plan.division.pk}")
        kinds = [(SeatWish.Kind.NEVER_MEET, "never at one table")]
        if plan.partners_preset:
            kinds.append((SeatWish.Kind.NEVER_PARTNER, "never partners"))
        people = people_of(plan)
        self.fields["one"] = PersonField(plan, people, label="Number or name")
        self.fields["other"] = PersonField(plan, people, label="and")
        self.fields["kind"] = forms.CharField(label="are", max_length=8, widget=forms.Select(choices=kinds))


class LockForm(forms.Form):
    """A game to come, and perhaps one table of it, that stays as it is."""

    def __init__(self, plan: DivisionPlan, data: Any = None) -> None:
        super().__init__(data, prefix=f"lock-{plan.division.pk}")
        self.fields["game"] = forms.ChoiceField(label="Lock", choices=games(_coming(plan)))
        self.fields["table"] = WholeField(label="only table", min_value=1, max_value=999, required=False)


class WhyForm(forms.Form):
    """Somebody and a game; not prefixed, so that the chart can link to the answer."""

    def __init__(self, plan: DivisionPlan, data: Any = None) -> None:
        super().__init__(data, auto_id=f"why-{plan.division.pk}-%s")
        rounds = plan.plan.rounds if plan.plan else ()
        people = [p for p in plan.people.values() if plan.plan and p.pk in plan.plan.players]
        self.fields["player"] = PersonField(plan, people, label="Number or name")
        self.fields["game"] = forms.ChoiceField(label="in", choices=games(r.number for r in rounds))
