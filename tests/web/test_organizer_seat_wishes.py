"""Single people of a rotation: two who change places, one who keeps a table."""

import pytest

from tests.cast import cast_of, key
from tests.factories import (
    DESK,
    HOST,
    add_players,
    check_everybody_in,
    draw,
    make_night,
    play_game,
    ready_night,
    reload,
)
from tests.web.test_organizer_rotation import mark_in, proposal, publish, seats_in_database, url
from tournaments.actions import check_in
from tournaments.actions.seat_wishes import lock_seats
from tournaments.models import Player, RotationPlan

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    """Nine people, three games, one sits out in each; game 1 is played."""
    night = ready_night((9,), preset="fharmacy", games=3, odd="sit_out")
    play_game(night, 1, (10, 7))
    return night


@pytest.fixture
def cast(night):
    return cast_of(night)


@pytest.fixture
def division(night):
    return night.divisions.get()


def swap(cast, night, division, game, one, other):
    fields = {"game": game, "one": one, "other": other}
    sent = {f"swap-{division.pk}-{name}": value for name, value in fields.items()}
    return cast.organizer.post(url(night, division.pk, "swap"), sent)


def pin(cast, night, division, player, table):
    sent = {f"pin-{division.pk}-player": player, f"pin-{division.pk}-table": table, "key": key()}
    return cast.organizer.post(url(night, division.pk, "pin"), sent)


def two_seated(night, game):
    first, second = (
        night.games.filter(round__number=game).exclude(status="void").order_by("table__number")[:2]
    )
    return first.seats.first().player, second.seats.first().player


class TestSwapping:
    def test_two_seats_change_hands_in_that_game_alone(self, cast, night, division):
        one, other = two_seated(night, 2)
        before = seats_in_database(night)
        assert swap(cast, night, division, 2, one.number, other.number).status_code == 303
        assert seats_in_database(night) == before
        page = proposal(cast, night)
        assert "What would change" in page
        assert publish(cast, night, mark_in(page)).status_code == 303
        exchanged = {one.pk: other.pk, other.pk: one.pk}
        assert seats_in_database(night) == {
            (number, table): [exchanged.get(p, p) if number == 2 else p for p in seats]
            for (number, table), seats in before.items()
        }

    def test_with_somebody_who_sits_out(self, cast, night, division):
        """ROT-11."""
        seated, _ = two_seated(night, 2)
        resting = night.rounds.get(number=2).sit_outs.get().player
        swap(cast, night, division, 2, seated.number, resting.number)
        publish(cast, night, mark_in(proposal(cast, night)))
        round_ = night.rounds.get(number=2)
        assert round_.sit_outs.get().player == seated
        assert round_.seats.filter(player=resting).exists()

    @pytest.mark.parametrize(
        ("game", "one", "other", "said"),
        [
            (1, 1, 2, "Select a valid choice"),
            (9, 1, 2, "Select a valid choice"),
            (2, 1, 1, "Nothing would change"),
            (2, 1, 77, "no player number 77"),
            (2, "", 2, "required"),
            (2, "x", 2, "Nobody in Players is called “x”"),
            (2, "9" * 40, 2, "Nobody in Players is called"),
            (2, "\x00", 2, "Null characters"),
            (2, "Player", 2, "Nobody in Players is called “Player”"),
        ],
    )
    def test_what_cannot_be_is_said_and_nothing_waits(self, cast, night, division, game, one, other, said):
        answer = swap(cast, night, division, game, one, other)
        assert answer.status_code == 422
        assert said in answer.content.decode()
        assert cast.organizer.get(url(night, "proposal")).status_code == 303

    def test_a_game_begun_meanwhile_refuses_it(self, cast, night, division):
        one, other = two_seated(night, 2)
        swap(cast, night, division, 2, one.number, other.number)
        mark = mark_in(proposal(cast, night))
        play_game(night, 2, (10, 7))
        assert publish(cast, night, mark).status_code == 422
        assert RotationPlan.objects.count() == 1

    def test_a_division_of_another_night_is_not_found(self, cast, night):
        other = make_night().divisions.first()
        assert swap(cast, night, other, 2, 1, 2).status_code == 404
        assert pin(cast, night, other, 1, 1).status_code == 404


