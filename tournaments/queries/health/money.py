"""Money: pot = buy-ins less refunds; payouts = pot; the bump cup holds what the sheets say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scoring.words import dollars
from tournaments.models import LedgerEntry, Tournament
from tournaments.problems import Problem, blocker, warning
from tournaments.queries.health.facts import Facts

Account, Kind = LedgerEntry.Account, LedgerEntry.Kind


def problems(facts: Facts) -> Iterator[Problem]:
    """What is wrong with the ledger, the pots, the payouts and the cup."""
    yield from _stakes(facts)
    yield from _reversals(facts)
    if facts.night.stage == Tournament.Stage.FINAL:
        yield from _payouts(facts)
    yield from _cup(facts)


def _kind(entry: LedgerEntry) -> str:
    """What a row is about: a row taken back is about what the first one was."""
    return entry.reverses.kind if entry.reverses is not None else entry.kind


def _stakes(facts: Facts) -> Iterator[Problem]:
    """A division's pot is what its own players have in it, and nobody has less than nothing in it."""
    by_player: Counter[int] = Counter()
    by_division: Counter[int] = Counter()
    for entry in facts.ledger:
        if entry.account == Account.POT and _kind(entry) in LedgerEntry.STAKES:
            by_division[entry.division_id or 0] += entry.cents
            by_player[entry.player_id or 0] += entry.cents
    of_players: Counter[int] = Counter()
    for player_id, cents in by_player.items():
        player = facts.players.get(player_id)
        of_players[player.league_id if player else 0] += cents
        if cents < 0:
            yield blocker(
                "stake", f"{player}: {dollars(-cents)} more given back than paid.", link="desk:till"
            )
    for prizes in facts.prizes:
        pot, own = by_division[prizes.division.pk], of_players[prizes.division.pk]
        ledger = prizes.pot.paid_cents - prizes.pot.refunded_cents
        if not pot == own == ledger:
            text = f"{prizes.division.name}: {dollars(pot)} is booked to the pot, {dollars(own)} paid by its players."
            yield blocker("pot", text, link="desk:till")


def _reversals(facts: Facts) -> Iterator[Problem]:
    """A reversing row is the mirror image of its first row (one that moved with its player changes the pot)."""
    for entry in facts.ledger:
        first = entry.reverses
        if (entry.kind == Kind.REVERSAL) != (first is not None):
            yield blocker("reversal", f"Ledger row {entry.pk} takes nothing back.", link="desk:till")
        elif first is not None and (entry.cents, entry.method) != (-first.cents, first.method):
            text = f"Ledger row {entry.pk} is not the mirror of row {first.pk}."
            yield blocker("reversal", text, link="desk:till")


def _payouts(facts: Facts) -> Iterator[Problem]:
    """Awards add up to what is to be won, payments to the awards, and then the pots hold the house's share."""
    out: Counter[int] = Counter()
    for entry in facts.ledger:
        if _kind(entry) == Kind.PAYOUT:
            out[entry.division_id or 0] -= entry.cents
    for prizes in facts.prizes:
        name = prizes.division.name
        awarded = sum(line.award.cents for line in prizes.lines)
        if prizes.payout.awards and awarded != prizes.payout.pot_cents:
            text = f"{name}: the prizes come to {dollars(awarded)} of {dollars(prizes.payout.pot_cents)}."
            yield blocker("awards", text, link="organizer:payouts")
        if out[prizes.division.pk] > awarded:
            text = f"{name}: {dollars(out[prizes.division.pk])} paid out, {dollars(awarded)} won."
            yield blocker("overpaid", text, link="organizer:payouts")
        for line in prizes.lines:
            if line.paid_cents not in (0, line.award.cents):
                text = f"{line.player}: {dollars(line.paid_cents)} paid, {dollars(line.award.cents)} won."
                yield blocker("paid_amount", text, link="organizer:payouts")
    pots = sum(entry.cents for entry in facts.ledger if entry.account == Account.POT)
    unpaid = sum(line.award.cents - line.paid_cents for prizes in facts.prizes for line in prizes.lines)
    house = sum(prizes.pot.house_cents for prizes in facts.prizes)
    if pots != unpaid + house:
        text = f"The pots hold {dollars(pots)}; {dollars(unpaid)} is still to pay and {dollars(house)} the house's."
        yield blocker("pots_left", text, link="organizer:payouts")


def _cup(facts: Facts) -> Iterator[Problem]:
    """The bump cup: counted in what the sheets say, and never more spent than counted in."""
    counted = sum(entry.cents for entry in facts.ledger if _kind(entry) == Kind.CUP_COUNTED)
    left = sum(entry.cents for entry in facts.ledger if entry.account == Account.CUP)
    on_sheets = sum(sheet.bump_cents or 0 for sheet in facts.sheets)
    if left < 0:
        yield blocker("cup_spent", f"{dollars(-left)} more spent than the cup held.", link="desk:till")
    if counted and facts.night.stage == Tournament.Stage.FINAL and counted != on_sheets:
        text = f"{dollars(counted)} counted into the bump cup, {dollars(on_sheets)} on the sheets."
        yield warning("cup", text, link="desk:till")
