"""The log: everything done, findable by table, person and kind."""

import pytest

from tests.cast import cast_of
from tests.factories import play_game, ready_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    night = ready_night((8,), games=2, break_after=None)
    play_game(night, 1)
    return night


@pytest.fixture
def cast(night):
    return cast_of(night)


def url(night):
    return f"/nights/{night.code}/log/"


def test_every_sheet_is_found_by_its_table_with_who_and_what(cast, night):
    page = cast.organizer.get(url(night), {"table": "2"}).content.decode()
    assert "Table 2, game 1: sheet 14–9 in" in page
    assert "Robin Runner" in page
    assert "Table 1, game 1" not in page


def test_it_is_narrowed_by_player_by_helper_and_by_kind(cast, night):
    player = night.players.get(number=3)
    assert player.name in cast.organizer.get(url(night), {"who": player.name}).content.decode()
    assert "sheet 14–9 in" in cast.organizer.get(url(night), {"who": "robin"}).content.decode()
    only = cast.organizer.get(url(night), {"act": "close_game"}).context["page"].object_list
    assert [entry.act for entry in only] == ["close_game"]


@pytest.mark.parametrize("value", ["\x00", "9" * 40, "-1", "'", "x" * 3000, "<b>"])
def test_any_question_is_answered(cast, night, value):
    for name in ("table", "who", "act", "page"):
        assert cast.organizer.get(url(night), {name: value}).status_code == 200


@pytest.mark.parametrize(
    ("role", "status"), [("desk", 403), ("runner", 403), ("player", 302), ("stranger", 403)]
)
def test_it_is_the_hosts_alone(cast, night, role, status):
    assert cast.of(role).get(url(night)).status_code == status


def test_a_long_log_comes_in_pages_with_the_same_number_of_queries(
    cast, night, django_assert_max_num_queries
):
    from tests.factories import HOST
    from tournaments.actions.nights import set_message

    for number in range(120):
        set_message(night, HOST, text=str(number))
    with django_assert_max_num_queries(8):
        first = cast.organizer.get(url(night))
    assert len(first.context["page"].object_list) == 100
    assert cast.organizer.get(url(night), {"page": "2"}).status_code == 200
