"""The settings of a night that exists: what it is, how it is played, its divisions, deleting it."""

import pytest

from tests.cast import cast_of, key
from tests.factories import HOST, add_players, check_everybody_in, make_night, play_game, ready_night, reload
from tests.web.test_organizer_new_night import as_typed
from tournaments.actions import prizes
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    return make_night()


@pytest.fixture
def cast(night):
    return cast_of(night)


def url(night, *parts):
    return "/".join(["", "nights", night.code, "settings", *map(str, parts), ""])


def save(cast, night, **changes):
    data = {"key": key(), **as_typed(night.settings), **changes}
    sent = {name: value for name, value in data.items() if value is not None}
    return cast.organizer.post(url(night, "play"), sent)


def details(night, **changes):
    start = night.local(night.starts_at)
    return {
        "key": key(),
        "name": night.name,
        "venue": night.venue,
        "date": f"{start:%Y-%m-%d}",
        "check_in": "18:30",
        "start": f"{start:%H:%M}",
        "time_zone": night.time_zone,
        **changes,
    }


class TestHowItIsPlayed:
    def test_the_page_shows_what_is_set_and_what_differs_from_the_preset(self, cast):
        night = make_night(organizer=cast.night.organizer, buy_in_cents=1500)
        page = cast.organizer.get(url(night)).content.decode()
        assert 'value="15"' in page
        assert page.count("Changed from the preset.") == 1

    def test_a_change_is_a_new_version(self, cast, night):
        assert save(cast, night, buy_in_cents="25").status_code == 303
        after = reload(night)
        assert after.settings.buy_in_cents == 2500
        assert after.settings_version.number == 2
        assert "buy_in_cents" in night.log.order_by("-version").first().text

    def test_saving_without_a_change_makes_no_version(self, cast, night):
        assert save(cast, night).status_code == 303
        assert reload(night).settings_version.number == 1

    def test_a_contradiction_is_refused_at_its_field_and_nothing_is_stored(self, cast, night):
        answer = save(cast, night, shares="50, 30, 10")
        assert answer.status_code == 422
        assert "10 % would go to nobody" in answer.content.decode()
        assert reload(night).settings_version.number == 1

    def test_games_played_keep_their_settings_and_a_drawn_rotation_is_told(self, cast):
        """ROT-21."""
        night = ready_night((8,), games=3, break_after=None, organizer=cast.night.organizer)
        play_game(night, 1)
        before = night.games.filter(status="finished").first().settings_version_id
        answer = cast.organizer.post(
            url(night, "play"),
            {
                k: v
                for k, v in {"key": key(), **as_typed(night.settings), "games": "2"}.items()
                if v is not None
            },
            follow=True,
        )
        assert "Draw it again" in answer.content.decode()
        assert night.games.filter(status="finished").first().settings_version_id == before
        assert reload(night).settings.games == 2

    def test_a_final_night_is_not_changed(self, cast):
        night = ready_night(
            (8,), games=1, break_after=None, prize_tie="split", organizer=cast.night.organizer
        )
        play_game(night, 1)
        prizes.finalise(night, HOST)
        answer = cast.organizer.post(
            url(night, "play"),
            {k: v for k, v in {"key": key(), **as_typed(night.settings), "buy_in_cents": "1"}.items() if v is not None},
        )  # fmt: skip
        assert answer.status_code == 422
        assert "final" in answer.content.decode()

    def test_money_already_taken_is_not_rewritten(self, cast, night):
        """MON-09."""
        add_players(night, 2)
        check_everybody_in(night)
        save(cast, night, buy_in_cents="50")
        assert sorted(night.ledger.values_list("cents", flat=True)) == [2000, 2000]


class TestWhatItIs:
    def test_name_place_and_times_are_saved(self, cast, night):
        sent = details(night, name="Better name", venue="Elsewhere", start="20:15", is_private="on")
        assert cast.organizer.post(url(night, "night"), sent).status_code == 303
        after = reload(night)
        assert (after.name, after.venue, after.is_private) == ("Better name", "Elsewhere", True)
        assert f"{after.local(after.starts_at):%H:%M}" == "20:15"

    def test_a_private_night_is_closed_to_the_public(self, cast, night):
        assert cast.player.get(f"/wall/{night.code}/").status_code == 200
        cast.organizer.post(url(night, "night"), details(night, is_private="on"))
        assert cast.player.get(f"/wall/{night.code}/").status_code == 404

    @pytest.mark.parametrize(
        "bad",
        [{"name": ""}, {"name": "x" * 200}, {"venue": "x" * 300}, {"date": "9999-12-31"}, {"start": ""}, {"time_zone": "\x00"}],
    )  # fmt: skip
    def test_bad_input_is_refused_and_kept(self, cast, night, bad):
        answer = cast.organizer.post(url(night, "night"), details(night, **{"venue": "My place", **bad}))
        assert answer.status_code == 422
        assert "_error" in answer.content.decode()
        assert reload(night).venue == ""


