"""A tie at a prize place: sudden death of two, three, four and five step by step, lots, the order by hand."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from tests.cast import cast_of, key
from tests.factories import HOST, night_of_points, play_game, ready_night, reload
from tournaments.actions import prizes
from tournaments.models import TieDecision
from tournaments.queries.prizes import prizes_of
from tournaments.queries.standings import standings_of

pytestmark = pytest.mark.django_db

TIES = {
    2: (10, 10, 6, 5, 4, 3),
    3: (10, 10, 10, 5, 4, 3),
    4: (10, 10, 10, 10, 4, 3),
    5: (10, 10, 10, 10, 10, 3),
}


def tied_night(players=2, **changes):
    """So many players level at place 1, each of them with a prize to lose."""
    return night_of_points(TIES[players], **{"prize_tie": "playoff", "shares": (50, 30, 20), **changes})


def url(night, *parts, place=1):
    division = night.divisions.first().pk
    return "/".join(["", "nights", night.code, "payouts", str(division), str(place), *parts, ""])


def ranks(night):
    return {row.player.number: row.standing.rank for row in standings_of(reload(night))[0].rows}


def order_form(night, numbers, **more):
    people = {player.number: player.pk for player in night.players.all()}
    places = {f"place_{index}": people[number] for index, number in enumerate(numbers)}
    return {"key": key(), "by_hand": "yes", "how": "playoff", "note": "", **places, **more}


def play_off(client, night, better_first):
    """Press what the page offers, hand by hand: the side whose best player comes first in `better_first` gains.

    Returns the pages seen, the last with the complete order.
    """
    strength = {number: index for index, number in enumerate(better_first)}
    pages = [client.get(url(night))]
    for _ in range(20):
        words = pages[-1].context["playoff"]
        if words.order:
            return pages
        gained = []
        for table in words.hand.tables:
            best = min(table, key=lambda side: min(strength[player.number] for player in side.players))
            gained.append(best.value)
        asked = {"hand": pages[-1].context["hands"], "playing": "yes", "gained": gained}
        pages.append(client.get(url(night), asked, follow=True))
    raise AssertionError("never in order")


class TestSuddenDeath:
    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    def test_it_ends_in_an_order_that_is_recorded(self, players):
        night = tied_night(players)
        client = cast_of(night).organizer
        last = play_off(client, night, better_first=range(players, 0, -1))[-1]
        order = [player.number for player in last.context["playoff"].order]
        assert sorted(order) == list(range(1, players + 1))
        form = {"key": key(), "hand": last.context["hands"]}
        for _ in range(2):
            assert client.post(url(night), form).status_code == 303
        decision = TieDecision.objects.get()
        assert (decision.how, len(decision.record)) == ("playoff", len(last.context["hands"]))
        assert [ranks(night)[number] for number in order] == list(range(1, players + 1))
        assert prizes_of(reload(night))[0].payout.payable

    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    def test_whoever_gains_stands_before_those_who_did_not(self, players):
        """Read from the pages: at each step the groups are those of the step before, cut in two by who gained."""
        night = tied_night(players)
        pages = play_off(cast_of(night).organizer, night, better_first=range(1, players + 1))
        for before, after in pairwise(pages):
            groups = [[p.number for p in people] for _, people in before.context["playoff"].groups]
            gained = {p.number for p in after.context["playoff"].played[-1]}
            expected = []
            for group in groups:
                if gained <= set(group):
                    expected += [sorted(gained), [number for number in group if number not in gained]]
                else:
                    expected.append(group)
            assert [[p.number for p in people] for _, people in after.context["playoff"].groups] == expected

    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    def test_everybody_level_sits_at_one_table_and_partners_are_drawn_from_the_rest(self, players):
        hand = cast_of(night := tied_night(players)).organizer.get(url(night)).context["playoff"].hand
        seated = [player.number for table in hand.tables for side in table for player in side.players]
        assert sorted(seated) == list(range(1, players + 1))
        partners = [side.partner for table in hand.tables for side in table if side.needs_partner]
        assert len(partners) == {2: 2, 3: 0, 4: 0, 5: 2}[players]
        drawn = [partner.number for partner in partners if partner]
        assert len(set(drawn)) == len(drawn)
        assert not set(drawn) & set(seated)

    def test_two_play_as_opponents_with_partners_whose_points_are_void(self):
        night = tied_night(2)
        page = cast_of(night).organizer.get(url(night)).content.decode()
        assert "The two play as opponents; their partners are drawn by lot" in page
        assert page.count("drawn by lot; the partner’s points are void") == 2
        assert page.count("This side gained") == 2
        assert "At stake: $15 for place 1 and $9 for place 2." in page

    def test_four_play_two_against_two(self):
        night = tied_night(4)
        response = cast_of(night).organizer.get(url(night))
        (table,) = response.context["playoff"].hand.tables
        assert [len(side.players) for side in table] == [2, 2]
        assert "Two against two, partners by lot." in response.content.decode()
        assert "nothing for place 4" in response.content.decode()

    def test_the_lots_are_the_same_at_every_look(self):
        night = tied_night(5)
        client = cast_of(night).organizer
        seats = [
            [
                [side.value for side in table]
                for table in client.get(url(night)).context["playoff"].hand.tables
            ]
            for _ in range(3)
        ]
        assert seats[0] == seats[1] == seats[2]

    @pytest.mark.parametrize("gained", [[], ["1-2"], ["1", "2"], ["6"], ["x"], ["\x00"], ["9" * 50]])
    def test_a_hand_that_separates_nobody_is_played_again(self, gained):
        night = tied_night(2)
        answer = cast_of(night).organizer.get(url(night), {"playing": "yes", "gained": gained}, follow=True)
        assert "the hand is played again" in answer.content.decode()
        assert answer.context["hands"] == []

    @pytest.mark.parametrize("hands", [["6"], ["1", "1", "1"], ["1"] * 80, ["9999999"]])
    def test_hands_that_do_not_fit_start_afresh(self, hands):
        night = tied_night(2)
        client = cast_of(night).organizer
        answer = client.get(url(night), {"hand": hands}, follow=True)
        assert "it starts afresh" in answer.content.decode()
        assert client.post(url(night), {"key": key(), "hand": hands}).status_code == 303
        assert not TieDecision.objects.exists()

    def test_an_order_not_complete_is_not_recorded(self):
        night = tied_night(3)
        answer = cast_of(night).organizer.post(url(night), {"key": key(), "hand": ["1"]})
        assert answer.status_code == 422
        assert not TieDecision.objects.exists()


class TestTheOrderByHand:
    def test_it_is_recorded_best_first(self):
        night = tied_night(3)
        client = cast_of(night).organizer
        form = order_form(night, [3, 1, 2], note="played with cards only")
        for _ in range(2):
            assert client.post(url(night), form).status_code == 303
        assert [ranks(night)[number] for number in (3, 1, 2)] == [1, 2, 3]
        assert TieDecision.objects.get().note == "played with cards only"
        page = client.get(f"/nights/{night.code}/payouts/").content.decode()
        assert "in order by sudden death" in page
        assert "ahead by sudden death" in page

    @pytest.mark.parametrize(
        ("numbers", "more"),
        [
            ([3, 1, 1], {}),
            ([3, 1, 4], {}),
            ([3, 1], {}),
            ([3, 1, 2], {"place_0": ""}),
            ([3, 1, 2], {"place_0": "x"}),
            ([3, 1, 2], {"place_0": "9" * 40}),
            ([3, 1, 2], {"place_0": "\x00"}),
            ([3, 1, 2], {"how": "dice"}),
            ([3, 1, 2], {"note": "x" * 400}),
        ],
    )
    def test_anything_else_is_refused_and_kept_to_be_mended(self, numbers, more):
        night = tied_night(3)
        answer = cast_of(night).organizer.post(url(night), order_form(night, numbers, **more))
        assert answer.status_code == 422
        assert not TieDecision.objects.exists()
        page = answer.content.decode()
        assert '<details class="card" id="by-hand" open>' in page
        third = night.players.get(number=1).pk
        assert re.search(rf'<option value="{third}" selected>', page)

    def test_a_wrong_order_is_mended_with_the_reason(self):
        night = tied_night(2)
        client = cast_of(night).organizer
        client.post(url(night), order_form(night, [1, 2]))
        assert "Settled by sudden death" in client.get(url(night)).content.decode()
        refused = client.post(url(night), order_form(night, [2, 1]))
        assert refused.status_code == 422
        assert ranks(night)[1] == 1
        client.post(url(night), order_form(night, [2, 1], note="read upside down"))
        assert (ranks(night)[2], ranks(night)[1]) == (1, 2)
        assert "read upside down" in client.get(url(night)).content.decode()


class TestLots:
    @pytest.mark.parametrize("players", [2, 5])
    def test_they_are_drawn_once(self, players):
        night = tied_night(players, prize_tie="lots")
        client = cast_of(night).organizer
        form = {"key": key()}
        for _ in range(2):
            assert client.post(url(night, "lots"), form).status_code == 303
        drawn = ranks(night)
        assert sorted(drawn.values()) == [1, 2, 3, 4, 5, 6]
        again = client.post(url(night, "lots"), {"key": key()}, follow=True)
        assert "is recorded already" in again.content.decode()
        assert ranks(night) == drawn
        assert TieDecision.objects.get().how == "lots"

    @pytest.mark.parametrize(("rule", "main"), [("lots", "btn"), ("playoff", "btn btn--quiet")])
    def test_they_are_the_main_way_only_where_the_night_says_so(self, rule, main):
        night = tied_night(2, prize_tie=rule)
        page = cast_of(night).organizer.get(url(night)).content.decode()
        assert f'<button type="submit" class="{main}">Draw lots</button>' in page
        assert "This side gained" in page  # the other way stays open

    def test_a_thing_is_never_split(self):
        night = tied_night(2, prize_kind="named", prize_names=("Cup", "Mug"), shares=(), prize_tie="lots")
        page = cast_of(night).organizer.get(url(night)).content.decode()
        assert "At stake: Cup for place 1 and Mug for place 2." in page

    def test_a_tie_on_every_tie_breaker_says_which(self):
        night = ready_night((8,), games=1, break_after=None, prize_tie="tie-breakers")
        play_game(night, 1, (14, 14))
        page = cast_of(night).organizer.get(url(night)).content.decode()
        assert "games won, loners, fewest bumps and games against each other" in page


class TestWhenThereIsNone:
    @pytest.mark.parametrize("place", [0, 2, 7, 999999999])
    def test_a_place_without_a_tie_leads_back(self, place):
        night = tied_night(2)
        client = cast_of(night).organizer
        answer = client.get(url(night, place=place), follow=True)
        assert f"There is no tie at place {place} any more." in answer.content.decode()
        assert client.post(url(night, place=place), order_form(night, [1, 2])).status_code == 303
        assert (
            "Nobody is tied"
            in client.post(url(night, "lots", place=place), {"key": key()}, follow=True).content.decode()
        )
        assert not TieDecision.objects.exists()

    def test_a_division_of_another_night_is_none_of_this_one(self):
        night, other = tied_night(2), tied_night(2)
        client = cast_of(night).organizer
        foreign = url(other).replace(other.code, night.code)
        assert client.post(foreign, order_form(other, [1, 2])).status_code == 303
        client.post(f"{foreign}lots/", {"key": key()})
        assert not TieDecision.objects.exists()

    def test_it_waits_for_the_last_game(self):
        night = ready_night((8,), games=2, break_after=None)
        play_game(night, 1)
        client = cast_of(night).organizer
        answer = client.get(url(night), follow=True)
        assert "A tie is settled once every game is played" in answer.content.decode()
        client.post(url(night, "lots"), {"key": key()})
        assert not TieDecision.objects.exists()

    def test_somebody_else_settled_it_meanwhile(self):
        night = tied_night(2)
        client = cast_of(night).organizer
        form = order_form(night, [2, 1])
        prizes.draw_lots(night, HOST, division_id=night.divisions.get().pk, place=1)
        drawn = ranks(night)
        answer = client.post(url(night), form)
        assert answer.status_code == 422
        assert ranks(night) == drawn


class TestWhoMay:
    @pytest.mark.parametrize(
        ("role", "status"),
        [("organizer", 200), ("desk", 403), ("runner", 403), ("player", 302), ("stranger", 403)],
    )
    def test_only_the_host(self, role, status):
        night = tied_night(2)
        client = cast_of(night).of(role)
        assert client.get(url(night)).status_code == status
        if status != 200:
            client.post(url(night), order_form(night, [1, 2]))
            client.post(url(night, "lots"), {"key": key()})
            assert not TieDecision.objects.exists()

    def test_no_act_by_get(self):
        night = tied_night(2)
        client = cast_of(night).organizer
        assert client.get(url(night, "lots")).status_code == 405
        client.get(url(night), order_form(night, [1, 2]))
        assert not TieDecision.objects.exists()
