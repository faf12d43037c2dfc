"""What somebody who comes late can expect of a drawn rotation."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.cast import cast_of, key
from tests.factories import HOST, add_players, make_night, ready_night, reload
from tournaments.actions import check_in, rounds
from tournaments.actions.seat_wishes import lock_seats
from tournaments.models import Tournament
from tournaments.queries.late_arrivals import NOTHING_LEFT, STILL_SEATED, expectations

pytestmark = pytest.mark.django_db


def fharmacy(players: int = 8, **changes) -> Tournament:
    """A night whose first of three games is being played."""
    night = ready_night((players,), preset="fharmacy", games=3, break_after=None, **changes)
    rounds.start_game(night, HOST, number=1)
    return night


def lock(night: Tournament, *games: int) -> None:
    for number in games:
        lock_seats(night, HOST, division_id=night.divisions.get().pk, number=number)


def expected(night: Tournament, **options):
    """What somebody can expect who is not in the rotation."""
    late = night.players.filter(name="Player 50").first() or add_players(night, 1, first=50)[0]
    return expectations(reload(night), late, timezone.now(), **options)


@pytest.mark.parametrize(
    ("players", "odd", "seats"),
    [
        (8, "three_hand", "with 9 here, 3 tables of three"),
        (9, "three_hand", "with 10 here, 1 table of four, 2 tables of three"),
        (8, "sit_out", "with 9 here, 2 tables of four, 1 sits out each game"),
        (8, "house", "with 9 here, 3 tables of four, 3 house players in the empty chairs"),
    ],
)
def test_they_play_from_the_next_game_and_read_who_finds_a_seat(players, odd, seats):
    night = fharmacy(players, odd=odd)
    said = expected(night, coming=True)
    assert said.words == (f"They can play from game 2 on, once the rotation is updated: {seats}.",)
    assert said.needs_update


def test_a_locked_game_is_one_they_miss():
    night = fharmacy(odd="sit_out")
    lock(night, 2)
    assert expected(night, coming=True).words == (
        "Game 2 is locked without them: they miss it, unless unlocked first.",
        "They can play from game 3 on, once the rotation is updated: with 9 here, 2 tables of four, 1 sits out each game.",
    )
    lock(night, 3)
    assert expected(night, coming=True).words == (
        "Games 2 and 3 are locked without them: they miss them, unless unlocked first.",
    )


def test_nothing_is_promised_that_does_not_come():
    night = fharmacy(last_call="20:30")
    before, after = timezone.now(), timezone.now() + timedelta(days=2)
    Tournament.objects.filter(pk=night.pk).update(last_call_at=before + timedelta(hours=1))
    [late] = add_players(night, 1, first=50)
    night = reload(night)
    assert expectations(night, late, before, coming=True).needs_update
    late = expectations(night, late, after, coming=True)
    assert late.words == (NOTHING_LEFT,)
    assert not late.needs_update


def test_nothing_is_said_before_the_draw_and_where_results_seat_people():
    assert expected(make_night("fharmacy")).words == ()
    assert expected(make_night("torrence-knox")).words == ()


@pytest.mark.parametrize("players", [8, 40])
def test_two_queries_whatever_the_size(players, django_assert_num_queries):
    night = reload(ready_night((players,), preset="fharmacy", games=3, break_after=None))
    [late] = add_players(night, 1, first=50)
    now, _, _ = timezone.now(), night.settings, late.division
    with django_assert_num_queries(2):
        expectations(night, late, now, coming=True)


def test_who_is_back_before_anything_has_changed_has_their_place_still():
    night = fharmacy(9, odd="sit_out")
    lock(night, 3)
    player = night.players.filter(seats__round__number=1).first()
    check_in.withdraw(night, HOST, player_id=player.pk)
    gone = night.players.get(pk=player.pk)
    assert expectations(night, gone, timezone.now()).words == (STILL_SEATED,)
    back = expectations(night, gone, timezone.now(), coming=True)
    assert back.words == ("The rotation has a place for them already, from game 2 on.",)
    assert not back.needs_update
    page = cast_of(night).organizer.get(f"/desk/{night.code}/{player.pk}/").content.decode()
    assert "has a place for them already" in page
    assert "made anew" not in page


def test_who_came_and_leaves_again_before_the_rotation_knew_them_leaves_no_seat():
    night = fharmacy()
    [late] = add_players(night, 1, first=50)
    check_in.check_in(night, HOST, player_id=late.pk, method="none", id_ok=True)
    client = cast_of(night).organizer
    page = client.post(f"/desk/{night.code}/{late.pk}/leaves/", {"key": key()}, follow=True)
    told = page.content.decode().split('id="messages"')[1].split("</div>")[0]
    assert STILL_SEATED not in told
    assert "Update the rotation" not in told


class TestTheDesk:
    @pytest.fixture
    def night(self):
        night = fharmacy(odd="sit_out")
        lock(night, 2)
        return night

    @pytest.mark.parametrize("role", ["organizer", "desk"])
    def test_it_reads_it_before_and_after_the_check_in(self, night, role):
        [late] = add_players(night, 1, first=30)
        client, address = cast_of(night).of(role), f"/desk/{night.code}/{late.pk}/"
        before = client.get(address).content.decode()
        done = client.post(
            f"{address}check-in/", {"method": "none", "id_ok": "on", "key": key()}, follow=True
        )
        after = done.content.decode().split('id="messages"')[1].split("</div>")[0]
        for page in (before, after):
            assert "Game 2 is locked without them: they miss it, unless unlocked first." in page
            assert "They can play from game 3 on, once the rotation is updated: with 9 here" in page
        assert after.count("pdate") == 2  # said once, and the one way to do it
        link = f'<a href="/nights/{night.code}/rotation/">Update the rotation</a>'
        assert (link in after) == (role == "organizer")
        assert ("Ask the host to update the rotation." in after) == (role == "desk")

    def test_who_leaves_and_is_back_too(self, night):
        player = night.players.filter(sit_outs__isnull=True).first()
        client, address = cast_of(night).organizer, f"/desk/{night.code}/{player.pk}/"
        assert "somebody has to take their chair" in client.get(address).content.decode()
        page = client.post(f"{address}leaves/", {"key": key()}, follow=True).content.decode()
        chair = player.seats.get(live=True)
        place = f"/floor/{night.code}/tables/{chair.game.table.number}/chair/{chair.position}/"
        assert f"Their chair at table {chair.game.table.number} is empty." in page
        assert f'<a href="{place}">Fill the chair</a>' in page
        assert "The rotation still seats them in the games to come." in page
        page = client.post(f"{address}is-back/", {"key": key()}, follow=True).content.decode()
        assert "Is back. The rotation has a place for them already, from game 2 on." in page

    def test_nothing_is_promised_to_whom_no_place_is_left(self):
        night = fharmacy(capacity=8)
        [late] = add_players(night, 1, first=30)
        client, address = cast_of(night).desk, f"/desk/{night.code}/{late.pk}/"
        client.post(f"{address}no-show/", {"key": key()})
        page = client.get(address).content.decode()
        assert "Their place was given away, and all places are taken." in page
        assert "If they are checked in now" not in page

    def test_who_changes_division_too(self):
        night = ready_night((8, 8), preset="fharmacy", divisions=["Red", "Blue"], games=3, odd="sit_out")
        player, blue = night.players.first(), night.divisions.get(name="Blue")
        address = f"/desk/{night.code}/{player.pk}/move/"
        page = cast_of(night).organizer.post(address, {"division": blue.pk, "key": key()}, follow=True)
        told = page.content.decode().split('id="messages"')[1].split("</div>")[0]
        assert (
            "Moved. They can play from game 1 on, once the rotation is updated: with 9 here, 2 tables" in told
        )
        assert "pot" not in told

    def test_a_name_is_not_taken_for_markup(self, night):
        [late] = add_players(night, 1, first=30)
        night.players.filter(pk=late.pk).update(name="<b>Late</b>")
        client = cast_of(night).organizer
        page = client.post(
            f"/desk/{night.code}/{late.pk}/check-in/",
            {"method": "none", "id_ok": "on", "key": key()},
            follow=True,
        ).content.decode()
        assert "<b>Late" not in page


def test_a_free_night_does_not_speak_of_money_given_back():
    night = ready_night((8,), preset="fharmacy", games=3, break_after=None)
    [late] = add_players(night, 1, first=30)
    client = cast_of(night).organizer
    page = client.post(
        f"/desk/{night.code}/{late.pk}/check-in/",
        {"method": "none", "id_ok": "on", "key": key()},
        follow=True,
    ).content.decode()
    assert "The number is free again." in page
    person = client.get(f"/desk/{night.code}/{late.pk}/").content.decode()
    for text in (page, person):
        assert "money goes" not in text
        assert "money back" not in text
        assert "buy-in stays" not in text
