"""Problems of an act, shown where they belong on a Django form."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms

from tournaments.problems import Problem


def show_problems(form: forms.Form, problems: Iterable[Problem]) -> None:
    """Put an act's problems at the form's fields, those of no field on top."""
    for problem in problems:
        form.add_error(problem.field if problem.field in form.fields else None, problem.text)
