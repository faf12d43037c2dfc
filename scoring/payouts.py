"""Standings and pot -> who is paid what, to the cent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.prizes import ExtraPrize, PlaceShare, PrizePlan, place_shares, plan_problems, rounded_shares
from scoring.problems import Problem, refused
from scoring.standings import Standing, Tie, finishing_places, prize_ties
from scoring.words import counted, dollars, listed


@dataclass(frozen=True)
class Award:
    """One player's prize. `place`: of a prize place, None for an extra prize, which `extra` then names.
    `name`: the thing won, "" for money alone. `shared_by`: how many share the place."""

    player: int
    cents: int
    place: int | None = None
    extra: str = ""
    name: str = ""
    shared_by: int = 1


@dataclass(frozen=True)
class Payout:
    """What a division pays.

    `shares`: what each place is worth before ties are merged. `rest_cents`: what rounding left and first place
    has on top, shown to people. `awards`: () as long as anything in `problems` refuses; they then add up to
    `pot_cents`. `open_ties`: to be settled by playoff or lots; `open_extras`: extra prizes to be settled by lots.
    """

    pot_cents: int
    shares: tuple[PlaceShare, ...]
    rest_cents: int
    awards: tuple[Award, ...]
    open_ties: tuple[Tie, ...]
    open_extras: tuple[tuple[str, tuple[int, ...]], ...]
    problems: tuple[Problem, ...]

    @property
    def payable(self) -> bool:
        return not refused(self.problems)


def pay_out(
    pot_cents: int,
    rows: Sequence[Standing],
    plan: PrizePlan,
    *,
    extra_orders: Sequence[Sequence[int]] = (),
    missing_sheets: int = 0,
    disputed_sheets: int = 0,
) -> Payout:
    """Who is paid what out of `pot_cents`, by the division's standings.

    Playoffs and lots for places are already in the ranks of `rows` (`standings(orders=...)`); `extra_orders` are
    lots drawn for an extra prize that is a thing, best first. Nothing is awarded while a sheet is missing or
    disputed, a prize tie is open, or the plan does not give the pot away to the cent.
    """
    finishers = [row for row in rows if row.finisher]
    extras = [(extra, _extra_winners(extra, finishers)) for extra in plan.extras]
    for_places = pot_cents - sum(extra.cents for extra, winners in extras if winners)
    shares = place_shares(plan, max(for_places, 0), len(finishers))
    paid = rounded_shares(plan, max(for_places, 0), len(shares)) if plan.kind != "named" else []
    rest = max(for_places, 0) - sum(paid) if paid else 0
    open_ties = () if plan.splits_ties else prize_ties(finishers, len(shares))
    lots = [(extra, winners, _by_lot(extra, winners, extra_orders)) for extra, winners in extras if winners]
    open_extras = tuple((extra.name, winners) for extra, winners, settled in lots if not settled)
    problems = (
        *plan_problems(plan),
        *_sheet_problems(missing_sheets, disputed_sheets),
        *_money_problems(plan, pot_cents, for_places, shares),
        *_tie_problems(open_ties, open_extras),
    )
    awards: tuple[Award, ...] = ()
    if not refused(problems):
        awards = _place_awards(shares, finishers)
        awards += tuple(award for extra, _, settled in lots for award in _extra_awards(extra, settled))
    return Payout(pot_cents, shares, rest, awards, open_ties, open_extras, problems)


def split_evenly(cents: int, players: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """(player, cents) for each, by player number; left-over cents go one each to the first of them."""
    share, left = divmod(cents, len(players))
    return tuple((player, share + (index < left)) for index, player in enumerate(sorted(players)))


def _sheet_problems(missing: int, disputed: int) -> list[Problem]:
    found = []
    if missing:
        found.append(Problem("refuse", "sheets-missing", "sheets", f"{counted(missing, 'sheet')} missing"))
    if disputed:
        found.append(Problem("refuse", "sheets-disputed", "sheets", f"{counted(disputed, 'sheet')} disputed"))
    return found


def _money_problems(
    plan: PrizePlan, pot_cents: int, for_places: int, shares: Sequence[PlaceShare]
) -> list[Problem]:
    pot = dollars(pot_cents)
    if pot_cents < 0:
        return [Problem("refuse", "pot-negative", "pot", f"The pot is {pot}: more was refunded than paid")]
    if for_places < 0:
        return [
            Problem("refuse", "extras-over-pot", "extras", f"The extra prizes are more than the pot of {pot}")
        ]
    if not shares:
        if not pot_cents:
            return []
        return [Problem("refuse", "nobody", "standings", f"Nobody has finished, and {pot} is in the pot")]
    if plan.kind == "named" and for_places:
        text = f"The prizes are things, and {dollars(for_places)} of the pot goes to nobody"
        return [Problem("refuse", "pot-left", "names", text)]
    difference = for_places - sum(plan.shares)
    if plan.kind != "fixed" or difference == 0:
        return []
    prizes = dollars(sum(plan.shares))
    if difference < 0:
        text = f"The prizes come to {prizes}, {dollars(-difference)} more than is in the pot"
        return [Problem("refuse", "fixed-over-pot", "shares", text)]
    text = f"The prizes come to {prizes}; the other {dollars(difference)} of the pot goes to first place"
    return [Problem("confirm", "fixed-under-pot", "shares", text)]


def _tie_problems(
    open_ties: Sequence[Tie], open_extras: Sequence[tuple[str, tuple[int, ...]]]
) -> list[Problem]:
    found = []
    for tie in open_ties:
        text = f"Place {tie.place} is open between players {listed(tie.players)}"
        found.append(Problem("refuse", "tie-open", f"place.{tie.place}", text))
    for name, players in open_extras:
        text = f"{name} is open between players {listed(players)}: draw lots"
        found.append(Problem("refuse", "extra-open", f"extra.{name}", text))
    return found


def _place_awards(shares: Sequence[PlaceShare], finishers: Sequence[Standing]) -> tuple[Award, ...]:
    """Level players divide the shares of all the places they stand on."""
    awards: list[Award] = []
    for level in finishing_places(finishers):
        first = level.place - 1
        won = shares[first : first + len(level.players)]
        if not won:
            break
        pool = sum(share.cents for share in won)
        awards.extend(
            Award(player, amount, place=level.place, name=won[0].name, shared_by=len(level.players))
            for player, amount in split_evenly(pool, level.players)
        )
    return tuple(awards)


def _extra_winners(extra: ExtraPrize, finishers: Sequence[Standing]) -> tuple[int, ...]:
    if extra.kind == "most loners":
        most = max((row.loners for row in finishers), default=0)
        return tuple(sorted(row.player for row in finishers if row.loners == most > 0))
    stayed = [row for row in finishers if not row.absences] or finishers
    low = min((row.total for row in stayed), default=0)
    return tuple(sorted(row.player for row in stayed if row.total == low))


def _by_lot(extra: ExtraPrize, winners: tuple[int, ...], orders: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Who takes the extra prize: money is shared by all who are level, a thing goes to the first by lot.
    () while the lots are to be drawn."""
    if not extra.name or len(winners) == 1:
        return winners
    for order in reversed(orders):
        if set(winners) <= set(order):
            return (next(player for player in order if player in winners),)
    return ()


def _extra_awards(extra: ExtraPrize, winners: tuple[int, ...]) -> list[Award]:
    return [
        Award(player, cents, extra=extra.kind, name=extra.name, shared_by=len(winners))
        for player, cents in split_evenly(extra.cents, winners)
    ]
