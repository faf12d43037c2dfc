"""What a sheet costs: taps of a finger, bytes over the hall's network."""

import gzip
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import Page

from scoring import PRESETS
from scoring.play import Mistakes, play_game
from tests import taps as counted
from tests.browser.sheets import SheetPage, open_link
from tests.factories import HOST, ready_night, reload, running_games
from tournaments.actions import rounds

GAMES = 6
FIRST_LOAD = 60_000  # bytes
SAVE = 10_000


@pytest.fixture
def night(site):
    night = ready_night((4 * GAMES,), games=3, break_after=None)
    rounds.start_game(night, HOST, number=1)
    return reload(night)


@pytest.fixture
def runner(phone, site, night):
    return open_link(phone, site, night)


NO_MISTAKES = Mistakes()
SEEDS = (0, 1, 4, 14, 25, 5)
"""Games with scores of one and two digits, and with loners."""


def bot_games(last=NO_MISTAKES):
    """Twelve-hand games as bots play them, with euchres and loners as they come; `last`: mistakes in the last."""
    mistakes = [*[NO_MISTAKES] * (GAMES - 1), last]
    return [
        play_game(PRESETS["wemsa"], Random(seed), mistakes=kind)
        for seed, kind in zip(SEEDS, mistakes, strict=True)
    ]


def named(record):
    """The seat of each loner."""
    return [seat for seat, count in enumerate(counted.loners_of(record)) for _ in range(count)]


def enters_like_last_time(page: Page, how: str) -> None:
    """A phone opens a sheet the way it entered its last one."""
    page.goto("/sign-in/")
    page.evaluate("(how) => localStorage.setItem('euchre.how', how)", how)


def test_hand_by_hand_costs_the_taps_that_were_counted(runner, night):
    enters_like_last_time(runner, "hands")
    taps, records = [], bot_games(last=Mistakes.all_at(0.03))
    for game, record in zip(running_games(night), records, strict=True):
        sheet = SheetPage(runner, game).open().pair(2)
        for played in record.hands:
            sheet.hand(record.rules, played.hand)
        sheet.agree().save().expect_saved()
        taps.append(sheet.taps)
        assert tuple(game.sheets.get().scores) == record.side_points[:2]
    assert taps == [counted.by_hands(record) for record in records]


def test_totals_cost_the_taps_that_were_counted(runner, night):
    enters_like_last_time(runner, "totals")
    taps = []
    for game, record in zip(running_games(night), bot_games(), strict=True):
        sheet = SheetPage(runner, game).open().pair(2)
        sheet.totals(*record.side_points[:2], bump=sum(record.bump_cents) // 100).loners(
            *named(record)
        ).agree().save().expect_saved()
        taps.append(sheet.taps)
    assert taps == [counted.by_totals(record) for record in bot_games()]


def over_the_wire(response):
    """Bytes of a request and its answer. The test's server sends static files as they are; the real one sends what
    `collectstatic` compressed."""
    sizes = response.request.sizes()
    path = urlsplit(response.url).path
    if path.startswith("/static/"):
        file = finders.find(path.removeprefix("/static/"))
        assert isinstance(file, str)
        sizes["responseBodySize"] = len(gzip.compress(Path(file).read_bytes(), 9))
    return sum(sizes.values())


def answers_of(page):
    """All answers the page gets from now on."""
    answers = []
    page.on("response", lambda answer: answers.append(answer))
    return answers


def test_the_first_load_is_small(runner, night):
    answers = answers_of(runner)
    SheetPage(runner, running_games(night)[0]).open()
    runner.wait_for_load_state("networkidle")
    sizes = {urlsplit(answer.url).path: over_the_wire(answer) for answer in answers}
    assert any(path.endswith("sheet-entry.js") for path in sizes)
    assert sum(sizes.values()) < FIRST_LOAD, sizes


def test_a_save_is_small(runner, night):
    sheet = SheetPage(runner, running_games(night)[0]).open().pair(2).by_hands()
    for played in bot_games()[0].hands:
        sheet.hand(PRESETS["wemsa"], played.hand)
    sheet.agree()
    answers = answers_of(runner)
    sheet.save().expect_saved()
    assert [answer.request.method for answer in answers] == ["POST"]
    assert over_the_wire(answers[0]) < SAVE
