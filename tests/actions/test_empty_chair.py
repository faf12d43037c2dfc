"""An empty chair: every way to go on does what it said before, touches this game alone, and can be undone."""

from __future__ import annotations

import pytest

from tests.factories import HOST, add_players, draw, make_night, post, ready_night, reload, running_games
from tests.handing_in import codes, totals
from tournaments.actions import (
    check_in,
    empty_chair,
    money,
    movement,
    registration,
    rounds,
    sanctions,
)
from tournaments.models import Player, Seat
from tournaments.problems import ActRefused
from tournaments.queries.empty_chair import empty_chair as chair_of
from tournaments.queries.health import health_of
from tournaments.queries.prizes import pots_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    """Nine people, one sits out; game 1 is running."""
    night = ready_night((9,), games=2, break_after=None)
    rounds.start_game(night, HOST, number=1)
    return reload(night)


@pytest.fixture
def game(night):
    return running_games(night)[0]


def fill(game, way, person=None, *, position=1, revision=None):
    game.refresh_from_db()
    return empty_chair.fill_chair(
        game.tournament,
        HOST,
        game_id=str(game.pk),
        game_revision=game.revision if revision is None else revision,
        position=position,
        way=way,
        player_id=person.pk if person else None,
    )


def people(game):
    return [seat.player for seat in game.seats.select_related("player").order_by("position")]


def sitting_out(night):
    return night.rounds.get(number=1, division__position=0).sit_outs.get().player


def ways(night, game, position=1):
    chair = chair_of(night, game, position)
    return [(o.way, o.person) for o in (*chair.from_start, *chair.in_the_middle)]


def facts(night):
    """Everybody's places, without the marks of revision and id."""
    seats = Seat.objects.filter(game__tournament=night).order_by("game", "position")
    return (
        list(seats.values_list("game", "position", "player", "stand_in", "round", "counting", "live")),
        sorted(night.rounds.values_list("number", "sit_outs__player")),
        list(night.games.order_by("pk").values_list("pk", "status", "size", "first_dealer")),
    )


def close(night):
    """Play what runs to its end and look whether the night holds together."""
    for game in running_games(night):
        post(game, (14, 9) if game.size == 4 else (9, 8, 7))
    rounds.close_game(night, HOST, number=1)
    assert [problem for problem in health_of(reload(night)) if problem.level == "blocker"] == []


