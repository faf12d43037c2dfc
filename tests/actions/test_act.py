"""What every act has in common: one log entry, one version, a receipt for a key, and no two at once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from tests.factories import HOST, START, add_players, make_night, reload
from tournaments.actions import nights, registration, stamp
from tournaments.actions.act import Act, Actor, Caller, KeyReused, Result, act
from tournaments.models import AccessLink, LogEntry, Player, Receipt
from tournaments.models.append_only import AppendOnlyError
from tournaments.problems import ActRefused, refuse


def with_key(key: str) -> Caller:
    return Caller(HOST.actor, key)


@pytest.mark.django_db
class TestOneAct:
    def test_it_logs_who_what_and_when_under_the_version_it_made(self):
        night = make_night()
        before = reload(night).version

        nights.set_message(night, HOST, text="Pizza at nine")

        entry = night.log.get(act="set_message")
        assert entry.version == before + 1 == reload(night).version
        assert (entry.actor, entry.role) == ("Harper Host", "organizer")
        assert (entry.before, entry.after) == ("", "Pizza at nine")

    def test_a_simulated_act_says_when_it_was_done(self):
        night = make_night()
        earlier = START + timedelta(minutes=7)

        nights.set_message(night, Caller(HOST.actor, at=earlier), text="Pizza at nine")

        assert night.log.get(act="set_message").at == earlier

    def test_a_refused_act_leaves_no_trace(self):
        night = make_night()
        before = reload(night).version

        with pytest.raises(ActRefused, match="201 characters"):
            nights.set_message(night, HOST, text="x" * 201)

        assert reload(night).version == before
        assert not night.log.filter(act="set_message").exists()

    def test_an_act_that_forgets_its_log_entry_is_a_fault_of_ours(self):
        @act
        def silent(act: Act) -> Result:
            return {}

        with pytest.raises(RuntimeError, match="recorded nothing"):
            silent(make_night(), HOST)

    def test_an_act_writes_one_log_entry_not_two(self):
        @act
        def talkative(act: Act) -> Result:
            act.record("one")
            act.record("two")
            return {}

        with pytest.raises(RuntimeError, match="recorded twice"):
            talkative(make_night(), HOST)

    def test_it_notes_when_a_helpers_link_was_last_used(self):
        night = make_night()
        link = AccessLink.objects.create(tournament=night, role="desk", name="Dana Desk")
        caller = Caller(Actor("desk", "Dana Desk", link_id=link.pk))

        nights.set_message(night, caller, text="Hello")

        link.refresh_from_db()
        assert link.last_used_at is not None


@pytest.mark.django_db
class TestSendingTwice:
    def test_the_same_key_and_content_give_the_same_answer_and_happen_once(self):
        night = make_night()
        division = night.divisions.first()
        new = registration.NewPlayer(name="Player 01", division_id=division.pk)

        first = registration.add_player(night, with_key("k1"), new=new)
        second = registration.add_player(night, with_key("k1"), new=new)

        assert first == second
        assert night.players.count() == 1
        assert night.log.filter(act="add_player").count() == 1

    def test_the_same_key_with_other_content_is_refused(self):
        night = make_night()
        nights.set_message(night, with_key("k1"), text="Hello")

        with pytest.raises(KeyReused):
            nights.set_message(night, with_key("k1"), text="Goodbye")

        assert reload(night).message == "Hello"

    def test_a_key_of_another_night_is_refused(self):
        nights.set_message(make_night(), with_key("k1"), text="Hello")

        with pytest.raises(KeyReused):
            nights.set_message(make_night(), with_key("k1"), text="Hello")

    def test_a_refused_act_keeps_no_receipt_so_that_the_mended_form_can_go_with_the_same_key(self):
        night = make_night()
        with pytest.raises(ActRefused):
            nights.set_message(night, with_key("k1"), text="x" * 201)

        nights.set_message(night, with_key("k1"), text="short")

        assert reload(night).message == "short"

    def test_a_night_made_twice_with_one_key_is_one_night(self):
        first = make_night()
        made = [
            nights.create_night(
                organizer=first.organizer,
                caller=with_key("k2"),
                name="Another",
                starts_at=first.starts_at,
                settings=first.settings,
                divisions=["Players"],
            )
            for _ in range(2)
        ]
        assert made[0] == made[1]


@pytest.mark.django_db
class TestAppendOnly:
    def test_log_ledger_and_receipts_are_neither_changed_nor_deleted(self):
        night = make_night()
        entry = night.log.first()
        entry.text = "something else"

        with pytest.raises(AppendOnlyError):
            entry.save()
        with pytest.raises(AppendOnlyError):
            entry.delete()
        with pytest.raises(AppendOnlyError):
            LogEntry.objects.all().update(text="nothing")
        with pytest.raises(AppendOnlyError):
            Receipt.objects.all().delete()


@pytest.mark.django_db(transaction=True)
class TestTelling:
    def test_listeners_hear_after_the_commit_and_of_nothing_that_was_rolled_back(self):
        night = make_night()
        heard: list[tuple[int, int, frozenset[str]]] = []
        listener = lambda night_id, version, topics: heard.append((night_id, version, topics))  # noqa: E731
        stamp.subscribe(listener)
        try:
            nights.set_message(night, HOST, text="Hello")
            with pytest.raises(ActRefused):
                nights.set_message(night, HOST, text="x" * 201)
        finally:
            stamp._listeners.remove(listener)

        assert heard == [(night.pk, reload(night).version, frozenset({"message", "desk"}))]


@pytest.mark.django_db(transaction=True)
class TestManyAtOnce:
    def test_twenty_threads_get_twenty_versions_and_twenty_log_entries(self):
        night = make_night()
        division = night.divisions.first()
        before = reload(night).version

        failures = in_threads(
            20,
            lambda i: registration.add_player(
                night, HOST, new=registration.NewPlayer(name=f"Player {i:02}", division_id=division.pk)
            ),
        )

        assert failures == []
        assert night.players.count() == 20
        assert reload(night).version == before + 20
        versions = list(night.log.order_by("version").values_list("version", flat=True))
        assert versions == sorted(set(versions))

    def test_one_key_from_twenty_threads_acts_once(self):
        night = make_night()
        new = registration.NewPlayer(name="Player 01", division_id=night.divisions.first().pk)
        answers: list[Result] = []

        failures = in_threads(
            20, lambda i: answers.append(registration.add_player(night, with_key("same"), new=new))
        )

        assert failures == []
        assert night.players.count() == 1
        assert len(answers) == 20
        assert all(answer == answers[0] for answer in answers)

    def test_the_last_place_is_given_once(self):
        night = make_night("fharmacy", capacity=4, waiting_places=2)
        add_players(night, 3)
        division = night.divisions.first()

        def register(i: int) -> None:
            try:
                new = registration.NewPlayer(name=f"Late {i}", division_id=division.pk)
                registration.add_player(night, HOST, new=new)
            except ActRefused:
                pass

        assert in_threads(8, register) == []

        by_status = [
            night.players.filter(status=s).count() for s in (Player.Status.REGISTERED, Player.Status.WAITING)
        ]
        assert by_status == [4, 2]
        assert sorted(
            night.players.filter(waiting_place__isnull=False).values_list("waiting_place", flat=True)
        ) == [1, 2]


@pytest.mark.django_db
def test_a_second_counting_seat_in_a_round_is_refused_by_the_database_itself():
    from tests.factories import ready_night
    from tournaments.models import Seat

    night = ready_night((8,), games=2, break_after=None)
    one, two = night.games.filter(round__number=1).order_by("table__number")
    Seat.objects.filter(game=two, position=0).delete()

    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(game=two, position=0, player=one.seats.first().player, round=two.round)


def test_refuse_names_the_field():
    refused = refuse("no_name", "Enter a name.", field="name")
    assert refused.problems[0].field == "name"
    assert not refused.only_confirms


def in_threads(count: int, work: Callable[[int], object]) -> list[BaseException]:
    """Run `work(i)` in so many threads at once; returns what they raised."""
    gate = threading.Barrier(count)
    failures: list[BaseException] = []

    def run(i: int) -> None:
        try:
            gate.wait(10)
            work(i)
        except BaseException as failure:  # handed to the test
            failures.append(failure)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return failures
