"""What there is to win: the pot of a division, its prizes, and what each place is worth in integer cents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.problems import Problem

PrizeKind = Literal["percent", "fixed", "named"]
TieRule = Literal["playoff", "split", "tie-breakers", "lots"]
ExtraKind = Literal["most loners", "low score"]


@dataclass(frozen=True)
class Pot:
    """A division's money: buy-ins really paid less refunds, less the house or charity share (rounded down to
    the cent). `cents` is what is to be won."""

    paid_cents: int
    refunded_cents: int = 0
    house_percent: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.house_percent <= 100:
            raise ValueError(f"house_percent: from 0 to 100, not {self.house_percent}")

    @property
    def house_cents(self) -> int:
        """The share of the house or the charity."""
        return max(self.paid_cents - self.refunded_cents, 0) * self.house_percent // 100

    @property
    def cents(self) -> int:
        """What is to be won; below zero when more was refunded than paid, which `pay_out` refuses."""
        return self.paid_cents - self.refunded_cents - self.house_cents


def even_pots(pots: Sequence[Pot], plays: Sequence[bool] | None = None) -> tuple[int, ...]:
    """One pot split evenly between divisions: cents for each, left-over cents one each to the first ones.

    `plays`: which divisions have players to win it; one without gets nothing, unless none has any.
    """
    sharing = list(plays) if plays is not None and any(plays) else [True] * len(pots)
    share, left = divmod(sum(pot.cents for pot in pots), max(sum(sharing), 1))
    before = [sum(sharing[:index]) for index in range(len(pots))]
    return tuple(
        share + (earlier < left) if shares else 0 for shares, earlier in zip(sharing, before, strict=True)
    )


@dataclass(frozen=True)
class ExtraPrize:
    """A prize beside the places: `cents` off the pot before the places share it, or a thing called `name`.

    "most loners": nobody wins it without a loner, its money then stays in the pot. "low score": the lowest total
    of those who missed no game, since absence earns nothing (RULES 4); of all, where everybody missed one.
    """

    kind: ExtraKind
    cents: int = 0
    name: str = ""


@dataclass(frozen=True)
class PrizePlan:
    """How a division's prizes are set.

    `kind` "percent": `shares` are whole percents of the pot; "fixed": cents; "named": `names` are things, best
    first, and `shares` is (). `whole_dollars`: places are rounded down to dollars, the rest goes to first place.
    `ties`: what happens to a tie at a prize place; a named prize is never split.
    """

    kind: PrizeKind
    shares: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    whole_dollars: bool = False
    ties: TieRule = "split"
    extras: tuple[ExtraPrize, ...] = ()

    def __post_init__(self) -> None:
        if self.kind == "named" and (self.shares or not self.names):
            raise ValueError("names: named prizes have names and no shares")
        if self.kind != "named" and (not self.shares or self.names):
            raise ValueError("shares: money prizes have shares and no names")
        if any(share <= 0 for share in self.shares):
            raise ValueError("shares: each share is more than nothing")
        if any(extra.cents < 0 or not (extra.cents or extra.name) for extra in self.extras):
            raise ValueError("extras: each extra prize is an amount or has a name")

    @property
    def places(self) -> int:
        """How many places win."""
        return len(self.names) if self.kind == "named" else len(self.shares)

    @property
    def splits_ties(self) -> bool:
        return self.ties == "split" and self.kind != "named"


@dataclass(frozen=True)
class PlaceShare:
    """What one place is worth before ties are merged."""

    place: int
    cents: int
    name: str = ""


def plan_problems(plan: PrizePlan) -> tuple[Problem, ...]:
    """Faults of the plan itself, before any pot is known."""
    total = sum(plan.shares)
    if plan.kind != "percent" or total == 100:
        return ()
    sum_text = " + ".join(str(share) for share in plan.shares)
    if total < 100:
        question = f"where does the other {100 - total} % of the pot go?"
    else:
        question = f"that is {total - 100} % more than the pot"
    return (Problem("refuse", "percent-sum", "shares", f"{sum_text} = {total} %: {question}"),)


def place_shares(plan: PrizePlan, cents: int, finishers: int) -> tuple[PlaceShare, ...]:
    """What each place is worth out of `cents`, as many places as there are prizes and finishers.

    Unclaimed shares are spread over the claimed ones in proportion. What rounding leaves goes to first place, so
    the shares of a money plan always add up to `cents` (none without finishers).
    """
    places = min(plan.places, finishers)
    if plan.kind == "named":
        return tuple(PlaceShare(place, 0, name) for place, name in enumerate(plan.names[:places], start=1))
    amounts = rounded_shares(plan, cents, places)
    if amounts:
        amounts[0] += cents - sum(amounts)
    return tuple(PlaceShare(place, amount) for place, amount in enumerate(amounts, start=1))


def rounded_shares(plan: PrizePlan, cents: int, places: int) -> list[int]:
    """The shares of a money plan, each rounded down; what is missing to `cents` is the rest."""
    claimed = plan.shares[:places]
    pool = cents if plan.kind == "percent" else min(sum(plan.shares), cents)
    step = 100 if plan.whole_dollars else 1
    return [pool * share // sum(claimed) // step * step for share in claimed]
