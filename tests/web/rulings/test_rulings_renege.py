"""Was that a renege, and what does it cost? Worked out by hand from the pages of the three events."""

from __future__ import annotations

import pytest

from tests.factories import make_night
from tests.web.rulings.asking import HAND, ask, refused, runner_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


class TestTheRenege:
    @pytest.mark.parametrize(
        ("question", "says"),
        [
            (
                f"trump=hearts led=9H {HAND} played=AS",
                "jack of diamonds king of hearts could have been played",
            ),
            (f"trump=hearts led=9H {HAND} played=10C", "jack of diamonds is the left bower"),
            (f"trump=diamonds led=JH {HAND} played=KH", "jack of diamonds could have been played"),
            (f"trump=spades led=QC {HAND} played=AS", "nine of clubs ten of clubs could have been played"),
        ],
    )
    def test_a_renege(self, wemsa: Tournament, question: str, says: str) -> None:
        said = ask(runner_of(wemsa), wemsa, "renege/", question)
        assert "A renege" in said
        assert says in said

    @pytest.mark.parametrize(
        "question",
        [
            f"trump=hearts led=9H {HAND} played=JD",  # the left bower follows
            f"trump=clubs led=QD {HAND} played=JD",
            f"trump=spades led=QH {HAND} played=KH",
            "trump=hearts led=QD hand=JD,AS played=AS",  # the jack of diamonds is a trump: no diamond to follow
        ],
    )
    def test_no_renege(self, wemsa: Tournament, question: str) -> None:
        said = ask(runner_of(wemsa), wemsa, "renege/", question)
        assert "No renege" in said
        assert "What it costs" not in said

    # Fharmacy: 2 to the other side, 4 on any loner, the hand ends. WEMSA: the team loses 2, 4 in an opponent's loner,
    # each pays $1. T&K: the player alone loses 2, 4 in any lone hand.
    @pytest.mark.parametrize(
        ("preset", "situation", "cost"),
        [
            ("wemsa", "", "The player −2 points, $1 into the cup The partner −2 points, $1 into the cup"),
            ("wemsa", "side=defenders alone=maker", "The player −4 points, $1 into the cup The partner −4"),
            ("wemsa", "side=makers alone=maker", "The player −2 points, $1 into the cup The partner −2"),
            ("fharmacy", "side=makers", "What it costs Each opponent +2 points The hand ends at once."),
            ("fharmacy", "side=defenders alone=maker", "Each opponent +4 points The hand ends at once."),
            ("torrence-knox", "", "What it costs The player −2 points Tonight’s rule"),
            ("torrence-knox", "side=makers alone=defender", "What it costs The player −4 points Tonight’s"),
            (
                "torrence-knox-three",
                "side=makers alone=maker",
                "What it costs The player −4 points Tonight’s",
            ),
        ],
    )
    def test_what_it_costs(self, preset: str, situation: str, cost: str) -> None:
        night = make_night(preset)
        said = ask(runner_of(night), night, "renege/", f"trump=hearts led=9H {HAND} played=AS {situation}")
        assert cost in said

    @pytest.mark.parametrize(
        ("question", "wrong"),
        [
            (f"trump=hearts led=9H {HAND},QS played=AS", "6 cards"),
            ("trump=hearts led=9H hand=JD,JD,AS played=AS", "jack of diamonds is there twice"),
            (f"trump=hearts led=9H {HAND} played=QS", "queen of spades is not in the hand"),
            (f"trump=hearts led=AS {HAND} played=KH", "ace of spades is in this hand"),
            (f"trump=hearts {HAND} played=KH", "Pick a card."),
            ("trump=hearts led=9H played=KH", "Pick the cards of the hand."),
        ],
    )
    def test_what_cannot_be_is_named(self, wemsa: Tournament, question: str, wrong: str) -> None:
        assert wrong in refused(runner_of(wemsa), wemsa, "renege/", question)
