"""People kept apart and seats locked, from the rotation page to the plan that is published."""

from dataclasses import replace

import pytest

from tests.cast import cast_of, key
from tests.factories import HOST, add_players, check_everybody_in, make_night, play_game, ready_night, reload
from tests.web.test_organizer_rotation import mark_in, proposal, publish, seats_in_database, url
from tournaments.actions import check_in, nights, rotation, seat_wishes
from tournaments.models import Player, SeatWish
from tournaments.problems import ActRefused
from tournaments.queries.readiness import not_in_the_plan

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    """Twelve people, partners preset, five games; game 1 is played."""
    night = ready_night((12,), preset="fharmacy", games=5, odd="sit_out")
    play_game(night, 1, (10, 7))
    return night


@pytest.fixture
def cast(night):
    return cast_of(night)


@pytest.fixture
def division(night):
    return night.divisions.get()


def apart(cast, night, division, one, other, kind="meet"):
    fields = {"one": one, "other": other, "kind": kind}
    sent = {f"apart-{division.pk}-{name}": value for name, value in fields.items()}
    return cast.organizer.post(url(night, division.pk, "apart"), {"key": key(), **sent})


def lock(cast, night, division, game, table=""):
    sent = {f"lock-{division.pk}-game": game, f"lock-{division.pk}-table": table}
    return cast.organizer.post(url(night, division.pk, "lock"), {"key": key(), **sent})


def update(cast, night, **more):
    cast.organizer.post(url(night, "draw"), {"key": key(), **more})
    return publish(cast, night, mark_in(proposal(cast, night)), way=more.pop("way", ""))


def together(night, game, *, partners=False):
    """Two who meet (or partner) in that game, by number."""
    seats = list(night.games.filter(round__number=game).first().seats.order_by("position"))
    return seats[0].player, seats[2 if partners else 1].player


def tables_of(night, player):
    return {seat.round.number: seat.game_id for seat in player.seats.select_related("round")}


