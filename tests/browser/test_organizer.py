"""The organizer's pages in a real browser: they fit, all can use them, and they stay up to date by themselves."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.look import assert_accessible, assert_fits
from tests.factories import HOST, make_organizer, play_game, post, ready_night, running_games
from tournaments.actions import nights, rounds, seat_wishes

PASSWORD = "a long enough password"


@pytest.fixture
def night(site):
    night = ready_night((12, 9), games=3, break_after=None, organizer=make_organizer("host"))
    play_game(night, 1)
    rounds.start_game(night, HOST, number=2)
    post(running_games(night)[0])
    post(running_games(night)[1], agreed=False)
    return night


def sign_in(page):
    page.goto("/sign-in/")
    page.get_by_label("Name").fill("host")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/")


PAGES = (
    "/",
    "/nights/new/",
    "/nights/new/classic/",
    "/nights/{code}/",
    "/nights/{code}/settings/",
    "/nights/{code}/rotation/",
    "/nights/{code}/rotation/?by=player",
    "/nights/{code}/rotation/{division}/why/?player=3&game=3",
    "/nights/{code}/rotation/{division}/chart/",
    "/nights/{code}/rotation/proposal/",
    "/nights/{code}/games/2/",
    "/nights/{code}/games/2/close/",
    "/nights/{code}/games/2/take-back/",
    "/nights/{code}/intermission/",
    "/nights/{code}/sheets/{game}/",
)


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_every_page_fits_and_is_for_everybody(open_page, site, night, size):
    page = open_page(size, base_url=site.url)
    sign_in(page)
    disputed = night.games.filter(sheets__state="contested").first()
    one, other = night.games.filter(round__number=3).first().seats.order_by("position")[:2]
    seat_wishes.keep_apart(night, HOST, one_id=one.player_id, other_id=other.player_id, kind="meet")
    page.goto(f"/nights/{night.code}/rotation/")
    page.get_by_role("button", name="Update the rotation").click()
    page.get_by_role("heading", name="What would change").wait_for()
    for address in PAGES:
        page.goto(address.format(code=night.code, game=disputed.pk, division=disputed.division_id))
        assert_fits(page)
        assert_accessible(page)


def test_a_sheet_comes_in_while_the_host_types_a_message(laptop, night):
    """NET-10: the words, the focus and the caret stay; the figures move on."""
    sign_in(laptop)
    laptop.goto(f"/nights/{night.code}/")
    box = laptop.get_by_label("Message on the wall")
    box.click()
    laptop.keyboard.type("Pizza is ")
    expect(laptop.get_by_text("1 of 3 sheets in")).to_be_visible()
    post(running_games(night)[0], (10, 12))
    expect(laptop.get_by_text("2 of 3 sheets in")).to_be_visible(timeout=5000)
    laptop.keyboard.type("here")
    expect(box).to_have_value("Pizza is here")
    expect(box).to_be_focused()


def test_a_question_that_is_open_is_answered_for_the_form_it_asked_about(laptop, night):
    """News that come in meanwhile must not exchange the form under the question."""
    other = ready_night((8,), games=1, break_after=None, prize_tie="split", organizer=night.organizer)
    play_game(other, 1)
    sign_in(laptop)
    laptop.goto(f"/nights/{other.code}/")
    laptop.get_by_role("button", name="Declare the results final").click()
    dialog = laptop.get_by_role("dialog")
    expect(dialog).to_be_visible()
    nights.set_message(other, HOST, text="Awards in five minutes")
    laptop.wait_for_timeout(1500)
    dialog.get_by_role("button", name="Yes, do it").click()
    expect(laptop.get_by_role("heading", name="The results are final")).to_be_visible()


def test_one_button_of_the_settings_does_not_lose_what_was_changed_elsewhere_without_asking(laptop, night):
    sign_in(laptop)
    laptop.goto(f"/nights/{night.code}/settings/")
    laptop.get_by_label("Minutes a game").fill("17")
    laptop.locator("[name=venue]").fill("The atrium")
    laptop.get_by_role("button", name="Save name, place and times").click()
    dialog = laptop.get_by_role("dialog")
    expect(dialog.get_by_text("Not saved: the settings")).to_be_visible()
    laptop.keyboard.press("Escape")
    expect(laptop.get_by_label("Minutes a game")).to_have_value("17")
    laptop.get_by_label("Minutes a game").fill("15")
    laptop.get_by_role("button", name="Save name, place and times").click()
    expect(laptop.locator("[name=venue]")).to_have_value("The atrium")
    laptop.get_by_label("Minutes a game").fill("17")
    laptop.locator("[name=venue]").fill("The cellar")
    laptop.get_by_role("button", name="Save the settings").click()
    expect(dialog.get_by_text("Not saved: name, place and times")).to_be_visible()
    dialog.get_by_role("button", name="Save this part, lose the rest").click()
    laptop.get_by_role("dialog").wait_for(state="hidden")
    night.refresh_from_db()
    assert night.venue == "The atrium"


def test_the_clock_of_the_page_runs_and_pauses(laptop, night):
    sign_in(laptop)
    laptop.goto(f"/nights/{night.code}/")
    clock = laptop.get_by_role("timer")
    expect(clock).to_have_text(re.compile(r"^1[45]:\d\d$"))
    shown = clock.inner_text()
    expect(clock).not_to_have_text(shown, timeout=3000)
    laptop.get_by_role("button", name="Pause").click()
    expect(laptop.get_by_role("button", name="Go on")).to_be_visible()
