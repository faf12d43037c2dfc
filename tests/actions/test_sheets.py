"""Handing a sheet in: what counts from it, what is asked, what is refused and where it does not belong."""

from dataclasses import replace

import pytest

from scoring import PRESETS
from tests.factories import (
    HOST,
    RUNNER,
    content,
    play_game,
    post,
    ready_night,
    reload,
    running_games,
)
from tests.handing_in import by_hands, codes, hand, send, table_caller
from tournaments.actions import nights, rounds, sheets
from tournaments.models import Game, LogEntry
from tournaments.problems import ActRefused
from tournaments.sheet_content import content_hash, read, rules_of, stored, write


@pytest.fixture
def night():
    night = ready_night((8,), games=3, break_after=None)
    rounds.start_game(night, HOST, number=1)
    return reload(night)


@pytest.fixture
def game(night):
    return running_games(night)[0]


@pytest.mark.django_db
class TestHandingIn:
    def test_both_partners_get_their_sides_points(self, game):
        answer = send(game, content(game, (14, 9), pairing=3))
        assert answer["state"] == "accepted"
        lines = game.sheets.get().lines.order_by("position")
        assert [(line.points, line.result) for line in lines] == [
            (14, "won"),
            (9, "lost"),
            (9, "lost"),
            (14, "won"),
        ]

    def test_it_ends_the_game_and_is_in_the_log_with_names_of_who_and_what(self, game):
        send(game, content(game, (14, 9)))
        game.refresh_from_db()
        assert game.status == Game.Status.FINISHED
        assert not game.seats.filter(live=True).exists()
        entry = LogEntry.objects.get(act="post_sheet")
        assert (entry.actor, entry.game_id, entry.table_number) == (
            "Robin Runner",
            game.pk,
            game.table.number,
        )
        assert entry.after == {"scores": [14, 9], "pairing": 1, "bump_cents": 400}

    def test_a_draw_is_an_ordinary_result(self, game):
        assert send(game, content(game, (14, 14)))["state"] == "accepted"
        assert set(game.sheets.get().lines.values_list("result", flat=True)) == {"drawn"}

    def test_hands_make_the_score_whatever_else_was_sent(self, game):
        sheet = by_hands(
            *[hand()] * 9, hand(maker=2, tricks=1), hand(1, 5, alone=True, caller_known=True), hand()
        )
        answer = send(game, {**sheet, "scores": [99, 99], "bump_cents": 0})
        assert answer["scores"] == [16, 0]
        record = game.sheets.get()
        assert (record.how, record.bump_cents, record.hands.count()) == ("hands", 200, 12)
        lines = record.lines.order_by("position")
        assert [line.loners for line in lines] == [0, 1, 0, 0]
        assert [line.bump_cents for line in lines] == [0, 0, 100, 100]

    def test_a_penalty_of_one_person_stays_out_of_the_sides_score(self):
        night = ready_night((4,), preset="fharmacy", rules=PRESETS["torrence-knox"])
        rounds.start_game(night, HOST, number=1)
        game = running_games(night)[0]
        renege = {"kind": "renege", "offender": 2, "points": 0, "lone": True}
        send(game, {**content(game, (10, 7), pairing=2), "penalties": [renege]})
        assert [line.points for line in game.sheets.get().lines.order_by("position")] == [10, 7, 6, 7]

    def test_blank_money_is_refused_not_zero(self, game):
        with pytest.raises(ActRefused) as refused:
            send(game, {**content(game), "bump_cents": None})
        assert codes(refused) == ["missing"]
        assert not game.sheets.exists()

    def test_the_odd_is_asked_and_passes_with_a_reason(self, game):
        odd = content(game, (6, 5), bump_cents=0)
        with pytest.raises(ActRefused) as asked:
            send(game, odd)
        assert asked.value.only_confirms
        with pytest.raises(ActRefused) as refused:
            send(game, odd, confirmed=True, reason="  ")
        assert codes(refused)[0] == "reason"
        assert codes(refused)[1:] == codes(asked)  # what it is asked for stays in sight
        assert send(game, odd, confirmed=True, reason="11 hands played")["state"] == "accepted"
        assert game.sheets.get().reason == "11 hands played"

    def test_the_impossible_passes_with_no_reason_in_the_world(self, game):
        with pytest.raises(ActRefused) as refused:
            send(game, content(game, (49, 0), bump_cents=0), confirmed=True, reason="really")
        assert codes(refused) == ["score-high", "sum-high"]

    def test_a_problem_names_the_side_in_public_names(self, game):
        with pytest.raises(ActRefused) as refused:
            send(game, content(game, (140, 9)))
        first = game.seats.get(position=0).player.name
        assert refused.value.problems[0].text.startswith(first)

    def test_a_night_of_numbers_has_no_names_in_its_problems(self):
        night = ready_night((4,), public_names="number")
        rounds.start_game(night, HOST, number=1)
        night.players.update(name="Secret Sample")
        game = running_games(night)[0]
        with pytest.raises(ActRefused) as refused:
            send(game, content(game, (140, 9)))
        assert "Secret" not in refused.value.problems[0].text
        assert refused.value.problems[0].text.startswith("Player ")

    def test_two_of_one_name_are_told_apart_by_number(self, night, game):
        night.players.update(name="Chris Sample")
        with pytest.raises(ActRefused) as refused:
            send(game, content(game, (140, 9)))
        number = game.seats.get(position=0).player.number
        assert f"Chris Sample ({number})" in refused.value.problems[0].text

    def test_partners_who_were_partners_before_are_asked_about(self):
        night = ready_night((4,), games=3, break_after=None)
        play_game(night, 1, (14, 9))
        rounds.start_game(night, HOST, number=2)
        game = running_games(night)[0]
        earlier = night.games.get(round__number=1).sheets.get()
        pair = {line.player_id for line in earlier.lines.all() if line.position in (0, 1)}
        partners = {seat.position for seat in game.seats.all() if seat.player_id in pair}
        pairing = next(p for p in (1, 2, 3) if partners in ({0, p}, {1, 2, 3} - {p}))
        with pytest.raises(ActRefused) as refused:
            send(game, content(game, pairing=pairing))
        assert "repeated-partners" in codes(refused)
        other = next(p for p in (1, 2, 3) if p != pairing)
        assert send(game, content(game, pairing=other))["state"] == "accepted"


