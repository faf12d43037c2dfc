"""A sheet by totals on a phone: the pad, the question that is asked, the correction, the draft."""

import pytest
from playwright.sync_api import expect

from tests.browser.look import assert_accessible_by_night, assert_fits
from tests.browser.sheets import SheetPage, open_link
from tests.factories import HOST, post, ready_night, reload, running_games
from tournaments.actions import rounds


@pytest.fixture
def night(site):
    night = ready_night((4,), games=3, break_after=None)
    rounds.start_game(night, HOST, number=1)
    return reload(night)


@pytest.fixture
def sheet(phone, site, night):
    return SheetPage(open_link(phone, site, night), running_games(night)[0])


def accepted(sheet):
    return sheet.game.sheets.get(state="accepted")


def test_from_the_list_to_saved_and_to_the_next_table(sheet, phone, night):
    phone.goto(f"/runner/{night.code}/")
    phone.get_by_role("link", name="Table 1").tap()
    sheet.pair(3).totals(14, 9, bump=4).agree().save()
    sheet.expect_saved()
    record = accepted(sheet)
    assert (record.scores, record.partner_of_first, record.bump_cents) == ([14, 9], 3, 400)
    panel = phone.locator(".sync--saved")
    for line in record.lines.select_related("player"):
        expect(panel).to_contain_text(line.player.name)
    assert sheet.kept() == []
    phone.get_by_role("link", name="Next table").tap()
    expect(phone.locator("#tables")).to_contain_text("1 of 1")
    expect(phone.locator("#tables")).to_contain_text("14–9")


def test_each_field_carries_both_names(sheet, phone):
    sheet.open().pair(2)
    names = [seat.player.name for seat in sheet.game.seats.select_related("player").order_by("position")]
    expect(phone.get_by_label(f"Points of {names[0]} and {names[2]}")).to_be_visible()
    expect(phone.get_by_label(f"Points of {names[1]} and {names[3]}")).to_be_visible()


def test_the_pad_goes_on_by_itself_and_waits_where_more_may_come(sheet, phone):
    sheet.open().pair(1)
    first, second = (phone.locator(f'input[name="scores.{side}"]') for side in (0, 1))
    sheet.tap("9", exact=True)
    expect(second).to_be_focused()
    sheet.tap("1", exact=True)
    expect(second).to_be_focused()
    sheet.tap("2", exact=True)
    expect(phone.get_by_role("group", name="Bump money of the table")).to_be_visible()
    first.tap()
    sheet.tap("8", exact=True)  # a side tapped again is typed anew
    assert (first.input_value(), second.input_value()) == ("8", "12")


def test_below_zero_with_a_reason(sheet, phone, faults):
    faults.allow("status of 422")
    sheet.open().pair(1).totals(-2, 13, bump=2).agree().save()
    expect(phone.locator("#problems")).to_contain_text("Together 11 points")
    expect(phone.get_by_label("Why are these numbers right?")).to_be_focused()
    phone.get_by_label("Why are these numbers right?").fill("two reneges")
    phone.get_by_role("button", name="Save with this reason").tap()
    sheet.expect_saved()
    assert (accepted(sheet).scores, accepted(sheet).reason) == ([-2, 13], "two reneges")


def test_what_is_refused_stands_at_its_field_and_what_was_typed_stays(sheet, phone, faults):
    faults.allow("status of 422")
    sheet.open().pair(2).totals(49, 9, bump=4).agree().save()
    field = phone.get_by_label("Points of", exact=False).first
    expect(phone.locator('[id="error-scores.0"]')).to_contain_text("at most 48")
    expect(field).to_have_attribute("aria-invalid", "true")
    assert field.input_value() == "49"
    phone.locator('[data-side="0"]').tap()
    sheet.tap("1", exact=True)
    sheet.tap("4", exact=True)
    sheet.save()
    sheet.expect_saved()
    assert sheet.game.sheets.count() == 1


