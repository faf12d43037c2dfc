"""Printed things: the same order as the form, the plan they follow, and which paper is out of date (ROT-22, SCO-02)."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.cast import cast_of, key
from tests.factories import (
    HOST,
    add_players,
    check_everybody_in,
    draw,
    make_night,
    play_game,
    ready_night,
    reload,
    running_games,
)
from tournaments.actions import check_in, movement, rotation, rounds, scorekeepers
from tournaments.actions.empty_chair import fill_chair, undo_chair
from tournaments.models import AccessLink, Seat
from tournaments.queries.paper import old_papers
from tournaments.web.access import token_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    return ready_night((9,), games=3, break_after=None)


@pytest.fixture
def cast(night):
    return cast_of(night)


def paper(night, *parts):
    return "/".join(["", "print", night.code, *map(str, parts), ""])


def text(client, address):
    answer = client.get(address)
    assert answer.status_code == 200, address
    return " ".join(answer.content.decode().split())


def printed(client, night, what, number=""):
    return client.post(paper(night, "printed"), {"key": key(), "what": what, "number": number})


def redraw(night):
    """Somebody leaves: a new plan."""
    check_in.withdraw(night, HOST, player_id=night.players.get(number=9).pk)
    draw(reload(night))
    return reload(night)


class TestSheets:
    def test_seats_names_and_numbers_in_the_order_of_the_form(self, cast, night):
        on_paper = text(cast.organizer, paper(night, "sheets", 1))
        rounds.start_game(night, HOST, number=1)
        for game in running_games(night):
            form = text(cast.organizer, f"/runner/{night.code}/sheets/{game.pk}/")
            seats = Seat.objects.filter(game=game).order_by("position").select_related("player")
            people = [(seat.player.number, seat.player.name) for seat in seats]
            sheet = on_paper.split(f'aria-label="Table {game.table.number}"')[1].split("</section>")[0]
            paper_order = re.findall(r"<li><span>seat \d</span> <b>(\d+)</b> <bdi>([^<]+)</bdi>", sheet)
            assert [(int(number), name) for number, name in paper_order] == people
            at = [form.index(f">{number}</span> <bdi") for number, _ in people]
            assert at == sorted(at)

    def test_the_three_pairings_are_those_of_the_form_in_its_order(self, cast, night):
        page = text(cast.organizer, paper(night, "sheets", 1))
        game = night.games.get(round__number=1, table__number=1)
        numbers = list(game.seats.order_by("position").values_list("player__number", flat=True))
        sheet = page.split('aria-label="Table 1"')[1].split("</section>")[0]
        pairs = re.findall(r'class="sheet-pair">.*?</svg> (\d+) <bdi>.*?&amp; (\d+) <bdi>', sheet)
        assert [int(first) for first, _ in pairs[::2]] == numbers[:1] * 3
        with_first = [int(partner) for _, partner in pairs[::2]]
        assert with_first == numbers[1:]

    def test_as_many_hands_as_the_rules_play_and_a_box_for_the_bump_cup(self, cast, night):
        page = text(cast.organizer, paper(night, "sheets", 1))
        assert page.count("<td>12</td>") == 2
        assert "<td>13</td>" not in page
        assert "Bump $" in page

    def test_preset_partners_have_no_boxes_and_no_cup_no_bump(self):
        night = ready_night((8,), preset="fharmacy", games=2)
        page = text(cast_of(night).organizer, paper(night, "sheets", 1))
        assert "sheet-pairings" not in page
        assert "Bump" not in page
        assert "first to 10" in page

    def test_a_table_of_three_has_three_scores(self):
        night = ready_night((9,), preset="torrence-knox-three", games=2)
        page = text(cast_of(night).organizer, paper(night, "sheets", 1))
        sheet = page.split('aria-label="Table 1"')[1].split("</section>")[0]
        assert sheet.count('<td class="is-total"></td>') == 3
        assert "agrees" in sheet

    def test_the_scorekeeper_is_named(self, cast, night):
        game = night.games.get(round__number=1, table__number=1)
        other = game.seats.order_by("-player__number").first().player
        scorekeepers.name_scorekeeper(night, HOST, game_id=str(game.pk), player_id=other.pk)
        assert f"Scorekeeper: {other.number} <bdi>{other.name}</bdi>" in text(
            cast.organizer, paper(night, "sheets", 1)
        )

    def test_four_on_a_page(self, cast, night):
        assert "quarters" in text(cast.organizer, paper(night, "sheets", 1) + "?per=4&paper=a4")

    @pytest.mark.parametrize("query", ["?per=x", "?paper=a5", "?per=4&per=5", "?paper=%00"])
    def test_any_query_is_answered(self, cast, night, query):
        assert cast.organizer.get(paper(night, "sheets", 1) + query).status_code == 200

    def test_a_game_that_is_not_seated_has_none(self, cast, night):
        assert cast.organizer.get(paper(night, "sheets", 99)).status_code == 404


class TestBlankSheets:
    """For the games of a queue, where nobody knows who sits down next, and to spare."""

    @pytest.mark.parametrize(
        ("preset", "people", "scores", "said"),
        [
            ("wemsa", 4, 3, "Bump $"),  # the two sides, and the cup
            ("torrence-knox", 4, 2, "seat 1 &amp; seat 3"),
            ("torrence-knox-three", 3, 3, "three-handed"),
        ],
    )
    def test_one_for_each_table_by_the_rules_of_the_night(self, preset, people, scores, said):
        night = make_night(preset)
        add_players(night, 8)
        check_everybody_in(night)
        if preset == "torrence-knox":
            movement.begin_movement(night, HOST)
        else:
            draw(night)
        page = text(cast_of(reload(night)).desk, paper(night, "sheets", "blank"))
        assert page.count('aria-label="Table ') == night.tables.count() > 1
        sheet = page.split('aria-label="Table 1"')[1].split("</section>")[0]
        assert sheet.count("<li><span>seat ") == people
        assert sheet.count('<td class="is-total"></td>') == scores
        assert said in sheet
        assert "Player 0" not in page
        assert "game ____" in sheet

    def test_the_page_of_a_queue_says_why(self):
        night = make_night("torrence-knox")
        cast = cast_of(night)
        assert "In the queue nobody knows who sits down next" in text(cast.desk, paper(night))
        assert "There is no table yet" in text(cast.desk, paper(night, "sheets", "blank"))

    @pytest.mark.parametrize("query", ["", "?per=4", "?per=x&paper=a4"])
    def test_two_or_four_on_a_page(self, cast, night, query):
        page = text(cast.desk, paper(night, "sheets", "blank") + query)
        assert ("quarters" in page) == (query == "?per=4")

    @pytest.mark.parametrize("role", ["runner", "player", "stranger"])
    def test_not_for_everybody(self, cast, night, role):
        assert cast.of(role).get(paper(night, "sheets", "blank")).status_code == 403


class TestTheCode:
    def address_of(self, monkeypatch, client, address):
        """What the codes of a page lead to."""
        seen = []
        monkeypatch.setattr(
            "tournaments.web.printing.papers.qr_svg", lambda url, mask: seen.append(url) or ""
        )
        text(client, address)
        return seen

    def test_without_links_it_opens_the_tables_page_for_everybody(self, cast, night, monkeypatch):
        for page in (paper(night, "sheets", 1), paper(night, "tables")):
            codes = self.address_of(monkeypatch, cast.organizer, page)
            assert codes[0].endswith(f"/night/{night.code}/tables/1/")

    def test_with_links_it_opens_that_tables_form(self, cast, night, monkeypatch):
        assert cast.organizer.post(paper(night, "links"), {"key": key()}).status_code == 303
        assert night.links.filter(role="table").count() == 2
        codes = self.address_of(monkeypatch, cast.organizer, paper(night, "sheets", 1))
        link = night.links.get(role="table", table__number=1)
        assert codes[0].endswith(f"/h/{token_of(link)}/")
        rounds.start_game(night, HOST, number=1)
        game = running_games(night)[0]
        assert Client().get(f"/h/{token_of(link)}/").url == f"/runner/{night.code}/sheets/{game.pk}/"

    def test_a_player_card_opens_the_own_page(self, cast, night, monkeypatch):
        codes = self.address_of(monkeypatch, cast.organizer, paper(night, "cards"))
        player = night.players.get(number=1)
        assert codes[0].endswith(f"/night/{night.code}/me/{player.key}/")
        assert len(codes) == 9

    def test_links_are_made_once_and_by_the_host(self, cast, night):
        assert cast.desk.post(paper(night, "links"), {"key": key()}).status_code == 403
        for _ in range(2):
            cast.organizer.post(paper(night, "links"), {"key": key()})
        assert AccessLink.objects.filter(tournament=night, role="table").count() == 2


class TestCardsAndSeating:
    def test_a_card_says_number_first_table_and_every_table(self, cast, night):
        page = text(cast.organizer, paper(night, "cards"))
        card = page.split('aria-label="Player 9"')[1].split("</section>")[0]
        player = night.players.get(number=9)
        tables = [
            Seat.objects.filter(player=player, round__number=n)
            .values_list("game__table__number", flat=True)
            .first()
            for n in (1, 2, 3)
        ]
        for table in tables:
            assert f"<td>{table or 'out'}</td>" in card

    def test_seating_lists_everybody_once_by_table_and_by_name(self, cast, night):
        page = text(cast.organizer, paper(night, "seating", 1))
        by_table, by_player = page.split('id="by-player"')
        for player in night.players.all():
            assert page.count(f"<bdi>{player.name}</bdi>") == (
                2 if f"<bdi>{player.name}</bdi>" in by_table else 1
            )
            assert f"<bdi>{player.name}</bdi>" in by_player

    def test_names_as_the_public_sees_them(self):
        night = ready_night((8,), games=2, break_after=None, public_names="number")
        page = text(cast_of(night).organizer, paper(night, "seating", 1))
        assert "Player 01" not in page


class TestOutOfDate:
    def test_every_paper_says_its_plan(self, cast, night):
        for page in ("sheets/1", "cards", "seating/1"):
            assert "plan 1, " in text(cast.organizer, paper(night, page))
        night = redraw(night)
        assert "plan 2, printed" in text(cast.organizer, paper(night, "sheets", 1))

    def test_the_control_room_calls_in_what_an_older_plan_printed(self, cast, night):
        assert printed(cast.organizer, night, "sheets", 1).status_code == 204
        assert "Old paper is out" not in text(cast.organizer, f"/nights/{night.code}/")
        night = redraw(night)
        page = text(cast.organizer, f"/nights/{night.code}/")
        assert "Score sheets of game 1 printed by plan 1 of Experienced: plan 2 counts since" in page
        printed(cast.organizer, night, "sheets", 1)
        assert "Old paper is out" not in text(cast.organizer, f"/nights/{night.code}/")

    def test_two_people_swapped_are_on_the_new_sheet_with_a_new_mark(self, cast, night):
        """ROT-22: print, swap two, look at the print page."""
        one, other = (
            night.games.get(round__number=2, table__number=n).seats.get(position=0).player for n in (1, 2)
        )
        before = self.sheet(cast, night, 1)
        printed(cast.organizer, night, "sheets", 2)
        proposal = rotation.propose_swap(
            night.divisions.get(position=0), number=2, one=one.pk, other=other.pk
        )
        rotation.publish_rotation(night, HOST, proposals=[proposal])
        after = self.sheet(cast, reload(night), 1)
        assert f"<bdi>{one.name}</bdi>" in before
        assert "plan 1, printed" in before
        assert f"<b>{other.number}</b>" in after
        assert f"<b>{one.number}</b>" not in after
        assert "plan 2, printed" in after
        assert [paper.text for paper in old_papers(reload(night))]

    def sheet(self, cast, night, table):
        page = text(cast.organizer, paper(night, "sheets", 2))
        return page.split(f'aria-label="Table {table}"')[1].split("</section>")[0]

    def test_of_a_game_that_is_over_nobody_needs_new_paper(self, cast, night):
        printed(cast.organizer, night, "sheets", 1)
        printed(cast.organizer, night, "cards")
        play_game(night, 1)
        night = redraw(night)
        assert [paper.what for paper in old_papers(night)] == ["cards"]

    def test_cards_of_tables_and_blank_sheets_never_grow_old(self, cast, night):
        for what in ("tables", "blank"):
            assert printed(cast.organizer, night, what).status_code == 204
        assert old_papers(redraw(night)) == ()

    def test_where_no_plan_is_followed_other_people_at_a_table_call_it_in(self):
        """Winners move up: who comes or leaves before a game has it seated anew."""
        night = make_night("classic")
        add_players(night, 9)
        check_everybody_in(night)
        movement.begin_movement(night, HOST)
        cast = cast_of(reload(night))
        for what in ("sheets", "seating"):
            printed(cast.organizer, night, what, 1)
        assert old_papers(reload(night)) == ()
        game = night.games.get(table__number=1)
        who = game.seats.first().player
        check_in.withdraw(night, HOST, player_id=who.pk)
        assert [paper.what for paper in old_papers(reload(night))] == ["sheets", "seating"]
        page = text(cast.organizer, f"/nights/{night.code}/")
        assert re.search(r"Score sheets of game 1 printed at \d+:\d\d [AP]M: others sit at table 1", page)
        printed(cast.organizer, night, "sheets", 1)
        assert [paper.what for paper in old_papers(reload(night))] == ["seating"]
        play_game(reload(night), 1)
        assert old_papers(reload(night)) == ()

    def test_a_chair_filled_in_a_running_game_calls_its_paper_in_and_put_back_no_longer(self, cast, night):
        """Somebody misses at a table whose sheet is printed: the name on it is wrong."""
        rounds.start_game(night, HOST, number=1)
        for what in ("sheets", "seating"):
            printed(cast.organizer, night, what, 1)
        printed(cast.organizer, night, "sheets", 2)
        game = night.games.get(round__number=1, table__number=1)
        fill_chair(night, HOST, game_id=str(game.pk), game_revision=game.revision, position=0, way="house")
        assert [(paper.what, paper.number) for paper in old_papers(reload(night))] == [
            ("sheets", 1),
            ("seating", 1),
        ]
        assert "others sit at table 1 now" in text(cast.organizer, f"/nights/{night.code}/")
        undo_chair(night, HOST, game_id=str(game.pk))
        assert old_papers(reload(night)) == ()

    def test_looking_for_old_paper_takes_as_many_queries_for_many_prints(self, django_assert_num_queries):
        for times in (1, 5):
            night = make_night("classic")
            add_players(night, 8)
            check_everybody_in(night)
            movement.begin_movement(night, HOST)
            cast = cast_of(reload(night))
            for _ in range(times):
                for what in ("sheets", "seating", "cards"):
                    printed(cast.organizer, night, what, "" if what == "cards" else 1)
            with django_assert_num_queries(4):
                old_papers(night)

    @pytest.mark.parametrize(("what", "number"), [("", ""), ("king", ""), ("sheets", "99"), ("\x00", "x")])
    def test_nonsense_is_not_noted(self, cast, night, what, number):
        assert printed(cast.organizer, night, what, number).status_code == 422

    def test_neither_runner_nor_player_prints(self, cast, night):
        for role, status in (("runner", 403), ("player", 403), ("stranger", 403), ("desk", 200)):
            assert cast.of(role).get(paper(night)).status_code == status, role


@pytest.mark.parametrize(("page", "queries"), [("1", 9), ("blank", 7)])
def test_as_many_queries_for_many_tables_as_for_few(django_assert_num_queries, page, queries):
    for size in (8, 40):
        night = ready_night((size,), games=2, break_after=None)
        client = cast_of(night).organizer
        client.get(paper(night, "sheets", page))
        with django_assert_num_queries(queries):
            client.get(paper(night, "sheets", page))
