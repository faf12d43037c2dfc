"""The live stream on a real server: what arrives, when, and what happens when something breaks."""

from __future__ import annotations

import json

import pytest

from tests.factories import HOST, make_night, reload
from tests.web.streams import Stream
from tournaments.actions import nights
from tournaments.web.screen.hub import hub

pytestmark = pytest.mark.django_db(transaction=True)


def events_path(night, query=""):
    return f"/wall/{night.code}/events/{query}"


def test_a_phone_hears_which_topics_an_act_changed(site):
    night = make_night()
    with Stream(site.port, events_path(night, f"?seen={night.version}")) as stream:
        assert stream.status == 200
        assert "x-accel-buffering: no" in stream.answer
        assert "cache-control: no-store" in stream.answer
        assert stream.silent(0.6)
        nights.set_message(night, HOST, text="Pizza")
        event = stream.read()
    assert event.name == "changed"
    assert event.id == str(reload(night).version)
    assert json.loads(event.data) == {"version": night.version + 1, "topics": ["desk", "message"]}


def test_streams_end_at_once_when_the_server_stops(site):
    night = make_night()
    with Stream(site.port, events_path(night)) as stream:
        stream.read()
        assert hub.count == 1
        site.stop()
        assert stream.read() is None
    assert hub.wait_closed()