def test_loners_and_a_renege_are_noted_with_the_totals(sheet, phone):
    sheet.open().pair(2).totals(14, 9, bump=6)
    phone.locator("#loners summary").tap()
    phone.get_by_role("button", name="One loner more for").nth(1).tap()
    phone.locator("#penalties summary").tap()
    phone.get_by_label("What happened").first.select_option("renege")
    phone.get_by_label("Whose").first.select_option("2")
    sheet.agree().save()
    sheet.expect_saved()
    record = accepted(sheet)
    assert [line.loners for line in record.lines.order_by("position")] == [0, 1, 0, 0]
    assert [(p["kind"], p["offender"]) for p in record.penalties] == [("renege", 2)]


def test_they_do_not_agree_and_both_are_told_where_it_goes(sheet, phone):
    sheet.open().pair(2).totals(14, 9, bump=4)
    phone.get_by_label("They do not agree").check()
    phone.get_by_role("button", name="Send to the director").tap()
    expect(phone.get_by_text("Not everybody agrees.")).to_be_visible()
    assert sheet.game.sheets.get().state == "contested"
    phone.get_by_role("link", name="They agree now").tap()
    sheet.agree().save()
    sheet.expect_saved()
    assert accepted(sheet).scores == [14, 9]


def test_a_correction_begins_with_what_is_in_and_asks_why(sheet, phone, faults):
    faults.allow("status of 422")
    post(sheet.game, (14, 9), pairing=3)
    sheet.open()
    expect(phone.get_by_role("article", name="In")).to_contain_text("14 points")
    phone.get_by_role("link", name="Correct this sheet").tap()
    assert phone.locator('input[name="scores.0"]').input_value() == "14"
    phone.locator('[data-side="0"]').tap()
    sheet.tap("1", exact=True)
    sheet.tap("5", exact=True)
    phone.get_by_role("button", name="Save the correction: 15–9").tap()
    expect(phone.locator("#error-reason")).to_contain_text("Say why the sheet is corrected.")
    phone.get_by_label("Why is it corrected?").fill("read 4 for 5")
    phone.get_by_role("button", name="Save the correction").tap()
    sheet.expect_saved()
    assert accepted(sheet).scores == [15, 9]
    phone.get_by_role("link", name="See the sheet").tap()
    phone.get_by_text("History").tap()
    expect(phone.locator(".history")).to_contain_text("14–9")


def test_a_half_typed_sheet_survives_a_reload_and_goes_when_it_is_thrown_away(sheet, phone):
    sheet.open().pair(3)
    sheet.tap("1", exact=True)
    sheet.tap("4", exact=True)
    phone.reload()
    expect(phone.get_by_text("You began this sheet before")).to_be_visible()
    assert phone.locator('input[name="scores.0"]').input_value() == "14"
    expect(phone.locator('input[name="scores.1"]')).to_be_focused()
    phone.get_by_role("button", name="Start again").tap()
    expect(phone.locator("#pairing")).to_be_visible()
    expect(phone.get_by_text("You began this sheet before")).to_be_hidden()


def test_a_draft_never_looks_like_what_is_stored(sheet, phone):
    sheet.open().pair(3).totals(14, 9, bump=4)
    post(sheet.game, (10, 12))
    phone.reload()
    expect(phone.get_by_role("article", name="In")).to_contain_text("12 points")
    expect(phone.get_by_text("14–9 was typed for this table. It is not saved.")).to_be_visible()
    phone.get_by_role("button", name="Throw away").tap()
    expect(phone.get_by_text("was typed for this table")).to_be_hidden()


