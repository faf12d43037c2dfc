"""The wall and the players' phones in a real browser: every row shown, nothing cut, alive after anything."""

from __future__ import annotations

import csv
import re
import time
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.look import assert_accessible, assert_fits
from tests.factories import (
    HOST,
    add_players,
    check_everybody_in,
    draw,
    make_night,
    play_game,
    post,
    ready_night,
    reload,
    running_games,
)
from tournaments.actions import nights, prizes, registration, rounds
from tournaments.models import Game, Tournament
from tournaments.web.screen.hub import hub

CASES = Path(__file__).parents[1] / "cases" / "sign_ups"
PROJECTORS = {"720p": (1280, 720), "4:3": (1024, 768), "1080p": (1920, 1080)}

DOWN = r"ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|Failed to load resource"


def screen(open_page, site, **options):
    return open_page("projector", base_url=site.url, **options)


def wall_url(night, query="?pace=0.1"):
    return f"/wall/{night.code}/{query}"


def odd_names():
    """Names that broke other programs' walls: very long ones, right-to-left ones, emoji."""
    names = []
    for file in ("12_long_names.csv", "13_emoji_rtl_unicode.csv"):
        with (CASES / file).open(encoding="utf-8") as lines:
            names += [row["Name"] for row in csv.DictReader(lines)]
    return names


def night_of_odd_names():
    night = make_night()
    division = night.divisions.get(position=0)
    for name in odd_names():
        shown = name[:80]
        registration.add_player(night, HOST, new=registration.NewPlayer(name=shown, division_id=division.pk))
    add_players(night, 16 - len(odd_names()), first=90)
    check_everybody_in(night)
    draw(night)
    return reload(night)


def standing_still(night):
    """As if the running game had begun some minutes ago, so that the standings are on."""
    Game.objects.filter(tournament=night, status="running").update(
        started_at=timezone.now() - timedelta(minutes=5)
    )


def in_mid_game(night, number=2):
    for earlier in range(1, number):
        play_game(night, earlier, (14, 9))
    rounds.start_game(night, HOST, number=number)
    standing_still(night)
    post(running_games(night)[0], (17, 6))
    return reload(night)


CUT = """() => [...document.querySelectorAll('.wall-row__rank, .wall-row__points, .wall-row__prize, .wall-name__table, .wall-seat__head')]
    .filter((e) => e.offsetParent && (e.scrollWidth > e.clientWidth + 1)).map((e) => e.outerHTML)"""
SHORTENED = """() => [...document.querySelectorAll('.wall-seat__player > bdi, .wall-head__where')].filter((e) => e.offsetParent)
    .filter((e) => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1).map((e) => e.outerHTML)"""
OUTSIDE = """() => { const box = document.querySelector('.wall-main').getBoundingClientRect();
    return [...document.querySelectorAll('.wall-main li')].filter((e) => e.offsetParent)
    .filter((e) => { const r = e.getBoundingClientRect();
        return r.bottom > box.bottom + 1 || r.top < box.top - 1 || r.right > innerWidth + 1 || r.left < -1; })
    .map((e) => e.outerHTML.slice(0, 200)) }"""
OVERLAP = """() => { const rows = [...document.querySelectorAll('.wall-row, .wall-name, .wall-seat__player')].filter((e) => e.offsetParent);
    return rows.filter((e) => [...e.children].some((c) => c.getBoundingClientRect().height > e.getBoundingClientRect().height + 1))
    .map((e) => e.outerHTML.slice(0, 200)) }"""
SMALL = """() => { const least = innerHeight / 40;
    return [...document.querySelectorAll('.wall-frame *')]
    .filter((e) => e.offsetParent && !e.closest('.vh') && [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()))
    .filter((e) => parseFloat(getComputedStyle(e).fontSize) < least - 0.01)
    .map((e) => `${getComputedStyle(e).fontSize}: ${e.outerHTML.slice(0, 120)}`) }"""


MOVING = """() => [...document.querySelectorAll('*')]
    .filter((e) => getComputedStyle(e).animationName !== 'none' || getComputedStyle(e).transitionProperty !== 'none')
    .map((e) => e.outerHTML.slice(0, 120))"""


def assert_readable(page):
    """Nothing cut, outside, overlapping, or smaller than a fortieth of the height."""
    assert_fits(page)
    for fault in (CUT, OUTSIDE, OVERLAP, SMALL):
        assert page.evaluate(fault) == []


def at_every_size(page):
    """The page on every projector in turn, once it has laid itself out anew."""
    for width, height in PROJECTORS.values():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(300)
        yield width


