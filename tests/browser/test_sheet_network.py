"""A phone in a hall: no network, a lost answer, a sleeping phone, a server in trouble. No sheet is lost or doubled."""

import pytest
from playwright.sync_api import expect

from tests.browser.look import assert_accessible
from tests.browser.sheets import OFFLINE, SheetPage, open_link
from tests.factories import HOST, ready_night, reload, running_games
from tournaments.actions import links, rounds
from tournaments.models import LogEntry
from tournaments.web.runner import sheet as sheet_view


@pytest.fixture
def night(site):
    night = ready_night((8,), games=3, break_after=None)
    rounds.start_game(night, HOST, number=1)
    return reload(night)


@pytest.fixture
def runner(phone, site, night):
    return open_link(phone, site, night)


@pytest.fixture
def sheet(runner, night):
    return SheetPage(runner, running_games(night)[0])


def filled(sheet, *scores):
    """The sheet typed and agreed to, not saved."""
    return sheet.open().pair(2).totals(*(scores or (14, 9)), bump=4).agree()


def cut_off(page, sheet):
    """No attempt to save reaches the server."""
    page.route(f"**{sheet.url}", lambda route: route.abort() if _saves(route) else route.continue_())


class Slow:
    """Attempts to save this sheet stay on their way until `arrive`."""

    def __init__(self, page, sheet):
        self._held, self._open = [], False
        page.route(f"**{sheet.url}", self._pass)

    def _pass(self, route):
        if _saves(route) and not self._open:
            self._held.append(route)
        else:
            route.continue_()

    def arrive(self):
        self._open = True
        for route in self._held:
            route.continue_()


def _is_save(request, sheet):
    return request.method == "POST" and request.url.endswith(sheet.url)


def _saves(route):
    return route.request.method == "POST"


def answer_all(page, sheet, **answer):
    """Answer every attempt to save with this instead of the server."""
    page.route(
        f"**{sheet.url}", lambda route: route.fulfill(**answer) if _saves(route) else route.continue_()
    )


def stored(game):
    return list(game.sheets.values_list("state", "scores"))


def test_offline_it_waits_and_goes_by_itself_when_the_network_is_back(sheet, phone, night, faults):
    faults.allow(OFFLINE)
    filled(sheet)
    phone.context.set_offline(True)
    sheet.save()
    expect(phone.locator(".sync--waiting")).to_contain_text("waiting to send")
    expect(phone.locator(".sync--waiting")).to_contain_text("Kept on this phone")
    assert_accessible(phone)
    assert stored(sheet.game) == []
    phone.context.set_offline(False)
    sheet.expect_saved()
    assert stored(sheet.game) == [("accepted", [14, 9])]
    assert sheet.kept() == []


def test_two_sheets_offline_go_in_their_order(sheet, phone, night, faults):
    faults.allow(OFFLINE)
    other = SheetPage(phone, running_games(night)[1])
    filled(sheet)
    cut_off(phone, sheet)
    cut_off(phone, other)
    sheet.save()
    expect(phone.locator(".sync--waiting")).to_contain_text("waiting to send")
    filled(other, 10, 12)
    other.save()
    expect(phone.locator(".sync--waiting")).to_contain_text("Table 2")
    phone.get_by_role("link", name="Next table").tap()
    expect(phone.locator("#kept-list .sync--waiting")).to_have_count(2)
    expect(phone.locator("#tables .is-kept")).to_have_count(2)
    assert_accessible(phone)
    phone.get_by_role("button", name="Send now").first.tap()
    expect(phone.locator("#kept-list .sync--waiting")).to_have_count(2)
    phone.unroute_all()
    phone.evaluate("() => euchre.outbox.flush()")
    expect(phone.locator("#kept-list .sync--saved")).to_have_count(2)
    expect(phone.locator("#tables .is-kept")).to_have_count(0)
    tables = (
        LogEntry.objects.filter(act="post_sheet").order_by("version").values_list("table_number", flat=True)
    )
    assert list(tables) == [1, 2]


def test_a_reload_while_it_waits_keeps_it(sheet, phone, faults):
    faults.allow(OFFLINE)
    filled(sheet)
    cut_off(phone, sheet)
    sheet.save()
    expect(phone.locator(".sync--waiting")).to_contain_text("waiting to send")
    phone.reload()
    expect(phone.locator(".sync--waiting")).to_contain_text("14–9")
    assert len(sheet.kept()) == 1
    phone.unroute_all()
    phone.reload()
    expect(phone.locator(".sync--saved").or_(phone.get_by_role("article", name="In"))).to_be_visible()
    assert stored(sheet.game) == [("accepted", [14, 9])]


