"""A division's payouts as the page shows them: the pot's sum, each prize with its reason, and what was paid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from scoring.prizes import PrizePlan, place_shares
from scoring.standings import finishing_places
from scoring.words import dollars
from tournaments.models import Player
from tournaments.night_settings import NightSettings
from tournaments.queries.prizes import AwardLine, DivisionPrizes, Payment
from tournaments.queries.standings import Row
from tournaments.web.organizer.tie_words import places_words


@dataclass(frozen=True)
class PrizeLine:
    """One prize. `place`: "" of an extra prize. `worth`: "$80", "First prize". `why`: how it comes about."""

    line: AwardLine
    place: str
    points: int
    worth: str
    why: str

    @property
    def differs(self) -> bool:
        """Whether something else was paid than is due."""
        return self.line.payment is not None and not self.line.is_paid


@dataclass(frozen=True)
class OpenPlace:
    """A prize nobody has for certain. `place`: "1", "1–2" for players level on both, "" of an extra prize.
    `holders`: who has it as things stand; `note`: what else there is to say."""

    place: str
    worth: str
    holders: tuple[Player, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class SettledTie:
    """A tie that a recorded order has settled."""

    place: int
    players: tuple[Player, ...]
    how: str


@dataclass(frozen=True)
class DivisionWords:
    """A division for the page; `facts`: (label, signed cents) that add up to the pot."""

    prizes: DivisionPrizes
    settings: NightSettings

    @cached_property
    def rows(self) -> dict[int, Row]:
        return {row.standing.player: row for row in self.prizes.standings.rows}

    @property
    def has_money(self) -> bool:
        """Whether there is a pot to speak of: not where nobody pays and the prizes are things."""
        return bool(self.settings.buy_in_cents or any(cents for _, cents in self.facts))

    @property
    def facts(self) -> list[tuple[str, int]]:
        pot = self.prizes.pot
        facts = [("Buy-ins", pot.paid_cents)]
        if pot.refunded_cents:
            facts.append(("Given back", -pot.refunded_cents))
        if pot.house_cents:
            facts.append((f"House or charity, {pot.house_percent} %", -pot.house_cents))
        moved = self.prizes.payout.pot_cents - pot.cents
        if moved:
            facts.append(("From the other divisions" if moved > 0 else "To the other divisions", moved))
        return facts

    @property
    def lines(self) -> list[PrizeLine]:
        return [
            PrizeLine(
                line=line,
                place=str(line.award.place or ""),
                points=self.rows[line.award.player].standing.total,
                worth=worth_of(line),
                why="; ".join(self._why(line)),
            )
            for line in self.prizes.lines
        ]

    @property
    def total_cents(self) -> int:
        """All prizes together: the pot, to the cent."""
        return sum(line.award.cents for line in self.prizes.lines)

    @property
    def open_places(self) -> list[OpenPlace]:
        """The prizes while nothing is payable: as things stand, or as planned before anybody has played."""
        if self.prizes.payout.payable:
            return []
        extras = [
            OpenPlace("", extra.name or dollars(extra.cents), note=_EXTRAS.get(extra.kind, extra.kind))
            for extra in self._plan.extras
        ]
        return [*(self._standing_places() or self._planned_places()), *extras]

    def _standing_places(self) -> list[OpenPlace]:
        """One entry for all places that level players stand on together."""
        shares = self.prizes.payout.shares
        found = []
        for level in finishing_places([row.standing for row in self.rows.values()]):
            won = shares[level.place - 1 : level.place - 1 + len(level.players)]
            if won:
                places = str(level.place) if len(won) == 1 else f"{level.place}–{won[-1].place}"
                worth = " + ".join(share.name or dollars(share.cents) for share in won)
                holders = tuple(self.rows[number].player for number in level.players)
                found.append(
                    OpenPlace(places, worth, holders, "level" if len(holders) > 1 else "as things stand")
                )
        return found

    def _planned_places(self) -> list[OpenPlace]:
        plan = self._plan
        cents = max(self.prizes.payout.pot_cents - sum(extra.cents for extra in plan.extras), 0)
        return [
            OpenPlace(str(share.place), share.name or dollars(share.cents), note="as the pot is now")
            for share in place_shares(plan, cents, plan.places)
        ]

    @property
    def _plan(self) -> PrizePlan:
        return self.settings.prize_plan()

    @property
    def settled_ties(self) -> list[SettledTie]:
        return [
            SettledTie(tie.place, tuple(row.player for row in rows), rows[0].ahead_by)
            for tie in self.prizes.standings.settled_ties
            for rows in [sorted((self.rows[n] for n in tie.players), key=lambda row: row.standing.rank or 0)]
        ]

    @property
    def others(self) -> tuple[Payment, ...]:
        return self.prizes.other_payments

    def _why(self, line: AwardLine) -> Iterator[str]:
        award, payout = line.award, self.prizes.payout
        if award.place is None:
            yield _EXTRAS.get(award.extra, award.extra)
            if award.shared_by > 1:
                yield f"split by {award.shared_by}"
            return
        if award.shared_by > 1:
            yield self._split(award.place, award.shared_by)
        elif award.place == 1 and payout.rest_cents:
            yield f"{dollars(payout.rest_cents)} of it left by rounding the others to whole dollars"
        ahead_by = self.rows[award.player].ahead_by
        if ahead_by:
            yield f"level on points, ahead by {ahead_by}"

    def _split(self, place: int, players: int) -> str:
        """ "$80 + $48 of places 1 and 2, split by 2"; how odd cents fall."""
        shares = self.prizes.payout.shares[place - 1 : place - 1 + players]
        pool = sum(share.cents for share in shares)
        parts = " + ".join(dollars(share.cents) for share in shares)
        odd = "; odd cents one each by player number" if pool % players else ""
        return f"{parts} of {places_words(place, len(shares))}, split by {players}{odd}"


_EXTRAS = {"most loners": "most loners", "low score": "lowest score"}


def worth_of(line: AwardLine) -> str:
    """What is handed over: "$80", "First prize", "–" for nothing."""
    money = dollars(line.award.cents) if line.award.cents else ""
    return " and ".join(filter(None, [money, line.award.name])) or "–"


def tie_rule(settings: NightSettings) -> str:
    """What happens at a tie for a prize place, in one sentence for the host."""
    if settings.prize_tie == "tie-breakers":
        return f"Ties at a prize place: {', then '.join(settings.tie_breakers)}; whoever is still level plays off."
    return {
        "playoff": "Ties at a prize place: one-hand sudden death.",
        "lots": "Ties at a prize place: lots.",
        "split": "Ties at a prize place: their shares are added up and split; odd cents go by player number.",
    }[settings.prize_tie]
