"""A whole night in order, or as much of it as the script says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.contrib.auth.models import User
from django.utils import timezone

from tournaments.actions import nights
from tournaments.actions.act import Actor, Caller
from tournaments.models import Tournament
from tournaments.night_settings import NightSettings
from tournaments.simulation.door import open_doors
from tournaments.simulation.ending import end_night
from tournaments.simulation.pace import Dated, Pace
from tournaments.simulation.queue import open_queue, play_queue
from tournaments.simulation.rounds import draw, play_rounds
from tournaments.simulation.run import Run
from tournaments.simulation.script import Script
from tournaments.simulation.timeline import DOORS_OPEN, SIGN_UPS, QueueTimeline, Timeline

TIME_ZONE = "America/Chicago"


def simulate(
    script: Script,
    *,
    organizer: User,
    pace: Pace | None = None,
    tell: Callable[[str], None] = lambda line: None,
    opened: Callable[[Tournament], None] = lambda night: None,
) -> Tournament:
    """Play the script's night as `organizer`'s and return it as it stands then.

    `pace` None: at once, with acts dated so that the night stands where it is left *now*. `tell` hears, line by
    line, what happens; `opened` gets the night as soon as it is there, with its helpers' links.
    Raises ValueError for a stop the night never comes to, ActRefused when an act refuses.
    """
    settings = script.settings
    if script.stop is not None and settings.games is not None and script.stop.game > settings.games:
        raise ValueError(f"stop: there is no game {script.stop.game}; the night has {settings.games}")
    queue = QueueTimeline(sum(script.players) // 4, script.games) if settings.games is None else None
    length = (queue or Timeline(settings)).left_at(script.stop)
    pace = pace or Dated(timezone.now() - timedelta(minutes=length))
    if queue is not None:
        settings = replace(settings, last_call=_clock_time(pace.moment(queue.last_call)))
    run = _begin(script, settings, organizer, pace, tell)
    run.make_links()
    _set_tables(run)
    opened(run.night)
    guests = open_doors(run)
    if queue is not None:
        open_queue(run, queue)
        over = play_queue(run, guests, queue)
    else:
        draw(run)
        over = play_rounds(run, guests)
    if over:
        end_night(run)
    return run.fresh()


def _set_tables(run: Run) -> None:
    """Give a division more table numbers when it will need more than are set aside for it."""
    chairs = run.night.settings.rules.seats
    divisions = list(run.night.divisions.all())
    wanted = [-(-heads // chairs) for heads in run.script.players]
    if all(
        division.last_table - division.first_table >= tables
        for division, tables in zip(divisions, wanted, strict=False)
    ):
        return
    first = 1 + sum(wanted)
    for division, tables in reversed(list(zip(divisions, wanted, strict=False))):
        first -= tables
        nights.change_division(
            run.night,
            run.organizer,
            division_id=division.pk,
            name=division.name,
            first_table=first,
            last_table=first + tables - 1,
        )


def _clock_time(moment: datetime) -> str:
    """ "20:30" in the zone of simulated nights, the next whole minute."""
    return (moment + timedelta(minutes=1)).astimezone(ZoneInfo(TIME_ZONE)).strftime("%H:%M")


def _begin(
    script: Script, settings: NightSettings, organizer: User, pace: Pace, tell: Callable[[str], None]
) -> Run:
    host = Actor("organizer", organizer.get_full_name() or organizer.get_username(), user_id=organizer.pk)
    at = pace.reach(SIGN_UPS)
    begins = pace.starts_at
    starts_at = begins.replace(minute=begins.minute // 5 * 5, second=0, microsecond=0)  # as hosts announce it
    night = nights.create_night(
        organizer=organizer,
        caller=Caller(host, at=at),
        name=script.name or f"{script.chosen.title}, simulated",
        starts_at=starts_at,
        check_in_at=starts_at + timedelta(minutes=DOORS_OPEN),
        settings=settings,
        divisions=script.chosen.divisions,
        time_zone=TIME_ZONE,
        is_demo=True,
    )
    tell(f"{night.name}: seed {script.seed}.")
    return Run(night=night, host=host, seed=script.seed, tell=tell, now=at, script=script, pace=pace)
