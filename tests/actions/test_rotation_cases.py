"""Field failures of rosters and rotations, through the acts alone (the cases named ROT)."""

from collections import Counter

import pytest

from tests.factories import (
    DESK,
    HOST,
    add_players,
    check_everybody_in,
    draw,
    play_game,
    post,
    ready_night,
    reload,
    running_games,
)
from tournaments.actions import check_in, rounds
from tournaments.models import Game, Player, Round, Seat, SitOut
from tournaments.problems import ActRefused
from tournaments.queries.standings import standings_of

pytestmark = pytest.mark.django_db


def seats(night):
    """{(game, table): players in order} of everything seated."""
    found = {}
    for seat in (
        Seat.objects.filter(game__tournament=night, round__isnull=False)
        .select_related("game__table", "round")
        .order_by("position")
    ):
        found.setdefault((seat.round.number, seat.game.table.number), []).append(seat.player_id)
    return found


def late(night, number=17):
    (player,) = add_players(night, 1, first=number)
    check_everybody_in(night)
    return Player.objects.get(pk=player.pk)


def standing_of(night, player):
    rows = [row for division in standings_of(reload(night)) for row in division.rows]
    return next(row.standing for row in rows if row.player == player)


class TestSomebodyComesLate:
    """ROT-02 and ROT-04."""

    def test_they_play_from_the_next_game_with_no_invented_scores_and_block_nothing(self):
        night = ready_night((16,), preset="fharmacy", games=4, odd="sit_out")
        play_game(night, 1, (10, 7))
        rounds.start_game(night, HOST, number=2)
        before = seats(night)
        newcomer = late(night)
        draw(night)
        assert {k: v for k, v in seats(night).items() if k[0] <= 2} == {
            k: v for k, v in before.items() if k[0] <= 2
        }
        assert standing_of(night, newcomer).games_played == 0
        for game in running_games(night):
            post(game, (10, 6))
        rounds.close_game(night, HOST, number=2)
        rounds.start_game(night, HOST, number=3)
        assert not newcomer.seats.filter(round__number__lte=2).exists()
        there = (
            newcomer.seats.filter(round__number=3).exists()
            or newcomer.sit_outs.filter(round__number=3).exists()
        )
        assert there
        assert standings_of(reload(night))[0].sheets_due == 8 + 4


def test_one_drop_and_one_late_arrival_repeat_no_partner():
    """ROT-13: at most one repeat more is accepted; none comes."""
    night = ready_night((16,), preset="fharmacy", games=8, odd="sit_out")
    for number in (1, 2):
        play_game(night, number, (10, 7))
    check_in.withdraw(night, HOST, player_id=night.players.get(number=3).pk)
    draw(night)
    play_game(night, 3, (10, 7))
    late(night)
    draw(night)
    partners = Counter(frozenset(pair) for a, b, c, d in seats(night).values() for pair in ((a, c), (b, d)))
    assert max(partners.values()) == 1


def test_leaving_and_coming_back_earns_nothing_a_scheduled_sit_out_does():
    """ROT-15: with the own average for a sit-out, twice away by choice."""
    night = ready_night((14,), preset="fharmacy", games=6, odd="sit_out")
    player = night.players.get(number=6)
    for number in range(1, 7):
        if number in (3, 5):
            check_in.withdraw(night, HOST, player_id=player.pk)
            draw(night)
        play_game(night, number, (10, 6))
        if number in (3, 5):
            check_in.come_back(night, HOST, player_id=player.pk)
            if number < 6:
                draw(night)
    scheduled = SitOut.objects.filter(player=player).count()
    standing = standing_of(night, player)
    assert not SitOut.objects.filter(player=player, round__number__in=(3, 5)).exists()
    assert standing.sit_outs == scheduled
    assert standing.games_played == 4 - scheduled
    points = sum(
        10 if seat.position in (0, 1) else 6 for seat in player.seats.all()
    )  # as the sheets pair them
    average = (2 * points + standing.games_played) // (2 * standing.games_played)
    assert standing.total == points + scheduled * average


def test_who_was_withdrawn_by_mistake_is_back_with_number_scores_and_seats():
    """ROT-16: everybody is withdrawn one by one, and each one can be restored."""
    night = ready_night((8,), preset="fharmacy", games=3, odd="sit_out")
    play_game(night, 1, (10, 6))
    player = night.players.get(number=2)
    before, total = seats(night), standing_of(night, player).total
    check_in.withdraw(night, HOST, player_id=player.pk)
    check_in.come_back(night, HOST, player_id=player.pk)
    player.refresh_from_db()
    assert (player.number, player.status) == (2, Player.Status.CHECKED_IN)
    assert seats(night) == before
    assert standing_of(night, player).total == total
    rounds.start_game(night, HOST, number=2)


def test_checking_in_again_in_mid_game_changes_no_seat_and_no_count():
    """ROT-18: the roll call is opened again and sent again."""
    night = ready_night((9,), preset="fharmacy", games=3, odd="sit_out")
    play_game(night, 1, (10, 6))
    rounds.start_game(night, HOST, number=2)
    before = (
        seats(night),
        SitOut.objects.count(),
        [standing_of(night, p).games_played for p in night.players.order_by("number")],
    )
    for player in night.players.order_by("number"):
        with pytest.raises(ActRefused, match="already checked in"):
            check_in.check_in(night, DESK, player_id=player.pk, method="none", id_ok=True)
    after = (
        seats(night),
        SitOut.objects.count(),
        [standing_of(night, p).games_played for p in night.players.order_by("number")],
    )
    assert after == before


def test_a_game_taken_back_with_two_sheets_is_played_anew_under_its_number():
    """ROT-19."""
    night = ready_night((12,), preset="fharmacy", games=3, odd="sit_out")
    play_game(night, 1, (10, 6))
    before = {row.player.pk: row.standing.total for row in standings_of(reload(night))[0].rows}
    rounds.start_game(night, HOST, number=2)
    for game in running_games(night)[:2]:
        post(game, (10, 3))
    with pytest.raises(ActRefused, match="2 sheets of game 2"):
        rounds.take_back_game(night, HOST, number=2)
    rounds.take_back_game(night, HOST, number=2, confirmed=True, reason="wrong game")
    assert {row.player.pk: row.standing.total for row in standings_of(reload(night))[0].rows} == before
    late(night, 13)
    draw(night)
    play_game(night, 2, (10, 7))
    assert night.rounds.filter(number=2, status=Round.Status.CLOSED).count() == 1
    assert (
        Game.objects.filter(round__tournament=night, round__number=2, status=Game.Status.FINISHED).count()
        == 3
    )
