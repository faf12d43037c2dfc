"""Signs of life of those who type a sheet. No act: nothing counts, nothing is logged, no screen is woken."""

from __future__ import annotations

from datetime import datetime

from tournaments.actions.act import Actor
from tournaments.models import Entering, Game


def seen_entering(game: Game, actor: Actor, now: datetime) -> None:
    """This person has the form of the game open and typed in it a moment ago."""
    Entering.objects.update_or_create(
        game=game, identity=actor.identity, defaults={"name": actor.name[:120], "seen_at": now}
    )


def left_entering(game: Game, actor: Actor) -> None:
    """This person has saved or closed the form."""
    Entering.objects.filter(game=game, identity=actor.identity).delete()
