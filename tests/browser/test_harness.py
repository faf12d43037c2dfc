"""The harness sees what goes wrong: each test here breaks one thing and expects to be told."""

import pytest
from playwright.sync_api import expect

from tests.browser.look import assert_accessible, assert_fits

pytestmark = [pytest.mark.urls("tests.browser.harness_urls"), pytest.mark.sqlite]


def told(faults, pattern):
    """The faults so far, which the test then accepts."""
    left = faults.left()
    faults.allow(pattern)
    return left


def test_a_page_without_fault_leaves_none(laptop, faults):
    laptop.goto("/fine/")
    expect(laptop.get_by_role("heading")).to_have_text("Hall")
    assert_accessible(laptop)
    assert_fits(laptop)
    assert faults.left() == []


def test_a_stranger_is_told_and_gets_no_call(laptop, faults):
    laptop.goto("/stranger/")
    left = told(faults, "stranger.example")
    assert any("stranger.example" in text for text in left)
    assert faults.left() == []


@pytest.mark.parametrize("name", ["inline", "style"])
def test_what_the_policy_refuses_is_told(laptop, faults, name):
    laptop.goto(f"/{name}/")
    assert laptop.title() == "Hall"
    assert any("Content Security Policy" in text for text in told(faults, "Content Security Policy"))


def test_a_missing_file_is_told(laptop, faults):
    laptop.goto("/missing/")
    assert any("404" in text and "/no-such.png" in text for text in told(faults, "404"))


def test_an_uncaught_error_is_told(laptop, faults):
    laptop.goto("/throws/")
    assert any("lost count of the tricks" in text for text in told(faults, "lost count"))


def test_what_is_not_accessible_is_told(laptop):
    laptop.goto("/nameless/")
    with pytest.raises(AssertionError, match=r"(?s)image-alt.*label|label.*image-alt"):
        assert_accessible(laptop)
    assert_accessible(laptop, without=("image-alt", "label"))


def test_a_page_too_wide_for_the_phone_is_told(phone):
    phone.goto("/wide/")
    with pytest.raises(AssertionError, match="3008 px wide on a screen of 390"):
        assert_fits(phone)


def test_a_phone_has_what_plain_http_leaves_it(phone, laptop):
    phone.goto("/fine/")
    laptop.goto("/fine/")
    assert phone.evaluate("() => [isSecureContext, 'serviceWorker' in navigator]") == [False, False]
    assert laptop.evaluate("() => [isSecureContext, 'serviceWorker' in navigator]") == [True, True]
    assert phone.evaluate("() => [innerWidth, matchMedia('(pointer: coarse)').matches]")[1] is True


def test_the_site_can_go_and_come_back(site, laptop, faults):
    laptop.goto("/fine/")
    site.stop()
    faults.allow("ERR_CONNECTION_REFUSED")
    with pytest.raises(Exception, match="ERR_CONNECTION_REFUSED"):
        laptop.reload()
    laptop.wait_for_url("chrome-error://**")  # the browser's own page, which it is still on the way to
    site.start()
    laptop.goto("/fine/")
    expect(laptop.get_by_role("heading")).to_have_text("Hall")


def test_pages_share_no_cookies(open_page, site):
    first, second = open_page("laptop", base_url=site.url), open_page("laptop", base_url=site.url)
    first.goto("/fine/")
    first.evaluate("() => { document.cookie = 'mark=1' }")
    second.goto("/fine/")
    assert second.evaluate("() => document.cookie") == ""
