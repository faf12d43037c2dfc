"""The control room's reading: what comes next in every situation of a night, and its fixed number of queries."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import (
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
from tests.queue_nights import queue_night
from tournaments.actions import check_in, money, nights, prizes, rounds, sheets, together
from tournaments.models import Player
from tournaments.queries.games import tables_of_game
from tournaments.queries.prizes import prizes_of
from tournaments.queries.progress import progress_of
from tournaments.queries.readiness import owed_sheets

pytestmark = pytest.mark.django_db


def read(night, now=None):
    return progress_of(reload(night), now or timezone.now())


def step(night, now=None):
    return read(night, now).step


def test_a_night_being_set_up_opens_check_in():
    night = make_night()
    night.stage = "setup"
    night.save(update_fields=["stage"])
    add_players(night, 3)
    found = step(night)
    assert found.button.page == "organizer:open_check_in"
    assert found.button.posts
    assert "3 players on the list" in found.note
    check_everybody_in(night)
    assert "3 players on the list" in step(night).note


def test_an_empty_check_in_leads_to_the_desk():
    found = step(make_night())
    assert found.button.page == "desk:players"
    assert "Nobody is checked in" in found.note


def test_before_the_start_people_are_checked_in_and_afterwards_the_draw_is_next():
    night = make_night()
    add_players(night, 9)
    for player in night.players.all()[:8]:
        check_in.check_in(night, HOST, player_id=player.pk, method="cash")
    early = step(night, night.starts_at - timedelta(minutes=5))
    assert early.button.page == "desk:players"
    assert early.more.page == "organizer:rotation"
    assert step(night, night.starts_at).button.label == "Draw the rotation"


def test_too_few_players_are_named():
    night = make_night()
    add_players(night, 3)
    check_everybody_in(night)
    assert "3 players; a table takes" in step(night).note


def test_what_is_set_cannot_be_done_with_five_so_it_is_chosen_before_the_draw():
    night = make_night("fharmacy")  # tables of three for those over, which five do not make
    add_players(night, 6)
    for player in night.players.all()[:5]:
        check_in.check_in(night, HOST, player_id=player.pk, id_ok=True)
    early, late = step(night, night.starts_at - timedelta(minutes=5)), step(night, night.starts_at)
    assert (early.button.label, early.more.label) == ("Check players in", "Choose what they do")
    assert (late.button.label, late.more.label) == ("Choose what they do", "Check players in")
    assert "what is set does not fit" in late.note
    check_in.check_in(night, HOST, player_id=night.players.last().pk, id_ok=True)
    assert step(night, night.starts_at).button.label == "Draw the rotation"  # six do


def test_leagues_that_fill_their_tables_together_are_told_of_no_odd_number():
    night = make_night()
    add_players(night, 5)
    add_players(night, 7, division=1, first=6)
    check_everybody_in(night)
    guest, host = night.divisions.order_by("position")
    together.seat_together(night, HOST, host_id=host.pk, guest_id=guest.pk)
    assert "odd" not in {problem.code for problem in read(night).warnings}
    assert step(night).button.label == "Draw the rotation"


def test_one_who_is_expected_is_one_player():
    night = make_night()
    add_players(night, 1)
    texts = [problem.text for problem in read(night).warnings]
    assert "1 registered player is not checked in: Player 01." in texts


def test_a_night_of_one_league_sends_nobody_to_another():
    night = make_night("classic")
    add_players(night, 3)
    check_everybody_in(night)
    assert step(night).note == "3 players here; a table takes 4. Check more in."
    assert "odd" not in {problem.code for problem in read(night).warnings}


def test_a_drawn_night_starts_game_1():
    found = step(ready_night((8,)))
    assert (found.button.page, found.button.arguments) == ("organizer:start_game", (1,))


def test_a_leaver_still_seated_stops_the_start_and_is_named():
    night = ready_night((8,))
    player = night.players.first()
    check_in.withdraw(night, HOST, player_id=player.pk)
    found = step(night)
    assert found.title == "Game 1 cannot start yet"
    assert player.name in found.note
    assert found.button.page == "organizer:rotation"


def test_a_latecomer_is_seated_first_but_need_not_be():
    night = ready_night((8,))
    add_players(night, 1, first=9)
    check_everybody_in(night)
    found = step(night)
    assert found.button.label == "Update the rotation"
    assert found.more.page == "organizer:start_game"
    assert "without 1 player" in found.more.question


def test_a_running_game_asks_for_the_first_sheet_that_is_out():
    night = ready_night((8,))
    rounds.start_game(night, HOST, number=1)
    found = step(night)
    assert found.title == "Game 1 is running, 2 sheets to come"
    assert found.button.label == "Enter table 1"
    assert found.more is None
    over = step(night, timezone.now() + timedelta(hours=1))
    assert over.title == "Game 1 is running, 2 sheets still out"
    assert over.note == "Tables 1 and 2 have no sheet yet."
    assert (over.more.page, over.more.posts) == ("organizer:close_game", False)


def test_a_dispute_comes_before_a_missing_sheet():
    night = ready_night((8,))
    rounds.start_game(night, HOST, number=1)
    post(running_games(night)[1], agreed=False)
    found = step(night)
    assert found.button.label == "Settle table 2"
    assert found.button.page == "organizer:sheet"
    assert "table 2 is disputed" in found.note.lower()


def test_with_all_sheets_in_the_game_is_closed():
    night = ready_night((8,))
    rounds.start_game(night, HOST, number=1)
    for game in running_games(night):
        post(game)
    assert step(night).button.page == "organizer:close_game"
    assert step(night).button.posts


def test_the_intermission_comes_after_its_game_and_can_be_left_out():
    night = ready_night((8,), games=3, break_after=1)
    play_game(night, 1)
    found = step(night)
    assert found.button.page == "organizer:start_break"
    assert found.more.arguments == (2,)
    rounds.start_break(night, HOST, minutes=10)
    assert step(night).title == "Intermission before game 2"
    assert step(night).button.arguments == (2,)


def test_a_game_closed_without_a_sheet_keeps_asking_for_it():
    night = ready_night((8,), games=2, break_after=None)
    rounds.start_game(night, HOST, number=1)
    post(running_games(night)[0])
    rounds.close_game(night, HOST, number=1, confirmed=True, reason="lost sheet")
    between = read(night)
    assert between.step.button.page == "organizer:start_game"
    assert between.step.more.page == "organizer:sheet"
    assert [problem.code for problem in between.warnings] == ["missing"]
    play_game(night, 2, (10, 12))
    assert step(night).button.label == "Enter the missing sheet"


def test_an_open_tie_then_the_final_word_then_the_prizes():
    night = ready_night((8,), games=1, break_after=None, prize_tie="playoff")
    play_game(night, 1, (14, 9))
    found = step(night)
    assert found.button.page == "organizer:tie"
    for place in (1, 2, 3):
        tie = next((t for t in _ties(night) if t[1] == place), None)
        if tie:
            prizes.draw_lots(night, HOST, division_id=tie[0], place=place)
    assert step(night).button.page == "organizer:finalise"
    prizes.finalise(night, HOST)
    assert step(night).note == "3 prizes still to hand out."


def _ties(night):
    return [(d.division.pk, tie.place) for d in prizes_of(reload(night)) for tie in d.payout.open_ties]


def test_games_that_the_settings_no_longer_play_are_not_asked_for():
    """ROT-21: 3 games cut to 2 in mid-night."""
    night = ready_night((8,), games=3, break_after=None, prize_tie="split")
    play_game(night, 1, (14, 9))
    settings = reload(night).settings
    nights.change_settings(night, HOST, settings=replace(settings, games=2))
    play_game(night, 2, (10, 12))
    assert step(night).button.page == "organizer:finalise"


def test_a_night_without_anybody_or_anything_has_a_next_step_at_every_stage():
    night = make_night()
    for stage in ("setup", "check_in", "playing", "final"):
        night.stage = stage
        night.save(update_fields=["stage"])
        found = read(night)
        assert found.step.button.label
        assert found.number == 0


def test_cards_tell_who_sits_with_whom_and_what_became_of_the_sheet():
    night = ready_night((8,))
    rounds.start_game(night, HOST, number=1)
    first, second = running_games(night)
    post(first, (14, 9), pairing=3)
    post(second, (12, 11), agreed=False)
    now = timezone.now()
    (division,) = tables_of_game(reload(night), 1, now)
    seats = [seat.player for seat in first.seats.order_by("position")]
    one, two = division.cards
    assert (one.state, two.state) == ("in", "disputed")
    assert one.sides[0].players == (seats[0], seats[3])
    assert (one.sides[0].score, one.sides[1].score) == (14, 9)
    assert [side.ahead for side in one.sides] == [True, False]
    assert one.entered_by == "Robin Runner"
    assert not two.sides[0].partners_known
    assert len(two.sides[0].players) == 4


def test_a_table_is_late_once_its_clock_has_run_out():
    night = ready_night((8,))
    rounds.start_game(night, HOST, number=1)
    now = timezone.now()
    assert [card.state for card in tables_of_game(reload(night), 1, now)[0].cards] == ["running"] * 2
    later = tables_of_game(reload(night), 1, now + timedelta(minutes=16))[0]
    assert [card.state for card in later.cards] == ["missing"] * 2


def test_without_a_clock_a_table_is_late_when_half_are_in():
    night = ready_night((12,), game_minutes=None)
    rounds.start_game(night, HOST, number=1)
    games = running_games(night)
    now = timezone.now()
    assert not tables_of_game(reload(night), 1, now)[0].late
    for game in games[:2]:
        post(game)
    assert tables_of_game(reload(night), 1, now)[0].late


def test_a_table_of_three_has_three_sides_and_a_void_table_says_so():
    night = ready_night((7,), preset="fharmacy")
    rounds.start_game(night, HOST, number=1)
    games = running_games(night)
    three = next(game for game in games if game.size == 3)
    post(three, (10, 4, 2))
    rounds.void_game(night, HOST, game_id=str(next(g for g in games if g.size == 4).pk), reason="cards short")
    (division,) = tables_of_game(reload(night), 1, timezone.now())
    states = {card.game.size: card for card in division.cards}
    assert [side.score for side in states[3].sides] == [10, 4, 2]
    assert states[4].state == "void"
    assert division.due == 1


def test_takings_count_stakes_payers_and_the_cup():
    night = ready_night((8,), games=1, break_after=None)
    player = Player.objects.filter(tournament=night).first()
    money.refund(night, HOST, player_id=player.pk, cents=1500, reason="leaves")
    play_game(night, 1)
    money.count_cup(night, HOST, cents=800)
    takings = read(night).takings
    assert takings.stakes == 8 * 2000 - 1500
    assert takings.paid == 8
    assert (takings.cup_counted, takings.cup_in_sheets) == (800, 2 * 400)
    sheets.clear_sheet(night, HOST, game_id=str(night.games.first().pk), reason="wrong table")
    assert read(night).takings.cup_in_sheets == 400


QUERIES = {"check-in": 13, "drawn": 18, "running": 14, "over": 29}


@pytest.mark.parametrize("situation", QUERIES)
@pytest.mark.parametrize("size", [8, 20])
def test_the_number_of_queries_does_not_grow_with_the_night(situation, size, django_assert_num_queries):
    night = reload(_in(situation, size))
    with django_assert_num_queries(QUERIES[situation]):
        progress_of(night, timezone.now())


def _in(situation, size):
    if situation == "check-in":
        night = make_night()
        add_players(night, size)
        check_everybody_in(night)
        return night
    night = ready_night((size,), games=1, break_after=None)
    if situation == "running":
        rounds.start_game(night, HOST, number=1)
        for game in running_games(night)[1:]:
            post(game)
    elif situation == "over":
        play_game(night, 1)
    return night


def test_of_a_queue_each_sheet_that_is_owed_is_named_with_its_game():
    night = queue_night(8)
    first, second = running_games(night)
    post(first, (10, 4), pairing=2)
    post(second, (10, 4), pairing=2)
    sheets.clear_sheet(night, HOST, game_id=str(first.pk), reason="of another night")
    owed = [problem.text for problem in owed_sheets(reload(night))]
    assert owed[0] == "Table 1, game 1: no sheet."
    assert len(owed) == len(set(owed))
    assert all(", game " in text for text in owed)
