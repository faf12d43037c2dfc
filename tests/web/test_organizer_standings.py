"""The organizer's standings: every point on the screen, on paper and in the file, against a recount of the sheets."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter, defaultdict
from decimal import Decimal
from fractions import Fraction
from math import floor

import pytest

from tests.cast import cast_of
from tests.factories import (
    HOST,
    add_players,
    check_everybody_in,
    content,
    make_night,
    night_of_points,
    play_game,
    post,
    ready_night,
    reload,
    running_games,
)
from tournaments.actions import check_in, movement, prizes, registration, rounds, sheets
from tournaments.models import ScoreSheet, Seat
from tournaments.web.csv_files import safe_cell

pytestmark = pytest.mark.django_db


def url(night, *parts):
    return "/".join(["", "nights", night.code, "standings", *parts, ""])


def shown(client, night):
    """The first division's table, as the page has it."""
    return client.get(url(night)).context["tables"][0].table


def by_number(table):
    return {row.row.player.number: row for row in table.rows}


def rows_of(answer):
    """A CSV answer as dictionaries."""
    text = answer.content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def recount(night):
    """Number -> {game: points}, read from the sheets' scores and seats alone."""
    points = defaultdict(dict)
    for sheet in ScoreSheet.objects.filter(game__tournament=night, state="accepted").select_related(
        "game__round"
    ):
        seats = dict(Seat.objects.filter(game=sheet.game).values_list("position", "player__number"))
        for position, number in seats.items():
            if sheet.partner_of_first is None:
                score = sheet.scores[position]
            else:
                score = sheet.scores[0 if position in (0, sheet.partner_of_first) else 1]
            points[number][sheet.game.round.number] = score
    return points


def totals_after(night, last):
    """Number -> points of games 1 to `last` and of sit-outs at the own average, rounded half up."""
    totals = {}
    for number, games in recount(night).items():
        points = [p for game, p in games.items() if game <= last]
        sat_out = night.rounds.filter(sit_outs__player__number=number, number__lte=last).count()
        totals[number] = sum(points) + sat_out * floor(Fraction(sum(points), len(points)) + Fraction(1, 2))
    return totals


@pytest.fixture
def night():
    """Nine players (one sits out each game), two games closed and a third running without table 2."""
    night = ready_night((9,), games=4, break_after=None)
    for number, scores in ((1, [(15, 8), (9, 14)]), (2, [(12, 12), (20, 5)])):
        rounds.start_game(night, HOST, number=number)
        for game, result in zip(running_games(night), scores, strict=True):
            post(game, result, pairing=number)
        rounds.close_game(night, HOST, number=number)
    rounds.start_game(night, HOST, number=3)
    post(running_games(night)[0], (11, 13))
    return reload(night)


@pytest.fixture
def cast(night):
    return cast_of(night)


