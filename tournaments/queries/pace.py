"""The evening's plan against the clock: when each game was to start, when it did, when the last one will end.

Pure arithmetic on moments; `progress` reads the moments from the database.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

StepState = Literal["done", "now", "coming"]
StepKind = Literal["check-in", "game", "break", "last-call", "awards"]

SAME_EVENING = timedelta(hours=12)
"""A night that ends further from its plan is played on another day: a trial, or the date was never put right."""


@dataclass(frozen=True)
class Times:
    """What the settings plan. Minutes; `game_minutes` None: games have no clock. `games` None: until last call.

    `last_call`: no game begins after it.
    """

    starts_at: datetime
    check_in_at: datetime | None
    games: int | None
    game_minutes: int | None
    turn_minutes: int
    break_after: int | None
    break_minutes: int
    last_call: datetime | None = None

    @property
    def planned_end(self) -> datetime | None:
        """When the last game would end if every minute went as set; None where nothing is set."""
        if self.games is None or self.game_minutes is None:
            return None
        pauses = (self.games - 1) * self.turn_minutes
        if self.break_after is not None and self.break_after < self.games:
            pauses += self.break_minutes - self.turn_minutes
        return self.starts_at + timedelta(minutes=self.games * self.game_minutes + pauses)


@dataclass(frozen=True)
class RealGame:
    """When a game really began and ended (over all divisions: first start, last close)."""

    started_at: datetime
    closed_at: datetime | None = None


@dataclass(frozen=True)
class Break:
    """The intermission under way. `ends_at` None: its clock is paused."""

    started_at: datetime
    ends_at: datetime | None


@dataclass(frozen=True)
class Step:
    """One step of the evening. `at`: when it was, or is expected; None where nobody can say."""

    kind: StepKind
    number: int
    at: datetime | None
    state: StepState


@dataclass(frozen=True)
class Pace:
    """The steps in order; `ends_at`: when the last game ends on this pace; `planned_end`: by the settings, None where
    last call cuts the plan short."""

    steps: tuple[Step, ...]
    ends_at: datetime | None
    planned_end: datetime | None

    @property
    def minutes_behind(self) -> int | None:
        """Minutes later (negative: earlier) than planned; None where there is no plan for this evening."""
        if self.ends_at is None or self.planned_end is None:
            return None
        late = self.ends_at - self.planned_end
        return round(late.total_seconds() / 60) if abs(late) < SAME_EVENING else None


def pace_of(times: Times, played: Mapping[int, RealGame], now: datetime, pause: Break | None = None) -> Pace:
    """The evening as it goes. `played`: the games started, by number; `pause`: the intermission under way.

    Games to come take as long as those played did on average, else as long as planned; so do the turns
    between them. The intermission stands in for a turn. A game that would begin after last call is none of the steps,
    nor what comes after it: last call stands there instead.
    """
    games = max(times.games or 0, *played, 0)
    length, turn = _length(times, played), _turn(times, played)
    steps = [Step("check-in", 0, times.check_in_at, "done" if played else "coming")]
    end: datetime | None = None
    cut = False
    for number in range(1, games + 1):
        real = played.get(number)
        before: list[Step] = []
        if number == 1:
            ready: datetime | None = times.starts_at
        elif number - 1 == times.break_after:
            begins = pause.started_at if pause else end
            before = [Step("break", 0, begins, "done" if real else "now" if pause else "coming")]
            ready = _after_break(times, end, pause, now)
        else:
            ready = None if end is None else end + turn
        start = real.started_at if real else None if ready is None else max(ready, now)
        if real is None and times.last_call is not None and (start or now) > times.last_call:
            steps.append(Step("last-call", 0, times.last_call, "done" if now > times.last_call else "coming"))
            cut = True
            break
        steps += [*before, Step("game", number, start, _state(real))]
        end = _end(real, start, length, now)
    begun = [step.number for step in steps if step.kind == "game"]
    over = bool(begun or cut) and all(number in played and played[number].closed_at for number in begun)
    over = over and not (cut and times.last_call is not None and now <= times.last_call)
    ends_at = end if times.games else None
    steps.append(Step("awards", 0, ends_at, "now" if over else "coming"))
    return Pace(tuple(steps), ends_at, None if cut else times.planned_end)


def _state(real: RealGame | None) -> StepState:
    return "coming" if real is None else "done" if real.closed_at else "now"


def _end(
    real: RealGame | None, start: datetime | None, length: timedelta | None, now: datetime
) -> datetime | None:
    if real is not None and real.closed_at is not None:
        return real.closed_at
    if start is None or length is None:
        return None
    return max(start + length, now)


def _after_break(times: Times, end: datetime | None, pause: Break | None, now: datetime) -> datetime | None:
    """When the game after the intermission can begin. A paused intermission is taken to go on now."""
    if pause is not None:
        return pause.ends_at or now
    return None if end is None else max(end, now) + timedelta(minutes=times.break_minutes)


def _length(times: Times, played: Mapping[int, RealGame]) -> timedelta | None:
    """How long a game takes: the mean of those closed, else the planned time."""
    real = _mean([game.closed_at - game.started_at for game in played.values() if game.closed_at])
    if real is None and times.game_minutes is not None:
        return timedelta(minutes=times.game_minutes)
    return real


def _turn(times: Times, played: Mapping[int, RealGame]) -> timedelta:
    """How long it takes from one game to the next: the mean of the turns had, the intermission left out."""
    turns = [
        played[number + 1].started_at - game.closed_at
        for number, game in played.items()
        if game.closed_at and number + 1 in played and number != times.break_after
    ]
    real = _mean(turns)
    return timedelta(minutes=times.turn_minutes) if real is None else real


def _mean(spans: Sequence[timedelta]) -> timedelta | None:
    return sum(spans, timedelta()) / len(spans) if spans else None