class TestFromTheStart:
    def test_who_sits_out_takes_the_seat_and_the_missing_one_is_absent(self, night, game):
        missing, person = people(game)[1], sitting_out(night)
        fill(game, "seat", person)
        assert people(game)[1] == person
        assert not night.rounds.get(number=1, division__position=0).sit_outs.exists()
        close(night)
        points = totals(night)
        assert points[person.name] in (14, 9)
        assert points[missing.name] == 0

    def test_the_games_to_come_stay(self, night, game):
        coming = list(Seat.objects.filter(round__number=2).order_by("pk").values_list("player", "game"))
        fill(game, "seat", sitting_out(night))
        assert coming == list(
            Seat.objects.filter(round__number=2).order_by("pk").values_list("player", "game")
        )

    def test_three_go_on_three_handed(self, night, game):
        left, right = people(game)[0], people(game)[2]
        fill(game, "three")
        game.refresh_from_db()
        assert (game.size, len(people(game))) == (3, 3)
        assert people(game)[:2] == [left, right]
        assert list(game.seats.values_list("position", flat=True)) == [0, 1, 2]
        close(night)

    def test_a_house_player_is_unranked_and_used_again(self, night, game):
        fill(game, "house")
        house = people(game)[1]
        assert house.is_house
        assert not house.prize_eligible
        other = running_games(night)[1]
        fill(other, "house")
        assert people(other)[1] != house
        close(night)

    def test_the_table_does_not_play(self, night, game):
        missing, *others = people(game)[1], *[p for n, p in enumerate(people(game)) if n != 1]
        fill(game, "sit_out")
        out = set(night.rounds.get(number=1, division__position=0).sit_outs.values_list("player", flat=True))
        assert {p.pk for p in others} <= out
        assert missing.pk not in out
        close(night)

    def test_from_the_waiting_list_with_number_and_what_is_owed(self):
        night = ready_night(
            (8,), preset="fharmacy", capacity=8, waiting_places=2, buy_in_cents=1000, minimum_age=None
        )
        add_players(night, 1, first=50)
        (waiting,) = night.players.filter(status="waiting")
        rounds.start_game(night, HOST, number=1)
        game = running_games(night)[0]
        option = chair_of(night, game, 0).option("seat", waiting.pk)
        assert "$10 are still to be collected at the desk." in option.effects
        fill(game, "seat", waiting, position=0)
        waiting.refresh_from_db()
        assert (waiting.status, waiting.number, waiting.waiting_place) == ("checked_in", 9, None)
        assert people(game)[0] == waiting

    def test_who_has_played_this_game_at_another_table_only_stands_in(self, night, game):
        other = running_games(night)[1]
        post(other)
        done = other.seats.get(position=0).player
        assert ("seat", done) not in ways(night, game)
        assert ("stand_in", done) in ways(night, game)

    def test_what_came_with_the_registration_goes_into_the_pot(self):
        night = ready_night((8,), capacity=8, waiting_places=1)
        division = night.divisions.get(position=0)
        new = registration.NewPlayer("Paid Before", division.pk, prepaid_cents=2000)
        waiting = night.players.get(pk=registration.add_player(night, HOST, new=new)["player"])
        rounds.start_game(night, HOST, number=1)
        fill(running_games(night)[0], "seat", waiting, position=0)
        assert pots_of(night)[division.pk].cents == 9 * 2000
        with pytest.raises(ActRefused) as refused:
            money.collect(night, HOST, player_id=waiting.pk, cents=2000, method="cash")
        assert codes(refused) == ["already_paid"]

    def test_nobody_under_age_comes_in_by_an_empty_chair(self):
        night = ready_night((8,), preset="fharmacy", capacity=8, waiting_places=2)
        add_players(night, 1, first=50)
        rounds.start_game(night, HOST, number=1)
        with pytest.raises(ActRefused) as refused:
            fill(running_games(night)[0], "seat", night.players.get(status="waiting"))
        assert codes(refused) == ["not_yet"]


class TestInTheMiddle:
    def test_the_points_stay_those_of_the_chair(self, night, game):
        missing, person = people(game)[1], sitting_out(night)
        fill(game, "stand_in", person)
        assert game.seats.get(position=1).stand_in == person
        assert night.rounds.get(number=1, division__position=0).sit_outs.get().player == person
        close(night)
        assert totals(night)[missing.name] in (14, 9)

    def test_a_house_player_plays_on(self, night, game):
        missing = people(game)[1]
        fill(game, "house_stands_in")
        assert game.seats.get(position=1).stand_in.is_house
        assert people(game)[1] == missing
        close(night)


class TestRefusals:
    def test_nobody_who_plays_elsewhere(self, night, game):
        busy = people(running_games(night)[1])[0]
        for way in ("seat", "stand_in"):
            with pytest.raises(ActRefused) as refused:
                fill(game, way, busy)
            assert codes(refused) == ["no_option"]

    def test_nobody_who_stands_in_elsewhere(self, night, game):
        person = sitting_out(night)
        fill(running_games(night)[1], "stand_in", person)
        assert ("stand_in", person) not in ways(night, game)

    def test_not_once_a_sheet_is_in_and_not_a_game_to_come(self, night, game):
        post(game)
        coming = night.games.filter(round__number=2).first()
        for one in (game, coming):
            with pytest.raises(ActRefused) as refused:
                fill(one, "three")
            assert codes(refused) == ["not_open"]

    def test_not_from_an_old_page(self, night, game):
        with pytest.raises(ActRefused) as refused:
            fill(game, "three", revision=99)
        assert codes(refused) == ["reseated"]

    def test_a_disqualified_player_is_not_offered(self, night, game):
        person = sitting_out(night)
        check_in.disqualify(night, HOST, player_id=person.pk, reason="x")
        assert all(who != person for _, who in ways(night, game))


@pytest.mark.parametrize("way", ["seat", "stand_in", "house", "house_stands_in", "three", "sit_out"])
def test_each_way_is_undone(night, game, way):
    before = facts(night)
    person = sitting_out(night) if way in ("seat", "stand_in") else None
    fill(game, way, person)
    assert facts(night) != before
    empty_chair.undo_chair(night, HOST, game_id=str(game.pk))
    assert facts(night) == before
    with pytest.raises(ActRefused):
        empty_chair.undo_chair(night, HOST, game_id=str(game.pk))
    close(night)


