"""The organizer's payouts: amounts against a second reckoning, what stands in the way, final, paid, taken back."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import groupby

import pytest
from django.db.models import Sum

from tests.cast import cast_of, key
from tests.factories import (
    HOST,
    add_players,
    make_night,
    night_of_points,
    play_game,
    post,
    ready_night,
    reload,
    running_games,
)
from tournaments.actions import check_in, money, prizes, rounds
from tournaments.models import LedgerEntry, Tournament
from tournaments.queries.prizes import prizes_of

pytestmark = pytest.mark.django_db


def url(night, *parts):
    return "/".join(["", "nights", night.code, "payouts", *map(str, parts), ""])


def awarded(client, night):
    """(number, cents) of every prize on the page, in its order."""
    page = client.get(url(night)).context
    return [(p.line.player.number, p.line.award.cents) for d in page["divisions"] for p in d.lines]


def words_of(page):
    """The title and the note of a page's next step."""
    title, note = page.context["step"]["title"], page.context["step"]["note"]
    assert title in page.content.decode()
    return title, note


def final_night(points=(10, 8, 6, 9, 5, 3), **changes):
    night = night_of_points(points, **{"shares": (50, 30, 20), "buy_in_cents": 1000, **changes})
    prizes.finalise(night, HOST)
    return reload(night)


def fair_shares(points, pot, percents):
    """Number -> what each is owed as a fraction of a cent: the places are laid out in a row, equals pool theirs."""
    slots = [Fraction(pot * percent, sum(percents[: len(points)])) for percent in percents[: len(points)]]
    slots += [Fraction(0)] * (len(points) - len(slots))
    owed, start = {}, 0
    in_order = sorted(enumerate(points, start=1), key=lambda pair: -pair[1])
    for _, group in groupby(in_order, key=lambda pair: pair[1]):
        numbers = [number for number, _ in group]
        pool = sum(slots[start : start + len(numbers)])
        owed |= {number: pool / len(numbers) for number in numbers if pool}
        start += len(numbers)
    return owed