def test_long_and_right_to_left_names_leave_rank_and_total_readable(site, open_page):
    night = in_mid_game(night_of_odd_names())
    page = screen(open_page, site)
    page.goto(wall_url(night))
    expect(page.locator("[data-scene=standings]")).to_be_visible()
    for width in at_every_size(page):
        assert_readable(page)
        rows = page.locator(".wall-row:visible")
        assert rows.count() == 16
        winner = page.locator(".wall-row--prize:visible").first
        name, prize = (winner.locator(f".wall-row__{part}").bounding_box() for part in ("name", "prize"))
        is_below = prize["y"] >= name["y"] + name["height"] / 2
        assert is_below == (width == 1024), "On a narrow wall the prize leaves the name its line."
        for row in rows.all():
            rank, name, points = (
                row.locator(f".wall-row__{part}").bounding_box() for part in ("rank", "name", "points")
            )
            assert rank["x"] < name["x"] < points["x"]


@pytest.mark.parametrize("state", ["welcome", "seats", "names", "break", "awards"])
def test_every_scene_is_readable_and_accessible(site, open_page, state):
    if state == "welcome":
        night = make_night(name="WEMSA Euchre Night")
        add_players(night, 5)
    elif state in ("seats", "names"):
        night = night_of_odd_names()
    elif state == "break":
        night = ready_night((9,))
        play_game(night, 1)
        rounds.start_break(night, HOST, minutes=20)
        nights.set_message(night, HOST, text="Pizza is served in the atrium.")
    else:
        night = ready_night((8,), games=1, break_after=None, prize_tie="split")
        play_game(night, 1)
        prizes.finalise(night, HOST)
    page = screen(open_page, site)
    page.goto(wall_url(night, "?pace=0.1" if state != "names" else "?pace=2"))
    expect(page.locator(f"[data-scene={state}]").first).to_be_visible(timeout=15000)
    assert_accessible(page)
    assert page.evaluate(MOVING) == [], "This browser asks for no motion."
    for _ in at_every_size(page):
        assert_readable(page)


def test_ordinary_names_and_both_plans_are_read_to_their_end(site, open_page):
    """Also the name of who keeps the score, and the plans of two leagues beside the heading."""
    night = ready_night((9, 8))
    night.players.update(name="Morgan Standard")
    page = screen(open_page, site)
    page.goto(wall_url(night, "?pace=20"))
    expect(page.locator("[data-scene=seats]")).to_be_visible()
    assert "Novice plan 1" in page.locator(".wall-head__where").inner_text()
    for _ in at_every_size(page):
        assert_readable(page)
        assert page.evaluate(SHORTENED) == []


def test_every_row_is_shown_in_turn(site, open_page):
    night = in_mid_game(ready_night((34, 13)))
    page = screen(open_page, site)
    page.goto(wall_url(night, "?pace=20"))
    expect(page.locator("[data-scene=standings]")).to_be_visible()
    wanted = {str(number) for number in range(1, 48)}
    seen = set()
    for _ in range(60):
        seen |= set(
            page.evaluate(
                "() => [...document.querySelectorAll('.wall-row')].filter((e) => e.offsetParent).map((e) => e.dataset.who)"
            )
        )
        if seen >= wanted:
            break
        page.wait_for_timeout(200)
    assert seen == wanted


def test_a_sheet_shows_at_once_marks_its_rows_and_keeps_the_page(site, open_page):
    night = in_mid_game(ready_night((34,)), number=2)
    page = screen(open_page, site)
    page.goto(wall_url(night, "?pace=4"))
    expect(page.get_by_text("page 2 of")).to_be_visible(timeout=10000)
    post(running_games(night)[1], (19, 5))
    expect(page.locator(".wall-head")).to_contain_text("6 of 8 tables still playing", timeout=3000)
    expect(page.get_by_text("page 2 of")).to_be_visible()
    assert page.locator(".wall-row.is-changed").count() == 4


def test_only_one_line_is_said_to_screen_readers(site, open_page):
    night = ready_night((8,))
    rounds.start_game(night, HOST, number=1)
    page = screen(open_page, site)
    page.goto(wall_url(night))
    expect(page.locator("#live")).to_have_text("")
    for game in running_games(night):
        post(game)
    rounds.close_game(night, HOST, number=1)
    expect(page.locator("#live")).to_have_text("Game 1 results in")
    assert page.locator("[aria-live]:not(#live)").evaluate_all(
        "all => all.every((e) => e.ariaLive === 'off')"
    )


def test_the_message_hangs_above_everything_and_goes(site, open_page):
    night = ready_night((8,))
    page = screen(open_page, site)
    page.goto(wall_url(night))
    nights.set_message(night, HOST, text="Pizza is served.")
    expect(page.locator(".wall-banner")).to_have_text(re.compile("Pizza is served."))
    assert_readable(page)
    nights.set_message(night, HOST, text="")
    expect(page.get_by_text("Pizza is served.")).to_have_count(0)


