"""What hangs on the wall: the scenes of the moment, chosen by where the night stands.

A scene is one answer at a glance ("where do I sit", "who leads"). The wall shows the scenes of a frame in turn, page by
page. `since` and `until` bound a scene by the clock, so that a wall that lost its server still turns to the standings.

`scenes` the values   `seats` `leaders` `awards` how they are made   `facts` out of what
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce

from scoring.words import dollars, listed
from tournaments.actions.movement import last_call_of
from tournaments.models import Player, ScoreSheet, Tournament
from tournaments.queries.clock import clock_face
from tournaments.queries.prizes import prizes_of
from tournaments.queries.rotation_plans import plan_versions
from tournaments.queries.seating import HallGame, hall_of
from tournaments.queries.wall.awards import awards_of
from tournaments.queries.wall.facts import Facts
from tournaments.queries.wall.leaders import standings_scenes, where_we_are
from tournaments.queries.wall.scenes import Break, Heads, Scene, Wall, Welcome
from tournaments.queries.wall.seats import seats_of

__all__ = ["SEATS_AFTER_START", "SEATS_BEFORE_BREAK_ENDS", "Wall", "wall_of"]

LAST_CALL_NEAR = timedelta(minutes=10)
"""A queue hands a sheet in more often than that, and each makes a new frame."""
SEATS_AFTER_START = timedelta(seconds=120)
"""How long a running game's seats stay on the wall."""
SEATS_BEFORE_BREAK_ENDS = timedelta(minutes=5)

Stage, Status = Tournament.Stage, Player.Status


def wall_of(night: Tournament, now: datetime) -> Wall:
    """The frame of the night as it stands at `now`. A fixed number of queries whatever its size."""
    hall = hall_of(night, now=now)
    facts = Facts(night, now, hall, prizes_of(night), _heads(night), plan_versions(night))
    return Wall(
        night=night,
        now=now,
        clock=clock_face(night, now, running=_number(hall.running), coming=_coming_on_the_clock(facts)),
        scenes=tuple(_scenes_until_last_call(facts)),
        announcement=_announcement(facts),
        cup_cents=_cup_cents(night),
        last_call=night.last_call_at or last_call_of(night, now),
        bell=_bell(facts),
    )


def _scenes_until_last_call(facts: Facts) -> Iterator[Scene]:
    """The scenes of the moment; where games go in rounds, from last call on those of a night with no game to come, also
    on a frame made before it."""
    last_call = facts.night.last_call_at
    scenes = tuple(_scenes(facts))
    if last_call is None or facts.past_last_call or facts.night.settings.movement == "continuous":
        yield from scenes
        return
    hall = replace(facts.hall, coming=None)
    after = tuple(_scenes(replace(facts, hall=hall, now=last_call + timedelta(seconds=1))))
    for scene in scenes:
        yield scene if scene in after else _between(scene, scene.since, _earlier(scene.until, last_call))
    for scene in after:
        if scene not in scenes:
            yield _between(scene, _later(scene.since, last_call), scene.until)


def _between(scene: Scene, since: datetime | None, until: datetime | None) -> Scene:
    return replace(scene, since=since, until=until)


def _earlier(one: datetime | None, other: datetime) -> datetime:
    return other if one is None else min(one, other)


def _later(one: datetime | None, other: datetime) -> datetime:
    return other if one is None else max(one, other)


def _coming_on_the_clock(facts: Facts) -> int:
    """The game that an intermission's clock counts to; 0 where that would begin after last call."""
    ends, last_call = facts.night.clock_ends_at(), facts.night.last_call_at
    too_late = facts.on_break and ends is not None and last_call is not None and ends > last_call
    return 0 if too_late else _number(facts.hall.coming)


def _scenes(facts: Facts) -> Iterator[Scene]:
    hall = facts.hall
    if facts.night.stage == Stage.FINAL:
        yield from awards_of(facts)
        yield from standings_scenes(facts)
    elif hall.running:
        yield from _while_running(facts, hall.running)
    elif hall.coming:
        yield from _before_game(facts, hall.coming)
    elif hall.closed or facts.any_sheet:
        yield from standings_scenes(facts)
    else:
        yield _welcome(facts)


def _while_running(facts: Facts, game: HallGame) -> Iterator[Scene]:
    """The seats first; then the standings, once there is anything to stand with. In a queue both in turn."""
    turn = None
    if facts.any_sheet and game.number and game.started_at:
        turn = game.started_at + SEATS_AFTER_START
    if game.number:
        yield from seats_of(facts, game, until=turn)
    else:
        yield from _queue_seats(facts, game)
    if facts.any_sheet:
        yield from standings_scenes(facts, since=turn)


