"""Torrence & Knox in a real Chromium, from its card to the pot: a table's own sheet, a loser's walk, last call, a tie."""

from __future__ import annotations

import re
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from tests.browser.journey import formats, office
from tests.browser.journey.host import ZONE
from tests.browser.journey.player import PlayersPhone
from tests.browser.journey.wall import Wall
from tests.browser.look import assert_accessible, assert_fits


@pytest.mark.both_databases
def test_a_night_of_the_continuous_queue(site, open_page, faults):
    host = formats.night_of(
        open_page("laptop", base_url=site.url),
        "Game Night",
        card="Winners stay, losers walk",
        people=10,
        **{"Check-in_opens": "", "First_game": "00:00", "Last_call": "23:59"},
    )
    formats.check_in(host, "$5 in cash")
    wall = Wall(open_page("projector", base_url=site.url), host.code, formats.unseen)
    runner = formats.runner_of(host, open_page("phone", base_url=site.lan_url))
    host.press("Open the queue")
    host.sees("2 tables playing, 2 players waiting")
    expect(host.page.get_by_text("Last call").first).to_be_visible()
    first, second = (runner.tables()[number] for number in (1, 2))
    loser = PlayersPhone(open_page("phone", base_url=site.lan_url), host.code, formats.unseen)
    loser.find(first.chairs[1], first.names[1])
    loser.shows("You play at", "Table 1", "11:59 PM")

    host.go("Helpers")  # the table's own code, which its four scan
    host.page.get_by_label("Who").fill("Table 1")
    host.page.get_by_label("Job").select_option(label="scorekeeper of one table")
    host.page.get_by_label("Table", exact=True).or_(host.page.get_by_label("Table optional")).first.fill("1")
    host.press("Make the link")
    link = host.page.get_by_role("textbox", name="Link for Table 1").input_value()
    table = open_page("phone", base_url=site.lan_url)
    table.goto("/" + link.split("/", 3)[3])
    expect(table.get_by_role("heading", name="Table 1", exact=True)).to_be_visible()
    formats.type_points(table, (10, 6))
    formats.agree(table)
    formats.save(table, 1)

    loser.shows("You play at", "Table 3")  # the next other table that is free
    wall.shows("Find your seat")
    seats = wall.page.locator("[data-scene=seats]").get_by_role("listitem", include_hidden=True)
    expect(seats.filter(has_text=re.compile(r"\b3\b")).filter(has_text=first.names[1])).to_have_count(1)

    host.go("Control room")
    host.follow("Move last call")
    host.page.get_by_label("No game starts after").fill(f"{datetime.now(ZoneInfo(ZONE)):%H:%M}")
    host.press("Set last call")
    host.is_told("has passed: no new game starts")
    assert_accessible(host.page)
    assert_fits(host.page)
    wall.shows("no new game starts")
    third = runner.tables()[3]
    stopped = {"confirmed": "1", "reason": "The last hand was finished at closing time"}
    formats.send(
        host.page, formats.totals(second, (10, 3)), formats.totals(third, (8, 8), **stopped)
    )  # after last call nobody moves, so nobody is asked for an extra hand
    loser.shows("No more games", "no new game starts")

    formats.control(host)
    host.sees("All games are played")
    host.go("Standings")
    host.is_told("As of ")
    host.go("Payouts")
    office.declare_final(host)
    shown = formats.prizes(host, "Players")
    assert len(shown) == 2  # the two who walked are level at 14
    assert all("14 points" in line and "$25" in line for line in shown), shown
    assert {name for name in first.names if any(name in line for line in shown)} == {
        first.names[1],
        first.names[3],
    }
    formats.hand_everything_out(host)
