"""A player's own phone, opened once and left open."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.journey.looks import Look

SOON = (
    30_000  # ms, generous for a busy machine; phones ask anew with some jitter, so that not all ask together
)


class PlayersPhone:
    def __init__(self, page: Page, code: str, look: Look) -> None:
        self.page = page
        self.look = look
        self.home = f"/night/{code}/"

    def find(self, number: int, name: str) -> None:
        """From the night's public page to one's own: a number finds one person."""
        page = self.page
        page.goto(self.home)
        self.look(page, "public page")
        page.get_by_label("Find your seat").fill(str(number))
        page.get_by_role("button", name="Find").click()
        expect(page.get_by_role("heading", name=name)).to_be_visible()
        self.look(page, "a player's own page")

    def shows(self, *texts: str) -> None:
        """The page comes to say all this without anybody touching it."""
        for text in texts:
            expect(self.page.get_by_role("main")).to_contain_text(text, timeout=SOON)
