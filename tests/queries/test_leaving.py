"""What the desk is told before somebody goes, and that it comes true."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.cast import cast_of, key
from tests.factories import (
    HOST,
    add_players,
    check_everybody_in,
    make_night,
    play_game,
    ready_night,
    reload,
    running_games,
)
from tests.queue_nights import queue_night, seats_of, state_of
from tournaments.actions import check_in, movement, rounds
from tournaments.models import Seat
from tournaments.queries.leaving import SCHEDULE, leaving_changes

pytestmark = pytest.mark.django_db


def said(night, player_id):
    night = reload(night)
    return leaving_changes(night, night.players.get(pk=player_id), timezone.now())


@pytest.fixture
def progressive():
    night = make_night("classic", games=3)
    add_players(night, 9)
    check_everybody_in(night)
    movement.begin_movement(night, HOST)
    play_game(night, 1, (9, 7))
    return reload(night)


def seating(night, number):
    rows = Seat.objects.filter(round__number=number, game__tournament=night)
    return dict(rows.values_list("player_id", "game__table__number"))


def test_the_coming_game_as_it_would_be_seated(progressive):
    before = seating(progressive, 2)
    leaver = next(iter(before))
    told = said(progressive, leaver)
    check_in.withdraw(progressive, HOST, player_id=leaver)
    after = seating(progressive, 2)
    moved = sum(after.get(player) != before.get(player) for player in {*before, *after} - {leaver})
    assert told.startswith("Game 2 is then seated anew: 2 tables, ")
    assert (f"{moved} player" in told) if moved else ("nobody else moves" in told)


def test_a_night_that_could_not_go_on_is_told():
    night = make_night("classic", games=2)
    add_players(night, 4)
    check_everybody_in(night)
    movement.begin_movement(night, HOST)
    player = night.players.first()
    assert (
        said(night, player.pk) == "Game 1 could not be played: only 3 players are here: a table needs four."
    )


def test_while_a_game_runs(progressive):
    rounds.start_game(progressive, HOST, number=2)
    game = running_games(progressive)[0]
    assert said(progressive, seats_of(game)[0]).startswith(f"The game at table {game.table.number} goes on")


def test_in_the_queue():
    night = queue_night(9)
    game = running_games(night)[0]
    assert said(night, seats_of(game)[0]) == "The game at table 1 goes on; they join no line after it."
    [waiter] = state_of(night).waiting()
    assert said(night, waiter.player) == "They leave the line; whoever waits behind them moves up."


def test_a_schedule_shows_its_change_before_it_counts():
    night = ready_night((8,), games=2, break_after=None)
    player = night.players.first()
    assert said(night, player.pk) == ""
    play_game(night, 1)
    assert said(night, player.pk) == SCHEDULE


def test_the_desk_reads_it_and_whoever_comes_late_is_told_where_to(progressive):
    desk = cast_of(progressive).desk
    player = progressive.players.filter(status="checked_in").first()
    page = desk.get(f"/desk/{progressive.code}/{player.pk}/")
    assert "If they leave now: Game 2 is then seated anew" in page.content.decode()
    [late] = add_players(progressive, 1, first=30)
    address = f"/desk/{progressive.code}/{late.pk}/check-in/"
    answer = desk.post(address, {"method": "cash", "key": key()}, follow=True)
    assert "They play from the next game on" in answer.content.decode()


def test_one_query(progressive, django_assert_num_queries):
    night, player = reload(progressive), progressive.players.first()
    _ = night.settings
    with django_assert_num_queries(1):
        leaving_changes(night, player, timezone.now())
