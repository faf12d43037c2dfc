"""Getting on the list: places, waiting list, doubles, names as people type them."""

import pytest

from tests.factories import DESK, HOST, add_players, make_night, play_game, ready_night, reload
from tournaments.actions import check_in, prizes, registration
from tournaments.actions.registration import NewPlayer
from tournaments.models import LedgerEntry, Player
from tournaments.problems import ActRefused

pytestmark = pytest.mark.django_db
Status = Player.Status


def new(night, name, division=0, **more):
    return NewPlayer(name=name, division_id=night.divisions.get(position=division).pk, **more)


def codes(refused):
    return [problem.code for problem in refused.value.problems]


class TestAddPlayer:
    def test_a_name_is_cleaned_but_kept(self):
        night = make_night()
        registration.add_player(night, HOST, new=new(night, "  Rene\u0301e\u200b   O’Sample \u202e"))
        player = night.players.get()
        assert player.name == "Renée O’Sample"
        assert player.search_name == "renee osample"

    @pytest.mark.parametrize("name", ["", "   ", "\u200b\u202e", "\x00"])
    def test_a_name_of_nothing_is_refused_at_its_field(self, name):
        night = make_night()
        with pytest.raises(ActRefused) as refused:
            registration.add_player(night, HOST, new=new(night, name))
        assert refused.value.problems[0].field == "name"

    def test_a_name_too_long_is_refused_saying_how_long(self):
        night = make_night()
        with pytest.raises(ActRefused, match="4000 characters; at most 80"):
            registration.add_player(night, HOST, new=new(night, "x" * 4000))

    def test_the_same_name_asks_and_a_namesake_gets_in_after_a_yes(self):
        night = make_night()
        registration.add_player(night, HOST, new=new(night, "Chris Sample"))
        with pytest.raises(ActRefused) as refused:
            registration.add_player(night, HOST, new=new(night, " chris  SAMPLE "))
        assert codes(refused) == ["same_name"]

        registration.add_player(night, HOST, new=new(night, "Chris Sample"), same_person_ok=True)
        assert night.players.filter(name="Chris Sample").count() == 2

    def test_a_division_of_another_night_is_not_there(self):
        night, other = make_night(), make_night()
        with pytest.raises(ActRefused, match="this night's divisions"):
            registration.add_player(night, HOST, new=new(other, "Player 01"))


class TestPlaces:
    """Fharmacy: 40 places and a waiting list of 6, here 4 and 2."""

    @pytest.fixture
    def night(self):
        return make_night("fharmacy", capacity=4, waiting_places=2)

    def test_four_places_two_waiting_and_then_nobody(self, night):
        add_players(night, 6)
        waiting = night.players.filter(status=Status.WAITING).order_by("waiting_place")
        assert [(p.name, p.waiting_place) for p in waiting] == [("Player 05", 1), ("Player 06", 2)]
        with pytest.raises(ActRefused, match="waiting list are full"):
            registration.add_player(night, HOST, new=new(night, "Player 07"))

    def test_nobody_overtakes_the_waiting_list(self, night):
        people = add_players(night, 5)
        registration.mark_no_show(night, DESK, player_id=people[0].pk)
        added = registration.add_player(night, HOST, new=new(night, "Player 06"))
        assert added["waiting_place"] == 2

    def test_somebody_waiting_is_promoted_once_a_place_is_free_and_may_be_passed_over(self, night):
        people = add_players(night, 6)
        with pytest.raises(ActRefused, match="All places are taken"):
            registration.promote(night, DESK, player_id=people[4].pk)
        registration.mark_no_show(night, DESK, player_id=people[0].pk)

        registration.promote(night, DESK, player_id=people[5].pk)

        first, second = Player.objects.get(pk=people[4].pk), Player.objects.get(pk=people[5].pk)
        assert (first.status, first.waiting_place) == (Status.WAITING, 1)
        assert (second.status, second.waiting_place) == (Status.REGISTERED, None)

    def test_somebody_waiting_cannot_be_checked_in(self, night):
        people = add_players(night, 5)
        with pytest.raises(ActRefused) as refused:
            check_in.check_in(night, DESK, player_id=people[4].pk, id_ok=True)
        assert codes(refused) == ["waiting"]

    def test_an_import_fills_places_then_the_waiting_list_and_names_the_rest(self, night):
        people = [new(night, f"Player {n:02}") for n in range(1, 9)]
        done = registration.import_players(night, HOST, people=people, source="list.csv")
        assert [len(done[part]) for part in ("entered", "waiting", "left_over")] == [4, 2, 2]
        assert done["left_over"] == ["Player 07", "Player 08"]

    def test_an_import_with_one_bad_name_enters_nobody(self, night):
        people = [new(night, "Player 01"), new(night, " "), new(night, "Player 02")]
        with pytest.raises(ActRefused):
            registration.import_players(night, HOST, people=people, source="list.csv")
        assert not night.players.exists()


class TestMoveDivision:
    def test_points_travel_and_the_pot_share_moves(self):
        night = ready_night((8, 8), games=4, break_after=None)
        player = night.players.order_by("number").first()
        novice = night.divisions.get(position=1)

        registration.move_division(night, HOST, player_id=player.pk, division_id=novice.pk)

        moved = night.ledger.filter(kind=LedgerEntry.Kind.TRANSFER).order_by("cents")
        assert [(entry.division.position, entry.cents) for entry in moved] == [(0, -2000), (1, 2000)]

    def test_it_is_locked_after_game_two_unless_forced(self):
        night = ready_night((8, 8), games=4, break_after=None)
        play_game(night, 1)
        play_game(night, 2)
        player = night.players.order_by("number").first()
        novice = night.divisions.get(position=1)

        with pytest.raises(ActRefused, match="locked after game 2"):
            registration.move_division(night, HOST, player_id=player.pk, division_id=novice.pk)
        registration.move_division(night, HOST, player_id=player.pk, division_id=novice.pk, forced=True)
        assert Player.objects.get(pk=player.pk).division == novice


class TestAFinalNight:
    @pytest.fixture
    def night(self):
        night = ready_night((4, 4), games=1, break_after=None, prize_tie="split")
        play_game(night, 1)
        prizes.finalise(night, HOST)
        return reload(night)

    def test_nobody_changes_division_with_points_and_pot(self, night):
        player, other = night.players.first(), night.divisions.get(position=1)
        with pytest.raises(ActRefused) as refused:
            registration.move_division(night, HOST, player_id=player.pk, division_id=other.pk, forced=True)
        assert codes(refused) == ["final"]

    def test_who_may_win_stays_and_a_name_can_still_be_corrected(self, night):
        player = night.players.first()
        with pytest.raises(ActRefused) as refused:
            registration.change_player(
                night, DESK, player_id=player.pk, name=player.name, prize_eligible=False
            )
        assert codes(refused) == ["final"]
        registration.change_player(night, DESK, player_id=player.pk, name="Right Name")
        assert night.players.get(pk=player.pk).name == "Right Name"


def test_somebody_with_a_number_is_withdrawn_not_removed():
    night = ready_night((8,), games=2, break_after=None)
    player = night.players.order_by("number").first()
    with pytest.raises(ActRefused, match="withdraw instead"):
        registration.remove_player(night, HOST, player_id=player.pk)
