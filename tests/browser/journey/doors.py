"""Before the first game: the list, open doors, the draw."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.journey.host import Host
from tests.browser.journey.wall import Wall


def upload(host: Host, list_of_players: Path, people: int) -> None:
    """A file of sign-ups: look at every row, then save."""
    host.go("Players")
    host.follow("Import a list")
    host.sees("Import a list")
    host.look(host.page, "import")
    host.page.get_by_label("A CSV file").set_input_files(list_of_players)
    _save(host, f"{list_of_players.name}: {people} to enter", people)


def paste(host: Host, names: list[str]) -> None:
    """Names one a line."""
    host.go("Players")
    host.follow("Import a list")
    host.page.get_by_label("Or paste it here").fill("\n".join(names))
    _save(host, f"pasted lines: {len(names)} to enter", len(names))


def _save(host: Host, told: str, people: int) -> None:
    host.press("Look at the rows")
    host.is_told(told)
    host.look(host.page, "import: check")
    host.press("Save the list")
    host.is_told(f"{people} players entered.")


def open_the_doors(host: Host, wall: Wall, expected: int) -> None:
    """Check-in is open, and the wall says how many of the (first) division are still to come."""
    host.go("Control room")
    host.press("Open check-in")
    host.sees("Check-in is open")
    wall.shows(f"{expected} more expected")
    wall.look(wall.page, "wall: welcome")


def draw(host: Host, wall: Wall) -> None:
    """Draw, look, publish; the wall shows the seats at once. Ends in the control room."""
    host.follow("Draw the rotation")
    host.press("Draw the rotation")
    host.sees("A rotation to look at")
    host.look(host.page, "proposal")
    host.press("Publish it")
    host.is_told("The rotation is published")
    host.follow("By player")  # by table it is the chart of the proposal
    expect(host.page.get_by_role("link", name="By player").first).to_have_attribute("aria-current", "page")
    host.look(host.page, "rotation")
    wall.shows("Game 1 · find your seat")
    wall.look(wall.page, "wall: seats")
    host.go("Control room")
