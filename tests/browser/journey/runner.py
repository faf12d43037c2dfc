"""A table runner with a phone: collects the paper sheets and enters them."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.journey.looks import Look
from tests.browser.journey.paper import HANDS, Paper, PaperHand
from tests.browser.journey.sending import Form, send_all

_LOOK_AT_TABLES = """async (home) => {
  const read = async (url) => new DOMParser().parseFromString(await (await fetch(url)).text(), "text/html");
  const links = [...(await read(home)).querySelectorAll("main li a")].map((link) => link.getAttribute("href"));
  return Promise.all(links.map(async (url) => {
    const page = await read(url);
    const repeats = [...page.querySelectorAll("label:has([name=pairing])")].map((choice) => choice.textContent.includes("draw again"));
    return {url, repeats, data: page.getElementById("sheet-data").textContent, where: page.title};
  }));
}"""

THIRD_DRAW = "Three draws, and each made partners of a game before"


@dataclass(frozen=True)
class Table:
    """A table of the running game as the runner's phone shows it. `chairs`: player numbers in the order of the sheet;
    `repeats`: for partner 1, 2, 3 of the first chair, whether two of the four were partners before."""

    number: int
    url: str
    chairs: tuple[int, ...]
    names: tuple[str, ...]
    shorts: tuple[str, ...]
    repeats: tuple[bool, ...]

    def is_repeat(self, partner: int) -> bool:
        return self.repeats[partner - 1]

    def fresh_partner(self, *wish: int) -> int:
        """A partner of the first chair with whom nobody at the table repeats, if there is one; `wish` first."""
        return next((p for p in (*wish, 1, 2, 3) if not self.is_repeat(p)), 1)

    def called(self, position: int) -> str:
        """ "12 Alex Sample"."""
        return f"{self.chairs[position]} {self.names[position]}"

    def side(self, positions: Sequence[int]) -> str:
        """ "Alex & Kai", the short names of a side."""
        return " & ".join(self.shorts[position] for position in positions)


class Runner:
    def __init__(self, page: Page, code: str, look: Look) -> None:
        self.page = page
        self.look = look
        self.home = f"/runner/{code}/"

    def open(self, link: str) -> None:
        self.page.goto(link)
        expect(self.page.get_by_role("heading", name="Score sheets")).to_be_visible()
        self.look(self.page, "tables, none running")

    # -- which tables ----------------------------------------------------------------------------------------------

    def tables(self) -> dict[int, Table]:
        """All tables of the running game, by number."""
        seen: list[dict[str, Any]] = self.page.evaluate(_LOOK_AT_TABLES, self.home)
        return {table.number: table for table in map(_table, seen)}

    def go_to(self, table: Table) -> None:
        """Open a table's sheet from the list."""
        self.page.goto(self.home)
        self.look(self.page, "tables to collect")
        self.page.get_by_role("link", name=re.compile(rf"^Table {table.number}\b")).tap()
        expect(self.page.get_by_role("heading", name=f"Table {table.number}", exact=True)).to_be_visible()

    # -- one sheet by touch ----------------------------------------------------------------------------------------

    def choose_partners(self, table: Table, partner: int) -> None:
        self.look(self.page, "sheet: partners")
        pair = f"{table.called(0)} & {table.called(partner)}"
        self.page.get_by_role("radio", name=re.compile(re.escape(pair))).check()

    def enter_totals(self, table: Table, paper: Paper) -> None:
        """Both sides' points and the bump money on the number pad, and who won all five alone."""
        self.page.get_by_role("button", name="Totals", exact=True).tap()
        pad = self.page.get_by_role("group", name="Number pad")
        self.look(self.page, "sheet: totals")
        for points in paper.points:
            if points < 0:
                pad.get_by_role("button", name="Minus").tap()
            for digit in str(abs(points)):
                pad.get_by_role("button", name=digit, exact=True).tap()
            if 0 < abs(points) < 5:
                pad.get_by_role("button", name="Next").tap()
        self._enter_bumps(paper.bumps)
        if any(paper.loners):
            self.page.get_by_text(re.compile("^Loners")).tap()
        for position, count in enumerate(paper.loners):
            for _ in range(count):
                self._tap(f"One loner more for {table.called(position)}")

    def _enter_bumps(self, dollars: int) -> None:
        amounts = self.page.get_by_role("group", name="Bump money of the table")
        quick = amounts.get_by_role("button", name=f"${dollars}", exact=True)
        if quick.count():
            return quick.tap()
        amounts.get_by_role("button", name="Other amount").tap()
        pad = self.page.get_by_role("group", name="Number pad")
        for digit in str(dollars):
            pad.get_by_role("button", name=digit, exact=True).tap()
        pad.get_by_role("button", name="Done").tap()
        return None

    def enter_hands(self, table: Table, paper: Paper) -> None:
        """Hand by hand, one tap a hand but for the rare ones; the last is undone once."""
        self.begin_hands(table, paper, HANDS)
        self.page.get_by_role("button", name="Undo").tap()
        self._enter_hand(table, paper, paper.hands[-1])
        expect(self.page.get_by_role("heading", name=f"All {HANDS} hands are in")).to_be_visible()
        expect(self.page.get_by_text("Bump cup at this table")).to_be_visible()
        expect(self.page.get_by_text(f"${paper.bumps}", exact=True).first).to_be_visible()

    def begin_hands(self, table: Table, paper: Paper, count: int) -> None:
        """The first `count` hands of the sheet."""
        self.page.get_by_role("button", name="Hand by hand").tap()
        self.look(self.page, "sheet: hands")
        for hand in paper.hands[:count]:
            self._enter_hand(table, paper, hand)

    def _enter_hand(self, table: Table, paper: Paper, hand: PaperHand) -> None:
        for kind, offenders in (("Renege", hand.reneges), ("Cards tossed in", hand.tosses)):
            for offender in offenders:
                self._tap("Renege, penalty…")
                self._tap(kind)
                self._tap(table.called(offender))
        mistakes = bool(hand.reneges or hand.tosses)
        makers = 0 if hand.maker in paper.sides[0] else 1
        own, other = (table.side(paper.sides[side]) for side in (makers, 1 - makers))
        alone = ""
        if hand.ending == "lone euchre":
            alone = "Loner euchred…"
        elif hand.ending == "alone" and mistakes:
            alone = "Alone, 3 or 4…"
        if alone:
            self._tap(alone)
        elif hand.ending in ("made", "alone"):
            self._tap(f"{own}: 3 or 4 tricks")
        elif hand.ending == "march":
            self._tap(f"{own}: march")
        elif hand.ending == "euchre":
            self._tap(f"{other}: euchred them")
        if hand.ending == "lone march":
            self._tap(f"{own}: alone")
        if alone or hand.ending == "lone march":
            self._name_loner(table, hand)

    def _name_loner(self, table: Table, hand: PaperHand) -> None:
        """Asked unless only one of the side can have been alone."""
        asked = self.page.get_by_role("group", name="Who was alone?")
        if asked.count():
            asked.get_by_role("button", name=table.called(hand.maker)).tap()

    def _tap(self, label: str) -> None:
        self.page.get_by_role("button", name=re.compile(re.escape(label))).tap()

    def agree(self) -> None:
        """Both sides say yes to the numbers."""
        ticks = self.page.get_by_role("group", name="Both sides agree?").get_by_role("checkbox")
        for side in (0, 1):  # below them is the tick of those who do not agree
            ticks.nth(side).check()

    def save(self, table: Table, paper: Paper) -> None:
        self.page.get_by_role("button", name=f"Save table {table.number}: {paper.score}").tap()

    def is_saved(self, table: Table) -> None:
        expect(self.page.get_by_role("main").get_by_text(f"Table {table.number} saved")).to_be_visible()
        self.look(self.page, "sheet: saved")

    def enter(self, table: Table, paper: Paper, how: str) -> None:
        """A whole sheet by touch, from the list of tables to "saved". `how`: totals or hands."""
        self.go_to(table)
        self.choose_partners(table, paper.partner)
        if how == "hands":
            self.enter_hands(table, paper)
        else:
            self.enter_totals(table, paper)
        self.agree()
        self.save(table, paper)
        if table.is_repeat(paper.partner):
            self.is_asked("were already partners")
            self.gives_reason(THIRD_DRAW)
        self.is_saved(table)

    def is_asked(self, question: str) -> None:
        """The sheet is not saved yet: something about it is odd."""
        expect(self.page.get_by_text(question).first).to_be_visible()
        expect(self.page.get_by_label("Why are these numbers right?")).to_be_visible()
        self.look(self.page, "sheet: asked why")

    def gives_reason(self, reason: str) -> None:
        """The numbers are right all the same."""
        self.page.get_by_label("Why are these numbers right?").fill(reason)
        self.page.get_by_role("button", name="Save with this reason").tap()

    def do_not_agree(self) -> None:
        """The two sides see it differently: the sheet goes to the director."""
        self.page.get_by_label("They do not agree").check()
        self.page.get_by_role("button", name="Send to the director").tap()
        expect(self.page.get_by_text("Not everybody agrees.")).to_be_visible()
        self.look(self.page, "sheet: not agreed")

    def draw_again(self, table: Table, partner: int) -> None:
        """Back to the choice of partners; the points stay as they were typed."""
        self.page.get_by_role("button", name="Other partners").tap()
        self.choose_partners(table, partner)

    # -- the others ------------------------------------------------------------------------------------------------

    def send_the_rest(self, papers: dict[Table, Paper]) -> None:
        """The same form for many tables at once, sent as the phone sends it."""
        answers = send_all(
            self.page, [_filled(table, paper) for table, paper in papers.items()], as_json=True
        )
        for (table, paper), answer in zip(papers.items(), answers, strict=True):
            said = json.loads(answer)
            assert (said["state"], said["scores"]) == ("accepted", list(paper.points)), (table, said)


def _filled(table: Table, paper: Paper) -> Form:
    fields = {
        "how": "totals",
        "pairing": str(paper.partner),
        "scores.0": str(paper.points[0]),
        "scores.1": str(paper.points[1]),
        "bump": str(paper.bumps),
        "agree.0": "on",
        "agree.1": "on",
        **{f"loners.{position}": str(count) for position, count in enumerate(paper.loners)},
    }
    if table.is_repeat(paper.partner):
        fields |= {"confirmed": "1", "reason": THIRD_DRAW}
    return Form(table.url, "Save table", fields)


def _table(seen: dict[str, Any]) -> Table:
    data = json.loads(seen["data"])
    chairs = data["chairs"]
    return Table(
        number=data["table"],
        url=seen["url"],
        chairs=tuple(chair["number"] for chair in chairs),
        names=tuple(chair["name"] for chair in chairs),
        shorts=tuple(chair["short"] for chair in chairs),
        repeats=tuple(seen["repeats"]),
    )