class TestTheTable:
    def test_every_point_is_on_the_sheets(self, cast, night):
        expected = recount(night)
        for number, row in by_number(shown(cast.organizer, night)).items():
            cells = {
                n: cell.points for n, cell in zip((1, 2, 3), row.cells, strict=True) if cell.kind == "played"
            }
            assert cells == expected[number]

    def test_total_and_place_come_from_games_and_sit_outs(self, cast, night):
        totals = totals_after(night, 3)
        table = shown(cast.organizer, night)
        for number, row in by_number(table).items():
            assert row.row.standing.total == totals[number]
            assert row.row.standing.rank == 1 + sum(other > totals[number] for other in totals.values())
        assert [row.row.standing.total for row in table.rows] == sorted(totals.values(), reverse=True)

    def test_a_sit_out_an_absence_and_a_sheet_to_come_are_told_apart(self, cast, night):
        late = add_players(night, 1, first=10)[0]
        check_everybody_in(night)
        table = by_number(shown(cast.organizer, night))
        kinds = {number: [cell.kind for cell in row.cells] for number, row in table.items()}
        for number in (1, 2, 3):
            (sitting,) = night.rounds.get(number=number).sit_outs.all()
            assert kinds[sitting.player.number][number - 1] == "sat out"
        assert Counter(row[2] for row in kinds.values()) == {
            "played": 4,
            "owed": 4,
            "sat out": 1,
            "absent": 1,
        }
        late.refresh_from_db()
        assert kinds[late.number] == ["absent"] * 3
        page = cast.organizer.get(url(night)).content.decode()
        assert page.count("sat out</td>") == 3
        assert "sheet not in" in page

    def test_what_is_missing_is_named_with_a_link_to_its_sheet(self, cast, night):
        (missing,) = running_games(night)
        page = cast.organizer.get(url(night)).content.decode()
        assert "Game 3 is being played." in page
        assert f"/nights/{night.code}/sheets/{missing.pk}/" in page
        assert "Provisional" in page
        rounds.close_game(night, HOST, number=3, confirmed=True, reason="no time")
        page = cast.organizer.get(url(night)).content.decode()
        assert "Incomplete: game 3 owes sheets." in page
        assert f"/nights/{night.code}/sheets/{missing.pk}/" in page
        post(missing)
        assert "Incomplete" not in cast.organizer.get(url(night)).content.decode()

    def test_a_disputed_sheet_says_so(self, cast, night):
        (game,) = running_games(night)
        post(game, (14, 9))
        post(game, (15, 9), caller=HOST)
        assert not game.sheets.filter(state=ScoreSheet.State.ACCEPTED).exists()
        assert "(disputed)" in cast.organizer.get(url(night)).content.decode()

    def test_movement_is_since_the_game_before(self, cast, night):
        then, now = totals_after(night, 2), totals_after(night, 3)
        for number, row in by_number(shown(cast.organizer, night)).items():
            places = [1 + sum(other > totals[number] for other in totals.values()) for totals in (then, now)]
            assert row.row.standing.moved == places[0] - places[1]

    def test_who_has_no_rank_stands_at_the_end(self, cast, night):
        leader = shown(cast.organizer, night).rows[0].row.player
        second = shown(cast.organizer, night).rows[1].row.player
        check_in.disqualify(night, HOST, player_id=leader.pk, reason="cards up the sleeve")
        registration.change_player(night, HOST, player_id=second.pk, name=second.name, prize_eligible=False)
        table = shown(cast.organizer, night)
        assert [row.row.player for row in table.rows[-2:]] == [second, leader]
        assert [row.row.standing.rank for row in table.rows[-2:]] == [None, None]
        assert table.rows[0].row.standing.rank == 1
        assert not any(row.row.in_the_money for row in table.rows[-2:])
        page = cast.organizer.get(url(night)).content.decode()
        assert "disqualified</span>" in page
        assert "not eligible</span>" in page

    def test_the_prize_places_are_marked_with_all_who_are_level_there(self):
        night = night_of_points([10, 9, 6, 9, 8, 3], shares=(60, 40))
        page = cast_of(night).organizer.get(url(night)).content.decode()
        assert page.count('class="is-prize') == 3
        assert page.count("is-prize-line") == 1

    def test_directors_points_and_three_hands_have_their_marks(self):
        night = ready_night((11,), preset="fharmacy", games=2)
        rounds.start_game(night, HOST, number=1)
        for game in running_games(night):
            sheet = content(game, (10, 7) if game.size == 4 else (10, 4, 2))
            sheet["penalties"] = [{"kind": "points", "offender": 0, "points": -3, "lone": False}]
            sheets.post_sheet(
                night,
                HOST,
                game_id=str(game.pk),
                game_revision=game.revision,
                content=sheet,
                agreed=True,
                confirmed=True,
                reason="late back from the bar",
            )
        client = cast_of(night).organizer
        page = client.get(url(night)).content.decode()
        assert ">Director</th>" in page
        assert page.count("<sup>3") == 3
        table = shown(client, night)
        assert sum(row.row.standing.director_points for row in table.rows) == -3 * 3
        for row in table.rows:
            games = sum(cell.points or 0 for cell in row.cells)
            assert row.row.standing.total == games + row.row.standing.director_points

    def test_a_queue_has_each_players_own_games(self):
        night = make_night("torrence-knox", last_call="")
        add_players(night, 9)
        check_everybody_in(night)
        movement.begin_movement(night, HOST)
        for loser in (3, 7, 1, 9, 5):
            post(running_games(night)[0], (10, loser))
        client = cast_of(night).organizer
        table = shown(client, reload(night))
        most = max(row.row.standing.games_played for row in table.rows)
        assert table.columns == tuple(range(1, most + 1))
        for row in table.rows:
            played = [cell for cell in row.cells if cell.kind == "played"]
            assert len(played) == row.row.standing.games_played
            assert sum(cell.points for cell in played) == row.row.standing.total
            assert {cell.kind for cell in row.cells[len(played) :]} <= {"none"}
        for group in table.owing:
            numbers = [game.table.number for game in group.games]
            assert numbers == sorted(numbers)
        assert "Games are being played." in client.get(url(night)).content.decode()

    def test_a_final_night_shows_the_prizes(self):
        night = night_of_points([10, 8, 6, 9, 5, 3], shares=(60, 40))
        prizes.finalise(night, HOST)
        page = cast_of(night).organizer.get(url(night)).content.decode()
        assert "The results are final." in page
        assert "$18" in page
        assert "$12" in page

    @pytest.mark.parametrize("people", [0, 1])
    def test_before_anything_is_played(self, people):
        night = make_night()
        add_players(night, people)
        check_everybody_in(night)
        client = cast_of(night).organizer
        for part in ((), ("print",), ("csv",)):
            assert client.get(url(night, *part)).status_code == 200