class TestKeepingTwoApart:
    def test_by_name_and_number_they_are_parted_from_the_next_draw_on(self, cast, night, division):
        one, other = together(night, 3)
        assert apart(cast, night, division, one.name, f"{other.number} {other.name}").status_code == 303
        page = cast.organizer.get(url(night)).content.decode()
        assert "A wish not in the plan yet" in page
        assert "in game 3" in page
        assert update(cast, night).status_code == 303
        mine, theirs = tables_of(night, one), tables_of(night, other)
        assert all(mine[game] != theirs[game] for game in range(2, 6) if game in mine and game in theirs)
        page = cast.organizer.get(url(night)).content.decode()
        assert "A wish not in the plan yet" not in page
        assert "kept" in page

    def test_partners_may_meet_but_no_longer_partner(self, cast, night, division):
        one, other = together(night, 4, partners=True)
        apart(cast, night, division, one.number, other.number, "partner")
        update(cast, night)
        for game in night.games.filter(round__number__gte=2).exclude(status="void"):
            seats = [seat.player_id for seat in game.seats.order_by("position")]
            assert {one.pk, other.pk} not in ({seats[0], seats[2]}, {seats[1], seats[3]})

    def test_the_first_draw_keeps_them_apart_even_with_one_first_table(self, night):
        fresh = make_night("fharmacy", games=4, organizer=night.organizer, odd="sit_out")
        players = add_players(fresh, 12)
        check_everybody_in(fresh)  # four to a table in the order they came
        cast, division = cast_of(fresh), fresh.divisions.get()
        assert apart(cast, fresh, division, players[0].name, players[1].name).status_code == 303
        cast.organizer.post(url(fresh, "draw"), {"key": key()})
        page = proposal(cast, fresh)
        assert "Told another first table at check-in" in page
        publish(cast, fresh, mark_in(page))
        mine, theirs = tables_of(fresh, players[0]), tables_of(fresh, players[1])
        assert mine.keys() == theirs.keys() == {1, 2, 3, 4}
        assert not set(mine.values()) & set(theirs.values())

    def test_it_is_logged_and_can_be_dropped(self, cast, night, division):
        one, other = together(night, 3)
        apart(cast, night, division, one.number, other.number)
        assert "never meet" in night.log.filter(act="keep_apart").get().text
        wish = SeatWish.objects.get()
        for _ in range(2):
            assert cast.organizer.post(url(night, "together", wish.pk), {"key": key()}).status_code == 303
        assert not SeatWish.objects.exists()
        assert "may meet again" in night.log.filter(act="let_meet").get().text

    def test_another_kind_takes_the_place_of_the_first_and_a_double_press_does_nothing(
        self, cast, night, division
    ):
        one, other = together(night, 3)
        for kind in ("meet", "partner"):
            assert apart(cast, night, division, one.number, other.number, kind).status_code == 303
        assert SeatWish.objects.get().kind == "partner"
        answer = apart(cast, night, division, other.number, one.number, "partner")
        assert answer.status_code == 422
        assert "are kept apart so already" in answer.content.decode()

    @pytest.mark.parametrize(
        ("one", "other", "kind", "said"),
        [
            ("", "2", "meet", "required"),
            ("1", "1", "meet", "cannot be kept apart from themselves"),
            ("1", "77", "meet", "no player number 77"),
            ("1", "Somebody Else", "meet", "Nobody in Players is called “Somebody Else”"),
            ("1", "2", "enemies", "never to partner or never to meet"),
            ("1\x00", "2", "meet", "Null characters"),
            ("x" * 200, "2", "meet", "at most 120 characters"),
        ],
    )
    def test_what_makes_no_sense_is_refused_and_what_was_typed_stays(
        self, cast, night, division, one, other, kind, said
    ):
        answer = apart(cast, night, division, one, other, kind)
        page = answer.content.decode()
        assert answer.status_code == 422
        assert said in page
        assert not SeatWish.objects.exists()

    def test_two_of_one_name_are_told_apart_by_number(self, cast, night, division):
        night.players.filter(number__in=(5, 9)).update(name="Alex Sample", search_name="alex sample")
        answer = apart(cast, night, division, "Alex Sample", "1")
        assert answer.status_code == 422
        assert "2 people are called Alex Sample: enter the number, 5 or 9." in answer.content.decode()
        assert apart(cast, night, division, "9 Alex Sample", "1").status_code == 303

    def test_more_than_the_tables_can_part_is_refused_by_name(self, cast, night, division):
        """Three tables: of four people who are never to meet two would share one."""
        numbers = list(night.players.order_by("number").values_list("number", flat=True))[:4]
        pairs = [(a, b) for i, a in enumerate(numbers) for b in numbers[:i]]
        answers = [apart(cast, night, division, one, other) for one, other in pairs]
        assert [answer.status_code for answer in answers] == [303] * 5 + [422]
        page = answers[-1].content.decode()
        assert "are never to meet each other, which takes 4 tables; there are 3" in page
        assert "drop one of these wishes" in page
        assert SeatWish.objects.count() == 5

    def test_before_the_draw_the_impossible_is_shown_and_the_draw_names_it(self, night):
        fresh = make_night("fharmacy", games=3, organizer=night.organizer)
        players = add_players(fresh, 8)
        check_everybody_in(fresh)
        cast, division = cast_of(fresh), fresh.divisions.get()
        for one, other in ((0, 1), (1, 2), (0, 2)):
            assert apart(cast, fresh, division, players[one].name, players[other].name).status_code == 303
        page = cast.organizer.get(url(fresh)).content.decode()
        assert "Not possible with those who are here." in page
        drawn = cast.organizer.post(url(fresh, "draw"), {"key": key()}, follow=True).content.decode()
        assert "which takes 3 tables; there are 2" in drawn

    def test_partners_drawn_at_the_table_cannot_be_kept_from_partnering(self):
        night = ready_night((8,))
        cast, division = cast_of(night), night.divisions.first()
        answer = apart(cast, night, division, 1, 2, "partner")
        assert answer.status_code == 422
        assert "It can keep them from one table: never meet." in answer.content.decode()
        assert apart(cast, night, division, 1, 2).status_code == 303

    def test_a_swap_by_hand_against_a_wish_says_so_before_it_binds(self, cast, night, division):
        mine = night.games.filter(round__number=4).order_by("table__number")
        one, other = mine[0].seats.first().player, mine[1].seats.first().player
        beside = mine[1].seats.last().player
        seat_wishes.keep_apart(night, HOST, one_id=one.pk, other_id=beside.pk, kind="meet")
        sent = {"game": 4, "one": one.number, "other": other.number}
        cast.organizer.post(
            url(night, division.pk, "swap"), {f"swap-{division.pk}-{k}": v for k, v in sent.items()}
        )
        page = proposal(cast, night)
        assert "A wish is not met." in page
        assert "never to meet, but the plan seats them at table" in page


