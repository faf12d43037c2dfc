"""The end: ties, final results, payouts to the cent."""

import pytest
from django.db.models import Sum

from tests.factories import HOST, play_game, post, ready_night, reload, running_games
from tournaments.actions import prizes, rounds, sheets
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


class TestTies:
    def test_nothing_is_final_while_a_prize_tie_is_open(self, night):
        assert open_ties(night)[1]
        with pytest.raises(ActRefused, match="is open between players"):
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
