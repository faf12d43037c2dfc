"""A chart from a spreadsheet: read, judged with the same report, published as an act."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.cast import cast_of
from tests.factories import (
    HOST,
    add_players,
    check_everybody_in,
    draw,
    make_night,
    play_game,
    ready_night,
    reload,
)
from tests.web.test_organizer_rotation import mark_in, proposal, publish, seats_in_database, url
from tournaments.actions import check_in, rounds, seat_wishes
from tournaments.models import RotationPlan
from tournaments.problems import ActRefused
from tournaments.rotation import plan

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    """Nine people, checked in, not drawn."""
    night = make_night("fharmacy", games=3, odd="sit_out")
    add_players(night, 9)
    check_everybody_in(night)
    return night


@pytest.fixture
def cast(night):
    return cast_of(night)


@pytest.fixture
def division(night):
    return night.divisions.get()


def bring(cast, night, division, text, people="tonight", **more):
    return cast.organizer.post(url(night, division.pk, "chart"), {"text": text, "people": people, **more})


def chart(count=9, rounds=3, **renamed):
    """One line a table, people by number, as a spreadsheet would have it."""
    lines = ["round,table,north,east,south,west"]
    for planned in plan(range(1, count + 1), rounds).rounds:
        lines += [
            ",".join(
                map(str, (planned.number, table.number, *(renamed.get(f"p{x}", x) for x in table.seats)))
            )
            for table in planned.tables
        ]
    return "\n".join(lines)


class TestAGoodChart:
    def test_it_is_judged_and_published_like_a_draw(self, cast, night, division):
        answer = bring(cast, night, division, chart())
        assert answer.status_code == 303
        assert not RotationPlan.objects.exists()
        page = proposal(cast, night)
        assert "Nobody partners the same person twice." in page
        assert "Everyone sits out at most once (3 turns for 9 players)" in page
        assert publish(cast, night, mark_in(page)).status_code == 303
        numbers = dict(night.players.values_list("pk", "number"))
        expected = {
            (r.number, t.number): list(t.seats) for r in plan(range(1, 10), 3).rounds for t in r.tables
        }
        assert {
            place: [numbers[pk] for pk in seats] for place, seats in seats_in_database(night).items()
        } == expected
        assert night.log.filter(act="publish_rotation").count() == 1

    def test_names_numbers_and_an_uploaded_file(self, cast, night, division):
        text = chart(p3="Player 03", p7="PLAYER 07")
        upload = SimpleUploadedFile("chart.csv", text.encode("utf-16"))
        assert bring(cast, night, division, "", file=upload).status_code == 303
        assert "Nobody partners the same person twice." in proposal(cast, night)

    def test_one_line_a_round(self, cast, night, division):
        text = "round,table 1,table 2,sit out\n1,1+2 v 3+4,5+6 v 7+8,9\n2,9+1 v 5+3,2+7 v 4+6,8"
        bring(cast, night, division, text)
        page = proposal(cast, night)
        publish(cast, night, mark_in(page))
        assert night.rounds.count() == 2
        assert night.rounds.get(number=1).sit_outs.get().player.number == 9

    def test_a_chart_with_places_of_its_own(self, cast, night, division):
        """Numbers 1 to 8 of a printed chart, for those who are here: 1, 2, 3, 4, 6, 7, 8, 9."""
        check_in.withdraw(night, HOST, player_id=night.players.get(number=5).pk)
        assert bring(cast, night, division, chart(8), "places").status_code == 303
        publish(cast, night, mark_in(proposal(cast, night)))
        seated = {s.player.number for s in night.rounds.get(number=1).seats.select_related("player")}
        assert seated == {1, 2, 3, 4, 6, 7, 8, 9}

    def test_who_was_told_another_first_table_is_named(self, cast, night, division):
        bring(cast, night, division, chart())
        assert "Told another first table at check-in" in proposal(cast, night)

    def test_a_repeated_partnership_is_called_uneven(self, cast, night, division):
        text = "round,table,north,east,south,west\n1,1,1,2,3,4\n1,2,5,6,7,8\n2,1,1,5,3,6\n2,2,2,7,4,9"
        bring(cast, night, division, text)
        assert "2 partnerships repeat; by counting, at least 0 must." in proposal(cast, night)

    def test_after_the_start_only_later_rounds_are_taken(self):
        night = ready_night((8,), preset="fharmacy", games=3, odd="sit_out")
        play_game(night, 1, (10, 7))
        before = seats_in_database(night)
        cast, division = cast_of(night), night.divisions.get()
        assert bring(cast, night, division, chart(8)).status_code == 303
        publish(cast, night, mark_in(proposal(cast, night)))
        after = seats_in_database(night)
        assert {k: v for k, v in after.items() if k[0] == 1} == {k: v for k, v in before.items() if k[0] == 1}
        numbers = dict(night.players.values_list("pk", "number"))
        seated = [{numbers[pk] for pk in after[2, t.number]} for t in plan(range(1, 9), 3).rounds[1].tables]
        assert seated == [set(t.seats) for t in plan(range(1, 9), 3).rounds[1].tables]

    def test_a_short_chart_leaves_no_seats_behind_and_the_next_draw_goes_on_from_it(self):
        night = ready_night((8,), preset="fharmacy", games=3, odd="sit_out")
        cast, division = cast_of(night), night.divisions.get()
        bring(cast, night, division, chart(8, rounds=1))
        publish(cast, night, mark_in(proposal(cast, night)))
        assert {number for number, _ in seats_in_database(night)} == {1}
        play_game(reload(night), 1, (10, 7))
        with pytest.raises(ActRefused, match="draw the rotation"):
            rounds.start_game(night, HOST, number=2)
        draw(night)
        play_game(reload(night), 2, (10, 7))
        assert {number for number, _ in seats_in_database(night)} == {1, 2, 3}


class TestABadChart:
    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("", "Choose a file or paste the chart."),
            ("hello", "The first column of a chart must be headed"),
            ("round,table,north,east,south,west\nx,1,1,2,3,4", "Line 2: &#x27;x&#x27; is not the number of a game"),
            ("round,table,north,east,south,west\n1,²,1,2,3,4", "is not the number of a table"),
            ("round,table,north,east,south,west\n1,1,1,2,3,3", "Game 1 has 3 twice: at table 1 and at table 1"),
            ("round,table,north,east,south,west\n1,1,1,2,3,4\n1,1,5,6,7,8", "Game 1 has table 1 twice"),
            ("round,table,north,east,south,west\n1,1,1,2", "Game 1, table 1 has 2 players"),
            ("round,table,north,east,south,west\n1,1,1,2,3,4\n1,sit out,4", "Game 1 has 4 at a table and sitting out"),
            ("round,table,north,east,south,west\n1,sit out,1,2,3,4", "Game 1 has no table"),
            ("round,table,north,east,south,west\n1,1,1,2,3,Chriss", "“Chriss” is not on this division’s list (game 1, table 1)"),
            ("round,table,north,east,south,west\n1,1,1,2,3,77", "Number 77 is not on this division’s list (game 1, table 1)"),
            ("round,table,north,east,south,west\n1,1,1,2,3,²", "“²” is not on this division’s list"),
            (f"round,table,north,east,south,west\n1,1,1,2,3,{'9' * 5000}", "9” is not on this division’s list"),
            ("round,table,north,east,south,west\n1,1,1,2,3,4\n1,2,5,6,7,Player 07", "7 Player 07 stands in the chart under two names"),
            ("round,table,north,east,south,west\n1,1,1,2,3,4\n1,2,5,6,7,8", "9 Player 09 is here, but nowhere in the chart"),
            ("round,table 1,table 2,sit out\n1,1+2+3+4+5,6+7 v 8+9", "is no table; write"),
            ("round,table\n" + "1,{0}\n" * 3, "is no table; write"),
        ],
    )  # fmt: skip
    def test_line_round_table_and_player_are_named(self, cast, night, division, text, said):
        answer = bring(cast, night, division, text)
        page = answer.content.decode()
        assert answer.status_code == 422
        assert said in page.replace("&quot;", '"')
        assert cast.organizer.get(url(night, "proposal")).status_code == 303

    def test_all_strangers_are_named_at_once_and_the_text_stays(self, cast, night, division):
        text = chart(p2="Nobody One", p5="Nobody Two")
        page = bring(cast, night, division, text).content.decode()
        assert "“Nobody One” is not on" in page
        assert "“Nobody Two” is not on" in page
        assert "Nobody One,Nobody Two" in page or "Nobody One" in page.split("<textarea")[1]

    def test_tables_of_another_division(self):
        night = make_night(games=2, break_after=None)
        add_players(night, 8)
        add_players(night, 8, division=1, first=9)
        check_everybody_in(night)
        cast, novice = cast_of(night), night.divisions.get(position=1)
        text = "round,table,seat 1,seat 2,seat 3,seat 4\n1,1,9,10,11,12\n1,22,13,14,15,16"
        page = bring(cast, night, novice, text).content.decode()
        assert "Game 1: Novice has no table 1, its tables are 21 to 120." in page
        places = bring(cast, night, novice, chart(8, 2), "places")
        assert places.status_code == 303
        assert "21" in proposal(cast, night)

    def test_who_is_not_checked_in_and_a_chart_of_another_size(self, cast, night, division):
        check_in.withdraw(night, HOST, player_id=night.players.get(number=9).pk)
        page = bring(cast, night, division, chart()).content.decode()
        assert "9 Player 09 is not checked in" in page
        page = bring(cast, night, division, chart(), "places").content.decode()
        assert "The chart is for 9 players, but 8 are here." in page

    def test_a_locked_table_is_not_overruled(self):
        night = ready_night((8,), preset="fharmacy", games=3, odd="sit_out")
        cast, division = cast_of(night), night.divisions.get()
        seat_wishes.lock_seats(night, HOST, division_id=division.pk, number=2, table=1)
        page = bring(cast, night, division, chart(8)).content.decode()
        assert "Table 1 of game 2 is locked, and the chart changes it: unlock it first." in page

    def test_a_workbook_and_a_flood_are_told(self, cast, night, division):
        workbook = SimpleUploadedFile("chart.xlsx", b"PK\x03\x04" + b"x" * 50)
        assert "Excel workbook" in bring(cast, night, division, "", file=workbook).content.decode()
        lines = "\n".join(f"{number},1,1,2,3,4" for number in range(1, 150))
        answer = bring(cast, night, division, f"round,table,north,east,south,west\n{lines}")
        assert "a night has at most 100" in answer.content.decode()


def test_only_the_host_brings_one_and_only_for_this_night(cast, night, division):
    version = reload(night).version
    for role in ("desk", "runner", "stranger"):
        assert cast.of(role).get(url(night, division.pk, "chart")).status_code == 403
        assert cast.of(role).post(url(night, division.pk, "chart"), {"text": chart()}).status_code == 403
    other = make_night("fharmacy").divisions.get()
    assert bring(cast, night, other, chart()).status_code == 404
    assert reload(night).version == version
