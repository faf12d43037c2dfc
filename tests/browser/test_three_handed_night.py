"""Three-handed euchre in a real Chromium: a lone defence hand by hand, two who reach ten together, a pot in three."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.journey import formats, office
from tests.browser.look import assert_accessible, assert_fits

pytestmark = pytest.mark.sqlite  # the same acts run on both databases elsewhere; here it is about the screens


def test_a_night_of_three_handed_euchre(site, open_page, faults):
    host = formats.night_of(
        open_page("laptop", base_url=site.url),
        "Three Hand",
        card="Three-handed euchre",
        people=6,
        Games="1",
    )
    formats.check_in(host, "$5 in cash")
    phone = formats.runner_of(host, open_page("phone", base_url=site.lan_url))
    formats.draw(host)
    host.start(1)
    tables = phone.tables()
    first, second = tables[1], tables[2]
    formats.send(host.page, formats.totals(second, (10, 4, 7)))

    phone.go_to(first)
    page = phone.page
    page.get_by_role("button", name="Hand by hand").tap()
    for result in ("took all five", "took all five", "took three or four"):
        page.get_by_role("button", name="Defender alone…").tap()
        page.get_by_role("button", name=first.called(1)).tap()
        page.get_by_role("group", name="Who made trump?").get_by_role("button", name=first.shorts[0]).tap()
        page.get_by_role("button", name=result).tap()
    expect(page.get_by_role("heading", name="Over: first to 10")).to_be_visible()
    assert_accessible(page)
    assert_fits(page)
    formats.agree(page, "All three agree?")
    page.get_by_role("button", name="Save table 1: 0–10–10").tap()
    expect(page.get_by_role("main").get_by_text("Table 1 saved")).to_be_visible()

    host.page.reload()
    host.close(1)
    host.go("Payouts")
    office.declare_final(host)
    shown = formats.prizes(host, "Players")
    assert len(shown) == 3
    assert all("10 points" in line and "$10" in line for line in shown), shown
    for name in (first.names[1], first.names[2], second.names[0]):
        assert any(name in line for line in shown)
    formats.hand_everything_out(host)
