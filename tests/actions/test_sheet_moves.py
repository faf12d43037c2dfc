"""A sheet entered at the wrong table goes to the right one, and both tables are right afterwards."""

import pytest

from tests.factories import DESK, HOST, RUNNER, post, ready_night, reload, running_games
from tests.handing_in import by_hands, codes, hand, send, states, table_caller, totals
from tournaments.actions import rounds, sheet_moves, sheets
from tournaments.actions.act import Actor, Caller
from tournaments.models import LogEntry
from tournaments.problems import ActRefused

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    night = ready_night((12,), games=3, break_after=None)
    rounds.start_game(night, HOST, number=1)
    return reload(night)


@pytest.fixture
def games(night):
    return running_games(night)


def move(source, sheet, target, *, caller=RUNNER, reason="read table 1 for table 2", **more):
    return sheet_moves.move_sheet(
        source.tournament,
        caller,
        game_id=str(source.pk),
        sheet_id=sheet,
        to_game_id=str(target.pk),
        reason=reason,
        **more,
    )


def points(game):
    """The counted points of those at a table, by chair."""
    [sheet] = game.sheets.filter(state="accepted")
    names = game.seats.order_by("position").values_list("player__name", flat=True)
    lines = list(sheet.lines.order_by("position"))
    assert [line.player.name for line in lines] == list(names)
    return [line.points for line in lines]


def test_the_other_table_has_it_and_the_first_owes_one_again(night, games):
    wrong, right, _ = games
    entered = post(wrong)
    answer = move(wrong, entered["sheet"], right)
    assert answer["state"] == "accepted"
    assert points(right) == [14, 14, 9, 9]
    assert states(wrong) == ["moved"]
    assert right.sheets.get().supersedes_id == wrong.sheets.get().pk
    wrong.refresh_from_db()
    right.refresh_from_db()
    assert (wrong.status, right.status) == ("running", "finished")
    assert sum(totals(night).values()) == 2 * (14 + 9)
    entry = LogEntry.objects.get(act="move_sheet")
    assert entry.text == f"{wrong}: sheet 14–9 belongs to {right}"
    assert entry.reason == "read table 1 for table 2"


def test_hands_travel_with_it(games):
    wrong, right, _ = games
    entered = send(wrong, by_hands(*[hand()] * 12), confirmed=True, reason="they did")
    move(wrong, entered["sheet"], right)
    assert right.sheets.get().hands.count() == 12


def test_two_tables_exchanged_are_exchanged_back(night, games):
    first, second, _ = games
    a, _ = post(first, (14, 9)), post(second, (8, 11), bump_cents=0)
    with pytest.raises(ActRefused) as refused:
        move(first, a["sheet"], second)
    assert codes(refused) == ["occupied"]
    assert "8–11" in str(refused.value)
    move(first, a["sheet"], second, exchange=True)
    assert points(first) == [8, 8, 11, 11]
    assert points(second) == [14, 14, 9, 9]
    assert states(first) == states(second) == ["accepted", "moved"]
    assert LogEntry.objects.filter(act="move_sheet").count() == 1


def test_out_of_a_dispute_it_leaves_the_tables_own_sheet(games):
    wrong, right, _ = games
    strangers = post(wrong, (12, 10), bump_cents=0)
    post(wrong, (14, 9), caller=DESK)
    with pytest.raises(ActRefused) as refused:
        move(wrong, strangers["sheet"], right)
    assert codes(refused) == ["disputed"]
    move(wrong, strangers["sheet"], right, caller=HOST)
    assert points(wrong) == [14, 14, 9, 9]
    assert points(right) == [12, 12, 10, 10]


def test_in_a_closed_game_too(night):
    for game in running_games(night):
        post(game)
    rounds.close_game(night, HOST, number=1)
    first, second = night.games.filter(round__number=1).order_by("table__number")[:2]
    before = totals(night)
    entered = str(first.sheets.get().pk)
    move(first, entered, second, exchange=True)
    first.refresh_from_db()
    assert first.status == "finished"
    assert totals(night) == before  # they said the same


@pytest.mark.parametrize(
    ("changes", "code"),
    [({"reason": " "}, "reason"), ({"sheet": "0"}, "stale"), ({"to": 0}, "same_table")],
)
def test_what_is_refused(games, changes, code):
    wrong, right, _ = games
    entered = post(wrong)
    target = games[changes.pop("to")] if "to" in changes else right
    with pytest.raises(ActRefused) as refused:
        move(wrong, changes.pop("sheet", entered["sheet"]), target, **changes)
    assert codes(refused) == [code]
    assert states(wrong) == ["accepted"]


def test_a_table_moves_nothing(night, games):
    entered = post(games[0])
    with pytest.raises(ActRefused) as refused:
        move(games[0], entered["sheet"], games[1], caller=table_caller(night, 1))
    assert codes(refused) == ["not_the_table"]


def test_three_do_not_play_a_sheet_of_four():
    night = ready_night((7,), games=3, break_after=None, odd="three_hand")
    rounds.start_game(night, HOST, number=1)
    games = {game.size: game for game in running_games(reload(night))}
    entered = post(games[4])
    with pytest.raises(ActRefused) as refused:
        move(games[4], entered["sheet"], games[3])
    assert codes(refused) == ["other_size"]


def test_one_that_waits_for_a_second_person_waits_there():
    night = ready_night((8,), games=3, break_after=None, second_person="confirms")
    rounds.start_game(night, HOST, number=1)
    wrong, right = running_games(reload(night))
    entered = post(wrong)
    assert move(wrong, entered["sheet"], right)["state"] == "awaiting"


def test_who_entered_it_does_not_confirm_it_because_somebody_else_moved_it():
    night = ready_night((8,), games=3, break_after=None, second_person="confirms")
    rounds.start_game(night, HOST, number=1)
    wrong, right = running_games(night)
    mover = Caller(Actor("runner", "Another Runner"))
    moved = move(wrong, post(wrong)["sheet"], right, caller=mover)
    confirm = {"game_id": str(right.pk), "sheet_id": moved["sheet"]}
    with pytest.raises(ActRefused) as refused:
        sheets.confirm_sheet(night, RUNNER, **confirm)
    assert codes(refused) == ["same_person"]
    assert sheets.confirm_sheet(night, mover, **confirm)["state"] == "accepted"
