"""A runner's phone before one sheet: what a finger does there, every tap counted."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, expect

from scoring import Hand, HandScore, RuleSet, score_hand
from tests.factories import HOST
from tests.site import Site
from tournaments.actions.links import make_link
from tournaments.models import AccessLink, Game, Tournament
from tournaments.web.access import cookie_name, token_of

OFFLINE = r"ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION|Failed to load resource"
PENALTIES = {"renege": "Renege", "toss": "Cards tossed in"}


def open_link(
    page: Page, site: Site, night: Tournament, *, name: str = "Robin", table: int | None = None
) -> Page:
    """The phone of a helper who has scanned a runner's link, or with `table` that table's own."""
    role = "table" if table else "runner"
    made = make_link(night, HOST, role=role, name=name, table_number=table)
    token = token_of(AccessLink.objects.get(pk=made["link"]))
    page.context.add_cookies([{"name": cookie_name(night), "value": token, "url": site.lan_url}])
    return page


class SheetPage:
    """The sheet of one game on a phone. `taps` counts what the finger did since the page was opened."""

    def __init__(self, page: Page, game: Game) -> None:
        self.page = page
        self.game = game
        self.url = f"/runner/{game.tournament.code}/sheets/{game.pk}/"
        self.taps = 0

    def open(self, query: str = "") -> SheetPage:
        self.page.goto(self.url + query)
        self.taps = 0
        return self

    @property
    def data(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.page.locator("#sheet-data").inner_text())
        return found

    def called(self, position: int) -> str:
        chair = self.data["chairs"][position]
        return f"{chair['number']} {chair['name']}"

    def side(self, *positions: int) -> str:
        return " & ".join(self.data["chairs"][position]["short"] for position in positions)

    def tap(self, name: str, *, exact: bool = False) -> None:
        pattern = re.compile(f"^{re.escape(name)}$" if exact else re.escape(name))
        self.page.get_by_role("button", name=pattern).tap()
        self.taps += 1

    # -- Partners, totals ------------------------------------------------------------------------------------------

    def pair(self, partner: int) -> SheetPage:
        self.page.locator(f'.choice:has([name="pairing"][value="{partner}"])').tap()
        self.taps += 1
        return self

    def totals(self, *scores: int, bump: int | None = None) -> SheetPage:
        """Scores and bump dollars, with as few taps as the pad allows."""
        for side, score in enumerate(scores):
            if self.page.locator(f'input[name="scores.{side}"]').evaluate(
                "e => e !== document.activeElement"
            ):
                self.page.locator(f'[data-side="{side}"]').tap()
                self.taps += 1
            for digit in str(score).replace("-", "–"):
                self.tap("Minus" if digit == "–" else digit, exact=True)
        if bump is not None:
            quick = self.page.get_by_role("button", name=f"${bump}", exact=True)
            if not quick.count():
                self.tap("Next", exact=True)
            self.tap(f"${bump}", exact=True)
        elif self.page.get_by_role("button", name="Done", exact=True).count():
            self.tap("Done", exact=True)
        return self

    def loners(self, *positions: int) -> SheetPage:
        """Note a loner of each of these."""
        if positions:
            self.page.locator("#loners summary").tap()
            self.taps += 1
        for position in positions:
            self.page.get_by_role("button", name="One loner more for").nth(position).tap()
            self.taps += 1
        return self

    # -- Hand by hand ----------------------------------------------------------------------------------------------

    def by_hands(self) -> SheetPage:
        self.tap("Hand by hand", exact=True)
        return self

    def hand(self, rules: RuleSet, hand: Hand) -> HandScore:
        """Enter a hand as played, partners facing each other, and give what the game scores for it."""
        score = score_hand(rules, hand)
        for penalty in hand.penalties:
            self.tap("Renege, penalty…")
            self.tap(PENALTIES[penalty.kind], exact=penalty.kind == "renege")
            self.tap(self.called(penalty.offender))
        if score.outcome == "renege":
            self._ended(rules, hand)
        else:
            self._played(rules, hand, score.outcome)
        return score

    def _ended(self, rules: RuleSet, hand: Hand) -> None:
        assert hand.maker is not None
        if hand.alone:
            self.tap(f"{self.called(hand.maker)} was alone")
        else:
            self.tap(f"{self._side_of(rules, hand.maker)} made trump")

    def _played(self, rules: RuleSet, hand: Hand, outcome: str) -> None:
        if hand.maker is None:
            return self.tap("Passed out")
        if hand.defender_alone is not None and outcome.startswith("defended"):
            self.tap("Defender alone…")
            self.tap(self.called(hand.defender_alone))
            if rules.seats == 3:
                self.tap(self._side_of(rules, hand.maker), exact=True)
            return self.tap("took all five" if outcome.endswith("five") else "took three or four")
        makers = self._side_of(rules, hand.maker)
        if outcome == "euchre" and rules.seats == 4:
            others = self.side(*(p for p in range(4) if p % 2 != hand.maker % 2))
            return self.tap(f"{others}: euchred them")
        rare = {"alone": "Alone, 3 or 4…", "lone euchre": "Loner euchred…"}.get(outcome)
        if rare and self.page.get_by_role("button", name=rare).count():
            self.tap(rare)
        else:
            plain = {"alone": "made", "lone euchre": "euchre"}.get(outcome, outcome)
            words = {"made": "3 or 4 tricks", "march": "march", "lone march": "alone", "euchre": "euchred"}
            if outcome == "lone euchre" and rules.seats == 4:
                makers = self.side(*(p for p in range(4) if p % 2 != hand.maker % 2))
            self.tap(f"{makers}: {words[plain]}")
        if hand.alone:
            self._name_loner(hand.maker)
        return None

    def _name_loner(self, maker: int) -> None:
        asked = self.page.get_by_role("group", name="Who was alone?")
        if asked.count():
            asked.get_by_role("button", name=self.called(maker)).tap()
            self.taps += 1

    def _side_of(self, rules: RuleSet, position: int) -> str:
        if rules.seats == 3:
            return self.side(position)
        return self.side(*(p for p in range(4) if p % 2 == position % 2))

    def scores(self) -> list[int]:
        """The running score as shown."""
        texts = self.page.locator("output.side__points").all_inner_texts()
        return [int(text.replace("−", "-")) for text in texts]

    # -- Agree and save --------------------------------------------------------------------------------------------

    def agree(self) -> SheetPage:
        expect(self.page.locator("#agree")).to_be_visible()
        for tick in self.page.locator(".agree__tick").all():
            tick.tap()
            self.taps += 1
        return self

    def save(self) -> SheetPage:
        self.page.locator("#savebar button").tap()
        self.taps += 1
        return self

    def expect_saved(self) -> None:
        expect(self.page.locator(".sync--saved")).to_contain_text(f"Table {self.game.table.number} saved")

    def kept(self) -> list[dict[str, Any]]:
        """What is in this phone's storage, not sent yet."""
        found: list[dict[str, Any]] = self.page.evaluate("() => euchre.outbox.all()")
        return found
