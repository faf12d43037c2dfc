"""Games of the queue outside the usual course: void ones, those played after all, and chairs with somebody else in them."""

from __future__ import annotations

from collections.abc import Collection

from tournaments.actions.act import Act
from tournaments.actions.movement import go_on, move_on, queue_of
from tournaments.models import Game, Movement
from tournaments.queries.queue import QUEUE
from tournaments.queries.restoring import reopened
from tournaments.queries.roster_changes import name_of
from tournaments.queries.roster_words import told_result
from tournaments.rotation.formats import Queue, restore


def game_void(act: Act, game: Game, absent: Collection[int] = ()) -> list[str]:
    """A game does not count. In a queue its table goes on: who sat against the `absent` (ids) stays, else the movement
    says who. Answers where they are then, in sentences."""
    if (queue := queue_of(game)) is None:
        return []
    before, number = _state(queue), game.queue_number or 0
    whole = [side for side in before.game(number).partner_pairs() if not side.intersection(absent)]
    stay = [player for player in whole[0] if isinstance(player, int)] if len(whole) == 1 else []
    move_on(act, queue, game, stay)
    return [*told_result(before, _state(queue), number, name_of(act.night))]


def game_restored(game: Game) -> None:
    """A void game is played after all: in a queue its four leave the line; in rounds nobody has moved yet. The caller
    has asked `queries.restoring` whether they can."""
    if (queue := _queue_of_division(game)) is not None:
        queue.state = reopened(_state(queue), game).to_dict()
        queue.save(update_fields=["state"])


def chairs_changed(act: Act, game: Game) -> None:
    """Somebody began or ceased to sit in for another: in a queue they are not seated meanwhile, or can be again."""
    if (queue := _queue_of_division(game)) is not None:
        go_on(act, queue)


def _queue_of_division(game: Game) -> Movement | None:
    queues = Movement.objects.filter(division=game.division_id, kind=QUEUE)
    return queues.select_related("division").first()


def _state(queue: Movement) -> Queue:
    state = restore(queue.state)
    assert isinstance(state, Queue)  # noqa: S101 -- by its kind
    return state
