"""Pots and payouts: the ledger's cents and the standings, put together by `scoring`."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Q, Sum

from scoring.payouts import Award, Payout, pay_out
from scoring.prizes import Pot, even_pots
from tournaments.models import Division, LedgerEntry, Player, Tournament
from tournaments.queries.readiness import owing_games
from tournaments.queries.standings import DivisionStandings, standings_of

Kind = LedgerEntry.Kind
_IN = (Kind.BUY_IN, Kind.TRANSFER)


@dataclass(frozen=True)
class AwardLine:
    """One prize for one player. `label` names it in the ledger ("place 1"); `paid_cents` is what went out."""

    award: Award
    player: Player
    label: str
    paid_cents: int

    @property
    def is_paid(self) -> bool:
        return self.paid_cents >= self.award.cents > 0


@dataclass(frozen=True)
class DivisionPrizes:
    """A division's pot and what becomes of it."""

    division: Division
    pot: Pot
    payout: Payout
    lines: tuple[AwardLine, ...]
    standings: DivisionStandings

    @property
    def paid_cents(self) -> int:
        return sum(line.paid_cents for line in self.lines)


def pots_of(night: Tournament) -> dict[int, Pot]:
    """The pot of each division by its id, from the ledger: one query for the divisions, one for the money."""
    stake = Q(kind__in=_IN) | Q(kind=Kind.REVERSAL, reverses__kind__in=_IN)
    back = Q(kind=Kind.REFUND) | Q(kind=Kind.REVERSAL, reverses__kind=Kind.REFUND)
    rows = (
        night.ledger.filter(account=LedgerEntry.Account.POT)
        .values("division_id")
        .annotate(paid=Sum("cents", filter=stake), back=Sum("cents", filter=back))
    )
    money = {row["division_id"]: (row["paid"] or 0, -(row["back"] or 0)) for row in rows}
    percent = night.settings.house_percent
    return {
        division.pk: Pot(*money.get(division.pk, (0, 0)), house_percent=percent)
        for division in night.divisions.all()
    }


def prizes_of(night: Tournament) -> tuple[DivisionPrizes, ...]:
    """What each division pays as things stand; nothing is awarded while sheets are missing or ties open."""
    settings = night.settings
    pots = pots_of(night)
    tables = standings_of(night)
    amounts = {pk: pot.cents for pk, pot in pots.items()}
    if settings.one_pot:
        amounts = dict(zip(pots, even_pots(list(pots.values())), strict=True))
    missing, disputed = _owing(night)
    paid = _paid_out(night)
    result = []
    for table in tables:
        division = table.division
        payout = pay_out(
            amounts[division.pk],
            [row.standing for row in table.rows],
            settings.prize_plan(),
            missing_sheets=missing[division.pk],
            disputed_sheets=disputed[division.pk],
        )
        people = {row.standing.player: row.player for row in table.rows}
        lines = tuple(
            AwardLine(
                award,
                people[award.player],
                label_of(award),
                paid.get((people[award.player].pk, label_of(award)), 0),
            )
            for award in payout.awards
        )
        result.append(DivisionPrizes(division, pots[division.pk], payout, lines, table))
    return tuple(result)


def label_of(award: Award) -> str:
    """The prize's name in the ledger."""
    return award.extra or f"place {award.place}"


def _owing(night: Tournament) -> tuple[dict[int, int], dict[int, int]]:
    missing: dict[int, int] = defaultdict(int)
    disputed: dict[int, int] = defaultdict(int)
    for game in owing_games(night):
        (disputed if game.disputed else missing)[game.division_id] += 1
    return missing, disputed


def _paid_out(night: Tournament) -> dict[tuple[int, str], int]:
    """Cents paid per (player id, prize label), reversals taken off."""
    payouts = Q(kind=Kind.PAYOUT) | Q(kind=Kind.REVERSAL, reverses__kind=Kind.PAYOUT)
    rows = night.ledger.filter(payouts).values("player_id", "prize").annotate(total=Sum("cents"))
    return {(row["player_id"], row["prize"]): -row["total"] for row in rows}
