"""The queue with house players: one takes the fourth chair beside three who are over (RULES 5), and nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils import timezone

from tests.cast import cast_of
from tests.factories import DESK, HOST, add_players, post, reload, running_games
from tests.queue_nights import queue_night, seats_of, state_of
from tournaments.actions import check_in, empty_chair, nights, restoring, rounds
from tournaments.models import Seat
from tournaments.queries.health import health_of
from tournaments.queries.roster_changes import roster_changes
from tournaments.queries.standings import standings_of

pytestmark = pytest.mark.django_db


def house(night):
    return night.players.get(is_house=True)


def tables(night):
    return {game.table.number: seats_of(game) for game in running_games(night)}


def newcomer(night, number):
    player = add_players(night, 1, first=number)[0]
    check_in.check_in(night, DESK, player_id=player.pk, method="cash", id_ok=True)
    return player


def test_three_who_are_over_play_beside_one():
    night = queue_night(7, odd="house")
    seated = tables(night)
    assert len(seated) == 2
    assert sorted(map(len, seated.values())) == [4, 4]
    everybody = [player for four in seated.values() for player in four]
    assert sorted(everybody) == sorted(night.players.values_list("pk", flat=True))
    assert house(night).pk in everybody
    assert state_of(night).waiting() == ()


def test_without_the_setting_they_wait():
    night = queue_night(7)
    assert len(tables(night)) == 1
    assert not night.players.filter(is_house=True).exists()


@pytest.mark.parametrize("players", [4, 5, 6, 8, 9, 10])
def test_nobody_is_called_for_one_or_two_over_nor_for_full_tables(players):
    night = queue_night(players, odd="house")
    assert not night.players.filter(is_house=True).exists()
    for game in running_games(night):
        post(game, (10, 4), pairing=2)
    assert not night.players.filter(is_house=True).exists()


def test_three_alone_are_a_table():
    night = queue_night(3, odd="house")
    assert [len(four) for four in tables(night).values()] == [4]


def test_after_the_game_it_has_no_place_in_the_line_and_holds_no_table():
    night = queue_night(7, odd="house")
    helper = house(night).pk
    game = next(game for game in running_games(night) if helper in seats_of(game))
    four = seats_of(game)
    mate = four[(four.index(helper) + 2) % 4]
    won = (10, 4) if four.index(helper) % 2 == 0 else (4, 10)
    post(game, won, pairing=2)
    state = state_of(night)
    assert {waiting.player for waiting in state.waiting()} == set(four) - {helper}
    assert state.line[0].player == mate  # gives the table up and goes first
    assert all(helper not in held.players for held in state.held)


def test_the_same_one_comes_again_and_never_two():
    night = queue_night(7, odd="house")
    for _ in range(6):
        post(running_games(night)[0], (10, 4), pairing=2)
        everybody = [player for four in tables(night).values() for player in four]
        assert everybody.count(house(night).pk) <= 1
    assert night.players.filter(is_house=True).count() == 1
    assert night.games.count() > 6


def test_when_the_eighth_comes_it_is_called_no_more():
    night = queue_night(7, odd="house")
    late = newcomer(night, 8)
    assert state_of(night).line[0].player == late.pk
    game = next(game for game in running_games(night) if house(night).pk in seats_of(game))
    post(game, (10, 4), pairing=2)
    for other in running_games(night):
        post(other, (10, 4), pairing=2)
    assert all(house(night).pk not in four for four in tables(night).values())


def test_it_is_not_ranked_pays_nothing_and_gets_nothing():
    night = queue_night(7, odd="house")
    for game in running_games(night):
        post(game, (10, 4), pairing=2)
    rows = {row.player.pk: row for division in standings_of(reload(night)) for row in division.rows}
    stranger = rows.get(house(night).pk)
    assert stranger is None or stranger.standing.rank is None
    assert not house(night).ledger.exists()
    assert not house(night).prize_eligible
    assert health_of(reload(night)) == ()


def test_set_in_mid_night_it_sits_down_at_once():
    night = queue_night(7)
    nights.change_settings(night, HOST, settings=replace(night.settings, odd="house"))
    assert len(tables(night)) == 2


def test_a_house_player_who_sits_in_for_somebody_is_not_called_twice():
    night = queue_night(8, odd="house")
    game = running_games(night)[0]
    gone = seats_of(game)[0]
    check_in.withdraw(night, DESK, player_id=gone)
    empty_chair.fill_chair(
        night, HOST, game_id=str(game.pk), game_revision=game.revision, position=0, way="house_stands_in"
    )
    post(next(g for g in running_games(night) if g.pk != game.pk), (10, 4), pairing=2)
    assert house(night).pk not in [player for four in tables(night).values() for player in four]


def test_void_and_played_after_all():
    night = queue_night(7, odd="house")
    game = next(game for game in running_games(night) if house(night).pk in seats_of(game))
    four = seats_of(game)
    rounds.void_game(night, HOST, game_id=str(game.pk), reason="a card was missing")
    restoring.restore_game(night, HOST, game_id=str(game.pk), reason="it was there")
    assert tables(night)[game.table.number] == four


def test_the_desk_reads_before_what_the_act_says_after():
    night = queue_night(10, odd="house")
    late = add_players(night, 1, first=11)[0]
    before = roster_changes(reload(night), late, (), timezone.now()).coming
    told = check_in.check_in(night, DESK, player_id=late.pk, method="cash", id_ok=True)["told"]
    assert [words.replace("Player 11", "11 Player 11") for words in before] == told  # the number is new
    assert any("begins at once" in words and "a house player" in words for words in told)


def test_of_a_house_players_chair_nobody_is_sent_to_a_page_that_is_not_there():
    night = queue_night(7, odd="house")
    seat = Seat.objects.select_related("game__table").get(player=house(night))
    host = cast_of(night).organizer
    page = host.get(f"/floor/{night.code}/tables/{seat.game.table.number}/chair/{seat.position}/")
    text = page.content.decode()
    assert f"{house(night).name}</bdi> is missing" in text
    assert f"/desk/{night.code}/{house(night).pk}/" not in text
    other = seat.game.seats.exclude(pk=seat.pk).first()
    page = host.get(f"/floor/{night.code}/tables/{seat.game.table.number}/chair/{other.position}/")
    assert f"/desk/{night.code}/{other.player_id}/" in page.content.decode()
