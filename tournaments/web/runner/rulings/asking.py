"""A question in an address: read into fields, put to `scoring`, with what is wrong said at its field."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from django.http import QueryDict

from scoring.cards import Card, Suit
from tournaments.web.runner.rulings.fields import (
    MOST_CARDS_READ,
    SUIT_OPTIONS,
    CardField,
    Field,
    Option,
    OptionField,
)
from tournaments.web.runner.rulings.places import capital, said

Answer = TypeVar("Answer")
LONGEST_VALUE = 40


class Question:
    """The fields of one question, in the order they were asked for. The address asks it once `ask` is in it."""

    def __init__(self, address: QueryDict) -> None:
        self.address = address
        self.is_asked = "ask" in address
        self.fields: list[Field] = []
        self.general: list[str] = []

    @property
    def errors(self) -> list[str]:
        """Everything that is wrong, in the order of the form."""
        at_fields = (f"{field.label}: {field.error}" for field in self.fields if field.error)
        return [*at_fields, *self.general]

    def cards(
        self, name: str, label: str, *, most: int = 1, hint: str = "", optional: bool = False
    ) -> CardField:
        """Cards to pick. More than `most`, or one of them twice, is for `scoring` to refuse in its own words."""
        field = CardField(name, label, most, hint)
        try:
            field.picked = tuple(Card.parse(text) for text in self._values(name))
        except ValueError as error:
            field.error = f"{capital(str(error))}."
        if not field.picked and not field.error and not optional:
            self._miss(field, "Pick a card." if most == 1 else "Pick the cards of the hand.")
        if most == 1 and len(field.picked) > 1:
            field.error = "Pick one card alone."
        self.fields.append(field)
        return field

    def card(self, name: str, label: str, *, hint: str = "", optional: bool = False) -> CardField:
        """One card to pick."""
        return self.cards(name, label, hint=hint, optional=optional)

    def options(
        self,
        name: str,
        label: str,
        options: Sequence[Option],
        *,
        several: bool = False,
        default: str | None = None,
        hint: str = "",
        missing: str = "",
    ) -> OptionField:
        """Options to choose from. `default`: what stands where nothing was chosen; None: one must be chosen, else
        `missing` says which."""
        known = {option.value for option in options}
        chosen = tuple(dict.fromkeys(value for value in self._values(name) if value in known))
        field = OptionField(name, label, options, several, hint, chosen if several else chosen[:1])
        if not chosen and not several and default is not None:
            field.chosen = (default,)
        elif not chosen and not several:
            self._miss(field, missing)
        self.fields.append(field)
        return field

    def suit(self, name: str, label: str) -> OptionField:
        """One of the four suits."""
        return self.options(name, label, SUIT_OPTIONS, missing="Choose a suit.")

    def answer(
        self,
        rule: Callable[[], Answer],
        *,
        at: Mapping[str, str] | None = None,
        names: Sequence[str] = (),
    ) -> Answer | None:
        """What `rule` says; None while nothing is asked, or something is missing or impossible.

        `scoring` names the field first in what it refuses; `at` says which field of the form that is, where it is
        called otherwise. `names`: how the seats are called.
        """
        if not self.is_asked or self.errors:
            return None
        try:
            return rule()
        except ValueError as error:
            where, _, text = str(error).partition(": ")
            self.refuse(f"{said(text or where, names)}.", (at or {}).get(where, where))
            return None

    def refuse(self, text: str, name: str = "") -> None:
        """Say what is wrong, at the field of that name if there is one."""
        text = capital(text)
        field = next((field for field in self.fields if field.name == name), None)
        if field is None:
            self.general.append(text)
        else:
            field.error = text

    def _values(self, name: str) -> list[str]:
        return [value.replace("\x00", "")[:LONGEST_VALUE] for value in self.address.getlist(name)][
            :MOST_CARDS_READ
        ]

    def _miss(self, field: Field, text: str) -> None:
        if self.is_asked:
            field.error = text


def suit_of(field: OptionField) -> Suit:
    """The suit chosen in a field of suits that is not empty."""
    return Suit.parse(field.one)
