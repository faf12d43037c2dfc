"""Game n with every table, and one game's sheets: settle, take back, void."""

import uuid

import pytest

from tests.cast import cast_of, key
from tests.factories import HOST, make_night, play_game, post, ready_night, reload, running_games
from tournaments.actions import prizes, rounds
from tournaments.models import Game, ScoreSheet

pytestmark = pytest.mark.django_db
State = ScoreSheet.State


@pytest.fixture
def night():
    return ready_night((9,), games=3, break_after=None)


@pytest.fixture
def cast(night):
    return cast_of(night)


@pytest.fixture
def game(night):
    rounds.start_game(night, HOST, number=1)
    return running_games(night)[0]


def url(night, *parts):
    return "/".join(["", "nights", night.code, *map(str, parts), ""])


def page_of(cast, night, *parts):
    return cast.organizer.get(url(night, *parts)).content.decode()


def act(cast, night, game, name, **form):
    return cast.organizer.post(url(night, "sheets", game.pk, name), {"key": key(), **form})


class TestGames:
    def test_the_menu_leads_to_the_current_game(self, cast, night):
        """DIS-10."""
        games = url(night, "games")
        assert cast.organizer.get(games)["Location"] == url(night, "games", 1)
        play_game(night, 1)
        assert cast.organizer.get(games)["Location"] == url(night, "games", 2)
        rounds.start_game(night, HOST, number=2)
        assert cast.organizer.get(games)["Location"] == url(night, "games", 2)

    def test_an_earlier_game_says_so(self, cast, night):
        play_game(night, 1)
        page = page_of(cast, night, "games", 1)
        assert "earlier game" in page
        assert url(night, "games", 2) in page
        assert "earlier game" not in page_of(cast, night, "games", 2)

    def test_each_table_shows_who_and_what_became_of_the_sheet(self, cast, night, game):
        other = running_games(night)[1]
        post(game, (14, 9))
        post(other, (12, 11), agreed=False)
        page = page_of(cast, night, "games", 1)
        assert "1 of 2 sheets in · 1 disputed" in page
        for seat in (*game.seats.all(), *other.seats.all()):
            assert f"<bdi>{seat.player.name}</bdi>" in page
        assert "Robin Runner" in page
        assert "Sitting out" in page

    @pytest.mark.parametrize("number", ["0", "4", "999999999", "9999999999999999999999"])
    def test_a_game_that_does_not_exist_is_not_found(self, cast, night, number):
        assert cast.organizer.get(url(night, "games", number)).status_code == 404

    def test_before_the_draw_there_are_none(self):
        night = make_night()
        assert "No games yet" in page_of(cast_of(night), night, "games")


