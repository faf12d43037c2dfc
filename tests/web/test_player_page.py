"""Players' own phones: find a seat, follow one's evening."""

from __future__ import annotations

import re
import uuid
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import (
    DESK,
    HOST,
    add_players,
    check_everybody_in,
    draw,
    make_night,
    make_organizer,
    night_of_points,
    play_game,
    post,
    ready_night,
    reload,
    running_games,
)
from tournaments.actions import check_in, empty_chair, movement, nights, prizes, registration, rounds
from tournaments.models import Player, Seat, Tournament
from tournaments.queries.standings import standings_of

pytestmark = pytest.mark.django_db


def own(night, player):
    return reverse("player:own", args=[night.code, player.key])


def text(client, address):
    response = client.get(address)
    assert response.status_code == 200, response.status_code
    return " ".join(response.content.decode().split())


def night_url(night, query=""):
    return reverse("player:night", args=[night.code]) + query


def test_my_table_partner_and_opponents_now_and_later(client):
    night = ready_night((8,), preset="fharmacy")
    rounds.start_game(night, HOST, number=1)
    me = night.players.get(number=1)
    html = text(client, own(night, me))
    seat = Seat.objects.get(player=me, round__number=1)
    at = {s.position: s.player for s in seat.game.seats.select_related("player")}
    partner = at[(seat.position + 2) % 4]
    assert "Game 1 · your seat now" in html
    assert f"Table {seat.game.table.number}" in html
    assert f"with <bdi>{partner.name}</bdi>" in html
    for number in range(2, 7):
        assert f'<span class="vh">Game </span>{number}</span>' in html


def test_drawn_partners_are_not_guessed(client):
    night = ready_night((4,))
    html = text(client, own(night, night.players.get(number=1)))
    assert "your next seat" in html
    assert "partners are drawn at the table" in html
    assert "against" not in html


def test_my_points_and_place_are_those_of_the_standings(client):
    night = ready_night((9,))
    play_game(night, 1, (14, 9))
    play_game(night, 2, (17, 3))
    (division, _) = standings_of(reload(night))
    for row in division.rows:
        html = text(client, own(night, row.player))
        assert f'<span class="num nowrap line__value">{row.standing.rank} of 9</span>' in html
        assert f'<span class="num line__value">{row.standing.total}</span>' in html


def test_between_the_sheet_and_the_next_game_the_next_seat_is_shown(client):
    night = ready_night((4,))
    rounds.start_game(night, HOST, number=1)
    post(running_games(night)[0])
    html = text(client, own(night, night.players.get(number=1)))
    assert "Game 2 · your next seat" in html


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"status": Player.Status.REGISTERED, "number": None}, "You are on the list"),
        ({"status": Player.Status.WAITING, "number": None, "waiting_place": 3}, "Place 1"),
        ({"status": Player.Status.WITHDRAWN}, "No more games"),
    ],
)
def test_whoever_does_not_play_is_told_why(client, change, words):
    night = make_night()
    (player,) = add_players(night, 1)
    Player.objects.filter(pk=player.pk).update(**{"number": 1, **change})
    assert words in text(client, own(night, player))


def test_before_the_draw_the_first_table_is_shown_and_a_latecomer_is_sent_to_the_desk(client):
    night = make_night()
    add_players(night, 8)
    check_everybody_in(night)
    player = night.players.get(number=1)
    assert f"Table {player.first_table}" in text(client, own(night, player))
    draw(night)
    (late,) = add_players(reload(night), 1, first=9)
    check_in.check_in(night, DESK, player_id=late.pk, method="cash", id_ok=True)
    assert "Ask the desk" in text(client, own(night, late))


def test_a_sit_out_says_what_it_is_worth(client):
    night = ready_night((5,))
    rounds.start_game(night, HOST, number=1)
    out = Player.objects.get(sit_outs__round__number=1, tournament=night)
    html = text(client, own(night, out))
    assert "You sit out" in html
    assert "own average" in html
    for game in running_games(night):
        post(game)
    rounds.close_game(night, HOST, number=1)
    assert "My score is wrong" not in text(client, own(night, out))  # there is none


