"""Forms of the desk. They take text apart; what is allowed the acts say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms

from scoring.typed import BlankError, NotANumberError, parse_dollars
from tournaments.models import Player, Tournament
from tournaments.names import NAME_LENGTH
from tournaments.problems import Problem

METHODS = [("cash", "Cash"), ("card", "Card"), ("prepaid", "Paid beforehand"), ("none", "Free")]


class DollarsField(forms.CharField):
    """Dollars as people type them ("20", "$12.50"); cleans to integer cents, None for nothing."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("widget", forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}))
        super().__init__(max_length=20, **options)

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        try:
            return parse_dollars(text)
        except BlankError:
            return None
        except NotANumberError as error:
            raise forms.ValidationError(f"{str(error)[0].upper()}{str(error)[1:]}.") from error


class ContactForm(forms.Form):
    name = forms.CharField(max_length=NAME_LENGTH, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    email = forms.EmailField(
        required=False, label="E-mail", help_text="For the desk only; never shown in public."
    )
    phone = forms.CharField(max_length=40, required=False, widget=forms.TextInput(attrs={"inputmode": "tel"}))
    note = forms.CharField(max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 2}))


class NewPlayerForm(ContactForm):
    """Somebody new. The question about a namesake appears only when there is one."""

    division = forms.TypedChoiceField(coerce=int)
    namesake = forms.BooleanField(
        required=False, label="Another person of this name", widget=forms.HiddenInput, initial=False
    )
    field_order = ("name", "division", "email", "phone", "note", "namesake")

    def __init__(self, data: Any, *, night: Tournament) -> None:
        super().__init__(data)
        divisions = [(d.pk, d.name) for d in night.divisions.all()]
        field = self.fields["division"]
        assert isinstance(field, forms.TypedChoiceField)  # noqa: S101 - for the type checker
        field.choices = divisions if len(divisions) == 1 else [("", "Choose…"), *divisions]

    def ask_about_namesake(self, problems: Iterable[Problem]) -> None:
        if any(problem.code == "same_name" for problem in problems):
            self.fields["namesake"].widget = forms.CheckboxInput()


class ChangePlayerForm(ContactForm):
    """What is known of a person, corrected."""

    display = forms.ChoiceField(required=False, label="Shown in public", choices=Player.Display.choices)
    prize_eligible = forms.BooleanField(
        required=False,
        label="Plays for prizes",
        help_text="Off for staff who fill a seat: they play and show, and take neither rank nor prize.",
    )

    @classmethod
    def of(cls, player: Player) -> ChangePlayerForm:
        names = ("name", "email", "phone", "note", "display", "prize_eligible")
        return cls(initial={name: getattr(player, name) for name in names})


class RefundForm(forms.Form):
    amount = DollarsField(label="Give back")
    method = forms.ChoiceField(label="As", choices=METHODS[:2])
    reason = forms.CharField(max_length=200, required=False)


class CupCountForm(forms.Form):
    amount = DollarsField(label="Counted out of the cups")
    note = forms.CharField(
        max_length=200, required=False, label="Where from", help_text="For example: tables 1 to 5."
    )


class CupSpendForm(forms.Form):
    amount = DollarsField(label="Spent from the cup")
    note = forms.CharField(max_length=200, label="What for")


class TillCountForm(forms.Form):
    counted = DollarsField(label="Counted in the cash box")
    note = forms.CharField(max_length=200, required=False)