@pytest.mark.django_db
class TestWhereItDoesNotBelong:
    @pytest.mark.parametrize("game_id", ["", "x", "00000000-0000-0000-0000-000000000000"])
    def test_no_such_game(self, night, game, game_id):
        with pytest.raises(ActRefused) as refused:
            sheets.post_sheet(
                night, RUNNER, game_id=game_id, game_revision=1, content=content(game), agreed=True
            )
        assert codes(refused) == ["no_game"]

    def test_a_game_of_another_night(self, game):
        other = ready_night((4,))
        with pytest.raises(ActRefused) as refused:
            sheets.post_sheet(
                other, RUNNER, game_id=str(game.pk), game_revision=1, content=content(game), agreed=True
            )
        assert codes(refused) == ["no_game"]

    def test_a_game_not_started(self, night):
        with pytest.raises(ActRefused) as refused:
            post(night.games.filter(round__number=2).first())
        assert codes(refused) == ["not_started"]

    def test_a_void_game(self, night, game):
        rounds.void_game(night, HOST, game_id=str(game.pk), reason="cards missing")
        with pytest.raises(ActRefused) as refused:
            post(game)
        assert codes(refused) == ["void"]

    def test_seats_that_changed_since(self, game):
        with pytest.raises(ActRefused) as refused:
            send(game, content(game), revision=game.revision + 1)
        assert codes(refused) == ["reseated"]

    def test_another_table_by_a_tables_link(self, night, game):
        other = running_games(night)[1]
        caller = table_caller(night, game.table.number)
        assert post(game, caller=caller)["state"] == "accepted"
        with pytest.raises(ActRefused) as refused:
            post(other, caller=caller)
        assert codes(refused) == ["other_table"]

    def test_points_by_the_director_from_a_table(self, night, game):
        points = {"kind": "points", "offender": 0, "points": 10, "lone": False}
        sheet = {**content(game), "penalties": [points]}
        with pytest.raises(ActRefused) as refused:
            send(game, sheet, caller=table_caller(night, game.table.number))
        assert codes(refused) == ["not_the_table"]
        assert send(game, sheet)["state"] == "accepted"
        assert game.sheets.get().lines.get(position=0).director_points == 10


