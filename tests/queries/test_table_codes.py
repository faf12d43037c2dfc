"""Tables that enter their own sheets need a code each: said from check-in on, and made before anybody is seated."""

from __future__ import annotations

import pytest

from tests.cast import cast_of, key
from tests.factories import HOST, add_players, check_everybody_in, make_night, ready_night, reload
from tests.queue_nights import queue_night
from tournaments.actions.links import make_table_links
from tournaments.models import AccessLink
from tournaments.queries.table_codes import tables_to_come, tables_without_code

pytestmark = pytest.mark.django_db

SAID = "The tables enter their own sheets tonight, and"


def texts(night):
    return [problem.text for problem in tables_without_code(reload(night))]


def at_the_door(count, preset="torrence-knox", **changes):
    night = make_night(preset, **changes)
    add_players(night, count)
    return night


@pytest.mark.parametrize(("people", "tables"), [(13, 4), (12, 3), (4, 1)])
def test_before_anybody_is_seated_it_counts_the_tables_of_all_on_the_list(people, tables):
    night = at_the_door(people)
    assert len(texts(night)) == 1
    assert texts(night)[0].startswith(f"{SAID} {tables} table")
    make_table_links(night, HOST)
    assert list(night.tables.order_by("number").values_list("number", flat=True)) == [*range(1, tables + 1)]
    assert AccessLink.objects.filter(tournament=night, role="table").count() == tables
    assert texts(night) == []
    assert tables_to_come(reload(night)) == {}


def test_who_is_put_on_the_list_after_the_codes_were_made_has_a_table_to_come():
    night = at_the_door(8)
    make_table_links(night, HOST)
    add_players(reload(night), 5, first=9)
    assert [list(numbers) for numbers in tables_to_come(reload(night)).values()] == [[3, 4]]
    assert texts(night)[0].startswith(f"{SAID} 2 tables have no code yet")
    page = cast_of(night).organizer.get(f"/print/{night.code}/").content.decode()
    assert "4 tables for those on the list." in page
    assert "Let each table enter its own sheet" in page
    make_table_links(night, HOST)
    assert night.tables.count() == 4
    assert texts(night) == []


def test_a_table_that_the_draw_needs_not_is_not_missed():
    night = ready_night((9,), table_enters=True)
    assert texts(night)[0].startswith(f"{SAID} 2 tables have no code yet")


def test_first_tables_are_those_with_a_code():
    night = at_the_door(13)
    make_table_links(night, HOST)
    check_everybody_in(night)
    assert set(night.players.values_list("first_table", flat=True)) == {1, 2, 3, 4}


def test_in_play_a_table_that_is_new_is_missed_again():
    night = queue_night(9)
    assert texts(night)[0].startswith(f"{SAID} 2 tables have no code yet")
    make_table_links(night, HOST)
    assert texts(night) == []


def test_where_runners_enter_nobody_is_told():
    assert texts(at_the_door(8, "wemsa")) == []
    assert texts(ready_night((8,))) == []


def test_the_host_reads_it_in_the_control_room_and_makes_them_where_it_leads():
    night = at_the_door(9)
    host = cast_of(night).organizer
    assert f"{SAID} 3 tables have no code yet" in host.get(f"/nights/{night.code}/").content.decode()
    page = host.get(f"/print/{night.code}/").content.decode()
    assert "3 tables for those on the list." in page
    assert f'href="/print/{night.code}/tables/"' not in page  # there is no card to print
    assert host.post(f"/print/{night.code}/links/", {"key": key()}).status_code == 303
    cards = host.get(f"/print/{night.code}/tables/").content.decode()
    assert cards.count("Enter your sheet") == 3
    assert SAID not in host.get(f"/nights/{night.code}/").content.decode()


@pytest.mark.parametrize("people", [8, 40])
def test_the_number_of_queries_is_fixed(people, django_assert_num_queries):
    night = reload(at_the_door(people))
    with django_assert_num_queries(7):
        tables_without_code(night)
