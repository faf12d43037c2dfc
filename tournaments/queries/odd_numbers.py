"""What can be done with those who are left over from tables of four, for the number that is here now (RULES 5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from scoring.words import counted
from tournaments.models import Division, Player, Tournament
from tournaments.night_settings import MOVEMENT_WORDS, NightSettings, Odd, contradictions_of
from tournaments.rotation import RotationError
from tournaments.rotation.shape import shape_for

TITLES: dict[Odd, str] = {
    "sit_out": "Fair sit-outs",
    "three_hand": "Tables of three",
    "house": "House players",
}


@dataclass(frozen=True)
class Way:
    """One way, as the setting `odd` names it. `effect`: what it makes of those present; `problem`: why it cannot be
    done, "" when it can; `is_set`: the night's own."""

    odd: Odd
    title: str
    effect: str
    problem: str
    is_set: bool


@dataclass(frozen=True)
class Pair:
    """Two leagues that could sit, or sit, at the same tables and rank apart. `effect`: what that makes of them."""

    host: Division
    guest: Division
    effect: str


@dataclass(frozen=True)
class OddNumbers:
    """Divisions whose number does not fill tables: how many are here, and what can be done. `pairs`: leagues that
    would sit better together; `together`: those that do."""

    here: tuple[tuple[Division, int], ...]
    ways: tuple[Way, ...]
    pairs: tuple[Pair, ...] = ()
    together: tuple[Pair, ...] = ()

    @property
    def leaves_a_choice(self) -> bool:
        """Something else than what is set can be done."""
        others = any(not (way.problem or way.is_set) for way in self.ways)
        return others or bool(self.pairs or self.together)

    @property
    def impossible(self) -> bool:
        """Nothing that can be set makes a game for these numbers."""
        return all(way.problem for way in self.ways)


def odd_numbers_of(night: Tournament) -> OddNumbers | None:
    """None where everybody present finds a chair, or where whoever is over waits in the queue. Two queries, and one
    where there are several leagues."""
    settings = night.settings
    if settings.movement == "continuous":
        return None
    here = _here(night)
    left = tuple((division, count) for division, count in here if count % settings.rules.seats)
    guests = tuple(_pair(settings, host, guest, {}) for guest, host in _guests(here))
    if not left and not guests:
        return None
    ways = tuple(_way(settings, odd, left) for odd in TITLES) if left else ()
    may_change = len(here) > 1 and not night.rounds.exists()
    pairs = tuple(_pairs(settings, here)) if may_change and left else ()
    return OddNumbers(left, ways, pairs, guests if may_change else ())


def _guests(here: Iterable[tuple[Division, int]]) -> list[tuple[Division, Division]]:
    """(guest, host) of leagues that sit together."""
    divisions = {division.pk: division for division, _ in here}
    return [
        (division, divisions[division.seat_id])
        for division in divisions.values()
        if division.seat_id != division.pk
    ]


def _pairs(settings: NightSettings, here: Iterable[tuple[Division, int]]) -> Iterator[Pair]:
    """Two leagues of which fewer people are over together than apart, or of which one fills no table."""
    seats = settings.rules.seats
    free = [(division, count) for division, count in here if division.seated_with_id is None and count]
    for (one, some), (other, more) in combinations(free, 2):
        better = (some + more) % seats < some % seats + more % seats
        if (better or min(some, more) < seats) and some + more >= seats:
            host, guest = (one, other) if some >= more else (other, one)
            yield _pair(settings, host, guest, {host.pk: max(some, more), guest.pk: min(some, more)})


def _pair(settings: NightSettings, host: Division, guest: Division, counts: Mapping[int, int]) -> Pair:
    together = sum(counts.values())
    return Pair(host, guest, effect_of(settings, "sit_out", together)[0] if together else "")


def _here(night: Tournament) -> list[tuple[Division, int]]:
    rows = night.players.filter(status=Player.Status.CHECKED_IN, is_house=False)
    present = list(rows.values_list("division_id", flat=True))
    return [(division, present.count(division.pk)) for division in night.divisions.all()]


def _way(settings: NightSettings, odd: Odd, here: Iterable[tuple[Division, int]]) -> Way:
    problem = _against(settings, odd)
    effects, problems = [], [problem] if problem else []
    numbers = list(here)
    for division, count in numbers:
        where = f"{division.name}, {count}: " if len(numbers) > 1 else ""
        effect, why_not = effect_of(settings, odd, count)
        if why_not:
            problems.append(f"{where}{why_not}")
        else:
            effects.append(f"{where}{effect}")
    return Way(odd, TITLES[odd], "; ".join(effects), " ".join(problems), settings.odd == odd)


def _against(settings: NightSettings, odd: Odd) -> str:
    """Why the night's other settings do not allow it."""
    if settings.rules.seats == 3 and odd != "sit_out":
        return "Tonight everybody plays three-handed: only sit-outs are possible."
    refused = [text for field, text in contradictions_of(settings, {"odd": odd}) if field == "odd"]
    return f"Not with this movement, {MOVEMENT_WORDS[settings.movement]}." if refused else ""


def effect_of(settings: NightSettings, odd: Odd, count: int, tables: Sequence[int] = ()) -> tuple[str, str]:
    """(what this way makes of so many players at these table numbers, why it cannot be done); one of them is ""."""
    mode = "alone" if settings.rules.seats == 3 else "partners"
    fill = -count % 4 if odd == "house" else 0
    try:
        shape = shape_for(count + fill, mode, odd, tables)  # type: ignore[arg-type]  # one of TITLES
    except RotationError as error:
        return "", str(error)
    if fill and count < 3:
        return "", f"{counted(count, 'player')} cannot play: a table needs three of them at least."
    parts = [
        f"{counted(tables, 'table')} of {size}"
        for tables, size in ((shape.full, "four"), (shape.short, "three"))
        if tables
    ]
    if shape.sit_outs:
        parts.append(f"{shape.sit_outs} sit{'s' if shape.sit_outs == 1 else ''} out each game")
    if fill:
        parts.append(f"{counted(fill, 'house player')} in the empty chair{'s' if fill > 1 else ''}")
    return ", ".join(parts), ""