class TestAmounts:
    """Split pots: whatever the tie, everybody has a fair share to the cent, and together it is the pot."""

    @pytest.mark.parametrize(
        ("points", "percents"),
        [
            ((10, 8, 6, 9, 5, 3), (50, 30, 20)),  # no tie
            ((10, 10, 6, 9, 5, 3), (50, 30, 20)),  # 2 first
            ((10, 8, 8, 9, 8, 3), (50, 30, 20)),  # 3 at the last place
            ((9, 9, 9, 9, 5, 3), (50, 30, 20)),  # 4 on all places and beyond
            ((7, 7, 7, 7, 7, 3), (50, 30, 20)),  # 5
            ((10, 9, 9, 9, 9, 9), (50, 30, 20)),  # 5 behind one
            ((10, 8, 6), (40, 30, 20, 10)),  # fewer finishers than shares
            ((9, 9, 9), (40, 30, 20, 10)),
            ((10, 8, 6, 9, 5, 3), (100,)),
            ((10, 10, 6, 10, 5, 3), (100,)),
        ],
    )
    @pytest.mark.parametrize("buy_in", [1000, 333])
    def test_everybody_has_a_fair_share_and_the_pot_is_given_away(self, points, percents, buy_in):
        night = night_of_points(points, shares=percents, buy_in_cents=buy_in, house_percent=7)
        paid_in = buy_in * len(points)
        pot = paid_in - paid_in * 7 // 100
        got = dict(awarded(cast_of(night).organizer, night))
        owed = fair_shares(points, pot, percents)
        assert sum(got.values()) == pot
        assert got.keys() == owed.keys()
        for number, cents in got.items():
            assert abs(cents - owed[number]) <= 2  # rounded down per place, the rest to first place
        for total in set(points):
            level = [got[n] for n, p in enumerate(points, start=1) if p == total and n in got]
            assert not level or max(level) - min(level) <= 1
            assert level == sorted(level, reverse=True)  # odd cents by player number

    def test_a_disqualified_winner_is_out_and_the_pot_stays(self):
        night = night_of_points((10, 8, 6, 9, 5, 3), shares=(50, 30, 20), buy_in_cents=1000)
        check_in.disqualify(night, HOST, player_id=night.players.get(number=1).pk, reason="cards")
        assert awarded(cast_of(night).organizer, night) == [(4, 3000), (2, 1800), (3, 1200)]

    def test_one_pot_is_split_evenly(self):
        night = ready_night(
            (8, 4), games=1, break_after=None, prize_tie="split", one_pot=True, shares=(60, 40)
        )
        play_game(night, 1, (14, 9))
        client = cast_of(night).organizer
        by_division = [
            sum(p.line.award.cents for p in division.lines)
            for division in client.get(url(night)).context["divisions"]
        ]
        assert by_division == [12000, 12000]
        page = client.get(url(night)).content.decode()
        assert "To the other divisions" in page
        assert "From the other divisions" in page

    def test_refunds_and_the_house_are_taken_off_where_one_sees_it(self):
        night = night_of_points((10, 8, 6), shares=(100,), buy_in_cents=2000, house_percent=10)
        money.refund(night, HOST, player_id=night.players.get(number=3).pk, cents=1500)
        client = cast_of(night).organizer
        (division,) = client.get(url(night)).context["divisions"]
        assert division.facts == [("Buy-ins", 6000), ("Given back", -1500), ("House or charity, 10 %", -450)]
        assert sum(cents for _, cents in division.facts) == division.prizes.payout.pot_cents == 4050
        assert awarded(client, night) == [(1, 4050)]

    def test_extra_prizes_come_off_the_pot_and_are_shared(self):
        night = night_of_points(
            (10, 8, 3, 9, 5, 3), shares=(100,), buy_in_cents=1000, most_loners_cents=500, low_score_cents=501
        )
        page = cast_of(night).organizer.get(url(night))
        (division,) = page.context["divisions"]
        found = [(p.line.label, p.line.player.number, p.line.award.cents) for p in division.lines]
        assert found == [("place 1", 1, 5499), ("low score", 3, 251), ("low score", 6, 250)]
        assert "lowest score; split by 2" in page.content.decode()

    def test_a_split_says_what_was_added_and_divided(self):
        night = night_of_points((10, 10, 6, 10, 5, 3), shares=(50, 30, 20), buy_in_cents=1001)
        page = cast_of(night).organizer.get(url(night)).content.decode()
        # 60.06 in halves, thirds and fifths: 30.03, 18.01(8) and 12.01(2), and the odd cent to first place
        assert page.count("$30.04 + $18.01 + $12.01 of places 1 to 3, split by 3") == 3
        assert page.count("$20.02</span>") == 3

    def test_what_put_equals_in_order_is_told(self):
        night = night_of_points((10, 9, 6, 9, 5, 3), shares=(50, 30, 20), prize_tie="tie-breakers")
        page = cast_of(night).organizer.get(url(night)).content.decode()
        assert "Ties at a prize place: games won, then loners, then fewest bumps, then head to head" in page
        assert "level on points, ahead by games won" in page


class TestInTheWay:
    def test_missing_sheets_and_games_are_named_and_nothing_is_payable(self):
        night = ready_night((8,), games=3, break_after=None)
        play_game(night, 1)
        rounds.start_game(night, HOST, number=2)
        post(running_games(night)[0])
        (missing,) = running_games(night)
        rounds.close_game(night, HOST, number=2, confirmed=True, reason="lost")
        client = cast_of(night).organizer
        page = client.get(url(night)).content.decode()
        assert "Not payable yet" in page
        assert "Table 2, game 2: no sheet." in page
        assert f"/nights/{night.code}/sheets/{missing.pk}/" in page
        assert "Still to be played: 1 game." in page
        assert "place 1 is open" not in page  # it may vanish with the next sheet
        refused = client.post(url(night, "final"), {"key": key()})
        assert refused.status_code == 422
        assert "Table 2, game 2: no sheet." in refused.content.decode()
        assert reload(night).stage == Tournament.Stage.PLAYING

    def test_an_open_tie_leads_to_its_page(self):
        night = night_of_points((10, 10, 6), prize_tie="playoff", shares=(100,))
        division = night.divisions.get()
        page = cast_of(night).organizer.get(url(night)).content.decode()
        assert "place 1 is open between 1 Player 01 and 2 Player 02." in page
        assert f'href="{url(night, division.pk, 1)}"' in page

    def test_prizes_that_do_not_fit_the_pot_lead_to_the_settings(self):
        night = night_of_points((10, 8, 6), prize_kind="fixed", shares=(9000,), buy_in_cents=1000)
        client = cast_of(night).organizer
        page = client.get(url(night)).content.decode()
        assert "The prizes come to $90, $60 more than is in the pot." in page
        assert client.post(url(night, "final"), {"key": key()}).status_code == 422

    def test_a_pot_larger_than_the_prizes_is_only_told(self):
        night = night_of_points((10, 8, 6), prize_kind="fixed", shares=(1000,), buy_in_cents=1000)
        client = cast_of(night).organizer
        page = client.get(url(night)).content.decode()
        assert "Good to know" in page
        assert "the other $20 of the pot goes to first place" in page
        assert client.post(url(night, "final"), {"key": key()}).status_code == 303

    @pytest.mark.parametrize("people", [0, 5])
    def test_before_anything_is_played(self, people):
        night = make_night("classic")
        for player in add_players(night, people):
            check_in.check_in(night, HOST, player_id=player.pk, method="cash")
        page = cast_of(night).organizer.get(url(night))
        assert page.status_code == 200
        if people:  # the shares as planned, the extra prizes beside them: $50 less two times $10
            (division,) = page.context["divisions"]
            worth = [place.worth for place in division.open_places]
            assert worth == ["$15", "$9", "$6", "$10", "$10"]


