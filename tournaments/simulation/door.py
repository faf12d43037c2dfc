"""Sign-ups, check-in, walk-ins, those who do not come, and those who come late."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from tournaments.actions import check_in, registration, rounds
from tournaments.actions.registration import NewPlayer
from tournaments.models import Division, Player
from tournaments.problems import ActRefused
from tournaments.simulation.people import name_of
from tournaments.simulation.run import Run
from tournaments.simulation.timeline import DOORS_OPEN, LAST_ONE_IN, SIGN_UPS

Status = Player.Status

PAID_BEFORE, PAYS_CASH = 0.1, 0.6


@dataclass(frozen=True)
class Guests:
    """Who is to come how, by name. Everybody else on the list comes in time."""

    no_shows: frozenset[str]
    late: frozenset[str]


def open_doors(run: Run) -> Guests:
    """Fill the list, open check-in and let everybody in who comes in time."""
    run.reach(SIGN_UPS)
    guests, walk_ins = _sign_ups(run)
    run.reach(DOORS_OPEN)
    rounds.open_check_in(run.night, run.organizer)
    coming = run.night.players.filter(status=Status.REGISTERED).exclude(
        name__in=guests.no_shows | guests.late
    )
    arriving = [*(player.name for player in coming.order_by("pk")), *walk_ins]
    lot = run.lot("door")
    lot.shuffle(arriving)
    for place, name in enumerate(arriving):
        run.reach(DOORS_OPEN + (LAST_ONE_IN - DOORS_OPEN) * place / len(arriving))
        if name not in walk_ins or _found_room(run, name, walk_ins[name]):
            let_in(run, name)
    run.reach(LAST_ONE_IN)
    _give_places_away(run, guests)
    here = run.night.players.filter(status=Status.CHECKED_IN).count()
    run.tell(f"Checked in {here} players, {len(walk_ins)} of them without a sign-up.")
    return guests


def let_in(run: Run, name: str) -> None:
    """Check one guest in; the buy-in is paid in cash, by card, or was paid with the sign-up."""
    player = run.night.players.get(name=name)
    settings = run.night.settings
    lot = run.lot("pays", name)
    check_in.check_in(
        run.night,
        run.desk,
        player_id=player.pk,
        method="" if player.prepaid_cents else "cash" if lot.random() < PAYS_CASH else "card",
        id_ok=settings.minimum_age is not None,
        consented=bool(settings.consent_text) and lot.random() < 0.95,
    )


def come_late(run: Run, name: str) -> None:
    """Check somebody in while the night is being played."""
    let_in(run, name)
    run.tell(f"{name} came late.")


def _sign_ups(run: Run) -> tuple[Guests, dict[str, Division]]:
    """Import the list. Answers the guests and, apart, the walk-ins with their divisions."""
    happenings, lot = run.script.happenings, run.lot("list")
    numbers = iter(range(1, 10_000))
    people: list[NewPlayer] = []
    walk_ins: dict[str, Division] = {}
    no_shows: list[str] = []
    late: list[str] = []
    divisions = list(run.night.divisions.all())
    strangers = _shared(happenings.walk_ins * run.night.settings.walk_ins, len(run.script.players))
    absent = _shared(happenings.no_shows, len(run.script.players))
    too_short = run.night.settings.games == 1  # nobody can come late to the only game
    behind = _shared(0 if too_short else happenings.late, len(run.script.players))
    for division, heads in zip(divisions, run.script.players, strict=False):
        walking, missing, coming_late = (next(strangers), next(absent), next(behind)) if heads else (0, 0, 0)
        names = [name_of(next(numbers)) for _ in range(heads + missing)]
        lot.shuffle(names)
        walk_ins.update(dict.fromkeys(names[:walking], division))
        late += names[walking : walking + coming_late]
        no_shows += names[walking + coming_late :][:missing]
        people += [_signed_up(run, lot, name, division) for name in names[walking:]]
    done = registration.import_players(run.night, run.organizer, people=people, source="the sign-up list")
    run.tell(f"{len(done['entered'])} signed up, {len(done['waiting'])} on the waiting list.")
    return Guests(frozenset(no_shows), frozenset(late)), walk_ins


def _signed_up(run: Run, lot: Random, name: str, division: Division) -> NewPlayer:
    paid = lot.random() < PAID_BEFORE
    return NewPlayer(name, division.pk, prepaid_cents=run.night.settings.buy_in_cents if paid else 0)


def _shared(count: int, parts: int) -> Iterator[int]:
    """`count` dealt out over `parts`, the first ones first; then nothing more."""
    for part in range(parts):
        yield count // parts + (part < count % parts)
    while True:
        yield 0


def _found_room(run: Run, name: str, division: Division) -> bool:
    """Enter somebody who comes without a sign-up; whether there is a place and not just the waiting list."""
    try:
        done = registration.add_player(run.night, run.desk, new=NewPlayer(name, division.pk, walk_in=True))
    except ActRefused:
        run.tell(f"{name} was turned away: no room.")
        return False
    return done["waiting_place"] is None


def _give_places_away(run: Run, guests: Guests) -> None:
    """Those who did not come make room for the waiting list, in its order (Fharmacy)."""
    for player in run.night.players.filter(name__in=guests.no_shows, status=Status.REGISTERED).order_by("pk"):
        registration.mark_no_show(run.night, run.desk, player_id=player.pk)
        waiting = run.night.players.filter(status=Status.WAITING).order_by("waiting_place").first()
        if waiting is not None:
            registration.promote(run.night, run.desk, player_id=waiting.pk)
            let_in(run, waiting.name)
