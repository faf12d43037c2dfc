"""Every answer carries the policy, static files are served, and strange names get nothing."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.http import HttpResponse
from django.test import AsyncClient, RequestFactory

from euchre_night.middleware import POLICY, local_hosts_only


def awaited(coroutine):
    """Its result, from a thread of its own: a browser test may have left a running event loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


def test_pages_and_errors_carry_the_policy(client):
    response = client.get("/no-such-page/")
    assert response.status_code == 404
    assert response.headers["Content-Security-Policy"] == POLICY


def test_the_policy_allows_no_inline_code_and_no_other_host():
    rules = dict(rule.split(" ", 1) for rule in POLICY.split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == "'self'"
    assert rules["frame-ancestors"] == "'none'"
    assert "unsafe" not in POLICY
    assert "http" not in POLICY


def test_the_async_way_carries_the_policy_too():
    response = awaited(AsyncClient().get("/no-such-page/"))
    assert response.headers["Content-Security-Policy"] == POLICY


def test_static_files_are_sent_whole_with_the_policy(client):
    response = client.get("/static/django_htmx/htmx-2.min.js")
    assert response.status_code == 200
    assert not response.streaming
    assert b"htmx" in response.content
    assert response.headers["Content-Security-Policy"] == POLICY


def test_a_known_static_file_is_not_sent_again(client):
    first = client.get("/static/django_htmx/htmx-2.min.js")
    again = client.get(
        "/static/django_htmx/htmx-2.min.js", HTTP_IF_MODIFIED_SINCE=first.headers["Last-Modified"]
    )
    assert again.status_code == 304
    assert again.content == b""


def test_a_part_of_a_static_file_can_be_asked_for(client):
    response = client.get("/static/django_htmx/htmx-2.min.js", HTTP_RANGE="bytes=4-9")
    assert response.status_code == 206
    assert response.content == client.get("/static/django_htmx/htmx-2.min.js").content[4:10]


@pytest.mark.parametrize(
    "host",
    ["192.168.1.20:8000", "10.0.0.3", "[fe80::1]:8000", "127.0.0.1:8000", "localhost:8000", "testserver"],
)
def test_a_laptop_answers_to_addresses_and_to_its_own_names(client, host):
    assert client.get("/no-such-page/", HTTP_HOST=host).status_code == 404


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "192.168.1.20.evil.example", "a b"]
)
def test_a_laptop_does_not_answer_to_any_other_name(client, host):
    assert client.get("/no-such-page/", HTTP_HOST=host).status_code == 400


def test_the_async_way_does_not_either():
    async def page(request):
        return HttpResponse("page")

    ask = local_hosts_only(page)
    refused = awaited(ask(RequestFactory().get("/", HTTP_HOST="evil.example")))
    assert refused.status_code == 400
    assert b"evil.example" in refused.content
    assert awaited(ask(RequestFactory().get("/", HTTP_HOST="10.0.0.3"))).content == b"page"


def test_production_leaves_names_to_allowed_hosts(client, settings):
    settings.PRODUCTION = True
    settings.ALLOWED_HOSTS = ["euchre.example.org"]
    assert client.get("/no-such-page/", HTTP_HOST="euchre.example.org").status_code == 404
    assert client.get("/no-such-page/", HTTP_HOST="192.168.1.20").status_code == 400
