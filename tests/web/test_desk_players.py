"""The desk: list, search, check in and collect, undo, walk-ins."""

import re

import pytest

from tests.cast import cast_of, key
from tests.factories import HOST, add_players, check_everybody_in, make_night, play_game, ready_night
from tournaments.actions import prizes
from tournaments.actions.money import paid_cents
from tournaments.models import Player

pytestmark = pytest.mark.django_db
Status = Player.Status


@pytest.fixture
def night():
    night = make_night()
    add_players(night, 3)
    return night


@pytest.fixture
def cast(night):
    return cast_of(night)


@pytest.fixture
def player(night):
    return night.players.get(name="Player 01")


def url(night, *parts):
    return "/".join(["", "desk", night.code, *map(str, parts), ""])


class TestPlaces:
    """Forty seats and a waiting list of six, in small."""

    @pytest.fixture
    def night(self):
        night = make_night("fharmacy", capacity=4, waiting_places=2)
        add_players(night, 6)
        return night

    def test_the_list_says_how_many_are_taken_and_who_is_next(self, cast, night):
        page = cast.desk.get(url(night)).content.decode()
        assert "4 of 4 places are taken, 2 of 2 on the waiting list." in page
        assert "Give the place" not in page
        gone = night.players.get(name="Player 02")
        done = cast.desk.post(url(night, gone.pk, "no-show"), {"key": key()}, follow=True)
        assert "A place is free: Player 05 is first on the waiting list." in done.content.decode()
        page = cast.desk.get(url(night)).content.decode()
        assert "3 of 4 places are taken" in page
        first = night.players.get(name="Player 05")
        assert f'href="{url(night, first.pk)}"' in page.split("Give the place")[0].rsplit("notice", 1)[1]

    def test_the_place_on_the_waiting_list_is_the_one_of_now(self, cast, night):
        gone, first = night.players.get(name="Player 01"), night.players.get(name="Player 05")
        cast.desk.post(url(night, gone.pk, "no-show"), {"key": key()})
        cast.desk.post(url(night, first.pk, "gets-a-place"), {"key": key()})
        page = cast.desk.get(url(night), {"show": "waiting"}).content.decode()
        assert "place 1 on the waiting list" in page  # Player 06, who was second
        assert "place 2" not in page

    def test_no_place_is_offered_to_who_waits_while_none_is_free(self, cast, night):
        waits = night.players.get(name="Player 05")
        pages = (url(night), url(night, waits.pk))
        for page in pages:
            assert "Give a place" not in cast.desk.get(page).content.decode()
        assert "All 4 places are taken now." in cast.desk.get(url(night, waits.pk)).content.decode()
        cast.desk.post(url(night, night.players.get(name="Player 02").pk, "no-show"), {"key": key()})
        for page in pages:
            assert "Give a place" in cast.desk.get(page).content.decode()

    def test_did_not_come_can_be_taken_back(self, cast, night):
        """A slip of the finger: the place is theirs again, and is not offered to the waiting list any more."""
        gone = night.players.get(name="Player 02")
        cast.desk.post(url(night, gone.pk, "no-show"), {"key": key()})
        assert "Is coming after all" in cast.desk.get(url(night, gone.pk)).content.decode()
        done = cast.desk.post(url(night, gone.pk, "is-expected"), {"key": key()}, follow=True)
        assert "Is on the list again." in done.content.decode()
        gone.refresh_from_db()
        assert gone.status == Status.REGISTERED
        assert "A place is free" not in cast.desk.get(url(night)).content.decode()

    def test_whose_place_was_given_away_may_wait_for_another(self, cast, night):
        gone, first = night.players.get(name="Player 02"), night.players.get(name="Player 05")
        cast.desk.post(url(night, gone.pk, "no-show"), {"key": key()})
        cast.desk.post(url(night, first.pk, "gets-a-place"), {"key": key()})
        page = cast.desk.get(url(night, gone.pk)).content.decode()
        assert "Their place was given away, and all places are taken." in page
        assert url(night, gone.pk, "check-in") not in page  # no button that can only be refused
        assert "Put on the waiting list" in page
        cast.desk.post(url(night, gone.pk, "is-expected"), {"key": key()})
        waiting = night.players.filter(status=Status.WAITING).order_by("waiting_place")
        assert [player.name for player in waiting] == ["Player 06", "Player 02"]

    def test_who_waited_does_not_overtake_by_it(self, cast, night):
        gone, waiter = night.players.get(name="Player 02"), night.players.get(name="Player 05")
        for player in (waiter, gone):
            cast.desk.post(url(night, player.pk, "no-show"), {"key": key()})
        cast.desk.post(url(night, waiter.pk, "is-expected"), {"key": key()})
        waiting = night.players.filter(status=Status.WAITING).order_by("waiting_place")
        assert [player.name for player in waiting] == ["Player 06", "Player 05"]

    def test_where_all_is_full_neither_button_is_there(self, cast, night):
        gone = night.players.get(name="Player 02")
        cast.desk.post(url(night, gone.pk, "no-show"), {"key": key()})
        cast.desk.post(url(night, night.players.get(name="Player 05").pk, "gets-a-place"), {"key": key()})
        add_players(night, 1, first=20)
        page = cast.desk.get(url(night, gone.pk)).content.decode()
        assert url(night, gone.pk, "is-expected") not in page
        refused = cast.desk.post(url(night, gone.pk, "is-expected"), {"key": key()}, follow=True)
        assert "All places and the waiting list are full." in refused.content.decode()

    def test_who_left_is_not_offered_a_place_that_is_gone(self, cast, night):
        player = night.players.get(name="Player 01")
        cast.desk.post(url(night, player.pk, "check-in"), {"key": key(), "method": "none", "id_ok": "on"})
        cast.desk.post(url(night, player.pk, "leaves"), {"key": key()})
        assert "Is back" in cast.desk.get(url(night, player.pk)).content.decode()
        cast.desk.post(url(night, night.players.get(name="Player 05").pk, "gets-a-place"), {"key": key()})
        page = cast.desk.get(url(night, player.pk)).content.decode()
        assert "Is back" not in page
        assert "Their place was given away, and all places are taken." in page

    def test_the_control_room_says_it_too(self, cast, night):
        control = cast.organizer.get(f"/nights/{night.code}/").content.decode()
        assert "Give the place" not in control
        cast.desk.post(url(night, night.players.get(name="Player 01").pk, "no-show"), {"key": key()})
        control = cast.organizer.get(f"/nights/{night.code}/").content.decode()
        assert "A place is free: Player 05 is first on the waiting list." in control
        assert "3 registered players are not checked in: Player 02, Player 03, Player 04." in control

    def test_a_night_without_a_limit_speaks_of_none(self, cast):
        other = make_night()
        page = cast_of(other).desk.get(url(other)).content.decode()
        assert "places are taken" not in page

    def test_a_night_of_one_league_does_not_name_it_in_every_row(self, cast, night):
        page = cast.desk.get(url(night)).content.decode()
        assert 'player-row__info">Players' not in page
        assert 'player-row__info">place 1 on the waiting list' in page
        two = make_night()
        add_players(two, 1)
        add_players(two, 1, division=1, first=2)
        page = cast_of(two).desk.get(url(two)).content.decode()
        assert 'player-row__info">Experienced' in page

    def test_who_is_too_young_is_told_at_the_tick(self, cast, night):
        page = cast.desk.get(url(night, night.players.get(name="Player 01").pk)).content.decode()
        assert "Nobody under 21, or without an ID, is checked in" in page


