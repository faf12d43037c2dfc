"""Standings, a tie, payouts and the list to sign in a real browser, on a laptop and a phone, light and dark."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, expect

from tests.browser.look import assert_accessible_by_night, assert_fits
from tests.factories import night_of_points, ready_night, reload
from tests.factories import play_game as play
from tournaments.models import LedgerEntry, Player, Tournament

LONG = "Alexandria Montgomery-Featherstonehaugh-Sample the Third"


def host_page(open_page, site, night: Tournament, size: str = "laptop", **options) -> Page:
    """A page of that size on which the night's host is signed in."""
    client = Client()
    client.force_login(night.organizer)
    name = settings.SESSION_COOKIE_NAME
    page: Page = open_page(size, base_url=site.url, **options)
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": site.url}])
    return page


def rename(night: Tournament) -> None:
    """Names that break layouts: a long one, a right-to-left one, two of one name."""
    for number, name in ((1, LONG), (2, "דוד כהן"), (3, "Chris Sample"), (4, "Chris Sample")):
        Player.objects.filter(tournament=night, number=number).update(name=name)


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_every_page_fits_and_can_be_read_by_all(open_page, site, size):
    night = night_of_points((10, 10, 8, 8, 8, 3), prize_tie="playoff", shares=(50, 30, 20))
    rename(night)
    busy = ready_night((13, 9), games=8)
    play(busy, 1)
    rename(busy)
    page = host_page(open_page, site, night, size)
    other = host_page(open_page, site, busy, size)
    division = night.divisions.get().pk
    for path in ("standings/", "standings/print/", "payouts/", f"payouts/{division}/1/", "payouts/receipts/"):
        page.goto(f"/nights/{night.code}/{path}")
        assert_fits(page)
        assert_accessible_by_night(page)
    for path in ("standings/", "standings/print/", "payouts/"):
        other.goto(f"/nights/{busy.code}/{path}")
        assert_fits(other)
        assert_accessible_by_night(other)


def test_from_the_tie_to_the_last_prize(open_page, site):
    night = night_of_points((10, 10, 8, 5, 4, 3), prize_tie="playoff", shares=(50, 30, 20), buy_in_cents=1000)
    page = host_page(open_page, site, night)
    page.goto(f"/nights/{night.code}/payouts/")
    page.get_by_role("link", name="Settle the tie").click()
    first = page.locator(".playoff__side").first
    winner = first.locator(".playoff__who").inner_text().split(" (")[0].strip()
    first.get_by_role("button", name="This side gained").click()
    expect(page.locator(".order li").first).to_contain_text(winner)
    page.get_by_role("button", name="Record this order").first.click()

    page.get_by_role("button", name="Declare the results final").click()
    page.get_by_role("button", name="Yes, do it").click()
    expect(page.get_by_role("heading", name="The results are final")).to_be_visible()

    page.get_by_role("button", name=f"Paid cash to {winner}").click()
    expect(page.get_by_role("link", name=f"Take back the prize of {winner}")).to_be_visible()
    page.get_by_role("button", name="To card of Player 03").click()
    expect(page.get_by_text("2 of 3 prizes handed out.")).to_be_visible()
    paid = night.ledger.filter(kind=LedgerEntry.Kind.PAYOUT).values_list("cents", "method")
    assert sorted(paid) == [(-3000, "cash"), (-1200, "card")]

    page.get_by_role("link", name="Take back the prize of Player 03").click()
    page.get_by_label("Why it is taken back").fill("wrong line")
    page.get_by_role("button", name="Take it back").click()
    expect(page.get_by_text("1 of 3 prizes handed out.")).to_be_visible()

    page.get_by_text("Open the night again").first.click()
    page.get_by_label("Why the night is opened again").fill("table 1 was misread")
    page.get_by_role("button", name="Open the night again").click()
    expect(page.get_by_role("heading", name="Ready to be declared final")).to_be_visible()
    assert reload(night).stage == Tournament.Stage.PLAYING


def test_the_standings_download_as_a_file(open_page, site):
    night = night_of_points((10, 8, 6))
    page = host_page(open_page, site, night)
    page.goto(f"/nights/{night.code}/standings/")
    with page.expect_download() as download:
        page.get_by_role("link", name="As CSV").click()
    assert download.value.suggested_filename.endswith("America-Chicago.csv")


def test_the_printed_standings_keep_all_rows(open_page, site):
    """On paper nothing is cut off: every row of both divisions lies inside the page's width."""
    night = ready_night((21, 17), games=8)
    for number in range(1, 5):
        play(night, number)
    page = host_page(open_page, site, night)
    page.goto(f"/nights/{night.code}/standings/print/")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 703, "height": 1000})  # A4 less its margins, at 96 dots an inch
    expect(page.locator("tbody tr")).to_have_count(38)
    assert_fits(page)
    widest = page.evaluate(
        "() => Math.max(...[...document.querySelectorAll('table')].map(t => t.scrollWidth))"
    )
    assert widest <= 703
