"""Wishes for the rotation: who keeps a table, who is kept apart, and whether that is possible at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.models import Division, Player, SeatWish, Tournament
from tournaments.night_settings import NightSettings
from tournaments.rotation import House, Plan, RotationError, Wishes
from tournaments.rotation.model import Mode, Odd
from tournaments.rotation.model import Player as Planned
from tournaments.rotation.wishes import refuse_impossible_wishes, unmet_wishes

Kind = SeatWish.Kind


@dataclass(frozen=True)
class PairKept:
    """Two people of a night who are kept apart. `places`: where the plan in force does not do it yet, as (game,
    table); empty when it does, or when they do not play in one division."""

    wish: SeatWish
    places: tuple[tuple[int, int], ...] = ()


def mode_of(settings: NightSettings) -> Mode:
    """How the rotation plans tables in a night of these settings."""
    modes: dict[str, Mode] = {"drawn": "tables", "preset": "partners", "alone": "alone"}
    return modes[settings.partners]


def odd_of(settings: NightSettings) -> Odd:
    """What the rotation does with odd numbers in a night of these settings."""
    return "sit_out" if settings.odd == "queue" else settings.odd


def wishes_of(night: Tournament) -> tuple[SeatWish, ...]:
    """All pairs kept apart, by number. One query."""
    return tuple(night.seat_wishes.select_related("one", "other"))


def wishes_among(people: Iterable[Player], kept: Iterable[SeatWish]) -> Wishes:
    """The wishes that concern these people alone: their pins, and the pairs of which both are among them."""
    here = {player.pk: player for player in people}
    pairs: dict[str, list[tuple[Planned, Planned]]] = {kind: [] for kind in Kind.values}
    for wish in kept:
        if wish.one_id in here and wish.other_id in here:
            pairs[wish.kind].append((wish.one_id, wish.other_id))
    return Wishes(
        pinned=tuple((pk, player.pinned_table) for pk, player in here.items() if player.pinned_table),
        never_partner=tuple(pairs[Kind.NEVER_PARTNER]),
        never_meet=tuple(pairs[Kind.NEVER_MEET]),
    )


def why_impossible(
    division: Division, people: Iterable[Player], kept: Iterable[SeatWish], settings: NightSettings
) -> str:
    """Why no rotation of these people of a division can honour their wishes, with what is possible instead.

    "" when nothing that can be told without drawing stands in the way.
    """
    players = list(people)
    names = {player.pk: str(player) for player in players}
    try:
        refuse_impossible_wishes(
            wishes_among(players, kept),
            list(names),
            mode_of(settings),
            odd_of(settings),
            division.table_numbers,
        )
    except RotationError as error:
        return error.told(lambda player: _called(player, names))
    return ""


def _called(player: Planned, names: Mapping[int, str]) -> str:
    if isinstance(player, House):
        return str(player)
    return names.get(player, str(player)) if isinstance(player, int) else str(player)


def pairs_kept(wishes: Iterable[SeatWish], plans: Iterable[tuple[Plan, int]]) -> tuple[PairKept, ...]:
    """The pairs with what the plans in force say of them. `plans`: each with its number of games played."""
    kept = list(wishes)
    among = Wishes(
        never_partner=tuple((w.one_id, w.other_id) for w in kept if w.kind == Kind.NEVER_PARTNER),
        never_meet=tuple((w.one_id, w.other_id) for w in kept if w.kind == Kind.NEVER_MEET),
    )
    places: dict[tuple[Planned, ...], list[tuple[int, int]]] = {}
    for plan, played in plans:
        for unmet in unmet_wishes(plan.rounds[played:], among, plan.mode):
            places.setdefault(unmet.players, []).append((unmet.round, unmet.table))
    return tuple(PairKept(wish, tuple(places.get((wish.one_id, wish.other_id), ()))) for wish in kept)
