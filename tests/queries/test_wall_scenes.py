"""Which scenes hang on the wall, for every state a night can be in."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import (
    DESK,
    HOST,
    add_players,
    check_everybody_in,
    draw,
    make_night,
    play_game,
    post,
    ready_night,
    reload,
    running_games,
)
from tournaments.actions import check_in, movement, nights, prizes, rounds, sheets
from tournaments.queries.prizes import prizes_of
from tournaments.queries.wall import SEATS_AFTER_START, SEATS_BEFORE_BREAK_ENDS, wall_of
from tournaments.queries.wall.seats import LONGEST_FOOT

pytestmark = pytest.mark.django_db


def wall(night, after=timedelta(0)):
    return wall_of(reload(night), timezone.now() + after)


def kinds(night, after=timedelta(0)):
    """The scenes a wall shows at that moment."""
    frame = wall(night, after)
    return [
        scene.kind
        for scene in frame.scenes
        if not (scene.since and frame.now < scene.since) and not (scene.until and frame.now >= scene.until)
    ]


def scene(night, kind):
    return next(scene for scene in wall(night).scenes if scene.kind == kind)


def test_welcome_counts_who_is_in():
    night = make_night()
    add_players(night, 5)
    player = night.players.first()
    check_in.check_in(night, DESK, player_id=player.pk, method="cash", id_ok=True)
    welcome = scene(night, "welcome")
    assert kinds(night) == ["welcome"]
    assert [(head.division, head.here, head.expected) for head in welcome.heads] == [
        ("Experienced", 1, 4),
        ("Novice", 0, 0),
    ]
    assert "7:00 PM" in welcome.note
    assert "$20" in welcome.note


def test_seats_hang_from_the_draw_until_the_game_runs_two_minutes():
    night = ready_night((8,))
    assert kinds(night) == ["seats", "names"]
    play_game(night, 1)
    assert kinds(night) == ["seats", "names", "standings"]
    rounds.start_game(night, HOST, number=2)
    assert kinds(night) == ["seats", "names"]
    assert kinds(night, SEATS_AFTER_START) == ["standings"]


def test_in_the_first_game_the_seats_stay_until_there_is_something_to_rank():
    night = ready_night((8,))
    rounds.start_game(night, HOST, number=1)
    assert kinds(night, timedelta(minutes=14)) == ["seats", "names"]
    post(running_games(night)[0])
    assert kinds(night, timedelta(minutes=14)) == ["standings"]


def test_the_intermission_counts_down_and_calls_to_the_seats_at_its_end():
    night = ready_night((8,))
    play_game(night, 1)
    rounds.start_break(night, HOST, minutes=20)
    assert kinds(night) == ["break", "standings"]
    assert kinds(night, timedelta(minutes=20) - SEATS_BEFORE_BREAK_ENDS) == [
        "break",
        "seats",
        "names",
        "standings",
    ]
    frame = wall(night)
    assert frame.clock.word == "until game 2"
    assert frame.announcement == "Intermission"


def test_the_clock_is_that_of_the_stored_start_and_stands_while_paused():
    night = ready_night((8,))
    rounds.start_game(night, HOST, number=1)
    face = wall(night, timedelta(seconds=60)).clock
    assert (face.word, face.state) == ("game 1", "")
    assert face.left in (839, 840)
    assert wall(night, timedelta(seconds=850)).clock.state == "last"
    over = wall(night, timedelta(seconds=990)).clock
    assert (over.state, over.text[0]) == ("over", "+")
    rounds.pause_clock(night, HOST)
    paused = wall(night, timedelta(minutes=5)).clock
    assert paused.ends_at is None
    assert paused.word == "game 1, paused"
    assert paused.left >= 898


def test_standings_mark_prizes_ties_and_places_won():
    night = ready_night((8,))
    play_game(night, 1, (20, 4))
    rounds.start_game(night, HOST, number=2)
    post(running_games(night)[0], (19, 6))
    panel = scene(night, "standings").panels[0]
    assert panel.title == "Experienced"
    assert panel.note.startswith("pot $160")
    assert [row.rank for row in panel.rows] == sorted((row.rank for row in panel.rows), key=int)
    assert {row.prize for row in panel.rows if int(row.rank) > 3} == {""}
    assert all(row.prize for row in panel.rows if int(row.rank) <= 3)
    assert any(row.move for row in panel.rows)
    assert "1 of 2 tables still playing" in scene(night, "standings").where


def test_who_left_is_not_on_the_wall_unless_in_the_money():
    night = ready_night((9,))
    play_game(night, 1)
    last = scene(night, "standings").panels[0].rows[-1]
    check_in.withdraw(night, HOST, player_id=night.players.get(number=last.number).pk)
    assert last.number not in [row.number for row in scene(night, "standings").panels[0].rows]


def test_more_than_two_divisions_take_turns():
    night = make_night(divisions=["A", "B", "C"])
    for position in range(3):
        add_players(night, 4, division=position, first=position * 4 + 1)
    check_everybody_in(night)
    draw(night)
    play_game(night, 1)
    shown = [[p.title for p in s.panels] for s in wall(night).scenes if s.kind == "standings"]
    assert shown == [["A", "B"], ["C"]]


def finished_night():
    night = ready_night((4,), games=1, break_after=None, prize_tie="split")
    play_game(night, 1)
    return night


def test_awards_come_only_when_the_results_are_final():
    night = finished_night()
    assert kinds(night) == ["standings"]
    assert "being checked" in scene(night, "standings").where
    prizes.finalise(night, HOST)
    assert kinds(night)[0] == "awards"
    assert kinds(night)[-1] == "standings"
    cards = [card for s in wall(night).scenes if s.kind == "awards" for card in s.awards]
    assert sum(int(float(card.amount.replace("$", "")) * 100) for card in cards) == 8000
    assert cards[0].word == "First, shared"
    assert (cards[0].rank, cards[0].suit) == ("J", "heart")
    assert wall(night).announcement == "The results are final"


def test_who_won_is_sent_to_the_desk_until_every_prize_is_handed_out():
    night = finished_night()
    prizes.finalise(night, HOST)
    lines = [line for division in prizes_of(reload(night)) for line in division.lines]
    assert len(lines) == 4
    for line in lines:
        assert scene(night, "awards").foot == "Thank you for playing. Prizes at the desk."
        prizes.pay_prize(night, HOST, player_id=line.player.pk, label=line.label)
    assert scene(night, "awards").foot == "Thank you for playing. Every prize is handed out."


def test_names_are_shown_as_the_night_says_and_as_the_player_wishes():
    night = make_night(public_names="initial")
    add_players(night, 8)
    night.players.filter(name="Player 01").update(name="Alex Sample")
    night.players.filter(name="Player 02").update(name="Hidden Person", display="number")
    check_everybody_in(night)
    draw(night)
    names = [person.name for person in scene(night, "names").people]
    assert "Alex S." in names
    assert "Player 2" in names
    assert not any("Sample" in name or "Hidden" in name for name in names)


def test_last_call_is_a_moment_of_the_night():
    night = ready_night((8,), last_call="20:30")
    moment = wall(night).last_call
    assert reload(night).local(moment).strftime("%H:%M") == "20:30"
    later = moment + timedelta(minutes=15)
    movement.set_last_call(night, HOST, at=later)
    assert wall(night).last_call == later


def test_a_queue_shows_its_tables_and_the_standings_in_turn():
    night = make_night("torrence-knox", divisions=["Players"], last_call="")
    add_players(night, 10)
    check_everybody_in(night)
    movement.begin_movement(night, HOST)
    assert kinds(night) == ["seats", "names"]
    assert [person.table for person in scene(night, "names").people].count(3) == 2  # it is kept for the two
    assert scene(night, "seats").foot == "Waiting: \u2068Player 09 (9)\u2069, \u2068Player 10\u2069"
    post(running_games(night)[0], (10, 6))
    assert kinds(night, timedelta(minutes=30)) == ["seats", "names", "standings"]


def queue_of(count):
    night = make_night("torrence-knox", divisions=["Players"], last_call="")
    add_players(night, count)
    check_everybody_in(night)
    movement.begin_movement(night, HOST)
    return night


def test_the_line_has_its_numbers_by_name():
    night = queue_of(9)
    post(running_games(night)[0], (10, 4), pairing=2)
    words = {person.name: person.word for person in scene(night, "names").people if person.table is None}
    assert sorted(words.values()) == [f"number {place} in line" for place in (1, 2, 3)]
    assert words["Player 09"] == "number 1 in line"


def test_after_last_call_nobody_waits_on_a_frame_made_before_it():
    night = queue_of(9)
    movement.set_last_call(night, HOST, at=timezone.now() + timedelta(minutes=9))
    before, after = (scene for scene in wall(night).scenes if scene.kind == "seats")
    assert (before.until, after.since) == (after.since, reload(night).last_call_at)
    assert before.foot == "Waiting: \u2068Player 09 (9)\u2069"
    assert after.foot == "Done for tonight: \u2068Player 09 (9)\u2069"
    by_name = [scene for scene in wall(night).scenes if scene.kind == "names"][-1]
    assert [person.word for person in by_name.people if person.table is None] == ["done for tonight"]
    assert kinds(night) == ["seats", "names"]
    assert kinds(night, timedelta(minutes=11)) == ["seats", "names"]
    movement.set_last_call(night, HOST, at=timezone.now() + timedelta(minutes=30))
    assert [scene.kind for scene in wall(night).scenes] == ["seats", "names"]


@pytest.mark.parametrize("preset", ["wemsa", "classic"])
def test_a_disputed_sheet_is_not_in(preset):
    night = make_night(preset, games=2, break_after=None)
    add_players(night, 8)
    check_everybody_in(night)
    if preset == "wemsa":
        draw(night)
    else:
        movement.begin_movement(night, HOST)
    rounds.start_game(night, HOST, number=1)
    first, second = running_games(night)
    post(first, (9, 7))
    assert scene(night, "standings").where == "Game 1 of 2 · 1 of 2 tables still playing"
    post(second, (9, 7), agreed=False)
    assert scene(night, "standings").where == "Game 1 of 2 · 1 sheet to come"
    sheets.decide_dispute(
        night, HOST, game_id=str(second.pk), sheet_id=str(second.sheets.get().pk), reason="seen"
    )
    assert scene(night, "standings").where == "Game 1 of 2 · all sheets are in"


class TestLastCallInRounds:
    @pytest.fixture
    def night(self):
        """Game 1 of 4 is closed, game 2 is seated."""
        night = make_night("classic", games=4, break_after=1)
        add_players(night, 8)
        check_everybody_in(night)
        movement.begin_movement(night, HOST)
        play_game(night, 1, (9, 7))
        return night

    def words(self, night, after=timedelta(0)):
        """What the scenes on show at that moment say, as of a frame made now."""
        frame = wall(night)
        moment = frame.now + after
        return [
            (scene.kind, scene.where, scene.foot)
            for scene in frame.scenes
            if not (scene.since and moment < scene.since) and not (scene.until and moment >= scene.until)
        ]

    OVER = ("standings", "Last call has passed · the results are being checked", "")

    def test_nobody_is_sent_to_a_seat_after_it_on_a_frame_made_before_it(self, night):
        movement.set_last_call(night, HOST, at=timezone.now() + timedelta(minutes=9))
        assert [kind for kind, _, _ in self.words(night)] == ["seats", "names", "standings"]
        assert self.words(night, timedelta(minutes=10)) == [self.OVER]
        movement.set_last_call(night, HOST, at=timezone.now() - timedelta(minutes=1))
        assert self.words(night) == [self.OVER]

    def test_an_intermission_that_ends_after_it_promises_no_game(self, night):
        rounds.start_break(night, HOST, minutes=20)
        last_call = timezone.now() + timedelta(minutes=9)
        movement.set_last_call(night, HOST, at=last_call)
        shown = f"{reload(night).local(last_call):%-I:%M %p}"
        assert scene(night, "break").note == f"Last call is at {shown}: no game starts after it."
        assert wall(night).clock.word == "break"
        assert self.words(night, timedelta(minutes=19)) == [self.OVER]

    def test_the_game_under_way_is_then_the_last_one(self, night):
        rounds.start_game(night, HOST, number=2)
        post(running_games(night)[0], (9, 7))
        movement.set_last_call(night, HOST, at=timezone.now() + timedelta(minutes=9))
        feet = [self.words(night, timedelta(minutes=minutes))[-1][2] for minutes in (3, 10)]
        assert feet == ["Next: game 3", "The last game of the night"]


def test_a_game_that_follows_from_results_is_not_called_the_last():
    night = make_night("classic", games=3, break_after=2)
    add_players(night, 8)
    check_everybody_in(night)
    movement.begin_movement(night, HOST)
    for number, foot in (
        (1, "Next: game 2"),
        (2, "Next: intermission, 20 minutes"),
        (3, "The last game of the night"),
    ):
        rounds.start_game(night, HOST, number=number)
        post(running_games(night)[0], (9, 7))
        assert scene(night, "standings").foot == foot
        post(running_games(night)[0], (9, 7))
        rounds.close_game(night, HOST, number=number)


def test_more_names_than_a_small_projector_holds_are_counted():
    night = queue_of(9)
    night.players.update(name="Maximiliana Featherstonehaugh")
    post(running_games(night)[0], (10, 4), pairing=2)
    foot = scene(night, "seats").foot
    assert foot.startswith("5 players wait · table 1 plays on at ")  # what the clock does is told in full
    assert len(foot) <= LONGEST_FOOT


def test_a_table_whose_score_is_not_settled_is_still_there_and_its_four_do_not_wait():
    night = queue_of(9)
    game = running_games(night)[0]
    post(game, (10, 4), pairing=2, agreed=False)
    card = next(table for table in scene(night, "seats").tables if table.number == game.table.number)
    assert card.note == "score not settled"
    assert len(card.players) == 4
    assert scene(night, "seats").foot == "Waiting: \u2068Player 09 (9)\u2069"
    assert [person.word for person in scene(night, "names").people if person.table is None] == [
        "number 1 in line"
    ]


def test_the_message_and_the_version_come_with_the_frame():
    night = ready_night((8,))
    nights.set_message(night, HOST, text="Pizza!")
    frame = wall(night)
    assert frame.night.message == "Pizza!"
    assert frame.night.version == reload(night).version


def test_queries_are_as_many_for_eighty_as_for_eight(django_assert_num_queries):
    small, large = ready_night((8,)), ready_night((44, 36))
    for night in (small, large):
        play_game(night, 1)
        rounds.start_game(night, HOST, number=2)
        for game in running_games(night)[:2]:
            post(game)
        night = reload(night)
        assert night.settings  # its query is not the wall's
        with django_assert_num_queries(22):
            wall_of(night, timezone.now())


def test_the_seats_say_which_plan_they_follow():
    """ROT-22: whoever holds older paper sees that it is older."""
    night = ready_night((8,))
    assert scene(night, "seats").where == "draw for partners · plan 1"
    add_players(night, 1, first=30)
    check_everybody_in(night)
    draw(night)
    assert scene(night, "names").where == "by name · plan 2"
    assert "Experienced plan 1, Novice plan 1" in scene(ready_night((8, 8)), "seats").where
