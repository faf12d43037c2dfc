"""A void game on its page: what it means, and how it is played or counted after all."""

from __future__ import annotations

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.cast import cast_of, key
from tests.factories import (
    HOST,
    add_players,
    check_everybody_in,
    make_night,
    post,
    ready_night,
    reload,
    running_games,
)
from tests.queue_nights import queue_night
from tournaments.actions import movement, rounds
from tournaments.models import Game, LogEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    """A classic night in its first game, one table void."""
    night = make_night("classic", games=3)
    add_players(night, 9)
    check_everybody_in(night)
    movement.begin_movement(night, HOST)
    rounds.start_game(night, HOST, number=1)
    return reload(night)


@pytest.fixture
def cast(night):
    return cast_of(night)


@pytest.fixture
def game(night):
    return voided(running_games(night)[0])


def voided(game):
    rounds.void_game(game.tournament, HOST, game_id=str(game.pk), reason="A card was missing")
    return game


def page_url(game):
    return f"/nights/{game.tournament.code}/sheets/{game.pk}/"


def read(cast, game):
    return cast.organizer.get(page_url(game)).content.decode()


def send(client, game, **fields):
    fields = {"key": key(), "restore-reason": "It was found", "play": "yes", **fields}
    return client.post(f"{page_url(game)}restore/", fields)


def status(game):
    return Game.objects.get(pk=game.pk).status


def test_it_says_what_playing_it_changes_and_does_it(cast, game):
    page = read(cast, game)
    for words in (
        "This game is void",
        "play on at table 1",
        "It is no sit-out any more.",
        "Play it after all",
    ):
        assert words in page
    assert send(cast.organizer, game).status_code == 303
    assert status(game) == "running"
    page = read(cast, game)
    assert "This game is void" not in page
    assert "The table plays on." in page


def test_only_its_sheet_counts(cast, game):
    assert send(cast.organizer, game, play="").status_code == 303
    assert status(game) == "finished"
    assert "The table owes its sheet again." in read(cast, game)


def test_after_its_game_is_closed_only_that_is_offered(night, cast, game):
    post(running_games(night)[0], (9, 7), pairing=2)
    rounds.close_game(night, HOST, number=1)
    page = read(cast, game)
    assert "It cannot be played on. Game 1 is closed." in page
    assert "Play it after all" not in page
    refused = send(cast.organizer, game)
    assert refused.status_code == 422
    assert "Game 1 is closed." in refused.content.decode()
    assert status(game) == "void"


def test_in_a_queue_it_names_who_has_been_seated_since():
    night = queue_night(10)
    game = voided(running_games(night)[0])
    page = read(cast_of(night), game)
    assert "It cannot be played on. Seated elsewhere: " in page
    assert page.count(" at table 3") >= 2
    assert "Only count its sheet" in page


@pytest.mark.parametrize("reason", ["", "   ", "\x00", "x" * 301])
def test_without_a_reason_it_is_refused_and_what_was_typed_stays(cast, game, reason):
    answer = send(cast.organizer, game, **{"restore-reason": reason})
    assert answer.status_code == 422
    assert status(game) == "void"
    if len(reason) > 300:
        assert reason in answer.content.decode()


def test_pressed_twice_it_is_once(cast, game):
    fields = {"key": key()}
    for _ in range(2):
        assert send(cast.organizer, game, **fields).status_code == 303
    assert LogEntry.objects.filter(act="restore_game").count() == 1


@pytest.mark.parametrize("role", ["desk", "runner", "player", "stranger"])
def test_it_is_the_directors(cast, game, role):
    assert send(cast.of(role), game).status_code in (302, 303, 403, 404)
    assert status(game) == "void"


def test_no_act_by_get_and_no_game_of_another_night(cast, game):
    assert cast.organizer.get(f"{page_url(game)}restore/").status_code == 405
    other = ready_night((8,))
    address = f"/nights/{other.code}/sheets/{game.pk}/restore/"
    assert cast_of(other).organizer.post(address, {"key": key(), "play": "yes"}).status_code in (404, 422)
    unknown = f"/nights/{game.tournament.code}/sheets/{uuid.uuid4()}/restore/"
    assert cast.organizer.post(unknown, {"key": key(), "play": "yes"}).status_code in (404, 422)
    assert status(game) == "void"


class TestWhatVoidMeans:
    def note(self, night, game):
        return read(cast_of(night), game).split('id="void"')[1].split("Its sheets are taken back")[0]

    def test_in_rounds_lots_say_who_moves(self, night):
        assert "Lots say who moves as winners" in self.note(night, running_games(night)[1])

    def test_in_a_queue_two_stay(self):
        night = queue_night(9)
        assert "Two stay at the table and two walk to the line" in self.note(night, running_games(night)[0])

    def test_and_the_message_says_which_two(self):
        night = queue_night(9)
        game, client = running_games(night)[0], cast_of(night).organizer
        answer = client.post(f"{page_url(game)}void/", {"key": key(), "void-reason": "Cards"}, follow=True)
        assert "wait at table 1 for others to come. To the line: " in answer.content.decode()

    def test_once_they_have_moved_on_nobody_moves(self):
        night = queue_night(9)
        game = running_games(night)[0]
        post(game, (10, 4), pairing=2)
        assert "everybody plays on where they are now" in self.note(night, game)

    def test_by_a_schedule_it_is_a_sit_out(self):
        night = ready_night((8,))
        rounds.start_game(night, HOST, number=1)
        note = self.note(night, running_games(night)[0])
        assert "like a scheduled sit-out" in note
        assert "Lots" not in note


def test_queries_are_as_many_for_forty_as_for_nine():
    taken = []
    for size in (9, 40):
        night = queue_night(size)
        game, client = voided(running_games(night)[0]), cast_of(night).organizer
        with CaptureQueriesContext(connection) as queries:
            client.get(page_url(game))
        taken.append(len(queries))
    assert taken[0] == taken[1]
