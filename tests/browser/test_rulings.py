"""Rulings and house rules in a browser: picking cards by thumb, by keyboard and without scripts; axe; paper."""

import pytest
from playwright.sync_api import expect

from tests.browser.look import assert_accessible, assert_accessible_by_night, assert_fits
from tests.browser.sheets import SheetPage, open_link
from tests.factories import HOST, ready_night, reload, running_games
from tournaments.actions import rounds
from tournaments.actions.sheets import post_sheet

RENEGE = "trump=hearts&led=9H&hand=JD&hand=AS&hand=KH&hand=9C&hand=10C&played=AS&alone=maker&ask=1"
QUESTIONS = [
    "",
    "trick/",
    "trick/?trump=hearts&card0=AS&card1=KS&card2=JD&card3=9H&ask=1&deck=four",
    f"renege/?{RENEGE}",
    "call/?call=spades&round=2&turn_up=9H&hand=JC&hand=AD&hand=KH&hand=9C&hand=10C&ask=1",
    "misdeal/?what=exposed&ask=1",
    "lead/?maker=3&alone=yes&ask=1",
    "dealer/?seed=a",
    "partners/",
    "hand/?tricks=2&alone=yes&renege=1&ask=1",
]


@pytest.fixture
def night(site):
    night = ready_night((8,), games=3, break_after=None)
    night.players.filter(number=1).update(name="Alexandra Montgomery-Featherstonehaugh the Third")
    rounds.start_game(night, HOST, number=1)
    return reload(night)


def pick(page, deck, name):
    page.get_by_role("group", name=deck, exact=True).get_by_label(name, exact=True).check()


def test_a_trick_by_thumb_each_deck_opens_the_next(phone, site, night):
    open_link(phone, site, night).goto(f"/runner/{night.code}/rulings/")
    phone.get_by_role("link", name="Who takes the trick?").tap()
    phone.get_by_label("Hearts", exact=True).check()
    decks = phone.locator("details.picker")
    assert [deck.get_attribute("open") is not None for deck in decks.all()] == [True, False, False, False]
    for place, (deck, card) in enumerate(
        (
            ("The card led", "ace of spades"),
            ("Left of the leader", "king of spades"),
            ("Across from the leader", "jack of diamonds"),
            ("Right of the leader", "nine of hearts"),
        )
    ):
        pick(phone, deck, card)
        expect(decks.nth(place).get_by_role("img", name=card)).to_be_visible()
        expect(decks.nth(place)).not_to_have_attribute("open", "")
    decks.nth(1).locator("summary").tap()
    expect(decks.nth(1).locator('input[value="AS"]')).to_be_disabled()  # it lies on the table already
    phone.get_by_role("button", name="Who takes it?").tap()
    expect(phone.get_by_role("heading", name="The player across from the leader")).to_be_visible()
    address = phone.url
    phone.reload()
    assert phone.url == address
    expect(phone.get_by_role("heading", name="The player across from the leader")).to_be_visible()


def test_by_keyboard_a_deck_stays_open_and_enter_asks(open_page, site, night):
    laptop = open_page("laptop", base_url=site.lan_url)
    open_link(laptop, site, night).goto(f"/runner/{night.code}/rulings/misdeal/")
    laptop.get_by_label("Somebody holds nothing but nines and tens").check()
    deck = laptop.locator("details.picker")
    for code in ("9S", "10S", "9H", "10H", "9C"):
        laptop.locator(f'input[value="{code}"]').focus()
        laptop.keyboard.press("Space")
    expect(deck).to_have_attribute("open", "")
    expect(deck.locator("summary")).to_contain_text("5 of 5")
    laptop.keyboard.press("Enter")
    expect(laptop.get_by_role("heading", name="No misdeal")).to_be_visible()


def test_without_scripts_every_deck_is_open(open_page, site, night):
    page = open_page("phone", base_url=site.lan_url, java_script_enabled=False)
    open_link(page, site, night).goto(f"/runner/{night.code}/rulings/trick/")
    assert page.locator("details.picker[open]").count() == 4
    page.get_by_label("Hearts", exact=True).check()
    for place, code in enumerate(("AS", "KS", "JD", "9H")):
        page.locator(f'input[name="card{place}"][value="{code}"]').check()
    page.get_by_role("button", name="Who takes it?").tap()
    expect(page.get_by_role("heading", name="The player across from the leader")).to_be_visible()


