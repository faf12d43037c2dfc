"""The continuous queue: games end one by one, losers walk, and nobody begins after last call (T&K)."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial

from django.utils import timezone

from scoring.words import counted
from tournaments.actions import check_in, movement
from tournaments.models import Movement, Player
from tournaments.problems import ActRefused
from tournaments.rotation import formats
from tournaments.simulation.agenda import Agenda
from tournaments.simulation.door import Guests, come_late
from tournaments.simulation.run import Run
from tournaments.simulation.sheets import fate_of, way_in
from tournaments.simulation.tables import play_table, running_games
from tournaments.simulation.timeline import FIRST_GAME, QueueTimeline

MINUTES_A_HAND = 1.3
CORRECTED_AFTER = 2.0
LATE_AT, LEAVER_AT = 0.3, 0.6
"""Parts of the time until last call when somebody comes late and somebody goes home."""


def open_queue(run: Run, line: QueueTimeline) -> None:
    """Seat the first tables and say when last call is."""
    run.reach(FIRST_GAME)
    movement.begin_movement(run.night, run.organizer, seed=run.script.seed)
    movement.set_last_call(run.night, run.organizer, at=run.pace.moment(line.last_call))
    run.tell("Opened the queue.")


def play_queue(run: Run, guests: Guests, line: QueueTimeline) -> bool:
    """Play until the last game after last call is over; whether the night was not left before."""
    agenda = Agenda(run)
    seen: set[object] = set()
    for name in sorted(guests.late):
        agenda.add(line.last_call * LATE_AT, partial(come_late, run, name))
    if run.script.happenings.leavers:
        agenda.add(line.last_call * LEAVER_AT, partial(_somebody_leaves, run))
    while True:
        _play_new_games(run, agenda, seen)
        _look_again_later(run, agenda, seen)
        if _is_left_here(run):
            run.tell(f"Left with {counted(len(running_games(run.night)), 'table')} playing.")
            return False
        if not agenda.do_next():
            break
    run.tell(f"Played {counted(run.night.games.count(), 'game')}, the last of them after last call.")
    return True


def _play_new_games(run: Run, agenda: Agenda, seen: set[object]) -> None:
    """Play the games begun since the last look, and note when their sheets come."""
    stop = run.script.stop
    for game in running_games(run.night):
        if game.pk in seen:
            continue
        seen.add(game.pk)
        number = game.queue_number
        fate = fate_of(run.lot("fate", number), run.script.happenings)
        if stop is not None and stop.half and number == stop.game:
            fate = "disputed"
        sheet = play_table(game, run.lot("table", number), run.script.happenings.mistakes)
        ready = run.pace.minute(_now(run)) + MINUTES_A_HAND * len(sheet.hands or ())
        for step in way_in(run, game, sheet, fate):
            agenda.add(ready + (CORRECTED_AFTER if step.after is None else step.after), step.do)


def _look_again_later(run: Run, agenda: Agenda, seen: set[object]) -> None:
    """Who has waited ten minutes may go back to the table they lost at: fill the tables then, before last call."""
    last_call = run.fresh().last_call_at
    for stored in Movement.objects.filter(division__tournament=run.night):
        change = formats.restore(stored.state).next_change(int(_now(run).timestamp()))
        if change is None or change in seen:
            continue
        seen.add(change)
        moment = datetime.fromtimestamp(change, UTC)
        if last_call is None or moment <= last_call:
            agenda.add(run.pace.minute(moment), partial(_fill, run))


def _fill(run: Run) -> None:
    try:
        movement.fill_tables(run.night, run.organizer)
    except ActRefused:  # whoever waited plays elsewhere by now
        return
    run.tell("Losers went back to their own table.")


def _is_left_here(run: Run) -> bool:
    stop, games = run.script.stop, run.night.games
    if stop is None:
        return False
    if stop.half:
        return games.filter(queue_number=stop.game, sheets__state="contested").exists()
    return games.filter(status="finished").count() >= stop.game


def _now(run: Run) -> datetime:
    return run.now or timezone.now()


def _somebody_leaves(run: Run) -> None:
    here = run.night.players.filter(status=Player.Status.CHECKED_IN).order_by("number")
    if here.count() < 6:
        return
    leaver = run.lot("leaves").choice(list(here))
    check_in.withdraw(run.night, run.desk, player_id=leaver.pk, reason="Had to go home")
    run.tell(f"{leaver.name} left.")