class TestBackToTheWaitingList:
    """Who came from it for a chair that is put back."""

    @pytest.fixture
    def waiting(self):
        night = ready_night((8,), capacity=8, waiting_places=3)
        division = night.divisions.get(position=0)
        for number in range(2):
            new = registration.NewPlayer(f"Waits {number}", division.pk, prepaid_cents=2000)
            registration.add_player(night, HOST, new=new)
        rounds.start_game(night, HOST, number=1)
        return night.players.get(waiting_place=2)

    def come_and_go(self, waiting, meanwhile=lambda: None):
        game = running_games(waiting.tournament)[0]
        fill(game, "seat", waiting)
        meanwhile()
        empty_chair.undo_chair(waiting.tournament, HOST, game_id=str(game.pk))
        waiting.refresh_from_db()
        return waiting

    def test_they_wait_in_their_place_and_nothing_is_paid(self, waiting):
        pots = pots_of(waiting.tournament)
        back = self.come_and_go(waiting)
        assert (back.status, back.waiting_place, back.number) == ("waiting", 2, None)
        assert pots_of(waiting.tournament) == pots
        assert (back.checked_in_at, money.paid_cents(back)) == (None, 0)

    def test_behind_who_was_given_the_place_meanwhile(self, waiting):
        night = waiting.tournament
        back = self.come_and_go(waiting, lambda: add_players(night, 1, first=50))
        assert (back.status, back.waiting_place) == ("waiting", 3)

    def test_who_has_paid_at_the_desk_stays(self, waiting):
        night = waiting.tournament
        Player.objects.filter(pk=waiting.pk).update(prepaid_cents=0)

        def pay():
            money.collect(night, HOST, player_id=waiting.pk, cents=2000, method="cash")

        back = self.come_and_go(reload_player(waiting), pay)
        assert (back.status, back.number) == ("checked_in", 9)

    def test_who_has_a_seat_in_the_new_plan_stays(self, waiting):
        night = waiting.tournament
        back = self.come_and_go(waiting, lambda: draw(reload(night)))
        assert (back.status, back.number) == ("checked_in", 9)

    def test_they_can_come_again(self, waiting):
        self.come_and_go(waiting)
        fill(running_games(waiting.tournament)[0], "seat", reload_player(waiting))
        assert money.paid_cents(waiting) == 2000


def reload_player(person):
    return Player.objects.get(pk=person.pk)


@pytest.mark.parametrize("way", ["seat", "house", "three"])
def test_nobody_leaves_a_game_they_have_forfeited(night, game, way):
    missing = people(game)[1]
    given = sanctions.forfeit_game(night, HOST, player_id=missing.pk, game_id=str(game.pk), reason="late")
    came = sitting_out(night) if way == "seat" else None
    with pytest.raises(ActRefused) as refused:
        fill(game, way, came)
    assert codes(refused) == ["forfeited"]
    sanctions.lift_sanction(night, HOST, sanction_id=given["sanction"], reason="absent instead")
    fill(game, way, came)
    close(night)


def test_not_undone_under_a_sheet(night, game):
    fill(game, "three")
    game.refresh_from_db()
    post(game, (9, 8, 7))
    with pytest.raises(ActRefused) as refused:
        empty_chair.undo_chair(night, HOST, game_id=str(game.pk))
    assert codes(refused) == ["sheet"]


@pytest.mark.parametrize("preset", ["classic", "torrence-knox"])
def test_where_results_move_people_only_stand_ins_come(preset):
    """Who moves is read from those the movement has seated."""
    night = make_night(preset)
    add_players(night, 10)
    for player in Player.objects.filter(tournament=night):
        check_in.check_in(night, HOST, player_id=player.pk, method="cash")
    movement.begin_movement(night, HOST, seed=1)
    night = reload(night)
    if night.settings.movement != "continuous":
        rounds.start_game(night, HOST, number=1)
    game = running_games(night)[0]
    assert {way for way, _ in ways(night, game)} <= {"stand_in", "house_stands_in", "sit_out"}
    fill(game, "house_stands_in")
    game.refresh_from_db()
    post(game, (10, 7))
