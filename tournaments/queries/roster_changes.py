"""What changes for everybody when somebody leaves, comes, comes back or changes division: said before it is done.

Where the movement goes by results (RULES 5). The act tells the same words when it is done (`movement.joined`, `left`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from tournaments.models import Division, Movement, Player, Seat, Tournament
from tournaments.queries.queue import as_it_is
from tournaments.queries.roster_words import Name, told
from tournaments.rotation.formats import Movement as State
from tournaments.rotation.formats import Queue, restore
from tournaments.rotation.model import House

SCHEDULE = "The rotation is then made anew for the games to come; you see it before it counts."
Status = Player.Status
A_HOUSE_PLAYER = "a house player"
COMES = (Status.REGISTERED, Status.NO_SHOW, Status.WITHDRAWN)


@dataclass(frozen=True)
class RosterChanges:
    """`leaving`: if a present person leaves; `coming`: if an absent one comes (back); `moving`: if they change to that
    division. Sentences; () where nobody is seated yet."""

    leaving: tuple[str, ...] = ()
    coming: tuple[str, ...] = ()
    moving: tuple[tuple[Division, tuple[str, ...]], ...] = ()


def roster_changes(
    night: Tournament, player: Player, divisions: tuple[Division, ...], now: datetime
) -> RosterChanges:
    """What each change of this person would make of the night at `now`. At most four queries, and one more a queue."""
    present = player.status == Status.CHECKED_IN
    if night.settings.movement == "schedule":
        words: tuple[str, ...] = (SCHEDULE,) if night.stage == Tournament.Stage.PLAYING else ()
        moving = tuple(
            (division, words) for division in divisions if words and division.pk != player.league_id
        )
        if not present:
            return RosterChanges(coming=words)
        return RosterChanges((*_leaves_a_chair(own_chair(player)), *words), moving=moving)
    movements = Movement.objects.filter(division__tournament=night)
    states = {
        movement.division_id: _tried(night, restore(movement.state), movement) for movement in movements
    }
    if not states or not (present or player.status in COMES):
        return RosterChanges()
    name, chair = name_of(night), own_chair(player)
    seconds = int(now.timestamp())
    here = states.get(player.division_id)
    if not present:
        back = () if here is None else (*_sat_in(player, chair), *_joining(here, player, seconds, name))
        return RosterChanges(coming=back)
    leaving = () if here is None else _leaving(here, player, seconds, name)
    others = [division for division in divisions if division.pk != player.league_id]
    moving = tuple(
        (division, tuple(_moving(player, division, states, leaving, chair, seconds, name)))
        for division in others
    )
    return RosterChanges(leaving, moving=moving)


def name_of(night: Tournament) -> Name:
    """How the desk reads a person of the night by id: "12 Ann", or "a house player". One query."""
    people: dict[object, str] = {
        player.pk: A_HOUSE_PLAYER if player.is_house else str(player) for player in night.players.all()
    }
    return lambda player: people.get(player, A_HOUSE_PLAYER if isinstance(player, House) else str(player))


def _tried(night: Tournament, state: State, movement: Movement) -> State:
    """The state as the next act would find it."""
    return as_it_is(state, movement.division_id, night.settings) if isinstance(state, Queue) else state


def _begun(state: State, seconds: int) -> State:
    """With the games begun that a queue begins at once; a round waits for its start."""
    return state.next_games(seconds)[0] if isinstance(state, Queue) else state


def _leaving(state: State, player: Player, seconds: int, name: Name) -> tuple[str, ...]:
    if player.pk not in state.players:
        return ()
    after = _begun(state.leave(player.pk, seconds), seconds)
    return told(state, after, player.pk, seconds, name)


def _joining(state: State, player: Player, seconds: int, name: Name) -> tuple[str, ...]:
    if player.pk in state.players:
        return ()
    after = _begun(state.join(player.pk, seconds), seconds)
    return told(state, after, player.pk, seconds, name)


def _moving(
    player: Player,
    division: Division,
    states: dict[int, State],
    leaving: tuple[str, ...],
    chair: Seat | None,
    seconds: int,
    name: Name,
) -> Iterator[str]:
    if division.seat_id == player.division_id:
        yield f"They keep their place at the tables, and rank in {division.name}."
        return
    if chair is not None:
        yield f"Not while they sit at table {chair.game.table.number}: when that game is over."
        return
    yield from (f"{player.division.name}: {words}" for words in leaving)
    there = states.get(division.seat_id)
    if there is None:
        yield f"{division.name} is not seated yet: they wait for its first game."
        return
    yield from (f"{division.name}: {words}" for words in _joining(there, player, seconds, name))


def own_chair(player: Player) -> Seat | None:
    """The chair they sit in now, or have while somebody sits in for them."""
    theirs = Seat.objects.filter(Q(player=player) | Q(stand_in=player), live=True)
    return theirs.select_related("game__table", "stand_in").first()


def _leaves_a_chair(chair: Seat | None) -> Iterator[str]:
    if chair is not None:
        yield f"They are in the game at table {chair.game.table.number}: somebody has to take their chair."


def _sat_in(player: Player, chair: Seat | None) -> Iterator[str]:
    if chair is not None and chair.stand_in is not None and chair.stand_in != player:
        yield (
            f"{chair.stand_in} sits in for them at table {chair.game.table.number}; to sit down again, take that back on "
            "the table’s page."
        )
