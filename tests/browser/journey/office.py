"""The end of the night at the laptop: standings, a tie, the payouts, the till, the log."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from playwright.sync_api import expect

from tests.browser.journey.host import Host
from tests.browser.journey.reckoning import Row

_ROWS = """(table) => {
  const words = (cell) => cell.textContent.replace(/\\s+/g, " ").trim();
  const heads = [...table.tHead.rows[0].cells].map(words);
  return [...table.tBodies[0].rows].map((row) => Object.fromEntries([...row.cells].map((cell, n) => [heads[n], words(cell)])));
}"""


def standings_are(host: Host, division: str, ours: Sequence[Row]) -> None:
    """The open page of standings says of a division, row by row, what our own reckoning does."""
    table = host.page.get_by_role("region", name=f"Points of {division}").get_by_role("table")
    shown: list[dict[str, str]] = table.evaluate(_ROWS)
    assert [_as_shown(row) for row in ours] == [_of_interest(row) for row in shown]


def _as_shown(row: Row) -> dict[str, str]:
    played = {
        f"G{game}": "sat out" if points is None else str(points) for game, points in row.by_game.items()
    }
    credit = {"Sit-outs": str(row.credit) if row.sit_outs else ""} if row.anybody_sat_out else {}
    return {
        "Place": str(row.place),
        "Player": f"No. {row.number}",
        **played,
        **credit,
        "Loners": str(row.loners),
        "Games": str(row.games),
        "Total": str(row.total),
    }


def _of_interest(shown: Mapping[str, str]) -> dict[str, str]:
    """A row of the page without what our book does not hold."""
    left_out = ("Since the game before", "Won", "Bumps", "Per game")
    kept = {head: text for head, text in shown.items() if head not in left_out}
    number = re.search(r"No\. \d+", kept["Player"])
    return {**kept, "Player": number.group() if number else kept["Player"]}


def play_off(host: Host, winner: str, loser: str) -> None:
    """Sudden death between two: a hand noted wrongly is taken back, then the winner's side gains."""
    page = host.page
    host.follow("Settle the tie")
    host.sees("Tie at place 3")
    host.look(page, "tie")
    _gains(host, loser)
    host.sees("The order is complete")
    host.follow("Last hand again")
    _gains(host, winner)
    host.sees("The order is complete")
    host.look(page, "tie: order complete")
    host.press("Record this order")
    expect(page.get_by_role("button", name="Record this order")).to_have_count(0)


def _gains(host: Host, name: str) -> None:
    table = host.page.get_by_role("group", name="Seated by lot")
    side = table.locator("div").filter(has=host.page.get_by_role("button")).filter(has_text=name)
    side.get_by_role("button", name="This side gained").click()


def declare_final(host: Host) -> None:
    host.press("Declare the results final")
    host.say_yes()
    host.sees("The results are final")
    host.look(host.page, "payouts, final")


def prizes_are(host: Host, division: str, ours: Mapping[int, int], names: Mapping[int, str]) -> None:
    """The payouts page gives these cents to these players, best first, and nothing to anybody else."""
    lines = host.card(division).get_by_role("listitem")
    shown = [" ".join(text.split()) for text in lines.all_inner_texts()]
    assert len(shown) == len(ours), shown
    for line, (number, cents) in zip(shown, ours.items(), strict=True):
        assert names[number] in line, line
        assert f"No. {number} ·" in line, line
        assert f" {dollars(cents)} " in f"{line} ", line


def hand_out(host: Host, name: str, button: str = "Paid cash to {}") -> None:
    host.press(button.format(name))
    expect(host.page.get_by_role("link", name=f"Take back the prize of {name}")).to_be_visible()


def take_prize_back(host: Host, name: str, reason: str) -> None:
    """A prize ticked by mistake."""
    host.follow(f"Take back the prize of {name}")
    host.sees("Take back a prize")
    host.look(host.page, "take back a prize")
    host.page.get_by_label("Why it is taken back").fill(reason)
    host.press("Take it back")
    host.is_told("Taken back: a reversing row is in the ledger.")


def open_again(host: Host, reason: str) -> None:
    """A final night is opened once more."""
    host.page.get_by_text("Open the night again").first.click()
    host.page.get_by_label("Why the night is opened again").fill(reason)
    host.press("Open the night again")
    host.is_told("The night is open again.")


def count_till(host: Host, cash: int) -> None:
    """Count the cash box, once with a mistake; `cash`: dollars that must be there."""
    host.go("Till")
    _fill_and_press(host, "Counted in the cash box", cash + 20, "Save the count")
    host.is_told("The cash box is $20 over.")
    _fill_and_press(host, "Counted in the cash box", cash, "Save the count")
    host.is_told("The cash box agrees to the cent.")


def count_cup(host: Host, ours: Mapping[int, int]) -> None:
    """Count the bump cups (`ours`: dollars by table) against the sheets, once with two dollars still on a table."""
    page, total = host.page, sum(ours.values())
    table = page.get_by_role("region", name="Bump money by table").get_by_role("table")
    shown: list[dict[str, str]] = table.evaluate(_ROWS)
    assert {row["Table"]: row["Bumps"] for row in shown} == {
        f"Table {number}": f"${money:,}" for number, money in ours.items()
    }
    _fill_and_press(host, "Counted out of the cups", total - 2, "Count it in")
    host.is_told("Counted and sheets differ.")
    _fill_and_press(host, "Counted out of the cups", 2, "Count it in")
    host.is_told("$2 counted into the bump cup.")
    expect(page.get_by_text("Counted and sheets differ.")).to_have_count(0)
    host.look(page, "till, counted")


def _fill_and_press(host: Host, label: str, money: int, button: str) -> None:
    host.page.get_by_label(label).fill(str(money))
    host.press(button)


def log_tells(host: Host, *texts: str, **narrowed: str) -> None:
    """The log, narrowed by who or table, tells all this."""
    host.go("Log")
    for label, value in narrowed.items():
        host.page.get_by_label({"who": "Player or helper", "table": "Table"}[label], exact=True).fill(value)
    host.press("Show")
    for text in texts:
        host.is_told(text)
    host.look(host.page, "log, narrowed")


def dollars(cents: int) -> str:
    """ "$1,240" or "$2.50", as on every page."""
    whole, rest = divmod(cents, 100)
    return f"${whole:,}.{rest:02}" if rest else f"${whole:,}"
