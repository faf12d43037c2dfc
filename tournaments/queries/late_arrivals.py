"""What somebody can expect who comes, comes back or changes division while the rotation is drawn (RULES 5, 6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Division, Player, Round, Tournament
from tournaments.queries.odd_numbers import effect_of
from tournaments.rotation.words import listed

NOTHING_LEFT = "No game is left for them to play."


@dataclass(frozen=True)
class Expectations:
    """Sentences for the desk, and whether the rotation has to be made anew for them to come true."""

    words: tuple[str, ...] = ()
    needs_update: bool = False


def expectations(
    night: Tournament, division: Division, now: datetime, *, here: bool = True, coming: bool = False
) -> Expectations:
    """Which game they play from, whether everybody finds a seat then, and whether the rotation has to change.

    Nothing before the first draw, and where no plan seats people. `division`: where they sit; not `here`: they have
    left; `coming`: they are about to come, and not among those present yet. Two queries.
    """
    if night.settings.movement != "schedule":
        return Expectations()
    rounds = list(division.rounds.values_list("number", "status", "locked").order_by("number"))
    most = night.settings.games or len(rounds)
    games = [
        (number, locked)
        for number, status, locked in rounds
        if status == Round.Status.PLANNED and number <= most
    ]
    if not rounds or not games or night.past_last_call(now):
        return Expectations((NOTHING_LEFT,) if rounds and (here or coming) else ())
    if not here and not coming:
        return Expectations(("The rotation still seats them in the games to come.",), needs_update=True)
    return Expectations(tuple(_from_which_game(games, _seats(night, division, coming))), needs_update=True)


def _from_which_game(games: Sequence[tuple[int, bool]], seats: str) -> Iterator[str]:
    first = next((number for number, locked in games if not locked), None)
    shut = [number for number, locked in games if locked and (first is None or number < first)]
    if shut:
        locked = "is locked without them" if len(shut) == 1 else "are locked without them"
        yield f"{listed(shut, 'Game', 'Games')} {locked}: they miss {'it' if len(shut) == 1 else 'them'}, unless unlocked first."
    if first is not None:
        yield f"They can play from game {first} on, once the rotation is updated: {seats}."


def _seats(night: Tournament, division: Division, coming: bool) -> str:
    present = Player.objects.filter(division=division, status=Player.Status.CHECKED_IN, is_house=False)
    here = present.count() + coming
    effect, problem = effect_of(night.settings, night.settings.odd, here, division.table_numbers)
    return problem.rstrip(".") if problem else f"with {here} here, {effect}"
