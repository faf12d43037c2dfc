"""The floor: a judge is called and answered, warnings, the director's acts, an empty chair, a doubted score."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.cast import cast_of, helper, key
from tests.factories import HOST, play_game, post, ready_night, reload, running_games
from tournaments.actions import judge_calls, rounds, sanctions, score_flags
from tournaments.models import JudgeCall, Sanction, Tournament
from tournaments.queries.standings import standings_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    """Nine people, game 1 played, game 2 running."""
    night = ready_night((9,), games=3, break_after=None)
    play_game(night, 1)
    rounds.start_game(night, HOST, number=2)
    return reload(night)


@pytest.fixture
def cast(night):
    return cast_of(night)


@pytest.fixture
def game(night):
    return running_games(night)[0]


def floor(night, *parts):
    return "/".join(["", "floor", night.code, *map(str, parts), ""])


def public(night, *parts):
    return "/".join(["", "night", night.code, *map(str, parts), ""])


def seat_of(night, position):
    """Who has that chair at table 1 in the first game."""
    return night.games.get(round__number=1, table__number=1).seats.get(position=position).player


def text(answer):
    return " ".join(answer.content.decode().split())


def page_of(client, address):
    answer = client.get(address)
    assert answer.status_code == 200
    return text(answer)


def seat(game, position=0):
    return game.seats.get(position=position).player


def test_a_tables_phone_that_is_opened_early_shows_by_itself_who_sits_there():
    night = ready_night((8,), games=3, break_after=None)
    waiting = page_of(helper(night, "table", table_number=1), floor(night, "tables", 1))
    part = waiting[waiting.index(f'id="part" data-live-refresh="{floor(night, "tables", 1)}"') :]
    assert "Who sits here shows as soon as the next game starts." in part
    assert f'data-live-url="/wall/{night.code}/events/"' in waiting
    assert "js/live.js" in waiting
    rounds.start_game(night, HOST, number=1)
    page = page_of(helper(night, "table", table_number=1), floor(night, "tables", 1))
    part = page[page.index('id="part"') :]
    assert "The score sheet" in part[: part.index("<form")]  # no form lies in the part that is exchanged


class TestTheJudge:
    def test_called_by_a_phone_without_a_link_it_waits_for_runner_and_director(self, cast, night):
        answer = cast.player.post(
            public(night, "tables", 1, "judge"), {"key": key(), "word": "led out of turn"}
        )
        assert (answer.status_code, answer.url) == (303, public(night, "tables", 1))
        for client, address in (
            (cast.runner, f"/runner/{night.code}/"),
            (cast.runner, f"/runner/{night.code}/now/"),
            (cast.organizer, f"/nights/{night.code}/"),
            (cast.organizer, f"/nights/{night.code}/live/"),
        ):
            page = page_of(client, address)
            assert "Judge called" in page
            assert "led out of turn" in page

    def test_what_was_said_is_not_public(self, cast, night):
        cast.player.post(public(night, "tables", 1, "judge"), {"key": key(), "word": "so-and-so cheats"})
        page = page_of(Client(), public(night, "tables", 1))
        assert "so-and-so cheats" not in page
        assert "called" in page

    def test_a_second_call_is_refused_with_what_was_typed(self, cast, night):
        cast.player.post(public(night, "tables", 1, "judge"), {"key": key()})
        answer = cast.player.post(public(night, "tables", 1, "judge"), {"key": key(), "word": "hurry"})
        assert answer.status_code == 422
        assert "has called a judge already" in text(answer)
        answer = cast.runner.post(floor(night, "tables", 1, "judge"), {"key": key(), "word": "hurry"})
        assert answer.status_code == 422

    def test_pressed_twice_it_is_one(self, cast, night):
        form = {"key": key(), "word": ""}
        for _ in range(2):
            assert cast.player.post(public(night, "tables", 1, "judge"), form).status_code == 303
        assert JudgeCall.objects.count() == 1

    def test_the_table_takes_it_back(self, cast, night):
        cast.player.post(public(night, "tables", 1, "judge"), {"key": key()})
        cast.player.post(public(night, "tables", 1, "judge", "cancel"), {"key": key()})
        assert JudgeCall.objects.get().outcome == "cancelled"
        assert "Judge called" not in page_of(cast.runner, f"/runner/{night.code}/")

    def test_the_runner_answers_with_what_was_ruled(self, cast, night):
        cast.player.post(public(night, "tables", 1, "judge"), {"key": key()})
        call = JudgeCall.objects.get()
        answer = cast.runner.post(
            floor(night, "calls", call.pk, "answer"), {"key": key(), "answer": "no renege"}
        )
        assert answer.url == floor(night, "tables", 1)
        call.refresh_from_db()
        assert (call.answer, call.closed_by) == ("no renege", "runner helper")

    def test_the_director_answers_from_the_control_room(self, cast, night):
        cast.player.post(public(night, "tables", 1, "judge"), {"key": key()})
        form = {"key": key(), "from": "control"}
        answer = cast.organizer.post(floor(night, "calls", JudgeCall.objects.get().pk, "answer"), form)
        assert answer.url == f"/nights/{night.code}/"

    def test_a_tables_link_calls_from_its_own_page_alone(self, night):
        own = helper(night, "table", table_number=1)
        assert own.post(floor(night, "tables", 1, "judge"), {"key": key()}).status_code == 303
        assert own.get(floor(night, "tables", 2)).status_code == 403
        assert own.post(floor(night, "tables", 2, "judge"), {"key": key()}).status_code == 403
        call = JudgeCall.objects.get()
        assert own.post(floor(night, "calls", call.pk, "answer"), {"key": key()}).status_code == 422

    def test_nothing_by_get_and_not_in_a_private_night(self, cast, night):
        assert cast.player.get(public(night, "tables", 1, "judge")).status_code == 405
        Tournament.objects.filter(pk=night.pk).update(is_private=True)
        assert cast.player.post(public(night, "tables", 1, "judge"), {"key": key()}).status_code == 404

    @pytest.mark.parametrize("number", [0, 99, 10**8])
    def test_no_such_table(self, cast, night, number):
        assert cast.player.get(public(night, "tables", number)).status_code == 404
        assert cast.runner.get(floor(night, "tables", number)).status_code == 404

    def test_another_nights_call_is_not_found(self, cast, night):
        other = ready_night((8,))
        made = judge_calls.call_judge(other, HOST, table_number=1)["call"]
        assert cast.runner.post(floor(night, "calls", made, "answer"), {"key": key()}).status_code == 404

    @pytest.mark.parametrize("word", ["\x00", "x" * 5000, "\u202eabc", "<script>alert(1)</script>"])
    def test_any_word_is_taken_and_shown_as_text(self, cast, night, word):
        assert (
            cast.player.post(public(night, "tables", 1, "judge"), {"key": key(), "word": word}).status_code
            == 303
        )
        assert "<script>alert" not in page_of(cast.runner, f"/runner/{night.code}/")


class TestScorekeeper:
    def test_named_on_the_form_the_wall_and_the_tables_page(self, cast, night, game):
        other = max((seat(game, n) for n in range(4)), key=lambda player: player.number)
        form = {"key": key(), "player": other.pk}
        assert cast.runner.post(floor(night, "tables", 1, "scorekeeper"), form).status_code == 303
        assert f'Scorekeeper: <span class="num">{other.number}</span>' in page_of(
            cast.runner, f"/runner/{night.code}/sheets/{game.pk}/"
        )
        said = f"{other.number}</span> <bdi>{other.name}</bdi> <strong>keeps the score</strong>"
        assert said in page_of(cast.runner, floor(night, "tables", 1))
        assert said in page_of(Client(), public(night, "tables", 1))

    def test_named_on_the_wall_before_the_game(self):
        night = ready_night((8,), games=2, break_after=None)
        wall = page_of(Client(), f"/wall/{night.code}/")
        lowest = min(seat.number for seat in (seat_of(night, n) for n in range(4)))
        named = re.findall(r"<span>(\d+)</span><bdi>[^<]*</bdi><span class=\"wall-seat__scores\">", wall)
        assert len(named) == 2
        assert str(lowest) in named

    def test_not_a_stranger(self, cast, night, game):
        stranger = night.players.exclude(seats__game=game).exclude(number=None).first()
        form = {"key": key(), "player": stranger.pk}
        assert cast.runner.post(floor(night, "tables", 1, "scorekeeper"), form).status_code == 422


class TestWarnings:
    def warn(self, client, night, player, **form):
        return client.post(
            floor(night, "tables", 1, "warn"), {"key": key(), "player": player.pk, "kind": "phone", **form}
        )

    def test_a_runner_warns_and_it_shows_where_it_matters(self, cast, night, game):
        who = seat(game)
        assert self.warn(cast.runner, night, who, reason="twice").status_code == 303
        for client, address in (
            (cast.runner, floor(night, "tables", 1)),
            (cast.runner, f"/runner/{night.code}/rulings/"),
            (cast.organizer, f"/desk/{night.code}/{who.pk}/"),
            (cast.desk, f"/desk/{night.code}/{who.pk}/"),
            (cast.organizer, f"/nights/{night.code}/"),
        ):
            assert "1 warning (phone at the table 1)" in page_of(client, address), address

    def test_the_public_does_not_read_it(self, cast, night, game):
        who = seat(game)
        self.warn(cast.runner, night, who)
        for address in (
            public(night, "tables", 1),
            public(night, "number", who.number),
            public(night, "me", who.key),
        ):
            assert "warning" not in page_of(Client(), address)

    def test_neither_a_table_nor_a_player_warns(self, cast, night, game):
        own = helper(night, "table", table_number=1)
        assert self.warn(own, night, seat(game)).status_code == 422
        assert self.warn(cast.player, night, seat(game)).status_code == 403
        assert not Sanction.objects.exists()

    def test_without_a_kind_it_is_refused_and_kept(self, cast, night, game):
        answer = self.warn(cast.runner, night, seat(game), kind="", reason="rude words")
        assert answer.status_code == 422
        assert 'value="rude words"' in text(answer)


class TestTheDirector:
    def act(self, cast, night, player, what, role="organizer", **form):
        return cast.of(role).post(floor(night, "players", player.pk, what), {"key": key(), **form})

    def standing(self, night, player):
        rows = [row for table in standings_of(reload(night)) for row in table.rows]
        return next(row.standing for row in rows if row.player == player)

    def test_points_are_in_the_standings_at_once_on_every_page(self, cast, night, game):
        who = seat(game)
        before = self.standing(night, who).total
        form = {"points-points": "-3", "points-reason": "coaching"}
        assert self.act(cast, night, who, "points", **form).status_code == 303
        assert self.standing(night, who).total == before - 3
        assert "−3 by the director" in page_of(Client(), public(night, "number", who.number))
        assert "coaching" not in page_of(Client(), public(night, "number", who.number))
        assert "Director" in page_of(cast.organizer, f"/nights/{night.code}/standings/")

    def test_changed_and_taken_back(self, cast, night, game):
        who = seat(game)
        before = self.standing(night, who).total
        self.act(cast, night, who, "points", **{"points-points": "-3", "points-reason": "coaching"})
        row = Sanction.objects.get()
        form = {"key": key(), f"change-{row.pk}-points": "-1", f"change-{row.pk}-reason": "too hard"}
        assert cast.organizer.post(floor(night, "sanctions", row.pk, "change"), form).status_code == 303
        assert self.standing(night, who).total == before - 1
        row = Sanction.objects.get(supersedes=row)
        form = {"key": key(), f"lift-{row.pk}-reason": "it was somebody else"}
        assert cast.organizer.post(floor(night, "sanctions", row.pk, "lift"), form).status_code == 303
        assert self.standing(night, who).total == before
        page = page_of(cast.organizer, floor(night, "players", who.pk))
        assert "it was somebody else" in page

    def test_a_forfeit(self, cast, night):
        played = night.games.filter(round__number=1).first()
        who = seat(played)
        form = {"forfeit-game_id": str(played.pk), "forfeit-reason": "left in anger"}
        assert self.act(cast, night, who, "forfeit", **form).status_code == 303
        assert self.standing(night, who).sheet_points == 0

    @pytest.mark.parametrize(
        ("what", "form", "kept"),
        [
            ("points", {"points-points": "-3", "points-reason": ""}, 'value="-3"'),
            ("points", {"points-points": "lots", "points-reason": "rude"}, 'value="rude"'),
            ("points", {"points-points": "0", "points-reason": "rude"}, 'value="rude"'),
            ("warn", {"warn-kind": "king", "warn-reason": "rude"}, 'value="rude"'),
            ("forfeit", {"forfeit-game_id": "x", "forfeit-reason": "rude"}, 'value="rude"'),
        ],
    )
    def test_bad_input_is_refused_and_kept(self, cast, night, game, what, form, kept):
        answer = self.act(cast, night, seat(game), what, **form)
        assert answer.status_code == 422
        assert kept in text(answer)
        assert not Sanction.objects.exists()

    @pytest.mark.parametrize("role", ["desk", "runner", "stranger"])
    @pytest.mark.parametrize("what", ["warn", "points", "forfeit"])
    def test_only_the_director(self, cast, night, game, role, what):
        assert self.act(cast, night, seat(game), what, role).status_code == 403

    def test_another_nights_player_and_row_are_not_found(self, cast, night):
        other = ready_night((8,))
        stranger = other.players.first()
        made = sanctions.penalise(other, HOST, player_id=stranger.pk, points=-1, reason="x")["sanction"]
        assert self.act(cast, night, stranger, "warn", **{"warn-kind": "phone"}).status_code == 404
        assert cast.organizer.post(floor(night, "sanctions", made, "lift"), {"key": key()}).status_code == 404


class TestAnEmptyChair:
    def choose(self, cast, night, game, way, *, player="", role="organizer", position=1, revision=None):
        form = {"key": key(), "way": way, "player": player, "revision": revision or game.revision}
        return cast.of(role).post(floor(night, "tables", game.table.number, "chair", position), form)

    def test_two_taps_from_the_tables_page_with_the_effects_shown(self, cast, night, game):
        first = floor(night, "tables", game.table.number, "chair", 1)
        assert f'href="{first}"' in page_of(cast.organizer, floor(night, "tables", game.table.number))
        page = page_of(cast.organizer, first)
        missing = seat(game, 1)
        assert f"{missing.name} ({missing.number}) is absent from game 2 and earns nothing of it" in page
        assert "three-handed" in page
        assert self.choose(cast, night, game, "three").status_code == 303
        game.refresh_from_db()
        assert game.size == 3

    def test_undone_from_the_same_page(self, cast, night, game):
        missing = seat(game, 1)
        for way in ("three", "sit_out"):
            game.refresh_from_db()
            self.choose(cast, night, game, way)
            table = floor(night, "tables", game.table.number)
            assert "Back to who sat there before" in page_of(cast.organizer, table)
            address = floor(night, "tables", game.table.number, "chair", "undo")
            assert cast.organizer.post(address, {"key": key()}).status_code == 303
            assert seat(game, 1) == missing

    def test_an_old_page_is_refused(self, cast, night, game):
        self.choose(cast, night, game, "house")
        assert self.choose(cast, night, game, "three").status_code == 422

    @pytest.mark.parametrize("role", ["desk", "runner", "stranger"])
    def test_only_the_director(self, cast, night, game, role):
        assert self.choose(cast, night, game, "three", role=role).status_code == 403

    @pytest.mark.parametrize("way", ["", "king", "seat", "\x00"])
    def test_bad_input(self, cast, night, game, way):
        assert self.choose(cast, night, game, way, player="x").status_code == 422

    def test_with_the_sheet_in_it_says_so(self, cast, night, game):
        post(game)
        page = page_of(cast.organizer, floor(night, "tables", game.table.number, "chair", 1))
        assert "The sheet of this table is in" in page


class TestMyScoreIsWrong:
    def say(self, night, player, game, word="it was 12", client=None):
        address = public(night, "me", player.key, "wrong")
        return (client or Client()).post(address, {"key": key(), "game": str(game.pk), "word": word})

    def test_from_the_own_page_to_the_control_room_and_back(self, cast, night):
        played = night.games.filter(round__number=1).first()
        who = seat(played)
        assert public(night, "me", who.key, "wrong") in page_of(Client(), public(night, "me", who.key))
        answer = self.say(night, who, played)
        assert (answer.status_code, answer.url) == (303, public(night, "me", who.key))
        control = page_of(cast.organizer, f"/nights/{night.code}/")
        assert "it was 12" in control
        assert f"/nights/{night.code}/sheets/{played.pk}/" in control
        flag = night.score_flags.get()
        address = floor(night, "scores", flag.pk)
        assert cast.organizer.post(address, {"key": key(), "answer": ""}).status_code == 422
        assert cast.organizer.post(address, {"key": key(), "answer": "You are right."}).status_code == 303
        assert "You are right." in page_of(Client(), public(night, "me", who.key))
        assert "it was 12" not in page_of(cast.organizer, f"/nights/{night.code}/")

    def test_the_numbers_page_gives_no_personal_key_away(self, night):
        who = seat(night.games.filter(round__number=1).first())
        for address in (public(night, "number", who.number), public(night, "number", who.number, "wrong")):
            assert str(who.key) not in page_of(Client(), address)

    def test_what_was_said_is_for_the_director_alone(self, cast, night):
        played = night.games.filter(round__number=1).first()
        who = seat(played)
        self.say(night, who, played, word="Kim cheated")
        for client in (Client(), cast.runner, cast.desk):
            assert "Kim cheated" not in page_of(client, public(night, "me", who.key))
        assert cast.runner.get(floor(night, "scores", night.score_flags.get().pk)).status_code == 403

    @pytest.mark.parametrize("bad", [{"word": ""}, {"game": ""}, {"game": "x" * 900}, {"word": "\x00"}])
    def test_bad_input_is_refused(self, night, bad):
        played = night.games.filter(round__number=1).first()
        who = seat(played)
        form = {"key": key(), "game": str(played.pk), "word": "it was 12", **bad}
        answer = Client().post(public(night, "me", who.key, "wrong"), form)
        assert answer.status_code == 422
        assert not night.score_flags.exists()

    def test_rate_limited(self, night):
        who = seat(night.games.filter(round__number=1).first())
        played = night.games.get(round__number=1, seats__player=who)
        assert self.say(night, who, played).status_code == 303
        assert self.say(night, who, played).status_code == 422
        for _ in range(2):
            score_flags.answer_flag(
                night, HOST, flag_id=night.score_flags.get(answered_at=None).pk, answer="as played"
            )
            assert self.say(night, who, played).status_code == 303
        score_flags.answer_flag(
            night, HOST, flag_id=night.score_flags.get(answered_at=None).pk, answer="as played"
        )
        assert self.say(night, who, played).status_code == 422


def test_from_the_control_room_a_chair_is_filled_in_two_taps():
    night = ready_night((9,), games=2, break_after=None)
    host = cast_of(night).organizer
    address = f"/nights/{night.code}/"
    assert "is missing: fill the chair" not in host.get(address).content.decode()  # nothing is played yet
    rounds.start_game(night, HOST, number=1)
    game = running_games(night)[0]
    for seat in game.seats.select_related("player"):
        chair = floor(night, "tables", game.table.number, "chair", seat.position)
        page = host.get(address).content.decode()
        link = page.split(f'href="{chair}"')[1].split("</a>")[0]  # the first tap
        assert f"{seat.player.name} is missing" in link
        assert f"<bdi>{seat.player.name}</bdi> is missing at table" in host.get(chair).content.decode()
    post(game, (9, 3))
    assert f"/tables/{game.table.number}/chair/" not in host.get(address).content.decode()


def test_as_many_queries_for_a_large_night_as_for_a_small_one(django_assert_num_queries):
    for size in (8, 40):
        night = ready_night((size,), games=2, break_after=None)
        rounds.start_game(night, HOST, number=1)
        client = cast_of(night).organizer
        client.get(floor(night, "tables", 1))
        with django_assert_num_queries(12):
            client.get(floor(night, "tables", 1))
