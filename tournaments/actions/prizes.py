"""The end of the night: ordering ties, finalising, paying."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from scoring.words import dollars
from tournaments.actions.act import Act, Result, act
from tournaments.actions.lookup import division_of, refuse_if_final
from tournaments.actions.money import book, reverse
from tournaments.models import Division, LedgerEntry, Player, TieDecision, Tournament
from tournaments.problems import refuse, stop_at
from tournaments.queries.prizes import AwardLine, before_final, prizes_of
from tournaments.queries.readiness import before_payout

Kind, Method, Stage = LedgerEntry.Kind, LedgerEntry.Method, Tournament.Stage


@act
def decide_tie(
    act: Act,
    *,
    division_id: int,
    place: int,
    order: Sequence[int],
    how: str = TieDecision.How.PLAYOFF,
    record: Sequence[Any] = (),
    note: str = "",
) -> Result:
    """Record the order (player ids, best first) of the players tied at a prize place, by sudden death or lots.

    Refuses while games or sheets are still to come, and when these are not exactly the players tied there. An order recorded wrongly is recorded anew for
    the same players, with a `note` that says why; the latest counts.
    """
    division = division_of(act.night, division_id)
    refuse_if_final(act.night)
    if how not in TieDecision.How.values:
        raise refuse("how", "An order comes about by sudden death or by lots.", field="how")
    stop_at(before_payout(act.night))
    tied, settled = _tied_at(act.night, division, place)
    if set(order) != set(tied) or len(order) != len(tied):
        names = ", ".join(str(player) for player in tied.values()) or "nobody"
        raise refuse(
            "not_tied", f"Tied at place {place} of {division.name} now: {names}. Order exactly these."
        )
    if settled and not note.strip():
        raise refuse("note", "The order is recorded already: say why it is changed.", field="note")
    _record_order(act, division, place, list(order), how, tied, record, note)
    return {"order": list(order)}


@act
def draw_lots(act: Act, *, division_id: int, place: int) -> Result:
    """Order the players tied at a prize place by lots, drawn once and stored; once all games and sheets are in."""
    division = division_of(act.night, division_id)
    refuse_if_final(act.night)
    stop_at(before_payout(act.night))
    tied, settled = _tied_at(act.night, division, place)
    if settled:
        raise refuse("settled", f"The order at place {place} of {division.name} is recorded already.")
    if not tied:
        raise refuse("not_tied", f"Nobody is tied at place {place} of {division.name}.")
    order = sorted(tied)
    random.SystemRandom().shuffle(order)
    _record_order(act, division, place, order, TieDecision.How.LOTS, tied, (), "")
    return {"order": order}


@act
def finalise(act: Act) -> Result:
    """The director declares the results final. Sheets that come later are kept, not counted (STA-07)."""
    refuse_if_final(act.night)
    stop_at(before_final(act.night, prizes_of(act.night)))
    night = act.night
    night.stage, night.finalised_at = Stage.FINAL, act.at
    night.clock, night.clock_started_at, night.clock_paused_at = "", None, None
    night.save(update_fields=["stage", "finalised_at", "clock", "clock_started_at", "clock_paused_at"])
    act.touch("scores", "clock", "seating")
    act.record("Declared the results final")
    return {}


@act
def reopen(act: Act, *, reason: str) -> Result:
    """Open a final night again, with a reason; what was paid out stays in the ledger."""
    if act.night.stage != Stage.FINAL:
        raise refuse("not_final", "The night is not final.")
    if not reason.strip():
        raise refuse("reason", "Say why the night is reopened.", field="reason")
    act.night.stage, act.night.finalised_at = Stage.PLAYING, None
    act.night.save(update_fields=["stage", "finalised_at"])
    act.touch("scores", "clock", "seating")
    act.record("Reopened the night", reason=reason)
    return {}


@act
def pay_prize(act: Act, *, player_id: int, label: str, method: str = Method.CASH) -> Result:
    """Tick a prize as handed over: its cents leave the pot, once. A thing leaves a row of no cents.

    Only of a final night, so that no sheet can move it.
    """
    if act.night.stage != Stage.FINAL:
        raise refuse("not_final", "Declare the results final before paying.")
    if method not in (Method.CASH, Method.CARD):
        raise refuse("method", "A prize is paid in cash or to the card.", field="method")
    division, line = _award(act.night, player_id, label)
    worth = _worth(line.award.cents, line.award.name)
    if line.payment is not None:
        had = _worth(line.payment.cents, line.award.name)
        raise refuse("paid", f"{line.player.name} already has {had} for {label}.")
    if not line.has_worth:
        raise refuse("nothing", f"There is nothing to hand over for {label}.")
    entry = book(
        act,
        account=LedgerEntry.Account.POT,
        kind=Kind.PAYOUT,
        cents=-line.award.cents,
        method=method if line.award.cents else Method.NONE,
        player=line.player,
        division=division,
        prize=label,
        note=line.award.name,
    )
    verb = "Paid" if line.award.cents else "Handed"
    act.record(
        f"{verb} {worth} to {line.player.name} ({division.name}, {label})",
        after=line.award.cents,
        player=line.player,
    )
    return {"entry": entry.pk, "cents": line.award.cents, "worth": worth}


@act
def take_prize_back(act: Act, *, player_id: int, label: str, reason: str) -> Result:
    """Undo a prize ticked by mistake, with the reason; also of a night that was opened again."""
    if not reason.strip():
        raise refuse("reason", "Say why the prize is taken back.", field="reason")
    paid = act.night.ledger.filter(
        kind=Kind.PAYOUT, player_id=player_id, prize=label, reversed_by__isnull=True
    ).first()
    if paid is None:
        raise refuse("not_paid", "That prize has not been handed to that player.")
    reverse(act, paid, reason)
    act.record(
        f"Took back {_worth(-paid.cents, paid.note)} ({label})",
        before=-paid.cents,
        after=0,
        reason=reason,
        player=paid.player,
    )
    return {}


def _worth(cents: int, name: str) -> str:
    """ "$80", "First prize", "$80 and Mug"."""
    parts = [dollars(cents)] if cents or not name else []
    return " and ".join([*parts, name] if name else parts)


def _award(night: Tournament, player_id: int, label: str) -> tuple[Division, AwardLine]:
    for division in prizes_of(night):
        for line in division.lines:
            if line.player.pk == player_id and line.label == label:
                return division.division, line
    raise refuse("no_award", "That player has no such prize.")


def _tied_at(night: Tournament, division: Division, place: int) -> tuple[dict[int, Player], bool]:
    """The players tied at a prize place now, by id, and whether a recorded order has settled it already."""
    for prizes in prizes_of(night):
        if prizes.division.pk != division.pk:
            continue
        people = {row.standing.player: row.player for row in prizes.standings.rows}
        for ties, settled in ((prizes.payout.open_ties, False), (prizes.standings.settled_ties, True)):
            for tie in ties:
                if tie.place == place:
                    return {people[number].pk: people[number] for number in tie.players}, settled
    return {}, False


def _record_order(
    act: Act,
    division: Division,
    place: int,
    order: list[int],
    how: str,
    tied: dict[int, Player],
    record: Sequence[Any],
    note: str,
) -> None:
    TieDecision.objects.create(
        division=division, place=place, how=how, order=order, record=list(record), note=note[:300], at=act.at
    )
    act.touch("scores")
    names = ", ".join(str(tied[player_id]) for player_id in order)
    act.record(
        f"{division.name}, place {place}, by {TieDecision.How(how).label}: {names}", after=order, reason=note
    )
