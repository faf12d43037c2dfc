"""A tie in words: what is at stake, which rule settles it, and each hand of a sudden death."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.playoffs import PlayoffTable, playoff_plan
from scoring.words import dollars, listed
from tournaments.models import Player
from tournaments.night_settings import NightSettings
from tournaments.queries.playoff import Playoff, partners_by_lot
from tournaments.queries.ties import PlaceTie

_SUITS = ("spade", "heart", "diamond")
_RESERVES = 3


@dataclass(frozen=True)
class Side:
    """Who plays together. `partner`: drawn by lot, whose points are void; None with `needs_partner` when there is
    nobody to draw. `value`: the numbers that gain when the side does."""

    suit: str
    players: tuple[Player, ...]
    needs_partner: bool
    partner: Player | None
    value: str


@dataclass(frozen=True)
class HandToPlay:
    """The next hand. `places`: "places 1 and 2"; `is_duel`: one table of two sides, so that one press says who
    gained; `reserves`: next in the draw if a partner drawn is not there."""

    number: int
    places: str
    decides: str
    tables: tuple[tuple[Side, ...], ...]
    is_duel: bool
    reserves: tuple[Player, ...]


@dataclass(frozen=True)
class PlayoffWords:
    """A sudden death for the page. `steps`: how it goes as a whole; `hand`: what is played now; `played`: who gained
    in each hand so far; `groups`: the order so far; `order`: complete, best first."""

    steps: tuple[str, ...]
    hand: HandToPlay | None
    played: tuple[tuple[Player, ...], ...]
    groups: tuple[tuple[str, tuple[Player, ...]], ...]
    order: tuple[Player, ...]


def playoff_words(tie: PlaceTie, playoff: Playoff, lots: str) -> PlayoffWords:
    people = tie.people
    groups, place = [], tie.place
    for group in playoff.groups:
        groups.append((places_words(place, len(group)), tuple(people[n] for n in group)))
        place += len(group)
    return PlayoffWords(
        steps=tuple(step.decides for step in playoff_plan(len(tie.rows))),
        hand=_hand(tie, playoff, lots) if playoff.tables else None,
        played=tuple(tuple(people[n] for n in hand.gained) for hand in playoff.played),
        groups=tuple(groups),
        order=tuple(people[n] for n in playoff.order or ()),
    )


def _hand(tie: PlaceTie, playoff: Playoff, lots: str) -> HandToPlay:
    drawn = partners_by_lot(tie.others, lots, len(playoff.played))
    needed = sum(table.seats.count(None) for table in playoff.tables)
    partners = [tie.people[number] for number in drawn]
    tables = tuple(_sides(table, tie, partners) for table in playoff.tables)
    return HandToPlay(
        number=len(playoff.played) + 1,
        places=places_words(tie.place + playoff.ahead, len(playoff.playing)),
        decides=playoff_plan(len(playoff.playing))[0].decides,
        tables=tables,
        is_duel=len(tables) == 1 and len(tables[0]) == 2,
        reserves=tuple(partners[needed : needed + _RESERVES]) if needed else (),
    )


def _sides(table: PlayoffTable, tie: PlaceTie, partners: list[Player]) -> tuple[Side, ...]:
    """The sides of a table: opposite seats together at four, each for themselves at three."""
    seats = table.seats
    chairs = (seats[0::2], seats[1::2]) if len(seats) == 4 else tuple((seat,) for seat in seats)
    sides = []
    for index, (suit, chair) in enumerate(zip(_SUITS, chairs, strict=False)):
        numbers = [number for number in chair if number is not None]
        needs = None in chair
        sides.append(
            Side(
                suit=suit,
                players=tuple(tie.people[number] for number in numbers),
                needs_partner=needs,
                partner=partners[index] if needs and index < len(partners) else None,
                value="-".join(str(number) for number in numbers),
            )
        )
    return tuple(sides)


def places_words(first: int, count: int) -> str:
    """ "place 3", "places 1 and 2", "places 2 to 5"."""
    if count == 1:
        return f"place {first}"
    return f"places {first} {'and' if count == 2 else 'to'} {first + count - 1}"


def prize_words(tie: PlaceTie) -> str:
    """What the places they stand on win: "$96 for place 2, $64 for place 3, nothing for place 4"."""
    parts = [f"{share.name or dollars(share.cents)} for place {share.place}" for share in tie.shares]
    bare = len(tie.rows) - len(tie.shares)
    if bare:
        places = places_words(tie.place + len(tie.shares), bare)
        parts.append(f"nothing for {places}")
    return listed(parts)


def rule_words(settings: NightSettings, tie: PlaceTie) -> str:
    """How this night settles a tie at a prize place, and why this one is still open."""
    if settings.prize_tie == "tie-breakers":
        asked = listed([_BREAKERS[breaker] for breaker in settings.tie_breakers])
        return f"They are level on points and on every tie-breaker: {asked}. A playoff or lots must decide."
    if settings.prize_tie == "lots":
        return "This night draws lots when players are level at a prize place."
    if tie.shares and tie.shares[0].name:
        return "A prize that is a thing is never split: a playoff or lots must decide."
    return "This night plays one-hand sudden death when players are level at a prize place."


_BREAKERS = {
    "games won": "games won",
    "loners": "loners",
    "fewest bumps": "fewest bumps",
    "head to head": "games against each other",
}
