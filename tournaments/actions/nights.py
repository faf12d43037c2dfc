"""Making a night and changing what it is: settings, divisions, message, finalising, deleting."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from tournaments.actions import movement
from tournaments.actions.act import Act, Caller, Result, act
from tournaments.actions.lookup import division_of
from tournaments.actions.rehearsals import throw_away_rehearsal_of
from tournaments.models import Division, Receipt, SettingsVersion, Tournament
from tournaments.night_settings import MOST_DIVISIONS, NightSettings
from tournaments.problems import refuse

Stage = Tournament.Stage

#: Tables set aside for each division at first, so that its numbers stay together when it grows.
TABLES_A_DIVISION = 20


def create_night(
    *,
    organizer: User,
    caller: Caller,
    name: str,
    starts_at: datetime,
    settings: NightSettings,
    divisions: Sequence[str],
    venue: str = "",
    time_zone: str = "America/Chicago",
    check_in_at: datetime | None = None,
    is_demo: bool = False,
) -> Tournament:
    """A new night with its divisions. The same key gives the same night again, not a second one.

    `starts_at`, `check_in_at`: aware. Raises ActRefused naming the field.
    """
    _check_zone(time_zone)
    if not name.strip():
        raise refuse("no_name", "Give the night a name.", field="name")
    names = [division.strip() for division in divisions if division.strip()]
    if not names or len({n.casefold() for n in names}) != len(names):
        raise refuse(
            "divisions", "Give one or more divisions, each with a name of its own.", field="divisions"
        )
    with transaction.atomic():
        if caller.key and (receipt := Receipt.objects.filter(key=caller.key).first()):
            return Tournament.objects.get(pk=receipt.result["night"])
        night = Tournament.objects.create(
            organizer=organizer,
            name=name.strip(),
            venue=venue.strip(),
            time_zone=time_zone,
            starts_at=starts_at,
            check_in_at=check_in_at,
            is_demo=is_demo,
        )
        SettingsVersion.objects.create(tournament=night, number=1, data=settings.to_dict())
        for position, division in enumerate(names):
            first = position * TABLES_A_DIVISION + 1
            last = first + TABLES_A_DIVISION - 1 if position < len(names) - 1 else max(first + 99, 100)
            Division.objects.create(
                tournament=night, name=division, position=position, first_table=first, last_table=last
            )
        night_made(night, Caller(caller.actor, at=caller.at), preset=settings.preset)
        if caller.key:
            Receipt.objects.create(
                key=caller.key, act="create_night", content_hash="", result={"night": night.pk}
            )
    return night


@act
def night_made(act: Act, *, preset: str) -> Result:
    act.record(f"Made the night {act.night.name}", after={"preset": preset})
    return {}


@act
def change_settings(act: Act, *, settings: NightSettings) -> Result:
    """A new version of the settings. Games already started keep the version they were started under (ROT-21); last
    call is the new one from now on, and house players sit down in a queue at once."""
    night = act.night
    if night.stage == Stage.FINAL:
        raise refuse("final", "The night is final. Reopen it to change anything.")
    old = night.settings_version
    before, after = old.data, settings.to_dict()
    changed = sorted(name for name in after if before.get(name) != after[name])
    if changed:
        night.settings_version = SettingsVersion.objects.create(
            tournament=night, number=old.number + 1, data=after
        )
    if "last_call" in changed and night.stage == Stage.PLAYING:
        movement.move_last_call(act, movement.last_call_of(night, act.at, settings))
    if "odd" in changed:
        movement.fill_queues(act)
    act.touch("seating", "scores", "clock")
    act.record(
        f"Changed the settings: {', '.join(changed) or 'nothing'}",
        before={name: before.get(name) for name in changed},
        after={name: after[name] for name in changed},
    )
    return {"changed": changed}


@act
def change_details(
    act: Act,
    *,
    name: str,
    venue: str,
    time_zone: str,
    starts_at: datetime,
    check_in_at: datetime | None,
    is_private: bool,
) -> Result:
    """Name, place, times and whether the public pages are open."""
    _check_zone(time_zone)
    if not name.strip():
        raise refuse("no_name", "Give the night a name.", field="name")
    night = act.night
    before = {
        "name": night.name,
        "venue": night.venue,
        "starts_at": night.starts_at.isoformat(),
        "private": night.is_private,
    }
    night.name, night.venue, night.time_zone = name.strip(), venue.strip(), time_zone
    night.starts_at, night.check_in_at, night.is_private = starts_at, check_in_at, is_private
    night.save()
    act.touch("seating", "scores", "clock", "message")
    act.record(
        "Changed name, place or times",
        before=before,
        after={"name": name, "venue": venue, "starts_at": starts_at.isoformat(), "private": is_private},
    )
    return {}


@act
def change_division(act: Act, *, division_id: int, name: str, first_table: int, last_table: int) -> Result:
    """Rename a division or give it other table numbers; numbers of two divisions may not overlap.

    A number that somebody has been told stays the division's; more can be added beside it.
    """
    division = division_of(act.night, division_id)
    if not name.strip():
        raise refuse("no_name", "Give the division a name.", field="name")
    if not 1 <= first_table <= last_table <= 999:
        raise refuse("tables", "Table numbers go from a first to a last one, up to 999.", field="first_table")
    others = act.night.divisions.exclude(pk=division.pk)
    if _of_that_name(others, name):
        raise refuse("same_name", f"There is already a division {name.strip()}.", field="name")
    for other in others:
        if first_table <= other.last_table and other.first_table <= last_table:
            raise refuse(
                "overlap",
                f"Tables {other.first_table} to {other.last_table} belong to {other.name}: no number twice tonight.",
                field="first_table",
            )
    lost = sorted(number for number in _told_tables(division) if not first_table <= number <= last_table)
    if lost:
        raise refuse(
            "given_out",
            f"Table {lost[0]} has been given out: {division.name} has to keep it.",
            field="first_table" if lost[0] < first_table else "last_table",
        )
    before = {"name": division.name, "tables": [division.first_table, division.last_table]}
    division.name, division.first_table, division.last_table = name.strip(), first_table, last_table
    division.save()
    act.touch("seating", "scores")
    act.record(
        f"Changed division {division.name}", before=before, after={"tables": [first_table, last_table]}
    )
    return {"division": division.pk}


def _told_tables(division: Division) -> set[int]:
    """Numbers on somebody's card or in a plan."""
    given = division.players.values_list("first_table", flat=True)
    return {number for number in (*given, *division.tables.values_list("number", flat=True)) if number}


