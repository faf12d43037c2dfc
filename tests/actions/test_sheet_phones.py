"""Many phones at once at one table: nothing is lost, and at most one sheet counts."""

import threading
from concurrent.futures import ThreadPoolExecutor

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