def test_whose_sheet_is_in_while_others_play_is_not_sent_to_the_desk(client):
    night = make_night("classic", games=2)
    add_players(night, 8)
    check_everybody_in(night)
    movement.begin_movement(night, HOST)
    for number in (1, 2):
        rounds.start_game(night, HOST, number=number)
        game, other = running_games(night)
        player = game.seats.get(position=0).player
        post(game, (9, 5), pairing=2)
        html = text(client, own(night, player))
        assert f"Game {number} is over for you" in html
        assert "9 points" in html
        assert "Ask the desk" not in html
        assert ("Your next seat is shown here as soon as" in html) == (number == 1)
        assert ("It was the last game." in html) == (number == 2)
        post(other, (9, 5), pairing=2)
        rounds.close_game(night, HOST, number=number)
    assert "All games are played" in text(client, own(night, player))


def test_before_the_queue_opens_the_first_table_is_told(client):
    night = make_night("torrence-knox")
    add_players(night, 5)
    check_everybody_in(night)
    page = client.get(f"/night/{night.code}/number/5/").content.decode()
    assert "Play starts at" in page
    assert "Table 2" in page
    assert "You wait" not in page


def test_in_a_queue_the_table_or_the_place_in_line(client):
    night = make_night("torrence-knox", divisions=["Players"], last_call="")
    add_players(night, 9)
    check_everybody_in(night)
    movement.begin_movement(night, HOST)
    game = running_games(night)[0]
    seat = game.seats.select_related("player").first()
    html = text(client, own(night, seat.player))
    assert "You play at" in html
    assert f"Table {game.table.number}" in html
    (waits,) = night.players.exclude(seats__live=True)
    html = text(client, own(night, waits))
    assert "You wait" in html
    assert "You are number 1 in line for a table, since" in html
    assert "My score is wrong" not in html  # there is none yet
    assert "1 of 9" not in html  # nor a place
    assert "Waiting:" in text(client, night_url(night))


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        ({"scores": (10, 4), "agreed": False}, "The score does not count yet. Stay at the table"),
        ({"scores": (8, 8)}, "A drawn game: play one more hand."),
    ],
)
def test_whose_game_of_the_queue_is_not_settled_stays_there(client, sheet, said):
    night = make_night("torrence-knox", divisions=["Players"], last_call="")
    add_players(night, 9)
    check_everybody_in(night)
    movement.begin_movement(night, HOST)
    game = running_games(night)[0]
    player = game.seats.select_related("player").first().player
    post(game, **sheet)
    for page in (own(night, player), f"/night/{night.code}/tables/{game.table.number}/"):
        html = text(client, page)
        assert said in html
        assert "You wait" not in html
    html = text(client, own(night, player))
    assert f"Table {game.table.number}" in html
    assert "no sheet" not in html


def test_who_comes_back_reads_who_sits_in_their_chair(client):
    night = make_night("torrence-knox", divisions=["Players"], last_call="")
    add_players(night, 9)
    check_everybody_in(night)
    movement.begin_movement(night, HOST)
    game = running_games(night)[0]
    seat = game.seats.select_related("player").get(position=1)
    check_in.withdraw(night, HOST, player_id=seat.player_id)
    (waits,) = night.players.filter(status="checked_in").exclude(seats__live=True)
    chair = {"game_id": str(game.pk), "game_revision": game.revision, "position": 1}
    empty_chair.fill_chair(night, HOST, **chair, way="stand_in", player_id=waits.pk)
    check_in.come_back(night, HOST, player_id=seat.player_id)
    assert "<bdi>Player 09</bdi> sits in for you." in text(client, own(night, seat.player))
    assert "You sit in for" in text(client, own(night, waits))


def test_after_last_call_nobody_waits_for_a_table(client):
    night = make_night("torrence-knox", divisions=["Players"], last_call="")
    add_players(night, 9)
    check_everybody_in(night)
    movement.begin_movement(night, HOST)
    (waits,) = night.players.exclude(seats__live=True)
    plays = running_games(night)[0].seats.first().player
    movement.set_last_call(night, HOST, at=timezone.now() - timedelta(seconds=5))
    html = text(client, own(night, waits))
    assert "No more games" in html
    assert "no new game starts" in html
    assert "You wait" not in html
    assert "You play at" in text(client, own(night, plays))
    assert "Last call was at" in text(client, night_url(night))


