"""Whole nights in a real Chromium, by clicking: from the first-run link to the last prize and the log.

The people are in `tests/browser/journey`; `evening` keeps a book of its own, and `reckoning` works out from it what
every page must show.
"""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from euchre_night import first_run
from tests.browser.journey import doors, office, reckoning
from tests.browser.journey.desk import Desk
from tests.browser.journey.evening import Evening
from tests.browser.journey.host import Host, correct_points
from tests.browser.journey.looks import FirstLooks
from tests.browser.journey.paper import Paper
from tests.browser.journey.reckoning import Row, level_at
from tests.browser.journey.runner import Runner
from tests.browser.journey.wall import Wall

LIST = Path(__file__).parents[1] / "cases" / "sign_ups" / "40_two_leagues.csv"
LEAGUES = ("Experienced", "Novice")
REFUSED_ON_PURPOSE = "status of 422"


def sign_ups() -> dict[str, str]:
    """Name -> league, as the list says."""
    with LIST.open(encoding="utf-8-sig") as lines:
        return {row["Name"]: row["League"] for row in csv.DictReader(lines)}


def two_tie_for_third(rows: list[Row]) -> bool:
    return [len(level_at(rows, place)) for place in (1, 2, 3)] == [1, 1, 2]


def no_tie_for_a_prize(rows: list[Row]) -> bool:
    return [len(level_at(rows, place)) for place in (1, 2, 3)] == [1, 1, 1]


@pytest.mark.sqlite
def test_the_whole_wemsa_night(site, open_page, faults):
    faults.allow(REFUSED_ON_PURPOSE)
    look = FirstLooks()
    host = Host(open_page("laptop", base_url=site.url), look)

    host.make_account(first_run.make())
    host.make_night("WEMSA Euchre Night", card="Two leagues, 12-hand games")
    doors.upload(host, LIST, people=40)
    wall = Wall(open_page("projector", base_url=site.url), host.code, look)
    desk = Desk(open_page("phone", base_url=site.lan_url), host.code, look)
    runner = Runner(open_page("phone", base_url=site.lan_url), host.code, look)
    second = Runner(open_page("phone", base_url=site.lan_url), host.code, look)
    doors.open_the_doors(host, wall, expected=23)
    desk.open(host.make_link("Dana Desk", "desk"))
    runner.open(host.make_link("Robin Runner", "table runner"))
    second.open(host.make_link("Sam Second", "table runner"))
    let_everybody_in(host, desk)
    doors.draw(host, wall)

    evening = Evening(host, runner, desk.people(), sign_ups())
    started_too_early(evening, wall)
    fire_alarm(evening, wall)
    two_versions(evening, second, wall)
    not_agreed(evening, wall)
    intermission(host, wall)
    read_wrongly(evening, wall)
    taken_back(evening, wall)
    plain_game(evening, wall)
    last_game(evening, wall)
    assert evening.drawn_again, "in eight games nobody met a partner of an earlier game"

    standings(evening)
    order = sudden_death(evening)
    prizes = payouts(evening, order)
    wall.turns_to("Final results", "awards")
    for number, cents in prizes.items():
        wall.deals(evening.names[number], office.dollars(cents))
    assert sum(prizes.values()) == 80_000
    by_card = list(prizes.values())[-1] // 100
    office.count_till(host, cash=39 * 20 - 800 + by_card)
    office.count_cup(host, reckoning.cups(evening.sheets))
    office.log_tells(host, "game 3: the director decided", table=str(min(evening.tables)))
    office.log_tells(host, "Checked in Blair Sample", who="Dana")
    assert wall.was_never_reloaded()


def close(evening: Evening, wall: Wall) -> None:
    """Close a game; a moment later the wall has everybody's points as our book has them."""
    evening.close()
    expect_points(evening, wall)


def expect_points(evening: Evening, wall: Wall) -> None:
    """The wall's standings are those of our book within a few seconds."""
    wall.has_points({row.number: row.total for league in LEAGUES for row in evening.rows(league)})


def let_everybody_in(host: Host, desk: Desk) -> None:
    """Some by clicking at both desks, with a card, a mistake and somebody who leaves again; then the long queue."""
    at_the_laptop = Desk(host.page, host.code, host.look)
    host.go("Players")
    assert at_the_laptop.check_in("Alex Sample") == "Number 1, table 1 · $20 collected."
    at_the_laptop.check_in("Kai Example")
    at_the_laptop.undo("Kai Example")
    assert at_the_laptop.check_in("Kai Example", "By card") == "Number 2, table 21 · $20 collected."
    desk.check_in("Blair Sample")
    desk.add_walk_in("Sky Guest", "Novice")
    desk.take_off_the_list("Sky Guest")
    desk.check_everybody_else_in()
    host.go("Control room")
    expect(host.page.get_by_text("23 Experienced · 17 Novice")).to_be_visible()
    expect(host.page.get_by_text("$800", exact=True)).to_be_visible()


