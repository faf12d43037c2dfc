"""A rehearsal as a host and a runner have it: the bots live in the program that serves, and pages follow by themselves."""

import pytest
from django.test import Client
from playwright.sync_api import expect

from tests.browser.look import assert_accessible, assert_fits
from tests.browser.sheets import SheetPage, open_link
from tests.factories import add_players, make_night, reload, running_games
from tournaments.models import Tournament

WAIT = 30_000  # ms; a draw starts a process of its own


@pytest.fixture
def real(site):
    night = make_night("wemsa", games=2, break_after=None)
    add_players(night, 8)
    return night


@pytest.fixture
def host(open_page, site, real):
    page = open_page("laptop", base_url=site.url)
    client = Client()
    client.force_login(real.organizer)
    page.context.add_cookies(
        [{"name": "euchre_session", "value": client.cookies["euchre_session"].value, "url": site.url}]
    )
    return page


def test_bots_play_beside_people_until_the_rehearsal_is_thrown_away(
    host, phone, projector, site, real, faults
):
    host.goto(f"/nights/{real.code}/")
    host.get_by_role("link", name="Rehearse this night").click()
    assert_accessible(host)
    host.get_by_role("button", name="Make the rehearsal").click()
    host.get_by_role("button", name="Play game 1", exact=True).wait_for(
        state="hidden"
    )  # nobody is seated yet
    night = Tournament.objects.get(rehearsal_of=real)

    host.get_by_label("Play at once up to").select_option(label="Play game 1")
    host.get_by_role("button", name="Play up to there").click()
    expect(host.get_by_role("heading", name="Game 1 is closed")).to_be_visible(timeout=WAIT)
    assert_fits(host)
    assert_accessible(host)

    host.get_by_role("button", name="Start game 2").click()
    expect(host.get_by_role("heading", name="Game 2 is running")).to_be_visible()
    mine, *_ = running_games(reload(night))
    sheet = SheetPage(open_link(phone, site, night), mine).open()
    new = phone.locator(".choice:not(.choice--repeat) [name=pairing]").first.get_attribute("value")
    sheet.pair(int(new)).totals(14, 9, bump=4).agree().save().expect_saved()
    assert_fits(phone)
    assert_accessible(phone)
    projector.goto(f"{site.url}/wall/{night.code}/")
    host.get_by_role("button", name="Play the rest of game 2").click()
    expect(host.get_by_role("heading", name="All games are played")).to_be_visible(timeout=WAIT)
    roles = night.games.filter(round__number=2).values_list("sheets__entered_role", flat=True)
    assert sorted(roles) == ["bot", "bot", "runner"]
    expect(projector.locator("#frame")).to_have_attribute("data-version", str(reload(night).version))
    expect(projector.get_by_role("complementary", name="Rehearsal")).to_be_visible()
    assert_fits(projector)

    faults.allow("status of 404")
    host.get_by_role("button", name="Throw the rehearsal away").click()
    host.get_by_role("button", name="Yes, do it").click()
    expect(host.get_by_text("The rehearsal is thrown away")).to_be_visible()
    assert host.url == f"{site.url}/nights/{real.code}/"
    phone.goto(f"/runner/{night.code}/")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Nobody sits here")
    assert not Tournament.objects.filter(pk=night.pk).exists()


def test_it_fits_a_phone(open_page, site, host, real):
    host.set_viewport_size({"width": 390, "height": 844})
    host.goto(f"/nights/{real.code}/rehearsal/")
    assert_fits(host)
    host.get_by_role("button", name="Make the rehearsal").click()
    expect(host.get_by_role("heading", name="The bots")).to_be_visible()
    for scheme in ("light", "dark"):
        host.emulate_media(color_scheme=scheme)
        assert_fits(host)
        assert_accessible(host)