def left_on(page, selector="[data-clock-time]"):
    minutes, seconds = page.locator(selector).first.text_content().strip().split(":")
    return int(minutes) * 60 + int(seconds)


def test_a_wrong_clock_of_the_device_does_not_matter(site, open_page, faults):
    night = ready_night((8,))
    rounds.start_game(night, HOST, number=1)
    wall, phone = screen(open_page, site), open_page("phone", base_url=site.lan_url)
    phone.clock.install(time=timezone.now() + timedelta(minutes=10))
    wall.goto(wall_url(night))
    phone.goto(f"/night/{night.code}/")
    expect(phone.locator("[data-clock-time]")).to_have_text(re.compile(r"^14:"))
    phone.clock.run_for(2000)
    assert abs(left_on(wall, ".wall-clock [data-clock-time]") - left_on(phone)) <= 3


def test_a_paused_clock_is_still_paused_after_a_reload(site, open_page):
    night = ready_night((8,))
    rounds.start_game(night, HOST, number=1)
    page = screen(open_page, site)
    page.goto(wall_url(night))
    rounds.pause_clock(night, HOST)
    expect(page.locator(".wall-clock")).to_contain_text("paused")
    before = left_on(page)
    page.wait_for_timeout(2200)
    assert left_on(page) == before
    page.reload()
    assert left_on(page) == before
    rounds.resume_clock(night, HOST)
    expect(page.locator(".wall-clock")).not_to_contain_text("paused")


def test_over_time_is_told_in_word_and_shape(site, open_page):
    night = ready_night((8,))
    rounds.start_game(night, HOST, number=1)
    Tournament.objects.filter(pk=night.pk).update(clock_started_at=timezone.now() - timedelta(minutes=16))
    page = screen(open_page, site)
    page.goto(wall_url(night))
    expect(page.locator(".wall-clock")).to_contain_text("time is up")
    expect(page.locator(".wall-clock")).to_have_class(re.compile("is-over"))
    expect(page.locator(".wall-clock [data-clock-time]")).to_have_text(re.compile(r"^\+01:"))


def test_the_wall_goes_on_by_itself_after_the_server_was_away(site, open_page, faults):
    faults.allow(DOWN)
    night = in_mid_game(ready_night((8,)))
    page = screen(open_page, site)
    page.goto(wall_url(night))
    rows = page.locator(".wall-row:visible").count()
    site.stop()
    expect(page.get_by_text("No connection since")).to_be_visible(timeout=10000)
    assert page.locator(".wall-row:visible").count() == rows
    assert_readable(page)
    nights.set_message(night, HOST, text="While it was away")
    site.start()
    expect(page.get_by_text("While it was away")).to_be_visible(timeout=10000)
    expect(page.get_by_text("No connection since")).to_have_count(0)
    nights.set_message(night, HOST, text="And on it goes")
    expect(page.get_by_text("And on it goes")).to_be_visible(timeout=3000)


def test_a_wall_reloaded_while_the_server_is_away_comes_back_alone(site, open_page, faults):
    faults.allow(DOWN)
    night = ready_night((8,))
    page = screen(open_page, site)
    page.goto(wall_url(night))
    expect(page.locator("html")).to_have_attribute("data-worker", "ready")
    site.stop()
    page.reload()
    expect(page.get_by_text("The server does not answer")).to_be_visible()
    site.start()
    expect(page.get_by_text("find your seat")).to_be_visible(timeout=15000)


def test_seven_walls_in_one_browser_all_load(site, open_page):
    night = ready_night((8,))
    first = screen(open_page, site)
    first.goto(wall_url(night))
    for _ in range(6):
        page = first.context.new_page()
        page.goto(site.url + wall_url(night), timeout=5000)
        expect(page.locator("[data-scene=seats]")).to_be_visible(timeout=5000)
    nights.set_message(night, HOST, text="For all of them")
    for page in first.context.pages:
        page.bring_to_front()
        expect(page.get_by_text("For all of them")).to_be_visible(timeout=8000)


def test_a_player_sees_the_next_table_without_touching_the_phone(site, phone):
    night = ready_night((8,), preset="fharmacy")
    me = night.players.get(number=1)
    phone.add_init_script("delete AbortSignal.timeout")  # as on phones of before 2022
    phone.goto(f"/night/{night.code}/me/{me.key}/")
    expect(phone.get_by_text("Game 1 · your next seat")).to_be_visible()
    assert_accessible(phone)
    assert_fits(phone)
    rounds.start_game(night, HOST, number=1)
    expect(phone.get_by_text("Game 1 · your seat now")).to_be_visible(timeout=6000)
    nights.set_message(night, HOST, text="Pizza is served.")
    expect(phone.get_by_text("Pizza is served.")).to_be_visible(timeout=6000)


