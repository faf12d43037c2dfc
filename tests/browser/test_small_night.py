"""Eight players, three games, in a real Chromium: the same night as the great one in small, on PostgreSQL.

Here every sheet is entered by touch, a player's phone stays open through the night, and a tie is shared out.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from euchre_night import first_run
from tests.browser.journey import doors, office, reckoning
from tests.browser.journey.desk import Desk
from tests.browser.journey.evening import Evening
from tests.browser.journey.host import Host
from tests.browser.journey.looks import FirstLooks
from tests.browser.journey.player import PlayersPhone
from tests.browser.journey.reckoning import Row, level_at
from tests.browser.journey.runner import Runner
from tests.browser.journey.wall import Wall

WALK_IN = "Player 08"
DIVISION = "Everybody"


def somebody_shares_a_prize(rows: list[Row]) -> bool:
    return any(len(level_at(rows, place)) > 1 for place in (1, 2, 3))


@pytest.mark.postgresql
def test_a_small_night(site, open_page, faults):
    look = FirstLooks()
    host = Host(open_page("laptop", base_url=site.url), look)
    host.make_account(first_run.make())
    host.make_night(
        "Kitchen Night",
        card="Two leagues, 12-hand games",
        Divisions=DIVISION,
        Games="3",
        Intermission_after_game="",
        Tie_at_a_prize_place="Share the places’ money",
    )
    wall = Wall(open_page("projector", base_url=site.url), host.code, look)
    desk = Desk(open_page("phone", base_url=site.lan_url), host.code, look)
    runner = Runner(open_page("phone", base_url=site.lan_url), host.code, look)
    phone = PlayersPhone(open_page("phone", base_url=site.lan_url), host.code, look)
    doors.paste(host, [f"Player {number:02}" for number in range(1, 8)])
    doors.open_the_doors(host, wall, expected=7)
    desk.open(host.make_link("Dana Desk", "desk"))
    runner.open(host.make_link("Robin Runner", "table runner"))
    let_everybody_in(desk)
    host.go("Control room")
    doors.draw(host, wall)

    names = desk.people()
    evening = Evening(host, runner, names, dict.fromkeys(names.values(), DIVISION))
    phone.find(1, "Player 01")
    evening.start()
    phone.shows("Game 1 · your seat now", seat_of(evening, 1))
    evening.enter_two()
    evening.close()
    phone.shows("Game 2 · your next seat", "Your place")
    they_agree_after_all(evening)
    last_game(evening, wall)

    rows = evening.rows(DIVISION)
    host.go("Standings")
    office.standings_are(host, DIVISION, rows)
    own = next(row for row in rows if row.number == 1)
    phone.shows("All games are played", f"Place {own.place}", str(own.total))
    host.go("Payouts")
    office.declare_final(host)
    office.open_again(host, "Somebody wants the papers read out once more")
    office.declare_final(host)
    prizes = reckoning.shared_prizes(rows, pot=8 * 2000)
    assert sum(prizes.values()) == 8 * 2000
    office.prizes_are(host, DIVISION, prizes, evening.names)
    wall.turns_to("Final results", "awards")
    first = evening.names[next(iter(prizes))]
    office.hand_out(host, first, "To card of {}")
    office.take_prize_back(host, first, "It was cash")
    for number, cents in prizes.items():
        wall.deals(evening.names[number], office.dollars(cents))
        office.hand_out(host, evening.names[number])
    host.sees("Every prize is handed out")
    phone.shows("The results are final")
    office.count_till(host, cash=0)
    office.count_cup(host, reckoning.cups(evening.sheets))
    office.log_tells(host, "game 2: everybody agrees now", who="Robin")
    assert wall.was_never_reloaded()


def let_everybody_in(desk: Desk) -> None:
    """One checked in by clicking, the others after them; somebody walks in and pays at once."""
    assert desk.check_in("Player 01") == "Number 1, table 1 · $20 collected."
    desk.check_everybody_else_in()
    desk.add_walk_in(WALK_IN, DIVISION)
    desk.page.get_by_role("button", name="$20 in cash").tap()
    expect(desk.page.get_by_text("Number 8, table 2 · $20 collected.")).to_be_visible()


def seat_of(evening: Evening, number: int) -> str:
    return next(f"Table {table.number}" for table in evening.tables.values() if number in table.chairs)


def they_agree_after_all(evening: Evening) -> None:
    """Game 2: a table sees it differently at first, then both sides say yes to the same numbers."""
    runner = evening.runner
    evening.start()
    number = next(evening.still_out())
    table, sheet = evening.tables[number], evening.paper(number)
    runner.go_to(table)
    runner.choose_partners(table, sheet.partner)
    runner.enter_totals(table, sheet)
    runner.do_not_agree()
    runner.page.get_by_role("link", name="They agree now: enter it again").tap()
    runner.agree()
    runner.save(table, sheet)
    runner.is_saved(table)
    evening.book(number, sheet)
    evening.enter(next(evening.still_out()), "hands")
    evening.close()


def last_game(evening: Evening, wall: Wall) -> None:
    """Game 3; a sheet is corrected, when need be, so that somebody shares a prize."""
    evening.start()
    for number in list(evening.still_out()):
        evening.enter(number, "totals")
    evening.close()
    if not somebody_shares_a_prize(evening.rows(DIVISION)):
        found = evening.correction(DIVISION, somebody_shares_a_prize)
        assert found, "no sheet can be corrected so"
        number, paper = found
        evening.correct(number, paper, "The paper says otherwise")
    wall.has_points({row.number: row.total for row in evening.rows(DIVISION)})
