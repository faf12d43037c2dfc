"""What somebody can expect who comes, comes back or changes division while the rotation is drawn (RULES 5, 6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, OuterRef

from tournaments.models import Division, Player, Round, Seat, SitOut, Tournament
from tournaments.queries.odd_numbers import effect_of
from tournaments.rotation.words import listed

NOTHING_LEFT = "No game is left for them to play."
STILL_SEATED = "The rotation still seats them in the games to come."


@dataclass(frozen=True)
class Expectations:
    """Sentences for the desk, and whether the rotation has to be made anew for them to come true."""

    words: tuple[str, ...] = ()
    needs_update: bool = False


def expectations(night: Tournament, player: Player, now: datetime, *, coming: bool = False) -> Expectations:
    """Which game they play from, whether everybody finds a seat then, and whether the rotation has to change.

    Nothing before the first draw, and where no plan seats people. `coming`: they are about to come, and not among those
    present yet. At most two queries.
    """
    if night.settings.movement != "schedule":
        return Expectations()
    games = _games(night, player)
    to_come = [game for game in games if game.is_to_come]
    if not to_come or night.past_last_call(now):
        is_for_them = bool(games) and (player.is_playing or coming)
        return Expectations((NOTHING_LEFT,) if is_for_them else ())
    theirs = [game.number for game in to_come if game.has_a_place]
    without = [game for game in to_come if not game.has_a_place]
    if not player.is_playing and not coming:
        return Expectations((STILL_SEATED,), needs_update=True) if theirs else Expectations()
    words = list(_from_which_game(without, lambda: _seats(night, player.division, coming)))
    if theirs:
        words.append(f"The rotation has a place for them already, from game {theirs[0]} on.")
    return Expectations(tuple(words), needs_update=bool(without))


class _Game(NamedTuple):
    number: int
    is_to_come: bool
    is_locked: bool
    has_a_place: bool


def _games(night: Tournament, player: Player) -> list[_Game]:
    """The games of the rotation at whose tables they sit, in order; a sit-out is a place too. One query."""
    mine = {"round": OuterRef("pk"), "player": player}
    place = Exists(Seat.objects.filter(**mine)) | Exists(SitOut.objects.filter(**mine))
    rounds = player.division.rounds.annotate(place=place).order_by("number")
    rows = list(rounds.values_list("number", "status", "locked", "place"))
    most = night.settings.games or len(rows)
    return [
        _Game(number, status == Round.Status.PLANNED and number <= most, locked, has_a_place)
        for number, status, locked, has_a_place in rows
    ]


def _from_which_game(games: Sequence[_Game], seats: Callable[[], str]) -> Iterator[str]:
    """Of the games that do not know them. `seats`: who finds a seat."""
    first = next((game.number for game in games if not game.is_locked), None)
    shut = [game.number for game in games if game.is_locked and (first is None or game.number < first)]
    if shut:
        locked = "is locked without them" if len(shut) == 1 else "are locked without them"
        yield f"{listed(shut, 'Game', 'Games')} {locked}: they miss {'it' if len(shut) == 1 else 'them'}, unless unlocked first."
    if first is not None:
        yield f"They can play from game {first} on, once the rotation is updated: {seats()}."


def _seats(night: Tournament, division: Division, coming: bool) -> str:
    present = Player.objects.filter(division=division, status=Player.Status.CHECKED_IN, is_house=False)
    here = present.count() + coming
    effect, problem = effect_of(night.settings, night.settings.odd, here, division.table_numbers)
    return problem.rstrip(".") if problem else f"with {here} here, {effect}"