def test_after_last_call_a_seat_of_a_round_that_never_begins_is_not_promised(client):
    night = make_night("torrence-knox", movement="winners_stay", odd="sit_out", games=3, last_call="23:59")
    add_players(night, 8)
    check_everybody_in(night)
    movement.begin_movement(night, HOST)
    play_game(night, 1, (10, 4))
    player = night.players.get(number=1)
    assert "your next seat" in text(client, own(night, player))
    movement.set_last_call(night, HOST, at=timezone.now() - timedelta(seconds=5))
    html = text(client, own(night, player))
    assert "No more games" in html
    assert "Game 2" not in html
    assert "Game 2" not in text(client, reverse("screen:wall", args=[night.code]))


def test_a_table_of_three_says_that_everybody_is_alone(client):
    night = ready_night((7,), preset="fharmacy", games=2)
    rounds.start_game(night, HOST, number=1)
    (three,) = [game for game in running_games(night) if game.size == 3]
    html = text(client, own(night, three.seats.first().player))
    assert "three-handed, each alone" in html
    assert "three-handed, each alone" in text(client, reverse("screen:wall", args=[night.code]))
    four = next(game for game in running_games(night) if game.size == 4)
    assert "each alone" not in text(client, own(night, four.seats.first().player))


def test_the_place_on_the_waiting_list_is_the_one_of_now(client):
    night = make_night("fharmacy", capacity=4, waiting_places=2)
    people = add_players(night, 6)
    assert "Place 2" in text(client, own(night, people[5]))
    registration.mark_no_show(night, HOST, player_id=people[0].pk)
    registration.promote(night, HOST, player_id=people[4].pk)
    assert "Place 1" in text(client, own(night, people[5]))


def test_at_the_end_the_place(client):
    night = ready_night((4,), games=1, break_after=None, prize_tie="split")
    play_game(night, 1)
    player = night.players.get(number=1)
    assert "being checked" in text(client, own(night, player))
    prizes.finalise(night, HOST)
    html = text(client, own(night, player))
    assert "The results are final" in html
    assert "Place " in html


def test_who_wins_reads_the_prize_and_whether_it_is_handed_over(client):
    night = night_of_points((9, 7, 4), prize_tie="split", shares=(60, 40), buy_in_cents=1000)
    first, second, third = night.players.order_by("number")
    assert "You win" not in text(client, own(night, first)), "nothing is final yet"
    prizes.finalise(night, HOST)
    prizes.pay_prize(night, HOST, player_id=first.pk, label="place 1", method="cash")
    assert "You win <strong><bdi>$18</bdi></strong> · First · handed over" in text(client, own(night, first))
    assert "You win <strong><bdi>$12</bdi></strong> · Second · at the desk" in text(
        client, own(night, second)
    )
    assert "You win" not in text(client, own(night, third))


def test_prizes_are_read_in_as_many_queries_for_twenty_as_for_four(client, django_assert_num_queries):
    for players in (4, 20):
        night = ready_night((players,), games=1, break_after=None, prize_tie="split")
        play_game(night, 1)
        prizes.finalise(night, HOST)
        with django_assert_num_queries(25):
            client.get(own(night, night.players.get(number=1)))


def test_a_number_or_a_name_finds_the_seat(client):
    night = ready_night((8,))
    by_number = reverse("player:number", args=[night.code, 3])
    assert client.get(night_url(night, "?q=3")).headers["Location"] == by_number
    assert client.get(night_url(night, "?q=player+03")).headers["Location"] == by_number
    assert "Game 1" in text(client, by_number)
    assert text(client, night_url(night, "?q=Player")).count("found__link") == 8
    assert "Nobody by that number or name" in text(client, night_url(night, "?q=zzz"))


def test_a_hidden_name_cannot_be_searched_for(client):
    night = make_night(public_names="initial")
    add_players(night, 4)
    night.players.filter(name="Player 01").update(name="Alex Testcase")
    check_everybody_in(night)
    assert "Nobody by that number or name" in text(client, night_url(night, "?q=testcase"))
    assert client.get(night_url(night, "?q=alex")).status_code == 302
    for page in (
        night_url(night),
        night_url(night, "?q=alex"),
        reverse("player:number", args=[night.code, 1]),
    ):
        assert "Testcase" not in client.get(page, follow=True).content.decode()


