"""Table numbers of a division: none twice, none taken from somebody who was told it, more when they are needed."""

from __future__ import annotations

import pytest

from tests.factories import HOST, add_players, check_everybody_in, draw, make_night, reload
from tournaments.actions import nights
from tournaments.actions.saved_presets import preset_of
from tournaments.preset_files import read
from tournaments.problems import ActRefused
from tournaments.queries.readiness import before_draw

pytestmark = pytest.mark.django_db


def change(night, position: int, first: int, last: int) -> None:
    division = night.divisions.get(position=position)
    nights.change_division(
        night, HOST, division_id=division.pk, name=division.name, first_table=first, last_table=last
    )


def few_tables(night) -> list[str]:
    return [problem.text for problem in before_draw(reload(night)) if problem.code == "few_tables"]


@pytest.fixture
def night():
    """Nine Experienced who were told tables 1 to 3; tables 1 to 20 are theirs."""
    night = make_night()
    add_players(night, 9)
    check_everybody_in(night)
    return reload(night)


def test_more_numbers_can_be_added_beside_those_given_out(night):
    change(night, 1, 41, 60)
    change(night, 0, 1, 40)
    assert night.divisions.get(position=0).table_numbers == range(1, 41)


@pytest.mark.parametrize(("first", "last", "field"), [(2, 20, "first_table"), (1, 2, "last_table")])
def test_a_number_that_was_given_out_stays(night, first, last, field):
    with pytest.raises(ActRefused, match="has been given out: Experienced has to keep it") as refused:
        change(night, 0, first, last)
    assert refused.value.problems[0].field == field


def test_so_does_a_table_of_the_plan(night):
    night.players.update(first_table=None)
    draw(night)
    with pytest.raises(ActRefused, match="Table 2 has been given out"):
        change(night, 0, 1, 1)


def test_no_number_belongs_to_two_divisions(night):
    with pytest.raises(ActRefused, match="Tables 21 to 120 belong to Novice"):
        change(night, 0, 1, 21)


def test_too_few_tables_are_told_before_the_draw(night):
    assert few_tables(night) == []
    night.divisions.filter(position=0).update(last_table=2)
    assert few_tables(night) == []  # eight play and one sits out, as with any number of tables
    night.divisions.filter(position=0).update(last_table=1)
    assert few_tables(night) == [
        "Experienced has 9 players and 1 table for 4 of them: 5 sit out every game. Give it more table numbers."
    ]


def test_as_many_divisions_as_a_preset_keeps(night):
    """One more would be kept with the night's preset and never be read again."""
    for number in range(3, 11):
        nights.add_division(reload(night), HOST, name=f"League {number}")
    with pytest.raises(ActRefused, match="at most 10 divisions"):
        nights.add_division(reload(night), HOST, name="League 11")
    assert len(read(preset_of(reload(night), "All of them").to_dict()).divisions) == 10


@pytest.mark.parametrize("name", ["ÉLITE", "élite", " Élite "])
def test_no_two_divisions_of_one_name_in_any_case(night, name):
    nights.add_division(night, HOST, name="Élite")
    with pytest.raises(ActRefused, match="a name of its own"):
        nights.add_division(reload(night), HOST, name=name)
    other = night.divisions.get(position=0)
    with pytest.raises(ActRefused, match="already a division"):
        nights.change_division(
            reload(night), HOST, division_id=other.pk, name=name, first_table=1, last_table=20
        )
