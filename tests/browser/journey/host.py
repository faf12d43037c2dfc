"""The organizer at the laptop: every step by what is written on the screen."""

from __future__ import annotations

import re
from datetime import datetime
from zoneinfo import ZoneInfo

from playwright.sync_api import Locator, Page, expect

from tests.browser.journey.looks import Look

ZONE = "America/Chicago"
PASSWORD = "nine tens and a bower"


class Host:
    """`code`: the night's, once it is made."""

    def __init__(self, page: Page, look: Look) -> None:
        self.page = page
        self.look = look
        self.code = ""

    # -- to begin with ---------------------------------------------------------------------------------------------

    def make_account(self, link: str) -> None:
        """Open the link that the first start printed."""
        page = self.page
        page.goto(link)
        self.look(page, "first run")
        page.get_by_label("Your name").fill("Harper Host")
        page.get_by_label("Name to sign in with").fill("harper")
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_label("Password confirmation").fill(PASSWORD)
        page.get_by_role("button", name="Make the account").click()
        expect(page.get_by_role("link", name="New night").first).to_be_visible()
        self.look(page, "nights")

    def make_night(self, name: str, *, card: str, **settings: str) -> None:
        """A new night from a preset's card; `settings`: labels (with _ for a space) and what to put there instead."""
        page = self.page
        page.get_by_role("link", name="New night").first.click()
        self.sees("New night")
        self.look(page, "presets")
        page.get_by_role("link", name=card).click()
        self.sees(card)
        self.look(page, "new night")
        page.get_by_label("Name of the night").fill(name)
        page.get_by_label("Place", exact=True).or_(page.get_by_label("Place optional")).first.fill(
            "Union Hall"
        )
        page.get_by_label("Date").fill(f"{datetime.now(ZoneInfo(ZONE)):%Y-%m-%d}")
        page.get_by_label("Time zone").select_option(ZONE)
        for label, value in settings.items():
            self._set(label.replace("_", " "), value)
        page.get_by_role("button", name="Make the night").click()
        self.sees("The night is being set up")
        self.code = re.findall(r"/nights/(\w+)/", page.url)[0]
        self.look(page, "control room, set up")

    def _set(self, label: str, value: str) -> None:
        field = self.page.get_by_label(re.compile(f"^{label}")).first
        if field.evaluate("field => field.localName") == "select":
            field.select_option(label=value)
        else:
            field.fill(value)

    # -- the way around --------------------------------------------------------------------------------------------

    def go(self, label: str) -> None:
        """To a page of the night by the bar on top."""
        link = self.page.get_by_role("navigation", name="This night").get_by_role(
            "link", name=label, exact=True
        )
        link.click()
        expect(link).to_have_attribute("aria-current", "page")
        self.look(self.page, label)

    def sees(self, heading: str) -> None:
        """The page with this heading is there, or comes."""
        expect(self.page.get_by_role("heading", name=heading).first).to_be_visible()

    def press(self, label: str) -> None:
        """A button of the page."""
        self.page.get_by_role("button", name=label, exact=True).click()

    def follow(self, label: str) -> None:
        """A link of the page (an empty list offers the same one twice)."""
        self.page.get_by_role("link", name=label, exact=True).first.click()

    def say_yes(self, label: str = "Yes, do it") -> None:
        """Answer the question that came up."""
        self.look(self.page, "question")
        self.page.get_by_role("dialog").get_by_role("button", name=label).click()

    def is_told(self, text: str) -> None:
        """What the page says after an act."""
        expect(self.page.get_by_role("main").get_by_text(text).first).to_be_visible()

    def card(self, title: str | re.Pattern[str]) -> Locator:
        """The part of the page under this heading."""
        return self.page.get_by_role("region", name=title)

    # -- helpers ---------------------------------------------------------------------------------------------------

    def make_link(self, name: str, job: str) -> str:
        """A helper's link; answers with its path (the rest of the address is this hall's)."""
        self.go("Helpers")
        self.page.get_by_label("Who").fill(name)
        self.page.get_by_label("Job").select_option(label=job)
        self.press("Make the link")
        self.is_told(f"The link of {name} is ready")
        self.look(self.page, "helpers with links")
        return "/" + self.page.get_by_role("textbox", name=f"Link for {name}").input_value().split("/", 3)[3]

    # -- games -----------------------------------------------------------------------------------------------------

    def start(self, number: int) -> None:
        self.press(f"Start game {number}")
        self.sees(f"Game {number} is running")
        self.look(self.page, "control room, playing")

    def close(self, number: int) -> None:
        """Close a game once the page itself says that everything is in."""
        self.press(f"Close game {number}")
        self.is_told(f"Game {number} is closed.")

    def message(self, text: str) -> None:
        """The director's line on the wall; "" takes it away."""
        self.page.get_by_label("Message on the wall").fill(text)
        self.press("Show it")

    def open_table(self, number: int) -> None:
        """A table's sheets, from the control room's cards."""
        self.page.get_by_role("link", name=f"Table {number}", exact=True).click()
        expect(self.page.get_by_role("heading", name=re.compile(rf"^Table {number},"))).to_be_visible()

    # -- sheets ----------------------------------------------------------------------------------------------------

    def decide(self, number: int, score: str) -> None:
        """Settle what the control room says is for the director: this version counts."""
        self.follow(f"Settle table {number}")
        self.sees("Which one counts?")
        self.look(self.page, "sheets to decide between")
        self.press(f"This one counts: {score}")
        self.is_told("Decided.")
        self.look(self.page, "sheets of a table")
        self.go("Control room")

    def take_sheet_back(self, number: int, reason: str) -> None:
        self.open_table(number)
        self.page.get_by_text("Take the sheet back", exact=True).click()
        self.page.get_by_label("Why the sheet is taken back").fill(reason)
        self.press("Take it back")
        self.is_told("The sheet is taken back.")
        self.go("Control room")

    def correct(self, number: int, points: tuple[int, int], reason: str, *, asked_again: bool) -> None:
        """Other points for a table of the current game, on the runners' own form. `asked_again`: about its partners."""
        self.go("Games")
        self.open_table(number)
        self.follow("Correct the sheet")
        correct_points(self.page, points, reason)
        if asked_again:
            self.press("Save with this reason")
        expect(self.page.get_by_role("main").get_by_text(f"Table {number} saved")).to_be_visible()
        self.follow("Tables")
        self.follow("Back to the night")


def correct_points(page: Page, points: tuple[int, int], reason: str) -> None:
    """Type other totals into a sheet that is open for correction, and save it."""
    page.get_by_role("button", name="Totals", exact=True).click()
    boxes = page.get_by_role("group", name="Points").get_by_role("textbox")
    for side, value in enumerate(points):
        boxes.nth(side).fill(str(value))
    page.get_by_label("Why is it corrected?").fill(reason)
    page.get_by_role("button", name=re.compile("^Save the correction")).click()
