"""A helper at the desk, on a phone."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.journey.looks import Look
from tests.browser.journey.sending import Form, send_all


class Desk:
    """Works on the list of players; the host's laptop has the same page."""

    def __init__(self, page: Page, code: str, look: Look) -> None:
        self.page = page
        self.look = look
        self.home = f"/desk/{code}/"

    def open(self, link: str) -> None:
        self.page.goto(link)
        expect(self.page.get_by_role("heading", name="Players")).to_be_visible()
        self.look(self.page, "players on a phone")

    def find(self, name: str) -> Locator:
        """Search for somebody; answers with their row."""
        self.page.get_by_label("Name or number").fill(name)
        expect(self.page.get_by_text("1 shown")).to_be_attached()
        return self.row(name)

    def row(self, name: str) -> Locator:
        return self.page.get_by_role("listitem").filter(
            has=self.page.get_by_role("link", name=name, exact=True)
        )

    def check_in(self, name: str, pay: str = "$20 in cash") -> str:
        """Check somebody in and collect; answers with what the page says: "Number 7, table 2 · $20 collected."."""
        page = self.page
        self.find(name).get_by_role("link", name=f"Check in {name}").click()
        expect(page.get_by_role("heading", name=name)).to_be_visible()
        self.look(page, "a player to check in")
        consent = page.get_by_role("checkbox", name="I agree")
        if consent.count():
            consent.check()
        page.get_by_role("button", name=pay).click()
        said = page.get_by_role("status").get_by_text("Number ")
        expect(said).to_be_visible()
        self.look(page, "players, one just checked in")
        return said.inner_text()

    def undo(self, name: str) -> None:
        """Take back a check-in made a moment ago, with the money."""
        self.row(name).get_by_role("button", name="Undo").click()
        self.page.get_by_role("dialog").get_by_role("button", name="Yes, do it").click()
        expect(self.page.get_by_text("The check-in is undone.")).to_be_visible()
        self.page.get_by_role("link", name="Players", exact=True).first.click()
        expect(self.page.get_by_role("heading", name="Players")).to_be_visible()

    def add_walk_in(self, name: str, division: str) -> None:
        """Somebody who has not registered; ends on their page, not checked in yet."""
        self.page.get_by_role("link", name="Add a player").click()
        expect(self.page.get_by_role("heading", name="Add a player")).to_be_visible()
        self.look(self.page, "add a player")
        self.page.get_by_label("Name", exact=True).fill(name)
        self.page.get_by_label("Division").select_option(label=division)
        self.page.get_by_role("button", name="Add and check in").click()
        expect(self.page.get_by_role("heading", name=name)).to_be_visible()

    def take_off_the_list(self, name: str) -> None:
        """From the page of somebody who has no number yet."""
        page = self.page
        page.get_by_text("Name, contact, notes").click()
        page.get_by_role("button", name="Take off the list").click()
        page.get_by_role("dialog").get_by_role("button", name="Yes, do it").click()
        expect(page.get_by_text("Taken off the list.")).to_be_visible()
        self.look(page, "somebody who does not come")

    def check_everybody_else_in(self) -> None:
        """The long queue at the door: the same form for everybody who is not here yet, paying cash."""
        self.page.goto(f"{self.home}?show=expected")
        links = self.page.get_by_role("link", name="Check in ")
        urls = links.evaluate_all("all => all.map((link) => link.href)")
        send_all(self.page, [Form(url, "$20 in cash", {"consented": "on"}) for url in urls])
        self.page.reload()
        expect(
            self.page.get_by_text("Nobody here yet").or_(self.page.get_by_text("0 shown")).first
        ).to_be_attached()

    def people(self) -> dict[int, str]:
        """Player number -> name, of everybody on the list who has a number."""
        self.page.goto(f"{self.home}?show=in")
        rows = self.page.get_by_role("listitem").filter(has_text="Number").all_inner_texts()
        found = (re.match(r"Number\s+(\d+)\s+([^\n]+)", row) for row in rows)
        return {int(row[1]): row[2].strip() for row in found if row}
