"""A sheet hand by hand on a phone: whatever is played, the running score is the game's own."""

from dataclasses import replace
from random import Random

import pytest
from playwright.sync_api import expect

from scoring import PRESETS, Hand, Penalty
from scoring.play import Mistakes, play_game
from tests.browser.look import assert_accessible, assert_fits
from tests.browser.sheets import SheetPage, open_link
from tests.factories import HOST, post, ready_night, reload, running_games
from tournaments.actions import rounds
from tournaments.sheet_content import rules_of

OPPOSITE = 2  # the bots' partners face each other, as seats 0 and 2


def open_sheet(phone, site, **night_settings):
    night = ready_night((4,), break_after=None, **night_settings)
    rounds.start_game(night, HOST, number=1)
    return SheetPage(open_link(phone, site, reload(night)), running_games(night)[0]).open()


def accepted(sheet):
    return sheet.game.sheets.get(state="accepted")


def enter_game(sheet, record):
    """Enter a bots' game; after each hand the phone must show what the game's own count says."""
    side_points = [0, 0] if record.rules.seats == 4 else [0, 0, 0]
    for played in record.hands:
        score = sheet.hand(record.rules, played.hand)
        side_points = [sum(pair) for pair in zip(side_points, score.side_points, strict=False)]
        assert sheet.scores() == side_points
    return side_points


@pytest.mark.parametrize("seed", [3, 8])
def test_a_game_of_twelve_hands_with_reneges_and_toss_ins(phone, site, seed):
    record = play_game(PRESETS["wemsa"], Random(seed), mistakes=Mistakes(renege=0.06, toss=0.06))
    assert any(played.hand.penalties for played in record.hands)
    sheet = open_sheet(phone, site, games=3).pair(OPPOSITE).by_hands()
    scores = enter_game(sheet, record)
    expect(phone.get_by_role("heading", name="All 12 hands are in")).to_be_visible()
    expect(phone.locator("#hands .line__value")).to_have_text(f"${sum(record.bump_cents) // 100}")
    sheet.agree().save()
    sheet.expect_saved()
    stored = accepted(sheet)
    assert (stored.scores, stored.bump_cents, stored.how) == (scores, sum(record.bump_cents), "hands")
    lines = stored.lines.order_by("position")
    assert tuple(line.points for line in lines) == record.points
    loners = [sum(played.score.loner == seat for played in record.hands) for seat in range(4)]
    assert [line.loners for line in lines] == loners


@pytest.mark.parametrize("preset", ["fharmacy", "torrence-knox", "classic"])
def test_every_other_rule_set(phone, site, preset):
    rules = PRESETS[preset]
    record = play_game(rules, Random(11), mistakes=Mistakes(renege=0.03))
    sheet = open_sheet(phone, site, preset="fharmacy", rules=rules).by_hands()
    scores = enter_game(sheet, record)
    sheet.agree().save()
    sheet.expect_saved()
    assert accepted(sheet).scores == scores
    assert tuple(line.points for line in accepted(sheet).lines.order_by("position")) == record.points


def test_three_handed_all_three_agree(phone, site):
    record = play_game(PRESETS["torrence-knox-three"], Random(5), mistakes=Mistakes(renege=0.03))
    night = ready_night((3,), preset="torrence-knox-three")
    rounds.start_game(night, HOST, number=1)
    sheet = SheetPage(open_link(phone, site, reload(night)), running_games(night)[0]).open().by_hands()
    expect(phone.get_by_role("heading", name="Hand 1: who made trump?")).to_be_visible()
    assert_accessible(phone)
    assert_fits(phone)
    scores = enter_game(sheet, record)
    expect(phone.get_by_role("group", name="All three agree?")).to_be_visible()
    sheet.agree().save()
    sheet.expect_saved()
    assert accepted(sheet).scores == scores
    assert tuple(line.points for line in accepted(sheet).lines.order_by("position")) == record.points


