"""The end: ties, final results, payouts to the cent."""

from dataclasses import replace
from itertools import pairwise

import pytest
from django.db.models import Sum

from tests.factories import HOST, add_players, play_game, post, ready_night, reload, running_games
from tournaments.actions import check_in, nights, prizes, rounds, sheets
from tournaments.models import Game, LedgerEntry, ScoreSheet
from tournaments.problems import ActRefused
from tournaments.queries.prizes import prizes_of
from tournaments.queries.standings import standings_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    """Eight players, two games: the pairing differs, so totals spread, with ties left at the prizes."""
    night = ready_night((8,), games=2, break_after=None)
    for number, scores in ((1, (15, 8)), (2, (14, 9))):
        play_game(night, number, scores)
    return reload(night)


def open_ties(night):
    (division,) = [d for d in prizes_of(reload(night)) if d.standings.rows]
    return division, division.payout.open_ties


def settle(night):
    division, ties = open_ties(night)
    while ties:
        prizes.draw_lots(night, HOST, division_id=division.division.pk, place=ties[0].place)
        division, ties = open_ties(night)


def same_points_other_rank(a, b):
    return a.standing.total == b.standing.total and a.standing.rank != b.standing.rank


class TestTies:
    def test_nothing_is_final_while_a_prize_tie_is_open(self, night):
        assert open_ties(night)[1]
        with pytest.raises(ActRefused, match=r"place 1 is open between 3 Player 03 and"):
            prizes.finalise(night, HOST)

    def test_sudden_death_orders_exactly_those_tied(self, night):
        division, ties = open_ties(night)
        people = {row.standing.player: row.player for row in division.standings.rows}
        tied = [people[number].pk for number in ties[0].players]
        stranger = next(p.pk for p in people.values() if p.pk not in tied)
        place, pk = ties[0].place, division.division.pk
        for wrong in ([*tied, stranger], tied[1:], [stranger], [tied[0]] * len(tied)):
            with pytest.raises(ActRefused, match="Order exactly these"):
                prizes.decide_tie(night, HOST, division_id=pk, place=place, order=wrong)

        prizes.decide_tie(night, HOST, division_id=pk, place=place, order=tied[::-1])

        ranks = {r.player.pk: r.standing.rank for r in standings_of(reload(night))[0].rows}
        assert [ranks[player] for player in tied[::-1]] == list(range(place, place + len(tied)))

    def test_an_order_no_longer_holds_when_a_correction_undoes_the_tie(self, night):
        settle(night)
        game = night.games.filter(round__number=2).order_by("table__number").first()
        sheet = game.sheets.get(state=ScoreSheet.State.ACCEPTED)
        content = {
            "pairing": sheet.partner_of_first,
            "scores": [24, 9],
            "bump_cents": 400,
            "loners": [0, 0, 0, 0],
            "penalties": [],
            "hands": None,
        }
        sheets.correct_sheet(
            night,
            HOST,
            game_id=str(game.pk),
            sheet_id=str(sheet.pk),
            content=content,
            reason="14 read for 24",
        )
        leaders = [r for r in standings_of(reload(night))[0].rows if r.standing.rank == 1]
        assert {r.standing.total for r in leaders} == {
            max(r.standing.total for r in standings_of(reload(night))[0].rows)
        }

    def test_a_wrong_order_is_recorded_anew_with_the_reason(self, night):
        division, ties = open_ties(night)
        people = {row.standing.player: row.player.pk for row in division.standings.rows}
        tied, place, pk = [people[n] for n in ties[0].players], ties[0].place, division.division.pk
        decide = {"division_id": pk, "place": place}
        prizes.decide_tie(night, HOST, order=tied, **decide)
        with pytest.raises(ActRefused, match="recorded already: say why"):
            prizes.decide_tie(night, HOST, order=tied[::-1], **decide)
        with pytest.raises(ActRefused, match="is recorded already"):
            prizes.draw_lots(night, HOST, **decide)

        prizes.decide_tie(night, HOST, order=tied[::-1], note="read upside down", **decide)

        ranks = {r.player.pk: r.standing.rank for r in standings_of(reload(night))[0].rows}
        assert [ranks[player] for player in tied[::-1]] == list(range(place, place + len(tied)))
        assert night.log.order_by("-pk").first().reason == "read upside down"

    def test_nothing_is_settled_while_games_are_to_come(self):
        night = ready_night((8,), games=2, break_after=None)
        play_game(night, 1)
        division, ties = open_ties(night)
        tie = {"division_id": division.division.pk, "place": ties[0].place}
        with pytest.raises(ActRefused, match="Still to be played: 1 game"):
            prizes.draw_lots(night, HOST, **tie)
        with pytest.raises(ActRefused, match="Still to be played: 1 game"):
            prizes.decide_tie(night, HOST, order=[], **tie)

    def test_an_order_comes_about_by_sudden_death_or_lots(self, night):
        division, ties = open_ties(night)
        with pytest.raises(ActRefused, match="by sudden death or by lots"):
            prizes.decide_tie(
                night, HOST, division_id=division.division.pk, place=ties[0].place, order=[], how="dice"
            )

    def test_the_standings_say_what_put_whom_ahead(self, night):
        settle(night)
        rows = standings_of(reload(night))[0].rows
        told = {better.player.pk for better in rows if better.ahead_by}
        level = {a.player.pk for a, b in pairwise(rows) if same_points_other_rank(a, b)}
        assert told == level != set()
        assert {row.ahead_by for row in rows} == {"", "lots drawn"}

    def test_going_over_to_splitting_forgets_an_order(self, night):
        settle(night)
        nights.change_settings(night, HOST, settings=replace(night.settings, prize_tie="split"))
        division, ties = open_ties(night)
        assert ties == ()
        assert any(line.award.shared_by > 1 for line in division.lines)
        assert division.standings.settled_ties == ()


