"""What a table's own code may still say about a game its people have left: nothing that counts, and nothing is lost."""

import pytest
from django.utils import timezone

from tests.cast import cast_of, helper, key
from tests.factories import (
    HOST,
    RUNNER,
    add_players,
    check_everybody_in,
    content,
    make_night,
    post,
    ready_night,
    reload,
    running_games,
)
from tests.handing_in import codes, send, states, table_caller
from tests.web.sheet_forms import form
from tests.web.sheet_forms import send as send_form
from tournaments.actions import movement, rounds, sheets
from tournaments.models import ScoreSheet
from tournaments.problems import ActRefused
from tournaments.queries.progress import progress_of
from tournaments.queries.sheets import is_over_for_its_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    night = ready_night((8,), games=3, break_after=None)
    rounds.start_game(night, HOST, number=1)
    return reload(night)


@pytest.fixture
def game(night):
    return running_games(night)[0]


def closed(night):
    """Game 1 with all sheets in, closed by the host."""
    for game in running_games(night):
        post(game)
    rounds.close_game(night, HOST, number=1)
    return night


def warnings(night):
    return [p.text for p in progress_of(reload(night), timezone.now()).warnings if p.code == "late-sheet"]


class TestBeforeTheyGoOn:
    def test_the_table_may_say_that_its_own_sheet_is_wrong(self, night, game):
        post(game)
        answer = send(game, content(game, (9, 14)), caller=table_caller(night, game.table.number))
        assert answer["state"] == "contested"

    def test_and_that_all_agree_now(self, night, game):
        caller = table_caller(night, game.table.number)
        send(game, content(game), caller=caller, agreed=False)
        assert send(game, content(game), caller=caller)["state"] == "accepted"


class TestOnceTheHostHasClosedTheGame:
    def test_other_numbers_are_kept_and_what_counts_stays(self, night, game):
        closed(night)
        answer = send(game, content(game, (9, 14)), caller=table_caller(night, game.table.number))
        assert answer["state"] == "late"
        assert states(game) == ["accepted", "late"]
        assert warnings(night) == [
            "Table 1, game 1: a sheet of Table 1 came after the game was over with. It is kept and not counted."
        ]

    def test_a_phone_that_sends_again_is_told_it_is_in(self, night, game):
        closed(night)
        caller = table_caller(night, game.table.number)
        assert send(game, content(game), caller=caller)["state"] == "same"
        with pytest.raises(ActRefused) as refused:
            send(game, content(game), caller=caller, agreed=False)
        assert codes(refused) == ["over_with"]
        assert states(game) == ["accepted"]

    def test_what_is_in_dispute_is_the_directors_alone(self, night, game):
        caller = table_caller(night, game.table.number)
        send(game, content(game), caller=caller, agreed=False)
        post(running_games(night)[0])
        rounds.close_game(night, HOST, number=1, confirmed=True, reason="late")
        with pytest.raises(ActRefused, match="call a judge, the director decides"):
            send(game, content(game), caller=caller)
        assert send(game, content(game), caller=RUNNER)["state"] == "accepted"

    def test_a_sheet_that_is_owed_still_comes_from_the_table(self, night, game):
        post(running_games(night)[1])
        rounds.close_game(night, HOST, number=1, confirmed=True, reason="late")
        answer = send(game, content(game), caller=table_caller(night, game.table.number))
        assert answer["state"] == "accepted"

    def test_a_runner_still_contests(self, night, game):
        closed(night)
        assert send(game, content(game, (9, 14)), caller=RUNNER)["state"] == "contested"


def test_in_a_queue_the_next_games_sheet_says_that_they_have_gone_on():
    night = make_night("torrence-knox", last_call="")
    add_players(night, 8)
    check_everybody_in(night)
    movement.begin_movement(night, HOST)
    first = running_games(night)[0]
    caller = table_caller(night, first.table.number)
    send(first, content(first, (10, 7)), caller=caller)
    assert not is_over_for_its_table(first)
    following = night.games.filter(table=first.table).exclude(pk=first.pk)
    while not following.exists():
        other = running_games(night)[0]
        send(other, content(other, (10, 7)), caller=RUNNER)
    following = following.get()
    assert send(first, content(first, (10, 7)), caller=caller)["state"] == "same"
    send(following, content(following, (10, 3)), caller=caller)
    assert is_over_for_its_table(first)
    assert send(first, content(first, (7, 10)), caller=caller)["state"] == "late"


class TestTheDirector:
    @pytest.fixture
    def late(self, night, game):
        closed(night)
        send(game, content(game, (9, 14)), caller=table_caller(night, game.table.number))
        return game.sheets.get(state="late")

    def test_it_is_set_aside_where_it_is_seen_and_leaves_the_control_room(self, night, game, late):
        host = cast_of(night).organizer
        page = host.get(f"/nights/{night.code}/sheets/{game.pk}/").content.decode()
        assert "What counts is right: set it aside" in page
        address = f"/nights/{night.code}/sheets/{game.pk}/set-aside/"
        form = {"sheet_id": str(late.pk), "key": key()}
        for _ in range(2):
            done = host.post(address, form, follow=True).content.decode()
            assert "It is set aside." in done
        assert "set it aside" not in done
        assert states(game) == ["accepted", "rejected"]
        assert warnings(night) == []

    def test_correcting_what_counts_to_it_settles_it_too(self, night, game, late):
        accepted = game.sheets.get(state="accepted")
        sheets.correct_sheet(
            night,
            HOST,
            game_id=str(game.pk),
            sheet_id=str(accepted.pk),
            content=content(game, (9, 14)),
            reason="paper",
        )
        assert warnings(night) == []

    @pytest.mark.parametrize("role", ["desk", "runner", "player", "stranger"])
    def test_nobody_else_sets_it_aside(self, night, game, late, role):
        cast_of(night).of(role).post(
            f"/nights/{night.code}/sheets/{game.pk}/set-aside/", {"sheet_id": str(late.pk), "key": key()}
        )
        assert ScoreSheet.objects.get(pk=late.pk).state == "late"

    @pytest.mark.parametrize("sheet_id", ["", "x" * 100, "0" * 32, "\x00"])
    def test_only_a_sheet_that_came_late(self, night, game, late, sheet_id):
        address = f"/nights/{night.code}/sheets/{game.pk}/set-aside/"
        page = cast_of(night).organizer.post(address, {"sheet_id": sheet_id, "key": key()}, follow=True)
        assert "none that came late" in page.content.decode()


def test_the_page_offers_the_table_nothing_that_is_refused(night, game):
    send(game, content(game), caller=table_caller(night, game.table.number), agreed=False)
    client = helper(night, "table", table_number=game.table.number)
    address = f"/runner/{night.code}/sheets/{game.pk}/"
    assert "They agree now" in client.get(address).content.decode()
    post(running_games(night)[0])
    rounds.close_game(night, HOST, number=1, confirmed=True, reason="late")
    assert "They agree now" not in client.get(address).content.decode()
    assert "They agree now" not in client.get(f"{address}?again").content.decode()
    assert 'name="scores.0"' not in client.get(f"{address}?again").content.decode()


def test_its_page_says_what_became_of_it(night, game):
    closed(night)
    fields = form(game, ("9", "14"))
    status, answer = send_form(helper(night, "table", table_number=game.table.number), game, fields)
    assert (status, answer["state"]) == (200, "late")
    assert answer["text"].endswith(
        "is kept but not counted: its game is over with, and another sheet is in. The director is told"
    )
