"""The live stream on a real server: what arrives, when, and what happens when something breaks."""

from __future__ import annotations

import json
import threading
import time
from contextlib import ExitStack

import psycopg
import pytest
from django.db import connection

from tests.factories import HOST, add_players, make_night, ready_night, reload
from tests.web.streams import Stream
from tournaments.actions import nights, rounds
from tournaments.actions.stamp import CHANNEL
from tournaments.models import Tournament
from tournaments.web.screen.hub import PAUSE, hub

pytestmark = pytest.mark.django_db(transaction=True)

KEEPS_RUNNING = 0.6
"""Seconds after which an update that is not there will not come: more than the pause and a look at the file."""


def events_path(night, query=""):
    return f"/wall/{night.code}/events/{query}"


def seen(night):
    return f"?seen={reload(night).version}"


def say(night, text="Pizza"):
    nights.set_message(night, HOST, text=text)


def test_a_phone_hears_which_topics_an_act_changed(site):
    night = make_night()
    with Stream(site.port, events_path(night, seen(night))) as stream:
        assert stream.status == 200
        assert "x-accel-buffering: no" in stream.answer
        assert "cache-control: no-store" in stream.answer
        assert "text/event-stream" in stream.answer
        assert stream.silent(KEEPS_RUNNING)
        say(night)
        event = stream.read()
    assert event.name == "changed"
    assert event.id == str(reload(night).version)
    news = {"version": night.version + 1, "topics": ["desk", "message"], "streams": 1}
    assert json.loads(event.data) == news


def test_a_wall_gets_the_frame_at_once_and_after_an_act(site):
    night = ready_night((8,))
    with Stream(site.port, events_path(night, "?frames=1")) as stream:
        first = stream.read()
        assert (first.name, first.id) == ("frame", str(reload(night).version))
        assert "Game 1 · find your seat" in first.data
        begun = time.monotonic()
        rounds.start_game(night, HOST, number=1)
        second = stream.read()
    assert second.id == str(reload(night).version)
    assert "game 1" in second.data
    assert second.at - begun < 3


def test_the_stream_begins_with_the_server_s_time_and_how_soon_to_come_back(site):
    night = make_night()
    with Stream(site.port, events_path(night, seen(night))) as stream:
        first = stream.read(skip=())
    assert first.name == "ping"
    assert abs(int(first.data) / 1000 - time.time()) < 2


def test_who_has_the_newest_frame_gets_none(site):
    night = make_night()
    version = str(reload(night).version)
    with Stream(site.port, events_path(night, "?frames=1"), {"Last-Event-ID": version}) as stream:
        assert stream.silent(KEEPS_RUNNING)
        say(night)
        assert stream.read().name == "frame"


@pytest.mark.parametrize("last", ["3", "999999", "nonsense"])
def test_who_has_another_version_gets_the_present_one_even_if_it_is_older(site, last):
    night = make_night()
    with Stream(site.port, events_path(night, "?frames=1"), {"Last-Event-ID": last}) as stream:
        assert stream.read().id == str(reload(night).version)
    with Stream(site.port, events_path(night), {"Last-Event-ID": last}) as stream:
        assert json.loads(stream.read().data)["topics"] == ["all"]


def test_an_act_between_the_page_and_its_stream_is_not_lost(site):
    night = make_night()
    query = seen(night)
    say(night)
    with Stream(site.port, events_path(night, query)) as stream:
        assert stream.read().id == str(reload(night).version)


def test_three_breaks_show_each_version_once(site):
    night = make_night()
    shown, last = [], str(reload(night).version)
    for number in range(3):
        with Stream(site.port, events_path(night, "?frames=1"), {"Last-Event-ID": last}) as stream:
            say(night, f"Message {number}")
            event = stream.read()
            assert stream.silent(KEEPS_RUNNING)
        shown.append(event.id)
        last = event.id
    assert len(set(shown)) == 3


def test_a_burst_of_acts_is_gathered_and_none_of_its_topics_is_lost(site):
    night = make_night()
    with (
        Stream(site.port, events_path(night, seen(night))) as phone,
        Stream(site.port, events_path(night, "?frames=1" + seen(night).replace("?", "&"))) as wall,
    ):
        begun = time.monotonic()
        add_players(night, 10)
        say(night, "At the end")
        took = time.monotonic() - begun
        final = str(reload(night).version)
        events = [phone.read()]
        while events[-1].id != final:
            events.append(phone.read())
        frames = [wall.read()]
        while frames[-1].id != final:
            frames.append(wall.read())
    assert max(len(events), len(frames)) <= took / PAUSE + 2
    topics = {topic for event in events for topic in json.loads(event.data)["topics"]}
    assert "message" in topics
    assert "At the end" in frames[-1].data


def test_one_night_is_not_told_of_another(site):
    night, other = make_night(), make_night()
    with Stream(site.port, events_path(night, seen(night))) as stream:
        say(other)
        assert stream.silent(KEEPS_RUNNING)


