"""The wall's addresses: who may see it, what the first paint and the frame contain."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import (
    HOST,
    add_players,
    check_everybody_in,
    draw,
    make_night,
    make_organizer,
    play_game,
    post,
    ready_night,
    reload,
    running_games,
)
from tests.queue_nights import queue_night
from tournaments.actions import movement, nights, rounds
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

PAGES = ("screen:wall", "screen:frame", "screen:events", "screen:join", "screen:worker")


def url(night, name="screen:wall"):
    return reverse(name, args=[night.code])


@pytest.mark.parametrize("name", PAGES)
def test_anybody_sees_the_wall_without_signing_in(client, name):
    night = ready_night((8,))
    assert client.get(url(night, name)).status_code == 200


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_done_by_post(client, name):
    assert client.post(url(make_night(), name)).status_code == 405


@pytest.mark.parametrize("name", PAGES)
def test_a_private_night_is_there_for_its_host_alone(client, name):
    host = make_organizer()
    night = make_night(organizer=host)
    Tournament.objects.filter(pk=night.pk).update(is_private=True)
    assert client.get(url(night, name)).status_code == 404
    client.force_login(make_organizer())
    assert client.get(url(night, name)).status_code == 404
    client.force_login(host)
    assert client.get(url(night, name)).status_code == 200


@pytest.mark.parametrize("name", PAGES)
def test_a_deleted_or_unknown_night_is_not_found(client, name):
    night = make_night()
    nights.delete_night(night, HOST, typed_name=night.name)
    assert client.get(url(night, name)).status_code == 404
    assert client.get(reverse(name, args=["nosuchnight"])).status_code == 404


def test_the_frame_is_answered_304_until_the_night_changes(client):
    night = ready_night((8,))
    first = client.get(url(night, "screen:frame"))
    tag = first["ETag"]
    assert str(reload(night).version) in tag
    again = client.get(url(night, "screen:frame"), headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    nights.set_message(night, HOST, text="Pizza")
    changed = client.get(url(night, "screen:frame"), headers={"if-none-match": tag})
    assert changed.status_code == 200
    assert "Pizza" in changed.content.decode()
    assert changed["ETag"] != tag


def test_the_page_names_its_version_and_stream(client):
    night = reload(ready_night((8,)))
    page = client.get(url(night)).content.decode()
    assert f'data-live-seen="{night.version}"' in page
    assert f'data-live-url="{url(night, "screen:events")}?frames=1"' in page


@pytest.mark.parametrize(
    "query", ["?turn=-1", "?turn=x", "?turn=99999999999999999999", "?turn=²", "?pace=nan", "?pace=", "?pace=1e400",
              "?pace=%00", "?bright=2", "?turn[]=1"],
)  # fmt: skip
def test_nonsense_in_the_address_shows_the_wall(client, query):
    assert client.get(url(ready_night((8,))) + query).status_code == 200


@pytest.mark.parametrize(
    "headers", [{"last-event-id": "x" * 5000}, {"last-event-id": "\u0000"}, {"if-none-match": "x"}]
)
def test_nonsense_in_a_header_is_no_error(client, headers):
    night = make_night()
    assert client.get(url(night, "screen:events"), headers=headers).status_code == 200
    assert client.get(url(night, "screen:frame"), headers=headers).status_code == 200


def visible(html, row):
    """The texts of the list items that are not hidden, of the slide that is not."""
    slide = re.search(
        r'<div class="wall-slide"[^>]*data-foot="[^"]*"(?: data-(?:since|until)="\d+")*>(.*?)</main>',
        html,
        re.DOTALL,
    )
    assert slide
    first = slide.group(1).split('<div class="wall-slide"')[0]
    return re.findall(rf'<li class="{row}[^"]*"(?: data-who="(\d+)")?>', first)


def test_without_scripts_the_pages_still_turn_and_every_row_is_shown(client):
    night = ready_night((26, 13))
    play_game(night, 1)
    Tournament.objects.filter(pk=night.pk).update(stage="final")
    seen = set()
    for turn in range(3):
        html = client.get(url(night) + f"?turn={turn}").content.decode()
        rows = visible(html, "wall-row")
        assert 0 < len(rows) <= 20
        seen |= set(rows)
        assert f"?turn={turn + 1}" in html
    assert seen == {str(number) for number in range(1, 40)}


def test_last_call_is_announced_before_and_hangs_as_a_banner_after(client):
    night = ready_night((8,))
    rounds.start_game(night, HOST, number=1)
    for minutes, hidden in ((30, True), (-30, False)):
        movement.set_last_call(night, HOST, at=timezone.now() + timedelta(minutes=minutes))
        html = client.get(url(night, "screen:frame")).content.decode()
        (banner,) = re.findall(r'<p class="wall-banner"[^>]*>(?=.*?Last call was)', html, re.DOTALL)
        assert ("hidden" in banner) == hidden
        assert ("last call " in html) == hidden


def test_many_who_sit_out_are_counted_below_and_named_in_the_list(client):
    night = make_night(divisions=["A", "B"])
    add_players(night, 7)
    add_players(night, 7, division=1, first=8)
    check_everybody_in(night)
    draw(night)
    html = client.get(url(night, "screen:frame")).content.decode()
    assert "6 players sit out: see the list by name" in html
    assert html.count(">sits out<") == 6


def test_two_of_one_name_have_their_numbers_beside(client):
    night = make_night()
    add_players(night, 8)
    night.players.filter(name__in=["Player 01", "Player 02"]).update(name="Chris Sample")
    check_everybody_in(night)
    draw(night)
    html = client.get(url(night, "screen:frame")).content.decode()
    people = re.findall(r"<bdi>Chris Sample</bdi><span>(\d+)</span>", html)
    assert sorted(people) == ["1", "2"]


def test_names_are_escaped_and_isolated(client):
    night = make_night()
    add_players(night, 8)
    night.players.filter(name="Player 01").update(name="<b>Bold</b>")
    night.players.filter(name="Player 02").update(name="דוד שחקן")
    check_everybody_in(night)
    draw(night)
    html = client.get(url(night, "screen:frame")).content.decode()
    assert "<b>Bold" not in html
    assert "&lt;b&gt;Bold&lt;/b&gt;" in html
    assert "<bdi>דוד שחקן</bdi>" in html


def test_games_and_points_a_game_leave_the_name_its_line_on_a_narrow_screen(client):
    night = queue_night(8)
    post(running_games(night)[0], (10, 4), pairing=2)
    page = client.get(url(night, "screen:frame")).content.decode()
    assert page.count("wall-row--detail") == 4  # those who have played
    in_rounds = ready_night((8,))
    play_game(in_rounds, 1)
    assert "wall-row--detail" not in client.get(url(in_rounds, "screen:frame")).content.decode()


def test_the_code_for_phones_names_an_address_a_phone_can_open(client, monkeypatch):
    monkeypatch.setattr("euchre_night.network.lan_addresses", lambda: ["192.168.1.20"])
    night = make_night()
    page = client.get(url(night), headers={"host": "localhost:8000"}).content.decode()
    # A line may break between the two parts alone; wall.js puts the same into every new frame.
    parts = '<span class="wall-join__part">http://192.168.1.20:8000</span><wbr>'
    parts += f'<span class="wall-join__part">/night/{night.code}/</span>'
    assert page.count(parts) == 2
    page = client.get(url(night), headers={"host": "night.test"}).content.decode()
    assert '<span class="wall-join__part">http://night.test</span><wbr>' in page
    code = client.get(url(night, "screen:join"))
    assert code["Content-Type"] == "image/svg+xml"
    assert b"<svg" in code.content