class TestTheList:
    def test_it_shows_everybody_with_state_and_what_they_owe(self, cast, night):
        page = cast.desk.get(url(night)).content.decode()
        for name in ("Player 01", "Player 02", "Player 03"):
            assert name in page
        assert page.count("owes $20") == 3

    def test_it_finds_by_number_and_by_part_of_a_name_accents_aside(self, cast, night):
        cast.desk.post(
            url(night, "new"),
            {"key": key(), "name": "Zoe\u0308 Sample", "division": night.divisions.first().pk},
        )
        check_everybody_in(night)
        number = night.players.get(name="Zoë Sample").number
        for search in ("zoë", "ZOE", "sample zo", str(number)):
            page = cast.desk.get(url(night), {"q": search}).content.decode()
            assert "Zoë Sample" in page
            assert "Player 01" not in page

    @pytest.mark.parametrize("search", ["\x00", "x" * 5000, "'; DROP TABLE", "9" * 30, "%", "\u202e"])
    def test_any_search_is_answered(self, cast, night, search):
        assert cast.desk.get(url(night), {"q": search, "show": search}).status_code == 200

    def test_contact_data_are_not_in_it(self, cast, night):
        night.players.update(email="secret@example.org", phone="920 555 0101")
        page = cast.desk.get(url(night)).content.decode()
        assert "secret@example.org" not in page
        assert "555" not in page

    def test_as_many_queries_for_eighty_as_for_three(self, cast, night, django_assert_num_queries):
        with django_assert_num_queries(5):
            cast.desk.get(url(night))
        add_players(night, 77, first=4)
        check_everybody_in(night)
        with django_assert_num_queries(5):
            cast.desk.get(url(night))

    def test_htmx_gets_the_list_alone(self, cast, night):
        page = cast.desk.get(url(night), {"q": "01"}, headers={"HX-Request": "true"}).content.decode()
        assert page.lstrip().startswith('<div id="player-list"')