class TestFinal:
    def test_it_is_declared_once_and_opened_again_with_a_reason(self):
        night = night_of_points((10, 8, 6))
        client = cast_of(night).organizer
        assert "Ready to be declared final" in client.get(url(night)).content.decode()
        form = {"key": key()}
        for _ in range(2):
            assert client.post(url(night, "final"), form).status_code == 303
        assert reload(night).stage == Tournament.Stage.FINAL
        assert client.post(url(night, "final"), {"key": key()}).status_code == 422

        refused = client.post(url(night, "reopen"), {"key": key(), "reason": ""})
        assert refused.status_code == 422
        assert reload(night).stage == Tournament.Stage.FINAL
        client.post(url(night, "reopen"), {"key": key(), "reason": "table 1 was misread"})
        assert reload(night).stage == Tournament.Stage.PLAYING
        again = client.post(url(night, "reopen"), {"key": key(), "reason": "twice"})
        assert again.status_code == 422
        assert "The night is not final." in again.content.decode()

    def test_the_list_to_sign_has_every_prize_and_the_sum(self):
        night = final_night()
        client = cast_of(night).organizer
        page = client.get(url(night, "receipts")).content.decode()
        for text in ("Player 01", "$30", "$18", "$12", "the pot is $60", "final ·"):
            assert text in page
        prizes.reopen(night, HOST, reason="more")
        assert "not final: pay nothing by this list" in client.get(url(night, "receipts")).content.decode()


