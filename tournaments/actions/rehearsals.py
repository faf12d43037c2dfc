"""Rehearse a night: a marked copy to practise on, with settings and roster, thrown away wholly when it is no longer wanted.

Both acts are the *real* night's and leave one entry in its log; everything done in the rehearsal is logged there,
and its log goes with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, time, timedelta

from scoring.words import counted
from tournaments.actions import stamp
from tournaments.actions.act import Act, Caller, Result, act
from tournaments.models import (
    AccessLink,
    Bots,
    Division,
    Player,
    SeatWish,
    SettingsVersion,
    Tournament,
)
from tournaments.models.erasing import erase
from tournaments.names import fold
from tournaments.night_settings import LARGEST_NIGHT
from tournaments.problems import confirm, refuse, stop_at

Status = Player.Status

MARK = "Rehearsal: "
ON_THE_LIST = (Status.REGISTERED, Status.CHECKED_IN, Status.WAITING)
TO_THE_START = timedelta(minutes=30)
"""From when a rehearsal is made to its planned start, for a night that does not say when check-in opens."""
WHEN_NO_HELPER = ((AccessLink.Role.RUNNER, "Runner"), (AccessLink.Role.DESK, "Desk"))


@act
def make_rehearsal(act: Act, *, guests: int = 0, quarrels: bool = False, replace_old: bool = False) -> Result:
    """Copy the night for practice; answers its `code`. `guests`: made-up people added to those on the list.
    `quarrels`: the bots leave a disputed sheet in every game for the host to decide.

    Copied are settings, divisions with their tables, and of everybody on the list name, division, number, tables
    kept or given, and how they want to be called. Nothing else of anybody: no address, note, consent or money.
    A night has one rehearsal at most: `replace_old` throws an earlier one away, which is asked about first.
    """
    night = act.night
    if night.is_rehearsal:
        raise refuse("rehearsal", "This is a rehearsal already.")
    if not 0 <= guests <= LARGEST_NIGHT:
        raise refuse("guests", f"Add between 0 and {LARGEST_NIGHT} made-up guests.", field="guests")
    earlier = _rehearsal_of(night)
    if earlier is not None:
        question = f"There is a rehearsal, made {night.local(earlier.created_at):%-I:%M %p}. It would be thrown away."
        stop_at([confirm("replace", question)], confirmed=replace_old)
        _throw_away(earlier)
    copy = _copy(act)
    people = _copy_people(night, copy, guests)
    _copy_helpers(night, copy)
    Bots.objects.create(night=copy, seed=night.version, quarrels=quarrels)
    _rehearsal_begun(copy, Caller(act.caller.actor), people=people)
    act.record(f"Made a rehearsal with {counted(people, 'player')}")
    return {"code": copy.code}


@act
def throw_rehearsal_away(act: Act) -> Result:
    """Delete the night's rehearsal with everything that was done in it; its links and pages open nothing any more."""
    if not throw_away_rehearsal_of(act.night):
        raise refuse("no_rehearsal", "There is no rehearsal to throw away.")
    act.record("Threw the rehearsal away")
    return {}


@act
def _rehearsal_begun(act: Act, *, people: int) -> Result:
    act.record(f"The rehearsal begins, with {counted(people, 'player')}")
    return {}


def throw_away_rehearsal_of(night: Tournament) -> bool:
    """Inside an act of the real night: erase its rehearsal; whether there was one."""
    rehearsal = _rehearsal_of(night)
    if rehearsal is not None:
        _throw_away(rehearsal)
    return rehearsal is not None


def _rehearsal_of(night: Tournament) -> Tournament | None:
    return Tournament.objects.filter(rehearsal_of=night).first()


def _throw_away(rehearsal: Tournament) -> None:
    # Whoever is doing something in it comes first; screens that show it hear that it is gone.
    locked = Tournament.objects.select_for_update().get(pk=rehearsal.pk)
    stamp.bump(locked, {"seating", "scores", "clock", "message", "desk"})
    erase(locked)


