"""When things happen in a simulated night: minutes from the planned start, before it negative."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.night_settings import NightSettings
from tournaments.simulation.script import Stop

SIGN_UPS = -60.0
DOORS_OPEN = -30.0
LAST_ONE_IN = -4.0
DRAW = -1.0
FIRST_GAME = 4.0
"""Nights begin a little late."""

FIRST_SHEET, LAST_SHEET = 0.6, 0.97
"""Sheets come in between these parts of a game's time."""
HALF_WAY = 0.8
"""The part of a game's time at which a night left half way stands."""

UNTIMED_GAME = 16.0
ENDING = 15.0


@dataclass(frozen=True)
class Timeline:
    """The course of a night in rounds."""

    settings: NightSettings

    @property
    def game_minutes(self) -> float:
        return float(self.settings.game_minutes or UNTIMED_GAME)

    def starts(self, number: int) -> float:
        """When game `number` (from 1) begins."""
        chosen = self.settings
        pause = chosen.break_after is not None and number > chosen.break_after
        turns = (number - 1) * (self.game_minutes + chosen.turn_minutes)
        return FIRST_GAME + turns + (chosen.break_minutes if pause else 0)

    def ends(self, number: int) -> float:
        """When game `number` is closed."""
        return self.starts(number) + self.game_minutes

    def within(self, number: int, part: float) -> float:
        """The moment when that part (0 to 1) of game `number` is over."""
        return self.starts(number) + part * self.game_minutes

    def left_at(self, stop: Stop | None) -> float:
        """The minute at which the simulation of such a night ends."""
        if stop is None:
            return self.ends(self.settings.games or 1) + ENDING
        if stop.game == 0:
            return DRAW
        return self.within(stop.game, HALF_WAY) if stop.half else self.ends(stop.game) + 1


QUEUE_GAME = 20.0


@dataclass(frozen=True)
class QueueTimeline:
    """The course of a continuous queue at so many tables, until last call. `games`: times 20 minutes until then;
    None: the 90 minutes of the event (T&K, from seven to half past eight)."""

    tables: int
    games: int | None

    @property
    def last_call(self) -> float:
        return 90.0 if self.games is None else self.games * QUEUE_GAME

    def left_at(self, stop: Stop | None) -> float:
        """About the minute at which the simulation of such a night ends, rather too late than too early."""
        if stop is None:
            return self.last_call + QUEUE_GAME + ENDING
        return FIRST_GAME + -(-stop.game // self.tables) * QUEUE_GAME
