"""Who may ask for a ruling; asking changes nothing, and no question breaks a page."""

from __future__ import annotations

import pytest

from tests.cast import Cast, cast_of
from tests.factories import HOST, make_night, ready_night, reload, running_games
from tests.web.rulings.asking import HAND, PAGES, address, ask, question_of, runner_of
from tournaments.actions import rounds
from tournaments.models import LogEntry, ScoreSheet, Tournament

pytestmark = pytest.mark.django_db


class TestWhoMayAsk:
    @pytest.fixture
    def cast(self, wemsa: Tournament) -> Cast:
        return cast_of(wemsa)

    @pytest.mark.parametrize("page", PAGES)
    def test_the_director_and_helpers_alone(self, cast: Cast, page: str) -> None:
        for role in ("organizer", "desk", "runner"):
            assert cast.of(role).get(address(cast.night, page)).status_code == 200
        for role in ("player", "stranger"):
            assert cast.of(role).get(address(cast.night, page)).status_code == 403
        assert runner_of(make_night()).get(address(cast.night, page)).status_code == 403

    @pytest.mark.parametrize("page", PAGES)
    def test_asking_is_no_act_and_leaves_no_trace(self, cast: Cast, page: str) -> None:
        before = (LogEntry.objects.count(), ScoreSheet.objects.count(), reload(cast.night).version)
        assert cast.runner.post(address(cast.night, page)).status_code == 405
        cast.runner.get(address(cast.night, page, "trump=hearts"))
        cast.runner.get(address(cast.night, page, "seed=a"))
        assert (LogEntry.objects.count(), ScoreSheet.objects.count(), reload(cast.night).version) == before

    def test_the_list_of_questions_leads_to_each_and_comes_from_the_tables(self, cast: Cast) -> None:
        page = cast.runner.get(address(cast.night, "")).content.decode()
        for name in PAGES[1:]:
            assert f'href="/runner/{cast.night.code}/rulings/{name}"' in page
        assert f'href="/night/{cast.night.code}/house-rules/"' in page
        tables = cast.runner.get(f"/runner/{cast.night.code}/").content.decode()
        assert f'href="/runner/{cast.night.code}/rulings/"' in tables

    def test_a_size_chosen_is_kept_on_the_way(self, cast: Cast) -> None:
        page = cast.runner.get(address(cast.night, "") + "size=3&deck=four").content.decode()
        assert "rulings/trick/?size=3&amp;deck=four" in page
        assert "rulings/partners/" not in page

    def test_only_the_sizes_of_the_night_are_offered(self, queue: Tournament, threes: Tournament) -> None:
        for night in (queue, threes):
            assert "Table of three" not in runner_of(night).get(address(night, "trick/")).content.decode()
        page = runner_of(queue).get(address(queue, "trick/") + "size=3").content.decode()
        assert 'name="card3"' in page
        page = runner_of(threes).get(address(threes, "trick/")).content.decode()
        assert 'name="card3"' not in page


# trump, the cards from the leader clockwise ("-": none), who is out -> who takes it, and why


NOISE = [
    "ask=1&trump=%00&card0=%00JH&hand=%00",
    "ask=1&" + "&".join(f"hand=card{n}" for n in range(300)),
    "ask=1&trump=hearts&led=" + "J" * 5000,
    "ask=1&size=99&out=99&maker=-1&tricks=%F0%9F%83%8F&who0=%D9%A1",
    "ask=1&seed=%00%00&again=%C2%B2&game=%F0%9F%83%8F",
    "seed=" + "x" * 5000,
    "ask=1&card0=%F0%9F%82%A1&card0=J%E2%99%A5",
]


@pytest.mark.parametrize("page", PAGES)
def test_no_input_breaks_a_page(wemsa: Tournament, page: str) -> None:
    client = runner_of(wemsa)
    for noise in NOISE:
        assert client.get(f"/runner/{wemsa.code}/rulings/{page}?{noise}").status_code in (200, 422)


def test_signs_are_read_like_letters(wemsa: Tournament) -> None:
    said = ask(runner_of(wemsa), wemsa, "trick/", "trump=hearts card0=A♠ card1=K♠ card2=J♦ card3=9♥")
    assert "jack of diamonds wins" in said


@pytest.mark.parametrize("players", [8, 24])
def test_the_number_of_queries_does_not_grow(players: int, django_assert_num_queries) -> None:
    night = ready_night((players,), games=3, break_after=None)
    rounds.start_game(night, HOST, number=1)
    game = running_games(night)[0]
    client = runner_of(night)
    question = f"trump=hearts led=9H {HAND} played=AS game={game.pk} offender=1"
    with django_assert_num_queries(8):  # night, link, settings; the game with its sheets; the tables
        client.get(address(night, "renege/", question))
    with django_assert_num_queries(3):
        client.get(address(night, "trick/", question_of("hearts", "AS KS JD 9H")))
