"""What can be done with those over from full tables: proposed for the number that is here, one button each."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.cast import cast_of, key
from tests.factories import HOST, add_players, check_everybody_in, draw, make_night, play_game, reload
from tournaments.actions import rehearsals
from tournaments.models import Division, Player
from tournaments.queries.health import health_of
from tournaments.queries.odd_numbers import odd_numbers_of
from tournaments.queries.prizes import prizes_of
from tournaments.queries.progress import progress_of
from tournaments.queries.standings import standings_of
from tournaments.queries.wall import wall_of

pytestmark = pytest.mark.django_db


def night_with(*counts, preset="wemsa", **changes):
    night = make_night(preset, **changes)
    first = 1
    for position, count in enumerate(counts):
        add_players(night, count, division=position, first=first)
        first += count
    check_everybody_in(night)
    return reload(night)


def ways(night):
    found = odd_numbers_of(night)
    return (
        {way.odd: f"no: {way.problem}" if way.problem else way.effect for way in found.ways}
        if found
        else None
    )


@pytest.mark.parametrize(
    ("count", "sit_out", "three", "house"),
    [
        (5, "1 table of four, 1 sits out", "no: Five players cannot", "2 tables of four, 3 house players"),
        (6, "1 table of four, 2 sit out", "2 tables of three", "2 tables of four, 2 house players"),
        (
            7,
            "1 table of four, 3 sit out",
            "1 table of four, 1 table of three",
            "1 house player in the empty chair",
        ),
        (17, "4 tables of four, 1 sits out", "2 tables of four, 3 tables of three", "3 house players"),
        (3, "no: 3 players cannot play", "no: 3 players cannot play", "1 table of four, 1 house player"),
        (2, "no: 2 players cannot play", "no: 2 players", "no: 2 players cannot play"),
    ],
)
def test_what_each_number_allows(count, sit_out, three, house):
    found = ways(night_with(count))
    assert sit_out in found["sit_out"]
    assert three in found["three_hand"]
    assert house in found["house"]


def test_nothing_is_asked_when_every_table_is_full_nor_in_a_queue():
    assert ways(night_with(8, 4)) is None
    assert ways(night_with(9, preset="torrence-knox", last_call="")) is None


def test_each_division_is_told():
    found = ways(night_with(9, 7))
    assert "Experienced, 9: 2 tables of four, 1 sits out each game; Novice, 7: " in found["sit_out"]
    assert "Five" in ways(night_with(9, 5))["three_hand"]


def test_what_the_movement_does_not_know_is_said():
    found = ways(night_with(9, preset="classic"))
    assert found["sit_out"] == "2 tables of four, 1 sits out each game"
    assert "Not with this movement, winners move up" in found["three_hand"]
    assert "only sit-outs" in ways(night_with(7, preset="torrence-knox-three"))["house"]


class TestThePage:
    @pytest.fixture
    def night(self):
        return night_with(7)

    @pytest.fixture
    def cast(self, night):
        return cast_of(night)

    def treat(self, cast, odd):
        return cast.organizer.post(f"/nights/{cast.night.code}/rotation/odd/", {"odd": odd, "key": key()})

    def test_the_control_room_says_it_and_the_rotation_offers_it(self, cast, night):
        control = cast.organizer.get(f"/nights/{night.code}/").content.decode()
        assert (
            "Not a full table for everybody (Experienced 7): 1 table of four, 3 sit out each game." in control
        )
        assert "Choose what they do" in control
        page = cast.organizer.get(f"/nights/{night.code}/rotation/").content.decode()
        assert "Take tables of three" in page

    def test_where_nothing_else_can_be_done_nothing_is_asked(self):
        night = night_with(7, preset="torrence-knox-three")
        control = cast_of(night).organizer.get(f"/nights/{night.code}/").content.decode()
        assert "2 tables of three, 1 sits out each game." in control
        assert "Choose what they do" not in control

    def test_one_button_sets_it(self, cast, night):
        assert self.treat(cast, "three_hand").status_code == 303
        assert reload(night).settings.odd == "three_hand"
        page = cast.organizer.get(f"/nights/{night.code}/rotation/").content.decode()
        assert "Take fair sit-outs" in page
        assert "Take tables of three" not in page

    @pytest.mark.parametrize("odd", ["", "queue", "swiss", "x" * 5000])
    def test_anything_else_changes_nothing(self, cast, night, odd):
        assert self.treat(cast, odd).status_code == 303
        assert reload(night).settings.odd == "sit_out"

    def test_what_does_not_fit_is_refused_by_name(self):
        night = night_with(5)
        cast = cast_of(night)
        self.treat(cast, "three_hand")
        assert reload(night).settings.odd == "sit_out"
        page = cast.organizer.get(f"/nights/{night.code}/rotation/").content.decode()
        assert "Five players cannot fill tables of four and three" in page

    @pytest.mark.parametrize("role", ["desk", "runner", "player", "stranger"])
    def test_it_is_the_hosts(self, cast, night, role):
        answer = cast.of(role).post(f"/nights/{night.code}/rotation/odd/", {"odd": "house"})
        assert answer.status_code in (302, 403)
        assert cast.organizer.get(f"/nights/{night.code}/rotation/odd/").status_code == 405
        assert reload(night).settings.odd == "sit_out"


class TestTwoLeaguesTogether:
    """Five and seven: twelve at three tables, each league with its own standings and pot."""

    @pytest.fixture
    def night(self):
        return night_with(7, 5, games=2, break_after=None)

    @pytest.fixture
    def cast(self, night):
        return cast_of(night)

    def put(self, cast, what="together"):
        host, guest = cast.night.divisions.all()
        fields = {"host_id": host.pk, "guest_id": guest.pk, "key": key()}
        return cast.organizer.post(f"/nights/{cast.night.code}/rotation/leagues/{what}/", fields)

    def test_it_is_offered_where_it_helps(self, cast, night):
        [pair] = odd_numbers_of(night).pairs
        assert (pair.host.name, pair.guest.name) == ("Experienced", "Novice")
        assert pair.effect == "3 tables of four"
        page = cast.organizer.get(f"/nights/{night.code}/rotation/").content.decode()
        assert "Two leagues at the same tables" in page
        assert odd_numbers_of(night_with(9, 8)).pairs == ()  # one is over in any case

    def test_they_play_together_and_rank_and_are_paid_apart(self, cast, night):
        assert self.put(cast).status_code == 303
        night = reload(night)
        assert odd_numbers_of(night).here == ()
        draw(night)
        assert night.games.filter(round__number=1).count() == 3
        seated = {seat.player.league.name for seat in night.games.first().seats.all()}
        assert seated <= {"Experienced", "Novice"}
        for number in (1, 2):
            play_game(night, number)
        experienced, novice = standings_of(reload(night))
        assert (len(experienced.rows), len(novice.rows)) == (7, 5)
        assert {row.standing.rank for row in novice.rows} >= {1}
        assert all(row.standing.games_played == 2 for row in (*experienced.rows, *novice.rows))
        assert (novice.sheets_in, novice.sheets_due, novice.games_closed) == (6, 6, 2)
        pots = [prizes.pot.paid_cents for prizes in prizes_of(reload(night))]
        assert pots == [7 * 2000, 5 * 2000]
        assert [problem.text for problem in health_of(reload(night)) if problem.level == "blocker"] == []

    def test_every_screen_counts_people_in_their_own_league(self, cast, night):
        self.put(cast)
        night = reload(night)
        now = timezone.now()
        assert [count for _, count in progress_of(night, now).heads.by_division] == [7, 5]
        [welcome] = wall_of(night, now).scenes
        assert [(head.division, head.here) for head in welcome.heads] == [("Experienced", 7), ("Novice", 5)]
        rehearsals.make_rehearsal(night, HOST)
        people = Player.objects.filter(tournament__rehearsal_of=night)
        assert people.filter(ranked_in__name="Novice", division__name="Experienced").count() == 5
        assert (
            Division.objects.get(tournament__rehearsal_of=night, name="Novice").seated_with.name
            == "Experienced"
        )

    def test_who_comes_late_sits_with_them_and_pays_into_the_own_pot(self, cast, night):
        self.put(cast)
        night = reload(night)
        [late] = add_players(night, 1, division=1, first=40)
        check_everybody_in(night)
        late.refresh_from_db()
        assert (late.division.name, late.league.name) == ("Experienced", "Novice")
        assert late.first_table in range(1, 21)
        assert prizes_of(reload(night))[1].pot.paid_cents == 6 * 2000

    def test_it_can_be_undone_until_the_draw(self, cast, night):
        before = sorted(night.players.values_list("pk", "division__name", "first_table"))
        self.put(cast)
        told = sorted(night.players.values_list("pk", "division__name", "first_table"))
        assert {name for _, name, _ in told} == {"Experienced"}
        assert max(table for *_, table in told) == 3
        self.put(cast, "apart")
        assert sorted(night.players.values_list("pk", "division__name", "first_table")) == before
        draw(night)
        assert self.put(cast).status_code == 303
        assert not Division.objects.filter(seated_with__isnull=False).exists()

    def test_bad_input_and_other_nights_change_nothing(self, cast, night):
        other = night_with(5, 7).divisions.first()
        base = f"/nights/{night.code}/rotation/leagues/"
        host = night.divisions.first()
        for fields in (
            {},
            {"host_id": host.pk, "guest_id": host.pk},
            {"host_id": host.pk, "guest_id": other.pk},
        ):
            assert cast.organizer.post(f"{base}together/", {**fields, "key": key()}).status_code == 303
        assert cast.organizer.post(f"{base}apart/", {"guest_id": "x" * 500}).status_code == 303
        assert cast.desk.post(f"{base}together/", {}).status_code == 403
        assert not Division.objects.filter(seated_with__isnull=False).exists()


def test_the_number_of_queries_is_fixed(django_assert_num_queries):
    for count in (5, 23):
        night = night_with(count)
        _ = night.settings
        with django_assert_num_queries(3):
            odd_numbers_of(night)
