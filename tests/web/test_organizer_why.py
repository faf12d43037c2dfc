"""“Why was I put here?”: the reasons for one seat, in plain words."""

import pytest

from tests.cast import cast_of
from tests.factories import HOST, play_game, ready_night
from tests.web.test_organizer_rotation import url
from tournaments.actions import seat_wishes

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    """Fourteen people: two sit out in each of five games, and three tables make repeats unavoidable."""
    return ready_night((14,), preset="fharmacy", games=5, odd="sit_out")


@pytest.fixture
def cast(night):
    return cast_of(night)


@pytest.fixture
def division(night):
    return night.divisions.get()


def why(cast, night, division, player, game):
    return cast.organizer.get(url(night, division.pk, "why"), {"player": player, "game": game})


def test_a_seat_of_the_first_game_was_given_at_check_in(cast, night, division):
    page = why(cast, night, division, 1, 1).content.decode()
    assert "Table 1 was given to them at check-in" in page
    assert "It is their first game." in page
    assert page.count("they have not met before") == 3


def test_a_sit_out_is_a_turn(cast, night, division):
    player = night.rounds.get(number=3).sit_outs.first().player
    page = why(cast, night, division, player.number, 3).content.decode()
    assert "sits out</h1>" in page
    assert "It is their turn to sit out: they have sat out" in page
    assert "the fair share is 0.3" in page


def test_who_was_met_before_and_what_another_seat_would_cost(cast, night, division):
    player = night.players.get(number=5)
    pages = [why(cast, night, division, player.name, game).content.decode() for game in range(1, 6)]
    assert any("they met in game" in page for page in pages)
    assert all(
        "to change places with, " in page or "Changing places with any of the" in page for page in pages
    )
    assert any("that repeat" in page for page in pages)


def test_pins_wishes_and_locks_are_named(night, division, cast):
    seats = list(night.games.filter(round__number=2, table__number=2).get().seats.order_by("position"))
    player, other = seats[0].player, seats[1].player
    seat_wishes.pin_player(night, HOST, player_id=player.pk, table=2)
    seat_wishes.keep_apart(night, HOST, one_id=player.pk, other_id=other.pk, kind="meet")
    seat_wishes.lock_seats(night, HOST, division_id=division.pk, number=2, table=2)
    page = why(cast, night, division, player.number, 2).content.decode()
    assert "Table 2 is locked in game 2: no draw changes it." in page
    assert "They keep table 2 in every game, as the host noted." in page
    assert f"They and {other} are never to meet; {other.name} is at table 2." in page


def test_a_game_begun_is_said_to_stand(cast, night, division):
    play_game(night, 1, (10, 7))
    assert "its seats stay as they are" in why(cast, night, division, 1, 1).content.decode()


def test_partners_drawn_at_the_table_are_no_partners():
    night = ready_night((8,))
    cast, division = cast_of(night), night.divisions.first()
    page = why(cast, night, division, 1, 2).content.decode()
    assert "(at the table): " in page
    assert "partner)" not in page


@pytest.mark.parametrize(
    ("player", "game", "said"),
    [
        ("", "1", "required"),
        ("77", "1", "no player number 77"),
        ("1", "99", "Select a valid choice"),
        ("1", "x", "Select a valid choice"),
        ("\x00", "1", "Null characters"),
    ],
)
def test_what_is_not_there_is_said(cast, night, division, player, game, said):
    answer = why(cast, night, division, player, game)
    assert answer.status_code == 422
    assert said in answer.content.decode()


def test_the_chart_by_player_leads_to_it(cast, night, division):
    page = cast.organizer.get(url(night), {"by": "player"}).content.decode()
    assert f"/rotation/{division.pk}/why/?player=1&amp;game=1" in page


def test_only_the_host_asks_and_only_of_this_night(cast, night, division):
    other = ready_night((8,), preset="fharmacy").divisions.get()
    assert why(cast, night, other, 1, 1).status_code == 404
    for role in ("desk", "runner", "stranger", "player"):
        answer = cast.of(role).get(url(night, division.pk, "why"), {"player": 1, "game": 1})
        assert answer.status_code in (302, 403)


def test_it_takes_as_many_queries_in_a_large_room(django_assert_max_num_queries):
    taken = []
    for size in (14, 38):
        night = ready_night((size,), preset="fharmacy", games=5, odd="sit_out")
        cast, division = cast_of(night), night.divisions.get()
        with django_assert_max_num_queries(14) as context:
            assert why(cast, night, division, 3, 4).status_code == 200
        taken.append(len(context.captured_queries))
    assert taken[0] == taken[1]
