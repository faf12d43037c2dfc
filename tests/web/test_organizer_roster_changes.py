"""Everything a night brings, through the page: what would change, table by table, in both ways, before it binds.

Each change is judged by the tests' own count of the seats in the database, not by the plan's figures.
"""

import itertools
from collections import Counter

import pytest

from tests.cast import cast_of, key
from tests.factories import DESK, HOST, play_game, ready_night
from tests.web.test_organizer_rotation import (
    draw,
    mark_in,
    proposal,
    publish,
    seats_in_database,
    url,
    waiting_ways,
)
from tournaments.actions import check_in, registration
from tournaments.models import Player, SitOut

pytestmark = pytest.mark.django_db
GAMES, PLAYED = 6, 2


@pytest.fixture
def night():
    """Eighteen people of one division, partners preset, two of six games played."""
    night = ready_night((18,), preset="fharmacy", games=GAMES, odd="sit_out")
    for number in range(1, PLAYED + 1):
        play_game(night, number, (10, 7))
    return night


def leave(night, *numbers):
    for number in numbers:
        check_in.withdraw(night, HOST, player_id=night.players.get(number=number).pk)


def come(night, *names):
    for name in names:
        new = registration.NewPlayer(name=name, division_id=night.divisions.first().pk)
        player = registration.add_player(night, HOST, new=new)["player"]
        check_in.check_in(night, DESK, player_id=player, method="none", id_ok=True)


def back(night, number):
    player = night.players.get(number=number)
    check_in.check_in(night, DESK, player_id=player.pk, method="none", id_ok=True)


def assert_sound(night):
    """Nobody in two places of a game, everybody present has one, partners never repeat, sit-outs are fair."""
    present = set(night.players.filter(status=Player.Status.CHECKED_IN).values_list("pk", flat=True))
    partners, had, share = Counter(), Counter(), Counter()
    seats = seats_in_database(night)
    for number in range(1, GAMES + 1):
        tables = [players for (game, _), players in seats.items() if game == number and players]
        out = list(
            SitOut.objects.filter(round__tournament=night, round__number=number).values_list(
                "player", flat=True
            )
        )
        here = [*itertools.chain(*tables), *out]
        assert len(here) == len(set(here))
        if number > PLAYED:
            assert set(here) == present
        had.update(out)
        for player in here:
            share[player] += len(out) / len(here)
        for a, b, c, d in tables:
            partners.update([frozenset((a, c)), frozenset((b, d))])
    assert max(partners.values()) == 1
    assert max(abs(had[player] - share[player]) for player in present) <= 1


CHANGES = {
    "two leave": lambda night: leave(night, 4, 11),
    "three come": lambda night: come(night, "Late One", "Late Two", "Late Three"),
    "some leave and some come": lambda night: (leave(night, 2, 7, 9), come(night, "Late One")),
    "one stands in for one": lambda night: (leave(night, 5), come(night, "Substitute")),
}


@pytest.mark.parametrize(
    ("change", "way"),
    [
        ("two leave", "most"),
        ("two leave", "best"),
        ("three come", "best"),
        ("some leave and some come", "most"),
        ("one stands in for one", "most"),
    ],
)
def test_the_change_is_shown_table_by_table_and_stands_as_shown(night, change, way):
    CHANGES[change](night)
    cast = cast_of(night)
    before = seats_in_database(night)
    draw(cast, night)
    ways = waiting_ways(cast, night)
    page = proposal(cast, night, way=way)
    if len(ways) == 2:
        for title in ("Keep the printed tables", "Fairest figures"):
            assert title in page
        assert page.count("tables to come change. Over the whole night") == 2
    shown = ways.get(way, next(iter(ways.values())))
    expected = {(r["number"], t["number"]): t["seats"] for r in shown["rounds"] for t in r["tables"]}
    changed = [place for place, seats in expected.items() if before.get(place) != seats]
    assert f"<h3>{len(changed)} table" in page
    for number, _ in changed:
        assert f"Game {number}: " in page
    assert publish(cast, night, mark_in(page), way=way).status_code == 303
    assert seats_in_database(night) == expected
    assert {p: s for p, s in expected.items() if p[0] <= PLAYED} == {
        p: s for p, s in before.items() if p[0] <= PLAYED
    }
    assert_sound(night)