MALFORMED = {
    "no sheet at all": [],
    "no pairing": {"scores": [1, 2]},
    "a pairing that is a yes": {"pairing": True, "scores": [14, 9], "bump_cents": 0},
    "a pairing with point": {"pairing": 1.0, "scores": [14, 9], "bump_cents": 0},
    "no scores": {"pairing": 1},
    "one score": {"pairing": 1, "scores": [14], "bump_cents": 0},
    "scores in words": {"pairing": 1, "scores": ["14", 9], "bump_cents": 0},
    "half a point": {"pairing": 1, "scores": [14.5, 9], "bump_cents": 0},
    "a score out of reach": {"pairing": 1, "scores": [10**30, 9], "bump_cents": 0},
    "loners out of reach": {"pairing": 1, "scores": [14, 9], "bump_cents": 0, "loners": [40_000, 0, 0, 0]},
    "a renege of nobody": {
        "pairing": 1,
        "scores": [14, 9],
        "bump_cents": 0,
        "penalties": [{"kind": "renege", "offender": 4}],
    },
    "a penalty of no kind": {
        "pairing": 1,
        "scores": [14, 9],
        "bump_cents": 0,
        "penalties": [{"kind": {}, "offender": 0}],
    },
    "too many penalties": {
        "pairing": 1,
        "scores": [14, 9],
        "bump_cents": 0,
        "penalties": [{"kind": "renege", "offender": 0}] * 41,
    },
    "hands that are none": {"pairing": 1, "hands": "march"},
    "a hand that is none": {"pairing": 1, "hands": [7]},
    "a hand of six tricks": {"pairing": 1, "hands": [hand(tricks=6)]},
    "a hand of nobody": {"pairing": 1, "hands": [hand(maker=4)]},
    "a lone hand of an unknown": {"pairing": 1, "hands": [hand(alone=True)]},
    "too many hands": {"pairing": 1, "hands": [hand()] * 101},
}


@pytest.mark.django_db
@pytest.mark.parametrize("name", MALFORMED)
def test_what_is_no_sheet_is_refused_in_words(game, name):
    with pytest.raises(ActRefused) as refused:
        send(game, MALFORMED[name], confirmed=True, reason="because")
    assert codes(refused) == ["malformed"]
    assert not game.sheets.exists()


@pytest.mark.django_db
def test_a_game_keeps_the_rules_it_was_started_with(night, game):
    settings = night.settings
    changed = replace(settings, rules=replace(settings.rules, hands=8))
    nights.change_settings(night, HOST, settings=changed)
    assert rules_of(running_games(reload(night))[0]).hands == 12
    assert send(game, content(game, (20, 16), bump_cents=0))["state"] == "accepted"  # too much for 8 hands


@pytest.mark.django_db
def test_what_is_stored_reads_back_as_it_was_sent(game):
    loner = hand(1, 5, alone=True, caller_known=True)
    reneged = hand(penalties=[{"kind": "renege", "offender": 2, "points": 0}])
    sent = read(by_hands(*[hand()] * 9, loner, reneged, hand(3, 2)), rules_of(game))
    send(game, write(sent), confirmed=True, reason="so it was")
    assert stored(game.sheets.get()) == sent
    assert game.sheets.get().content_hash == content_hash(sent)
