"""Paper: every sheet whole and none blank, on A4 and Letter, in as many pages as it takes and no more (DIS-07)."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page

from tests.browser.look import assert_accessible, assert_fits
from tests.factories import ready_night
from tournaments.models import LogEntry, Player

#: Names of the import's file with long names, and what else breaks a layout.
LONG = (
    "Alexandria-Josephine Montgomery-Featherstonehaugh-Sample the Third",
    "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaft",
    "דוד כהן",
    "Chris Sample",
    "Chris Sample",
)
INCHES = {"letter": (8.5, 11.0), "a4": (8.27, 11.69)}


@pytest.fixture
def night():
    """Forty people at ten tables, some of them with names that break layouts."""
    night = ready_night((40,), games=2, break_after=None)
    for number, name in enumerate(LONG, start=1):
        Player.objects.filter(tournament=night, number=number).update(name=name)
    return night


@pytest.fixture
def page(open_page, site, night) -> Page:
    client = Client()
    client.force_login(night.organizer)
    name = settings.SESSION_COOKIE_NAME
    page: Page = open_page("laptop", base_url=site.url)
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": site.url}])
    return page


def pdf_of(page: Page, address: str) -> bytes:
    page.goto(address)
    return page.pdf(prefer_css_page_size=True, print_background=False)


def pages_in(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def size_of(pdf: bytes) -> tuple[float, float]:
    """Width and height of the first page, in inches."""
    box = re.search(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", pdf)
    assert box is not None
    return float(box[1]) / 72, float(box[2]) / 72


def cut_off(page: Page, paper: str) -> list[str]:
    """What of a sheet or card does not fit into it, as it is printed."""
    width, height = INCHES[paper]
    page.set_viewport_size({"width": round(96 * width), "height": round(96 * height)})
    page.emulate_media(media="print")
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(".half, .quarter, .print-card")].flatMap((part) =>
          part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1
            ? [`${part.getAttribute("aria-label")}: ${part.scrollWidth}x${part.scrollHeight} in ${part.clientWidth}x${part.clientHeight}`]
            : []
        )"""
    )
    page.emulate_media(media="null")
    return found


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_ten_tables_on_paper(page, night, paper):
    base = f"/print/{night.code}"
    wanted = {
        f"{base}/sheets/1/?paper={paper}": 5,
        f"{base}/sheets/1/?per=4&paper={paper}": 3,
        f"{base}/tables/?paper={paper}": 5,
        f"{base}/seating/1/?paper={paper}": 2,
    }
    for address, pages in wanted.items():
        pdf = pdf_of(page, address)
        assert pages_in(pdf) == pages, address
        assert size_of(pdf) == pytest.approx(INCHES[paper], abs=0.02), address
        assert cut_off(page, paper) == [], address
    cards = pdf_of(page, f"{base}/cards/?paper={paper}")
    assert pages_in(cards) <= 7
    assert cut_off(page, paper) == []
    shown = page.locator(".paper-tools")
    page.emulate_media(media="print")
    assert not shown.is_visible()


def test_the_pages_fit_the_screen_and_can_be_read_by_all(page, night):
    for address in ("", "sheets/1/", "sheets/1/?per=4", "tables/", "cards/", "seating/1/"):
        page.goto(f"/print/{night.code}/{address}")
        assert_accessible(page)
        if not address or address == "seating/1/":
            assert_fits(page)


def test_printing_is_remembered_once(page, night):
    page.goto(f"/print/{night.code}/sheets/1/")
    with page.expect_response(lambda answer: answer.url.endswith("/printed/")) as said:
        page.evaluate("dispatchEvent(new Event('beforeprint')); dispatchEvent(new Event('beforeprint'))")
    assert said.value.status == 204
    assert LogEntry.objects.filter(tournament=night, act="note_print").count() == 1
