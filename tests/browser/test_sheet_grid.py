"""A pile of paper on the desk's laptop: ten tables typed with Tab and Enter alone, faster than two minutes."""

from random import Random

import pytest
from playwright.sync_api import expect

from scoring import PRESETS, score_hand
from scoring.play import play_game
from tests.browser.look import assert_accessible, assert_fits
from tests.browser.sheets import OFFLINE, open_link
from tests.factories import (
    HOST,
    add_players,
    check_everybody_in,
    make_night,
    post,
    ready_night,
    reload,
    running_games,
)
from tournaments.actions import chairs, movement, rounds

TABLES = 10
SLOW_TYPIST = 100  # keys a minute, looking back and forth between paper and screen
TWO_MINUTES = 2.0


@pytest.fixture
def night(site):
    night = ready_night((4 * TABLES,), games=3, break_after=None)
    rounds.start_game(night, HOST, number=1)
    return reload(night)


@pytest.fixture
def desk(open_page, site, night):
    page = open_link(open_page("laptop", base_url=site.lan_url), site, night, name="Dana")
    page.goto(f"/runner/{night.code}/grid/")
    return page


class Keyboard:
    """Only keys, each one counted."""

    def __init__(self, page):
        self.page, self.pressed = page, 0

    def type(self, text):
        self.page.keyboard.type(text)
        self.pressed += len(text)

    def press(self, key):
        self.page.keyboard.press(key)
        self.pressed += 1

    def sheet(self, pairing, scores, dollars, loners="", *, table=None):
        """One sheet of the pile; `table` only where it is not the one the page expects."""
        if table is not None:
            self.type(str(table))
        self.press("Enter")
        for text in (str(pairing), *(str(score) for score in scores), str(dollars)):
            self.type(text)
            self.press("Tab")
        self.type(loners)
        self.press("Enter")


def row(page, game):
    return page.locator(f"#paper-{game.pk}")