def test_three_at_a_table_of_a_night_of_fours(phone, site):
    night = ready_night((7,), preset="fharmacy")
    rounds.start_game(night, HOST, number=1)
    game = next(game for game in running_games(night) if game.size == 3)
    sheet = SheetPage(open_link(phone, site, reload(night)), game).open()
    scores = enter_game(sheet.by_hands(), play_game(rules_of(game), Random(2)))
    sheet.agree().save()
    sheet.expect_saved()
    assert accepted(sheet).scores == scores


HARD_HANDS = {
    "a defender alone takes all five": Hand(0, 0, defender_alone=1),
    "a defender alone takes three": Hand(3, 2, defender_alone=2),
    "passed out": Hand(None),
    "a renege against a loner": Hand(1, 5, alone=True, penalties=(Penalty("renege", 0),)),
    "the loner reneges": Hand(2, 2, alone=True, penalties=(Penalty("renege", 2),)),
    "two reneges": Hand(0, 4, penalties=(Penalty("renege", 1), Penalty("renege", 2))),
}


def test_the_rare_hands(phone, site):
    rules = PRESETS["torrence-knox"]
    sheet = open_sheet(phone, site, preset="fharmacy", rules=replace(rules, target=100)).by_hands()
    total = [0, 0]
    for hand in HARD_HANDS.values():
        score = sheet.hand(rules, hand)
        total = [total[0] + score.side_points[0], total[1] + score.side_points[1]]
        assert sheet.scores() == total
    expect(phone.get_by_text("the player’s own")).to_have_count(4)


@pytest.mark.parametrize(
    "hand",
    [Hand(0, penalties=(Penalty("renege", 3),)), Hand(1, None, True, penalties=(Penalty("renege", 0),))],
)
def test_a_renege_that_ends_the_hand(phone, site, hand):
    rules = PRESETS["fharmacy"]
    sheet = open_sheet(phone, site, preset="fharmacy").by_hands()
    score = sheet.hand(rules, hand)
    assert sheet.scores() == list(score.side_points[:2])


def test_where_the_caller_alone_pays_the_caller_is_asked(phone, site):
    rules = replace(PRESETS["wemsa"], bump_euchre_payer="caller", bump_euchre_cents=25)
    sheet = open_sheet(phone, site, games=3, rules=rules).pair(OPPOSITE).by_hands()
    sheet.tap(f"{sheet.side(0, 2)}: euchred them")
    expect(phone.get_by_role("group", name="Who called?")).to_be_visible()
    sheet.tap(sheet.called(3))
    expect(phone.locator("#hands .line__value")).to_have_text("$0.25")


def test_any_hand_can_be_undone_changed_or_removed(phone, site):
    sheet = open_sheet(phone, site, games=3).pair(OPPOSITE).by_hands()
    black, red = sheet.side(0, 2), sheet.side(1, 3)
    for name in (f"{black}: march", f"{red}: march", f"{black}: 3 or 4 tricks"):
        sheet.tap(name)
    assert sheet.scores() == [3, 2]
    sheet.tap("Undo")
    assert sheet.scores() == [2, 2]
    sheet.tap("Change a hand")
    sheet.tap("Hand 1")
    expect(phone.get_by_role("heading", name="Hand 1 again")).to_be_visible()
    sheet.tap(f"{red}: 3 or 4 tricks")
    assert sheet.scores() == [0, 3]
    sheet.tap("Change a hand")
    sheet.tap("Hand 2")
    sheet.tap("Remove this hand")
    assert sheet.scores() == [0, 1]
    sheet.tap("Renege, penalty…")
    sheet.tap("Cancel")
    expect(phone.get_by_role("heading", name="Hand 2: who scored?")).to_be_visible()


def test_a_game_that_ended_early_is_saved_with_a_reason(phone, site, faults):
    faults.allow("status of 422")
    sheet = open_sheet(phone, site, games=3).pair(OPPOSITE).by_hands()
    for side in (sheet.side(0, 2), sheet.side(1, 3)):
        for _ in range(5):
            sheet.tap(f"{side}: 3 or 4 tricks")
    sheet.tap("The game ended early")
    sheet.agree().save()
    expect(phone.locator("#problems")).to_contain_text("10 hands of 12 are on the sheet")
    phone.get_by_label("Why are these numbers right?").fill("time was up")
    phone.get_by_role("button", name="Save with this reason").tap()
    sheet.expect_saved()
    assert accepted(sheet).reason == "time was up"


