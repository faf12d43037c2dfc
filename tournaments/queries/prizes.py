"""Pots and payouts: the ledger's cents and the standings, put together by `scoring`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.db.models import Q, Sum

from scoring.payouts import Award, Payout, pay_out
from scoring.prizes import Pot, even_pots
from scoring.words import dollars, listed
from tournaments.models import Division, LedgerEntry, Player, Tournament
from tournaments.problems import Problem, blocker, warning
from tournaments.queries.readiness import before_payout, owing_games
from tournaments.queries.standings import DivisionStandings, standings_of

Kind = LedgerEntry.Kind
_IN = (Kind.BUY_IN, Kind.TRANSFER)
_TOLD_OTHERWISE = ("tie-open", "sheets-missing", "sheets-disputed")
_MOST_NAMES = 6
_PLACES = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth")


@dataclass(frozen=True)
class Payment:
    """A prize that went out and was not taken back. `cents` 0: a thing was handed over."""

    player: Player
    label: str
    cents: int
    method: str
    by: str
    at: datetime

    @property
    def query(self) -> str:
        """Which payment it is, for an address."""
        return urlencode({"player_id": self.player.pk, "label": self.label})


@dataclass(frozen=True)
class AwardLine:
    """One prize for one player. `label` names it in the ledger ("place 1"); `payment` is what went out for it."""

    award: Award
    player: Player
    label: str
    payment: Payment | None = None

    @property
    def paid_cents(self) -> int:
        return self.payment.cents if self.payment else 0

    @property
    def has_worth(self) -> bool:
        """Whether there is anything to hand over: money or a thing."""
        return bool(self.award.cents or self.award.name)

    @property
    def title(self) -> str:
        """What it is for: "First", "Second, shared", "Most loners"."""
        place = self.award.place
        if place is None:
            return self.award.extra.capitalize()
        word = _PLACES[place - 1] if place <= len(_PLACES) else f"Place {place}"
        return f"{word}, shared" if self.award.shared_by > 1 else word

    @property
    def worth(self) -> str:
        """The thing, or the money: "$240"; "" where it is an honour alone."""
        return self.award.name or (dollars(self.award.cents) if self.award.cents else "")

    @property
    def is_paid(self) -> bool:
        """Handed over, and as much as it is."""
        return self.payment is not None and self.payment.cents == self.award.cents


@dataclass(frozen=True)
class DivisionPrizes:
    """A division's pot and what becomes of it. `other_payments`: prizes that went out and are none of `lines`,
    since the results changed or were opened again afterwards."""

    division: Division
    pot: Pot
    payout: Payout
    lines: tuple[AwardLine, ...]
    standings: DivisionStandings
    other_payments: tuple[Payment, ...] = ()

    @property
    def paid_cents(self) -> int:
        return sum(line.paid_cents for line in self.lines) + sum(other.cents for other in self.other_payments)

    @property
    def unpaid(self) -> int:
        """How many prizes are still to be handed over."""
        return sum(line.has_worth and not line.is_paid for line in self.lines)

    @property
    def undue(self) -> int:
        """How many prizes went out that are nobody's by these results, and are to be taken back."""
        return len(self.other_payments)

    @property
    def plays(self) -> bool:
        """Whether the division had anybody, or money, tonight."""
        return bool(self.standings.rows) or self.payout.pot_cents != 0