def _of_that_name(divisions: Iterable[Division], name: str) -> bool:
    """Whether one of them is called so, in whatever case: databases fold less than letters do."""
    return any(division.name.casefold() == name.strip().casefold() for division in divisions)


@act
def add_division(act: Act, *, name: str) -> Result:
    """One more division, with table numbers behind the last one's."""
    night = act.night
    divisions = list(night.divisions.all())
    if not name.strip() or _of_that_name(divisions, name):
        raise refuse("name", "Give the division a name of its own.", field="name")
    if len(divisions) >= MOST_DIVISIONS:
        raise refuse("many", f"A night has at most {MOST_DIVISIONS} divisions.", field="name")
    last = max(divisions, key=lambda d: d.last_table)
    division = Division.objects.create(
        tournament=night,
        name=name.strip(),
        position=len(divisions),
        first_table=last.last_table + 1,
        last_table=last.last_table + TABLES_A_DIVISION,
    )
    act.touch("seating", "scores")
    act.record(f"Added division {division.name}")
    return {"division": division.pk}


@act
def set_message(act: Act, *, text: str) -> Result:
    """The director's line on the wall and on phones; empty takes it away."""
    if len(text) > 200:
        raise refuse(
            "long", f"The message has {len(text)} characters; at most 200 fit on the wall.", field="message"
        )
    before, act.night.message = act.night.message, text.strip()
    act.night.save(update_fields=["message"])
    act.touch("message")
    act.record(f"Message on the wall: {text.strip() or 'none'}", before=before, after=text.strip())
    return {}


@act
def delete_night(act: Act, *, typed_name: str) -> Result:
    """Hide a night after its name was typed; it can be restored (OPS-02). A rehearsal of it is thrown away."""
    if act.night.is_rehearsal:
        raise refuse(
            "rehearsal", "Throw the rehearsal away instead, in its control room.", field="typed_name"
        )
    if typed_name.strip() != act.night.name:
        raise refuse("typed_name", "Type the night's name exactly to delete it.", field="typed_name")
    throw_away_rehearsal_of(act.night)
    act.night.deleted_at = act.at
    act.night.save(update_fields=["deleted_at"])
    act.touch("seating", "scores", "message")
    act.record("Deleted the night (it can be restored)")
    return {}


@act
def restore_night(act: Act) -> Result:
    """Bring a deleted night back as it was."""
    act.night.deleted_at = None
    act.night.save(update_fields=["deleted_at"])
    act.touch("seating", "scores", "message")
    act.record("Restored the night")
    return {}


def _check_zone(time_zone: str) -> None:
    try:
        ZoneInfo(time_zone)
    except (ZoneInfoNotFoundError, ValueError):
        raise refuse("time_zone", f"'{time_zone}' is not a time zone.", field="time_zone") from None


def local_moment(day: str, clock: str, time_zone: str) -> datetime:
    """An aware moment from a local day "2026-11-07" and time "19:00" in the night's zone (TIM-04)."""
    naive = datetime.fromisoformat(f"{day}T{clock}")
    return timezone.make_aware(naive, ZoneInfo(time_zone))