def started_too_early(evening: Evening, wall: Wall) -> None:
    """Game 1: its start is taken back once; a message hangs on the wall."""
    host = evening.host
    host.start(1)
    host.follow("Take back the start of game 1")
    host.sees("Take back the start of game 1")
    host.look(host.page, "take back")
    host.press("Take back game 1")
    host.is_told("The start of game 1 is taken back.")
    evening.start()
    expect(wall.clock()).to_have_text(re.compile(r"14:\d\d"))
    host.message("Pizza is served in the atrium.")
    wall.shows("Pizza is served in the atrium.")
    wall.look(wall.page, "wall: message")
    evening.enter_two()
    evening.collect_the_rest()
    close(evening, wall)
    wall.shows("Game 2 · find your seat")
    host.message("")
    expect(wall.page.get_by_text("Pizza is served in the atrium.")).to_have_count(0)


def fire_alarm(evening: Evening, wall: Wall) -> None:
    """Game 2: the clock is stopped for a while, and a sheet is odd for a reason."""
    host, runner = evening.host, evening.runner
    evening.start()
    host.press("Pause")
    wall.shows("paused")
    host.press("Go on")
    expect(wall.page.get_by_text("paused")).to_have_count(0)
    number = next(evening.still_out())
    table = evening.tables[number]
    odd = Paper(partner=table.fresh_partner(), points=(6, 4), bumps=0)
    runner.go_to(table)
    runner.choose_partners(table, odd.partner)
    runner.enter_totals(table, odd)
    runner.agree()
    runner.save(table, odd)
    runner.is_asked("Together 10 points, but 12 hands bring at least 12")
    runner.gives_reason("Two hands fell to the fire alarm")
    runner.is_saved(table)
    evening.book(number, odd)
    evening.enter_two()
    evening.collect_the_rest()
    close(evening, wall)


def two_versions(evening: Evening, second: Runner, wall: Wall) -> None:
    """Game 3: two runners read a sheet differently; the game cannot be closed by the way, the director decides."""
    host, runner = evening.host, evening.runner
    evening.start()
    number = next(evening.still_out())
    table = evening.tables[number]
    right = evening.paper(number)
    wrong = Paper(right.partner, (right.points[0] + 1, right.points[1]), right.bumps)
    second.go_to(table)
    second.choose_partners(table, wrong.partner)
    second.enter_totals(table, wrong)
    second.agree()
    runner.enter(table, right, "totals")
    second.save(table, wrong)
    expect(second.page.get_by_text("2 different sheets.")).to_be_visible()
    second.look(second.page, "sheet: two versions")
    close_is_refused(host, number)
    host.decide(number, right.score)
    evening.book(number, right)
    evening.enter_two()
    evening.collect_the_rest()
    close(evening, wall)


def close_is_refused(host: Host, number: int) -> None:
    """Closing a game with a dispute open names the table, and wants more than a blank for a reason."""
    host.follow("Close it without them")
    host.is_told(f"Table {number}, game 3: the sheet is disputed.")
    host.look(host.page, "close anyway")
    host.page.get_by_label("Why the game is closed").fill(" ")
    host.press("Close game 3 without them")
    host.is_told("Say why the game is closed without these sheets.")
    host.is_told(f"Table {number}, game 3: the sheet is disputed.")
    host.look(host.page, "close refused")
    host.follow("Go back")


def not_agreed(evening: Evening, wall: Wall) -> None:
    """Game 4: the two sides of a table see it differently."""
    host, runner = evening.host, evening.runner
    evening.start()
    draw_again_if_partners_meet(evening)
    number = evening.plain_table()
    table, sheet = evening.tables[number], evening.paper(number)
    runner.go_to(table)
    runner.choose_partners(table, sheet.partner)
    runner.enter_totals(table, sheet)
    runner.do_not_agree()
    host.decide(number, sheet.score)
    evening.book(number, sheet)
    evening.enter_two()
    evening.collect_the_rest()
    close(evening, wall)


def intermission(host: Host, wall: Wall) -> None:
    host.press("Start the intermission (20 min)")
    host.is_told("The intermission has begun.")
    wall.shows("Break")
    expect(wall.clock()).to_have_text(re.compile(r"(20:00|19:\d\d)"))
    wall.look(wall.page, "wall: break")


