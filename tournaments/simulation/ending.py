"""The end of a night: ties at the prizes, final results, payouts, the bump cup and the till."""

from __future__ import annotations

from random import Random
from typing import Any

from scoring import RuleSet
from scoring.play import play_hand
from scoring.playoffs import after_hand, playoff_tables, settled_order
from scoring.words import counted, dollars
from tournaments.actions import money, prizes
from tournaments.models import TieDecision
from tournaments.queries.prizes import prizes_of
from tournaments.queries.till import till_of
from tournaments.simulation.run import Run

STEPS_OF_A_PLAYOFF = 200


def end_night(run: Run) -> None:
    """Settle, finalise, pay; count the cup and the till."""
    while _settle_a_tie(run):
        pass
    prizes.finalise(run.night, run.organizer)
    run.tell("Declared the results final.")
    _pay(run)
    _count_cup(run)
    money.count_till(run.night, run.organizer, counted_cents=till_of(run.fresh()).cash_cents)


def _settle_a_tie(run: Run) -> bool:
    """Order the first open tie by what the night's settings say; whether there was one."""
    for division in prizes_of(run.fresh()):
        for tie in division.payout.open_ties:
            people = {row.standing.player: row.player.pk for row in division.standings.rows}
            players = tuple(people[number] for number in tie.players)
            lot = run.lot("tie", division.division.position, tie.place)
            played_off = run.night.settings.prize_tie == "playoff"
            order, record = (
                play_off(run.night.settings.rules, players, lot) if played_off else _lots(players, lot)
            )
            prizes.decide_tie(
                run.night,
                run.organizer,
                division_id=division.division.pk,
                place=tie.place,
                order=order,
                how=TieDecision.How.PLAYOFF if played_off else TieDecision.How.LOTS,
                record=record,
            )
            how = "by sudden death" if played_off else "by lots"
            run.tell(f"{division.division.name}, place {tie.place}: {len(players)} tied, settled {how}.")
            return True
    return False


def play_off(rules: RuleSet, players: tuple[int, ...], lot: Random) -> tuple[list[int], list[dict[str, Any]]]:
    """Sudden death between level players (ids) by bots: the order, best first, and what each hand decided.

    A record's step: who played at which table, None for a partner by lot, and who gained (WEMSA, Scoring 4).
    Raises ValueError when nobody is ahead after 200 hands.
    """
    groups: tuple[tuple[int, ...], ...] = (players,)
    record: list[dict[str, Any]] = []
    for _ in range(STEPS_OF_A_PLAYOFF):
        order = settled_order(groups)
        if order is not None:
            return list(order), record
        index = next(i for i, group in enumerate(groups) if len(group) > 1)
        tables = playoff_tables(lot.sample(groups[index], len(groups[index])))
        gained = [player for table in tables for player in _hand(rules, table.seats, lot)]
        groups = after_hand(groups, index, gained)
        record.append({"tables": [list(table.seats) for table in tables], "gained": gained})
    raise ValueError(f"players: {players} are still level after {STEPS_OF_A_PLAYOFF} hands")


def _hand(rules: RuleSet, seats: tuple[int | None, ...], lot: Random) -> list[int]:
    """Play one hand; the players (not partners by lot) whose side gains in it."""
    at_table = rules.three_handed_variant() if len(seats) == 3 else rules
    score = play_hand(at_table, lot, dealer=lot.randrange(len(seats))).score
    return [player for player, points in zip(seats, score.side_points, strict=True) if player and points > 0]


def _lots(players: tuple[int, ...], lot: Random) -> tuple[list[int], list[dict[str, Any]]]:
    return lot.sample(players, len(players)), []


def _pay(run: Run) -> None:
    """Pay every prize: in cash as long as the box holds it, the rest to the winner's card."""
    night = run.fresh()
    cash, paid = till_of(night).cash_cents, []
    for division in prizes_of(night):
        for line in division.lines:
            if not line.award.cents:
                continue
            method = "cash" if cash >= line.award.cents else "card"
            prizes.pay_prize(night, run.organizer, player_id=line.player.pk, label=line.label, method=method)
            cash -= line.award.cents if method == "cash" else 0
            paid.append(line.award.cents)
    if paid:
        run.tell(f"Paid {counted(len(paid), 'prize')}, {dollars(sum(paid))} together.")


def _count_cup(run: Run) -> None:
    """The cups hold what the sheets say; half of it goes to prizes and giveaways (WEMSA, Scoring 3)."""
    till = till_of(run.fresh())
    if not till.has_cup or not till.cup_sheets:
        return
    money.count_cup(run.night, run.organizer, cents=till.cup_sheets)
    half = till.cup_sheets // 200 * 100
    if half:
        money.spend_from_cup(run.night, run.organizer, cents=half, note="Raffle prizes")
    run.tell(f"The bump cup holds {dollars(till.cup_sheets)}.")
