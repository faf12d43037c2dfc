"""Who deals first, and who partners whom, by the cards drawn."""

from __future__ import annotations

import html
import re

import pytest

from tests.factories import HOST, play_game, ready_night, running_games
from tests.web.rulings.asking import address, ask, read_aloud, refused, runner_of
from tournaments.actions import rounds
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


class TestTheFirstDealer:
    def test_the_lowest_card(self, wemsa: Tournament) -> None:
        said = ask(runner_of(wemsa), wemsa, "dealer/", "card0=KS card1=JH card2=10D card3=AC")
        assert "Seat 3 deals first: ten of diamonds is the lowest card." in said

    def test_wemsa_breaks_a_tie_by_suit(self, wemsa: Tournament) -> None:
        said = ask(runner_of(wemsa), wemsa, "dealer/", "card0=9S card1=9H card2=AD card3=AC")
        assert "Seat 2 deals first" in said
        assert "the lowest suit is hearts" in said

    def test_fharmacy_lets_those_who_tie_draw_again(self, fharmacy: Tournament) -> None:
        client = runner_of(fharmacy)
        url = address(fharmacy, "dealer/", "card0=9S card1=KH card2=9D card3=KC")
        page = client.get(url).content.decode()
        assert "Seat 1 and Seat 3 draw again" in read_aloud(page)
        again = html.unescape(re.search(r'href="(\?again=[^"]+)"', page)[1])
        page = client.get(f"/runner/{fharmacy.code}/rulings/dealer/{again}").content.decode()
        assert 'name="card0"' in page
        assert 'name="card1"' not in page
        said = ask(client, fharmacy, "dealer/", "again=0,2 card0=AC card2=QC")
        assert "Seat 3 deals first: queen of clubs" in said

    def test_the_app_draws_and_a_reload_does_not_draw_anew(self, fharmacy: Tournament) -> None:
        client = runner_of(fharmacy)
        drawn = {seed: ask(client, fharmacy, "dealer/", f"seed={seed}") for seed in ("a", "b", "c", "d")}
        assert len(set(drawn.values())) == 4
        assert all("deals first" in said for said in drawn.values())
        for seed, said in drawn.items():
            without_next = re.sub(r"At which table.*", "", said)
            assert (
                re.sub(r"At which table.*", "", ask(client, fharmacy, "dealer/", f"seed={seed}"))
                == without_next
            )

    def test_a_tie_drawn_here_is_drawn_on_until_it_is_decided(self, fharmacy: Tournament) -> None:
        client = runner_of(fharmacy)
        ties = [
            said
            for seed in range(40)
            if "draw again" in (said := ask(client, fharmacy, "dealer/", f"seed=s{seed}"))
        ]
        assert ties
        assert all(said.count("deals first") == 1 for said in ties)

    def test_every_page_offers_another_seed(self, wemsa: Tournament) -> None:
        client = runner_of(wemsa)
        seeds = {
            re.search(r'name="seed" value="(\w+)"', client.get(address(wemsa, "dealer/")).content.decode())[1]
            for _ in range(5)
        }
        assert len(seeds) == 5

    def test_by_the_plan_the_plan_says_so(self) -> None:
        night = ready_night((8,), preset="classic", movement="schedule")
        rounds.start_game(night, HOST, number=1)
        game = running_games(night)[0]
        assert game.first_dealer is not None
        dealer = game.seats.select_related("player").get(position=game.first_dealer).player
        said = ask(runner_of(night), night, "dealer/", f"game={game.pk} seed=a")
        assert f"By the plan, {dealer.name} ({dealer.number}) deals first." in said

    @pytest.mark.parametrize(
        ("question", "wrong"),
        [
            ("card0=KS card1=KS card2=10D card3=AC", "king of spades is there twice"),
            ("card0=KS card1=JH card2=10D", "Pick a card."),
        ],
    )
    def test_what_cannot_be_is_named(self, wemsa: Tournament, question: str, wrong: str) -> None:
        assert wrong in refused(runner_of(wemsa), wemsa, "dealer/", question)


class TestPartners:
    @pytest.mark.parametrize(
        ("question", "says"),
        [
            ("who0=0 card0=9S who1=1 card1=KC", "seat 1 and seat 2 against seat 3 and seat 4"),
            (
                "who0=3 card0=9S who1=1 card1=KH who2=0 card2=10D",
                "seat 2 and seat 1 against seat 3 and seat 4",
            ),
        ],
    )
    def test_the_first_two_of_one_color(self, wemsa: Tournament, question: str, says: str) -> None:
        assert says in ask(runner_of(wemsa), wemsa, "partners/", question)

    def test_drawn_here_from_a_seed(self, wemsa: Tournament) -> None:
        said = ask(runner_of(wemsa), wemsa, "partners/", "seed=ab")
        assert re.search(r"are both (red|black)\.", said)

    def test_those_who_partnered_before_are_named(self) -> None:
        night = ready_night((4,), games=3, break_after=None)
        play_game(night, 1)  # the sheets say: the first seat with the second
        rounds.start_game(night, HOST, number=2)
        game = running_games(night)[0]
        before = {
            seat.player_id for seat in night.games.get(round__number=1).seats.filter(position__in=(0, 1))
        }
        now = {seat.player_id: seat.position for seat in game.seats.all()}
        one, other = (now[player] for player in before)
        client = runner_of(night)
        said = ask(client, night, "partners/", f"game={game.pk} who0={one} card0=9S who1={other} card1=KC")
        assert "already partners in game 1. Draw again." in said
        third = next(seat for seat in range(4) if seat not in (one, other))
        said = ask(client, night, "partners/", f"game={game.pk} who0={one} card0=9S who1={third} card1=KC")
        assert "already partners" not in said

    def test_three_have_no_partners(self, threes: Tournament) -> None:
        assert "Nobody has a partner" in ask(runner_of(threes), threes, "partners/", "seed=a")

    @pytest.mark.parametrize(
        ("question", "wrong"),
        [
            ("who0=0 card0=9S who1=1 card1=KH", "No two cards of one color yet"),
            ("who0=0 card0=9S who1=0 card1=KC", "drew twice"),
            ("who0=0 card0=9S who1=1 card1=9S", "nine of spades is there twice"),
        ],
    )
    def test_what_cannot_be_is_named(self, wemsa: Tournament, question: str, wrong: str) -> None:
        assert wrong in refused(runner_of(wemsa), wemsa, "partners/", question)