def read_wrongly(evening: Evening, wall: Wall) -> None:
    """Game 5: after its end a runner corrects a sheet, and the wall shows it at once."""
    runner = evening.runner
    evening.start()
    evening.host.press("Five minutes more")
    expect(wall.clock()).to_have_text(re.compile(r"19:\d\d"))
    evening.enter_two()
    evening.collect_the_rest()
    close(evening, wall)
    number = evening.plain_table(of=evening.tables)
    seated = evening.sheets[5, number]
    points = (seated.paper.points[0] + 2, seated.paper.points[1])
    runner.go_to(evening.tables[number])
    runner.page.get_by_role("link", name="Correct this sheet").tap()
    expect(runner.page.get_by_label("Why is it corrected?")).to_be_visible()
    runner.look(runner.page, "sheet: correction")
    correct_points(runner.page, points, "A march was taken for one point")
    runner.is_saved(evening.tables[number])
    evening.book(number, Paper(seated.paper.partner, points, seated.paper.bumps, seated.paper.loners))
    expect_points(evening, wall)
    wall.turns_to("After game 5 of 8", "standings")


def draw_again_if_partners_meet(evening: Evening) -> None:
    """Once in the night: the cards make partners of two who were partners before; the page says so, they draw again."""
    found = None if evening.drawn_again else evening.a_repeat()
    if found is None:
        return
    number, repeated = found
    runner, table = evening.runner, evening.tables[number]
    first = evening.paper(number, partner=repeated)
    again = Paper(table.fresh_partner(), first.points, first.bumps)
    runner.go_to(table)
    expect(runner.page.get_by_text("draw again").first).to_be_visible()
    runner.choose_partners(table, repeated)
    runner.enter_totals(table, Paper(repeated, first.points, first.bumps))
    runner.agree()
    runner.save(table, first)
    runner.is_asked("were already partners in game")
    runner.draw_again(table, again.partner)
    expect(runner.page.get_by_role("main").get_by_text("were already partners")).to_have_count(0)
    runner.save(table, again)
    runner.is_saved(table)
    evening.book(number, again)
    evening.drawn_again = True


def taken_back(evening: Evening, wall: Wall) -> None:
    """Game 6: a sheet went to the wrong table; it is taken back and entered again."""
    evening.start()
    evening.enter_two()
    evening.collect_the_rest()
    number = max(evening.tables)
    del evening.sheets[6, number]
    evening.host.take_sheet_back(number, "That was the paper of another table")
    evening.host.sees("1 sheet to come")
    evening.enter(number, "totals")
    close(evening, wall)


def plain_game(evening: Evening, wall: Wall) -> None:
    evening.start()
    draw_again_if_partners_meet(evening)
    evening.enter_two()
    evening.collect_the_rest()
    close(evening, wall)


def last_game(evening: Evening, wall: Wall) -> None:
    """Game 8; afterwards sheets are corrected so that two share third place in one league and nobody in the other."""
    plain_game(evening, wall)
    wall.turns_to("All games played", "all games played")
    for league, wish in zip(LEAGUES, (two_tie_for_third, no_tie_for_a_prize), strict=True):
        if wish(evening.rows(league)):
            continue
        found = evening.correction(league, wish)
        assert found, f"no sheet of {league} can be corrected so"
        number, paper = found
        evening.correct(number, paper, "The paper says otherwise")
        expect_points(evening, wall)


def standings(evening: Evening) -> None:
    evening.host.go("Standings")
    for league in LEAGUES:
        office.standings_are(evening.host, league, evening.rows(league))


def sudden_death(evening: Evening) -> list[int]:
    """The tie for third place: nothing is payable before it is settled. Answers with the order, best first."""
    host = evening.host
    first, second = level_at(evening.rows("Experienced"), 3)
    host.go("Payouts")
    host.sees("Not payable yet")
    host.is_told("In the way")
    host.go("Control room")
    office.play_off(host, winner=evening.names[second], loser=evening.names[first])
    return [second, first]


def payouts(evening: Evening, order: list[int]) -> dict[int, int]:
    """50/30/20 of each league's pot, ticked one by one; all in cash but one. Answers with what is to be paid, in cents."""
    host = evening.host
    host.go("Payouts")
    host.sees("Ready to be declared final")
    office.declare_final(host)
    everything: dict[int, int] = {}
    for league in LEAGUES:
        rows = evening.rows(league, order=order)
        prizes = reckoning.settled_prizes(rows, pot=2000 * len(rows))
        office.prizes_are(host, league, prizes, evening.names)
        everything |= prizes
    *most, last = everything
    for number in most:
        office.hand_out(host, evening.names[number])
    office.hand_out(host, evening.names[last], "To card of {}")
    host.sees("Every prize is handed out")
    return everything