def _copy(act: Act) -> Tournament:
    """The night's row, settings and divisions, planned for now instead of for the real evening."""
    night = act.night
    lead = night.starts_at - night.check_in_at if night.check_in_at else TO_THE_START
    starts_at = _next_five_minutes(act.at + max(timedelta(), min(lead, TO_THE_START)))
    copy = Tournament.objects.create(
        rehearsal_of=night,
        organizer=night.organizer,
        name=f"{MARK}{night.name}"[:120],
        venue=night.venue,
        time_zone=night.time_zone,
        is_private=night.is_private,
        check_in_at=act.at if night.check_in_at else None,
        starts_at=starts_at,
    )
    settings = night.settings
    if settings.last_call:
        settings = replace(settings, last_call=_moved_last_call(night, settings.last_call, starts_at))
    SettingsVersion.objects.create(tournament=copy, number=1, data=settings.to_dict())
    Division.objects.bulk_create(
        Division(
            tournament=copy,
            name=division.name,
            position=division.position,
            first_table=division.first_table,
            last_table=division.last_table,
        )
        for division in night.divisions.all()
    )
    copied = {division.position: division for division in copy.divisions.all()}
    for guest in night.divisions.select_related("seated_with"):
        if guest.seated_with is not None:
            copied[guest.position].seated_with = copied[guest.seated_with.position]
            copied[guest.position].save(update_fields=["seated_with"])
    return copy


def _copy_people(night: Tournament, copy: Tournament, guests: int) -> int:
    """Those on the list, then the made-up ones; how many there are."""
    divisions = {division.position: division for division in copy.divisions.all()}
    originals = list(
        night.players.filter(status__in=ON_THE_LIST, is_house=False)
        .select_related("division", "ranked_in")
        .order_by("pk")
    )
    copies = [_copy_of(player, copy, divisions) for player in originals]
    with_tables = [division for division in divisions.values() if division.seated_with_id is None]
    copies += _guests(copy, with_tables, copies, guests)
    Player.objects.bulk_create(copies)
    there = dict(zip((player.pk for player in originals), copies, strict=False))
    _copy_wishes(night, copy, there)
    return len(copies)


def _copy_of(player: Player, copy: Tournament, divisions: Mapping[int, Division]) -> Player:
    """`divisions`: the copy's, by position."""
    waits = player.status == Status.WAITING
    return Player(
        tournament=copy,
        division=divisions[player.division.position],
        ranked_in=divisions[player.ranked_in.position] if player.ranked_in else None,
        name=player.name,
        search_name=player.search_name,
        display=player.display,
        prize_eligible=player.prize_eligible,
        status=Status.WAITING if waits else Status.REGISTERED,
        waiting_place=player.waiting_place if waits else None,
        number=player.number,
        first_table=player.first_table,
        pinned_table=player.pinned_table,
    )


def _guests(copy: Tournament, divisions: list[Division], people: list[Player], count: int) -> list[Player]:
    """Made-up people, each into the division with the fewest, as far as there are places."""
    capacity = copy.settings.capacity
    if capacity is not None:
        held = sum(player.status == Status.REGISTERED for player in people)
        count = min(count, max(0, capacity - held))
    heads = {division: sum(p.division == division for p in people) for division in divisions}
    taken = {player.search_name for player in people}
    names = (name for n in range(1, LARGEST_NIGHT * 2) if fold(name := f"Guest {n}") not in taken)
    made = []
    for name, _ in zip(names, range(count), strict=False):
        division = min(divisions, key=lambda d: (heads[d], d.position))
        heads[division] += 1
        made.append(Player(tournament=copy, division=division, name=name, search_name=fold(name)))
    return made


def _copy_wishes(night: Tournament, copy: Tournament, there: dict[int, Player]) -> None:
    wishes = []
    for wish in night.seat_wishes.all():
        if wish.one_id in there and wish.other_id in there:
            one, other = sorted((there[wish.one_id], there[wish.other_id]), key=lambda player: player.pk)
            wishes.append(SeatWish(tournament=copy, one=one, other=other, kind=wish.kind))
    SeatWish.objects.bulk_create(wishes)


def _copy_helpers(night: Tournament, copy: Tournament) -> None:
    """New links of their own for the same helpers; a runner and a desk where the night has none yet."""
    jobs = (AccessLink.Role.RUNNER, AccessLink.Role.DESK)
    helpers = list(
        night.links.filter(role__in=jobs, revoked_at=None).order_by("pk").values_list("role", "name")
    )
    AccessLink.objects.bulk_create(
        AccessLink(tournament=copy, role=role, name=name) for role, name in helpers or WHEN_NO_HELPER
    )


def _moved_last_call(night: Tournament, last_call: str, starts_at: datetime) -> str:
    """Last call as long after the rehearsal's start as it is after the night's: "20:30"."""
    planned = night.local(night.starts_at)
    call = datetime.combine(planned.date(), time.fromisoformat(last_call), planned.tzinfo)
    if call < planned:
        call += timedelta(days=1)
    return f"{night.local(starts_at + (call - planned)):%H:%M}"


def _next_five_minutes(moment: datetime) -> datetime:
    whole = moment.replace(second=0, microsecond=0)
    return whole + timedelta(minutes=-whole.minute % 5 or (5 if moment > whole else 0))