def test_an_answer_lost_after_storing_is_stored_once(sheet, phone, faults, monkeypatch):
    faults.allow("status of 500")
    sent, told = [], sheet_view._told

    def lose_the_first(*arguments):
        if len(sent) == 1:
            raise ConnectionError("the sheet is stored, its answer is lost")
        return told(*arguments)

    monkeypatch.setattr(sheet_view, "_told", lose_the_first)
    phone.on("request", lambda request: _is_save(request, sheet) and sent.append(request.post_data))
    filled(sheet).save()
    expect(phone.locator(".sync--saved")).to_be_visible(timeout=20_000)
    assert len(sent) == 2
    assert sent[0] == sent[1]
    assert stored(sheet.game) == [("accepted", [14, 9])]
    assert LogEntry.objects.filter(act="post_sheet").count() == 1


@pytest.mark.parametrize("status", [500, 502, 503, 429, 413])
def test_a_server_in_trouble_loses_nothing(sheet, phone, faults, status):
    faults.allow("status of")
    filled(sheet)
    answer_all(phone, sheet, status=status, body="<h1>trouble</h1>", content_type="text/html")
    sheet.save()
    expect(phone.locator(".sync--waiting")).to_contain_text("will be tried again")
    assert len(sheet.kept()) == 1
    phone.unroute_all()
    sheet.expect_saved()
    assert stored(sheet.game) == [("accepted", [14, 9])]


def test_the_sign_in_page_of_the_venues_network_is_no_answer(sheet, phone):
    filled(sheet)
    answer_all(phone, sheet, status=200, body="<h1>Welcome to the hall's wifi</h1>", content_type="text/html")
    sheet.save()
    expect(phone.locator(".sync--waiting")).to_be_visible()
    expect(phone.locator(".sync--waiting")).not_to_contain_text("Welcome")
    assert len(sheet.kept()) == 1


def test_one_sheet_the_server_chokes_on_does_not_hold_up_the_others(sheet, phone, night, faults):
    faults.allow("status of 500")
    other = SheetPage(phone, running_games(night)[1])
    filled(sheet)
    answer_all(phone, sheet, status=500, body="")
    sheet.save()
    expect(phone.locator(".sync--waiting")).to_be_visible()
    filled(other).save()
    other.expect_saved()
    assert [record["table"] for record in sheet.kept()] == [1]


def test_a_lost_cookie_is_fetched_anew(sheet, phone, faults):
    faults.allow("status of 403")
    filled(sheet)
    phone.context.clear_cookies(name="csrftoken")
    sheet.save()
    sheet.expect_saved()
    assert stored(sheet.game) == [("accepted", [14, 9])]


def test_a_closed_link_keeps_the_sheet_until_the_qr_is_scanned_again(sheet, phone, site, night, faults):
    faults.allow("status of 403")
    filled(sheet)
    old = night.links.get()
    links.revoke_link(night, HOST, link_id=old.pk)
    sheet.save()
    expect(phone.locator(".sync--waiting")).to_contain_text("link is closed")
    assert stored(sheet.game) == []
    open_link(phone, site, night, name="Robin again")
    phone.goto(f"/runner/{night.code}/")
    expect(phone.locator("#kept-list .sync--saved")).to_be_visible()
    assert stored(sheet.game) == [("accepted", [14, 9])]


def test_the_last_version_wins_while_the_first_is_on_its_way(sheet, phone):
    slow = Slow(phone, sheet)
    filled(sheet, 14, 9).save()
    phone.get_by_role("button", name="Change it").tap()
    phone.locator('[data-side="0"]').tap()
    sheet.tap("1", exact=True)
    sheet.tap("5", exact=True)
    sheet.save()
    expect(phone.locator(".sync--waiting")).to_contain_text("15–9")
    slow.arrive()
    sheet.expect_saved()
    expect(phone.locator(".sync--saved")).to_contain_text("15")
    assert sorted(stored(sheet.game)) == [("accepted", [15, 9]), ("superseded", [14, 9])]
    assert sheet.kept() == []


def test_a_sheet_never_sent_can_simply_be_changed(sheet, phone, faults):
    faults.allow(OFFLINE)
    filled(sheet, 14, 9)
    phone.context.set_offline(True)
    sheet.save()
    expect(phone.locator(".sync--waiting")).to_be_visible()
    phone.get_by_role("button", name="Change it").tap()
    phone.locator('[data-side="1"]').tap()
    sheet.tap("8", exact=True)
    sheet.save()
    phone.context.set_offline(False)
    sheet.expect_saved()
    assert sheet.game.sheets.get(state="accepted").scores == [14, 8]


