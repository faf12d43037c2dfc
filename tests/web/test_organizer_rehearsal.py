"""Rehearse this night: the host's pages, the mark on everything, and links that open one of the two nights only."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import cast_of, helper, key
from tests.factories import (
    HOST,
    add_players,
    check_everybody_in,
    draw,
    make_night,
    post,
    ready_night,
    reload,
    running_games,
)
from tests.web.every_route import busy_night, every_route, made_busy
from tournaments.actions import links, nights, rounds
from tournaments.actions.rehearsals import make_rehearsal, throw_rehearsal_away
from tournaments.models import AccessLink, Bots, Tournament
from tournaments.queries.progress import progress_of
from tournaments.queries.rehearsal import rehearsal_panel, roster_of
from tournaments.web.access import cookie_name, token_of
from tournaments.web.organizer import control

pytestmark = pytest.mark.django_db


@pytest.fixture
def real() -> Tournament:
    night = make_night("wemsa", games=3, break_after=None)
    add_players(night, 8)
    return night


def rehearse(night: Tournament, **more) -> Tournament:
    return Tournament.objects.get(code=make_rehearsal(night, HOST, **more)["code"])


def host_of(night: Tournament) -> Client:
    client = Client()
    client.force_login(night.organizer)
    return client


def busy_rehearsal() -> Tournament:
    """As `busy_night`, rehearsed."""
    real = make_night("wemsa", games=3, break_after=None)
    add_players(real, 12)
    night = rehearse(real)
    rounds.open_check_in(night, HOST)
    check_everybody_in(night)
    draw(night)
    return made_busy(reload(night))


class TestMaking:
    def test_the_way_there_and_back(self, real):
        host = host_of(real)
        control = host.get(f"/nights/{real.code}/").content.decode()
        assert f'href="/nights/{real.code}/rehearsal/"' in control

        page = host.get(f"/nights/{real.code}/rehearsal/").content.decode()
        assert "8 people from the list" in page
        assert 'value="4"' in page  # guests up to a dozen

        answer = host.post(f"/nights/{real.code}/rehearsal/", {"guests": "4", "quarrels": "on", "key": key()})
        copy = Tournament.objects.get(rehearsal_of=real)
        assert (answer.status_code, answer["Location"]) == (303, f"/nights/{copy.code}/")
        assert copy.players.count() == 12
        assert copy.bots.quarrels

        control = host.get(f"/nights/{copy.code}/").content.decode()
        assert f'action="/nights/{real.code}/rehearsal/throw-away/"' in control
        answer = host.post(f"/nights/{real.code}/rehearsal/throw-away/", {"key": key()})
        assert (answer.status_code, answer["Location"]) == (303, f"/nights/{real.code}/")
        assert not Tournament.objects.filter(pk=copy.pk).exists()
        assert host.get(f"/nights/{copy.code}/").status_code == 404

    @pytest.mark.parametrize("guests", ["", "-1", "401", "many", "9" * 400, "\x00"])
    def test_bad_numbers_stay_in_the_form(self, real, guests):
        answer = host_of(real).post(f"/nights/{real.code}/rehearsal/", {"guests": guests})
        assert answer.status_code == 422
        assert not Tournament.objects.filter(rehearsal_of=real).exists()

    def test_one_that_is_there_is_shown_and_replaced_after_a_question(self, real):
        host, first = host_of(real), rehearse(real)
        page = host.get(f"/nights/{real.code}/rehearsal/").content.decode()
        assert f'href="/nights/{first.code}/"' in page
        assert 'data-confirm="Make a new rehearsal?"' in page
        assert 'name="replace_old" value="True"' in page

        unasked = host.post(
            f"/nights/{real.code}/rehearsal/", {"guests": "0"}
        )  # from a page older than the rehearsal
        assert unasked.status_code == 422
        assert "It would be thrown away" in unasked.content.decode()
        assert Tournament.objects.filter(pk=first.pk).exists()

        answer = host.post(f"/nights/{real.code}/rehearsal/", {"guests": "0", "replace_old": "True"})
        assert answer.status_code == 303
        assert not Tournament.objects.filter(pk=first.pk).exists()

    def test_a_double_press_makes_one(self, real):
        host, once = host_of(real), key()
        answers = [
            host.post(f"/nights/{real.code}/rehearsal/", {"guests": "0", "key": once}) for _ in range(2)
        ]
        assert [answer.status_code for answer in answers] == [303, 303]
        assert len({answer["Location"] for answer in answers}) == 1

    def test_a_rehearsal_has_no_rehearsal(self, real):
        copy = rehearse(real)
        answer = host_of(real).get(f"/nights/{copy.code}/rehearsal/")
        assert (answer.status_code, answer["Location"]) == (303, f"/nights/{copy.code}/")

    def test_it_stands_beside_its_night_and_is_no_night_of_its_own(self, real):
        host = host_of(real)
        assert f'href="/nights/{real.code}/rehearsal/"' in host.get("/").content.decode()
        copy = rehearse(real)
        page = host.get("/").content.decode()
        assert f'href="/nights/{copy.code}/"' in page
        assert "Open its rehearsal" in page
        assert copy.name not in page

    def test_it_cannot_be_deleted_like_a_night(self, real):
        copy = rehearse(real)
        host = host_of(real)
        assert "Delete this night" not in host.get(f"/nights/{copy.code}/settings/").content.decode()
        assert (
            host.post(f"/nights/{copy.code}/settings/delete/", {"typed_name": copy.name}).status_code == 422
        )

    @pytest.mark.parametrize("role", ["desk", "runner", "player", "stranger"])
    def test_only_the_host(self, real, role):
        rehearse(real)
        client = cast_of(real).of(role)
        for path in ("rehearsal/", "rehearsal/throw-away/", "bots/pace/", "bots/play/"):
            answer = client.post(f"/nights/{real.code}/{path}", {"guests": "0", "replace_old": "True"})
            assert answer.status_code in (302, 403), path
        assert Tournament.objects.filter(rehearsal_of=real).count() == 1


class TestTheMark:
    BAND = 'class="rehearsal-band"'

    def test_it_is_on_every_page_of_a_rehearsal(self):
        night = busy_rehearsal()
        host = host_of(night)
        pages = 0
        for route in every_route(night, wish_id=1, table=1):
            if "<slug:code>" not in route.pattern or "rehearsal/" in route.pattern:
                continue
            answer = host.get(route.address)
            if answer.streaming or not answer.content.lstrip().lower().startswith(b"<!doctype html>"):
                continue
            text = answer.content.decode()
            assert self.BAND in text, f"/{route.pattern}"
            assert '<meta name="robots" content="none">' in text
            pages += 1
        assert pages > 30

    def test_a_form_that_is_refused_keeps_it(self):
        night = busy_rehearsal()
        answer = host_of(night).post(f"/nights/{night.code}/message/", {"message": "x" * 300})
        assert answer.status_code == 422
        assert self.BAND in answer.content.decode()

    def test_the_wall_keeps_it_when_its_frame_changes(self):
        night = busy_rehearsal()
        page = Client().get(f"/wall/{night.code}/").content.decode()
        assert page.index(self.BAND) < page.index('id="frame"')  # outside of what the stream replaces

    def test_no_page_of_a_real_night_has_it(self):
        night = busy_night()
        make_rehearsal(night, HOST)
        host = host_of(night)
        for address in (
            f"/nights/{night.code}/",
            f"/wall/{night.code}/",
            f"/night/{night.code}/",
            f"/runner/{night.code}/",
        ):
            assert self.BAND not in host.get(address).content.decode(), address


class TestLinksOpenOneOfTheTwo:
    @pytest.fixture
    def both(self) -> tuple[Tournament, Tournament]:
        night = ready_night((8,), games=2, break_after=None)
        links.make_link(night, HOST, role="runner", name="Robin")
        links.make_link(night, HOST, role="desk", name="Dana")
        copy = rehearse(night)
        rounds.open_check_in(copy, HOST)
        check_everybody_in(copy)
        draw(copy)
        rounds.start_game(copy, HOST, number=1)
        rounds.start_game(night, HOST, number=1)
        return reload(night), reload(copy)

    @pytest.mark.parametrize("way", ["real to rehearsal", "rehearsal to real"])
    @pytest.mark.parametrize(("role", "part"), [("runner", "runner"), ("desk", "desk"), ("table", "runner")])
    def test_a_helper(self, both, way, role, part):
        here, there = both if way == "real to rehearsal" else both[::-1]
        if role == "table":
            links.make_link(
                here, HOST, role="table", name="T", table_number=running_games(here)[0].table.number
            )
        link = here.links.filter(role=role).latest("pk")
        client = Client()
        opened = client.get(f"/h/{token_of(link)}/")
        assert opened["Location"].split("/")[2] == here.code
        assert client.get(f"/{part}/{here.code}/").status_code == 200
        assert client.get(f"/{part}/{there.code}/").status_code == 403
        client.cookies[cookie_name(there)] = token_of(link)  # a cookie carried over by hand
        assert client.get(f"/{part}/{there.code}/").status_code == 403
        game = running_games(there)[0]
        assert client.get(f"/runner/{there.code}/sheets/{game.pk}/").status_code == 403
        assert client.get(f"/runner/{here.code}/sheets/{game.pk}/").status_code == 404

    @pytest.mark.parametrize("way", ["real to rehearsal", "rehearsal to real"])
    def test_a_players_own_page(self, both, way):
        here, there = both if way == "real to rehearsal" else both[::-1]
        player = here.players.first()
        assert Client().get(reverse("player:own", args=[here.code, player.key])).status_code == 200
        assert Client().get(reverse("player:own", args=[there.code, player.key])).status_code == 404

    def test_its_qr_codes_lead_to_it(self, both):
        real, copy = both
        page = host_of(copy).get(f"/nights/{copy.code}/helpers/").content.decode()
        tokens = re.findall(r"/h/([^/\"]+)/", page)
        assert tokens
        for token in tokens:
            nonce = token.split(".")[0]
            assert AccessLink.objects.get(nonce=nonce).tournament == copy
        assert real.code not in page

    def test_thrown_away_they_open_nothing(self, both):
        real, copy = both
        client = helper(copy, "runner")
        token = token_of(copy.links.first())
        pages = (f"/runner/{copy.code}/", f"/wall/{copy.code}/", f"/night/{copy.code}/")
        assert [client.get(page).status_code for page in pages] == [200, 200, 200]
        throw_rehearsal_away(real, HOST)
        assert [client.get(page).status_code for page in pages] == [404, 404, 404]
        assert client.get(f"/h/{token}/").status_code == 410
        assert client.get(f"/runner/{real.code}/").status_code == 403

    def test_sheets_and_money_of_one_are_none_of_the_other(self, both):
        real, copy = both
        before = (reload(real).version, real.ledger.count(), real.log.count())
        play = running_games(copy)[0]
        post(play)
        assert (reload(real).version, real.ledger.count(), real.log.count()) == before
        till = host_of(real).get(f"/desk/{real.code}/till/").content.decode()
        assert "Rehearsal" not in till


class TestTheBotsPanel:
    def test_what_can_be_asked_follows_the_night(self, real):
        copy = rehearse(real)
        host = host_of(real)

        def labels() -> list[str]:
            page = host.get(f"/nights/{copy.code}/").content.decode()
            panel = page.partition('id="bots-title"')[2].partition("</section>")[0]
            return re.findall(r'id="bots-goal-\d">([^<]+)<', panel)

        assert labels() == ["Check everybody in", "Seat the first game"]
        rounds.open_check_in(copy, HOST)
        check_everybody_in(copy)
        assert labels() == ["Seat the first game", "Play game 1"]
        draw(copy)
        assert labels() == ["Play game 1", "Play game 2"]
        rounds.start_game(copy, HOST, number=1)
        assert labels() == ["Play the rest of game 1", "Play game 2"]

    def test_asking(self, real):
        copy = rehearse(real)
        host = host_of(real)
        answer = host.post(f"/nights/{copy.code}/bots/play/", {"until": "game 2", "key": key()})
        assert (answer.status_code, answer["Location"]) == (303, f"/nights/{copy.code}/")
        assert Bots.objects.get(night=copy).until == "game 2"
        host.post(f"/nights/{copy.code}/bots/pace/", {"pace": "fast", "key": key()})
        assert Bots.objects.get(night=copy).pace == "fast"
        page = host.get(f"/nights/{copy.code}/").content.decode()
        assert re.search(r'value="fast"[^>]*aria-pressed="true"', page)
        host.post(f"/nights/{copy.code}/bots/pace/", {"pace": "", "key": key()})
        assert not Bots.objects.get(night=copy).is_asked

    @pytest.mark.parametrize(
        "until", ["", "game 0", "game -1", "game 99999", "drawn; drop", "\x00", "x" * 999]
    )
    def test_nonsense_is_refused_in_words(self, real, until):
        copy = rehearse(real)
        host = host_of(real)
        assert host.post(f"/nights/{copy.code}/bots/play/", {"until": until}).status_code == 303
        assert "Choose how far the bots are to play." in host.get(f"/nights/{copy.code}/").content.decode()
        assert not Bots.objects.get(night=copy).is_asked

    def test_what_they_wait_for_is_said(self, real):
        copy = rehearse(real)
        Bots.objects.filter(night=copy).update(waits_for="Table 3: a disputed sheet to decide.", until="end")
        page = host_of(real).get(f"/nights/{copy.code}/").content.decode()
        assert "The bots wait for you." in page
        assert "Table 3: a disputed sheet to decide." in page

    def test_a_real_night_has_none_and_refuses(self, real):
        host = host_of(real)
        assert "bots-title" not in host.get(f"/nights/{real.code}/").content.decode()
        host.post(f"/nights/{real.code}/bots/play/", {"until": "end"})
        assert "never in the real night" in host.get(f"/nights/{real.code}/").content.decode()
        assert not Bots.objects.exists()

    @pytest.mark.parametrize("path", ["bots/pace/", "bots/play/", "rehearsal/throw-away/"])
    def test_looking_does_nothing(self, real, path):
        copy = rehearse(real)
        assert host_of(real).get(f"/nights/{copy.code}/{path}").status_code == 405

    @pytest.mark.parametrize("heads", [8, 40])
    def test_queries_do_not_grow(self, heads, django_assert_num_queries):
        night = make_night("wemsa", games=3, break_after=None)
        add_players(night, heads)
        copy = rehearse(night)
        night, copy = reload(night), reload(copy)
        with django_assert_num_queries(6):
            rehearsal_panel(copy)
        with django_assert_num_queries(3):
            roster_of(night)


def test_what_is_sent_while_the_rehearsal_is_thrown_away_is_no_fault_of_the_server(real, monkeypatch):
    copy, set_message = rehearse(real), nights.set_message

    def too_late(night, caller, **arguments):
        throw_rehearsal_away(real, HOST)
        return set_message(night, caller, **arguments)

    monkeypatch.setattr(nights, "set_message", too_late)
    assert host_of(real).post(f"/nights/{copy.code}/message/", {"message": "hello"}).status_code == 404


def test_what_is_read_while_the_rehearsal_is_thrown_away_is_not_found(real, monkeypatch):
    copy = rehearse(real)

    def too_late(night, now):
        throw_rehearsal_away(real, HOST)
        return progress_of(night, now)

    monkeypatch.setattr(control, "progress_of", too_late)
    assert host_of(real).get(f"/nights/{copy.code}/live/").status_code == 404