class TestPaying:
    @pytest.fixture
    def night(self):
        return final_night()

    @pytest.fixture
    def cast(self, night):
        return cast_of(night)

    def winner(self, night, number=1):
        return {"player_id": night.players.get(number=number).pk, "label": "place 1"}

    def paid_out(self, night):
        return -(night.ledger.filter(prize__startswith="place").aggregate(sum=Sum("cents"))["sum"] or 0)

    def test_all_prizes_paid_leave_an_empty_pot(self, cast, night):
        (division,) = prizes_of(night)
        for line in division.lines:
            form = {"key": key(), "player_id": line.player.pk, "label": line.label, "method": "card"}
            assert cast.organizer.post(url(night, "pay"), form).status_code == 303
        assert night.ledger.aggregate(sum=Sum("cents"))["sum"] == 0
        assert "Every prize is handed out" in cast.organizer.get(url(night)).content.decode()

    def test_the_same_tick_twice_pays_once(self, cast, night):
        form = {"key": key(), "method": "cash", **self.winner(night)}
        for _ in range(3):
            assert cast.organizer.post(url(night, "pay"), form).status_code == 303
        assert self.paid_out(night) == 3000
        other_tab = cast.organizer.post(url(night, "pay"), {**form, "key": key()})
        assert other_tab.status_code == 422
        assert "Player 01 already has $30 for place 1." in other_tab.content.decode()
        assert self.paid_out(night) == 3000
        page = cast.organizer.get(url(night)).content.decode()
        assert ", cash</span>" in page
        assert "1 of 3 prizes handed out" in page

    def test_it_is_taken_back_with_a_reason(self, cast, night):
        cast.organizer.post(url(night, "pay"), {"key": key(), "method": "cash", **self.winner(night)})
        asked = cast.organizer.get(url(night, "take-back"), self.winner(night))
        assert "$30" in asked.content.decode()
        refused = cast.organizer.post(
            url(night, "take-back"), {"key": key(), "reason": " ", **self.winner(night)}
        )
        assert refused.status_code == 422
        assert "This field is required." in refused.content.decode()
        form = {"key": key(), "reason": "ticked the wrong one", **self.winner(night)}
        for _ in range(2):
            assert cast.organizer.post(url(night, "take-back"), form).status_code == 303
        assert self.paid_out(night) == 0
        assert night.ledger.filter(kind=LedgerEntry.Kind.REVERSAL).count() == 1
        assert cast.organizer.get(url(night, "take-back"), self.winner(night)).status_code == 303

    def test_nothing_is_paid_before_it_is_final(self, cast, night):
        prizes.reopen(night, HOST, reason="a sheet")
        answer = cast.organizer.post(
            url(night, "pay"), {"key": key(), "method": "cash", **self.winner(night)}
        )
        assert answer.status_code == 422
        assert "Declare the results final before paying." in answer.content.decode()
        assert "Paid cash" not in answer.content.decode()
        assert self.paid_out(night) == 0

    @pytest.mark.parametrize(
        "change",
        [
            {"player_id": ""},
            {"player_id": "x"},
            {"player_id": "9" * 40},
            {"player_id": "-1"},
            {"label": ""},
            {"label": "place 2"},
            {"label": "\x00"},
            {"label": "x" * 5000},
            {"method": ""},
            {"method": "prepaid"},
            {"method": "\x00"},
        ],
    )
    def test_a_strange_tick_pays_nothing(self, cast, night, change):
        form = {"key": key(), "method": "cash", **self.winner(night), **change}
        assert cast.organizer.post(url(night, "pay"), form).status_code == 422
        assert cast.organizer.post(url(night, "take-back"), {**form, "reason": "\x00"}).status_code in (
            303,
            422,
        )
        assert not night.ledger.filter(kind=LedgerEntry.Kind.PAYOUT).exists()

    def test_a_winner_of_another_night_is_not_paid_here(self, cast, night):
        other = final_night()
        form = {"key": key(), "method": "cash", **self.winner(other)}
        assert cast.organizer.post(url(night, "pay"), form).status_code == 422
        assert cast.organizer.post(url(other, "pay"), form).status_code == 403
        assert not other.ledger.filter(kind=LedgerEntry.Kind.PAYOUT).exists()

    def test_what_is_no_longer_due_is_shown_and_taken_back(self, cast, night):
        cast.organizer.post(url(night, "pay"), {"key": key(), "method": "cash", **self.winner(night)})
        prizes.reopen(night, HOST, reason="protest")
        assert "$30" in cast.organizer.get(url(night)).content.decode()
        check_in.disqualify(night, HOST, player_id=self.winner(night)["player_id"], reason="cards")
        page = cast.organizer.get(url(night)).content.decode()
        assert "No longer due:" in page
        form = {"key": key(), "reason": "not the winner", **self.winner(night)}
        cast.organizer.post(url(night, "take-back"), form)
        assert "No longer due:" not in cast.organizer.get(url(night)).content.decode()

    def test_the_night_is_not_over_while_a_prize_that_is_no_longer_due_is_out(self, cast, night):
        """A sheet corrected after the first prize had been handed out."""
        prizes.pay_prize(night, HOST, **self.winner(night))
        prizes.reopen(night, HOST, reason="a sheet")
        check_in.disqualify(night, HOST, player_id=self.winner(night)["player_id"], reason="cards")
        prizes.finalise(night, HOST)

        def titles():
            pages = (cast.organizer.get(address) for address in (f"/nights/{night.code}/", url(night)))
            return [words_of(page) for page in pages]

        back = "1 prize handed out is no longer due: take it back."
        assert titles() == [
            ("The results are final", f"{back} 3 prizes still to hand out."),
            ("The results are final", f"{back} 0 of 3 prizes handed out. Tick each as you hand it over."),
        ]
        for line in prizes_of(reload(night))[0].lines:
            prizes.pay_prize(night, HOST, player_id=line.player.pk, label=line.label)
        assert titles() == [
            ("The results are final", back),
            ("The results are final", f"{back} Every other prize is handed out."),
        ]
        till = cast.desk.get(f"/desk/{night.code}/till/").content.decode()
        assert "$30 more went out of the pots than is in them." in till
        assert "more cash went out than came in" not in till
        prizes.take_prize_back(night, HOST, reason="not the winner", **self.winner(night))
        assert [title for title, _ in titles()] == ["The night is over", "Every prize is handed out"]
        assert "more went out" not in cast.desk.get(f"/desk/{night.code}/till/").content.decode()

    def test_another_amount_than_was_paid_is_shown(self, cast, night):
        cast.organizer.post(url(night, "pay"), {"key": key(), "method": "cash", **self.winner(night)})
        prizes.reopen(night, HOST, reason="one was not to pay")
        money.refund(night, HOST, player_id=night.players.get(number=6).pk, cents=1000)
        prizes.finalise(night, HOST)
        page = cast.organizer.get(url(night)).content.decode()
        assert "$30 paid, not $25" in page
        assert "0 of 3 prizes handed out" in page

    def test_a_thing_is_handed_over_without_money(self):
        night = final_night(preset="torrence-knox-three", prize_kind="named", prize_names=("Mug",), shares=(),
                            prize_tie="lots", buy_in_cents=0)  # fmt: skip
        client = cast_of(night).organizer
        page = client.get(url(night)).content.decode()
        assert "Handed over<" in page
        assert "Paid cash" not in page
        client.post(url(night, "pay"), {"key": key(), "method": "cash", **self.winner(night)})
        page = client.get(url(night)).content.decode()
        assert "handed over " in page
        assert "Every prize is handed out" in page


