"""Who sits where: the hall's games, and one player's evening."""

from __future__ import annotations

import pytest

from tests.factories import HOST, add_players, make_night, play_game, post, ready_night, reload, running_games
from tournaments.actions import check_in, rounds
from tournaments.models import Player, Seat
from tournaments.queries.seating import hall_of, own_games

pytestmark = pytest.mark.django_db


def test_before_the_draw_the_hall_has_no_game():
    night = make_night()
    add_players(night, 4)
    hall = hall_of(night)
    assert (hall.running, hall.coming, hall.closed) == (None, None, 0)


def test_the_next_game_seats_everybody_once():
    night = ready_night((9,))
    hall = hall_of(night)
    game = hall.coming
    seated = [chair.sitter.pk for table in game.tables for chair in table.chairs]
    assert game.number == 1
    assert sorted(seated + [p.pk for p in game.sitting_out]) == sorted(
        night.players.filter(is_house=False).values_list("pk", flat=True)
    )
    assert len(game.sitting_out) == 1
    assert game.unknown == ()


def test_tables_still_playing_are_those_without_an_accepted_sheet():
    night = ready_night((12,))
    rounds.start_game(night, HOST, number=1)
    first, *_ = running_games(night)
    post(first)
    hall = hall_of(reload(night))
    assert hall.running.number == 1
    assert (hall.running.still_playing, len(hall.running.tables)) == (2, 3)
    assert hall.coming.number == 2


def test_partners_are_unknown_until_the_sheet_says_them():
    night = ready_night((4,))
    rounds.start_game(night, HOST, number=1)
    (game,) = running_games(night)
    assert hall_of(night).running.tables[0].sides is None
    post(game, pairing=3)
    table = hall_of(reload(night)).running.tables[0]
    assert [[chair.position for chair in side] for side in table.sides] == [[0, 3], [1, 2]]


def test_preset_partners_sit_across():
    night = ready_night((4,), preset="fharmacy")
    table = hall_of(night).coming.tables[0]
    assert [[chair.position for chair in side] for side in table.sides] == [[0, 2], [1, 3]]


def test_a_late_arrival_is_named_as_unknown_to_the_plan():
    night = ready_night((8,))
    (late,) = add_players(night, 1, first=9)
    check_in.check_in(night, HOST, player_id=late.pk, method="cash", id_ok=True)
    assert [p.pk for p in hall_of(reload(night)).coming.unknown] == [late.pk]


def test_a_game_can_be_asked_for_by_number():
    night = ready_night((8,))
    play_game(night, 1)
    hall = hall_of(reload(night), asked=1)
    assert (hall.asked.number, hall.coming.number, hall.closed) == (1, 2, 1)
    assert hall_of(reload(night), asked=99).asked is None


def test_own_games_agree_with_the_seats_and_the_sheets():
    night = ready_night((9,))
    play_game(night, 1, (14, 9))
    for player in night.players.filter(is_house=False):
        games = own_games(reload(night), player)
        assert [game.number for game in games] == list(range(1, 9))
        for game in games:
            seat = Seat.objects.filter(player=player, round__number=game.number).first()
            if seat is None:
                assert game.table is None
                continue
            assert game.table == seat.game.table.number
            everybody = set(seat.game.seats.values_list("player_id", flat=True))
            named = {p.pk for p in game.others} | ({game.partner.pk} if game.partner else set())
            assert named == everybody - {player.pk}
        first = games[0]
        if first.table is not None:
            assert first.points in (14, 9)
            assert first.result == ("won" if first.points == 14 else "lost")
            assert len(first.others) == 2
        assert all(game.points is None for game in games[1:])


def test_who_sat_in_for_whom_is_told_to_both():
    night = ready_night((5,))
    rounds.start_game(night, HOST, number=1)
    (game,) = running_games(night)
    seat = game.seats.first()
    out = Player.objects.exclude(pk__in=game.seats.values("player")).get()
    Seat.objects.filter(pk=seat.pk).update(stand_in=out)
    post(game, (14, 9))
    mine = next(g for g in own_games(reload(night), seat.player) if g.number == 1)
    theirs = [g for g in own_games(reload(night), out) if g.number == 1 and g.table is not None]
    assert mine.stood_in_by == out
    assert mine.points is not None
    assert [g.instead_of for g in theirs] == [seat.player]
