"""The end of a night: ties at the prizes, final results, payouts, the bump cup and the till."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from scoring import RuleSet
from scoring.play import play_hand
from scoring.playoffs import PlayoffTable
from scoring.words import counted, dollars
from tournaments.actions import money, prizes
from tournaments.models import TieDecision
from tournaments.queries.playoff import Playoff, playoff_of
from tournaments.queries.prizes import prizes_of
from tournaments.queries.till import till_of
from tournaments.simulation.run import BotNight


def end_night(run: BotNight) -> None:
    """Settle, finalise, pay; count the cup and the till."""
    declare_final(run)
    pay_prizes(run)
    _count_cup(run)
    money.count_till(run.night, run.organizer, counted_cents=till_of(run.fresh()).cash_cents)


def declare_final(run: BotNight) -> None:
    """Settle every tie at a prize place and declare the results final."""
    while _settle_a_tie(run):
        pass
    prizes.finalise(run.night, run.organizer)
    run.tell("Declared the results final.")


def _settle_a_tie(run: BotNight) -> bool:
    """Order the first open tie by what the night's settings say; whether there was one."""
    settings = run.fresh().settings
    for division in prizes_of(run.night):
        for tie in division.payout.open_ties:
            people = {row.standing.player: row.player.pk for row in division.standings.rows}
            lot = run.lot("tie", division.division.position, tie.place)
            if settings.prize_tie == "playoff":
                playoff = play_off(settings.rules, tie.players, lot)
                order, record, how = playoff.order or (), playoff.record, TieDecision.How.PLAYOFF
            else:
                order, record, how = (
                    tuple(lot.sample(tie.players, len(tie.players))),
                    [],
                    TieDecision.How.LOTS,
                )
            prizes.decide_tie(
                run.night,
                run.organizer,
                division_id=division.division.pk,
                place=tie.place,
                order=[people[number] for number in order],
                how=how,
                record=record,
            )
            run.tell(
                f"{division.division.name}, place {tie.place}: {len(order)} tied, settled by {how.label}."
            )
            return True
    return False


def play_off(rules: RuleSet, players: Sequence[int], lot: Random) -> Playoff:
    """Sudden death between level players (numbers) by bots, until they are in order (WEMSA, Scoring 4).

    Raises ValueError when they are still level after as many hands as `playoff_of` takes.
    """
    lots, gained = lot.getrandbits(16), list[list[int]]()
    while True:
        playoff = playoff_of(players, lots, gained)
        if playoff.order is not None:
            return playoff
        gained.append([player for table in playoff.tables for player in _hand(rules, table, lot)])


def _hand(rules: RuleSet, table: PlayoffTable, lot: Random) -> list[int]:
    """Play one hand; the players (not partners by lot) whose side gains in it."""
    at_table = rules.three_handed_variant() if len(table.seats) == 3 else rules
    score = play_hand(at_table, lot, dealer=lot.randrange(len(table.seats))).score
    return [
        player
        for player, points in zip(table.seats, score.side_points, strict=True)
        if player is not None and points > 0
    ]


def pay_prizes(run: BotNight) -> None:
    """Hand over every prize: money in cash as long as the box holds it, the rest to the winner's card."""
    night = run.fresh()
    cash, paid = till_of(night).cash_cents, []
    for division in prizes_of(night):
        for line in division.lines:
            if not line.has_worth or line.is_paid:
                continue
            method = "cash" if cash >= line.award.cents else "card"
            prizes.pay_prize(night, run.organizer, player_id=line.player.pk, label=line.label, method=method)
            cash -= line.award.cents if method == "cash" else 0
            paid.append(line.award.cents)
    if paid:
        run.tell(f"Handed over {counted(len(paid), 'prize')}, {dollars(sum(paid))} together.")


def _count_cup(run: BotNight) -> None:
    """The cups hold what the sheets say; half of it goes to prizes and giveaways (WEMSA, Scoring 3)."""
    till = till_of(run.fresh())
    if not till.has_cup or not till.cup_sheets:
        return
    money.count_cup(run.night, run.organizer, cents=till.cup_sheets)
    half = till.cup_sheets // 200 * 100
    if half:
        money.spend_from_cup(run.night, run.organizer, cents=half, note="Raffle prizes")
    run.tell(f"The bump cup holds {dollars(till.cup_sheets)}.")
