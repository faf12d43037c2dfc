"""The till: expected against counted, pots and cup."""

import pytest

from tests.cast import cast_of, key
from tests.factories import DESK, HOST, add_players, draw, make_night, play_game, ready_night, reload
from tournaments.actions.check_in import check_in
from tournaments.actions.money import refund
from tournaments.actions.prizes import draw_lots, finalise, pay_prize
from tournaments.actions.registration import move_division
from tournaments.models import LedgerEntry
from tournaments.queries.prizes import prizes_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    night = ready_night((8, 8), games=2, break_after=None)
    play_game(night, 1)
    return night


@pytest.fixture
def cast(night):
    return cast_of(night)


def url(night, *parts):
    return "/".join(["", "desk", night.code, "till", *map(str, parts), ""])


class TestTheTill:
    def test_it_shows_pots_cash_and_the_cup_by_table(self, cast, night):
        till = cast.desk.get(url(night)).context["till"]
        assert dict(till.by_method)["cash"] == 16 * 2000
        assert [pot.left_cents for pot in till.pots] == [16000, 16000]
        assert (till.cup_sheets, len(till.cup_tables)) == (4 * 400, 4)

    def test_cash_paid_out_of_card_takings_is_named_instead_of_a_negative_box(self):
        night = make_night(games=1, break_after=None)
        players = add_players(night, 4)
        for player, method in zip(players, ("cash", "card", "card", "card"), strict=True):
            check_in(night, DESK, player_id=player.pk, method=method, id_ok=True)
        draw(night)
        play_game(night, 1, (14, 9))
        night = reload(night)
        for place in (1, 3):
            draw_lots(night, HOST, division_id=players[0].division_id, place=place)
        finalise(reload(night), HOST)
        (first,) = [line for prizes in prizes_of(night) for line in prizes.lines if line.label == "place 1"]
        pay_prize(reload(night), HOST, player_id=first.player.pk, label="place 1", method="cash")
        answer = cast_of(night).desk.get(url(night))
        assert answer.context["till"].cash_short_cents == first.award.cents - 2000 > 0
        assert "$20 more cash went out than came in." in answer.content.decode()

    def test_a_buy_in_is_counted_in_the_pot_it_went_to_with_its_player(self):
        night = ready_night((5, 4), games=1, break_after=None)
        other = night.divisions.get(position=1)
        move_division(night, HOST, player_id=night.players.get(number=1).pk, division_id=other.pk)
        till = cast_of(night).desk.get(url(night)).context["till"]
        assert [(pot.buy_ins, pot.in_cents) for pot in till.pots] == [(4, 8000), (5, 10000)]

    @pytest.mark.parametrize("one_pot", [False, True])
    @pytest.mark.parametrize("percent", [0, 7, 100])
    def test_when_every_prize_is_paid_the_houses_share_is_left(self, one_pot, percent):
        """Odd cents, a refund, a tie and two divisions of unlike size."""
        changes = {"buy_in_cents": 1333, "house_percent": percent, "one_pot": one_pot, "prize_tie": "split"}
        night = ready_night((8, 4), games=1, break_after=None, **changes)
        refund(night, HOST, player_id=night.players.get(number=2).pk, cents=111)
        play_game(night, 1, (14, 9))
        finalise(reload(night), HOST)
        for prizes in prizes_of(reload(night)):
            for line in prizes.lines:
                if line.has_worth:
                    pay_prize(reload(night), HOST, player_id=line.player.pk, label=line.label)
        answer = cast_of(night).desk.get(url(night))
        till = answer.context["till"]
        assert all(pot.left_cents == pot.house_cents >= 0 for pot in till.pots)
        assert sum(pot.house_cents for pot in till.pots) == sum(dict(till.by_method).values())
        assert ("Of it for the house or charity" in answer.content.decode()) == (percent > 0)
        assert len(till.pots) == (1 if one_pot else 2)

    def test_the_count_says_whether_it_agrees(self, cast, night):
        page = cast.desk.post(
            url(night, "count"), {"key": key(), "counted": "320"}, follow=True
        ).content.decode()
        assert "agrees to the cent" in page
        page = cast.desk.post(
            url(night, "count"), {"key": key(), "counted": "$312.50"}, follow=True
        ).content.decode()
        assert "$7.50 short" in page

    def test_cup_money_is_counted_in_and_spent_by_the_host(self, cast, night):
        cast.desk.post(url(night, "cup/count"), {"key": key(), "amount": "16", "note": "all tables"})
        assert (
            cast.desk.post(url(night, "cup/spend"), {"key": key(), "amount": "5", "note": "mug"}).status_code
            == 403
        )
        cast.organizer.post(url(night, "cup/spend"), {"key": key(), "amount": "5", "note": "mug"})
        till = cast.desk.get(url(night)).context["till"]
        assert (till.cup_counted, till.cup_spent, till.cup_left, till.cup_difference) == (1600, 500, 1100, 0)

    @pytest.mark.parametrize("amount", ["", "0", "-4", "lots", "1e3", "9" * 30])
    def test_a_strange_amount_is_refused(self, cast, night, amount):
        answer = cast.desk.post(url(night, "cup/count"), {"key": key(), "amount": amount})
        assert answer.status_code == 422
        assert not night.ledger.filter(account="cup").exists()

    def test_only_the_host_takes_a_row_back_and_once(self, cast, night):
        entry = night.ledger.first()
        assert cast.desk.post(url(night, entry.pk, "take-back"), {"key": key()}).status_code == 403
        for _ in range(2):
            cast.organizer.post(url(night, entry.pk, "take-back"), {"key": key()})
        assert night.ledger.filter(kind=LedgerEntry.Kind.REVERSAL).count() == 1

    def test_a_row_of_another_night_is_not_taken_back(self, cast, night):
        foreign = ready_night((8,), games=2, break_after=None).ledger.first()
        cast.organizer.post(url(night, foreign.pk, "take-back"), {"key": key()})
        assert not foreign.reversed_by.exists()

    def test_as_many_queries_for_two_games_as_for_one(self, cast, night, django_assert_num_queries):
        with django_assert_num_queries(10):
            cast.desk.get(url(night))
        play_game(night, 2)
        with django_assert_num_queries(10):
            cast.desk.get(url(night))
