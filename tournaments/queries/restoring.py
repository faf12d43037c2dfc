"""Whether a void game can be played after all: its four must still be free to sit down together."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Q

from scoring.words import listed
from tournaments.models import Game, Movement, Player, Round, Seat
from tournaments.queries.queue import QUEUE
from tournaments.rotation import RotationError, formats


@dataclass(frozen=True)
class Restoring:
    """Two ways to take "void" back. `play_problem`: why the table cannot play on, `count_problem`: why not even its
    sheet can be counted, "" where it can; `effects`: what playing on changes, in sentences."""

    play_problem: str
    count_problem: str
    effects: tuple[str, ...] = ()


def restoring_of(game: Game) -> Restoring | None:
    """The ways for a void game that somebody sat at; None for any other. `game` comes with its table and round. At most
    four queries."""
    seats = list(game.seats.select_related("player", "stand_in").order_by("position"))
    if game.status != Game.Status.VOID or not seats:
        return None
    count_problem = seated_elsewhere(game, [seat.player_id for seat in seats], playing=False)
    play_problem = count_problem or why_not_played_on(game, seats)
    names = listed([str(seat.stand_in or seat.player) for seat in seats])
    effects = [f"{names} play on at table {game.table.number}; the table owes its sheet again."]
    if game.round is not None:
        effects.append("It is no sit-out any more.")
    elif not play_problem:
        effects.append("They leave the line, and the table is theirs.")
    return Restoring(play_problem, count_problem, tuple(effects))


def why_not_played_on(game: Game, seats: Collection[Seat]) -> str:
    """Why these chairs of a game that is over cannot be sat in again, naming who is where; "" when they can."""
    if game.round is not None and game.round.status != Round.Status.RUNNING:
        return f"Game {game.round.number} is closed."
    sitters = [seat.stand_in_id or seat.player_id for seat in seats]
    if elsewhere := seated_elsewhere(game, sitters):
        return elsewhere
    stored = Movement.objects.filter(division=game.division_id, kind=QUEUE).first()
    state = formats.restore(stored.state) if stored is not None else None
    if not isinstance(state, formats.Queue):
        return ""
    names: dict[object, str] = {seat.player_id: str(seat.player) for seat in seats}
    try:
        reopened(state, game)
    except RotationError as error:
        return error.told(lambda player: names.get(player, str(player)))
    return ""


def reopened(state: formats.Queue, game: Game) -> formats.Queue:
    """The queue with this game under way again. Raises RotationError naming who has been seated since."""
    number = game.queue_number or 0
    return state if any(each.number == number for each in state.running) else state.reopened(number)


def seated_elsewhere(game: Game, player_ids: Collection[int], *, playing: bool = True) -> str:
    """Where else these people sit now (`playing`), in somebody else's chair too, or have a chair that counts in the same
    round; "" for nowhere. One query."""
    theirs = (
        Q(player__in=player_ids, round=game.round, counting=True) if game.round is not None else Q(pk=None)
    )
    if playing:
        theirs |= Q(player__in=player_ids, live=True) | Q(stand_in__in=player_ids, live=True)
    seats = Seat.objects.filter(theirs).exclude(game=game).select_related("player", "stand_in", "game__table")
    where = [f"{_who(seat, player_ids)} at table {seat.game.table.number}" for seat in seats.order_by("pk")]
    return f"Seated elsewhere: {listed(where)}." if where else ""


def _who(seat: Seat, player_ids: Collection[int]) -> Player:
    return seat.stand_in if seat.stand_in is not None and seat.stand_in_id in player_ids else seat.player
