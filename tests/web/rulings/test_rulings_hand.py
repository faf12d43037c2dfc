"""What does the hand score? Worked out by hand from the pages of the three events."""

from __future__ import annotations

import re

import pytest

from tests.factories import make_night
from tests.web.rulings.asking import address, ask, read_aloud, refused, runner_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

# preset, what happened -> title, points of maker, left, partner, right, what each pays into the cup
SCORES = [
    ("wemsa", "tricks=3", "Made", "+1 0 +1 0", "– – – –"),
    ("wemsa", "tricks=5", "March", "+2 0 +2 0", "– – – –"),
    ("wemsa", "tricks=5 alone=yes", "Lone march", "+4 0 +4 0", "– – – –"),
    ("wemsa", "tricks=2", "Euchre", "0 +2 0 +2", "$1 – $1 –"),
    ("wemsa", "tricks=2 alone=yes", "A lone hand euchred", "0 +2 0 +2", "$2 – – –"),
    ("wemsa", "tricks=4 renege=1", "Made", "+1 −2 +1 −2", "– $1 – $1"),
    ("wemsa", "tricks=5 alone=yes renege=3", "Lone march", "+4 −4 +4 −4", "– $1 – $1"),
    ("wemsa", "tricks=3 toss=0", "Made", "+1 0 +1 0", "$1 – $1 –"),
    ("fharmacy", "tricks=ended renege=0", "Ended by a renege", "0 +2 0 +2", None),
    ("fharmacy", "tricks=passed", "Passed out", "0 0 0 0", None),
    ("torrence-knox", "tricks=1 defender=1", "Euchred by a lone defender", "0 +2 0 +2", None),
    ("torrence-knox", "tricks=0 defender=1", "All five for a lone defender", "0 +4 0 +4", None),
    ("torrence-knox", "tricks=3 renege=2", "Made", "+1 0 −1 0", None),
    ("torrence-knox-three", "tricks=5", "March", "+3 0 0", None),
    ("torrence-knox-three", "tricks=2", "Euchre", "0 +2 +2", None),
]


class TestTheScore:
    @pytest.mark.parametrize(("preset", "question", "title", "points", "cup"), SCORES)
    def test_points_and_bump_for_each_seat(
        self, preset: str, question: str, title: str, points: str, cup: str | None
    ) -> None:
        night = make_night(preset)
        page = runner_of(night).get(address(night, "hand/", question)).content.decode()
        cells = re.findall(r'<td class="num">([^<]+)</td>', page)
        columns = [cells[::2], cells[1::2]] if cup else [cells]
        assert columns == [points.split(), *([cup.split()] if cup else [])]
        assert title in read_aloud(page)

    def test_the_rule_s_own_words(self, wemsa: Tournament) -> None:
        said = ask(runner_of(wemsa), wemsa, "hand/", "tricks=2 alone=yes")
        assert "Fewer than three tricks is a euchre" in said
        assert "Euchred alone: the lone player pays $2, the partner nothing." in said
        assert "All five: 2." not in said

    def test_a_table_of_three_in_a_night_of_fours(self, wemsa: Tournament) -> None:
        page = runner_of(wemsa).get(address(wemsa, "hand/", "size=3 tricks=5")).content.decode()
        assert re.findall(r'<td class="num">([^<]+)</td>', page)[::2] == ["+3", "0", "0"]

    @pytest.mark.parametrize(
        ("preset", "question", "wrong"),
        [
            ("wemsa", "tricks=6", "Choose how many tricks."),
            ("wemsa", "tricks=passed", "Choose how many tricks."),  # the dealer is stuck
            ("wemsa", "alone=yes", "Choose how many tricks."),
            ("wemsa", "tricks=5 alone=yes renege=2", "The maker’s partner is out of the hand"),
            ("fharmacy", "tricks=ended", "Missing, how many tricks"),
            ("fharmacy", "tricks=passed alone=yes", "Nobody is alone in a passed-out hand"),
        ],
    )
    def test_what_cannot_be_is_named(self, preset: str, question: str, wrong: str) -> None:
        night = make_night(preset)
        assert wrong in refused(runner_of(night), night, "hand/", question)