def test_from_a_renege_to_the_sheet_being_entered(phone, site, night):
    game = running_games(night)[1]
    open_link(phone, site, night).goto(f"/runner/{night.code}/rulings/renege/?{RENEGE}")
    phone.get_by_label("At which table?").select_option(label="Table 2")
    phone.get_by_role("button", name="Go to this table").tap()
    name = game.seats.select_related("player").get(position=3).player.name
    phone.get_by_role("link", name=name).tap()
    expect(phone.get_by_role("heading", name="Table 2", level=1)).to_be_visible()
    sheet = SheetPage(phone, game).pair(2)
    expect(phone.locator("[name='penalty.0.kind']")).to_have_value("renege")
    expect(phone.locator("[name='penalty.0.offender']")).to_have_value("3")
    sheet.by_hands()
    expect(phone.locator("#hands .notice")).to_contain_text("Renege: ")
    sheet.tap(f"{sheet.side(0, 2)}: 3 or 4 tricks")
    assert sheet.scores() == [1, -2]  # the team of seat 3 loses 2 (WEMSA)


def test_a_renege_found_out_after_the_sheet_was_in_hand_by_hand(phone, site, night):
    game = running_games(night)[0]
    hands = [{"maker": 0, "tricks": 3, "caller_known": False, "penalties": []}] * 12
    content = {"pairing": 2, "hands": hands}
    common = {"game_id": str(game.pk), "game_revision": game.revision, "agreed": True}
    post_sheet(night, HOST, content=content, **common)
    open_link(phone, site, night).goto(f"/runner/{night.code}/sheets/{game.pk}/?renege=1")
    expect(phone.get_by_role("heading", name="In which hand did")).to_be_visible()
    phone.get_by_role("button", name="Hand 5", exact=False).tap()
    sheet = SheetPage(phone, game)
    assert sheet.scores() == [12, -2]
    expect(phone.locator("#hands .line__value")).to_have_text("$2")
    assert_fits(phone)
    assert_accessible(phone)
    phone.locator("#savebar button").tap()
    sheet.expect_saved()
    stored = game.sheets.get(state="accepted")
    assert (stored.scores, stored.bump_cents) == ([12, -2], 200)
    assert stored.hands.get(number=5).data["penalties"][0]["offender"] == 1


def test_everybody_can_use_them(open_page, site, night):
    page = open_page("phone", base_url=site.lan_url)
    open_link(page, site, night)
    game = running_games(night)[0].pk
    for question in [
        *QUESTIONS,
        f"partners/?seed=ab&game={game}",
        f"renege/?{RENEGE}&game={game}",
    ]:
        page.goto(f"/runner/{night.code}/rulings/{question}")
        assert_fits(page)
        assert_accessible_by_night(page)
    page.goto(f"/night/{night.code}/house-rules/")
    assert_fits(page)
    assert_accessible_by_night(page)


def test_what_is_wrong_is_said_at_its_deck(phone, site, night, faults):
    faults.allow("status of 422")
    open_link(phone, site, night).goto(
        f"/runner/{night.code}/rulings/renege/?{RENEGE.replace('played=AS', 'played=QS')}"
    )
    expect(phone.get_by_role("alert")).to_contain_text("is not in the hand")
    expect(phone.locator("details.picker[open] #error-played")).to_be_visible()
    assert_accessible(phone)


def test_house_rules_on_paper_are_black_on_white_in_any_theme(open_page, site, night):
    page = open_page("laptop", base_url=site.url, color_scheme="dark")
    page.goto(f"/night/{night.code}/house-rules/")
    page.emulate_media(media="print")
    expect(page.locator(".phone-bar")).to_be_hidden()
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    colors = page.locator(".rules-part li").first.evaluate(
        "(line) => [getComputedStyle(document.body).backgroundColor, getComputedStyle(line).color]"
    )
    assert colors == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]
