"""At the door: number, first table, money and undo in one motion."""

import pytest

from tests.factories import DESK, HOST, add_players, check_everybody_in, make_night, ready_night
from tournaments.actions import check_in, rotation, seat_wishes
from tournaments.actions.act import Caller
from tournaments.actions.money import paid_cents
from tournaments.actions.registration import NewPlayer, import_players, mark_no_show, promote
from tournaments.models import Player
from tournaments.problems import ActRefused

pytestmark = pytest.mark.django_db
Status = Player.Status


def let_in(night, player, **more):
    return check_in.check_in(night, DESK, player_id=player.pk, **{"method": "cash", **more})


class TestCheckIn:
    def test_it_gives_a_number_and_a_first_table_and_books_the_buy_in(self):
        night = make_night()
        (player,) = add_players(night, 1)
        done = let_in(night, player)
        player.refresh_from_db()
        assert (done["number"], done["first_table"], done["cents"]) == (1, 1, 2000)
        assert (player.status, player.number, player.first_table) == (Status.CHECKED_IN, 1, 1)
        assert paid_cents(player) == 2000

    def test_four_at_a_table_each_division_in_its_own_tables(self):
        night = make_night()
        add_players(night, 5)
        add_players(night, 5, division=1, first=6)
        check_everybody_in(night)
        tables = list(night.players.order_by("number").values_list("first_table", flat=True))
        assert tables == [1, 1, 1, 1, 2, 21, 21, 21, 21, 22]

    def test_three_at_a_table_of_a_three_handed_night_so_that_all_but_the_last_keep_theirs(self):
        night = make_night("torrence-knox-three")
        people = add_players(night, 11)
        check_everybody_in(night)
        tables = list(night.players.order_by("number").values_list("first_table", flat=True))
        assert tables == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4]
        (division,) = night.divisions.all()
        moved = {player for player, _, _ in rotation.propose(night, division, seed=0).moves}
        assert moved == {people[9].pk, people[10].pk}  # two are over, and they are those of the last table

    def test_a_chair_is_kept_for_who_keeps_that_table(self):
        night = make_night()
        people = add_players(night, 5)
        seat_wishes.pin_player(night, HOST, player_id=people[4].pk, table=1)
        check_everybody_in(night)
        tables = list(night.players.order_by("number").values_list("first_table", flat=True))
        assert tables == [1, 1, 1, 2, 1]

    def test_a_second_time_says_since_when_and_takes_nothing(self):
        night = make_night()
        (player,) = add_players(night, 1)
        let_in(night, player)
        with pytest.raises(ActRefused, match=r"already checked in \(\d+:\d\d [AP]M\): number 1"):
            let_in(night, player)
        assert paid_cents(player) == 2000

    def test_without_a_way_of_paying_it_does_not_happen(self):
        night = make_night()
        (player,) = add_players(night, 1)
        with pytest.raises(ActRefused, match=r"Collect \$20"):
            let_in(night, player, method="")
        player.refresh_from_db()
        assert (player.status, player.number) == (Status.REGISTERED, None)

    @pytest.mark.parametrize(
        ("cents", "method", "paid"), [(0, "none", 0), (1000, "card", 1000), (None, "none", 0)]
    )
    def test_staff_play_free_and_early_birds_pay_less(self, cents, method, paid):
        night = make_night()
        (player,) = add_players(night, 1)
        let_in(night, player, cents=cents, method=method)
        assert paid_cents(player) == paid

    def test_what_was_paid_with_the_registration_is_booked_and_only_the_rest_collected(self):
        night = make_night()
        division = night.divisions.first().pk
        people = [
            NewPlayer("Player 01", division, prepaid_cents=2000),
            NewPlayer("Player 02", division, prepaid_cents=500),
        ]
        import_players(night, DESK, people=people, source="list.csv")
        whole, part = night.players.order_by("pk")

        assert let_in(night, whole, method="")["cents"] == 0
        assert let_in(night, part)["cents"] == 1500

        assert [paid_cents(whole), paid_cents(part)] == [2000, 2000]
        assert set(whole.ledger.values_list("method", flat=True)) == {"prepaid"}

    def test_under_age_is_refused_until_the_id_was_seen(self):
        night = make_night("fharmacy")
        (player,) = add_players(night, 1)
        with pytest.raises(ActRefused, match="21 and over") as refused:
            let_in(night, player)
        assert refused.value.problems[0].field == "id_ok"
        let_in(night, player, id_ok=True)
        player.refresh_from_db()
        assert player.id_checked

    def test_the_desk_pressing_three_times_with_one_key_takes_the_money_once(self):
        night = make_night()
        (player,) = add_players(night, 1)
        caller = Caller(DESK.actor, "press")
        answers = [check_in.check_in(night, caller, player_id=player.pk, method="cash") for _ in range(3)]
        assert answers[0] == answers[1] == answers[2]
        assert paid_cents(player) == 2000