def test_several_changes_one_after_the_other_and_a_return(night):
    cast = cast_of(night)
    for change in (
        lambda: leave(night, 3),
        lambda: come(night, "Late One"),
        lambda: leave(night, 8, 12),
        lambda: back(night, 3),
    ):
        change()
        draw(cast, night)
        assert publish(cast, night, mark_in(proposal(cast, night))).status_code == 303
        assert_sound(night)
    assert Player.objects.get(tournament=night, number=3).seats.filter(round__number__gt=PLAYED).exists()


def test_the_ways_differ_as_their_names_say(night):
    leave(night, 4, 11, 15)
    cast = cast_of(night)
    draw(cast, night)
    ways = waiting_ways(cast, night)
    assert set(ways) == {"most", "best"}
    assert ways["best"]["quality"]["cost"] <= ways["most"]["quality"]["cost"]
    assert changes_in(cast, night, "most") <= changes_in(cast, night, "best")


def changes_in(cast, night, way):
    return int(proposal(cast, night, way=way).split("<h3>")[1].split(" table")[0])


def test_a_move_to_the_other_division_changes_both():
    night = ready_night((9, 8), games=4, break_after=None, odd="sit_out")
    play_game(night, 1)
    player, cast = night.players.get(number=2), cast_of(night)
    registration.move_division(
        night, HOST, player_id=player.pk, division_id=night.divisions.get(position=1).pk
    )
    page = cast.organizer.get(url(night)).content.decode()
    assert "Seated, but gone" not in page
    assert 'Seated here, but in another division now:</strong> <span class="num">2</span>' in page
    assert "Here, but not in the coming games" in page
    draw(cast, night)
    page = proposal(cast, night)
    assert "Experienced: " in page or "Keep the printed tables" not in page
    assert publish(cast, night, mark_in(page)).status_code == 303
    coming = player.seats.filter(round__number__gt=1).select_related("round__division")
    resting = SitOut.objects.filter(player=player, round__number__gt=1).select_related("round__division")
    places = [*coming, *resting]
    assert len(places) == 3
    assert {place.round.division.name for place in places} == {"Novice"}


def test_paper_of_the_plan_before_is_out_of_date_for_the_games_that_changed(night):
    """ROT-22."""
    cast = cast_of(night)
    assert "Older paper is out of date" not in cast.organizer.get(url(night)).content.decode()
    before = seats_in_database(night)
    leave(night, 4)
    draw(cast, night)
    publish(cast, night, mark_in(proposal(cast, night)))
    after = seats_in_database(night)
    changed = sorted({game for game, table in before if before[game, table] != after.get((game, table))})
    page = cast.organizer.get(url(night)).content.decode()
    assert 'plan <span class="num">2</span>, published' in page
    said = page.split("what is marked plan 1 or lower is wrong for game")[1].split(".</p>")[0]
    assert [int(number) for number in said.removeprefix("s").split(", ")] == changed


class TestTheChartByPlayer:
    def test_it_shows_fifty_at_a_time_and_finds_anybody(self, django_assert_max_num_queries):
        taken = []
        for size in (8, 120):
            night = ready_night((size,))
            cast = cast_of(night)
            with django_assert_max_num_queries(18) as context:
                page = cast.organizer.get(url(night), {"by": "player"}).content.decode()
            taken.append(len(context.captured_queries))
        assert taken[0] == taken[1]
        assert page.count('<th scope="row">') == 50
        assert "Page 1 of 3" in page
        division = night.divisions.first()
        last = cast.organizer.get(url(night), {"by": "player", f"page-{division.pk}": 3}).content.decode()
        assert last.count('<th scope="row">') == 20
        for typed, rows in (("77", 1), ("player 07", 1), ("PLAYER 11", 11), ("nobody", 0)):
            found = cast.organizer.get(url(night), {"find": typed}).content.decode()
            assert found.count('<th scope="row">') == rows
        assert "has the number or name “nobody”" in found

    @pytest.mark.parametrize("typed", ["\x00", "9" * 5000, "<b>", "%", "‮"])
    def test_whatever_is_looked_for(self, typed):
        night = ready_night((8,))
        for asked in (
            {"find": typed},
            {"by": typed},
            {f"page-{typed}": typed},
            {"by": "player", "page-1": typed},
        ):
            assert cast_of(night).organizer.get(url(night), asked).status_code == 200


def test_a_second_press_on_draw_draws_the_same_change(night):
    leave(night, 4)
    cast = cast_of(night)
    sent = {"key": key()}
    plans = []
    for _ in range(2):
        cast.organizer.post(url(night, "draw"), sent)
        plans.append(waiting_ways(cast, night)["most"])
    assert plans[0] == plans[1]