def test_a_keyboard_types_and_the_wheel_changes_nothing(open_page, site, night):
    laptop = open_link(open_page("laptop", base_url=site.lan_url), site, night)
    sheet = SheetPage(laptop, running_games(night)[0]).open()
    laptop.get_by_role("radio").nth(1).check()
    laptop.keyboard.type("14")
    laptop.keyboard.press("Enter")
    laptop.keyboard.type("9")
    laptop.keyboard.press("Enter")
    laptop.keyboard.type("4")
    field = laptop.locator('input[name="scores.0"]')
    field.focus()
    field.hover()
    for _ in range(5):
        laptop.mouse.wheel(0, 120)
    assert field.input_value() == "14"
    for tick in laptop.locator(".agree__tick input").all():
        tick.check()
    laptop.locator("#savebar button").click()
    sheet.expect_saved()
    assert accepted(sheet).scores == [14, 9]


def test_the_pad_can_be_pressed_with_a_keyboard(open_page, site, night):
    laptop = open_link(open_page("laptop", base_url=site.lan_url), site, night)
    SheetPage(laptop, running_games(night)[0]).open()
    laptop.get_by_role("radio").nth(1).check()
    nine = laptop.get_by_role("button", name="9", exact=True)
    nine.focus()
    laptop.keyboard.press("Enter")
    laptop.keyboard.press("Enter")
    values = [laptop.locator(f'input[name="scores.{side}"]').input_value() for side in (0, 1)]
    assert values == ["9", "9"]
    expect(laptop.get_by_role("button", name="$0", exact=True)).to_be_focused()
    laptop.keyboard.press("Enter")
    expect(laptop.get_by_role("group", name="Both sides agree?")).to_be_visible()


def test_a_field_tapped_before_the_scripts_came_has_its_pad(sheet, phone):
    post(sheet.game, (14, 9))
    held = []
    phone.route("**/sheet-totals.js", lambda route: held.append(route))
    with phone.expect_request("**/sheet-totals.js"):
        phone.goto(sheet.url + "?correct", wait_until="commit")
    phone.locator('input[name="scores.0"]').focus()
    held[0].continue_()
    expect(phone.get_by_role("group", name="Number pad")).to_be_visible()


def test_without_scripts_it_is_a_plain_form(open_page, site, night, faults):
    page = open_link(open_page("phone", base_url=site.lan_url, java_script_enabled=False), site, night)
    sheet = SheetPage(page, running_games(night)[0])
    page.goto(sheet.url)
    page.locator('[name="pairing"][value="3"]').check()
    page.locator('[name="scores.0"]').fill("14")
    page.locator('[name="scores.1"]').fill("9")
    page.locator('[name="bump"]').fill("$4")
    page.locator('[name="agree.0"]').check()
    page.locator('[name="agree.1"]').check()
    page.get_by_role("button", name="Save table 1").tap()
    expect(page.get_by_text("Table 1 saved")).to_be_visible()
    assert accepted(sheet).scores == [14, 9]


def test_every_step_can_be_read_and_used_by_all(open_page, site, night):
    page = open_link(open_page("phone", base_url=site.lan_url), site, night)
    sheet = SheetPage(page, running_games(night)[0])

    def check():
        assert_accessible_by_night(page)
        assert_fits(page)
        small = page.evaluate(
            "() => [...document.querySelectorAll('input:not([type=hidden]), select, textarea')]"
            ".filter((e) => e.checkVisibility() && parseFloat(getComputedStyle(e).fontSize) < 16).length"
        )
        assert small == 0
        low = page.evaluate(
            "() => [...document.querySelectorAll('main button, main a, main summary, .agree__tick, .choice')]"
            ".filter((e) => e.checkVisibility() && !e.closest('p.notice__text') && e.getBoundingClientRect().height < 44)"
            ".map((e) => e.outerHTML.slice(0, 90))"
        )
        assert low == []

    page.goto(f"/runner/{night.code}/")
    check()
    sheet.open()
    check()
    sheet.pair(2)
    check()
    sheet.totals(14, 9)
    check()
    sheet.tap("$4", exact=True)
    check()
    sheet.agree().save()
    sheet.expect_saved()
    check()
    page.get_by_role("link", name="See the sheet").tap()
    expect(page.get_by_role("article", name="In")).to_be_visible()
    check()