class TestUndo:
    @pytest.fixture
    def night(self):
        night = make_night()
        add_players(night, 2)
        check_everybody_in(night)
        return night

    @pytest.mark.parametrize(("give_back", "left"), [(True, 0), (False, 2000)])
    def test_the_number_is_free_again_and_the_money_goes_or_stays_by_choice(self, night, give_back, left):
        player = night.players.get(number=1)
        check_in.undo_check_in(night, DESK, player_id=player.pk, give_money_back=give_back)
        player.refresh_from_db()
        assert (player.status, player.number, player.first_table) == (Status.REGISTERED, None, None)
        assert paid_cents(player) == left

    def test_checking_in_again_gives_the_free_number_and_takes_no_money_twice(self, night):
        player = night.players.get(number=1)
        check_in.undo_check_in(night, DESK, player_id=player.pk, give_money_back=False)
        done = let_in(night, player, method="")
        assert (done["number"], done["cents"]) == (1, 0)
        assert paid_cents(player) == 2000

    def test_somebody_seated_leaves_instead(self):
        night = ready_night((8,), games=2, break_after=None)
        player = night.players.get(number=1)
        with pytest.raises(ActRefused, match="use 'leaves'"):
            check_in.undo_check_in(night, DESK, player_id=player.pk, give_money_back=True)


class TestLeavingAndDisqualifying:
    @pytest.fixture
    def player(self):
        return ready_night((8,), games=2, break_after=None).players.get(number=3)

    def test_somebody_who_left_comes_back_with_the_same_number(self, player):
        night = player.tournament
        check_in.withdraw(night, HOST, player_id=player.pk, reason="babysitter")
        player.refresh_from_db()
        assert player.status == Status.WITHDRAWN
        check_in.come_back(night, HOST, player_id=player.pk)
        player.refresh_from_db()
        assert (player.status, player.number) == (Status.CHECKED_IN, 3)

    @pytest.mark.parametrize("door", ["come_back", "check_in"])
    def test_nobody_comes_back_to_a_place_that_was_given_away(self, door):
        night = make_night(capacity=8, waiting_places=1)
        gone, *_, waiting = add_players(night, 9)
        check_everybody_in(night)
        check_in.withdraw(night, HOST, player_id=gone.pk)
        promote(night, HOST, player_id=waiting.pk)
        back = check_in.come_back if door == "come_back" else check_in.check_in
        with pytest.raises(ActRefused, match="place was given away and all places are taken"):
            back(night, HOST, player_id=gone.pk)
        mark_no_show(night, HOST, player_id=waiting.pk)
        back(night, HOST, player_id=gone.pk)
        gone.refresh_from_db()
        assert (gone.status, gone.number) == (Status.CHECKED_IN, 1)

    def test_a_disqualification_needs_a_reason_and_keeps_the_buy_in_in_the_pot(self, player):
        night = player.tournament
        with pytest.raises(ActRefused, match="needs a reason"):
            check_in.disqualify(night, HOST, player_id=player.pk, reason=" ")
        check_in.disqualify(night, HOST, player_id=player.pk, reason="signalling")
        player.refresh_from_db()
        assert player.status == Status.DISQUALIFIED
        assert paid_cents(player) == 2000
        with pytest.raises(ActRefused, match="disqualified tonight"):
            let_in(night, player)


class TestLiftingADisqualification:
    """Whoever it was laid on is again what they were before."""

    @pytest.fixture
    def night(self):
        """Eight of eight places held, six checked in, one on the waiting list."""
        night = make_night(capacity=8, waiting_places=4)
        for player in add_players(night, 9)[:6]:
            let_in(night, player)
        return night

    def person(self, night, name):
        return night.players.get(name=name)

    def disqualify_and_lift(self, night, name):
        player = self.person(night, name)
        check_in.disqualify(night, HOST, player_id=player.pk, reason="signalling")
        check_in.lift_disqualification(night, HOST, player_id=player.pk, reason="a mistake")
        player.refresh_from_db()
        return player

    @pytest.mark.parametrize(
        ("name", "before"),
        [
            ("Player 01", Status.CHECKED_IN),
            ("Player 08", Status.REGISTERED),
            ("Player 09", Status.WAITING),
            ("Player 02", Status.WITHDRAWN),
            ("Player 07", Status.NO_SHOW),
        ],
    )
    def test_whatever_they_were(self, night, name, before):
        if before == Status.WITHDRAWN:
            check_in.withdraw(night, HOST, player_id=self.person(night, name).pk)
        if before == Status.NO_SHOW:
            mark_no_show(night, HOST, player_id=self.person(night, name).pk)
        waiting_place = self.person(night, name).waiting_place
        lifted = self.disqualify_and_lift(night, name)
        assert (lifted.status, lifted.waiting_place) == (before, waiting_place)
        entry = night.log.order_by("-version").first()
        assert (entry.before, entry.after) == ("disqualified", before)

    def test_twice_disqualified_the_last_time_counts(self, night):
        self.disqualify_and_lift(night, "Player 01")
        check_in.withdraw(night, HOST, player_id=self.person(night, "Player 01").pk)
        assert self.disqualify_and_lift(night, "Player 01").status == Status.WITHDRAWN

    def test_not_into_a_place_that_was_given_away(self, night):
        gone, waiting = self.person(night, "Player 01"), self.person(night, "Player 09")
        check_in.disqualify(night, HOST, player_id=gone.pk, reason="signalling")
        promote(night, HOST, player_id=waiting.pk)
        with pytest.raises(ActRefused, match="all places are taken"):
            check_in.lift_disqualification(night, HOST, player_id=gone.pk, reason="a mistake")
        mark_no_show(night, HOST, player_id=waiting.pk)
        check_in.lift_disqualification(night, HOST, player_id=gone.pk, reason="a mistake")
        assert self.person(night, "Player 01").status == Status.CHECKED_IN
