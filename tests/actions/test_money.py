"""The ledger: integer cents, insert-only, never more out than in."""

import pytest
from django.db.models import Sum
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from tests.factories import DESK, HOST, add_players, check_everybody_in, make_night
from tournaments.actions import check_in, money, registration
from tournaments.actions.money import paid_cents
from tournaments.models import LedgerEntry, Player
from tournaments.problems import ActRefused
from tournaments.queries.prizes import pots_of


@pytest.mark.django_db
class TestBuyIns:
    @pytest.fixture
    def night(self):
        night = make_night(divisions=["Players"])
        add_players(night, 16)
        check_everybody_in(night)
        return night

    def test_a_part_refund_leaves_the_rest_in_the_pot(self, night):
        player = night.players.get(number=5)
        money.refund(night, HOST, player_id=player.pk, cents=1500, reason="left early")
        (pot,) = pots_of(night).values()
        assert pot.cents == 15 * 2000 + 500
        assert paid_cents(player) == 500

    def test_no_more_comes_back_than_went_in(self, night):
        player = night.players.get(number=5)
        money.refund(night, HOST, player_id=player.pk, cents=1500)
        with pytest.raises(ActRefused, match=r"\$5 to give back at most"):
            money.refund(night, HOST, player_id=player.pk, cents=2000)

    def test_a_second_buy_in_is_refused(self, night):
        player = night.players.get(number=5)
        with pytest.raises(ActRefused, match=r"already paid \$20"):
            money.collect(night, DESK, player_id=player.pk, cents=2000, method="cash")

    def test_a_row_is_taken_back_once(self, night):
        entry = night.ledger.first()
        money.reverse_entry(night, HOST, entry_id=entry.pk, reason="typed twice")
        with pytest.raises(ActRefused, match="already been taken back"):
            money.reverse_entry(night, HOST, entry_id=entry.pk)
        assert night.ledger.aggregate(sum=Sum("cents"))["sum"] == 15 * 2000

    def test_a_buy_in_refunded_in_part_is_not_taken_back_whole(self, night):
        player = night.players.get(number=5)
        money.refund(night, HOST, player_id=player.pk, cents=1500)
        with pytest.raises(ActRefused, match=r"only \$5 left in the pot"):
            money.reverse_entry(night, HOST, entry_id=player.ledger.get(kind="buy_in").pk)

    def test_a_refund_is_not_taken_back_once_they_have_paid_again(self, night):
        """Two buy-ins of one player would be in the pot (MON-06)."""
        player = night.players.get(number=5)
        refund = money.refund(night, HOST, player_id=player.pk, cents=2000)["entry"]
        again = money.collect(night, DESK, player_id=player.pk, cents=2000, method="card")["entry"]
        with pytest.raises(ActRefused, match="has paid again since"):
            money.reverse_entry(night, HOST, entry_id=refund)
        money.reverse_entry(night, HOST, entry_id=again)
        money.reverse_entry(night, HOST, entry_id=refund)
        assert paid_cents(player) == 2000

    def test_a_buy_in_taken_back_after_a_move_leaves_the_new_pot(self):
        night = make_night()
        (player,) = add_players(night, 1)
        check_everybody_in(night)
        entry = player.ledger.get()
        novice = night.divisions.get(position=1)
        registration.move_division(night, HOST, player_id=player.pk, division_id=novice.pk)
        money.reverse_entry(night, HOST, entry_id=entry.pk)
        assert [pot.cents for pot in pots_of(night).values()] == [0, 0]

    def test_a_different_price_later_rewrites_nothing(self, night):
        before = list(night.ledger.values_list("cents", flat=True))
        from dataclasses import replace

        from tournaments.actions import nights

        nights.change_settings(night, HOST, settings=replace(night.settings, buy_in_cents=500))
        assert list(night.ledger.values_list("cents", flat=True)) == before


@pytest.mark.django_db
class TestBumpCup:
    def test_money_goes_in_as_counted_and_out_with_a_purpose(self):
        night = make_night()
        money.count_cup(night, DESK, cents=8600)
        money.spend_from_cup(night, HOST, cents=5000, note="mugs")
        with pytest.raises(ActRefused, match=r"holds \$36"):
            money.spend_from_cup(night, HOST, cents=5000, note="more mugs")
        with pytest.raises(ActRefused) as refused:
            money.spend_from_cup(night, HOST, cents=100, note=" ")
        assert refused.value.problems[0].field == "note"

    def test_counted_money_that_is_spent_is_not_taken_back(self):
        night = make_night()
        counted = money.count_cup(night, DESK, cents=4000)
        spent = money.spend_from_cup(night, HOST, cents=4000, note="mugs")
        with pytest.raises(ActRefused, match="holds only"):
            money.reverse_entry(night, HOST, entry_id=counted["entry"])
        money.reverse_entry(night, HOST, entry_id=spent["entry"])
        money.reverse_entry(night, HOST, entry_id=counted["entry"])
        assert sum(row.cents for row in night.ledger.all()) == 0

    def test_a_night_without_a_cup_counts_none(self):
        with pytest.raises(ActRefused, match="without a bump cup"):
            money.count_cup(make_night("fharmacy"), DESK, cents=100)


class TestAnyOrderOfActs(TestCase):
    """Whatever the desk does, in whatever order: pots and tills say what the rows say, nobody is paid back more than they gave,
    nor has paid twice."""

    @settings(max_examples=40, suppress_health_check=list(HealthCheck))
    @given(
        st.lists(
            st.tuples(
                st.sampled_from(
                    [
                        "check_in",
                        "undo",
                        "undo_keep",
                        "refund",
                        "collect",
                        "move",
                        "reverse",
                        "reverse_refund",
                    ]
                ),
                st.integers(0, 1),
                st.sampled_from([0, 500, 1500, 2000]),
            ),
            min_size=4,
            max_size=20,
        )
    )
    def test_the_ledger_balances(self, steps):
        night = make_night()
        people = add_players(night, 2)
        divisions = list(night.divisions.all())
        for what, who, cents in steps:
            player = Player.objects.get(pk=people[who].pk)
            try:
                self.do(night, what, player, cents, divisions)
            except ActRefused:
                continue
        paid = {p.pk: paid_cents(p) for p in Player.objects.filter(tournament=night)}
        assert all(0 <= cents <= 2000 for cents in paid.values()), paid
        pots = pots_of(night)
        assert sum(pot.cents for pot in pots.values()) == sum(paid.values())
        for division in divisions:
            assert pots[division.pk].cents == sum(
                paid[p.pk] for p in Player.objects.filter(division=division)
            )
        by_hand = sum(entry.cents for entry in LedgerEntry.objects.filter(tournament=night))
        assert by_hand == sum(paid.values())

    def do(self, night, what, player, cents, divisions):
        if what == "check_in":
            check_in.check_in(night, DESK, player_id=player.pk, method="cash", cents=cents)
        elif what in ("undo", "undo_keep"):
            check_in.undo_check_in(night, DESK, player_id=player.pk, give_money_back=what == "undo")
        elif what == "refund":
            money.refund(night, DESK, player_id=player.pk, cents=cents)
        elif what == "collect":
            money.collect(night, DESK, player_id=player.pk, cents=cents, method="card")
        elif what == "move":
            other = divisions[1 - player.division.position]
            registration.move_division(night, HOST, player_id=player.pk, division_id=other.pk)
        elif what in ("reverse", "reverse_refund"):
            kind = "buy_in" if what == "reverse" else "refund"
            entry = night.ledger.filter(player=player, kind=kind).last()
            if entry is not None:
                money.reverse_entry(night, HOST, entry_id=entry.pk)
