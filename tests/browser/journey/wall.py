"""The projector: opened once, looked at from afar, never touched."""

from __future__ import annotations

import time

from playwright.sync_api import Locator, Page, expect

from tests.browser.journey.looks import Look

SOON = 15_000  # ms in which the wall must show what happened, generous for a busy machine
ONE_ROUND = 15_000  # ms in which every slide has had its turn at the pace of the test


class Wall:
    """Opened at the beginning; `was_never_reloaded` at the end says that nothing loaded it anew."""

    def __init__(self, page: Page, code: str, look: Look) -> None:
        self.page = page
        self.look = look
        page.goto(f"/wall/{code}/?pace=20")
        page.evaluate("() => { window.hungUp = true }")

    def was_never_reloaded(self) -> bool:
        return self.page.evaluate("() => window.hungUp === true") is True

    def shows(self, text: str, within: int = SOON) -> None:
        """The text is on the wall now, or soon."""
        expect(self.page.get_by_text(text).locator("visible=true").first).to_be_visible(timeout=within)

    def turns_to(self, text: str, name: str) -> None:
        """One of the slides in turn shows the text; it is looked over as `name`."""
        self.shows(text, ONE_ROUND)
        self.look(self.page, f"wall: {name}")

    def clock(self) -> Locator:
        return self.page.get_by_role("timer").locator("visible=true").first

    def points(self) -> dict[int, int]:
        """Player number -> points, of every row of the standings, also of those whose turn has not come."""
        rows: list[list[str]] = self.page.evaluate(
            """() => [...document.querySelectorAll("[data-scene=standings] [data-who]")]
            .map((row) => [row.dataset.who, row.lastElementChild.textContent])"""
        )
        return {int(number): int(points) for number, points in rows}

    def deals(self, name: str, prize: str) -> None:
        """One of the cards of the awards, shown or to come, is this player's."""
        card = self.page.locator("[data-scene=awards]").get_by_role("listitem", include_hidden=True)
        expect(card.filter(has_text=name).filter(has_text=prize)).to_have_count(1)

    def has_points(self, ours: dict[int, int], within: int = SOON) -> None:
        """The standings on the wall become these."""
        end = time.monotonic() + within / 1000
        while self.points() != ours and time.monotonic() < end:
            self.page.wait_for_timeout(100)
        shown = self.points()
        assert shown == ours, {number: (shown.get(number), ours.get(number)) for number in shown | ours}
