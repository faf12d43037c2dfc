"""Who takes the trick?"""

from __future__ import annotations

import pytest

from tests.web.rulings.asking import address, ask, question_of, refused, runner_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

TRICKS = [
    ("hearts", "AS KS JD 9H", "", "The player across from the leader", "the left bower"),
    ("hearts", "JD JH AH 9H", "", "The player left of the leader", "jack of hearts wins: the right bower"),
    ("clubs", "9D AS KS AH", "", "The leader", "nine of diamonds wins: the highest card of the suit led"),
    (
        "clubs",
        "AD 9C 10C KD",
        "",
        "The player across from the leader",
        "ten of clubs wins: the highest trump",
    ),
    ("spades", "QD AD - 10D", "2", "The player left of the leader", "ace of diamonds wins"),
    ("diamonds", "AH JH 9D KH", "", "The player left of the leader", "jack of hearts wins: the left bower"),
]


class TestTheTrick:
    @pytest.mark.parametrize(("trump", "cards", "out", "who", "why"), TRICKS)
    def test_who_takes_it(
        self, wemsa: Tournament, trump: str, cards: str, out: str, who: str, why: str
    ) -> None:
        said = ask(runner_of(wemsa), wemsa, "trick/", question_of(trump, cards, out))
        assert said.partition(" How they rank ")[0].partition(">")[2].strip().startswith(who)
        assert why in said

    def test_how_the_cards_rank(self, wemsa: Tournament) -> None:
        said = ask(runner_of(wemsa), wemsa, "trick/", question_of("hearts", "AS KC JD 9H"))
        ranking = said.partition("How they rank")[2]
        order = ["jack of diamonds", "nine of hearts", "ace of spades", "king of clubs"]
        assert sorted(order, key=ranking.index) == order
        assert "king of clubs The player left of the leader neither trump nor the suit led" in ranking
        trumps = ["jack of hearts", "jack of diamonds, played", "ace of hearts", "king of hearts"]
        assert " ".join(trumps) in ranking.partition("Trumps: hearts, high to low")[2]
        assert "ace of spades, played king of spades" in ranking.partition("Led: spades, high to low")[2]

    def test_three_at_the_table(self, fharmacy: Tournament) -> None:
        said = ask(runner_of(fharmacy), fharmacy, "trick/", "size=3 trump=spades card0=9H card1=AH card2=JC")
        assert "The player right of the leader" in said
        assert "across" not in said

    @pytest.mark.parametrize(
        ("question", "wrong"),
        [
            ("trump=hearts card0=AS card1=AS card2=JD card3=9H", "ace of spades is there twice"),
            (
                "trump=hearts card0=AS card1=KS card2=JD card3=9H out=2",
                "The player across from the leader is out of this hand and cannot play",
            ),
            ("trump=hearts card0=AS card1=KS card2=JD", "Pick a card."),
            ("card0=AS card1=KS card2=JD card3=9H", "Choose a suit."),
            ("trump=hearts card0=8S card1=KS card2=JD card3=9H", "the euchre deck has A K Q J 10 9"),
            ("trump=hearts card0=AS,KS card1=QS card2=JD card3=9H", "Pick one card alone."),
            ("trump=stars card0=AS card1=KS card2=JD card3=9H", "Choose a suit."),
        ],
    )
    def test_what_cannot_be_is_named(self, wemsa: Tournament, question: str, wrong: str) -> None:
        assert wrong in refused(runner_of(wemsa), wemsa, "trick/", question)

    def test_an_empty_page_asks_and_refuses_nothing(self, wemsa: Tournament) -> None:
        page = runner_of(wemsa).get(address(wemsa, "trick/")).content.decode()
        assert 'role="alert"' not in page
        assert page.count('type="radio" name="card0"') == 24

    def test_a_question_can_be_reloaded(self, wemsa: Tournament) -> None:
        client, url = runner_of(wemsa), address(wemsa, "trick/", question_of("hearts", "AS KS JD 9H"))
        page = client.get(url).content.decode()
        assert client.get(url).content.decode() == page
        for name, card in (("card0", "AS"), ("card1", "KS"), ("card2", "JD"), ("card3", "9H")):
            assert f'name="{name}" value="{card}" checked' in page
