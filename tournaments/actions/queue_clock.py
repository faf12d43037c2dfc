"""What the clock does in a queue: fill a table again with those who lost there, ten minutes later (RULES 5)."""

from __future__ import annotations

from scoring.words import listed
from tournaments.actions import movement
from tournaments.actions.act import Act, Result, act
from tournaments.actions.lookup import refuse_if_final
from tournaments.models import Game, Movement, Tournament
from tournaments.problems import refuse
from tournaments.queries.queue import QUEUE
from tournaments.queries.queue_clock import paused_until


@act
def fill_by_clock(act: Act) -> Result:
    """Start every queue game that can start now, nobody having pressed anything; refuses where there is none.

    Several processes may try at the same moment: the night lock lets one of them find the table free.
    """
    night = act.night
    refuse_if_final(night)
    paused = paused_until(night, act.at) != act.at
    if paused or night.stage != Tournament.Stage.PLAYING or night.deleted_at is not None:
        raise refuse("paused", "The night rests: nothing begins by the clock.")
    running = Game.objects.filter(tournament=night, status=Game.Status.RUNNING, queue_number__isnull=False)
    before = list(running.values_list("pk", flat=True))
    for queue in Movement.objects.filter(division__tournament=night, kind=QUEUE).select_related("division"):
        movement.go_on(act, queue)
    tables = sorted(running.exclude(pk__in=before).values_list("table__number", flat=True))
    if not tables:
        raise refuse("nothing", "No table can be filled just now.")
    act.touch("seating")
    which = f"table {tables[0]}" if len(tables) == 1 else f"tables {listed(tables)}"
    text = f"Filled {which} by the clock: who lost there may go back after ten minutes"
    act.record(text, after={"tables": tables})
    return {"tables": tables}
