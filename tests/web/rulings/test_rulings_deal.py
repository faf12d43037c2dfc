"""Is that a misdeal? Who leads?"""

from __future__ import annotations

import re

import pytest

from tests.factories import make_night
from tests.web.rulings.asking import ask, refused, runner_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


class TestTheDeal:
    @pytest.mark.parametrize(
        ("preset", "question", "says"),
        [
            ("wemsa", "what=exposed", "A misdeal"),
            ("fharmacy", "what=exposed", "No misdeal"),
            ("torrence-knox", "what=hand hand=9H,10H,9C,10S,9D", "A misdeal"),
            ("torrence-knox", "what=hand hand=9H,10H,9C,10S,JD", "No misdeal"),
            ("wemsa", "what=hand hand=9H,10H,9C,10S,9D", "No misdeal"),
        ],
    )
    def test_is_it_a_misdeal(self, preset: str, question: str, says: str) -> None:
        night = make_night(preset)
        assert says in ask(runner_of(night), night, "misdeal/", question)

    @pytest.mark.parametrize(
        ("question", "wrong"),
        [
            ("what=hand", "Pick the cards"),
            ("what=hand hand=9H,10H", "2 cards"),
            ("what=thunder", "Choose what happened."),
        ],
    )
    def test_what_cannot_be_is_named(self, queue: Tournament, question: str, wrong: str) -> None:
        assert wrong in refused(runner_of(queue), queue, "misdeal/", question)

    # The dealer is 0, then clockwise: left, across, right. Fharmacy: across when the left one's partner (right of the
    # dealer) is alone. T&K: left of the lone hand; both alone, left of the lone maker who is in the hand.
    @pytest.mark.parametrize(
        ("preset", "question", "who"),
        [
            ("fharmacy", "maker=1", "The player left of the dealer"),
            ("fharmacy", "maker=3 alone=yes", "The player across from the dealer"),
            ("fharmacy", "maker=0 alone=yes", "The player left of the dealer"),
            ("wemsa", "maker=3 alone=yes", "The player across from the dealer"),
            ("torrence-knox", "maker=1 alone=yes", "The player across from the dealer"),
            ("torrence-knox", "maker=2 alone=yes", "The player right of the dealer"),
            ("torrence-knox", "maker=2 defender=3", "The dealer"),
            ("torrence-knox", "maker=2", "The player left of the dealer"),
            ("torrence-knox-three", "maker=2", "The player left of the dealer"),
            ("torrence-knox-three", "maker=1 alone=yes", "The player right of the dealer"),
        ],
    )
    def test_who_leads(self, preset: str, question: str, who: str) -> None:
        night = make_night(preset)
        said = ask(runner_of(night), night, "lead/", question)
        assert re.sub(r"^.*?>\s*", "", said).startswith(who)

    def test_a_partner_of_the_maker_is_no_defender(self, queue: Tournament) -> None:
        said = refused(runner_of(queue), queue, "lead/", "maker=0 defender=2")
        assert "The player across from the dealer is on the maker's side" in said
