"""Many phones at once at one table: nothing is lost, and at most one sheet counts."""

import threading
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from django.db import connection

from tests.factories import HOST, RUNNER, content, ready_night, reload, running_games
from tests.handing_in import correct, send, states, totals
from tournaments.actions import rounds
from tournaments.actions.act import Caller
from tournaments.models import LogEntry
from tournaments.problems import ActRefused


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


class TestManyTables:
    """`tests/load/sheets.py` in small: every sheet by three phones, keys sent again, a retry behind its correction."""

    def test_duplicates_and_late_retries_leave_one_sheet_a_table(self, transactional_db):
        night = ready_night((16,), games=3, break_after=None)
        rounds.start_game(night, HOST, number=1)
        night = reload(night)
        games = running_games(night)
        errands = [
            (game, (12 + n, 9), f"{game.pk} {phone}", n == 0)
            for n, game in enumerate(games)
            for phone in range(1 if n == 0 else 3)
            for _ in range(3)
        ]
        Random(5).shuffle(errands)
        corrected = []

        def work(number):
            for game, scores, key, is_corrected in errands[number::12]:
                sheet = content(game, scores, bump_cents=0)
                first = send(game, sheet, caller=Caller(RUNNER.actor, key))
                if not is_corrected:
                    continue
                right = content(game, (20, 9), bump_cents=0)
                corrected.append(
                    correct(game, first["sheet"], right, caller=Caller(RUNNER.actor, f"{key} c"))
                )
                send(game, sheet, caller=Caller(RUNNER.actor, key))

        at_once(12, work)
        assert [game.sheets.get(state="accepted").scores for game in games] == [
            [20, 9],
            [13, 9],
            [14, 9],
            [15, 9],
        ]
        assert [game.sheets.count() for game in games] == [2, 1, 1, 1]
        assert len({answer["sheet"] for answer in corrected}) == 1
        assert sum(totals(night).values()) == 2 * (29 + 22 + 23 + 24)
        versions = list(LogEntry.objects.filter(tournament=night).values_list("version", flat=True))
        assert len(set(versions)) == len(versions)
