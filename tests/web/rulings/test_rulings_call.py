"""May they call that?"""

from __future__ import annotations

import pytest

from tests.factories import make_night
from tests.web.rulings.asking import ask, refused, runner_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

# WEMSA holds the caller to a card of the suit and sticks the dealer; Fharmacy does neither.
CALLS = [
    ("wemsa", "call=hearts round=1 turn_up=9H hand=AH,9S,10S,9C,10C", True, "holds ace of hearts in hearts"),
    ("wemsa", "call=hearts round=1 turn_up=9H hand=JD,9S,10S,9C,10C", True, "left bower"),
    ("wemsa", "call=hearts round=1 turn_up=9H hand=AS,9S,10S,9C,10C", False, "must hold a card of hearts"),
    ("wemsa", "call=hearts round=1 turn_up=9H who=dealer hand=AS,9S,10S,9C,10C", True, "picks up"),
    ("wemsa", "call=spades round=1 turn_up=9H hand=AS,9S,10S,9C,10C", False, "only hearts"),
    ("wemsa", "call=hearts round=2 turn_up=9H hand=AH,9S,10S,9C,10C", False, "Hearts were turned down"),
    (
        "wemsa",
        "call=diamonds round=2 turn_up=9H hand=AH,9S,10S,9C,10C",
        False,
        "must hold a card of diamonds",
    ),
    (
        "wemsa",
        "call=clubs round=2 turn_up=9H who=dealer hand=AH,KH,QH,10H,9D",
        False,
        "must hold a card of clubs",
    ),
    ("wemsa", "call=pass round=2 who=dealer", False, "the dealer is stuck"),
    ("wemsa", "call=pass round=1 who=dealer", True, "Passing is allowed"),
    ("wemsa", "call=pass round=2", True, "Passing is allowed"),
    ("fharmacy", "call=pass round=2 who=dealer", True, "Passing is allowed"),
    ("fharmacy", "call=diamonds round=2 turn_up=9H hand=AH,9S,10S,9C,10C", True, "on any hand"),
    ("fharmacy", "call=hearts round=2 turn_up=9H hand=AH,9S,10S,9C,10C", False, "turned down"),
]


class TestTheCall:
    @pytest.mark.parametrize(("preset", "question", "allowed", "why"), CALLS)
    def test_may_they(self, preset: str, question: str, allowed: bool, why: str) -> None:
        night = make_night(preset)
        said = ask(runner_of(night), night, "call/", question)
        assert ("Not allowed" not in said) is allowed
        assert why in said

    def test_what_else_could_be_called(self, wemsa: Tournament) -> None:
        question = "call=hearts round=2 turn_up=9H hand=JC,9S,10S,AC,10C"
        said = ask(runner_of(wemsa), wemsa, "call/", question)
        assert "This hand may call clubs or spades." in said

    def test_a_stuck_dealer_without_any_suit_may_name_any(self, wemsa: Tournament) -> None:
        question = "call=spades round=2 turn_up=9H who=dealer hand=AH,KH,QH,10H,JH"
        said = ask(runner_of(wemsa), wemsa, "call/", question)
        assert (
            "Not allowed" in said
        )  # the jack of hearts is the left bower of diamonds: diamonds can be named
        assert "This hand may call diamonds." in said

    @pytest.mark.parametrize(
        ("question", "wrong"),
        [
            ("call=hearts round=1 turn_up=9H hand=9H,9S,10S,9C,10C", "nine of hearts is in this hand"),
            ("call=hearts round=1 turn_up=9H hand=AH,9S,10S,9C", "4 cards"),
            ("call=hearts round=1 turn_up=9H hand=AH,9S,10S,9C,10C,AC", "6 cards"),
            ("call=hearts round=3 turn_up=9H hand=AH,9S,10S,9C,10C", "Choose the round."),
            ("call=stars round=1 turn_up=9H hand=AH,9S,10S,9C,10C", "Choose a suit or pass."),
            ("call=hearts round=1 hand=AH,9S,10S,9C,10C", "Pick a card."),
        ],
    )
    def test_what_cannot_be_is_named(self, wemsa: Tournament, question: str, wrong: str) -> None:
        assert wrong in refused(runner_of(wemsa), wemsa, "call/", question)
