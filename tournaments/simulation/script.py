"""What is to happen in a simulated night."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from scoring.play import Mistakes
from tournaments.night_settings import NightSettings
from tournaments.presets import PRESETS, Preset

FEWEST_IN_A_DIVISION = 4


@dataclass(frozen=True)
class Happenings:
    """What does not go by the book. People are heads in the whole night, sheets and mistakes chances from 0 to 1.

    Of sheets: `by_totals` without its hands; `resent` by a phone that saw no answer; `misread` and corrected by
    the table, so that the director decides; `disagreed` at first; `corrected` after the game; `conduct`: the
    director takes a point from somebody. Of hands: `renege`, `toss` and `exposed` as `scoring.play.Mistakes`.
    """

    walk_ins: int = 2
    no_shows: int = 1
    late: int = 1
    leavers: int = 1
    by_totals: float = 0.25
    resent: float = 0.1
    misread: float = 0.05
    disagreed: float = 0.03
    corrected: float = 0.04
    conduct: float = 0.02
    renege: float = 0.001
    toss: float = 0.004
    exposed: float = 0.01

    @property
    def mistakes(self) -> Mistakes:
        return Mistakes(renege=self.renege, exposed=self.exposed, toss=self.toss)


QUIET = Happenings(**{part.name: 0 for part in fields(Happenings)})
"""Everybody comes, stays, plays well and hands in a sheet hand by hand."""


@dataclass(frozen=True)
class Stop:
    """Where the night is left: after game `game` (0: drawn, nothing played), or `half` way through it, with
    `missing` tables still owing a sheet and `disputed` ones waiting for the director."""

    game: int
    half: bool = False
    missing: int = 3
    disputed: int = 1

    @classmethod
    def read(cls, text: str) -> Stop:
        """ "draw", "game 4" or "game 5 half". Raises ValueError for anything else."""
        words = text.strip().casefold()
        if words == "draw":
            return cls(0)
        found = re.fullmatch(r"game (\d{1,3})( half)?", words)
        if found is None or int(found[1]) == 0:
            raise ValueError(f"{text!r}: say 'draw', 'game 4' or 'game 5 half'")
        return cls(int(found[1]), half=bool(found[2]))


@dataclass(frozen=True)
class Script:
    """A night of a preset. `players`: heads in each division, everybody who comes sooner or later counted.

    `games`: how many instead of the preset's; of the continuous queue, how many times 20 minutes until last call.
    `changes`: other settings of the night. Raises ValueError for what cannot be played.
    """

    preset: str
    players: tuple[int, ...]
    seed: int = 1
    games: int | None = None
    stop: Stop | None = None
    happenings: Happenings = field(default_factory=Happenings)
    name: str = ""
    changes: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.preset not in PRESETS:
            raise ValueError(f"preset: one of {', '.join(PRESETS)}, not {self.preset!r}")
        if not 1 <= len(self.players) <= len(self.chosen.divisions):
            raise ValueError(f"players: one number for each of {', '.join(self.chosen.divisions)}")
        if any(0 < heads < FEWEST_IN_A_DIVISION for heads in self.players) or not any(self.players):
            raise ValueError(f"players: a division plays with {FEWEST_IN_A_DIVISION} or more")

    @property
    def chosen(self) -> Preset:
        return PRESETS[self.preset]

    @property
    def settings(self) -> NightSettings:
        """The settings of the night; last call of a queue is set when its start is known (`queue`)."""
        settings = replace(self.chosen.settings, **self.changes)
        if self.games is None or settings.games is None:
            return settings
        early = settings.break_after is not None and settings.break_after >= self.games
        pause = None if early else settings.break_after
        return replace(settings, games=self.games, break_after=pause)


def divided(preset: str, heads: int) -> tuple[int, ...]:
    """So many players over the divisions of a preset, the first ones larger; as few divisions as fill a table."""
    names = PRESETS[preset].divisions
    others = heads * 2 // 5
    if len(names) == 1 or others < FEWEST_IN_A_DIVISION:
        return (heads,)
    return (heads - others, others)
