"""What changes for everybody when somebody leaves, comes, comes back or changes division: said before it is done.

Where the movement goes by results (RULES 5). The act tells the same words when it is done (`movement.joined`, `left`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q

from tournaments.models import Division, Movement, Player, Round, ScoreSheet, Seat, Tournament
from tournaments.queries.queue import as_it_is
from tournaments.queries.roster_words import Name, told
from tournaments.rotation.formats import Movement as State
from tournaments.rotation.formats import Queue, restore
from tournaments.rotation.model import House
from tournaments.sheet_content import STANDING

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
    """What each change of this person would make of the night at `now`. At most five queries, and one more a queue."""
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
    tell, chair = _Tell(int(now.timestamp()), name_of(night), played_tables(night, states)), own_chair(player)
    here = states.get(player.division_id)
    if not present:
        back = () if here is None else (*_sat_in(player, chair), *_joining(here, player, tell))
        return RosterChanges(coming=back)
    leaving = () if here is None else _leaving(here, player, tell)
    others = [division for division in divisions if division.pk != player.league_id]
    moving = tuple(
        (division, tuple(_moving(player, division, states, leaving, chair, tell))) for division in others
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


@dataclass(frozen=True)
class _Tell:
    """What the words need besides the states: the moment in seconds, the names, and the tables with a sheet in."""

    seconds: int
    name: Name
    played: frozenset[int]

    def __call__(self, before: State, after: State, player: Player) -> tuple[str, ...]:
        begun = after.next_games(self.seconds)[0] if isinstance(after, Queue) else after
        return told(before, begun, player.pk, self.seconds, self.name, self.played)


def played_tables(night: Tournament, states: Mapping[int, State]) -> frozenset[int]:
    """The tables of the night whose game is over, by its sheet, and has moved nobody yet. `states`: by division. One
    query, none while nobody plays."""
    open_games = Q()
    for division, state in states.items():
        if state.running:
            numbers = [game.number for game in state.running]
            in_rounds = Q(round__status=Round.Status.RUNNING)
            open_games |= Q(division=division) & (in_rounds | Q(queue_number__in=numbers))
    if not open_games:
        return frozenset()
    sheets = ScoreSheet.objects.filter(game=OuterRef("pk"), state__in=STANDING)
    games = night.games.filter(open_games, Exists(sheets))
    return frozenset(games.values_list("table__number", flat=True))


def _leaving(state: State, player: Player, tell: _Tell) -> tuple[str, ...]:
    if player.pk not in state.players:
        return ()
    return tell(state, state.leave(player.pk, tell.seconds), player)


def _joining(state: State, player: Player, tell: _Tell) -> tuple[str, ...]:
    if player.pk in state.players:
        return ()
    return tell(state, state.join(player.pk, tell.seconds), player)


def _moving(
    player: Player,
    division: Division,
    states: dict[int, State],
    leaving: tuple[str, ...],
    chair: Seat | None,
    tell: _Tell,
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
    yield from (f"{division.name}: {words}" for words in _joining(there, player, tell))


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
