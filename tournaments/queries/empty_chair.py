"""An empty chair in a running game: what can be done about it, and what each way would change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from django.db.models import Q

from scoring.words import dollars, listed
from tournaments.models import Game, Movement, Player, ScoreSheet, Seat, Tournament
from tournaments.rotation.formats import Queue, restore
from tournaments.sheet_content import STANDING, settings_of

#: "seat": plays for own points, the missing one was never there. "stand_in": plays on for the missing one.
#: "house", "house_stands_in": the same with a house player. "three": the others play three-handed.
#: "sit_out": the table does not play.
Way = Literal["seat", "stand_in", "house", "house_stands_in", "three", "sit_out"]
Status = Player.Status
MOST_WAITING, MOST_OTHERS = 3, 8


@dataclass(frozen=True)
class Option:
    """One way to go on. `person`: who comes, where somebody does. `effects`: what it would change, in sentences.
    `problem`: why it cannot be done now, "" if it can."""

    way: Way
    label: str
    effects: tuple[str, ...]
    person: Player | None = None
    problem: str = ""


@dataclass(frozen=True)
class EmptyChair:
    """`from_start`: the chair was empty when the game began; `in_the_middle`: hands have been played from it."""

    game: Game
    seat: Seat
    others: tuple[Player, ...]
    from_start: tuple[Option, ...]
    in_the_middle: tuple[Option, ...]

    @property
    def missing(self) -> Player:
        """Whose chair it is."""
        return self.seat.player

    def option(self, way: str, player_id: int | None) -> Option | None:
        """The option of that way (and person), None when it is not one."""
        for option in (*self.from_start, *self.in_the_middle):
            if option.way == way and (option.person.pk if option.person else None) == player_id:
                return option
        return None


def empty_chair(night: Tournament, game: Game, position: int) -> EmptyChair | None:
    """The ways to go on with that chair of a running game without a sheet; None when there is none. `game` comes
    with its table, round, division and settings. At most eight queries."""
    seats = list(game.seats.select_related("player", "stand_in").order_by("position"))
    seat = next((seat for seat in seats if seat.position == position), None)
    has_sheet = ScoreSheet.objects.filter(game=game, state__in=STANDING).exists()
    if seat is None or game.status != Game.Status.RUNNING or has_sheet:
        return None
    sitting_out = _sitting_out(game)
    others = tuple(other.player for other in seats if other is not seat)
    stored = Movement.objects.filter(division_id=game.division_id).first()
    by_results, waits = stored is not None, _in_line(stored)
    people = _people(night, game, sitting_out, [*waits])
    ways = _Ways(game, seat, others, sitting_out, waits)
    seated = _seated_this_round(game)
    start = [] if by_results else [ways.takes_the_seat(p) for p in people if p.pk not in seated]
    start += [] if by_results else [ways.house(stands_in=False)]
    start += [ways.three()] if game.size == 4 and not by_results else []
    start += [ways.nobody_plays()]
    middle = [ways.stands_in(person) for person in people if person.status == Status.CHECKED_IN]
    middle += [ways.house(stands_in=True)]
    return EmptyChair(game, seat, others, tuple(start), tuple(middle))


def _sitting_out(game: Game) -> frozenset[int]:
    if game.round is None:
        return frozenset()
    return frozenset(game.round.sit_outs.values_list("player_id", flat=True))


def _in_line(stored: Movement | None) -> dict[int, str]:
    """Who waits in a queue and for what: the line in its order, then those who hold a table for others to come."""
    state = restore(stored.state) if stored is not None else None
    if not isinstance(state, Queue):
        return {}
    in_line = {waiting.player for waiting in state.line}
    waiting = sorted(state.waiting(), key=lambda waits: waits.player not in in_line)
    return {waits.player: waits.why for waits in waiting if isinstance(waits.player, int)}


def _seated_this_round(game: Game) -> frozenset[int]:
    """Who has a seat in the round already, at a table that may be done: nobody has two games in one round."""
    if game.round is None:
        return frozenset()
    seats = Seat.objects.filter(round=game.round, counting=True)
    return frozenset(seats.values_list("player_id", flat=True))


def _people(night: Tournament, game: Game, sitting_out: frozenset[int], line: Sequence[int]) -> list[Player]:
    """Who could come: those who wait for a place, those who sit this game out or wait in the line (ids), in its order,
    then everybody else who is free."""
    of_division = night.players.filter(division_id=game.division_id, is_house=False)
    waiting = list(of_division.filter(status=Status.WAITING).order_by("waiting_place")[:MOST_WAITING])
    busy = Seat.objects.filter(Q(live=True) | Q(game__status=Game.Status.RUNNING, stand_in__isnull=False))
    taken: set[int | None] = set()
    for player, stand_in in busy.filter(game__tournament=night).values_list("player_id", "stand_in_id"):
        taken |= {player, stand_in}
    free = [
        player
        for player in of_division.filter(status=Status.CHECKED_IN).order_by("number")
        if player.pk not in taken
    ]
    in_line = {player: place for place, player in enumerate(line)}
    free.sort(key=lambda player: (player.pk not in sitting_out, in_line.get(player.pk, len(in_line))))
    return [*waiting, *free[:MOST_OTHERS]]


class _Ways:
    """The options of one chair, in words."""

    def __init__(
        self,
        game: Game,
        seat: Seat,
        others: tuple[Player, ...],
        sitting_out: frozenset[int],
        waits: Mapping[int, str],
    ) -> None:
        self.waits = waits
        places = [place for place in range(game.size) if place != seat.position]
        self.places = list(zip(places, others, strict=True))
        self.game, self.seat, self.others, self.sitting_out = game, seat, others, sitting_out
        self.settings = settings_of(game)
        self.missing = f"{seat.player.name} ({seat.player.number})"
        self.number = f"game {game.round.number}" if game.round else "this game"

    def takes_the_seat(self, person: Player) -> Option:
        who = person.name
        effects = [f"{who} plays seat {self.seat.position + 1} for own points.", self._absent()]
        label, problem = f"{person} takes the seat", ""
        if person.status == Status.WAITING:
            label = f"{who}, place {person.waiting_place} of the waiting list, takes the seat"
            due = max(0, self.settings.buy_in_cents - person.prepaid_cents)
            effects.append(f"{who} is checked in and gets the next number.")
            effects += [f"{dollars(due)} are still to be collected at the desk."] if due else []
            effects.append("Update the rotation afterwards, so that the games to come know them.")
            if self.settings.minimum_age and not person.id_checked:
                problem = f"The desk must see an ID first: {self.settings.minimum_age} and over."
        elif self._sits_out(person):
            effects.append(f"It is no sit-out any more for {who}.")
        return Option("seat", label, tuple(effects), person, problem)

    def stands_in(self, person: Player) -> Option:
        effects = [
            f"{person.name} plays on from seat {self.seat.position + 1}.",
            f"The points of the chair stay those of {self.missing}.",
        ]
        if self._sits_out(person):
            effects.append(f"The sit-out of {person.name} stays one.")
        if person.pk in self.waits:
            effects.append(
                f"{person.name} {self.waits[person.pk]}, keeps that place, and is not seated until this game is over."
            )
        return Option("stand_in", f"{person} plays on for them", tuple(effects), person)

    def house(self, *, stands_in: bool) -> Option:
        if stands_in:
            points = f"The points of the chair stay those of {self.missing}."
            return Option(
                "house_stands_in",
                "A house player plays on for them",
                ("Somebody of the house sits down.", points),
            )
        house = "A house player has no rank and no prize, and owes no bump money."
        return Option("house", "A house player takes the seat", (house, self._absent()))

    def three(self) -> Option:
        rules = self.settings.table_rules(3)
        length = f"{rules.hands} hands" if rules.hands is not None else f"first to {rules.target}"
        names = listed([player.name for player in self.others])
        effects = (
            f"{names} play three-handed, everybody for themselves, {length}.",
            "The sheet has three scores.",
            self._absent(),
        )
        return Option("three", "The others play three-handed", effects)

    def nobody_plays(self) -> Option:
        names = listed([player.name for player in self.others])
        worth = {
            "own average": "It is worth their own average.",
            "fixed": f"It is worth {self.settings.sit_out_points} points.",
            "nothing": "It is worth nothing.",
        }[self.settings.sit_out_worth]
        effects: tuple[str, ...] = (
            f"{names} sit {self.number} out. {worth}",
            "Their table owes no sheet.",
            self._absent(),
        )
        if self.game.round is None:
            effects = (*self._table_goes_on(), "Nothing is counted for the game.", self._absent())
        return Option("sit_out", "The table does not play", effects)

    def _table_goes_on(self) -> tuple[str, ...]:
        """In a queue the two who sat against the missing one stay, as if they had won."""
        stay = [player.name for place, player in self.places if (place - self.seat.position) % 2]
        walk = [player.name for place, player in self.places if not (place - self.seat.position) % 2]
        return (
            f"{listed(stay)} stay at table {self.game.table.number} for the next two.",
            *(f"{name} goes to the line." for name in walk),
        )

    def _absent(self) -> str:
        return f"{self.missing} is absent from {self.number} and earns nothing of it; the games to come stay."

    def _sits_out(self, person: Player) -> bool:
        return person.pk in self.sitting_out