class TestFinal:
    def test_what_is_paid_out_is_the_pot_to_the_cent(self, night):
        settle(night)
        prizes.finalise(night, HOST)
        division = prizes_of(reload(night))[0]
        assert sum(line.award.cents for line in division.lines) == 8 * 2000
        for line in division.lines:
            prizes.pay_prize(night, HOST, player_id=line.player.pk, label=line.label)
        pot = night.ledger.filter(account=LedgerEntry.Account.POT).aggregate(sum=Sum("cents"))["sum"]
        assert pot == 0

    def test_a_prize_is_paid_once_and_can_be_taken_back(self, night):
        settle(night)
        prizes.finalise(night, HOST)
        line = prizes_of(reload(night))[0].lines[0]
        prizes.pay_prize(night, HOST, player_id=line.player.pk, label=line.label)
        with pytest.raises(ActRefused, match=r"already has \$80"):
            prizes.pay_prize(night, HOST, player_id=line.player.pk, label=line.label)
        prizes.take_prize_back(night, HOST, player_id=line.player.pk, label=line.label, reason="wrong person")
        prizes.pay_prize(night, HOST, player_id=line.player.pk, label=line.label)

    def test_taking_a_prize_back_needs_a_reason(self, night):
        settle(night)
        prizes.finalise(night, HOST)
        line = prizes_of(reload(night))[0].lines[0]
        prize = {"player_id": line.player.pk, "label": line.label}
        with pytest.raises(ActRefused, match="not been handed"):
            prizes.take_prize_back(night, HOST, reason="none went out", **prize)
        prizes.pay_prize(night, HOST, **prize)
        with pytest.raises(ActRefused, match="Say why") as refused:
            prizes.take_prize_back(night, HOST, reason=" ", **prize)
        assert refused.value.problems[0].field == "reason"

    def test_a_prize_paid_before_the_results_changed_is_shown_and_taken_back(self, night):
        settle(night)
        prizes.finalise(night, HOST)
        first = prizes_of(reload(night))[0].lines[0]
        prizes.pay_prize(night, HOST, player_id=first.player.pk, label=first.label)
        prizes.reopen(night, HOST, reason="the winner used a marked deck")
        check_in.disqualify(night, HOST, player_id=first.player.pk, reason="marked deck")
        settle(night)
        prizes.finalise(night, HOST)
        division = prizes_of(reload(night))[0]
        (stray,) = division.other_payments
        assert (stray.player, stray.label, stray.cents) == (first.player, "place 1", 8000)
        assert division.lines[0].player != first.player
        assert not any(line.is_paid for line in division.lines)
        prizes.take_prize_back(night, HOST, player_id=first.player.pk, label="place 1", reason="not due")
        assert prizes_of(reload(night))[0].other_payments == ()

    def test_no_prize_before_the_results_are_final(self, night):
        settle(night)
        line = prizes_of(reload(night))[0].lines[0]
        with pytest.raises(ActRefused, match="final before paying"):
            prizes.pay_prize(night, HOST, player_id=line.player.pk, label=line.label)

    def test_a_sheet_that_comes_late_is_kept_and_not_counted(self, night):
        settle(night)
        prizes.finalise(night, HOST)
        before = [row.standing for row in standings_of(reload(night))[0].rows]
        game = Game.objects.select_related("tournament").filter(tournament=night).first()
        assert post(game, (30, 2))["state"] == "late"
        assert [row.standing for row in standings_of(reload(night))[0].rows] == before
        assert ScoreSheet.objects.filter(state=ScoreSheet.State.LATE).count() == 1

    def test_it_is_not_final_with_games_left_or_sheets_owed(self):
        night = ready_night((8,), games=2, break_after=None)
        play_game(night, 1)
        with pytest.raises(ActRefused, match="Still to be played: 1 game"):
            prizes.finalise(night, HOST)
        rounds.start_game(night, HOST, number=2)
        post(running_games(night)[0])
        rounds.close_game(night, HOST, number=2, confirmed=True, reason="lost")
        with pytest.raises(ActRefused, match=r"Table 2, game 2: no sheet"):
            prizes.finalise(night, HOST)

    def test_reopening_needs_a_reason(self, night):
        settle(night)
        prizes.finalise(night, HOST)
        with pytest.raises(ActRefused, match="Say why"):
            prizes.reopen(night, HOST, reason="")
        prizes.reopen(night, HOST, reason="table 2 was misread")
        assert reload(night).stage == "playing"

    def test_a_division_in_which_nobody_could_play_holds_nothing_up(self):
        night = ready_night((8,), games=1, break_after=None, prize_tie="split", buy_in_cents=0)
        (alone,) = add_players(night, 1, division=1, first=9)
        check_in.check_in(night, HOST, player_id=alone.pk, method="none")
        play_game(night, 1)
        prizes.finalise(reload(night), HOST)
        assert reload(night).stage == "final"


