"""A night's results worked out a second time, straight from the stored rows and in other words than the program's.

Nothing of `scoring` and no query of the night is used: sums, ranks and prizes as one would do them on paper.
"""

from __future__ import annotations

from decimal import ROUND_FLOOR, Decimal
from typing import NamedTuple

from tournaments.models import LedgerEntry, Round, Sanction, ScoreSheet, Seat, SheetLine, SitOut, TieDecision

RANKED = ("checked_in", "withdrawn")


class Result(NamedTuple):
    total: int
    rank: int | None


def results_on_paper(night):
    """{player name: Result} of everybody with a number."""
    chosen = night.settings_version.data
    people = {p.pk: p for p in night.players.exclude(number=None) if p.status in (*RANKED, "disqualified")}
    totals = {pk: _total(pk, chosen, *_scores_of(night, pk, chosen["rules"])) for pk in people}
    results = {}
    for pk, player in people.items():
        rivals = [
            other
            for other, candidate in people.items()
            if candidate.division_id == player.division_id and _takes_a_rank(candidate)
        ]
        rank = None
        if _takes_a_rank(player):
            level = {other for other in rivals if totals[other] == totals[pk]}
            better = sum(totals[other] > totals[pk] for other in rivals)
            rank = 1 + better + _place_among(player, level, chosen["prize_tie"])
        results[player.name] = Result(totals[pk], rank)
    return results


def _takes_a_rank(player):
    return player.status in RANKED and not player.is_house and player.prize_eligible


def _scores_of(night, pk, rules):
    """(points of each game, the director's points, scheduled sit-outs) of one player."""
    laid_on = list(Sanction.objects.filter(player_id=pk))
    undone = {row.supersedes_id for row in laid_on}
    valid = [row for row in laid_on if row.pk not in undone]
    games, director = [], sum(row.points for row in valid)
    given_up = [row.game for row in valid if row.kind == "forfeit"]
    for sheet in ScoreSheet.objects.filter(game__tournament=night, state="accepted"):
        chairs = {seat.player_id: seat.position for seat in sheet.game.seats.all()}
        if pk not in chairs:
            continue
        mine, partner = chairs[pk], sheet.partner_of_first
        with_first = partner is not None and mine in (0, partner)
        side = mine if partner is None else 0 if with_first else 1
        points, by_director = sheet.scores[side], 0
        for penalty in sheet.penalties:
            if penalty["offender"] != mine:
                continue
            if penalty["kind"] == "points":
                by_director += penalty["points"]
            elif penalty["kind"] == "renege" and rules["renege"] == "offender loses":
                points -= rules["renege_lone_points"] if penalty["lone"] else rules["renege_points"]
        if sheet.game in given_up:
            points, by_director = min(points, 0), min(by_director, 0)
        games.append(points)
        director += by_director
    sat_out = (
        SitOut.objects.filter(player_id=pk, round__status__in=("running", "closed"))
        .exclude(round__number__in=[game.round.number for game in given_up if game.round])
        .count()
    )
    return games, director, sat_out


def _total(pk, chosen, games, director, sat_out):
    worth = 0
    if chosen["sit_out_worth"] == "own average" and games:
        average = Decimal(sum(games)) / len(games)
        worth = int((average + Decimal("0.5")).to_integral_value(ROUND_FLOOR))
    elif chosen["sit_out_worth"] == "fixed":
        worth = chosen["sit_out_points"]
    return sum(games) + director + sat_out * worth


def _place_among(player, level, prize_tie):
    """0 unless lots or a sudden death put somebody of the level ones before this player."""
    if prize_tie == "split":
        return 0
    orders = [d.order for d in TieDecision.objects.filter(division=player.division).order_by("-at", "-pk")]
    order = next((order for order in orders if level <= set(order)), None)
    return [pk for pk in order if pk in level].index(player.pk) if order and len(level) > 1 else 0


