"""What the director fills in about a player. Fields are named as the acts' arguments."""

from __future__ import annotations

from typing import Any

from django import forms

from tournaments.models import Game, Player, Sanction, Tournament
from tournaments.web.organizer.fields import LineField, WholeField


class WarnForm(forms.Form):
    kind = forms.ChoiceField(
        label="For what", choices=[(kind.value, kind.label.capitalize()) for kind in Sanction.WARNINGS]
    )
    reason = LineField(label="A word", max_length=300, required=False)


class PointsForm(forms.Form):
    points = WholeField(label="Points", help_text="A penalty has a minus: -2.")
    reason = LineField(label="Why", max_length=300)


class ForfeitForm(forms.Form):
    """`game_id`: the games of the player that have begun."""

    game_id = forms.ChoiceField(label="Game")
    reason = LineField(label="Why", max_length=300)

    def __init__(self, night: Tournament, player: Player, data: Any = None) -> None:
        super().__init__(data, prefix="forfeit")
        games = night.games.filter(seats__player=player).exclude(status=Game.Status.PLANNED)
        field: Any = self.fields["game_id"]
        field.choices = [
            (str(game.pk), str(game))
            for game in games.select_related("table", "round").order_by("started_at")
        ]


class ReasonForm(forms.Form):
    reason = LineField(label="Why", max_length=300)


class AnswerForm(forms.Form):
    answer = LineField(label="Your answer", max_length=300, help_text="The player reads it on the own page.")
