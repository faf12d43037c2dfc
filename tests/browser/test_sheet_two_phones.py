"""Two runners at one table, a table's own phone, and the director who decides."""

import pytest
from playwright.sync_api import expect

from tests.browser.look import assert_accessible, assert_fits
from tests.browser.sheets import SheetPage, open_link
from tests.factories import HOST, make_organizer, ready_night, reload, running_games
from tournaments.actions import rounds


@pytest.fixture
def night(site):
    night = ready_night((8,), games=3, break_after=None)
    rounds.start_game(night, HOST, number=1)
    return reload(night)


@pytest.fixture
def game(night):
    return running_games(night)[0]


@pytest.fixture
def phones(open_page, site, night, game):
    """The same table's sheet on the phones of Robin and Sam."""
    pages = [
        open_link(open_page("phone", base_url=site.lan_url), site, night, name=name)
        for name in ("Robin", "Sam")
    ]
    return [SheetPage(page, game).open() for page in pages]


def states(game):
    return sorted(game.sheets.values_list("state", flat=True))


def test_the_same_sheet_is_stored_once_and_both_are_told(phones, game):
    robin, sam = phones
    robin.pair(2).totals(14, 9, bump=4).agree().save()
    robin.expect_saved()
    sam.pair(2).totals(14, 9, bump=4).agree().save()
    expect(sam.page.locator(".sync--saved")).to_contain_text("Table 1 was in already, with the same numbers")
    assert states(game) == ["accepted"]


def test_the_second_runner_sees_both_versions_and_who_decides(phones, game):
    robin, sam = phones
    robin.pair(2).totals(14, 9, bump=4).agree().save()
    robin.expect_saved()
    sam.pair(2).totals(9, 14, bump=4).agree().save()
    versions = sam.page.get_by_role("article")
    expect(versions).to_have_count(2)
    expect(versions.first).to_contain_text("entered by Robin")
    expect(versions.last).to_contain_text("entered by Sam")
    expect(sam.page.get_by_text("The director decides which one counts")).to_be_visible()
    expect(sam.page.get_by_role("link", name="Decide which one counts")).to_have_count(0)
    assert_accessible(sam.page)
    assert_fits(sam.page)
    assert states(game) == ["contested", "contested"]


def test_the_director_decides_on_the_laptop_and_the_phone_hears_of_it(phones, open_page, site, night, game):
    robin, sam = phones
    robin.pair(2).totals(14, 9, bump=4).agree().save()
    robin.expect_saved()
    sam.pair(2).totals(9, 14, bump=4).agree().save()
    expect(sam.page.get_by_role("article")).to_have_count(2)
    sam.page.goto(f"/runner/{night.code}/")
    expect(sam.page.locator(".table-link--disputed")).to_contain_text("two versions")
    laptop = open_page("laptop", base_url=site.url)
    sign_in(laptop, night)
    laptop.goto(SheetPage(laptop, game).url)
    laptop.get_by_role("link", name="Decide which one counts").click()
    laptop.get_by_role("button", name="This one counts: 9–14").click()
    expect(laptop.get_by_role("heading", name="What counts")).to_be_visible()
    expect(sam.page.locator(".table-link--in")).to_contain_text("9–14")
    assert states(game) == ["accepted", "rejected"]


def sign_in(page, night):
    host = night.organizer
    page.goto("/sign-in/")
    page.get_by_label("Name").fill(host.username)
    page.get_by_label("Password", exact=True).fill("a long enough password")
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/")


def test_a_tables_own_phone_enters_its_sheet_and_cannot_put_it_right_alone(open_page, site, night, game):
    page = open_link(
        open_page("phone", base_url=site.lan_url), site, night, name="Table 1", table=game.table.number
    )
    page.goto(f"/runner/{night.code}/")
    expect(page.locator("[data-game]")).to_have_count(1)
    sheet = SheetPage(page, game).open().pair(2)
    sheet.by_hands()
    sheet.tap("Renege, penalty…")
    expect(page.get_by_role("button", name="Points by the director")).to_have_count(0)
    sheet.tap("Cancel")
    sheet.tap("Totals", exact=True)
    sheet.totals(14, 9, bump=4).agree().save()
    sheet.expect_saved()
    page.get_by_role("link", name="See the sheet").tap()
    expect(page.get_by_role("article", name="In")).to_be_visible()
    expect(page.get_by_role("link", name="Correct this sheet")).to_have_count(0)


def test_typing_is_not_disturbed_while_others_save(phones, open_page, site, night, game):
    robin, _ = phones
    robin.pair(2)
    robin.tap("1", exact=True)
    other = SheetPage(
        open_link(open_page("phone", base_url=site.lan_url), site, night), running_games(night)[1]
    )
    other.open().pair(2).totals(10, 12, bump=4).agree().save()
    other.expect_saved()
    field = robin.page.locator('input[name="scores.0"]')
    expect(field).to_be_focused()
    assert field.input_value() == "1"


def test_a_second_person_confirms_on_their_own_phone(open_page, site):
    night = ready_night((4,), games=3, break_after=None, second_person="confirms")
    rounds.start_game(night, HOST, number=1)
    night = reload(night)
    robin, sam = (
        SheetPage(
            open_link(open_page("phone", base_url=site.lan_url), site, night, name=name),
            running_games(night)[0],
        )
        for name in ("Robin", "Sam")
    )
    robin.open().pair(2).totals(14, 9, bump=4).agree().save()
    expect(robin.page.locator(".sync--waiting")).to_contain_text("A second person has to see it")
    assert robin.kept() == []
    sam.page.goto(f"/runner/{night.code}/")
    sam.page.locator(".table-link--awaiting").tap()
    yes = sam.page.get_by_role("button", name="It is what the paper says")
    expect(yes).to_be_visible()
    assert_accessible(sam.page)
    assert_fits(sam.page)
    yes.tap()
    expect(sam.page.get_by_text("is confirmed and counts")).to_be_visible()
    assert states(robin.game) == ["accepted"]


def test_each_sees_that_the_other_is_entering(phones, night):
    robin, sam = phones
    robin.pair(2)
    sam.pair(3)
    expect(sam.page.locator("#others")).to_have_text("Robin is entering this table, too.")
    assert_accessible(sam.page)
    sam.page.goto(f"/runner/{night.code}/")
    row = sam.page.locator("#tables .table-link", has_text="Robin is entering this table")
    expect(row).to_have_count(1)
    robin.totals(14, 9, bump=4).agree().save()
    robin.expect_saved()
    expect(sam.page.locator(".table-link--in")).to_have_count(1)
    expect(row).to_have_count(0)


def test_another_hosts_phone_opens_nothing(open_page, site, night, game, faults):
    faults.allow("status of 403")
    make_organizer("stranger")
    page = open_page("phone", base_url=site.lan_url)
    response = page.goto(SheetPage(page, game).url)
    assert response.status == 403
