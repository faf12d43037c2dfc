"""Why somebody was put where they are: what spoke for the place, and what changing places would cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from .errors import RotationError
from .model import Mode, Plan, PlannedRound, PlannedTable, Player
from .swap import exchanged
from .wishes import Unmet, unmet_wishes

Pair = frozenset[Player]


@dataclass(frozen=True)
class Company:
    """Somebody at the same table: the earlier rounds in which the two met, and those as partners."""

    player: Player
    is_partner: bool
    met: tuple[int, ...]
    partnered: tuple[int, ...]


@dataclass(frozen=True)
class Exchange:
    """Changing places with `other`, who is at `table` (None: sits out), and what it would do to the whole night.

    `partner_repeats` and `meetings_again`: by how much these grow (below 0: shrink), counting every time beyond
    the first. `breaks`: wishes that would no longer be met.
    """

    other: Player
    table: int | None
    partner_repeats: int
    meetings_again: int
    breaks: tuple[Unmet, ...]

    @property
    def costs(self) -> bool:
        """Something would be worse than it is."""
        return bool(self.breaks) or self.partner_repeats > 0 or self.meetings_again > 0


@dataclass(frozen=True)
class Reasons:
    """The place of one player in one round. `table` None: sits out.

    `sit_outs` and `fair_share` speak of the `present_before` rounds before it in which they were there;
    `fewer_sit_outs`: how many who play in this round had fewer. `exchanges`: the cheapest first.
    """

    round: int
    table: PlannedTable | None
    present_before: int
    sit_outs: int
    fair_share: float
    fewer_sit_outs: int
    company: tuple[Company, ...]
    exchanges: tuple[Exchange, ...]


def reasons(plan: Plan, player: Player, number: int) -> Reasons:
    """Why `player` is where they are in round `number` (from 1).

    Raises RotationError when they are not in that round.
    """
    planned = next((planned for planned in plan.rounds if planned.number == number), None)
    if planned is None or player not in planned.present():
        raise RotationError(f"{{0}} is not in game {number}.", player)
    before = [earlier for earlier in plan.rounds if earlier.number < number]
    had = Counter(x for earlier in before for x in earlier.sit_outs)
    table = planned.table_of(player)
    return Reasons(
        round=number,
        table=table,
        present_before=sum(player in earlier.present() for earlier in before),
        sit_outs=had[player],
        fair_share=_fair_share(before, player),
        fewer_sit_outs=sum(had[x] < had[player] for x in planned.seated()),
        company=tuple(_company(plan.mode, before, table, player)),
        exchanges=tuple(_Exchanges(plan, planned).of(player)),
    )


def _fair_share(rounds: Iterable[PlannedRound], player: Player) -> float:
    share = 0.0
    for planned in rounds:
        present = planned.present()
        if player in present:
            share += len(planned.sit_outs) / len(present)
    return share


def _company(
    mode: Mode, before: Sequence[PlannedRound], table: PlannedTable | None, player: Player
) -> Iterator[Company]:
    if table is None:
        return
    partners = {other for pair in _partners(table, mode) if player in pair for other in pair} - {player}
    for other in (other for other in table.seats if other != player):
        met, partnered = [], []
        for planned in before:
            there = planned.table_of(player)
            if there is not None and other in there.seats:
                met.append(planned.number)
                if frozenset((player, other)) in _partners(there, mode):
                    partnered.append(planned.number)
        yield Company(other, other in partners, tuple(met), tuple(partnered))


def _partners(table: PlannedTable, mode: Mode) -> set[Pair]:
    return {frozenset(pair) for pair in table.partner_pairs()} if mode == "partners" else set()


def _pairs(table: PlannedTable) -> Iterator[Pair]:
    for i, one in enumerate(table.seats):
        for other in table.seats[:i]:
            yield frozenset((one, other))


class _Exchanges:
    """What changing places would do, from counts over the whole night."""

    def __init__(self, plan: Plan, planned: PlannedRound) -> None:
        self.plan, self.planned = plan, planned
        tables = [table for each in plan.rounds for table in each.tables]
        self.met = Counter(pair for table in tables for pair in _pairs(table))
        self.partnered = Counter(pair for table in tables for pair in _partners(table, plan.mode))

    def of(self, player: Player) -> list[Exchange]:
        """With everybody who has another place in the round."""
        here = self.planned.table_of(player)
        company = set(here.seats) if here else set(self.planned.sit_outs)
        found = [self._with(player, other) for other in self.planned.present() if other not in company]
        return sorted(
            found,
            key=lambda e: (len(e.breaks), e.partner_repeats, e.meetings_again, e.table or 0, str(e.other)),
        )

    def _with(self, player: Player, other: Player) -> Exchange:
        old = [table for who in (player, other) if (table := self.planned.table_of(who)) is not None]
        new = [exchanged(table, player, other) for table in old]
        number = self.planned.number
        was = set(self._unmet(number, old))
        there = self.planned.table_of(other)
        return Exchange(
            other=other,
            table=there.number if there else None,
            partner_repeats=_growth(
                self.partnered,
                [pair for table in old for pair in _partners(table, self.plan.mode)],
                [pair for table in new for pair in _partners(table, self.plan.mode)],
            ),
            meetings_again=_growth(
                self.met,
                [pair for table in old for pair in _pairs(table)],
                [pair for table in new for pair in _pairs(table)],
            ),
            breaks=tuple(unmet for unmet in self._unmet(number, new) if unmet not in was),
        )

    def _unmet(self, number: int, tables: Sequence[PlannedTable]) -> Iterator[Unmet]:
        return unmet_wishes([PlannedRound(number, tuple(tables))], self.plan.wishes, self.plan.mode)


def _growth(counts: Counter[Pair], old: Iterable[Pair], new: Iterable[Pair]) -> int:
    """By how much the times beyond the first grow when `new` pairs come instead of `old` ones."""
    change: Counter[Pair] = Counter(new)
    change.subtract(old)
    return sum(
        max(0, counts[pair] + more - 1) - max(0, counts[pair] - 1) for pair, more in change.items() if more
    )
