"""What the desk is told before somebody goes, comes or changes division; and that it comes true, word for word."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from tests.cast import cast_of, key
from tests.factories import (
    DESK,
    HOST,
    add_players,
    check_everybody_in,
    make_night,
    play_game,
    post,
    ready_night,
    reload,
    running_games,
)
from tests.queue_nights import queue_night, seats_of, state_of
from tournaments.actions import check_in, empty_chair, movement, registration, rounds
from tournaments.models import Game, Movement, Player, Seat, SitOut
from tournaments.problems import ActRefused
from tournaments.queries.roster_changes import SCHEDULE, roster_changes

pytestmark = pytest.mark.django_db


def said(night, player_id):
    night = reload(night)
    player = night.players.select_related("division", "ranked_in").get(pk=player_id)
    return roster_changes(night, player, tuple(night.divisions.all()), timezone.now())


def goes(night, player_id):
    """What was said before they leave, which must be what the act answers."""
    before = said(night, player_id).leaving
    told = check_in.withdraw(night, HOST, player_id=player_id)["told"]
    assert list(before) == told
    return told


def comes_back(night, player_id):
    before = said(night, player_id).coming
    told = check_in.come_back(night, HOST, player_id=player_id)["told"]
    assert list(before) == told
    return told


def moves(night, player_id, division):
    before = dict(said(night, player_id).moving)[division]
    told = registration.move_division(night, HOST, player_id=player_id, division_id=division.pk, forced=True)[
        "told"
    ]
    assert list(before) == told
    return told


def rounds_night(kind="winners_move", players=9, games=3, **more):
    night = make_night("classic", movement=kind, games=games, **more)
    add_players(night, players)
    check_everybody_in(night)
    movement.begin_movement(night, HOST)
    return reload(night)


@pytest.fixture(params=["winners_move", "winners_stay", "redraw"])
def night(request):
    """Nine people, one game played, the second laid out."""
    night = rounds_night(request.param)
    play_game(night, 1, (9, 7))
    return reload(night)


def seating(night, number):
    rows = Seat.objects.filter(round__number=number, game__tournament=night)
    return dict(rows.values_list("player_id", "game__table__number"))


def sitting_out(night, number):
    return [str(s.player) for s in SitOut.objects.filter(round__number=number, round__tournament=night)]


class TestTheComingGame:
    def test_as_it_is_seated_without_somebody(self, night):
        before = seating(night, 2)
        leaver = next(iter(before))
        told = goes(night, leaver)
        after = seating(night, 2)
        assert told[0] == "Game 2 is seated anew: 2 tables, nobody sits out."
        moved = [p for p in night.players.all() if p.pk != leaver and after.get(p.pk) != before.get(p.pk)]
        for player in moved:
            assert f"{player} at table {after[player.pk]}" in told[-1]
        assert moved or told[-1] == "Nobody else changes tables."

    def test_as_it_is_seated_with_somebody_back(self, night):
        leaver = next(iter(seating(night, 2)))
        check_in.withdraw(night, HOST, player_id=leaver)
        before = seating(night, 2)
        told = comes_back(night, leaver)
        after = seating(night, 2)
        [out] = sitting_out(night, 2)
        assert told[0] == f"Game 2 is seated anew: 2 tables, 1 sits out: {out}."
        if leaver in after:
            game = Game.objects.get(round__number=2, table__number=after[leaver])
            seats = [seat.player for seat in game.seats.select_related("player").order_by("position")]
            place = [seat.pk for seat in seats].index(leaver)
            partner = seats[(place + 2) % 4]
            assert f"{seats[place]} plays at table {after[leaver]} with {partner} against " in told[1]
        moved = [p for p in night.players.all() if p.pk != leaver and after.get(p.pk) != before.get(p.pk)]
        assert all(str(player) in told[-1] for player in moved)

    def test_while_a_game_runs_nobody_is_touched_and_the_numbers_are_said(self, night):
        rounds.start_game(night, HOST, number=2)
        game = running_games(night)[0]
        player = seats_of(game)[0]
        assert goes(night, player) == [
            f"The game at table {game.table.number} goes on, with somebody in the chair or without them.",
            "They are not seated from game 3 on: with 8 here, 2 tables and nobody sits out. "
            "Who sits where follows from the sheets.",
        ]
        assert comes_back(night, player) == [
            f"They are still in the game at table {game.table.number} and go on in it.",
            "They play from game 3 on: with 9 here, 2 tables and 1 sits out. "
            "Who sits where follows from the sheets.",
        ]
        for each in running_games(night):
            post(each, (9, 7), pairing=2)
        rounds.close_game(night, HOST, number=2)
        assert (len(seating(night, 3)), len(sitting_out(night, 3))) == (8, 1)

    def test_in_the_last_game_and_after_it(self, night):
        play_game(night, 2, (9, 7))
        rounds.start_game(night, HOST, number=3)
        [out] = SitOut.objects.filter(round__number=3).values_list("player", flat=True)
        assert goes(night, out) == ["No game comes after this one."]
        for each in running_games(night):
            post(each, (9, 7), pairing=2)
        rounds.close_game(night, HOST, number=3)
        assert comes_back(night, out) == ["Game 4 cannot be played: all 3 games are played."]

    def test_a_late_arrival(self, night):
        [late] = add_players(night, 1, first=30)
        before = said(night, late.pk).coming
        told = check_in.check_in(night, DESK, player_id=late.pk, method="cash")["told"]
        assert told[0].startswith("Game 2 is seated anew: 2 tables, 2 sit out: ")
        # only the number is not known before it is given
        assert [words.replace(str(reload_player(late)), late.name) for words in told] == list(before)


def reload_player(player):
    return Player.objects.get(pk=player.pk)


def test_a_night_that_cannot_go_on_and_can_again():
    night = rounds_night(players=4)
    player = night.players.first()
    assert goes(night, player.pk) == ["Game 1 cannot be played: only 3 players are here: a table needs four."]
    assert comes_back(night, player.pk)[0] == "Game 1 can be played: 1 table, nobody sits out."


class TestTheQueue:
    def test_the_line_moves_up(self):
        night = queue_night(9)
        one, other = add_players(night, 2, first=10)
        check_everybody_in(night)
        [first] = [w.player for w in state_of(night).waiting()][:1]
        told = goes(night, first)
        assert told[0] == "They leave the line."
        assert (
            told[1] == f"In the line {reload_player(one)} is number 1 and {reload_player(other)} is number 2."
        )
        assert told[2] == "So 2 tables play and 2 players wait."

    def test_who_comes_back_is_last_and_nobody_waits_longer(self):
        night = queue_night(11)
        last = (
            state_of(night).line[-1].player if state_of(night).line else state_of(night).waiting()[-1].player
        )
        check_in.withdraw(night, HOST, player_id=last)
        told = comes_back(night, last)
        number = len(state_of(night).line)
        assert f"{reload_player(night.players.get(pk=last))} joins the line as number {number}." in told
        assert "Nobody else waits longer or moves." in told

    def test_a_table_that_begins_at_once_is_named_with_its_partners(self):
        night = queue_night(11)
        leaver = state_of(night).waiting()[0].player
        [late] = add_players(night, 1, first=40)
        before = said(night, late.pk).coming
        told = check_in.check_in(night, DESK, player_id=late.pk, method="cash")["told"]
        game = Game.objects.get(table__number=3, status="running")
        seats = [str(seat.player) for seat in game.seats.select_related("player").order_by("position")]
        assert (
            f"Table 3 begins at once: {seats[0]} with {seats[2]} against {seats[1]} and {seats[3]}." in told
        )
        assert "So 3 tables play and no player waits." in told
        assert len(before) == len(told)
        assert leaver in seats_of(game)

    def test_while_playing_and_back_before_the_game_ends(self):
        night = queue_night(9)
        game = running_games(night)[0]
        player = seats_of(game)[1]
        assert goes(night, player)[0] == "The game at table 1 goes on; they join no line after it."
        assert comes_back(night, player)[0] == (
            "They are still in the game at table 1, and go on from there by its result."
        )
        assert state_of(night).players.count(player) == 1
        post(game, (10, 4), pairing=2)
        assert player in [waiting.player for waiting in state_of(night).line]

    def test_one_of_two_who_hold_a_table(self):
        night = queue_night(8)
        game = running_games(night)[0]
        post(game, (10, 4), pairing=2)
        holder, partner = state_of(night).held[0].players
        told = goes(night, holder)
        assert told[0] == "Table 1 is given up."
        assert f"To the line: {night.players.get(pk=partner)} as number 1." in told
        assert comes_back(night, holder)[0].endswith("joins the line as number 4.")

    def test_both_who_hold_a_table(self):
        night = queue_night(8)
        game = running_games(night)[0]
        post(game, (10, 4), pairing=2)
        holders = state_of(night).held[0].players
        for holder in holders:
            goes(night, holder)
        assert state_of(night).held == ()
        assert set(seats_of(game)[1::2]) == {waiting.player for waiting in state_of(night).line}

    def test_after_last_call(self):
        night = queue_night(9)
        movement.set_last_call(night, HOST, at=night.created_at - timedelta(minutes=1))
        [waiting] = state_of(night).waiting()
        goes(night, waiting.player)
        assert comes_back(night, waiting.player)[-1] == "No game may begin after last call."

    def test_somebody_sits_in_for_who_comes_back(self):
        night = queue_night(9)
        game = running_games(night)[0]
        [waiting] = state_of(night).waiting()
        sitter = night.players.get(pk=waiting.player)
        player = seats_of(game)[0]
        check_in.withdraw(night, HOST, player_id=player)
        empty_chair.fill_chair(
            night, HOST, game_id=str(game.pk), game_revision=game.revision, position=0, way="stand_in",
            player_id=sitter.pk,
        )  # fmt: skip
        assert said(night, player).coming[0].startswith(f"{sitter} sits in for them at table 1;")

    def test_a_long_line_names_some(self):
        night = queue_night(8)
        Movement.objects.update(state={**state_of(night).to_dict(), "tables": [1, 2]})
        add_players(night, 15, first=9)
        check_everybody_in(night)
        told = goes(night, state_of(night).line[0].player)
        assert told[1].endswith(" is number 12 and 2 more.")
        assert told[2] == "So 2 tables play and 14 players wait."

    @pytest.mark.parametrize("seed", range(3))
    def test_whatever_happens_it_comes_true(self, seed):
        """A random evening: each leaving and coming back is told as it comes."""
        lot, night = Random(seed), queue_night(10)
        for _ in range(14):
            games, people = running_games(night), list(night.players.order_by("pk"))
            here = [p for p in people if p.status == "checked_in"]
            gone = [p for p in people if p.status == "withdrawn"]
            chance = lot.random()
            if chance < 0.4 and games:
                post(lot.choice(games), lot.choice([(10, 3), (3, 10)]), pairing=2)
            elif chance < 0.7 and len(here) > 5:
                goes(night, lot.choice(here).pk)
            elif gone:
                comes_back(night, lot.choice(gone).pk)
            state = state_of(night)
            places = [*(w.player for w in state.waiting()), *(p for g in state.running for p in g.seats)]
            assert len(places) == len(set(places))
            assert set(state.players) <= set(places)


class TestATableWhoseSheetDoesNotCountYet:
    """It has played; until its sheet is settled nobody moves from it."""

    def dispute(self, night, table=1):
        game = next(game for game in running_games(night) if game.table.number == table)
        post(game, (10, 4), pairing=2, agreed=False)
        return seats_of(game)

    def test_it_plays_no_more_but_waits_for_its_result(self):
        night = queue_night(11)
        four = self.dispute(night)
        waiting = state_of(night).waiting()[0].player
        told = goes(night, waiting)
        assert told[-1] == "So 1 table plays, table 1 waits for the result, and 2 players wait."
        told = goes(night, four[0])
        assert (
            told[0] == "Their game at table 1 is played and waits for its result; they join no line after it."
        )
        told = comes_back(night, four[0])
        assert (
            told[0]
            == "Their game at table 1 is played and waits for its result; they go on from there by it."
        )

    def test_several_of_them(self):
        night = queue_night(9)
        for table in (1, 2):
            self.dispute(night, table)
        [waiting] = state_of(night).waiting()
        assert goes(night, waiting.player)[-1] == (
            "So no table plays, tables 1 and 2 wait for the result, and no player waits."
        )

    @pytest.mark.parametrize("agreed", [True, False])
    def test_in_rounds_a_game_with_its_sheet_in_does_not_go_on(self, agreed):
        night = rounds_night(players=8)
        rounds.start_game(night, HOST, number=1)
        game = running_games(night)[0]
        player = seats_of(game)[0]
        assert said(night, player).leaving[0].startswith("The game at table 1 goes on")
        post(game, (9, 7), agreed=agreed)
        assert goes(night, player)[0] == "Their game at table 1 is played."
        assert comes_back(night, player)[0] == "Their game at table 1 is played."


class TestAnotherDivision:
    @pytest.fixture
    def night(self):
        night = make_night("torrence-knox", divisions=["Red", "Blue"], last_call="")
        add_players(night, 6, division=0)
        add_players(night, 5, division=1, first=7)
        check_everybody_in(night)
        movement.begin_movement(night, HOST)
        return reload(night)

    def test_out_of_one_line_and_into_the_other(self, night):
        red, blue = night.divisions.all()
        waiting = red.players.exclude(seats__live=True).first()
        told = moves(night, waiting.pk, blue)
        assert told[0].startswith("Red: ")
        assert f"Blue: {waiting} joins the line as number " in " ".join(told)
        waiting.refresh_from_db()
        assert waiting.division == blue

    def test_not_out_of_a_game(self, night):
        red, blue = night.divisions.all()
        player = red.players.filter(seats__live=True).first()
        assert dict(said(night, player.pk).moving)[blue] == (
            "Not while they sit at table 1: when that game is over.",
        )

    def test_nor_out_of_somebody_elses_chair(self, night):
        red, blue = night.divisions.all()
        waiting = red.players.exclude(seats__live=True).first()
        game = next(game for game in running_games(night) if game.division == red)
        empty_chair.fill_chair(
            night,
            HOST,
            game_id=str(game.pk),
            game_revision=game.revision,
            position=0,
            way="stand_in",
            player_id=waiting.pk,
        )
        table = game.table.number
        assert dict(said(night, waiting.pk).moving)[blue] == (
            f"Not while they sit at table {table}: when that game is over.",
        )
        with pytest.raises(ActRefused, match="is playing just now"):
            registration.move_division(night, HOST, player_id=waiting.pk, division_id=blue.pk)
        with pytest.raises(ActRefused, match="already has seats tonight"):
            check_in.undo_check_in(night, DESK, player_id=waiting.pk, give_money_back=False)

    def test_leagues_at_the_same_tables_keep_their_line(self):
        from tournaments.actions.together import seat_together

        night = make_night("torrence-knox", divisions=["Red", "Blue"], last_call="")
        add_players(night, 6, division=0)
        add_players(night, 5, division=1, first=7)
        check_everybody_in(night)
        red, blue = night.divisions.all()
        seat_together(night, HOST, host_id=red.pk, guest_id=blue.pk)
        movement.begin_movement(reload(night), HOST)
        before = red.movement.state
        waiting = night.players.exclude(seats__live=True).select_related("ranked_in", "division").first()
        other = blue if waiting.league == red else red
        told = dict(said(night, waiting.pk).moving)[reload(night).divisions.get(pk=other.pk)]
        assert told == (f"They keep their place at the tables, and rank in {other.name}.",)
        registration.move_division(night, HOST, player_id=waiting.pk, division_id=other.pk)
        red.movement.refresh_from_db()
        assert red.movement.state == before
        waiting.refresh_from_db()
        assert waiting.league == other

    def test_in_rounds(self):
        night = make_night("classic", divisions=["Red", "Blue"], games=3)
        add_players(night, 9, division=0)
        add_players(night, 8, division=1, first=10)
        check_everybody_in(night)
        movement.begin_movement(night, HOST)
        play_game(night, 1, (9, 7))
        red, blue = night.divisions.all()
        told = moves(night, red.players.first().pk, blue)
        assert "Red: Game 2 is seated anew: 2 tables, nobody sits out." in told
        assert any(words.startswith("Blue: Game 2 is seated anew: 2 tables, 1 sits out: ") for words in told)


def test_a_schedule_shows_its_change_before_it_counts():
    night = ready_night((8,), games=2, break_after=None)
    player = night.players.first()
    assert said(night, player.pk).leaving == ()
    play_game(night, 1)
    assert said(night, player.pk).leaving == (SCHEDULE,)


class TestTheDesk:
    def test_it_reads_what_changes_and_afterwards_what_has(self):
        night = rounds_night()
        play_game(night, 1, (9, 7))
        desk, player = cast_of(night).desk, night.players.filter(status="checked_in").first()
        address = f"/desk/{night.code}/{player.pk}/"
        for step, heading in (("leaves", "If they leave now"), ("is-back", "If they are back now")):
            page = desk.get(address).content.decode()
            assert heading in page
            words = page.split(heading)[1].split("<bdi>")[1].split("</bdi>")[0]
            assert words.startswith("Game 2 is seated anew: 2 tables, ")
            assert words in desk.post(f"{address}{step}/", {"key": key()}, follow=True).content.decode()

    def test_whoever_comes_late_reads_where_to(self):
        night = queue_night(9)
        [late] = add_players(night, 1, first=30)
        address = f"/desk/{night.code}/{late.pk}/check-in/"
        answer = cast_of(night).desk.post(address, {"method": "cash", "key": key()}, follow=True)
        assert f"{reload_player(late)} joins the line as number " in answer.content.decode()

    def test_a_division_to_move_to_says_what_it_would_do(self):
        night = make_night("torrence-knox", divisions=["Red", "Blue"], last_call="")
        add_players(night, 6, division=0)
        add_players(night, 5, division=1, first=7)
        check_everybody_in(night)
        movement.begin_movement(night, HOST)
        waiting = night.divisions.first().players.exclude(seats__live=True).first()
        page = cast_of(night).desk.get(f"/desk/{night.code}/{waiting.pk}/").content.decode()
        assert "If they move to <bdi>Blue</bdi>" in page


def test_queries_are_as_many_for_forty_as_for_nine(django_assert_num_queries):
    for size in (9, 40):
        for night, most in ((rounds_night(players=size), 3), (queue_night(size), 5)):
            night, player = reload(night), night.players.select_related("division").first()
            _, divisions = night.settings, tuple(night.divisions.all())
            with django_assert_num_queries(most):
                roster_changes(night, player, divisions, timezone.now())