def payouts_on_paper(night):
    """{player name: cents} by the shares of each division's own pot, ties at a place dividing what they share."""
    chosen = night.settings_version.data
    results = results_on_paper(night)
    won = {}
    for division in night.divisions.all():
        pot = sum(
            row.cents
            for row in LedgerEntry.objects.filter(account="pot", division=division)
            if "payout" not in (row.kind, row.reverses.kind if row.reverses else "")
        )
        rows = [
            (results[player.name], player)
            for player in division.players.exclude(number=None)
            if player.name in results and results[player.name].rank and player.lines.exists()
        ]
        rows.sort(key=lambda row: (row[0].rank, row[1].number))
        pot -= _extras(chosen, rows, won)
        percents = chosen["shares"][: len(rows)] if chosen["prize_kind"] == "percent" else []
        amounts = [pot * percent // sum(percents) for percent in percents]
        if amounts:
            amounts[0] += pot - sum(amounts)
        while rows and amounts:
            tied = [player for result, player in rows if result.rank == rows[0][0].rank]
            money, left = divmod(sum(amounts[: len(tied)]), len(tied))
            for index, player in enumerate(tied):
                won[player.name] = won.get(player.name, 0) + money + (index < left)
            rows, amounts = rows[len(tied) :], amounts[len(tied) :]
    return {name: cents for name, cents in won.items() if cents}


def _extras(chosen, rows, won):
    """Give the prizes for most loners and the low score; returns their cents."""
    spent = 0
    if chosen["most_loners_cents"]:
        loners = {player: _loners(player) for _, player in rows}
        best = [player for player, count in loners.items() if count == max(loners.values()) > 0]
        spent += _share(chosen["most_loners_cents"], best, won)
    if chosen["low_score_cents"]:
        there = [row for row in rows if not _missed_one(row[1])] or rows
        low = min(result.total for result, _ in there)
        lowest = [player for result, player in there if result.total == low]
        spent += _share(chosen["low_score_cents"], lowest, won)
    return spent


def _missed_one(player):
    """Whether a game was played in which the player neither sat nor was told to sit out."""
    sat = {seat.game.round_id for seat in Seat.objects.filter(player=player)}
    told = {row.round_id for row in SitOut.objects.filter(player=player)}
    played = {row.pk for row in Round.objects.filter(division=player.division, status="closed")}
    return bool(played - sat - told)


def _loners(player):
    return sum(line.loners for line in SheetLine.objects.filter(player=player, sheet__state="accepted"))


def _share(cents, players, won):
    ordered = sorted(players, key=lambda player: player.number)
    for index, player in enumerate(ordered):
        extra = cents // len(ordered) + (index < cents % len(ordered))
        won[player.name] = won.get(player.name, 0) + extra
    return cents if ordered else 0


def paid_out(night):
    """{player name: cents} as the ledger has it."""
    paid = {}
    for row in LedgerEntry.objects.filter(tournament=night, kind="payout", cents__lt=0):
        paid[row.player.name] = paid.get(row.player.name, 0) - row.cents
    return paid


def bumps_on_paper(night):
    """Cents that the hands kept on WEMSA sheets put into the cup: $2 a euchre, $2 a renege, $2 a toss-in; three-handed
    a euchred maker pays $1 ($2 alone), and only the offender of anything else."""
    cents = 0
    for sheet in ScoreSheet.objects.filter(game__tournament=night, state="accepted", how="hands"):
        three = sheet.partner_of_first is None
        for hand in sheet.hands.all():
            euchred = hand.data["tricks"] is not None and hand.data["tricks"] < 3
            if euchred:
                cents += 100 if three and not hand.data["alone"] else 200
            mistakes = [p for p in hand.data["penalties"] if p["kind"] in ("renege", "toss")]
            cents += len(mistakes) * (100 if three else 200)
    return cents


def standings_rows(standings):
    """{player name: Result} of the program's own standings."""
    return {
        row.player.name: Result(row.standing.total, row.standing.rank)
        for division in standings
        for row in division.rows
    }