def _queue_seats(facts: Facts, game: HallGame) -> Iterator[Scene]:
    """From last call on nobody waits, also on a frame made shortly before it."""
    last_call = facts.night.last_call_at
    if last_call is None or facts.now < last_call - LAST_CALL_NEAR:
        yield from seats_of(facts, game)
        return
    if facts.now <= last_call:
        yield from seats_of(facts, game, until=last_call)
    yield from seats_of(facts, game.without_line(), since=last_call)


def _before_game(facts: Facts, game: HallGame) -> Iterator[Scene]:
    since = None
    if facts.on_break:
        yield Break(heading=facts.night.name, where=where_we_are(facts), note=_break_note(facts, game))
        ends = facts.night.clock_ends_at()
        since = ends - SEATS_BEFORE_BREAK_ENDS if ends else None
    yield from seats_of(facts, game, since=since)
    if facts.any_sheet:
        yield from standings_scenes(facts)


def _welcome(facts: Facts) -> Welcome:
    night = facts.night
    if night.stage == Stage.SETUP and night.check_in_at:
        note = f"Check-in opens at {facts.time(night.check_in_at)}"
    else:
        note = f"Play starts at {facts.time(night.starts_at)}"
    buy_in = night.settings.buy_in_cents
    return Welcome(
        heading=night.name,
        where=night.venue,
        heads=facts.heads,
        note=f"{note} · buy-in {dollars(buy_in)} at the desk" if buy_in else f"{note} · check in at the desk",
    )


def _break_note(facts: Facts, game: HallGame) -> str:
    ends, what = facts.night.clock_ends_at(), f"Game {game.number}" if game.number else "Play"
    if ends is None:
        return f"{what} is next."
    last_call = facts.night.last_call_at
    if last_call is not None and ends > last_call:
        return f"Last call is at {facts.time(last_call)}: no game starts after it."
    seats_from = max(facts.now, ends - SEATS_BEFORE_BREAK_ENDS)
    return f"{what} starts at {facts.time(ends)}. Find your seat from {facts.time(seats_from)}."


def _announcement(facts: Facts) -> str:
    hall = facts.hall
    if facts.night.stage == Stage.FINAL:
        return "The results are final"
    if hall.running and hall.running.number:
        return f"Game {hall.running.number} has started"
    if facts.on_break:
        return "Intermission"
    if hall.closed:
        return f"Game {hall.closed} results in"
    return f"Find your seat for game {hall.coming.number}" if hall.coming and hall.coming.number else ""


def _bell(facts: Facts) -> str:
    """ "Novice: the head table is done: …"; the league only where there are several."""
    if not facts.night.settings.head_table_bell or not facts.hall.running:
        return ""
    done = {table.division_id for table in facts.hall.running.head_tables_done}
    if not done:
        return ""
    names = [d.division.name for d in facts.divisions if d.division.pk in done]
    where = f"{listed(names)}: the" if len(facts.divisions) > 1 else "The"
    return f"{where} head table is done. Finish your hand, and the score stands."


def _heads(night: Tournament) -> tuple[Heads, ...]:
    """Who is here, by the league they play in: one query."""
    divisions = night.divisions.annotate(
        here=_count(status=Status.CHECKED_IN, is_house=False), expected=_count(status=Status.REGISTERED)
    ).order_by("position")  # counting drops the model's own order
    places = night.settings.capacity if len(divisions) == 1 else None
    return tuple(Heads(d.name, d.here, d.expected, places) for d in divisions)


def _count(**of: Any) -> Coalesce:
    """How many such players rank in a division, wherever they sit."""
    own = Q(ranked_in=OuterRef("pk")) | Q(ranked_in__isnull=True, division=OuterRef("pk"))
    found = Player.objects.filter(own, **of).order_by().values("tournament").annotate(count=Count("pk"))
    return Coalesce(Subquery(found.values("count")), 0)


def _cup_cents(night: Tournament) -> int | None:
    """What the sheets say is in the bump cup; None where none is played."""
    if not night.settings.bump_cup:
        return None
    sheets = ScoreSheet.objects.filter(game__tournament=night, state=ScoreSheet.State.ACCEPTED)
    return sheets.aggregate(cents=Sum("bump_cents"))["cents"] or 0


def _number(game: HallGame | None) -> int:
    return game.number if game else 0
