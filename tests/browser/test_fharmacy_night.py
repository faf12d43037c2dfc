"""The Fharmacy's night in a real Chromium: a full list, no ID, a place that passes on, a renege in a loner, prizes."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.journey import formats, office
from tests.browser.look import assert_accessible, assert_fits

pytestmark = pytest.mark.sqlite  # the same acts run on both databases elsewhere; here it is about the screens


def test_first_to_ten_with_a_full_list(site, open_page, faults):
    host = formats.night_of(
        open_page("laptop", base_url=site.url),
        "Ice Festival",
        card="First to 10, 40 seats",
        people=8,
        Games="1",
        Places="7",
        Waiting_list="1",
    )
    page = host.page
    faults.allow("status of 422")  # the desk is refused once
    nobody_gets_in_without_an_id(host)
    a_place_passes_on(host)
    formats.check_in(host, "Check in", id_ok="on")
    phone = formats.runner_of(host, open_page("phone", base_url=site.lan_url))
    formats.draw(host)
    host.start(1)
    tables = phone.tables()
    four = next(table for table in tables.values() if len(table.chairs) == 4)
    three = next(table for table in tables.values() if len(table.chairs) == 3)  # those left over from fours
    formats.send(page, formats.totals(three, (9, 10, 5)))
    a_renege_in_a_loner(phone, four)

    page.reload()
    host.close(1)
    host.follow("Settle the tie")
    host.press("Draw lots")
    host.say_yes("Draw the lots")
    host.go("Payouts")
    office.declare_final(host)
    shown = formats.prizes(host, "Players")
    assert [
        word for line in shown for word in ("First prize", "Second prize", "Third prize") if word in line
    ] == [
        "First prize",
        "Second prize",
        "Third prize",
    ]
    winners = {four.names[0], four.names[2], three.names[1]}
    assert all(any(name in line for line in shown) for name in winners)
    formats.hand_everything_out(host)


def nobody_gets_in_without_an_id(host):
    """21 and over: the desk is stopped until the ID is ticked, and what was typed stays."""
    host.page.goto(f"/desk/{host.code}/?show=expected")
    host.follow("Check in Player 01")
    host.press("Check in")
    host.is_told("tick 'ID seen' before checking Player 01 in")
    host.page.get_by_role("checkbox", name="ID seen: 21 or over").check()
    host.press("Check in")
    host.is_told("Number 1")


def a_place_passes_on(host):
    """Player 07 does not come; Player 08, on the waiting list, has the place."""
    page = host.page
    page.goto(f"/desk/{host.code}/?show=waiting")
    expect(page.get_by_role("link", name="Player 08", exact=True)).to_be_visible()
    page.goto(f"/desk/{host.code}/?show=expected")
    host.follow("Player 07")
    host.press("Did not come")
    host.say_yes()
    host.is_told("A place is free: Player 08 is first on the waiting list.")
    page.goto(f"/desk/{host.code}/?show=waiting")
    host.follow("Player 08")
    host.press("Give a place")
    host.is_told("Has a place now.")


def a_renege_in_a_loner(phone, table):
    """The hand ends at once and the other side has four; two marches and a euchre later somebody has ten."""
    phone.go_to(table)
    page = phone.page
    page.get_by_role("button", name="Hand by hand").tap()
    page.get_by_role("button", name="Renege, penalty…").tap()
    page.get_by_role("button", name="Renege", exact=True).tap()
    page.get_by_role("button", name=table.called(1)).tap()
    page.get_by_role("button", name=f"{table.called(1)} was alone").tap()
    side = table.side((0, 2))
    for what in ("march", "march", "euchred them"):
        page.get_by_role("button", name=f"{side}: {what}").tap()
    expect(page.get_by_role("heading", name="Over: first to 10")).to_be_visible()
    assert_accessible(page)
    assert_fits(page)
    formats.agree(page)
    page.get_by_role("button", name=f"Save table {table.number}: 10–0").tap()
    expect(page.get_by_role("main").get_by_text(f"Table {table.number} saved")).to_be_visible()