def test_a_refresh_keeps_the_place_on_the_page_and_what_is_being_typed(site, phone):
    night = in_mid_game(ready_night((34,)))
    phone.goto(f"/night/{night.code}/")
    assert_accessible(phone)
    assert_fits(phone)
    phone.locator("#q").fill("half a na")
    phone.locator(".ranks__row").nth(29).scroll_into_view_if_needed()
    before = phone.locator(".ranks__row").nth(29).bounding_box()["y"]
    nights.set_message(night, HOST, text="")
    for game in running_games(night):
        post(game, (13, 11))
    rounds.close_game(night, HOST, number=2)
    expect(phone.get_by_text("after game 2")).to_be_attached(timeout=20000)
    assert abs(phone.locator(".ranks__row").nth(29).bounding_box()["y"] - before) < 3
    assert phone.locator("#q").input_value() == "half a na"


def test_a_phone_says_since_when_it_hears_nothing_and_catches_up(site, phone, faults):
    faults.allow(DOWN)
    night = ready_night((8,))
    phone.goto(f"/night/{night.code}/")
    site.stop()
    expect(phone.get_by_text("Not updating since")).to_be_visible(timeout=10000)
    rounds.start_game(night, HOST, number=1)
    site.start()
    expect(phone.locator("#tables")).to_contain_text("now", timeout=15000)
    expect(phone.get_by_text("Not updating since")).to_be_hidden()


def test_a_sign_in_page_never_takes_the_place_of_the_data(site, phone):
    night = in_mid_game(ready_night((8,)))
    phone.goto(f"/night/{night.code}/")
    rows = phone.locator(".ranks__row").count()
    phone.route(
        f"**/night/{night.code}/",
        lambda route: route.fulfill(
            body="<main><h1>Sign in</h1><form></form></main>", content_type="text/html"
        ),
    )
    nights.set_message(night, HOST, text="Pizza is served.")
    expect(phone.get_by_text("Not updating since")).to_be_visible(timeout=10000)
    assert phone.locator(".ranks__row").count() == rows
    expect(phone.get_by_text("Sign in")).to_have_count(0)
    phone.unroute_all()
    expect(phone.get_by_text("Pizza is served.")).to_be_visible(timeout=15000)
    expect(phone.get_by_text("Not updating since")).to_be_hidden()


COUNT_LOCKS = (
    "navigator.wakeLock.request = async () => { window.asked = (window.asked ?? 0) + 1; return {}; }"
)
HIDE = """(hidden) => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange')); }"""


def test_the_screen_is_kept_awake_and_asked_again_when_it_is_shown_again(site, open_page):
    night = ready_night((8,))
    page = screen(open_page, site)
    page.add_init_script(COUNT_LOCKS)
    page.goto(wall_url(night))
    assert page.evaluate("() => window.asked") == 1
    page.evaluate(HIDE, True)
    page.evaluate(HIDE, False)
    assert page.evaluate("() => window.asked") == 2
    expect(page.get_by_text("let the screen sleep")).to_have_count(0)


def test_a_browser_that_lets_the_screen_sleep_says_so(site, open_page):
    night = ready_night((8,))
    page = open_page("projector", base_url=site.lan_url)
    page.goto(wall_url(night))
    expect(page.get_by_text("let the screen sleep")).to_be_visible()
    assert_readable(page)


def test_a_hidden_tab_closes_its_stream_and_catches_up_when_shown(site, phone):
    night = ready_night((8,))
    phone.goto(f"/night/{night.code}/")
    expect(phone.locator("#tables")).to_contain_text("next game")
    wait_for(lambda: hub.count == 1)
    phone.evaluate(HIDE, True)
    wait_for(lambda: hub.count == 0)
    rounds.start_game(night, HOST, number=1)
    phone.evaluate(HIDE, False)
    expect(phone.locator("#tables")).to_contain_text("now", timeout=6000)


def wait_for(condition):
    end = time.monotonic() + 5
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_without_scripts_the_wall_turns_its_pages_by_itself(site, open_page):
    night = ready_night((34, 13))
    page = screen(open_page, site, java_script_enabled=False)
    page.goto(wall_url(night, ""))
    expect(page.get_by_text("page 1 of 2")).to_be_visible()
    assert page.locator(".wall-seat:visible").count() == 8
    expect(page.get_by_text("page 2 of 2")).to_be_visible(timeout=15000)
    expect(page.get_by_role("heading", level=1)).to_have_text("Game 1 · find your seat")