def test_half_the_hands_survive_a_reload(phone, site):
    sheet = open_sheet(phone, site, games=3).pair(3).by_hands()
    phone.locator(".keys > .key").nth(2).tap()
    phone.locator(".keys > .key").nth(1).tap()
    before = sheet.scores()
    assert before == [2, 1]
    phone.reload()
    assert sheet.scores() == before
    expect(phone.get_by_role("heading", name="Hand 3: who scored?")).to_be_visible()


def test_other_partners_mean_other_hands(phone, site):
    sheet = open_sheet(phone, site, games=3).pair(3).by_hands()
    phone.locator(".keys > .key").first.tap()
    expect(phone.get_by_role("button", name="Other partners")).to_be_hidden()
    sheet.tap("Undo")
    sheet.tap("Other partners")
    sheet.pair(1)
    expect(phone.locator('[data-side="0"]')).to_contain_text(sheet.data["chairs"][1]["name"])


def test_hands_come_back_for_a_correction(phone, site):
    sheet = open_sheet(phone, site, games=3).pair(OPPOSITE).by_hands()
    record = play_game(PRESETS["wemsa"], Random(4))
    enter_game(sheet, record)
    sheet.agree().save()
    sheet.expect_saved()
    sheet.open("?correct")
    assert sheet.scores() == [record.side_points[0], record.side_points[1]]
    sheet.tap("Undo")
    expect(phone.get_by_role("heading", name="Hand 12: who scored?")).to_be_visible()


def test_planned_partners_are_shown_and_can_be_put_right(phone, site):
    sheet = open_sheet(phone, site, preset="fharmacy")
    expect(phone.locator('[data-side="0"]')).to_contain_text(sheet.data["chairs"][2]["name"])
    sheet.tap("Other partners")
    sheet.pair(3).totals(10, 4).agree().save()
    sheet.expect_saved()
    assert accepted(sheet).partner_of_first == 3


def test_a_pair_that_partnered_before_is_marked_before_the_first_hand(phone, site):
    night = ready_night((4,), games=3, break_after=None)
    rounds.start_game(night, HOST, number=1)
    post(running_games(night)[0])
    rounds.close_game(night, HOST, number=1)
    rounds.start_game(night, HOST, number=2)
    sheet = SheetPage(open_link(phone, site, reload(night)), running_games(night)[0]).open()
    expect(phone.locator(".choice--repeat")).to_contain_text("already partners in game 1: draw again")
    assert_accessible(sheet.page)


def test_every_screen_of_it_can_be_read_and_used_by_all(phone, site):
    sheet = open_sheet(phone, site, games=3).pair(OPPOSITE).by_hands()
    assert_accessible(phone)
    sheet.tap(f"{sheet.side(0, 2)}: alone")
    assert_accessible(phone)
    sheet.tap(sheet.called(0))
    sheet.tap("Renege, penalty…")
    assert_accessible(phone)
    sheet.tap("Renege", exact=True)
    sheet.tap(sheet.called(1))
    assert_accessible(phone)
    sheet.tap(f"{sheet.side(0, 2)}: 3 or 4 tricks")
    sheet.tap("The game ended early")
    assert_accessible(phone)
    assert_fits(phone)


def test_a_keyboard_keeps_its_place_from_hand_to_hand(open_page, site):
    laptop = open_page("laptop", base_url=site.lan_url)
    sheet = open_sheet(laptop, site, games=3)
    laptop.get_by_role("radio").nth(1).check()
    laptop.get_by_role("button", name="Hand by hand").click()
    key = laptop.get_by_role("button", name=f"{sheet.side(0, 2)}: 3 or 4 tricks")
    key.focus()
    for _ in range(3):
        laptop.keyboard.press("Enter")
    assert sheet.scores() == [3, 0]
    expect(key).to_be_focused()
