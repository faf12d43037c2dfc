"""One seam for all formats: where everybody plays next, whatever the movement.

    state = start("queue", players, tables=range(1, 9), last_call=73_800)
    state, games = state.next_games(now)          # every game that can start, has
    state = state.result(games[0].number, winners, now)
    state = state.join(late_player, now)          # also for someone who comes back
    state = state.leave(player, now)              # a running game goes on
    state = state.substitute(player, newcomer)
    state.waiting(now), state.why_idle(now), state.next_change(now)
    restore(state.to_dict()) == state

The movements (RULES 5): "schedule" follows a plan made beforehand; "winners_stay" in rounds; "queue", the
continuous one; "progressive", winners move up with a head table; "redraw", a new draw each round.
States never change: each act returns the next one. The same acts give the same games on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Literal

from .errors import RotationError
from .model import Mode, Odd, Plan, Player
from .movements.base import Finished, Game, Movement, Waiting
from .movements.progressive import Progressive
from .movements.queue import RETURN_AFTER, Held, InLine, Queue
from .movements.redraw import Redraw
from .movements.rounds import Rounds, refuse_crowded
from .movements.schedule import Schedule
from .movements.winners_stay import WinnersStay
from .planner import plan as make_plan

Kind = Literal["schedule", "winners_stay", "queue", "progressive", "redraw"]

MOVEMENTS: dict[str, type[Movement]] = {
    movement.kind: movement for movement in (Schedule, WinnersStay, Queue, Progressive, Redraw)
}

__all__ = [
    "MOVEMENTS",
    "RETURN_AFTER",
    "Finished",
    "Game",
    "Kind",
    "Movement",
    "Progressive",
    "Queue",
    "Redraw",
    "Rounds",
    "Schedule",
    "Waiting",
    "WinnersStay",
    "restore",
    "start",
]


def start(
    kind: Kind,
    players: Sequence[Player],
    *,
    tables: Sequence[int] = (),
    rounds: int | None = None,
    last_call: int | None = None,
    first_tables: Mapping[Player, int] | None = None,
    plan: Plan | None = None,
    mode: Mode = "partners",
    odd: Odd = "sit_out",
    seed: int = 0,
    now: int = 0,
) -> Movement:
    """The state of a night about to begin; nothing is seated before `next_games`.

    `tables`: numbers in walking order, the head table first (1, 2, 3 ... when empty). `rounds`: how many, for
    movements in rounds (None: until `last_call`). `first_tables`: tables given out at check-in. A schedule
    follows `plan`, or one made here with `rounds`, `mode` and `odd`. The others play at tables of four, and
    whoever is left over sits out in turn or waits in line.
    """
    if kind not in MOVEMENTS:
        raise RotationError(f"The movement {kind!r} is unknown; the movements are {', '.join(MOVEMENTS)}.")
    if len(set(players)) != len(players):
        twice = next(player for i, player in enumerate(players) if player in players[:i])
        raise RotationError("{0} is listed twice.", twice)
    people = tuple(players)
    given = dict(first_tables or {})
    if kind == "schedule":
        return _schedule(people, tables, rounds, last_call, given, plan, mode, odd, seed)
    if odd != "sit_out":
        raise RotationError(
            f"The movement {kind!r} plays at tables of four only: those left over wait their turn."
        )
    numbers = tuple(tables) or tuple(range(1, max(1, len(people)) + 1))
    refuse_crowded(given, numbers)
    if kind == "queue":
        return _queue(people, numbers, last_call, given, seed, now)
    movement = MOVEMENTS[kind]
    assert issubclass(movement, Rounds)  # noqa: S101 -- the three left over
    return movement(
        players=people,
        tables=numbers,
        seed=seed,
        last_call=last_call,
        rounds=rounds,
        first_tables=tuple(given.items()),
    )


def restore(data: Mapping[str, Any]) -> Movement:
    """The state stored by `to_dict`. Raises RotationError when it is none."""
    movement = MOVEMENTS.get(str(data.get("kind")))
    if movement is None:
        raise RotationError(f"{data.get('kind')!r} is no stored movement.")
    return movement.from_dict(data)


def _schedule(
    people: tuple[Player, ...],
    tables: Sequence[int],
    rounds: int | None,
    last_call: int | None,
    given: Mapping[Player, int],
    plan: Plan | None,
    mode: Mode,
    odd: Odd,
    seed: int,
) -> Schedule:
    if plan is None:
        if rounds is None:
            raise RotationError("A schedule needs a plan or the number of games to plan.")
        plan = make_plan(people, rounds, mode=mode, odd=odd, tables=tables, first_tables=given, seed=seed)
    return Schedule(players=people, tables=plan.tables, seed=seed, last_call=last_call, plan=plan)


def _queue(
    people: tuple[Player, ...],
    numbers: tuple[int, ...],
    last_call: int | None,
    given: Mapping[Player, int],
    seed: int,
    now: int,
) -> Queue:
    """Groups wait at the tables given out at check-in; the line of the others is drawn by lot."""
    groups: dict[int, tuple[Player, ...]] = {}
    for player, table in given.items():
        groups[table] = (*groups.get(table, ()), player)
    lot = [player for player in people if player not in given]
    Random(seed).shuffle(lot)
    return Queue(
        players=people,
        tables=numbers,
        seed=seed,
        last_call=last_call,
        line=tuple(InLine(player, now) for player in lot),
        held=tuple(Held(table, groups[table], now) for table in sorted(groups)),
    ).without_lone_holders()
