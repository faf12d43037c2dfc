"""The rows of tests/cases/score_sheet_cases.tsv whose typing matters, by touch: pad, keyboard or paste."""

import csv
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.sheets import SheetPage, open_link
from tests.factories import HOST, ready_night, reload, running_games
from tournaments.actions import rounds

CASES = Path(__file__).parents[1] / "cases" / "score_sheet_cases.tsv"
WHERE_TYPING_MATTERS = (
    *("S02", "S09", "S10", "S11", "S12", "S13", "S14", "S15", "S16", "S17", "S18"),
    *("S21", "S22", "S23", "S24", "S26", "S27"),
)
ON_THE_PAD = re.compile(r"-?(0|[1-9]\d?)")


def cases():
    with CASES.open(encoding="utf-8", newline="") as file:
        rows = {row["id"]: row for row in csv.DictReader(file, delimiter="\t")}
    return [rows[number] for number in WHERE_TYPING_MATTERS]


@pytest.fixture
def games(site):
    night = ready_night((4 * len(WHERE_TYPING_MATTERS),), games=3, break_after=None)
    rounds.start_game(night, HOST, number=1)
    return running_games(reload(night))


def type_in(sheet, case):
    """The points on the pad as far as it has such keys, anything else as a keyboard or the clipboard brings it."""
    page = sheet.page
    sheet.open().pair(2)
    for side, text in enumerate((case["pair1_points"], case["pair2_points"])):
        if ON_THE_PAD.fullmatch(text):
            if page.locator(f'input[name="scores.{side}"]').evaluate("e => e !== document.activeElement"):
                page.locator(f'[data-side="{side}"]').tap()
            for key in text:
                sheet.tap("Minus" if key == "-" else key, exact=True)
        else:
            page.locator(f'input[name="scores.{side}"]').fill(text)
    page.locator('input[name="bump"]').fill(case["bump_dollars"])


def test_every_row_where_typing_matters(phone, site, games, faults):
    faults.allow("status of 422")
    open_link(phone, site, games[0].tournament)
    for case, game in zip(cases(), games, strict=True):
        sheet = SheetPage(phone, game)
        type_in(sheet, case)
        if not (case["pair1_points"].strip() and case["pair2_points"].strip()):
            expect(
                phone.locator("#savebar")
            ).to_be_hidden()  # blank is never zero: there is nothing to save yet
            continue
        sheet.agree().save()
        saved, refused = phone.locator(".sync--saved"), phone.locator(".field__error:not([hidden])")
        asked = phone.get_by_role("button", name="Save with this reason")
        expect(saved.or_(refused.first).or_(asked)).to_be_visible()
        outcome = "accept" if saved.is_visible() else "confirm" if asked.is_visible() else "refuse"
        assert outcome in case["expected"], (case["id"], outcome)
        assert game.sheets.count() == (outcome == "accept"), case["id"]
        if outcome != "accept":
            kept = phone.locator('input[name="scores.0"]').input_value()
            assert kept == case["pair1_points"][:12], case["id"]  # the field takes twelve characters
            phone.evaluate("() => localStorage.clear()")