class TestTheFile:
    def test_it_says_what_the_page_says(self, cast, night):
        table = by_number(shown(cast.organizer, night))
        lines = rows_of(cast.organizer.get(url(night, "csv")))
        assert [int(line["Number"]) for line in lines] == list(table)
        for line in lines:
            standing = table[int(line["Number"])].row.standing
            assert (int(line["Place"]), int(line["Total"])) == (standing.rank, standing.total)

    def test_its_columns_add_up(self, cast, night):
        for line in rows_of(cast.organizer.get(url(night, "csv"))):
            games = [line[f"Game {n}"] for n in (1, 2, 3)]
            points = [int(cell) for cell in games if cell.lstrip("-").isdigit()]
            assert sum(points) == int(line["Points in games"])
            assert len(points) == int(line["Games played"])
            assert games.count("sat out") == int(line["Sit-outs"])
            assert int(line["Total"]) == (
                sum(points) + int(line["Points for sit-outs"]) + int(line["Director's points"])
            )
            assert Decimal(line["Points per game"]) == round(Decimal(sum(points)) / len(points), 2)

    def test_a_spreadsheet_reads_the_letters_and_lines(self, cast, night):
        night.players.filter(number=1).update(name="Zoë Ångström-李")
        answer = cast.organizer.get(url(night, "csv"))
        assert answer.content.startswith(b"\xef\xbb\xbf")
        assert b"\r\n" in answer.content
        assert answer["Content-Type"] == "text/csv; charset=utf-8"
        assert "Zoë Ångström-李" in {line["Name"] for line in rows_of(answer)}

    def test_its_name_tells_state_local_time_and_zone(self, cast, night):
        name = cast.organizer.get(url(night, "csv"))["Content-Disposition"]
        assert re.fullmatch(
            r'attachment; filename="Euchre-Night-standings-provisional-\d{4}-\d\d-\d\d-\d{4}-America-Chicago\.csv"',
            name,
        )

    @pytest.mark.parametrize("name", ["=1+1", "+44 20", "-2", "@SUM(A1)", "\t=1", "\r=1", " =1+1", "＝1"])
    def test_no_text_runs_as_a_formula(self, cast, night, name):
        night.players.filter(number=1).update(name=name)
        night.divisions.filter(position=0).update(name="=cmd|' /C calc'!A0")
        for line in rows_of(cast.organizer.get(url(night, "csv"))):
            assert line["Division"].startswith("'=")
            assert line["Name"].lstrip(" ")[0] not in "=+-@\t\r＝"

    def test_negative_numbers_stay_numbers(self):
        night = night_of_points([-4, 8, 6])
        line = rows_of(cast_of(night).organizer.get(url(night, "csv")))[-1]
        assert (line["Game 1"], line["Total"], line["Points per game"]) == ("-4", "-4", "-4.00")
        assert safe_cell(-4) == "-4"
        assert safe_cell(Decimal("-0.50")) == "-0.50"
        assert safe_cell("-4") == "'-4"

    def test_prizes_stand_in_a_final_file(self):
        night = night_of_points([10, 8, 6, 9, 9, 3], shares=(60, 40))
        prizes.finalise(night, HOST)
        lines = rows_of(cast_of(night).organizer.get(url(night, "csv")))
        assert [(line["Prize"], line["Prize in dollars"]) for line in lines[:4]] == [
            ("place 1", "18.00"),
            ("place 2", "6.00"),
            ("place 2", "6.00"),
            ("", ""),
        ]


class TestOnPaper:
    def test_names_are_those_of_the_public_unless_asked_for_in_full(self, cast, night):
        night.players.filter(number=1).update(name="Robin Hidden", display="number")
        public = cast.organizer.get(url(night, "print")).content.decode()
        assert "Robin Hidden" not in public
        assert "Player 1<" in public
        full = cast.organizer.get(url(night, "print"), {"names": "full"}).content.decode()
        assert "Robin Hidden" in full

    def test_it_says_when_of_which_version_and_without_what(self, cast, night):
        page = cast.organizer.get(url(night, "print")).content.decode()
        assert f"version {reload(night).version}" in page
        assert re.search(r"\d{1,2}:\d\d [AP]M C[SD]T", page)
        assert "Without the sheets of game 3 (being played): table 2." in page


class TestWhoMay:
    @pytest.mark.parametrize(
        ("role", "status"),
        [("organizer", 200), ("desk", 403), ("runner", 403), ("player", 302), ("stranger", 403)],
    )
    @pytest.mark.parametrize("part", [(), ("print",), ("csv",)])
    def test_only_the_host(self, cast, night, role, status, part):
        assert cast.of(role).get(url(night, *part)).status_code == status

    def test_nothing_is_sent_here(self, cast, night):
        for part in ((), ("print",), ("csv",)):
            assert cast.organizer.post(url(night, *part)).status_code == 405

    def test_another_night_is_not_there(self, cast, night):
        assert cast.organizer.get(url(night).replace(night.code, "nothere2")).status_code == 404


class TestSize:
    QUERIES = 19

    def test_as_many_queries_for_many_as_for_few(self, django_assert_num_queries):
        small, large = (ready_night(size, games=2, break_after=None) for size in ((8,), (45, 20)))
        for night in (small, large):
            play_game(night, 1)
            rounds.start_game(night, HOST, number=2)
            client = cast_of(night).organizer
            for part in ((), ("print",), ("csv",)):
                with django_assert_num_queries(self.QUERIES):
                    client.get(url(night, *part))