class TestKeepingATable:
    def test_all_night_at_one_table_and_still_no_partner_twice(self, night):
        """ROT-09: Player 04 should not have to walk."""
        fresh = make_night("fharmacy", games=8, organizer=night.organizer)
        add_players(fresh, 16)
        check_everybody_in(fresh)
        cast, division = cast_of(fresh), fresh.divisions.get()
        player = fresh.players.get(name="Player 04")
        assert pin(cast, fresh, division, player.number, 3).status_code == 303
        draw(fresh)
        tables = {seat.game.table.number for seat in player.seats.select_related("game__table")}
        assert (tables, player.seats.count()) == ({3}, 8)
        plan = RotationPlan.objects.get(division=division).data
        assert plan["quality"]["partners"]["repeats"] == 0

    def test_it_is_shown_not_drawn_yet_and_can_be_undone(self, cast, night, division):
        player = night.players.order_by("number").first()
        pin(cast, night, division, player.number, 2)
        page = cast.organizer.get(url(night)).content.decode()
        assert "Wishes for a table not in the plan yet" in page
        assert "keeps table 2" in page
        assert cast.organizer.post(url(night, "unpin", player.pk), {"key": key()}).status_code == 303
        assert Player.objects.get(pk=player.pk).pinned_table is None
        assert "Wishes for a table" not in cast.organizer.get(url(night)).content.decode()

    def test_the_coming_games_follow_with_the_next_draw(self, cast, night, division):
        player = night.players.order_by("number").first()
        pin(cast, night, division, player.number, 2)
        cast.organizer.post(url(night, "draw"), {"key": key()})
        publish(cast, night, mark_in(proposal(cast, night)))
        coming = player.seats.filter(round__number__gte=2).select_related("game__table")
        assert {seat.game.table.number for seat in coming} <= {2}

    def test_one_person_a_table(self, cast, night, division):
        first, second = night.players.order_by("number")[:2]
        pin(cast, night, division, first.number, 1)
        answer = pin(cast, night, division, second.number, 1)
        assert answer.status_code == 422
        assert "keeps table 1 already" in answer.content.decode()

    @pytest.mark.parametrize(
        ("player", "table"), [("", ""), ("1", "0"), ("1", "999"), ("77", "1"), ("x", "y"), ("9" * 30, "1")]
    )
    def test_bad_input_is_refused(self, cast, night, division, player, table):
        assert pin(cast, night, division, player, table).status_code == 422

    def test_the_table_is_given_at_check_in(self, cast, night):
        fresh = make_night("fharmacy", games=2, organizer=night.organizer)
        (player,) = add_players(fresh, 1)
        Player.objects.filter(pk=player.pk).update(pinned_table=5)
        check_in.check_in(fresh, DESK, player_id=player.pk, method="none", id_ok=True)
        assert Player.objects.get(pk=player.pk).first_table == 5


def test_who_was_told_another_table_is_named_before_the_draw_binds():
    """The fourth of table 1 goes home again: somebody of the last table fills the chair, and is told."""
    night = make_night("fharmacy", games=2, odd="sit_out")
    add_players(night, 9)
    check_everybody_in(night)
    check_in.undo_check_in(
        night, DESK, player_id=night.players.get(name="Player 02").pk, give_money_back=False
    )
    cast = cast_of(night)
    cast.organizer.post(url(night, "draw"), {"key": key()})
    page = proposal(cast, night)
    assert "Told another first table at check-in" in page
    assert "<bdi>Player 09</bdi>: table 1 instead of 3" in page


@pytest.mark.parametrize("role", ["desk", "runner", "stranger"])
def test_only_the_host_does_it(cast, night, division, role):
    version = reload(night).version
    for parts in ((division.pk, "swap"), (division.pk, "pin"), ("unpin", night.players.first().pk)):
        assert cast.of(role).post(url(night, *parts)).status_code == 403
    assert reload(night).version == version


@pytest.mark.parametrize("table", [None, 1])
def test_a_lock_that_seats_a_leaver_is_named_with_the_button_that_opens_it(cast, night, division, table):
    """Else the host would update the rotation, be refused, and look for the lock."""
    lock_seats(night, HOST, division_id=division.pk, number=2, table=table)
    gone = night.games.get(round__number=2, table__number=1).seats.first().player
    check_in.withdraw(night, DESK, player_id=gone.pk)
    control = cast.organizer.get(f"/nights/{night.code}/").content.decode()
    assert "in game 2, which is locked: unlock it and update the rotation." in control
    page = cast.organizer.get(url(night)).content.decode()
    held = page.split("is locked with a seat for</strong>")
    assert len(held) == 2
    assert gone.name in held[1].split("</p>")[0]
    address = held[1].split('action="')[1].split('"')[0]
    assert cast.organizer.post(address, {"key": key()}).status_code == 303
    assert "is locked with a seat for" not in cast.organizer.get(url(night)).content.decode()
    drawn = cast.organizer.post(url(night, "draw"), {"key": key()}, follow=True)
    assert "What would change" in drawn.content.decode()
