"""A sheet entered at the wrong table, and somebody else in a chair: said on the phone, put right in one act."""

import pytest

from tests.cast import cast_of, helper, key
from tests.factories import HOST, play_game, post, ready_night, reload, running_games
from tests.web.sheet_forms import states, url
from tournaments.actions import rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    night = ready_night((9,), games=3, break_after=None)
    rounds.start_game(night, HOST, number=1)
    return reload(night)


@pytest.fixture
def cast(night):
    return cast_of(night)


@pytest.fixture
def games(night):
    return running_games(night)


def move(client, game, to, **changes):
    entered = game.sheets.exclude(state="moved").first()
    sheet_id = str(entered.pk) if entered else ""
    fields = {"key": key(), "sheet_id": sheet_id, "to_game_id": str(to.pk), "reason": "wrong form", **changes}
    return client.post(url(game, "move/"), {name: text for name, text in fields.items() if text is not None})


def chair(client, game, position, player, **changes):
    fields = {"key": key(), "position": str(position), "player_id": str(player.pk), "points_follow": "yes"}
    return client.post(url(game, "chair/"), {**fields, "reason": "told me", **changes})


class TestWrongTable:
    @pytest.mark.parametrize("role", ["organizer", "desk", "runner"])
    def test_moved_to_where_it_belongs(self, cast, games, role):
        wrong, right = games
        post(wrong)
        assert "belongs to another table" in cast.of(role).get(url(wrong)).content.decode()
        page = cast.of(role).get(url(wrong, "move/")).content.decode()
        assert f"Table {right.table.number}: " in page
        assert "· no sheet" in page
        assert move(cast.of(role), wrong, right)["Location"] == url(right)
        assert (states(wrong), states(right)) == (["moved"], ["accepted"])

    def test_two_exchanged_only_when_said_so(self, cast, games):
        first, second = games
        post(first, (14, 9))
        post(second, (12, 11))
        refused = move(cast.runner, first, second)
        page = refused.content.decode()
        assert refused.status_code == 422
        assert "has a sheet already: 12–11" in page
        assert 'value="wrong form"' in page
        assert move(cast.runner, first, second, exchange="on").status_code == 303
        assert first.sheets.get(state="accepted").scores == [12, 11]
        assert second.sheets.get(state="accepted").scores == [14, 9]

    def test_the_director_takes_one_of_two_versions_to_its_table(self, cast, games):
        wrong, right = games
        strangers = post(wrong, (12, 11))["sheet"]
        post(wrong, (14, 9), reason="mine")
        page = cast.organizer.get(url(wrong, "move/")).content.decode()
        assert page.count('name="sheet_id"') == 2
        assert move(cast.runner, wrong, right, sheet_id=strangers).status_code == 422
        assert move(cast.organizer, wrong, right, sheet_id=strangers).status_code == 303
        assert wrong.sheets.get(state="accepted").scores == [14, 9]

    def test_sent_twice_it_is_done_once(self, cast, games):
        wrong, right = games
        post(wrong)
        once = {"key": "twice", "sheet_id": str(wrong.sheets.get().pk)}
        assert move(cast.runner, wrong, right, **once).status_code == 303
        move(cast.runner, wrong, right, **once)
        assert (states(wrong), states(right)) == (["moved"], ["accepted"])

    @pytest.mark.parametrize(
        "changes",
        [
            {"reason": ""},
            {"reason": None},
            {"to_game_id": ""},
            {"to_game_id": "x\x00"},
            {"to_game_id": "00000000-0000-0000-0000-000000000000"},
            {"sheet_id": "x" * 5000},
        ],
    )
    def test_bad_input_changes_nothing(self, cast, games, changes):
        wrong, right = games
        post(wrong)
        assert move(cast.runner, wrong, right, **changes).status_code == 422
        assert states(wrong) == ["accepted"]

    def test_without_a_sheet_there_is_nothing_to_move(self, cast, games):
        assert cast.runner.get(url(games[0], "move/"))["Location"] == url(games[0])

    @pytest.mark.parametrize("part", ["move/", "chair/"])
    def test_not_for_a_table_or_the_public(self, cast, night, games, part):
        post(games[0])
        table = helper(night, "table", table_number=games[0].table.number)
        for client in (table, cast.player, cast.stranger):
            assert client.get(url(games[0], part)).status_code == 403
            assert client.post(url(games[0], part), {}).status_code == 403


class TestSomebodyElseSatThere:
    def test_the_points_follow(self, cast, night, games):
        first, second = games
        post(first)
        stranger = second.seats.get(position=2).player
        assert "Somebody else sat here" in cast.desk.get(url(first)).content.decode()
        assert chair(cast.desk, first, 0, stranger).status_code == 303
        assert first.sheets.get(state="accepted").lines.get(position=0).player == stranger

    def test_a_stand_in_is_named_and_the_points_stay(self, cast, night, games):
        first, second = games
        post(first)
        registered = first.seats.get(position=0).player
        idle = night.rounds.get(number=1).sit_outs.get().player
        assert chair(cast.desk, first, 0, idle, points_follow="no").status_code == 303
        assert first.sheets.get(state="accepted").lines.get(position=0).player == registered

    def test_in_a_closed_game_too(self, cast, night, games):
        for game in games:
            post(game)
        rounds.close_game(night, HOST, number=1)
        stranger = games[1].seats.get(position=1).player
        assert chair(cast.runner, games[0], 3, stranger).status_code == 303
        assert games[0].sheets.get(state="accepted").lines.get(position=3).player == stranger

    @pytest.mark.parametrize(
        "changes",
        [
            {"reason": ""},
            {"position": "9"},
            {"position": "x"},
            {"player_id": "99999999999999999999"},
            {"player_id": "1\x00"},
            {"points_follow": "perhaps"},
        ],
    )
    def test_bad_input_stays_typed_and_changes_nothing(self, cast, games, changes):
        first, second = games
        before = list(first.seats.order_by("position").values_list("player", flat=True))
        stranger = second.seats.get(position=0).player_id
        fields = {"position": "0", "player_id": str(stranger), "points_follow": "yes", "reason": "told me"}
        refused = cast.runner.post(url(first, "chair/"), {"key": key(), **fields, **changes})
        assert refused.status_code == 422
        assert "Not saved yet" in refused.content.decode()
        assert list(first.seats.order_by("position").values_list("player", flat=True)) == before


@pytest.mark.parametrize("players", [8, 24])
def test_the_number_of_queries_is_fixed(players, django_assert_num_queries):
    night = ready_night((players,), games=3, break_after=None)
    play_game(night, 1)
    game = reload(night).games.filter(round__number=1).first()
    client = cast_of(night).runner
    with django_assert_num_queries(11):
        assert client.get(url(game, "move/")).status_code == 200
    with django_assert_num_queries(10):
        assert client.get(url(game, "chair/")).status_code == 200
