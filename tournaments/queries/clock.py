"""The night's clock as every screen shows it: from the stored start, never counted."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from tournaments.models import Tournament

LAST_SECONDS = 60
"""From when on the clock warns."""

Clock = Tournament.Clock


@dataclass(frozen=True)
class ClockFace:
    """A clock at one moment. `ends_at`: when it reaches zero, None while paused; `left`: seconds, negative when over.

    `word` says what it counts to ("game 5", "until game 6"), `over_word` what to say from zero on.
    """

    kind: Literal["game", "break"]
    word: str
    over_word: str
    left: int
    ends_at: datetime | None

    @property
    def state(self) -> str:
        """ "over", "last" or "": the same word and shape on every screen."""
        return "over" if self.left <= 0 else "last" if self.left <= LAST_SECONDS else ""

    @property
    def text(self) -> str:
        """ "06:42"; "+01:30" once over time."""
        minutes, seconds = divmod(abs(self.left), 60)
        return f"{'+' if self.left < 0 else ''}{minutes:02}:{seconds:02}"

    @property
    def ends_ms(self) -> int | None:
        """`ends_at` in milliseconds since 1970, for the page's script."""
        return None if self.ends_at is None else int(self.ends_at.timestamp() * 1000)


def clock_face(night: Tournament, now: datetime, *, running: int = 0, coming: int = 0) -> ClockFace | None:
    """The clock of the night at `now`; None without one. `running`, `coming`: those games' numbers, 0 for none."""
    left = night.clock_remaining(now)
    if left is None:
        return None
    if night.clock == Clock.BREAK:
        word, over = (
            (f"until game {coming}", f"game {coming} starts") if coming else ("break", "break is over")
        )
    else:
        word, over = f"game {running}" if running else "this game", "time is up"
    if night.clock_paused_at is not None:
        word = over = f"{word}, paused"
    kind: Literal["game", "break"] = "break" if night.clock == Clock.BREAK else "game"
    return ClockFace(kind, word, over, left, night.clock_ends_at())