def pots_of(night: Tournament) -> dict[int, Pot]:
    """The pot of each division by its id, from the ledger: one query for the divisions, one for the money."""
    stake = Q(kind__in=_IN) | Q(kind=Kind.REVERSAL, reverses__kind__in=_IN)
    back = Q(kind=Kind.REFUND) | Q(kind=Kind.REVERSAL, reverses__kind=Kind.REFUND)
    rows = (
        night.ledger.filter(account=LedgerEntry.Account.POT)
        .values("division_id")
        .annotate(paid=Sum("cents", filter=stake), back=Sum("cents", filter=back))
        .order_by()
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
        plays = [any(row.standing.rank for row in table.rows) for table in tables]
        in_order = [pots[table.division.pk] for table in tables]
        amounts = {t.division.pk: cents for t, cents in zip(tables, even_pots(in_order, plays), strict=True)}
    missing, disputed = _owing(night)
    payments = _payments(night)
    result = []
    for table in tables:
        division = table.division
        payout = pay_out(
            amounts[division.pk],
            [row.standing for row in table.rows],
            settings.prize_plan(),
            missing_sheets=missing[division.seat_id],
            disputed_sheets=disputed[division.seat_id],
        )
        lines, others = _lines(payout, table, payments[division.pk])
        result.append(DivisionPrizes(division, pots[division.pk], payout, lines, table, others))
    return tuple(result)


def _lines(
    payout: Payout, table: DivisionStandings, payments: Sequence[Payment]
) -> tuple[tuple[AwardLine, ...], tuple[Payment, ...]]:
    """The awards with what went out for each, and the payments that belong to none of them."""
    people = {row.standing.player: row.player for row in table.rows}
    paid = {(payment.player.pk, payment.label): payment for payment in payments}
    lines = []
    for award in payout.awards:
        player, label = people[award.player], label_of(award)
        lines.append(AwardLine(award, player, label, paid.pop((player.pk, label), None)))
    return tuple(lines), tuple(paid.values())


def before_final(night: Tournament, prizes: Sequence[DivisionPrizes]) -> list[Problem]:
    """What keeps the results from being declared final, and what to know before; each with its mend.

    A tie is told only once every game is played and every sheet is in: until then it may vanish again.
    """
    problems = before_payout(night)
    is_over = not problems
    for division in prizes:
        if division.plays:
            problems += [*_ties(division), *_money(division)] if is_over else _faults(division)
    return problems


def _ties(division: DivisionPrizes) -> list[Problem]:
    people = {row.standing.player: row.player for row in division.standings.rows}
    return [
        blocker(
            "tie-open",
            f"{division.division.name}: place {tie.place} is open between {_listed(tie.players, people)}.",
            link="organizer:tie",
            link_args=(division.division.pk, tie.place),
        )
        for tie in division.payout.open_ties
    ]


def _money(division: DivisionPrizes) -> list[Problem]:
    """A pot that the prizes do not give away. Ties and missing sheets are told one by one."""
    return [
        (blocker if problem.kind == "refuse" else warning)(
            problem.code, f"{division.division.name}: {problem.message}.", link="organizer:settings"
        )
        for problem in division.payout.problems
        if problem.code not in _TOLD_OTHERWISE
    ]


def _faults(division: DivisionPrizes) -> list[Problem]:
    """Of `_money`, what no further game mends."""
    return [problem for problem in _money(division) if problem.code != "nobody"]


def _listed(numbers: Sequence[int], people: Mapping[int, Player]) -> str:
    """ "4 Alex, 9 Kim and 12 Pat"; of many, how many more."""
    names = [str(people[number]) for number in numbers[:_MOST_NAMES]]
    more = len(numbers) - len(names)
    return listed([*names, f"{more} more"] if more else names)


def label_of(award: Award) -> str:
    """The prize's name in the ledger."""
    return award.extra or f"place {award.place}"


def _owing(night: Tournament) -> tuple[dict[int, int], dict[int, int]]:
    missing: dict[int, int] = defaultdict(int)
    disputed: dict[int, int] = defaultdict(int)
    for game in owing_games(night):
        (disputed if game.disputed else missing)[game.division_id] += 1
    return missing, disputed


def _payments(night: Tournament) -> dict[int, list[Payment]]:
    """The prizes that went out and were not taken back, by division. At most one for a player's prize."""
    rows = night.ledger.filter(kind=Kind.PAYOUT, reversed_by__isnull=True).select_related("player")
    payments: dict[int, list[Payment]] = defaultdict(list)
    for row in rows.order_by("pk"):
        if row.player is not None and row.division_id is not None:  # always, as `pay_prize` writes them
            method = row.get_method_display()
            payment = Payment(row.player, row.prize, -row.cents, method, row.entered_by, row.at)
            payments[row.division_id].append(payment)
    return payments
