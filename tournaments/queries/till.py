"""The till: what should be in the cash box and on the card reader, pot by pot, and the bump cup."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, Sum

from scoring.prizes import Pot
from tournaments.models import LedgerEntry, ScoreSheet, Tournament

Account, Kind, Method = LedgerEntry.Account, LedgerEntry.Kind, LedgerEntry.Method

_MOVED = Q(kind=Kind.TRANSFER)
"""A stake that went to another pot with its player."""


@dataclass(frozen=True)
class PotLine:
    """One pot's money, in cents: came in, given back, paid out as prizes. `name`: of its division, or of the one pot
    of all. `buy_ins`: how many came in, with those that came and without those that went with who changed division.
    `house_cents`: what of it is the house's or the charity's, and left when every prize is paid."""

    name: str
    buy_ins: int
    in_cents: int
    back_cents: int
    paid_out_cents: int
    house_cents: int

    @property
    def left_cents(self) -> int:
        return self.in_cents - self.back_cents - self.paid_out_cents


@dataclass(frozen=True)
class CupTable:
    """Bump money by table, as the accepted sheets say."""

    number: int
    cents: int
    sheets: int


@dataclass(frozen=True)
class Till:
    """`by_method`: cents expected per way of paying. `cup_sheets`: what the accepted sheets say went into the cups;
    `cup_counted`: what was counted in; `cup_spent`: what was spent of it."""

    by_method: tuple[tuple[str, int], ...]
    pots: tuple[PotLine, ...]
    has_cup: bool
    cup_tables: tuple[CupTable, ...]
    cup_counted: int
    cup_spent: int
    entries: tuple[LedgerEntry, ...]

    @property
    def cash_cents(self) -> int:
        return dict(self.by_method).get(Method.CASH.label, 0)

    @property
    def cash_short_cents(self) -> int:
        """By how much more cash was given out than came in: prizes paid in cash from what was taken by card."""
        return max(0, -self.cash_cents)

    @property
    def overdrawn_cents(self) -> int:
        """By how much more went out of the pots than is in them: prizes handed out that are no longer due."""
        return sum(max(0, -pot.left_cents) for pot in self.pots)

    @property
    def cup_sheets(self) -> int:
        return sum(table.cents for table in self.cup_tables)

    @property
    def cup_difference(self) -> int:
        """Counted less what the sheets say."""
        return self.cup_counted - self.cup_sheets

    @property
    def cup_left(self) -> int:
        return self.cup_counted - self.cup_spent


def till_of(night: Tournament, *, newest: int = 50) -> Till:
    """The till with the `newest` rows of the ledger. Seven queries."""
    ledger = night.ledger.all()
    methods = dict(ledger.values_list("method").annotate(Sum("cents")).order_by())
    cup = ledger.filter(account=Account.CUP).aggregate(
        counted=Sum("cents", filter=_kind_or_reversal(Kind.CUP_COUNTED)),
        spent=Sum("cents", filter=_kind_or_reversal(Kind.CUP_SPENT)),
    )
    return Till(
        by_method=tuple(
            (Method(m).label, methods.get(m, 0)) for m in (Method.CASH, Method.CARD, Method.PREPAID)
        ),
        pots=_pots(night),
        has_cup=night.settings.bump_cup,
        cup_tables=_cup_tables(night),
        cup_counted=cup["counted"] or 0,
        cup_spent=-(cup["spent"] or 0),
        entries=tuple(
            ledger.select_related("player", "division", "reverses")
            .prefetch_related("reversed_by")
            .order_by("-pk")[:newest]
        ),
    )


def _pots(night: Tournament) -> tuple[PotLine, ...]:
    came = _kind_or_reversal(Kind.BUY_IN, Kind.TRANSFER)
    rows = {
        row["division_id"]: row
        for row in night.ledger.filter(account=Account.POT)
        .values("division_id")
        .annotate(
            came=Sum("cents", filter=came),
            back=Sum("cents", filter=_kind_or_reversal(Kind.REFUND)),
            out=Sum("cents", filter=_kind_or_reversal(Kind.PAYOUT)),
            bought=Count("pk", filter=Q(kind=Kind.BUY_IN, reversed_by__isnull=True)),
            moved_in=Count("pk", filter=_MOVED & Q(cents__gt=0)),
            moved_out=Count("pk", filter=_MOVED & Q(cents__lt=0)),
        )
        .order_by()
    }
    percent = night.settings.house_percent
    lines = tuple(_pot_line(d.name, rows.get(d.pk, {}), percent) for d in night.divisions.all())
    if night.settings.one_pot and len(lines) > 1:
        return (_together(lines),)
    return lines


def _pot_line(name: str, row: Mapping[str, Any], percent: int) -> PotLine:
    came, back = row.get("came") or 0, -(row.get("back") or 0)
    return PotLine(
        name,
        buy_ins=(row.get("bought") or 0) + (row.get("moved_in") or 0) - (row.get("moved_out") or 0),
        in_cents=came,
        back_cents=back,
        paid_out_cents=-(row.get("out") or 0),
        house_cents=Pot(came, back, percent).house_cents,
    )


def _together(pots: Sequence[PotLine]) -> PotLine:
    """One pot split between the divisions: prizes of one are paid from the buy-ins of another."""
    return PotLine(
        "All divisions together",
        buy_ins=sum(pot.buy_ins for pot in pots),
        in_cents=sum(pot.in_cents for pot in pots),
        back_cents=sum(pot.back_cents for pot in pots),
        paid_out_cents=sum(pot.paid_out_cents for pot in pots),
        house_cents=sum(pot.house_cents for pot in pots),
    )


def _cup_tables(night: Tournament) -> tuple[CupTable, ...]:
    rows = (
        ScoreSheet.objects.filter(
            game__tournament=night, state=ScoreSheet.State.ACCEPTED, bump_cents__isnull=False
        )
        .values("game__table__number")
        .annotate(cents=Sum("bump_cents"), sheets=Count("pk"))
        .order_by("game__table__number")
    )
    return tuple(CupTable(row["game__table__number"], row["cents"], row["sheets"]) for row in rows)


def _kind_or_reversal(*kinds: str) -> Q:
    return Q(kind__in=kinds) | Q(kind=Kind.REVERSAL, reverses__kind__in=kinds)