class TestWhoMay:
    @pytest.fixture
    def night(self):
        return final_night()

    @pytest.mark.parametrize(
        ("role", "status"),
        [("organizer", 200), ("desk", 403), ("runner", 403), ("player", 302), ("stranger", 403)],
    )
    @pytest.mark.parametrize("part", [(), ("receipts",)])
    def test_only_the_host_looks(self, night, role, status, part):
        assert cast_of(night).of(role).get(url(night, *part)).status_code == status

    @pytest.mark.parametrize("role", ["desk", "runner", "player", "stranger"])
    @pytest.mark.parametrize("act", ["final", "reopen", "pay", "take-back"])
    def test_only_the_host_acts(self, night, role, act):
        form = {"key": key(), "reason": "mine", "label": "place 1", "method": "cash", "player_id": 1}
        assert cast_of(night).of(role).post(url(night, act), form).status_code in (302, 403)
        assert reload(night).stage == Tournament.Stage.FINAL
        assert not night.ledger.filter(kind=LedgerEntry.Kind.PAYOUT).exists()

    @pytest.mark.parametrize("act", ["final", "reopen", "pay"])
    def test_no_act_by_get(self, night, act):
        assert cast_of(night).organizer.get(url(night, act)).status_code == 405


def test_as_many_queries_for_many_as_for_few(django_assert_num_queries):
    nights = [ready_night(size, games=1, break_after=None) for size in ((8,), (44, 20))]
    for night in nights:
        play_game(night, 1)
        client = cast_of(night).organizer
        with django_assert_num_queries(19):
            client.get(url(night))
        with django_assert_num_queries(19):
            client.get(url(night, "receipts"))


def test_ledger_rows_of_prizes_name_their_division():
    """The pots stay apart: what is paid in one division leaves its own pot."""
    night = ready_night((8, 8), games=1, break_after=None, prize_tie="split")
    play_game(night, 1)
    prizes.finalise(reload(night), HOST)
    client = cast_of(night).organizer
    for division in prizes_of(reload(night)):
        for line in division.lines:
            form = {"key": key(), "player_id": line.player.pk, "label": line.label, "method": "cash"}
            client.post(url(night, "pay"), form)
    left = defaultdict(int)
    for entry in LedgerEntry.objects.filter(tournament=night):
        left[entry.division_id] += entry.cents
    assert set(left.values()) == {0}
    assert len(left) == 2
