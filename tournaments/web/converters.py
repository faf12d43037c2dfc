"""Parts of addresses."""

from __future__ import annotations

from django.urls import register_converter


class Number:
    """A whole number from 0 that any database column can be compared with (longer ones are not found: 404)."""

    regex = "[0-9]{1,9}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(Number, "number")