def test_contact_data_are_never_shown(client):
    night = ready_night((4,))
    Player.objects.update(email="secret@example.org", phone="555-0100", note="allergic")
    for page in (night_url(night), own(night, night.players.first()), night_url(night, "?q=secret")):
        html = client.get(page, follow=True).content.decode()
        assert not any(word in html for word in ("secret@example.org", "555-0100", "allergic"))
        assert str(night.players.exclude(number=1).first().key) not in html


def test_an_earlier_game_says_so(client):
    night = ready_night((8,))
    for number in (1, 2):
        play_game(night, number)
    rounds.start_game(night, HOST, number=3)
    assert "Game 3" in text(client, night_url(night))
    assert "earlier game" not in text(client, night_url(night))
    assert "earlier game" in text(client, night_url(night, "?game=2"))
    assert "later game" in text(client, night_url(night, "?game=5"))
    assert "next game" in text(client, night_url(night, "?game=4"))


def test_standings_are_there_once_a_sheet_is_in(client):
    night = ready_night((8,))
    assert 'class="ranks"' not in text(client, night_url(night))
    play_game(night, 1)
    assert text(client, night_url(night)).count('class="ranks__row') == 8


def test_the_standings_say_up_to_which_game_they_count(client):
    night = ready_night((8, 8), games=2, break_after=None)

    def up_to():
        html = text(client, night_url(night)).split("</form>", 1)[1]
        return re.findall(r'id="standings-\d">(\w+) <span class="soft">([^<]+)</span>', html)

    play_game(night, 1)
    assert up_to() == [("Experienced", "after game 1"), ("Novice", "after game 1")]
    rounds.start_game(night, HOST, number=2)
    post(running_games(night)[0], (14, 9))
    assert up_to() == [("Experienced", "game 2 so far"), ("Novice", "after game 1")]


@pytest.mark.parametrize("games", [1, 2])
def test_after_last_call_all_games_are_played_only_if_they_are(client, games):
    night = ready_night((8,), games=games, break_after=None)
    play_game(night, 1)
    movement.set_last_call(night, HOST, at=timezone.now() - timedelta(minutes=1))
    html = text(client, night_url(night))
    assert ("All games are played" in html) == (games == 1)
    assert ("Last call has passed" in html) == (games == 2)


@pytest.mark.parametrize("make", [night_url, lambda night: own(night, night.players.first())])
def test_a_private_night_is_not_found(client, make):
    host = make_organizer()
    night = make_night(organizer=host)
    add_players(night, 1)
    Tournament.objects.filter(pk=night.pk).update(is_private=True)
    assert client.get(make(night)).status_code == 404
    client.force_login(host)
    assert client.get(make(night)).status_code == 200


def test_a_key_of_another_night_or_of_nobody_is_not_found(client):
    night, other = make_night(), make_night()
    (player,) = add_players(other, 1)
    assert client.get(own(night, player)).status_code == 404
    assert client.get(reverse("player:own", args=[night.code, uuid.uuid4()])).status_code == 404
    assert client.get(reverse("player:number", args=[night.code, 99])).status_code == 404
    assert client.get(f"/night/{night.code}/number/{10**30}/").status_code == 404


@pytest.mark.parametrize(
    "query",
    [
        "?q=%00",
        "?q=" + "x" * 5000,
        "?q=%F0%9F%83%8F",
        "?game=0",
        "?game=x",
        "?game=10000",
        "?game=-1",
        "?q=%E2%80%AE",
    ],
)
def test_nonsense_finds_nothing_and_breaks_nothing(client, query):
    assert client.get(night_url(ready_night((4,)), query)).status_code == 200


def test_pages_are_answered_304_until_the_night_changes(client):
    night = ready_night((4,))
    for page in (night_url(night), own(night, night.players.first())):
        tag = client.get(page)["ETag"]
        assert client.get(page, headers={"if-none-match": tag}).status_code == 304
    nights.set_message(night, HOST, text="Pizza")
    assert client.get(page, headers={"if-none-match": tag}).status_code == 200


def test_queries_are_as_many_for_eighty_as_for_eight(client, django_assert_num_queries):
    small, large = ready_night((8,)), ready_night((44, 36))
    for night in (small, large):
        play_game(night, 1)
        rounds.start_game(night, HOST, number=2)
        player = night.players.get(number=1)
        with django_assert_num_queries(18):
            client.get(night_url(night))
        with django_assert_num_queries(20):
            client.get(own(night, player))
