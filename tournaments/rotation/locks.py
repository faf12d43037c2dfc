"""What the organizer locked: rounds and tables that no new plan changes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from .errors import RotationError
from .model import Mode, PlannedRound, PlannedTable, Player, Wishes
from .shape import Shape
from .wishes import unmet_wishes
from .words import listed


@dataclass(frozen=True)
class Locks:
    """Locked rounds, by number (from 1), and single tables, as (round, table number)."""

    rounds: frozenset[int] = frozenset()
    tables: frozenset[tuple[int, int]] = frozenset()


def refuse_impossible(
    locks: Locks,
    coming: Sequence[PlannedRound],
    present: Collection[Player],
    shape: Shape,
    wishes: Wishes,
    mode: Mode,
) -> None:
    """Raises RotationError naming what is locked but cannot stand, and what to do instead.

    `coming`: the published rounds still to come; `present`, `shape` and `wishes` of those who are there now.
    """
    by_number = {planned.number: planned for planned in coming}
    for number in sorted(locks.rounds):
        if number not in by_number:
            raise RotationError(f"Game {number} cannot be locked: it is not a planned game still to come.")
        _refuse(by_number[number], f"Game {number}", "the game", present, wishes, mode)
    alone: dict[int, list[PlannedTable]] = {}
    for number, table_number in sorted(locks.tables):
        planned = by_number.get(number)
        table = next((t for t in planned.tables if t.number == table_number), None) if planned else None
        if table is None:
            raise RotationError(f"Table {table_number} of game {number} cannot be locked: it is not planned.")
        if number in locks.rounds:
            continue
        alone.setdefault(number, []).append(table)
        what = f"Table {table_number} of game {number}"
        _refuse(PlannedRound(number, (table,)), what, "the table", present, wishes, mode)
    for number, tables in alone.items():
        _refuse_crowd(number, tables, shape)
        _refuse_taken(number, tables, wishes)


def _refuse(
    planned: PlannedRound, what: str, it: str, present: Collection[Player], wishes: Wishes, mode: Mode
) -> None:
    for player in planned.seated():
        if player not in present:
            raise RotationError(
                f"{what} is locked but seats {{0}}, who is leaving: unlock {it} or name a substitute for it.",
                player,
            )
    for unmet in unmet_wishes([planned], wishes, mode):
        raise RotationError(
            f"{unmet.text}, but {_start_small(what)} is locked: unlock it or drop the wish.", *unmet.players
        )


def _start_small(what: str) -> str:
    return what[0].lower() + what[1:]


def _refuse_crowd(number: int, tables: Sequence[PlannedTable], shape: Shape) -> None:
    for size, room, word in ((4, shape.full, "four"), (3, shape.short, "three")):
        locked = [table.number for table in tables if len(table.seats) == size]
        if len(locked) > room:
            are = "is locked as a table" if len(locked) == 1 else "are locked as tables"
            raise RotationError(
                f"{listed(locked, 'Table', 'Tables')} of game {number} {are} of {word}, but "
                f"{shape.lines} players make {room or 'none'} of these: unlock {len(locked) - room}."
            )


def _refuse_taken(number: int, tables: Sequence[PlannedTable], wishes: Wishes) -> None:
    locked = {table.number: table for table in tables}
    for player, wanted in wishes.pinned:
        if wanted in locked and player not in locked[wanted].seats:
            raise RotationError(
                f"{{0}} is to keep table {wanted}, but in game {number} it is locked for others: "
                "unlock it, or let them move.",
                player,
            )
