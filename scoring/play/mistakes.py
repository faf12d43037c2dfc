"""What people do wrong now and then, for nights that look like real ones."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mistakes:
    """How often, as chances from 0 to 1; all 0 by default: bots make no mistakes.

    `renege`: each time a player must follow suit and also holds another suit. `exposed`: a card shown in a deal (a
    misdeal under WEMSA). `toss`: cards tossed in once in a hand whose result is settled, where that costs money.
    """

    renege: float = 0.0
    exposed: float = 0.0
    toss: float = 0.0

    def __post_init__(self) -> None:
        for name in ("renege", "toss"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name}: a chance lies between 0 and 1, not {getattr(self, name)}")
        if not 0 <= self.exposed < 1:
            raise ValueError(f"exposed: a chance from 0 to less than 1, not {self.exposed}")

    @classmethod
    def all_at(cls, rate: float) -> Mistakes:
        """Every kind of mistake with the same chance."""
        return cls(renege=rate, exposed=rate, toss=rate)


NO_MISTAKES = Mistakes()