def test_ten_tables_are_typed_in_less_than_two_minutes(desk, night, capsys):
    games = running_games(night)
    keys = Keyboard(desk)
    expected = []
    for seed, game in enumerate(games):
        record = play_game(PRESETS["wemsa"], Random(seed))
        alone = [score_hand(record.rules, played.hand).loner for played in record.hands]
        loners = [alone.count(seat) for seat in range(4)]
        named = "".join(str(seat + 1) * count for seat, count in enumerate(loners))
        keys.sheet(2, record.side_points[:2], sum(record.bump_cents) // 100, named)
        expected.append((list(record.side_points[:2]), sum(record.bump_cents), loners))
        expect(row(desk, game)).to_have_attribute("data-state", "in")
    expect(desk.locator("#jump-left")).to_contain_text("All 10 tables are typed")
    stored = [game.sheets.get(state="accepted") for game in games]
    lines = [list(s.lines.order_by("position").values_list("loners", flat=True)) for s in stored]
    assert [(s.scores, s.bump_cents, loners) for s, loners in zip(stored, lines, strict=True)] == expected
    minutes = keys.pressed / SLOW_TYPIST
    with capsys.disabled():
        print(f"\nten tables: {keys.pressed} keys, {minutes:.1f} minutes at {SLOW_TYPIST} keys a minute")
    assert minutes < TWO_MINUTES


def test_a_pile_in_any_order_and_a_question_in_the_middle(desk, night, faults):
    faults.allow("status of 422")
    games = running_games(night)
    keys = Keyboard(desk)
    keys.sheet(1, (6, 5), 0, table=7)
    problems = row(desk, games[6]).locator("[data-problems]")
    expect(problems).to_contain_text("Together 11 points")
    keys.sheet(3, (14, 9), 4, table=3)
    expect(row(desk, games[2])).to_have_attribute("data-state", "in")
    assert_accessible(desk)
    expect(desk.locator("#jump-table")).to_be_focused()
    expect(desk.locator("#jump-table")).to_have_value("7")  # what was refused comes next
    keys.press("Enter")
    keys.type("eleven hands")
    keys.press("Enter")
    expect(row(desk, games[6])).to_have_attribute("data-state", "in")
    assert games[6].sheets.get().reason == "eleven hands"


def test_what_is_wrong_stands_in_the_row_and_what_was_typed_stays(desk, night, faults):
    faults.allow("status of 422")
    game = running_games(night)[0]
    keys = Keyboard(desk)
    keys.sheet(2, (49, 9), 4, "13")
    expect(row(desk, game).locator("[data-problems]")).to_contain_text("49")
    field = row(desk, game).locator('[name="scores.0"]')
    expect(field).to_have_attribute("aria-invalid", "true")
    row(desk, game).get_by_role("link", name="Whole form").click()
    for seat, count in enumerate("1010"):
        expect(desk.locator(f'[name="loners.{seat}"]')).to_have_value(count)
    desk.go_back()
    expect(field).to_have_value("49")
    expect(row(desk, game).locator('[name="loner_seats"]')).to_have_value("13")
    expect(row(desk, game).locator("[data-problems]")).to_contain_text("49")
    keys.press("Enter")
    expect(field).to_be_focused()
    desk.keyboard.press("Control+A")
    keys.type("14")
    for _ in range(3):
        keys.press("Enter")
    expect(row(desk, game)).to_have_attribute("data-state", "in")


def test_without_network_it_is_kept_and_goes_by_itself(desk, night, faults):
    faults.allow(OFFLINE)
    first, second = running_games(night)[:2]
    desk.context.set_offline(True)
    keys = Keyboard(desk)
    keys.sheet(2, (14, 9), 4)
    expect(row(desk, first).locator("[data-problems]")).to_contain_text("kept on this computer")
    keys.sheet(2, (12, 11), 0)
    desk.context.set_offline(False)
    for game in (first, second):
        expect(row(desk, game)).to_have_attribute("data-state", "in", timeout=20_000)
        assert game.sheets.count() == 1


def test_half_typed_rows_stay_while_others_bring_their_sheets(desk, night):
    first, second, third = running_games(night)[:3]
    desk.keyboard.press("Enter")
    desk.keyboard.type("2")
    desk.keyboard.press("Tab")
    desk.keyboard.type("1")
    post(second)
    expect(row(desk, second)).to_have_attribute("data-state", "in")
    desk.keyboard.type("4")
    field = row(desk, first).locator('[name="scores.0"]')
    expect(field).to_be_focused()
    expect(field).to_have_value("14")
    post(first, (9, 14))
    expect(row(desk, first).locator("[data-problems]")).to_contain_text("second version")
    expect(field).to_have_value("14")
    desk.reload()
    expect(row(desk, third)).to_be_visible()


def test_other_people_at_the_table_are_shown_and_what_was_typed_stays(desk, night, faults):
    faults.allow("status of 422")
    game, other = running_games(night)[:2]
    desk.keyboard.press("Enter")
    desk.keyboard.type("2")
    desk.keyboard.press("Tab")
    desk.keyboard.type("1")
    came = other.seats.get(position=0).player
    chairs.correct_chair(
        night,
        HOST,
        game_id=str(game.pk),
        position=0,
        player_id=came.pk,
        points_follow=True,
        reason="drawn anew",
    )
    field = row(desk, game).locator('[name="scores.0"]')
    expect(row(desk, game).locator("[data-problems]")).to_contain_text("compare the names with the paper")
    expect(row(desk, game).locator(".paper__seats")).to_contain_text(came.name)
    expect(field).to_be_focused()
    desk.keyboard.type("4")
    expect(field).to_have_value("14")
    for text in ("9", "4"):
        desk.keyboard.press("Tab")
        desk.keyboard.type(text)
    desk.keyboard.press("Enter")
    expect(row(desk, game)).to_have_attribute("data-state", "in")
    assert game.sheets.get().lines.get(position=0).player == came


def test_who_won_the_extra_hand_of_a_drawn_game_is_asked_in_the_row(open_page, site, faults):
    faults.allow("status of 422")
    night = ready_classic_night()
    game, other = running_games(night)
    page = open_link(open_page("laptop", base_url=site.lan_url), site, night, name="Dana")
    page.goto(f"/runner/{night.code}/grid/")
    keys = Keyboard(page)

    def drawn(game):
        page.locator("#jump-table").fill(str(game.table.number))
        keys.press("Enter")
        for text in ("8", "8"):
            keys.type(text)
            keys.press("Enter")

    drawn(game)
    expect(row(page, game).locator("[data-problems]")).to_contain_text("Who won the extra hand?")
    page.locator("#jump-table").fill(str(game.table.number))
    keys.press("Enter")
    expect(row(page, game).locator('[name="extra_hand"]')).to_be_focused()
    assert_accessible(page)
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    keys.press("Enter")
    expect(row(page, game)).to_have_attribute("data-state", "in")
    assert (game.sheets.get().extra_hand, game.sheets.get().reason) == (1, "")
    drawn(other)
    expect(row(page, other).locator("[data-problems]")).to_contain_text("lots decide")
    row(page, other).locator('[name="reason"]').fill("nobody knows")
    keys.press("Enter")
    expect(row(page, other)).to_have_attribute("data-state", "in")
    assert other.sheets.get().extra_hand is None


def ready_classic_night():
    """Eight people at two tables, winners move: game 1 is running."""
    night = make_night("classic")
    add_players(night, 8)
    check_everybody_in(night)
    movement.begin_movement(night, HOST)
    rounds.start_game(night, HOST, number=1)
    return reload(night)


def test_the_pile_is_of_the_last_game_and_what_an_earlier_one_owes_comes_after(desk, night):
    owing, *others = running_games(night)
    for game in others:
        post(game)
    rounds.close_game(night, HOST, number=1, confirmed=True, reason="sheet lost")
    rounds.start_game(night, HOST, number=2)
    now = night.games.get(round__number=2, table=owing.table)
    expect(row(desk, now)).to_be_visible()
    Keyboard(desk).sheet(1, (14, 9), 4, table=owing.table.number)
    expect(row(desk, now)).to_have_attribute("data-state", "in")
    assert not owing.sheets.exists()
    Keyboard(desk).sheet(1, (14, 9), 4, table=owing.table.number)
    expect(row(desk, owing)).to_have_count(0)  # it owes nothing any more
    assert owing.sheets.get().state == "accepted"


def test_it_can_be_read_and_fits(open_page, site, night):
    post(running_games(night)[1])
    for size, scheme in (("laptop", "light"), ("laptop", "dark"), ("phone", "light")):
        page = open_link(open_page(size, base_url=site.lan_url, color_scheme=scheme), site, night)
        page.goto(f"/runner/{night.code}/grid/")
        expect(page.locator(".paper")).to_have_count(TABLES)
        assert_accessible(page)
        assert_fits(page)