class TestWhoMay:
    @pytest.mark.parametrize(
        ("role", "status"),
        [("organizer", 200), ("desk", 200), ("runner", 403), ("player", 403), ("stranger", 403)],
    )
    def test_the_list_and_a_person(self, cast, night, player, role, status):
        assert cast.of(role).get(url(night)).status_code == status
        assert cast.of(role).get(url(night, player.pk)).status_code == status

    @pytest.mark.parametrize("role", ["runner", "player", "stranger"])
    def test_nobody_else_checks_in(self, cast, night, player, role):
        answer = cast.of(role).post(url(night, player.pk, "check-in"), {"key": key(), "method": "cash"})
        assert answer.status_code == 403
        assert paid_cents(player) == 0

    def test_the_desk_does_not_disqualify(self, cast, night, player):
        answer = cast.desk.post(url(night, player.pk, "disqualify"), {"key": key(), "reason": "cheating"})
        assert answer.status_code == 403

    def test_a_desk_link_of_another_night_opens_nothing(self, night):
        other = cast_of(make_night())
        assert other.desk.get(url(night)).status_code == 403

    @pytest.mark.parametrize(
        "step", ["check-in", "undo", "collect", "refund", "change", "move", "leaves", "disqualify"]
    )
    def test_no_act_by_get(self, cast, night, player, step):
        assert cast.organizer.get(url(night, player.pk, step)).status_code == 405


