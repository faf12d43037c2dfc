"""Form fields for what a host types: money, lists, one-line names."""

from __future__ import annotations

import re
from typing import Any

from django import forms

from scoring.typed import BlankError, NotANumberError, parse_dollars
from tournaments.names import clean_name, clean_text


def dollars_typed(cents: int) -> str:
    """Cents as one types them: "20", "12.50"."""
    whole, rest = divmod(cents, 100)
    return f"{whole}.{rest:02}" if rest else str(whole)


class DollarsField(forms.CharField):
    """Typed dollars ("20", "$12.50") as integer cents; blank is 0 where the field may stay empty."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput({"inputmode": "decimal", "autocomplete": "off"})
        super().__init__(**{"max_length": 20, "widget": widget, **kwargs})

    def prepare_value(self, value: Any) -> Any:
        return dollars_typed(value) if isinstance(value, int) else value

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        try:
            return parse_dollars(text)
        except BlankError:
            return 0
        except NotANumberError as error:
            raise forms.ValidationError(f"{error}.") from error


class LineField(forms.CharField):
    """One clean line: no control or direction characters, single spaces."""

    def clean(self, value: Any) -> Any:
        return clean_name(super().clean(value))


class LinesField(forms.CharField):
    """Clean lines of a text area, empty ones left out."""

    def __init__(self, *, rows: int = 4, **kwargs: Any) -> None:
        super().__init__(**{"widget": forms.Textarea({"rows": rows}), "max_length": 2000, **kwargs})

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, list | tuple) else value

    def clean(self, value: Any) -> Any:
        return tuple(
            line for line in (clean_name(part) for part in super().clean(value).splitlines()) if line
        )


class TextField(forms.CharField):
    """Free text of several lines, cleaned."""

    def __init__(self, *, rows: int = 4, **kwargs: Any) -> None:
        super().__init__(**{"widget": forms.Textarea({"rows": rows}), "max_length": 4000, **kwargs})

    def clean(self, value: Any) -> Any:
        return clean_text(super().clean(value))


class WholeField(forms.IntegerField):
    """A whole number in a plain text box: a mouse wheel cannot change it (SCO-06)."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput({"inputmode": "numeric", "autocomplete": "off"})
        super().__init__(**{"widget": widget, **kwargs})

    def widget_attrs(self, widget: Any) -> Any:
        return {}  # min and max mean nothing to a text box


def parts_of(text: str) -> list[str]:
    """The parts of a list typed in one line: "50, 30, 20", "50/30/20", "50 30 20 %"."""
    return [part for part in re.split(r"[\s,;/%]+", text) if part]
