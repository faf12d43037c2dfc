"""“Where to now?” on a table's pages: its own link, the sheet just handed in, the code on its card, the helper's page."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.cast import cast_of, helper
from tests.factories import HOST, post, ready_night, running_games
from tests.queue_nights import queue_night, seats_of
from tests.web.sheet_forms import form, send
from tournaments.actions import rounds
from tournaments.models import Player, Tournament

pytestmark = pytest.mark.django_db


def text(answer):
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def onward_in(answer):
    """The part of the page, without its tags; "" where there is none."""
    page = text(answer)
    if 'id="onward"' not in page:
        return ""
    part = page.split('id="onward"')[1].split("</section>")[0]
    return "".join(bit.split(">", 1)[-1] for bit in part.split("<"))


@pytest.fixture
def night():
    return queue_night(8)


@pytest.fixture
def game(night):
    return running_games(night)[0]


def sheet_url(game, part=""):
    return f"/runner/{game.tournament.code}/sheets/{game.pk}/{part}"


def pages(night, game):
    """(client, address) of everywhere it is said."""
    table = helper(night, "table", table_number=game.table.number)
    return [
        (table, f"/runner/{night.code}/"),
        (table, f"/runner/{night.code}/now/"),
        (table, sheet_url(game)),
        (table, sheet_url(game, "onward/")),
        (table, f"/floor/{night.code}/tables/{game.table.number}/"),
        (cast_of(night).runner, sheet_url(game)),
        (Client(), f"/night/{night.code}/tables/{game.table.number}/"),
    ]


def test_every_page_of_the_table_says_where_each_of_the_four_goes(night, game):
    four = seats_of(game)
    assert not any(onward_in(client.get(address)) for client, address in pages(night, game))
    post(game, (10, 4), pairing=2)
    stay, walk = (list(Player.objects.filter(pk__in=ids)) for ids in (four[::2], four[1::2]))
    for client, address in pages(night, game):
        said = onward_in(client.get(address))
        for player in stay:
            assert f"{player.name} ({player.number}) waits at table 1 for others to come" in said
        for player in walk:
            assert f"{player.name} ({player.number}) is number" in said

    post(running_games(night)[0], (10, 4), pairing=2)
    for client, address in pages(night, game):
        said = onward_in(client.get(address))
        for player in stay:
            assert f"{player.name} ({player.number}) stays here, with " in said
        for player in walk:
            assert f"{player.name} ({player.number}) goes to table 2, with " in said


def test_the_part_refreshes_itself_by_its_own_address(night, game):
    table = helper(night, "table", table_number=1)
    page = text(table.get(sheet_url(game)))
    assert f'data-live-refresh="{sheet_url(game, "onward/")}"' in page
    assert "js/live.js" in page
    assert 'id="onward-part"' in text(table.get(sheet_url(game, "onward/")))
    public = text(Client().get(f"/night/{night.code}/tables/1/"))
    assert 'data-live-topics="seating:2' in public
    assert f'data-live-url="/wall/{night.code}/events/"' in public


def test_the_table_hands_its_sheet_in_and_is_told(night, game):
    table = helper(night, "table", table_number=1)
    assert send(table, game, form(game, ("10", "4"), pairing="2", bump=None))[0] == 200
    assert "Where to now?" in text(table.get(sheet_url(game)))


def test_an_older_sheet_of_the_table_is_no_answer(night, game):
    post(game, (10, 4), pairing=2)
    post(running_games(night)[0], (10, 4), pairing=2)
    post(next(g for g in running_games(night) if g.table.number == 1), (10, 4), pairing=2)
    table = helper(night, "table", table_number=1)
    assert onward_in(table.get(sheet_url(game))) == ""
    assert onward_in(table.get(f"/runner/{night.code}/")) != ""


def test_who_may_ask(night, game):
    cast = cast_of(night)
    address = sheet_url(game, "onward/")
    assert helper(night, "table", table_number=2).get(address).status_code == 403
    assert cast.player.get(address).status_code in (302, 303, 403)
    assert cast.stranger.get(address).status_code in (302, 303, 403, 404)
    assert cast.runner.post(address).status_code == 405
    other = running_games(queue_night(8))[0]
    assert cast.runner.get(f"/runner/{night.code}/sheets/{other.pk}/onward/").status_code == 404


def test_names_are_those_the_public_may_read():
    night = queue_night(8, public_names="number")
    game = running_games(night)[0]
    post(game, (10, 4), pairing=2)
    said = onward_in(Client().get(f"/night/{night.code}/tables/1/"))
    for number in night.players.filter(pk__in=seats_of(game)).values_list("number", flat=True):
        assert f"Player {number} ({number})" in said
        assert f"Player {number:02}" not in said


def test_a_final_night_and_a_runner_of_rounds_are_spared(night, game):
    post(game, (10, 4), pairing=2)
    Tournament.objects.filter(pk=night.pk).update(stage="final")
    assert onward_in(Client().get(f"/night/{night.code}/tables/1/")) == ""
    rounds_night = ready_night((8,), games=2, break_after=None)
    rounds.start_game(rounds_night, HOST, number=1)
    played = running_games(rounds_night)[0]
    post(played)
    assert "onward-part" not in text(cast_of(rounds_night).runner.get(sheet_url(played)))


@pytest.mark.parametrize("players", [8, 24])
def test_as_many_queries_for_a_large_night_as_for_a_small_one(players, django_assert_num_queries):
    night = queue_night(players)
    post(running_games(night)[0], (10, 4), pairing=2)
    client = Client()
    address = f"/night/{night.code}/tables/1/"
    client.get(address)
    with django_assert_num_queries(17):
        client.get(address)
