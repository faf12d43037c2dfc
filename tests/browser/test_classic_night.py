"""The classic progressive in a real Chromium, from its card to the prizes: a drawn game, its extra hand, most loners."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.journey import formats, office
from tests.browser.look import assert_accessible, assert_fits

pytestmark = pytest.mark.sqlite  # the same acts run on both databases elsewhere; here it is about the screens


def test_the_classic_progressive(site, open_page, faults):
    host = formats.night_of(
        open_page("laptop", base_url=site.url),
        "Progressive Night",
        card="Classic 8-hand progressive",
        people=8,
        Games="2",
    )
    formats.check_in(host, "$10 in cash")
    phone = formats.runner_of(host, open_page("phone", base_url=site.lan_url))
    host.press("Seat the first game")
    host.start(1)
    tables = phone.tables()
    formats.send(host.page, formats.totals(tables[1], (9, 7), loners__1="1"))

    phone.go_to(tables[2])
    formats.type_points(phone.page, (7, 7))
    asked = phone.page.get_by_role("group", name="Who won the extra hand?")
    expect(asked).to_be_visible()
    assert_accessible(phone.page)
    assert_fits(phone.page)
    asked.get_by_role("radio").nth(1).check()
    formats.agree(phone.page)
    formats.save(phone.page, 2)
    phone.page.get_by_role("link", name="See the sheet").tap()
    expect(phone.page.get_by_text("Extra hand")).to_be_visible()

    host.close(1)
    up, stay = formats.names_of(tables[2], (1, 3)), formats.names_of(tables[2], (0, 2))
    assert up < formats.at_table(host, 1)  # the winners of the extra hand moved up
    assert stay < formats.at_table(host, 2)
    host.start(2)
    tables = phone.tables()
    formats.send(host.page, formats.totals(tables[1], (8, 4)), formats.totals(tables[2], (6, 6)))
    host.page.reload()
    host.close(2)

    host.go("Payouts")
    office.declare_final(host)
    shown = formats.prizes(host, "Players")
    assert any("most loners" in line and "$10" in line for line in shown), shown
    assert any("lowest score" in line for line in shown), shown
    assert sum(float(money) for line in shown for money in re.findall(r"\$([\d.]+) Paid cash", line)) == 80
    formats.hand_everything_out(host)
