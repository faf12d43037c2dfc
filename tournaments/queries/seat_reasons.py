"""Why somebody was put where they are, in sentences with everybody's name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.words import counted
from tournaments.models import Player
from tournaments.queries.rotation_plans import DivisionPlan, planned_name
from tournaments.rotation.model import Player as Planned
from tournaments.rotation.why import Company, Exchange, Reasons, reasons
from tournaments.rotation.words import listed

MOST_EXCHANGES = 8


@dataclass(frozen=True)
class SeatReasons:
    """The place of one player in one game (from 1), and why. `table` None: sits out.

    `because`: what put them there; `company`: whom they meet there; `exchanges`: what changing places would cost,
    the cheapest first; `summary`: of all those exchanges.
    """

    player: Player
    game: int
    table: int | None
    because: tuple[str, ...]
    company: tuple[str, ...]
    summary: str
    exchanges: tuple[str, ...]


def seat_reasons(info: DivisionPlan, player: Player, game: int) -> SeatReasons:
    """Raises RotationError when the plan in force does not have them in that game. No queries."""
    assert info.plan is not None  # noqa: S101 -- whoever asks has looked for a plan
    found = reasons(info.plan, player.pk, game)
    return SeatReasons(
        player=player,
        game=game,
        table=found.table.number if found.table else None,
        because=tuple(_because(info, player, found)),
        company=tuple(_met(info, other) for other in found.company),
        summary=_summary(found),
        exchanges=tuple(_exchange(info, exchange) for exchange in found.exchanges[:MOST_EXCHANGES]),
    )


def _because(info: DivisionPlan, player: Player, found: Reasons) -> Iterator[str]:
    table = found.table.number if found.table else None
    if found.round <= info.played:
        yield "This game has been started: its seats stay as they are."
    elif found.round in info.locked:
        yield f"Game {found.round} is locked: no draw changes it."
    elif table is not None and (found.round, table) in info.locked_tables:
        yield f"Table {table} is locked in game {found.round}: no draw changes it."
    if table is not None and found.round == 1 and player.first_table == table:
        yield f"Table {table} was given to them at check-in, and the rotation keeps first tables."
    if player.pinned_table is not None and player.pinned_table == table:
        yield f"They keep table {table} in every game, as the host noted."
    yield from _apart(info, player, found)
    yield _turns(found)


def _apart(info: DivisionPlan, player: Player, found: Reasons) -> Iterator[str]:
    """Whom they are kept from, and where those sit."""
    planned = info.plan.rounds[found.round - 1] if info.plan else None
    for pair in info.kept:
        if player not in (pair.wish.one, pair.wish.other):
            continue
        other = pair.wish.other if pair.wish.one == player else pair.wish.one
        there = planned.table_of(other.pk) if planned else None
        where = f"is at table {there.number}" if there else "does not play in this game"
        yield f"They and {other} {pair.wish.told}; {other.name} {where}."


def _turns(found: Reasons) -> str:
    if found.present_before == 0:
        return "Sits out: it is their first game." if found.table is None else "It is their first game."
    had = f"sat out {counted(found.sit_outs, 'game')} of {found.present_before}"
    if found.table is not None:
        return f"They have {had} so far; the fair share is {found.fair_share:.1f}."
    turn = (
        "nobody who plays has had fewer sit-outs"
        if not found.fewer_sit_outs
        else f"{counted(found.fewer_sit_outs, 'player')} at the tables had fewer"
    )
    return f"It is their turn to sit out: they have {had} so far, the fair share is {found.fair_share:.1f}, and {turn}."


def _met(info: DivisionPlan, other: Company) -> str:
    name = _name(info, other.player)
    part = "partner" if other.is_partner else "opponent" if _has_partners(info) else "at the table"
    if not other.met:
        return f"{name} ({part}): they have not met before."
    when = listed(other.met, "game", "games")
    partnered = f", as partners in {listed(other.partnered, 'game', 'games')}" if other.partnered else ""
    return f"{name} ({part}): they met in {when}{partnered}."


def _has_partners(info: DivisionPlan) -> bool:
    return info.plan is not None and info.plan.mode == "partners"


def _summary(found: Reasons) -> str:
    total = len(found.exchanges)
    if not total:
        return "There is nobody to change places with."
    costly = sum(exchange.costs for exchange in found.exchanges)
    if costly == total:
        return f"Changing places with any of the {total} others makes something worse: this is the best seat for all."
    if not costly:
        return f"Changing places with any of the {total} others would cost nothing: this seat fell to them by lot."
    free = total - costly
    return (
        f"Of {total} others to change places with, {costly} would make something worse; with {free} it would cost "
        "nothing: among those it fell by lot."
    )


def _exchange(info: DivisionPlan, exchange: Exchange) -> str:
    where = f"table {exchange.table}" if exchange.table else "sits out"
    effects = []
    for unmet in exchange.breaks:
        effects.append(unmet.text.format(*(_name(info, player) for player in unmet.players)))
    for change, what in ((exchange.partner_repeats, "partnership"), (exchange.meetings_again, "meeting")):
        if change:
            effects.append(
                f"{counted(abs(change), what)} {'more' if change > 0 else 'fewer'} that repeats"
                if abs(change) == 1
                else f"{abs(change)} {what}s {'more' if change > 0 else 'fewer'} that repeat"
            )
    return f"{_name(info, exchange.other)} ({where}): {listed(effects) if effects else 'nothing gets better or worse'}."


def _name(info: DivisionPlan, player: Planned) -> str:
    return planned_name(player, info.people)
