"""What a client is told: never the same twice, never less than what changed."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor

from hypothesis import given
from hypothesis import strategies as st

from tournaments.web.screen.client import Client
from tournaments.web.screen.events import EVERYTHING, Update, event, ping
from tournaments.web.screen.hub import _Channel

TOPICS = ("seating", "scores", "clock", "message")


def told(client):
    """What lies in the client's mailbox, and take it out."""
    update, client._mail = client._mail, None
    return update


def client(seen="", *, is_helper=False, wants_frames=False):
    return Client(1, wants_frames=wants_frames, seen=seen, is_helper=is_helper)


def in_its_own_loop(body):
    """Run it where an event loop runs, as every client needs one: in a thread, since a browser test leaves its own."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, body()).result()


def in_a_loop(test):
    def run(*args, **kwargs):
        async def body():
            test(*args, **kwargs)

        in_its_own_loop(body)

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run


def publish(channel, version):
    """The hub's step: what this version is to those who watch."""
    news = channel.news(Update(version))
    channel.told = news
    channel.explained = {v: topics for v, topics in channel.explained.items() if v > version}
    return news


def test_topics_are_those_of_all_versions_since_the_last_telling():
    channel = _Channel()
    assert publish(channel, 4).topics == EVERYTHING
    channel.explained = {5: frozenset({"scores"}), 6: frozenset({"clock"})}
    assert publish(channel, 6).topics == {"scores", "clock"}


def test_a_version_nobody_explained_means_everything():
    channel = _Channel()
    publish(channel, 4)
    channel.explained = {6: frozenset({"clock"})}
    assert publish(channel, 6).topics >= EVERYTHING


def test_a_restored_backup_means_everything():
    channel = _Channel()
    publish(channel, 40)
    channel.explained = {7: frozenset({"clock"})}
    assert publish(channel, 7).topics == EVERYTHING


@in_a_loop
def test_who_saw_the_version_before_hears_the_topics_and_others_everything():
    channel = _Channel()
    publish(channel, 4)
    channel.explained = {5: frozenset({"scores"})}
    news = publish(channel, 5)
    for seen, topics in (("4", {"scores"}), ("3", EVERYTHING), ("", EVERYTHING), ("9", EVERYTHING)):
        phone = client(seen)
        phone.tell(news)
        assert told(phone).topics == topics
    has_it = client("5")
    has_it.tell(news)
    assert told(has_it) is None


@in_a_loop
def test_what_was_not_fetched_is_merged_and_a_frame_replaced():
    phone, wall = client("1"), client("1", wants_frames=True)
    for number, topic in ((2, "scores"), (3, "clock")):
        update = Update(number, follows=number - 1, topics=frozenset({topic}), frame=f"<p>{number}</p>")
        phone.tell(update)
        wall.tell(update)
    assert json.loads(told(phone).changed_event.split(b"data: ")[1].split(b"\n")[0])["topics"] == [
        "clock",
        "scores",
    ]
    assert b"<p>3</p>" in told(wall).frame_event


@in_a_loop
def test_a_private_night_is_for_helpers():
    public, helper = client("1"), client("1", is_helper=True)
    for one in (public, helper):
        one.tell(Update(2, is_public=False))
    assert (public._closed, public._gone) == (True, True)
    assert (helper._closed, told(helper).version) == (False, 2)


def test_an_event_of_many_lines_is_one_event():
    assert (
        event("frame", "<p>\n  a\n</p>", id=7) == b"event: frame\ndata: <p>\ndata:   a\ndata: </p>\nid: 7\n\n"
    )
    assert ping(retry_ms=1000).startswith(b"retry: 1000\nevent: ping\ndata: ")


steps = st.lists(
    st.tuples(st.sets(st.sampled_from(TOPICS), min_size=1), st.booleans(), st.booleans(), st.booleans()),
    max_size=25,
)


@given(steps=steps, seen=st.integers(0, 3))
def test_nobody_ever_misses_a_topic(steps, seen):
    """Acts come, some unexplained; the hub publishes now and then; the phone fetches now and then."""
    changed = {version: set(TOPICS) for version in range(1, 4)}  # before anybody watched

    def fetch(phone, knows):
        """The version the phone knows now; what it is told covers every act since the one it knew."""
        update = told(phone)
        if update is None:
            return knows
        missed = set().union(*(changed[v] for v in range(knows + 1, update.version + 1)))
        assert update.topics >= EVERYTHING or update.topics >= missed
        return update.version

    async def body():
        channel, phone, knows, version = _Channel(), client(str(seen)), seen, 3
        for topics, is_explained, is_published, is_fetched in steps:
            version += 1
            changed[version] = topics
            if is_explained:
                channel.explained[version] = frozenset(topics)
            if is_published:
                phone.tell(publish(channel, version))
            if is_fetched:
                knows = fetch(phone, knows)
        phone.tell(publish(channel, version))
        assert fetch(phone, knows) == version

    in_its_own_loop(body)