class TestLocking:
    def test_a_locked_game_and_a_locked_table_stand_in_a_new_draw(self, cast, night, division):
        assert lock(cast, night, division, 3).status_code == 303
        assert lock(cast, night, division, 5, 2).status_code == 303
        before = seats_in_database(night)
        seat_wishes.keep_apart(night, HOST, one_id=before[4, 1][0], other_id=before[4, 1][1], kind="meet")
        add_players(night, 2, first=40)
        check_everybody_in(night)
        assert update(cast, night, way="best").status_code == 303
        after = seats_in_database(night)
        locked = {place for place in before if place[0] == 3} | {(5, 2)}
        assert {place: after[place] for place in locked} == {place: before[place] for place in locked}
        assert after[4, 1] != before[4, 1]
        page = cast.organizer.get(url(night)).content.decode()
        assert "Game 5, table 2" in page

    def test_who_leaves_a_locked_table_is_named_and_it_can_be_unlocked(self, cast, night, division):
        player = night.games.get(round__number=4, table__number=1).seats.first().player
        lock(cast, night, division, 4, 1)
        check_in.withdraw(night, HOST, player_id=player.pk)
        page = cast.organizer.post(url(night, "draw"), {"key": key()}, follow=True).content.decode()
        assert f"Table 1 of game 4 is locked but seats {player}, who is leaving: unlock the table" in page
        assert cast.organizer.post(url(night, division.pk, "unlock", 4, 1), {"key": key()}).status_code == 303
        assert update(cast, night).status_code == 303

    def test_a_redraw_before_game_one_keeps_what_is_locked(self):
        night = ready_night((16,), preset="fharmacy", games=4, odd="sit_out")
        cast, division = cast_of(night), night.divisions.get()
        lock(cast, night, division, 2)
        before = seats_in_database(night)
        assert update(cast, night, fresh="yes").status_code == 303
        after = seats_in_database(night)
        assert {k: v for k, v in after.items() if k[0] == 2} == {k: v for k, v in before.items() if k[0] == 2}
        assert after != before

    def test_a_swap_does_not_touch_it(self, cast, night, division):
        lock(cast, night, division, 4)
        sent = {f"swap-{division.pk}-{k}": v for k, v in {"game": 4, "one": 1, "other": 2}.items()}
        answer = cast.organizer.post(url(night, division.pk, "swap"), sent)
        assert answer.status_code == 422
        assert "Game 4 is locked: unlock it first." in answer.content.decode()

    @pytest.mark.parametrize(
        ("game", "table", "said"),
        [
            (1, "", "Select a valid choice"),
            (9, "", "Select a valid choice"),
            (3, "99", "Table 99 is not used in game 3"),
            (3, "0", "greater than or equal"),
            (3, "x", "whole number"),
        ],
    )
    def test_what_is_not_there_cannot_be_locked(self, cast, night, division, game, table, said):
        answer = lock(cast, night, division, game, table)
        assert answer.status_code == 422
        assert said in answer.content.decode()

    def test_a_game_that_the_newest_plan_does_not_have_is_not_locked_and_holds_no_draw_up(self):
        night = ready_night((8,), preset="fharmacy", games=5, odd="sit_out")
        division = night.divisions.get()
        seat_wishes.lock_seats(night, HOST, division_id=division.pk, number=5)
        nights.change_settings(night, HOST, settings=replace(night.settings, games=3))
        night = reload(night)
        division = night.divisions.get()
        rotation.publish_rotation(night, HOST, proposals=[rotation.propose(night, division)])
        assert len(division.plans.order_by("-number").first().data["rounds"]) == 3
        with pytest.raises(ActRefused, match="no game 4 in its rotation: there are no seats to lock yet"):
            seat_wishes.lock_seats(night, HOST, division_id=division.pk, number=4)
        rotation.propose(night, division)  # the old lock of game 5 stops nothing
        seat_wishes.lock_seats(night, HOST, division_id=division.pk, number=5, locked=False)

    def test_who_comes_after_a_lock_is_named_with_the_way_out(self, cast, night, division):
        assert "Whoever comes after that has no place" in cast.organizer.get(url(night)).content.decode()
        lock(cast, night, division, 3)
        add_players(night, 1, first=40)
        check_everybody_in(night)
        assert update(cast, night).status_code == 303
        page = " ".join(cast.organizer.get(url(night)).content.decode().split())
        assert "No place in game 3, which is locked:" in page
        late = Player.objects.get(tournament=night, name="Player 40")
        assert f"{late.number}</span> <bdi>{late.name}</bdi>. They miss it, unless you unlock it" in page
        assert cast.organizer.post(url(night, division.pk, "unlock", 3), {"key": key()}).status_code == 303
        assert "No place in game 3" not in cast.organizer.get(url(night)).content.decode()

    def test_a_draw_to_look_at_says_whom_a_lock_keeps_out(self, cast, night, division):
        lock(cast, night, division, 3)
        add_players(night, 1, first=40)
        check_everybody_in(night)
        cast.organizer.post(url(night, "draw"), {"key": key()})
        assert "No place in game 3, which is locked:" in proposal(cast, night)

    def test_the_next_step_names_the_lock(self, night, division):
        seat_wishes.lock_seats(night, HOST, division_id=division.pk, number=3)
        add_players(night, 1, first=40)
        check_everybody_in(night)
        (told,) = not_in_the_plan(night, 3)
        assert "which is locked: unlock it and update the rotation" in told.text

    def test_a_draw_made_before_the_lock_is_out_of_date(self, cast, night, division):
        one, other = together(night, 3)
        seat_wishes.keep_apart(night, HOST, one_id=one.pk, other_id=other.pk, kind="meet")
        cast.organizer.post(url(night, "draw"), {"key": key()})
        mark = mark_in(proposal(cast, night))
        lock(cast, night, division, 5)
        assert "out of date" in proposal(cast, night)
        assert publish(cast, night, mark).status_code == 422


