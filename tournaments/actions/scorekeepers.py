"""Naming the scorekeeper of a table."""

from __future__ import annotations

from tournaments.actions.act import Act, Result, act
from tournaments.actions.lookup import game_of, refuse_if_final
from tournaments.models import AccessLink, Game
from tournaments.problems import refuse


@act
def name_scorekeeper(act: Act, *, game_id: str, player_id: int | None) -> Result:
    """Let somebody who sits at the table keep its score; None: the lowest number present again (RULES 6)."""
    refuse_if_final(act.night)
    game = game_of(act.night, game_id)
    if act.caller.actor.role == AccessLink.Role.TABLE:
        own = act.night.links.filter(pk=act.caller.actor.link_id or 0, table=game.table_id)
        if not own.exists():
            raise refuse("other_table", "This link is for its own table alone.")
    if game.status not in (Game.Status.PLANNED, Game.Status.RUNNING):
        raise refuse("over", f"{game} is over.")
    sitters = {
        sitter.pk: sitter
        for seat in game.seats.select_related("player", "stand_in")
        for sitter in [seat.stand_in or seat.player]
    }
    if player_id is not None and player_id not in sitters:
        raise refuse("not_there", f"The scorekeeper sits at {game}.", field="player")
    before = str(game.scorekeeper) if game.scorekeeper_id else None
    game.scorekeeper = sitters[player_id] if player_id is not None else None
    game.save(update_fields=["scorekeeper"])
    act.touch("seating")
    text = (
        f"{game}: {game.scorekeeper} keeps the score"
        if game.scorekeeper
        else f"{game}: the lowest number keeps the score"
    )
    act.record(text, before=before, after=str(game.scorekeeper or ""), game=game, player=game.scorekeeper)
    return {"game": str(game.pk), "player": player_id}