class TestCheckIn:
    def test_it_goes_back_to_the_list_with_number_and_table_and_an_undo(self, cast, night, player):
        answer = cast.desk.post(
            url(night, player.pk, "check-in"), {"key": key(), "method": "cash"}, follow=True
        )
        page = answer.content.decode()
        assert "Number 1, table 1 · $20 collected." in page
        assert url(night, player.pk, "undo") in page
        player.refresh_from_db()
        assert player.status == Status.CHECKED_IN

    def test_whoever_was_just_checked_in_stands_first_below_what_is_said(self, cast, night):
        last = night.players.get(name="Player 03")
        form = {"key": key(), "method": "cash"}
        answer = cast.desk.post(url(night, last.pk, "check-in"), form)
        assert "#" not in answer.url  # else the page opens at the row and what it says is out of sight
        page = cast.desk.get(answer.url).content.decode()
        assert page.index("Player 03</bdi>") < page.index("Player 01</bdi>")

    def test_the_same_form_twice_takes_the_money_once(self, cast, night, player):
        form = {"key": key(), "method": "cash"}
        for _ in range(3):
            assert cast.desk.post(url(night, player.pk, "check-in"), form).status_code == 303
        assert paid_cents(player) == 2000

    def test_another_tab_says_since_when(self, cast, night, player):
        cast.desk.post(url(night, player.pk, "check-in"), {"key": key(), "method": "cash"})
        answer = cast.organizer.post(url(night, player.pk, "check-in"), {"key": key(), "method": "cash"})
        assert answer.status_code == 422
        assert "is already checked in" in answer.content.decode()
        assert paid_cents(player) == 2000

    def test_who_was_given_up_and_turns_up_pays_at_the_door(self, cast, night, player):
        cast.desk.post(url(night, player.pk, "no-show"), {"key": key()})
        assert cast.desk.get(url(night)).content.decode().count("owes $20") == 2
        assert "$20 in cash" in cast.desk.get(url(night, player.pk)).content.decode()
        cast.desk.post(url(night, player.pk, "check-in"), {"key": key(), "method": "cash"})
        assert paid_cents(player) == 2000

    @pytest.mark.parametrize("amount", ["abc", "-5", "1e9", "99999999999999999999", "\x00", "<b>"])
    def test_a_strange_amount_is_refused_and_kept_in_the_field(self, cast, night, player, amount):
        answer = cast.desk.post(
            url(night, player.pk, "check-in"), {"key": key(), "method": "cash", "amount": amount}
        )
        assert answer.status_code == 422
        player.refresh_from_db()
        assert player.status == Status.REGISTERED

    def test_a_person_of_another_night_is_not_there(self, cast, night):
        (foreign,) = add_players(make_night(), 1)
        answer = cast.desk.post(url(night, foreign.pk, "check-in"), {"key": key(), "method": "cash"})
        assert answer.status_code == 404
        assert cast.desk.get(url(night, foreign.pk)).status_code == 404

    def test_undo_gives_number_and_money_back(self, cast, night, player):
        cast.desk.post(url(night, player.pk, "check-in"), {"key": key(), "method": "card"})
        cast.desk.post(url(night, player.pk, "undo"), {"key": key(), "give_money_back": "yes"})
        player.refresh_from_db()
        assert (player.status, player.number, paid_cents(player)) == (Status.REGISTERED, None, 0)

    def test_an_under_age_guest_is_refused(self):
        night = make_night("fharmacy")
        (player,) = add_players(night, 1)
        cast = cast_of(night)
        refused = cast.desk.post(url(night, player.pk, "check-in"), {"key": key()})
        assert refused.status_code == 422
        assert "21 and over" in refused.content.decode()
        assert (
            cast.desk.post(url(night, player.pk, "check-in"), {"key": key(), "id_ok": "on"}).status_code
            == 303
        )


class TestAdd:
    def test_a_walk_in_is_entered_and_offered_to_check_in(self, cast, night):
        form = {"key": key(), "name": "Walker Sample", "division": night.divisions.first().pk}
        answer = cast.desk.post(url(night, "new"), form, follow=True)
        assert "Walker Sample" in answer.content.decode()
        assert "$20 in cash" in answer.content.decode()

    def test_a_namesake_is_asked_about_with_everything_kept(self, cast, night):
        form = {
            "key": key(),
            "name": "player 01",
            "division": night.divisions.first().pk,
            "phone": "0044 20 5550 0100",
        }
        asked = cast.desk.post(url(night, "new"), form)
        assert asked.status_code == 422
        assert "already on the list" in asked.content.decode()
        assert "0044 20 5550 0100" in asked.content.decode()
        assert cast.desk.post(url(night, "new"), {**form, "namesake": "on"}).status_code == 303
        assert night.players.filter(search_name="player 01").count() == 2

    @pytest.mark.parametrize(
        "bad",
        [{}, {"name": ""}, {"name": "x" * 5000}, {"name": "\x00"}, {"name": "A", "division": "999999"}, {"name": "A", "division": "x"}, {"name": "A", "email": "no"}],
    )  # fmt: skip
    def test_bad_input_is_refused_and_nobody_entered(self, cast, night, bad):
        assert cast.desk.post(url(night, "new"), {"key": key(), **bad}).status_code == 422
        assert night.players.count() == 3