def test_a_question_asked_later_waits_on_the_list_and_can_be_answered(sheet, phone, faults):
    faults.allow(OFFLINE + "|status of 422")
    filled(sheet, 6, 5)
    cut_off(phone, sheet)
    sheet.save()
    expect(phone.locator(".sync--waiting")).to_be_visible()
    phone.get_by_role("link", name="Next table").tap()
    phone.unroute_all()
    expect(phone.locator("#kept-list .sync--refused")).to_contain_text("Together 11 points", timeout=20_000)
    assert_accessible(phone)
    phone.get_by_role("link", name="Look and fix").tap()
    expect(phone.locator("#problems")).to_contain_text("Together 11 points")
    assert phone.locator('input[name="scores.0"]').input_value() == "6"
    phone.get_by_label("Why are these numbers right?").fill("eleven hands")
    phone.get_by_role("button", name="Save with this reason").tap()
    sheet.expect_saved()
    assert stored(sheet.game) == [("accepted", [6, 5])]


def test_a_refused_sheet_is_thrown_away_only_when_asked_twice(sheet, phone, night, faults):
    faults.allow("status of 422")
    filled(sheet, 49, 9).save()
    expect(phone.locator('[id="error-scores.0"]')).to_be_visible()
    phone.goto(f"/runner/{night.code}/")
    phone.get_by_role("button", name="Throw away").tap()
    phone.get_by_role("button", name="Go back").tap()
    assert len(sheet.kept()) == 1
    phone.get_by_role("button", name="Throw away").tap()
    phone.get_by_role("button", name="Throw it away").tap()
    expect(phone.locator("#kept")).to_be_hidden()
    assert sheet.kept() == []


def test_seats_that_changed_meanwhile_are_shown_before_it_is_sent_again(sheet, phone, faults):
    faults.allow("status of 422")
    filled(sheet)
    sheet.game.revision += 1
    sheet.game.save()
    sheet.save()
    expect(phone.locator("#problems")).to_contain_text("seats have changed")
    assert phone.locator('input[name="scores.0"]').input_value() == "14"
    sheet.save()
    sheet.expect_saved()


def test_the_same_key_with_other_numbers_is_shown_not_swallowed(sheet, phone, faults):
    faults.allow("status of 409")
    filled(sheet)
    problem = (
        '{"problems":[{"level":"blocker","code":"key_reused","field":"","text":"Sent with other content."}]}'
    )
    answer_all(phone, sheet, status=409, body=problem, content_type="application/json")
    sheet.save()
    expect(phone.locator("#problems")).to_contain_text("Sent with other content.")
    assert len(sheet.kept()) == 1


def test_a_phone_without_storage_says_so_and_still_saves(open_page, site, night, faults):
    page = open_link(open_page("phone", base_url=site.lan_url), site, night)
    page.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"
    )
    sheet = SheetPage(page, running_games(night)[0])
    faults.allow("status of 503")
    filled(sheet)
    answer_all(page, sheet, status=503, body="")
    sheet.save()
    expect(page.locator(".sync--waiting")).to_contain_text("Stay on this page")
    page.unroute_all()
    sheet.expect_saved()


def test_a_slow_network_shows_that_it_is_sending_and_lets_the_next_table_be_opened(sheet, phone, night):
    slow = Slow(phone, sheet)
    filled(sheet).save()
    expect(phone.locator(".sync--waiting")).to_contain_text("sending…")
    phone.get_by_role("link", name="Next table").tap()
    expect(phone.locator("#kept-list")).to_contain_text("Table 1")
    slow.arrive()
    expect(phone.locator("#kept-list .sync--saved")).to_be_visible()


def test_the_server_restarts_while_it_is_sent(sheet, phone, site, faults):
    faults.allow(OFFLINE + "|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE")
    filled(sheet)
    site.stop()
    sheet.save()
    expect(phone.locator(".sync--waiting")).to_contain_text("waiting to send")
    site.start()
    expect(phone.locator(".sync--saved")).to_be_visible(timeout=20_000)
    assert stored(sheet.game) == [("accepted", [14, 9])]


def test_everything_waiting_fits_into_a_small_request(sheet, phone):
    sizes = []

    def measure(request):
        if request.method == "POST":
            sizes.append(len(request.post_data or ""))

    phone.on("request", measure)
    sheet.open().pair(2).by_hands()
    for _ in range(12):
        phone.locator(".keys > .key").first.tap()
    sheet.agree().save()
    phone.get_by_label("Why are these numbers right?").or_(phone.locator(".sync--saved")).first.wait_for()
    assert max(sizes) < 8_000
