"""The one error of this package."""

from __future__ import annotations

from collections.abc import Callable, Hashable


class RotationError(ValueError):
    """A wish that cannot be met: the text names the players or tables and says what is possible instead.

    `text` holds "{0}", "{1}" ... where a player is named, so that whoever knows the players by number can
    show their names: `error.told(name_of)`. `str(error)` shows the players as they were given.
    """

    def __init__(self, text: str, *players: Hashable) -> None:
        self.text = text
        self.players = players
        super().__init__(self.told(str))

    def told(self, name: Callable[[Hashable], str]) -> str:
        """The message with every player named by `name`."""
        return self.text.format(*map(name, self.players)) if self.players else self.text