class TestThings:
    """Named prizes without money (Fharmacy): handed over like money, and never split."""

    @pytest.fixture
    def night(self):
        night = ready_night((8,), preset="fharmacy", games=1)
        play_game(night, 1, (10, 6))
        settle(night)
        prizes.finalise(night, HOST)
        return reload(night)

    def test_a_thing_is_handed_over_once_by_a_row_of_no_cents(self, night):
        lines = prizes_of(night)[0].lines
        assert [line.award.name for line in lines] == ["First prize", "Second prize", "Third prize"]
        prize = {"player_id": lines[0].player.pk, "label": lines[0].label}
        prizes.pay_prize(night, HOST, **prize)
        with pytest.raises(ActRefused, match="already has First prize"):
            prizes.pay_prize(night, HOST, **prize)
        entry = night.ledger.get(kind="payout")
        assert (entry.cents, entry.method, entry.prize, entry.note) == (0, "none", "place 1", "First prize")
        division = prizes_of(reload(night))[0]
        assert [line.is_paid for line in division.lines] == [True, False, False]
        assert (division.unpaid, division.paid_cents) == (2, 0)

    def test_and_taken_back(self, night):
        line = prizes_of(night)[0].lines[0]
        prize = {"player_id": line.player.pk, "label": line.label}
        prizes.pay_prize(night, HOST, **prize)
        prizes.take_prize_back(night, HOST, reason="wrong name", **prize)
        assert prizes_of(reload(night))[0].unpaid == 3
        prizes.pay_prize(night, HOST, **prize)


class TestNothingToWin:
    def test_a_share_of_nothing_is_not_handed_over(self):
        night = ready_night((4,), buy_in_cents=0, games=1, break_after=None, prize_tie="split")
        play_game(night, 1)
        prizes.finalise(night, HOST)
        line = prizes_of(reload(night))[0].lines[0]
        with pytest.raises(ActRefused, match="nothing to hand over"):
            prizes.pay_prize(night, HOST, player_id=line.player.pk, label=line.label)


class TestOnePot:
    def test_it_is_split_between_the_divisions_that_play(self):
        night = ready_night((8, 4), games=1, break_after=None, prize_tie="split", one_pot=True)
        play_game(night, 1)
        assert [d.payout.pot_cents for d in prizes_of(reload(night))] == [12000, 12000]
        lone = ready_night((8,), games=1, break_after=None, prize_tie="split", one_pot=True)
        play_game(lone, 1)
        assert [d.payout.pot_cents for d in prizes_of(reload(lone))] == [16000, 0]
        prizes.finalise(lone, HOST)