class TestDivisions:
    def division(self, night, **changes):
        first = night.divisions.first()
        values = {
            "name": first.name,
            "first_table": first.first_table,
            "last_table": first.last_table,
            **changes,
        }
        return first, {"key": key(), **{f"division-{first.pk}-{k}": v for k, v in values.items()}}

    def test_name_and_tables_are_saved(self, cast, night):
        first, sent = self.division(night, name="Sharks", first_table=3, last_table=12)
        assert cast.organizer.post(url(night, "divisions", first.pk), sent).status_code == 303
        first.refresh_from_db()
        assert (first.name, first.first_table, first.last_table) == ("Sharks", 3, 12)

    def test_no_table_number_twice(self, cast, night):
        first, sent = self.division(night, last_table=40)
        answer = cast.organizer.post(url(night, "divisions", first.pk), sent)
        assert answer.status_code == 422
        assert "belong to Novice" in answer.content.decode()

    @pytest.mark.parametrize(
        "bad", [{"name": ""}, {"name": "x" * 99}, {"first_table": "0"}, {"first_table": "a"}, {"last_table": "9" * 30}, {"first_table": "12", "last_table": "3"}, {"name": "Novice"}]
    )  # fmt: skip
    def test_bad_input_is_refused(self, cast, night, bad):
        first, sent = self.division(night, **bad)
        assert cast.organizer.post(url(night, "divisions", first.pk), sent).status_code == 422

    def test_a_division_of_another_night_is_not_found(self, cast, night):
        other = make_night().divisions.first()
        sent = {"key": key(), f"division-{other.pk}-name": "Mine now"}
        assert cast.organizer.post(url(night, "divisions", other.pk), sent).status_code == 404
        other.refresh_from_db()
        assert other.name == "Experienced"

    def test_one_more_division(self, cast, night):
        sent = {"key": key(), "new-division-name": "Seniors"}
        assert cast.organizer.post(url(night, "divisions"), sent).status_code == 303
        assert night.divisions.last().name == "Seniors"
        again = cast.organizer.post(url(night, "divisions"), {"key": key(), "new-division-name": "seniors"})
        assert again.status_code == 422


class TestDeleting:
    """OPS-02."""

    def test_it_needs_the_name_typed(self, cast, night):
        for typed in ("", "euchre night", "x" * 300, "\x00"):
            answer = cast.organizer.post(url(night, "delete"), {"key": key(), "typed_name": typed})
            assert answer.status_code == 422
        assert reload(night).deleted_at is None

    def test_then_nothing_of_it_is_there_until_restored(self, cast, night):
        sent = {"key": key(), "typed_name": night.name}
        assert cast.organizer.post(url(night, "delete"), sent)["Location"] == "/"
        for page in (f"/nights/{night.code}/", f"/desk/{night.code}/", f"/wall/{night.code}/"):
            assert cast.organizer.get(page).status_code == 404
        assert cast.desk.get(f"/desk/{night.code}/").status_code == 404

    def test_helpers_are_not_offered_it(self, cast, night):
        for role in ("desk", "runner"):
            page = cast.of(role).get(f"/{role}/{night.code}/").content.decode()
            assert "elete" not in page
            assert cast.of(role).post(url(night, "delete"), {"typed_name": night.name}).status_code == 403
        assert Tournament.objects.get(pk=night.pk).deleted_at is None


@pytest.mark.parametrize("page", ["play", "night", "divisions", "delete"])
def test_saving_takes_a_post(cast, night, page):
    version = reload(night).version
    assert cast.organizer.get(url(night, page)).status_code == 405
    assert reload(night).version == version


@pytest.mark.parametrize("page", ["play", "night", "divisions", "delete"])
def test_an_empty_post_is_refused(cast, night, page):
    assert cast.organizer.post(url(night, page), {}).status_code == 422