def test_streams_end_at_once_when_the_server_stops_and_come_back_when_it_is_there_again(site):
    night = ready_night((8,))
    with Stream(site.port, events_path(night, "?frames=1")) as stream:
        last = stream.read()
        assert hub.count == 1
        site.stop()
        assert stream.read() is None
    say(night, "While it was away")
    site.start()
    with Stream(site.port, events_path(night, "?frames=1"), {"Last-Event-ID": last.id}) as stream:
        assert "While it was away" in stream.read().data
        say(night, "And then")
        assert "And then" in stream.read().data


def test_a_stream_that_is_left_is_forgotten(site):
    night = make_night()
    with Stream(site.port, events_path(night)) as stream:
        stream.read()
        assert hub.count == 1
    end = time.monotonic() + 5
    while hub.count and time.monotonic() < end:
        time.sleep(0.02)
    assert hub.count == 0
    assert hub.watched() == []


def test_open_streams_hold_no_connection_to_the_database(site):
    night = make_night()
    with ExitStack() as stack:
        streams = [stack.enter_context(Stream(site.port, events_path(night))) for _ in range(30)]
        for stream in streams:
            stream.read()
        say(night)
        assert all(stream.read().name == "changed" for stream in streams)
        assert hub.count == 30
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
                assert cursor.fetchone()[0] <= 10


def test_a_client_that_does_not_read_delays_nobody(site):
    night = make_night()
    with Stream(site.port, events_path(night, "?frames=1")), Stream(site.port, events_path(night)) as phone:
        phone.read()
        for number in range(5):
            say(night, f"Message {number}")
            assert phone.read(within=2).id == str(reload(night).version)


def test_a_night_made_private_is_gone_for_the_public(site):
    night = make_night()
    with Stream(site.port, events_path(night, seen(night))) as stream:
        nights.change_details(
            night, HOST, name=night.name, venue="", time_zone=night.time_zone, starts_at=night.starts_at,
            check_in_at=None, is_private=True,
        )  # fmt: skip
        assert stream.read().name == "gone"
        assert stream.read() is None
    with Stream(site.port, events_path(night)) as stream:
        assert stream.status == 404


def test_a_deleted_night_is_gone(site):
    night = make_night()
    with Stream(site.port, events_path(night, "?frames=1")) as stream:
        stream.read()
        nights.delete_night(night, HOST, typed_name=night.name)
        assert stream.read().name == "gone"


def test_a_fault_in_one_night_leaves_the_others_running(site, monkeypatch):
    night, other = ready_night((8,)), make_night()
    render = hub._render

    def faulty(night_id):
        if night_id == night.pk:
            raise ZeroDivisionError
        return render(night_id)

    monkeypatch.setattr(hub, "_render", faulty)
    with (
        Stream(site.port, events_path(night, "?frames=1")),
        Stream(site.port, events_path(other, "?frames=1")) as stream,
    ):
        assert stream.read().name == "frame"
        say(other)
        assert stream.read().name == "frame"


@pytest.mark.sqlite
def test_a_change_by_another_program_is_seen_in_the_file(site):
    night = make_night()
    with Stream(site.port, events_path(night, "?frames=1")) as stream:
        first = stream.read()
        # Past the acts, as a restored backup or another program would.
        Tournament.objects.filter(pk=night.pk).update(version=night.version - 1, message="From elsewhere")
        event = stream.read()
    assert int(event.id) < int(first.id)
    assert "From elsewhere" in event.data


@pytest.mark.postgresql
def test_a_notification_from_another_process_brings_its_topics(site):
    night = make_night()
    with Stream(site.port, events_path(night, seen(night))) as stream:
        assert stream.silent(KEEPS_RUNNING)
        with psycopg.connect(**connection.get_connection_params()) as other:
            other.execute("UPDATE tournaments_tournament SET version = version + 1 WHERE id = %s", [night.pk])
            note = {"night": night.pk, "version": night.version + 1, "topics": ["clock"]}
            other.execute("SELECT pg_notify(%s, %s)", [CHANNEL, json.dumps(note)])
        news = {"version": night.version + 1, "topics": ["clock"], "streams": 1}
        assert json.loads(stream.read().data) == news


@pytest.mark.postgresql
def test_a_listener_that_was_cut_off_listens_again_and_misses_nothing(site):
    night = make_night()
    cut = (
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
        " WHERE datname = current_database() AND query LIKE 'LISTEN%'"
    )
    with Stream(site.port, events_path(night, seen(night))) as stream:
        assert stream.silent(KEEPS_RUNNING)
        with psycopg.connect(**connection.get_connection_params(), autocommit=True) as other:
            assert other.execute(cut).fetchone()[0] == 1
            other.execute("UPDATE tournaments_tournament SET version = version + 1 WHERE id = %s", [night.pk])
        assert stream.read(within=5).id == str(night.version + 1)
        say(night)
        assert stream.read().id == str(night.version + 2)


def test_many_acts_by_many_threads_end_at_the_last_version_everywhere(site):
    night = make_night()
    with ExitStack() as stack:
        streams = [stack.enter_context(Stream(site.port, events_path(night, "?frames=1"))) for _ in range(5)]
        threads = [threading.Thread(target=lambda n=n: _say_and_close(night, f"{n}")) for n in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        final = str(reload(night).version)
        for stream in streams:
            while stream.read().id != final:
                pass


def _say_and_close(night, text):
    try:
        say(night, text)
    finally:
        connection.close()
