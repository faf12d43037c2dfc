"""What the short nights of the other events share: the list, the door, sheets by the same forms, the wall."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from playwright.sync_api import Page, expect

from euchre_night import first_run
from tests.browser.journey.host import Host
from tests.browser.journey.runner import Runner, Table
from tests.browser.journey.sending import Form, send_all


def unseen(page: Page, name: str) -> None:
    """The pages on the way are looked over in the great night."""


def night_of(page: Page, name: str, *, card: str, people: int, **settings: str) -> Host:
    """A host with an account and a night from a preset's card, its list filled and check-in open."""
    host = Host(page, unseen)
    host.make_account(first_run.make())
    host.make_night(name, card=card, **settings)
    host.go("Players")
    host.follow("Import a list")
    names = [f"Player {number:02}" for number in range(1, people + 1)]
    host.page.get_by_label("Or paste it here").fill("\n".join(names))
    host.press("Look at the rows")
    host.press("Save the list")
    host.is_told("players entered.")
    host.go("Control room")
    host.press("Open check-in")
    host.sees("Check-in is open")
    return host


def check_in(host: Host, button: str, **fields: str) -> None:
    """Everybody who is still expected, by the desk's own form."""
    host.page.goto(f"/desk/{host.code}/?show=expected")
    links = host.page.get_by_role("link", name="Check in ")
    urls = links.evaluate_all("all => all.map((link) => link.href)")
    send_all(host.page, [Form(url, button, fields) for url in urls])
    control(host)


def control(host: Host) -> None:
    host.page.goto(f"/nights/{host.code}/")


def runner_of(host: Host, page: Page) -> Runner:
    """A runner with a phone of their own."""
    runner = Runner(page, host.code, host.look)
    runner.page.goto(host.make_link("Robin Runner", "table runner"))
    control(host)
    return runner


def draw(host: Host) -> None:
    """Draw the rotation and publish it."""
    host.follow("Draw the rotation")
    host.press("Draw the rotation")
    host.sees("A rotation to look at")
    host.press("Publish it")
    host.is_told("The rotation is published")
    control(host)


def totals(table: Table, points: Sequence[int], **fields: str) -> Form:
    """The form of a sheet by totals, everybody agreeing."""
    return Form(
        table.url,
        "Save table",
        {
            "how": "totals",
            **({"pairing": "2"} if len(points) == 2 else {}),
            **{f"scores.{side}": str(score) for side, score in enumerate(points)},
            **{f"agree.{side}": "on" for side in range(len(points))},
            **{name.replace("__", "."): value for name, value in fields.items()},
        },
    )


def send(page: Page, *forms: Form) -> None:
    """Hand sheets in; each must be accepted."""
    for text in send_all(page, forms, as_json=True):
        assert json.loads(text)["state"] == "accepted", text


def type_points(page: Page, points: Sequence[int]) -> None:
    """On the open sheet's number pad."""
    page.get_by_role("button", name="Totals", exact=True).tap()
    pad = page.get_by_role("group", name="Number pad")
    for score in points:
        for digit in str(score):
            pad.get_by_role("button", name=digit, exact=True).tap()


def agree(page: Page, question: str = "Both sides agree?") -> None:
    """Everybody ticks."""
    ticks = page.get_by_role("group", name=question).get_by_role("checkbox")
    for tick in range(ticks.count() - 1):  # the last one is of those who do not agree
        ticks.nth(tick).check()


def save(page: Page, number: int) -> None:
    page.get_by_role("button", name=f"Save table {number}").tap()
    expect(page.get_by_role("main").get_by_text(f"Table {number} saved")).to_be_visible()


def prizes(host: Host, division: str) -> list[str]:
    """The lines of the payouts page, best first."""
    lines = host.card(division).get_by_role("listitem")
    return [" ".join(text.split()) for text in lines.all_inner_texts()]


def at_table(host: Host, number: int) -> set[str]:
    """Who sits at a table of the control room's cards."""
    card = host.page.locator(
        ".table-card", has=host.page.get_by_role("link", name=f"Table {number}", exact=True)
    )
    return {name.strip() for name in card.first.locator("bdi").all_inner_texts()}


def names_of(table: Table, positions: Sequence[int]) -> set[str]:
    return {table.names[position] for position in positions}


def hand_everything_out(host: Host) -> None:
    """Tick every prize as handed over; the night is over then."""
    buttons = host.page.get_by_role("button", name=re.compile("^(Paid cash|Handed over)"))
    for left in range(buttons.count() - 1, -1, -1):
        buttons.first.click()
        expect(buttons).to_have_count(left)
    host.go("Control room")
    host.sees("The night is over")
