"""A sound night has nothing to report; every kind of contradiction is found and led to its mend.

The rows are spoiled behind the acts' back: no act would do it.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring import Hand
from tests.factories import HOST, RUNNER, add_players, play_game, ready_night, reload, running_games
from tournaments.actions import check_in, money, prizes, rounds, sanctions, sheets
from tournaments.models import HandRecord, LedgerEntry, Player, ScoreSheet, Seat, SheetLine, SitOut
from tournaments.queries.health import health_of, scores
from tournaments.queries.health.facts import facts_of
from tournaments.queries.prizes import prizes_of
from tournaments.sheet_content import write_hand

pytestmark = pytest.mark.django_db


def codes(night) -> set[str]:
    return {problem.code for problem in health_of(reload(night))}


@pytest.fixture
def night():
    """Nine players, two games of which the first is played by totals and the second hand by hand."""
    night = ready_night((9,), games=2, break_after=None)
    play_game(night, 1, (14, 9))
    rounds.start_game(night, HOST, number=2)
    for game in running_games(night):
        hands = [write_hand(Hand(0, 2))] + [write_hand(Hand(n % 4, 3)) for n in range(11)]
        sheets.post_sheet(
            night,
            RUNNER,
            game_id=str(game.pk),
            game_revision=game.revision,
            content={"pairing": 2, "hands": hands},
            agreed=True,
            confirmed=True,
            reason="as played",
        )
    rounds.close_game(night, HOST, number=2)
    return reload(night)


@pytest.fixture
def paid_night(night):
    """The same, final and paid."""
    for division in prizes_of(night):
        for tie in division.payout.open_ties:
            people = {row.standing.player: row.player.pk for row in division.standings.rows}
            order = [people[number] for number in tie.players]
            prizes.decide_tie(night, HOST, division_id=division.division.pk, place=tie.place, order=order)
    prizes.finalise(night, HOST)
    for division in prizes_of(reload(night)):
        for line in division.lines:
            prizes.pay_prize(night, HOST, player_id=line.player.pk, label=line.label)
    return reload(night)


def test_points_for_somebody_who_is_not_here_yet_contradict_nothing(night):
    late = add_players(night, 1, first=50)[0]
    sanctions.penalise(night, HOST, player_id=late.pk, points=-2, reason="two hours late")
    assert codes(night) == set()
    check_in.check_in(night, HOST, player_id=late.pk, method="cash")
    assert codes(night) == set()


def first_sheet(how: str) -> ScoreSheet:
    return ScoreSheet.objects.filter(how=how).order_by("entered_at").first()


def book(night, **row):
    """A ledger row that no act would write."""
    filled = {"method": "cash", "account": "pot", "division": night.divisions.first(), **row}
    return LedgerEntry.objects.create(tournament=night, entered_by="nobody", at=night.starts_at, **filled)


def test_a_sound_night_has_nothing_to_report(night):
    assert health_of(night) == ()


def test_nor_has_a_night_that_is_paid(paid_night):
    assert health_of(paid_night) == ()


def test_every_problem_leads_to_a_page_of_the_night(night):
    SheetLine.objects.filter(sheet=first_sheet("hands")).update(side_points=99)
    Player.objects.filter(number=1).update(status="no_show")
    book(night, kind="refund", cents=-50_000, player=night.players.first())
    problems = health_of(reload(night))
    assert len({problem.code for problem in problems}) >= 3
    for problem in problems:
        assert reverse(problem.link, args=[night.code, *problem.link_args])


class TestSeats:
    def test_a_seat_that_does_not_say_what_its_game_says(self, night):
        seat = Seat.objects.filter(round__number=1).first()
        Seat.objects.filter(pk=seat.pk).update(live=True)
        assert codes(night) == {"seat_marks"}

    def test_an_empty_chair(self, night):
        Seat.objects.filter(round__number=2, position=3).first().delete()
        assert codes(night) == {"chairs", "strangers"}

    def test_one_player_with_two_places_in_a_game(self, night):
        seat = Seat.objects.filter(round__number=1).first()
        SitOut.objects.create(round=seat.round, player=seat.player)
        assert "two_seats" in codes(night)

    def test_sit_outs_that_always_hit_the_same(self, night):
        first, second = SitOut.objects.order_by("round__number")
        SitOut.objects.filter(pk=second.pk).update(player=first.player)
        Seat.objects.filter(round=second.round, player=first.player).update(player=second.player)
        assert "sit_outs" in codes(night)  # twice for one, never for seven

    def test_after_somebody_left_the_sit_outs_may_differ(self, night):
        somebody = SitOut.objects.first()
        for number in (3, 4):
            later = night.rounds.create(division=somebody.round.division, number=number)
            SitOut.objects.create(round=later, player=somebody.player)
        check_in.withdraw(night, HOST, player_id=night.players.exclude(pk=somebody.player_id).first().pk)
        assert "sit_outs" not in codes(night)


class TestScores:
    def test_lines_that_are_not_the_sheets(self, night):
        SheetLine.objects.filter(sheet=first_sheet("totals"), position=0).update(side_points=15)
        assert codes(night) == {"lines"}

    def test_a_score_that_is_not_the_hands(self, night):
        sheet = first_sheet("hands")
        ScoreSheet.objects.filter(pk=sheet.pk).update(scores=[sheet.scores[0] + 1, sheet.scores[1]])
        assert codes(night) == {"lines", "differs-from-hands"}

    def test_hands_that_tell_another_story_only_warn(self, night):
        hand = HandRecord.objects.filter(sheet=first_sheet("hands"), number=2).get()
        HandRecord.objects.filter(pk=hand.pk).update(data={**hand.data, "tricks": 5})
        assert {(p.level, p.code) for p in health_of(night)} == {("warning", "differs-from-hands")}

    def test_a_hand_that_cannot_have_been_played(self, night):
        hand = HandRecord.objects.filter(sheet=first_sheet("hands"), number=2).get()
        HandRecord.objects.filter(pk=hand.pk).update(data={**hand.data, "tricks": 9})
        assert codes(night) == {"unreadable"}

    def test_bump_money_of_the_players_that_is_not_the_tables(self, night):
        SheetLine.objects.filter(sheet=first_sheet("hands"), position=1).update(bump_cents=700)
        assert codes(night) == {"lines", "bumps"}

    def test_points_for_somebody_who_does_not_sit_there(self, night):
        sheet = first_sheet("totals")
        stranger = night.players.exclude(pk__in=sheet.lines.values("player")).first()
        SheetLine.objects.filter(sheet=sheet, position=0).update(player=stranger)
        assert "strangers" in codes(night)

    def test_points_of_somebody_who_is_in_no_standings(self, night):
        seated = SheetLine.objects.first().player
        Player.objects.filter(pk=seated.pk).update(status="no_show")
        assert "not_ranked" in codes(night)

    def test_standings_that_do_not_come_from_the_sheets(self, night):
        facts = facts_of(night)
        found = list(scores.problems(replace(facts, sheets=facts.sheets[1:])))
        assert {problem.code for problem in found} == {"standings"}
        assert len(found) == 4


class TestMoney:
    def test_a_pot_that_is_not_its_players(self, night):
        book(night, kind="buy_in", cents=2000, division=night.divisions.last(), player=night.players.first())
        assert codes(night) == {"pot"}

    def test_more_given_back_than_paid(self, night):
        book(night, kind="refund", cents=-5000, player=night.players.first())
        assert codes(night) == {"stake"}

    def test_a_reversal_of_nothing(self, night):
        book(night, kind="reversal", cents=0)
        assert codes(night) == {"reversal"}

    def test_a_reversal_that_is_no_mirror(self, night):
        first = night.ledger.filter(kind="buy_in").first()
        book(night, kind="reversal", cents=-first.cents, method="card", reverses=first, player=first.player)
        assert codes(night) == {"reversal"}

    def test_a_payment_nobody_has_won(self, paid_night):
        book(paid_night, kind="payout", cents=-100, player=paid_night.players.last(), prize="place 9")
        assert codes(paid_night) == {"overpaid", "pots_left"}

    def test_money_in_the_pot_after_everybody_was_paid(self, paid_night):
        book(paid_night, kind="cup_counted", cents=300)
        assert codes(paid_night) >= {"pots_left"}

    def test_the_cup_and_the_sheets(self, paid_night):
        money.count_cup(paid_night, HOST, cents=100)
        assert {(p.level, p.code) for p in health_of(paid_night)} == {("warning", "cup")}

    def test_a_cup_that_gave_more_than_it_had(self, night):
        book(night, account="cup", division=None, kind="cup_spent", cents=-100)
        assert codes(night) == {"cup_spent"}


def test_the_number_of_queries_does_not_grow_with_the_night():
    counts = []
    for players in (9, 25):
        night = ready_night((players,), games=2, break_after=None)
        play_game(night, 1)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            health_of(reload(night))
        counts.append(len(queries))
    assert counts[0] == counts[1]
