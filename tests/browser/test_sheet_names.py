"""Long and right-to-left names on a phone of 390 px: the name gives way, the number stays and stays in front."""

import pytest

from tests.browser.look import assert_accessible, assert_fits
from tests.browser.sheets import SheetPage, open_link
from tests.factories import HOST, post, ready_night, reload, running_games
from tournaments.actions import rounds

NAMES = (
    "Alexandria Montgomery-Featherstonehaugh-Sample the Third",
    "محمد السيد عبد الرحمن",
    "X" * 80,
    "דוד כהן",
)
# Left edges of each number and of the name behind it, wherever the two stand together.
NUMBERS_AND_NAMES = """() => [...document.querySelectorAll("main bdi")].filter((name) => name.checkVisibility()).flatMap((name) => {
  const before = name.previousElementSibling ?? name.previousSibling;
  if (!before || !/^\\s*\\d+\\s*$/.test(before.textContent)) return [];
  const range = document.createRange();
  range.selectNodeContents(before);
  return [[range.getBoundingClientRect().left, name.getBoundingClientRect().left]];
})"""


def started(preset, players):
    night = ready_night((players,), preset=preset)
    for index, player in enumerate(night.players.order_by("pk")):
        player.name = NAMES[index % len(NAMES)]
        player.save(update_fields=["name"])
    rounds.start_game(night, HOST, number=1)
    return reload(night)


def check(page):
    assert_fits(page)
    assert_accessible(page)
    edges = page.evaluate(NUMBERS_AND_NAMES)
    assert all(number < name for number, name in edges), edges
    return edges


@pytest.mark.parametrize(("preset", "players"), [("wemsa", 4), ("torrence-knox-three", 3)])
def test_every_step_holds(phone, site, preset, players):
    night = started(preset, players)
    open_link(phone, site, night)
    phone.goto(f"/runner/{night.code}/")
    check(phone)
    sheet = SheetPage(phone, running_games(night)[0]).open()
    if players == 4:
        assert len(check(phone)) >= 10
        sheet.pair(2)
    phone.locator("#loners summary").tap()
    assert check(phone)
    sheet.by_hands()
    phone.locator(".keys > .key").first.tap()
    assert check(phone)
    sheet.tap("Renege, penalty…")
    sheet.tap("Renege", exact=True)
    assert len(check(phone)) >= players
    sheet.tap(sheet.called(0))
    check(phone)


def test_versions_and_confirmation_hold(phone, site):
    night = started("wemsa", 4)
    open_link(phone, site, night)
    game = running_games(night)[0]
    sheet = SheetPage(phone, game).open().pair(2).totals(14, 9, bump=4).agree()
    assert_fits(phone)
    sheet.save().expect_saved()
    assert check(phone)
    sheet.open()
    assert check(phone)
    post(game, (9, 14), pairing=2)
    sheet.open()
    assert check(phone)
