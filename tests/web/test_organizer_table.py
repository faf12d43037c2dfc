"""The history of one table: who, when, old → new, why."""

import pytest

from tests.cast import cast_of
from tests.factories import HOST, content, play_game, post, ready_night, reload, running_games
from tests.handing_in import correct
from tournaments.actions import prizes, rounds, sheet_moves, sheets
from tournaments.queries.table_history import table_history

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    night = ready_night((8,), games=3, break_after=None)
    rounds.start_game(night, HOST, number=1)
    return reload(night)


def page_of(client, night, number):
    return client.get(f"/nights/{night.code}/tables/{number}/")


def test_a_change_shows_who_when_old_and_new(night):
    game = running_games(night)[0]
    entered = post(game, (14, 9))
    correct(game, entered["sheet"], content(game, (9, 14)), reason="sides swapped")
    newest, first = table_history(night, game.table.number)
    assert (newest.old, newest.new) == (
        "14–9, seats 1 and 2 partners, cup $4, by Robin Runner",
        "9–14, seats 1 and 2 partners, cup $4",
    )
    assert (newest.who, newest.game, newest.reason) == ("Robin Runner", "Game 1", "sides swapped")
    assert newest.at > first.at
    page = page_of(cast_of(night).organizer, night, game.table.number).content.decode()
    assert "<del>14–9, seats 1 and 2 partners" in page
    assert "sides swapped" in page


def test_a_sheet_that_was_another_tables_is_in_the_history_of_both(night):
    wrong, right = running_games(night)
    entered = post(wrong)
    sheet_moves.move_sheet(
        night,
        HOST,
        game_id=str(wrong.pk),
        sheet_id=entered["sheet"],
        to_game_id=str(right.pk),
        reason="wrong form",
    )
    for game in (wrong, right):
        assert "belongs to" in table_history(night, game.table.number)[0].text


def test_a_void_game_and_a_sheet_taken_back_are_in_it(night):
    game = running_games(night)[0]
    post(game)
    sheets.clear_sheet(night, HOST, game_id=str(game.pk), reason="not theirs")
    rounds.void_game(night, HOST, game_id=str(game.pk), reason="cards short")
    void, taken_back, _ = table_history(night, game.table.number)
    assert (void.new, void.reason) == ("void", "cards short")
    assert taken_back.old.startswith("14–9")


@pytest.mark.parametrize("number", ["0", "99", "99999999999999999999"])
def test_no_such_table(night, number):
    assert page_of(cast_of(night).organizer, night, number).status_code == 404


@pytest.mark.parametrize("role", ["desk", "runner", "stranger", "player"])
def test_for_the_host_alone(night, role):
    assert page_of(cast_of(night).of(role), night, 1).status_code in (302, 403)


@pytest.mark.parametrize("games", [1, 3])
def test_the_number_of_queries_is_fixed(games, django_assert_num_queries):
    night = ready_night((8,), games=3, break_after=None)
    for number in range(1, games + 1):
        play_game(night, number)
    with django_assert_num_queries(3):
        assert table_history(night, 1)


def test_a_late_sheet_is_shown_in_the_control_room():
    night = ready_night((4,), games=1, break_after=None, prize_tie="split", buy_in_cents=0)
    play_game(night, 1)
    prizes.finalise(reload(night), HOST)
    game = night.games.get(round__number=1)
    host = cast_of(night).organizer
    room = f"/nights/{night.code}/"
    assert "not counted" not in host.get(room).content.decode()
    post(game, (20, 9))
    page = host.get(room).content.decode()
    assert "a sheet of Robin Runner came after the night was final. It is kept and not counted." in page
    assert f"/nights/{night.code}/sheets/{game.pk}/" in page
    assert "late, not counted" in host.get(f"/nights/{night.code}/sheets/{game.pk}/").content.decode()
