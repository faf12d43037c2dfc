"""Who really sat in a chair, said after the fact: the points follow the person, or stay with the one seated."""

import pytest

from tests.factories import (
    HOST,
    RUNNER,
    add_players,
    check_everybody_in,
    make_night,
    play_game,
    post,
    ready_night,
    reload,
    running_games,
)
from tests.handing_in import codes, states, table_caller, totals
from tournaments.actions import chairs, check_in, movement, rounds, sanctions
from tournaments.models import Seat
from tournaments.problems import ActRefused
from tournaments.queries.health import health_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    """Nine people: two tables and one who sits out, game 1 closed."""
    night = ready_night((9,), games=3, break_after=None)
    play_game(night, 1)
    return reload(night)


@pytest.fixture
def games(night):
    return list(night.games.filter(round__number=1).order_by("table__number"))


def say(game, position, player, *, caller=RUNNER, **more):
    return chairs.correct_chair(
        game.tournament,
        caller,
        game_id=str(game.pk),
        position=position,
        player_id=player.pk,
        **{"reason": "they told me later", **more},
    )


def people(game):
    return [seat.player for seat in game.seats.select_related("player").order_by("position")]


def sitting_out(night):
    return night.rounds.get(number=1).sit_outs.get().player


class TestPointsFollow:
    def test_two_who_sat_at_each_others_tables(self, night, games):
        here, there = people(games[0]), people(games[1])
        before = totals(night)
        say(games[0], 0, there[2])
        assert people(games[0]) == [there[2], *here[1:]]
        assert people(games[1]) == [*there[:2], here[0], there[3]]
        after = totals(night)
        assert (after[there[2].name], after[here[0].name]) == (before[here[0].name], before[there[2].name])
        assert states(games[0]) == states(games[1]) == ["accepted", "superseded"]
        assert "sat there" in games[0].sheets.get(state="accepted").reason

    def test_two_at_one_table_change_partners_too(self, night, games):
        here = people(games[0])
        say(games[0], 0, here[3])
        assert people(games[0]) == [here[3], here[1], here[2], here[0]]
        assert totals(night)[here[3].name] == 14

    def test_who_was_to_sit_out_played_and_the_other_sat_out(self, night, games):
        idle, replaced = sitting_out(night), people(games[0])[1]
        say(games[0], 1, idle)
        assert sitting_out(night) == replaced
        assert people(games[0])[1] == idle

    def test_who_came_only_later_leaves_the_other_absent(self, night, games):
        [late] = add_players(night, 1, first=30)
        check_in.check_in(night, HOST, player_id=late.pk, method="cash", id_ok=True)
        replaced = people(games[0])[1]
        say(games[0], 1, late)
        assert not Seat.objects.filter(round__number=1, player=replaced).exists()
        assert totals(night)[replaced.name] == 0

    @pytest.mark.parametrize("who", ["seated", "coming"])
    def test_not_out_of_a_game_that_was_forfeited(self, night, games, who):
        here, there = people(games[0])[0], people(games[1])[0]
        player, game = (here, games[0]) if who == "seated" else (there, games[1])
        sanctions.forfeit_game(night, HOST, player_id=player.pk, game_id=str(game.pk), reason="walked off")
        with pytest.raises(ActRefused) as refused:
            say(games[0], 0, there)
        assert codes(refused) == ["forfeited"]
        say(games[0], 0, people(games[0])[1])
        assert health_of(reload(night)) == ()

    def test_in_a_running_game_before_its_sheet(self, night):
        rounds.start_game(night, HOST, number=2)
        first, second = running_games(night)
        stranger = people(second)[0]
        say(first, 0, stranger)
        first.refresh_from_db()
        assert first.revision == 2
        post(first)
        assert first.sheets.get().lines.get(position=0).player == stranger
        assert Seat.objects.filter(player=stranger, live=True).count() == 0  # the game has its sheet

    def test_nobody_has_two_chairs_in_one_round(self, night, games):
        for position, player in enumerate(people(games[1])):
            say(games[0], position, player)
        seats = Seat.objects.filter(round__number=1, counting=True).values_list("player", flat=True)
        assert len(set(seats)) == len(seats) == 8


class TestStandIns:
    def test_the_points_stay_with_the_one_seated(self, night, games):
        idle, seated = sitting_out(night), people(games[0])[1]
        before = totals(night)
        say(games[0], 1, idle, points_follow=False)
        assert games[0].seats.get(position=1).stand_in == idle
        assert people(games[0])[1] == seated
        assert totals(night) == before
        say(games[0], 1, seated, points_follow=False)
        assert games[0].seats.get(position=1).stand_in is None

    def test_not_from_another_chair_of_the_table(self, games):
        with pytest.raises(ActRefused) as refused:
            say(games[0], 1, people(games[0])[0], points_follow=False)
        assert codes(refused) == ["own_chair"]


class TestRefused:
    @pytest.mark.parametrize(
        ("position", "changes", "code"),
        [(0, {"reason": " "}, "reason"), (4, {}, "no_chair"), (0, {}, "same")],
    )
    def test_in_words(self, games, position, changes, code):
        with pytest.raises(ActRefused) as refused:
            say(games[0], position, people(games[0])[0], **changes)
        assert codes(refused) == [code]
        assert states(games[0]) == ["accepted"]

    def test_somebody_not_here(self, night, games):
        [absent] = add_players(night, 1, first=30)
        with pytest.raises(ActRefused) as refused:
            say(games[0], 0, absent)
        assert codes(refused) == ["not_here"]

    def test_a_table_by_itself(self, night, games):
        with pytest.raises(ActRefused) as refused:
            say(games[0], 0, people(games[1])[0], caller=table_caller(night, 1))
        assert codes(refused) == ["not_the_table"]

    def test_another_division(self):
        night = ready_night((4, 4), games=3, break_after=None)
        play_game(night, 1)
        first, second = night.games.filter(round__number=1).order_by("table__number")
        with pytest.raises(ActRefused) as refused:
            say(first, 0, people(second)[0])
        assert codes(refused) == ["other_division"]
        say(first, 0, people(second)[0], points_follow=False)

    def test_while_a_movement_waits_for_the_result(self):
        night = make_night("classic", games=3, break_after=None, movement="winners_move")
        add_players(night, 8)
        check_everybody_in(night)
        movement.begin_movement(night, HOST, seed=1)
        rounds.start_game(night, HOST, number=1)
        first, second = running_games(reload(night))
        with pytest.raises(ActRefused) as refused:
            say(first, 0, people(second)[0])
        assert codes(refused) == ["movement"]
