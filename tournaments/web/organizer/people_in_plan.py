"""Forms about single people of a rotation: two who change places, one who keeps a table."""

from __future__ import annotations

from typing import Any

from django import forms

from tournaments.queries.rotation_plans import DivisionPlan
from tournaments.web.organizer.fields import WholeField


class SwapForm(forms.Form):
    """Two people, by number, and the game in which they change places."""

    def __init__(self, plan: DivisionPlan, data: Any = None) -> None:
        super().__init__(data, prefix=f"swap-{plan.division.pk}")
        rounds = plan.plan.rounds[plan.played :] if plan.plan else ()
        choices = [(str(planned.number), f"Game {planned.number}") for planned in rounds]
        self.fields["game"] = forms.ChoiceField(label="In", choices=choices)
        self.fields["one"] = WholeField(label="Player number", min_value=1, max_value=99_999)
        self.fields["other"] = WholeField(label="changes places with", min_value=1, max_value=99_999)


class PinForm(forms.Form):
    """Somebody, by number, and the table they keep all night."""

    player = WholeField(label="Player number", min_value=1, max_value=99_999)
    table = WholeField(label="keeps table", min_value=1, max_value=999)
