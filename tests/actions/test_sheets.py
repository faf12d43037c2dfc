"""Handing a sheet in, twice, differently, late; correcting, deciding, taking back; many phones at once."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from django.db import connection

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
from tournaments.actions import links, nights, prizes, rounds, sheets
from tournaments.actions.act import Actor, Caller, KeyReused
from tournaments.models import Game, LogEntry, ScoreSheet, Tournament
from tournaments.problems import ActRefused
from tournaments.queries.standings import standings_of
from tournaments.sheet_content import content_hash, read, rules_of, stored, write

State = ScoreSheet.State


def send(game, sheet, *, caller=RUNNER, **more):
    """Hand in this content as it is."""
    arguments = {"agreed": True, "confirmed": False, "reason": "", **more}
    return sheets.post_sheet(
        game.tournament,
        caller,
        game_id=str(game.pk),
        game_revision=arguments.pop("revision", game.revision),
        content=sheet,
        **arguments,
    )


def correct(game, sheet_id, sheet, *, caller=RUNNER, **more):
    arguments = {"reason": "read wrongly", **more}
    return sheets.correct_sheet(
        game.tournament, caller, game_id=str(game.pk), sheet_id=sheet_id, content=sheet, **arguments
    )


def codes(refused):
    return [problem.code for problem in refused.value.problems]


def by_hands(*hands, pairing=1):
    return {"pairing": pairing, "hands": [dict(hand) for hand in hands]}


def hand(maker=0, tricks=3, **more):
    known = {"alone": False, "defender_alone": None, "caller_known": False, "penalties": []}
    return {"maker": maker, "tricks": tricks, **known, **more}


def states(game):
    return sorted(game.sheets.values_list("state", flat=True))


def totals(night):
    return {
        row.player.name: row.standing.total for table in standings_of(reload(night)) for row in table.rows
    }


def table_caller(night, number):
    made = links.make_link(night, HOST, role="table", name=f"Table {number}", table_number=number)
    return Caller(Actor("table", f"Table {number}", link_id=made["link"]))


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
        with pytest.raises(ActRefused) as refused:
            send(game, odd)
        assert refused.value.only_confirms
        with pytest.raises(ActRefused) as refused:
            send(game, odd, confirmed=True, reason="  ")
        assert codes(refused) == ["reason"]
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
class TestTwice:
    def test_the_same_key_gets_the_same_answer(self, game):
        caller = Caller(RUNNER.actor, "key-1")
        first, second = (send(game, content(game), caller=caller) for _ in range(2))
        assert first == second
        assert LogEntry.objects.filter(act="post_sheet").count() == 1

    def test_the_same_key_with_other_numbers_is_told(self, game):
        caller = Caller(RUNNER.actor, "key-1")
        send(game, content(game, (14, 9)), caller=caller)
        with pytest.raises(KeyReused):
            send(game, content(game, (15, 9)), caller=caller)
        assert states(game) == ["accepted"]

    def test_the_same_sheet_from_two_phones_is_stored_once(self, game):
        first = send(game, content(game))
        second = send(game, content(game), caller=HOST)
        assert (first["state"], second["state"]) == ("accepted", "same")
        assert first["sheet"] == second["sheet"]

    def test_hands_and_totals_that_say_the_same_are_the_same(self, game):
        send(game, by_hands(*[hand()] * 12), confirmed=True, reason="they did")
        sheet = {**content(game, (12, 0)), "bump_cents": 0}
        assert send(game, sheet)["state"] == "same"

    def test_the_same_sheet_is_not_asked_about_again(self, game):
        odd = content(game, (6, 5), bump_cents=0)
        send(game, odd, confirmed=True, reason="11 hands")
        assert send(game, odd, caller=HOST)["state"] == "same"

    def test_a_different_second_sheet_is_for_the_director_and_nothing_counts(self, night, game):
        send(game, content(game, (14, 9)))
        answer = send(game, content(game, (9, 14)), caller=HOST)
        assert answer["state"] == "contested"
        assert states(game) == ["contested", "contested"]
        assert set(totals(night).values()) == {0}

    def test_one_of_two_disputed_sheets_once_more_settles_nothing(self, game):
        send(game, content(game, (14, 9)))
        send(game, content(game, (9, 14)))
        assert send(game, content(game, (14, 9)))["state"] == "contested"
        assert states(game) == ["contested", "contested"]

    def test_a_sheet_not_everybody_agrees_to_waits_until_they_do(self, night, game):
        assert send(game, content(game), agreed=False)["state"] == "contested"
        assert set(totals(night).values()) == {0}
        assert send(game, content(game), agreed=False)["state"] == "contested"
        assert send(game, content(game), agreed=True)["state"] == "accepted"
        assert states(game) == ["accepted"]

    def test_somebody_who_no_longer_agrees_reopens_it(self, game):
        send(game, content(game))
        assert send(game, content(game), agreed=False, caller=HOST)["state"] == "contested"
        assert states(game) == ["contested"]

    def test_a_late_sheet_is_kept_once_and_not_counted(self, night):
        settled = finished_night()
        game = settled.games.filter(round__number=1).first()
        before = totals(settled)
        for _ in range(2):
            assert post(game, (20, 9))["state"] == "late"
        assert states(game) == ["accepted", "late"]
        assert totals(settled) == before
        assert post(game, (14, 9))["state"] == "same"


def finished_night() -> Tournament:
    night = ready_night((4,), games=1, break_after=None, prize_tie="split", buy_in_cents=0)
    play_game(night, 1, (14, 9))
    prizes.finalise(reload(night), HOST)
    return reload(night)


@pytest.mark.django_db
class TestCorrecting:
    def test_the_old_sheet_stays_in_the_history(self, night, game):
        old = send(game, content(game, (14, 9)))
        new = correct(game, old["sheet"], content(game, (9, 14)))
        assert new["state"] == "accepted"
        assert states(game) == ["accepted", "superseded"]
        assert str(game.sheets.get(state="accepted").supersedes_id) == old["sheet"]
        entry = LogEntry.objects.get(act="correct_sheet")
        assert (entry.before["scores"], entry.after["scores"], entry.reason) == (
            [14, 9],
            [9, 14],
            "read wrongly",
        )
        assert sorted(totals(night).values()) == [0, 0, 0, 0, 9, 9, 14, 14]

    def test_it_needs_a_reason(self, game):
        old = send(game, content(game))
        with pytest.raises(ActRefused) as refused:
            correct(game, old["sheet"], content(game, (9, 14)), reason=" ")
        assert codes(refused) == ["reason"]

    def test_odd_numbers_are_asked_about_here_too(self, game):
        old = send(game, content(game))
        with pytest.raises(ActRefused) as refused:
            correct(game, old["sheet"], content(game, (6, 5), bump_cents=0), confirmed=False)
        assert refused.value.only_confirms

    def test_somebody_elses_correction_meanwhile_is_not_overwritten(self, game):
        old = send(game, content(game, (14, 9)))
        correct(game, old["sheet"], content(game, (15, 9)))
        with pytest.raises(ActRefused) as refused:
            correct(game, old["sheet"], content(game, (16, 9)))
        assert codes(refused) == ["stale"]

    def test_to_the_same_numbers_changes_nothing(self, game):
        old = send(game, content(game))
        assert correct(game, old["sheet"], content(game))["state"] == "same"
        assert states(game) == ["accepted"]

    def test_a_table_does_not_correct(self, night, game):
        caller = table_caller(night, game.table.number)
        old = send(game, content(game), caller=caller)
        with pytest.raises(ActRefused) as refused:
            correct(game, old["sheet"], content(game, (9, 14)), caller=caller)
        assert codes(refused) == ["not_the_table"]


@pytest.mark.django_db
class TestDecidingAndTakingBack:
    def test_the_director_decides_and_the_other_version_stays(self, game):
        send(game, content(game, (14, 9)))
        second = send(game, content(game, (9, 14)))
        sheets.decide_dispute(
            game.tournament, HOST, game_id=str(game.pk), sheet_id=second["sheet"], reason="both captains"
        )
        assert states(game) == ["accepted", "rejected"]
        assert game.sheets.get(state="accepted").scores == [9, 14]

    def test_only_a_disputed_sheet_can_be_chosen(self, game):
        only = send(game, content(game))
        with pytest.raises(ActRefused) as refused:
            sheets.decide_dispute(game.tournament, HOST, game_id=str(game.pk), sheet_id=only["sheet"])
        assert codes(refused) == ["not_disputed"]

    def test_a_sheet_taken_back_leaves_the_table_owing_one(self, night, game):
        send(game, content(game, (14, 9)))
        with pytest.raises(ActRefused) as refused:
            sheets.clear_sheet(night, HOST, game_id=str(game.pk), reason="")
        assert codes(refused) == ["reason"]
        sheets.clear_sheet(night, HOST, game_id=str(game.pk), reason="wrong table")
        game.refresh_from_db()
        assert (game.status, states(game)) == (Game.Status.RUNNING, ["cleared"])
        assert set(totals(night).values()) == {0}
        assert send(game, content(game, (14, 9)))["state"] == "accepted"

    def test_there_must_be_one_to_take_back(self, night, game):
        with pytest.raises(ActRefused) as refused:
            sheets.clear_sheet(night, HOST, game_id=str(game.pk), reason="none")
        assert codes(refused) == ["no_sheet"]


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


def at_once(count, work):
    """Call `work` with 0, 1, ... in so many threads that all begin together; raises what one of them raised."""
    barrier = threading.Barrier(count)

    def run(number):
        barrier.wait()
        try:
            work(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as threads:
        for finished in [threads.submit(run, number) for number in range(count)]:
            finished.result()


@pytest.fixture
def shared_night(transactional_db):
    night = ready_night((4,), games=3, break_after=None)
    rounds.start_game(night, HOST, number=1)
    return reload(night)


class TestManyPhones:
    """Twenty phones at one table: whatever the order, nothing is lost and at most one sheet counts."""

    def test_one_key_sent_twenty_times_is_stored_once(self, shared_night):
        game = running_games(shared_night)[0]
        answers = []
        at_once(20, lambda _: answers.append(send(game, content(game), caller=Caller(RUNNER.actor, "one"))))
        assert [answer["state"] for answer in answers] == ["accepted"] * 20
        assert len({answer["sheet"] for answer in answers}) == 1
        assert states(game) == ["accepted"]
        assert LogEntry.objects.filter(act="post_sheet").count() == 1

    def test_twenty_phones_with_one_sheet(self, shared_night):
        game = running_games(shared_night)[0]
        answers = []
        at_once(20, lambda n: answers.append(send(game, content(game), caller=Caller(RUNNER.actor, f"k{n}"))))
        assert sorted(answer["state"] for answer in answers) == ["accepted"] + ["same"] * 19
        assert states(game) == ["accepted"]

    def test_twenty_phones_with_five_sheets(self, shared_night):
        game = running_games(shared_night)[0]
        answers = []

        def work(number):
            scores = (14 + number % 5, 9)
            answers.append(send(game, content(game, scores), caller=Caller(RUNNER.actor, f"k{number}")))

        at_once(20, work)
        assert len(answers) == 20
        assert sorted(sheet.scores[0] for sheet in game.sheets.all()) == [14, 15, 16, 17, 18]
        assert states(game) == ["contested"] * 5
        assert set(totals(shared_night).values()) == {0}
        entries = LogEntry.objects.filter(act="post_sheet").values_list("version", flat=True)
        assert len(set(entries)) == 20

    def test_corrections_at_once_leave_one_accepted(self, shared_night):
        game = running_games(shared_night)[0]
        first = send(game, content(game, (14, 9)))
        won, lost = [], []

        def work(number):
            try:
                won.append(correct(game, first["sheet"], content(game, (15 + number, 9))))
            except ActRefused:
                lost.append(number)

        at_once(8, work)
        assert (len(won), len(lost)) == (1, 7)
        assert states(game) == ["accepted", "superseded"]
