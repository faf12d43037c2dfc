"""Sudden death: how a tie at a prize place is played off, one hand at a time (WEMSA, Scoring 4).

Those who gain in a hand stand before those who do not; whoever is still level plays again, until the players are in
order. Points of a playoff count for nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class PlayoffTable:
    """One table playing one hand. `seats`: clockwise, 4 with partners opposite or 3; the players, or None for a
    partner drawn by lot, whose points are void."""

    seats: tuple[int | None, ...]


@dataclass(frozen=True)
class PlayoffStep:
    """One step of a plan: the tables that play, and what their hand decides, for people."""

    tables: tuple[PlayoffTable, ...]
    decides: str


def playoff_tables(players: Sequence[int]) -> tuple[PlayoffTable, ...]:
    """The tables at which level players, in the order of their lots, play the next hand.

    Two play as opponents with partners drawn by lot, three play three-handed, four two against two, more in fours
    with a three or a two for the rest. Nobody plays alone: one left over makes a three and a two of the last four.
    """
    if len(players) < 2:
        return ()
    if len(players) == 2:
        return (PlayoffTable((players[0], players[1], None, None)),)
    if len(players) <= 4:
        return (PlayoffTable(tuple(players)),)
    take = 3 if len(players) == 5 else 4
    return playoff_tables(players[:take]) + playoff_tables(players[take:])


def after_hand(
    groups: Sequence[tuple[int, ...]], group: int, winners: Collection[int]
) -> tuple[tuple[int, ...], ...]:
    """The groups, best first, once the players of `groups[group]` have played: those who gained before the rest.
    A hand that separates nobody leaves the groups as they are.

    Raises `ValueError` naming `winners` when one of them is not in the group.
    """
    level = groups[group]
    strangers = sorted(set(winners) - set(level))
    if strangers:
        raise ValueError(f"winners: {strangers} did not play for this place")
    parts = (
        tuple(player for player in level if player in winners),
        tuple(player for player in level if player not in winners),
    )
    return (*groups[:group], *(part for part in parts if part), *groups[group + 1 :])


def settled_order(groups: Sequence[tuple[int, ...]]) -> tuple[int, ...] | None:
    """The order, best first, once nobody is level any more; None before that."""
    return tuple(player for group in groups for player in group) if all(len(g) == 1 for g in groups) else None


def playoff_plan(players: int) -> tuple[PlayoffStep, ...]:
    """The steps that put so many level players in order. Players are their lots, 1 to `players`, in the first
    step; who meets in later steps depends on the hands before, which `playoff_tables` then seats.

    Raises `ValueError` for fewer than two players.
    """
    if players < 2:
        raise ValueError(f"players: a playoff needs at least 2, not {players}")
    first = playoff_tables(range(1, players + 1))
    duel = "The two play as opponents; their partners are drawn by lot and their points are void."
    again = "A hand that separates nobody is played again."
    if players == 2:
        return (PlayoffStep(first, f"{duel} Whose side gains in the hand takes the better place. {again}"),)
    if players == 3:
        return (
            PlayoffStep(first, "Three-handed. Who gains in the hand stands before who does not."),
            PlayoffStep((), f"Two are still level. {duel} {again}"),
        )
    if players == 4:
        return (
            PlayoffStep(
                first,
                f"Two against two, partners by lot. The pair that gains takes the upper places. {again}",
            ),
            PlayoffStep((), f"The winning pair for the upper places. {duel}"),
            PlayoffStep((), f"The losing pair for the lower places. {duel}"),
        )
    return (
        PlayoffStep(first, f"All play at once, seated by lot. Who gains stands before who does not. {again}"),
        PlayoffStep(
            (), "Those who gained and those who did not each play again among themselves, seated by new lots."
        ),
        PlayoffStep((), "So on, until nobody is level."),
    )
