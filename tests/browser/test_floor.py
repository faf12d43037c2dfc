"""From a player's phone to the judge and back, and an empty chair in two taps: in real browsers, live."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, expect

from tests.browser.look import assert_accessible_by_night, assert_fits
from tests.browser.sheets import open_link
from tests.factories import HOST, play_game, ready_night, running_games
from tournaments.actions import judge_calls, rounds, sanctions, score_flags
from tournaments.models import JudgeCall, Player

LONG = "Alexandria Montgomery-Featherstonehaugh-Sample the Third"


@pytest.fixture
def night():
    night = ready_night((9,), games=3, break_after=None)
    Player.objects.filter(tournament=night, number=1).update(name=LONG)
    play_game(night, 1)
    rounds.start_game(night, HOST, number=2)
    return night


def host_page(open_page, site, night, size: str = "laptop", **options) -> Page:
    client = Client()
    client.force_login(night.organizer)
    name = settings.SESSION_COOKIE_NAME
    page: Page = open_page(size, base_url=site.url, **options)
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": site.url}])
    return page


def test_a_judge_is_called_seen_by_both_at_once_and_answered(open_page, site, night):
    runner = open_link(open_page("phone", base_url=site.lan_url), site, night)
    runner.goto(f"/runner/{night.code}/")
    host = host_page(open_page, site, night)
    host.goto(f"/nights/{night.code}/")
    player = open_page("phone", base_url=site.lan_url)
    player.goto(f"/night/{night.code}/tables/1/")
    player.get_by_label("What about").fill("led out of turn")
    player.get_by_role("button", name="Call a judge").tap()
    expect(player.get_by_text("Please stay at the table and")).to_be_visible()
    for page in (runner, host):
        expect(page.get_by_role("heading", name="Judge called")).to_be_visible()
        expect(page.get_by_text("led out of turn")).to_be_visible()
    runner.get_by_role("link", name="Go there").tap()
    runner.get_by_label("What was ruled").fill("not a renege")
    runner.get_by_role("button", name="Answered").tap()
    expect(runner.get_by_role("button", name="Call a judge")).to_be_visible()
    expect(host.get_by_role("heading", name="Judge called")).to_be_hidden()
    assert JudgeCall.objects.get().answer == "not a renege"


def test_an_empty_chair_in_two_taps(open_page, site, night):
    host = host_page(open_page, site, night, "phone")
    host.goto(f"/floor/{night.code}/tables/1/")
    host.get_by_role("link", name="Empty").first.tap()
    three = host.get_by_role("listitem").filter(has_text="The others play three-handed")
    three.get_by_role("button", name="Do this").tap()
    expect(host.get_by_role("button", name="Back to who sat there before")).to_be_visible()
    assert night.games.get(table__number=1, round__number=2).size == 3


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_every_page_fits_and_can_be_read_by_all(open_page, site, night, size):
    game = running_games(night)[0]
    who = game.seats.get(position=0).player
    sanctions.warn_player(night, HOST, player_id=who.pk, kind="phone", reason="twice")
    sanctions.penalise(night, HOST, player_id=who.pk, points=-2, reason="coaching across the table")
    judge_calls.call_judge(night, HOST, table_number=1, word="was that a renege")
    played = night.games.filter(round__number=1, seats__player=who).get()
    flag = score_flags.flag_score(night, HOST, player_id=who.pk, game_id=str(played.pk), word="it was 12")
    page = host_page(open_page, site, night, size)
    for address in (
        f"/floor/{night.code}/tables/1/",
        f"/floor/{night.code}/tables/1/chair/1/",
        f"/floor/{night.code}/players/{who.pk}/",
        f"/floor/{night.code}/scores/{flag['flag']}/",
        f"/nights/{night.code}/",
        f"/night/{night.code}/tables/1/",
        f"/night/{night.code}/me/{who.key}/",
        f"/night/{night.code}/me/{who.key}/wrong/",
        f"/print/{night.code}/",
        f"/desk/{night.code}/{who.pk}/",
    ):
        page.goto(address)
        assert_fits(page)
        assert_accessible_by_night(page)