class TestSteps:
    def test_leaving_and_coming_back(self, cast, night, player):
        check_everybody_in(night)
        cast.desk.post(url(night, player.pk, "leaves"), {"key": key()})
        player.refresh_from_db()
        assert player.status == Status.WITHDRAWN
        cast.desk.post(url(night, player.pk, "is-back"), {"key": key()})
        player.refresh_from_db()
        assert player.status == Status.CHECKED_IN

    def test_an_unknown_step_is_not_there(self, cast, night, player):
        assert cast.desk.post(url(night, player.pk, "dance"), {"key": key()}).status_code == 404

    def test_only_the_organizer_forces_a_move(self, cast, night, player):
        novice = night.divisions.get(position=1)
        cast.desk.post(url(night, player.pk, "move"), {"key": key(), "division": novice.pk, "forced": "on"})
        player.refresh_from_db()
        assert player.division == novice

    @pytest.mark.parametrize("division", ["", "x", "9" * 40, "-1"])
    def test_a_move_to_nowhere_is_told(self, cast, night, player, division):
        answer = cast.desk.post(
            url(night, player.pk, "move"), {"key": key(), "division": division}, follow=True
        )
        assert "Choose one of this night&#x27;s divisions." in answer.content.decode()

    def test_a_refund_of_more_than_was_paid_is_refused_at_its_field(self, cast, night, player):
        check_everybody_in(night)
        refused = cast.desk.post(
            url(night, player.pk, "refund"), {"key": key(), "amount": "30", "method": "cash"}
        )
        assert refused.status_code == 422
        cast.desk.post(url(night, player.pk, "refund"), {"key": key(), "amount": "15", "method": "cash"})
        assert paid_cents(player) == 500

    def test_a_corrected_name_is_shown_at_once(self, cast, night, player):
        form = {"key": key(), "name": "Renée O’Sample", "prize_eligible": "on", "display": "initial"}
        assert cast.desk.post(url(night, player.pk, "change"), form).status_code == 303
        player.refresh_from_db()
        assert (player.name, player.display) == ("Renée O’Sample", "initial")


class TestNothingIsOfferedThatCanOnlyBeRefused:
    @staticmethod
    def offered(client, night, player):
        """The last parts of the addresses that the forms of a person's page post to."""
        page = client.get(url(night, player.pk)).content.decode()
        return re.findall(rf'action="{url(night, player.pk)}([\w-]+)/"', page), page

    def test_of_a_final_night_only_name_and_contact_are_changed(self):
        night = ready_night((4, 4), games=1, break_after=None, prize_tie="split")
        play_game(night, 1)
        cast, player = cast_of(night), night.players.first()
        before, _ = self.offered(cast.organizer, night, player)
        assert before == ["leaves", "move", "disqualify", "refund", "change"]
        prizes.finalise(night, HOST)
        for client in (cast.organizer, cast.desk):
            after, page = self.offered(client, night, player)
            assert after == ["change"]
            assert "unless the director opens the night again" in page

    def test_nobody_is_checked_in_once_the_night_is_final(self):
        night = ready_night((4,), games=1, break_after=None, prize_tie="split")
        [late] = add_players(night, 1, first=5)
        play_game(night, 1)
        cast = cast_of(night)
        assert "check-in" in self.offered(cast.desk, night, late)[0]
        prizes.finalise(night, HOST)
        assert "check-in" not in self.offered(cast.desk, night, late)[0]

    def test_the_list_of_a_final_night_asks_for_nobody(self):
        night = ready_night((4,), games=1, break_after=None, prize_tie="split")
        add_players(night, 1, first=5)
        play_game(night, 1)
        desk, offers = cast_of(night).desk, ("Import a list", "Add a player", "Check in<span")
        assert all(words in desk.get(url(night)).content.decode() for words in offers)
        prizes.finalise(night, HOST)
        assert not any(words in desk.get(url(night)).content.decode() for words in offers)

    def test_after_game_2_only_the_director_moves_somebody_to_another_division(self):
        night = ready_night((4, 4), games=3, break_after=None)
        cast, player = cast_of(night), night.players.first()
        play_game(night, 1)
        assert "move" in self.offered(cast.desk, night, player)[0]
        play_game(night, 2)
        forms, page = self.offered(cast.desk, night, player)
        assert "move" not in forms
        assert "Divisions are locked after game 2." in page
        assert "move" in self.offered(cast.organizer, night, player)[0]