class TestASheet:
    def test_it_shows_the_seats_and_leads_to_the_form(self, cast, night, game):
        page = page_of(cast, night, "sheets", game.pk)
        for seat in game.seats.all():
            assert f"<bdi>{seat.player.name}</bdi>" in page
        assert f"/runner/{night.code}/sheets/{game.pk}/" in page
        assert "Enter the sheet" in page

    def test_what_counts_is_shown_with_who_entered_it(self, cast, night, game):
        post(game, (14, 9))
        page = page_of(cast, night, "sheets", game.pk)
        assert "What counts" in page
        assert "Robin Runner" in page
        assert "“<bdi>as played</bdi>”" in page
        assert "Correct the sheet" in page

    def test_two_versions_stand_side_by_side_and_one_is_chosen(self, cast, night, game):
        post(game, (14, 9))
        post(game, (9, 14))
        page = page_of(cast, night, "sheets", game.pk)
        assert page.count("This one counts:") == 2
        chosen = game.sheets.get(scores=[9, 14])
        assert act(cast, night, game, "decide", sheet_id=chosen.pk, reason="asked both").status_code == 303
        assert {s.state for s in game.sheets.all()} == {State.ACCEPTED, State.REJECTED}
        assert game.sheets.get(state=State.ACCEPTED) == chosen
        history = page_of(cast, night, "sheets", game.pk)
        assert "History" in history
        assert "not the right one" in history

    def test_a_sheet_decided_meanwhile_is_told(self, cast, night, game):
        post(game, (14, 9), agreed=False)
        chosen = game.sheets.get()
        act(cast, night, game, "decide", sheet_id=chosen.pk)
        answer = act(cast, night, game, "decide", sheet_id=chosen.pk)
        assert answer.status_code == 422
        assert "not one of those in dispute" in answer.content.decode()

    def test_taking_back_needs_a_reason_and_keeps_the_history(self, cast, night, game):
        """SCO-12."""
        post(game, (14, 9))
        assert act(cast, night, game, "clear").status_code == 422
        assert act(cast, night, game, "clear", **{"clear-reason": "  "}).status_code == 422
        assert act(cast, night, game, "clear", **{"clear-reason": "wrong table"}).status_code == 303
        assert game.sheets.get().state == State.CLEARED
        page = page_of(cast, night, "sheets", game.pk)
        assert "taken back" in page
        assert "Enter the sheet" in page

    def test_voiding_needs_a_reason_and_makes_sit_outs(self, cast, night, game):
        assert act(cast, night, game, "void").status_code == 422
        assert act(cast, night, game, "void", **{"void-reason": "cards short"}).status_code == 303
        game.refresh_from_db()
        assert game.status == Game.Status.VOID
        assert game.round.sit_outs.count() == 1 + 4
        assert "void" in page_of(cast, night, "sheets", game.pk)

    @pytest.mark.parametrize("name", ["decide", "clear", "void"])
    @pytest.mark.parametrize(
        "form",
        [{}, {"sheet_id": "x", "reason": "\x00"}, {"sheet_id": str(uuid.uuid4()), "clear-reason": "x" * 999, "void-reason": "x" * 999}],
    )  # fmt: skip
    def test_bad_input_changes_nothing(self, cast, night, game, name, form):
        post(game, (14, 9))
        version = reload(night).version
        assert act(cast, night, game, name, **form).status_code == 422
        assert reload(night).version == version

    def test_a_final_night_offers_nothing_to_change(self, cast):
        night = ready_night(
            (8,), games=1, break_after=None, prize_tie="split", organizer=cast.night.organizer
        )
        play_game(night, 1)
        prizes.finalise(night, HOST)
        game = night.games.first()
        page = page_of(cast, night, "sheets", game.pk)
        assert "Correct the sheet" not in page
        assert "Take it back" not in page
        assert act(cast, night, game, "clear", **{"clear-reason": "late"}).status_code == 422

    def test_a_game_of_another_night_is_not_found(self, cast, night):
        """SEC-02."""
        other = ready_night((8,))
        rounds.start_game(other, HOST, number=1)
        theirs = running_games(other)[0]
        post(theirs)
        version = reload(other).version
        assert cast.organizer.get(url(night, "sheets", theirs.pk)).status_code == 404
        for name in ("decide", "clear", "void"):
            form = {"clear-reason": "x", "void-reason": "x", "sheet_id": theirs.sheets.get().pk}
            assert act(cast, night, theirs, name, **form).status_code == 404
        assert reload(other).version == version

    def test_sent_twice_it_is_done_once(self, cast, night, game):
        post(game)
        form = {"key": key(), "clear-reason": "wrong table"}
        for _ in range(2):
            assert cast.organizer.post(url(night, "sheets", game.pk, "clear"), form).status_code == 303
        assert night.log.filter(act="clear_sheet").count() == 1

    @pytest.mark.parametrize("role", ["desk", "runner", "stranger"])
    def test_only_the_host_settles(self, cast, night, game, role):
        post(game, agreed=False)
        assert cast.of(role).get(url(night, "sheets", game.pk)).status_code == 403
        for name in ("decide", "clear", "void"):
            form = {"sheet_id": game.sheets.get().pk, "clear-reason": "x", "void-reason": "x"}
            assert cast.of(role).post(url(night, "sheets", game.pk, name), form).status_code == 403
        assert game.sheets.get().state == State.CONTESTED

    def test_acts_take_a_post(self, cast, night, game):
        for name in ("decide", "clear", "void"):
            assert cast.organizer.get(url(night, "sheets", game.pk, name)).status_code == 405


def test_a_game_takes_the_same_number_of_queries_at_every_size(django_assert_max_num_queries):
    taken = []
    for size in (8, 40):
        night = ready_night((size,))
        play_game(night, 1)
        cast = cast_of(night)
        with django_assert_max_num_queries(15) as context:
            cast.organizer.get(url(night, "games", 1))
        taken.append(len(context.captured_queries))
    assert taken[0] == taken[1]