@pytest.mark.parametrize("role", ["desk", "runner", "stranger"])
def test_only_the_host_does_it(cast, night, division, role):
    one, other = together(night, 3)
    seat_wishes.keep_apart(night, HOST, one_id=one.pk, other_id=other.pk, kind="meet")
    wish, version = SeatWish.objects.get(), reload(night).version
    for parts in (
        (division.pk, "apart"),
        ("together", wish.pk),
        (division.pk, "lock"),
        (division.pk, "unlock", 3),
        (division.pk, "unlock", 3, 1),
    ):
        assert cast.of(role).post(url(night, *parts)).status_code == 403
        assert cast.organizer.get(url(night, *parts)).status_code == 405
    assert reload(night).version == version


def test_wishes_and_divisions_of_another_night_are_not_found(cast, night):
    other = ready_night((8,), preset="fharmacy")
    one, two = together(other, 1)
    seat_wishes.keep_apart(other, HOST, one_id=one.pk, other_id=two.pk, kind="meet")
    cast.organizer.post(url(night, "together", SeatWish.objects.get().pk), {"key": key()})
    assert SeatWish.objects.count() == 1
    division = other.divisions.get()
    assert apart(cast, night, division, 1, 2).status_code == 404
    assert lock(cast, night, division, 1).status_code == 404
