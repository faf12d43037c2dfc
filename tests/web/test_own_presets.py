"""A host's own presets: kept from a night, offered on New night, taken along as a file."""

from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from tests.cast import cast_of, key
from tests.factories import make_night
from tests.web.test_organizer_new_night import filled_in
from tournaments.actions.saved_presets import MOST_SAVED
from tournaments.models import SavedPreset, Tournament
from tournaments.preset_files import read_text

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    return make_night("classic", games=5, divisions=["Tavern", "Terrace"], buy_in_cents=700)


@pytest.fixture
def cast(night):
    return cast_of(night)


def keep(cast, name="Thursday club", **more):
    return cast.organizer.post(
        f"/nights/{cast.night.code}/settings/preset/", {"name": name, "key": key(), **more}
    )


def upload(client, text, **more):
    data = text if isinstance(text, bytes) else text.encode()
    return client.post("/nights/new/file/", {"file": SimpleUploadedFile("preset.json", data), **more})


def mine(night):
    return SavedPreset.objects.get(owner=night.organizer)


class TestKeeping:
    def test_a_nights_settings_are_offered_next_time_and_make_the_same_night(self, cast, night):
        assert keep(cast).status_code == 303
        page = cast.organizer.get("/nights/new/").content.decode()
        assert "Thursday club" in page
        address = f"/nights/new/own/{mine(night).pk}/"
        assert "Tavern" in cast.organizer.get(address).content.decode()
        form = filled_in("classic", games="5", buy_in_cents="7", divisions="Tavern\nTerrace", name="Again")
        assert cast.organizer.post(address, form).status_code == 303
        again = Tournament.objects.exclude(pk=night.pk).get()
        assert again.settings == night.settings
        assert [division.name for division in again.divisions.all()] == ["Tavern", "Terrace"]

    @pytest.mark.parametrize("name", ["THURSDAY CLUB", "Thursday club", "thursday club"])
    def test_of_two_that_an_earlier_version_kept_apart_by_capitals_the_very_one_is_replaced(
        self, cast, night, name
    ):
        for kept in ("THURSDAY CLUB", "Thursday club"):
            SavedPreset.objects.create(owner=night.organizer, name=kept, data={}, saved_at=timezone.now())
        assert keep(cast, name, confirmed="yes").status_code == 303
        full = [preset.name for preset in SavedPreset.objects.all() if preset.data]
        assert full == [name]
        assert SavedPreset.objects.count() == 2

    def test_the_same_name_is_replaced_after_a_yes(self, cast, night):
        keep(cast)
        assert keep(cast).status_code == 303  # nothing differs
        SavedPreset.objects.update(data={**mine(night).data, "start": "20:00"})
        refused = keep(cast)
        assert refused.status_code == 422
        assert "Tick to replace it" in refused.content.decode()
        assert keep(cast, confirmed="on").status_code == 303
        assert mine(night).data["start"] == "19:00"

    def test_a_name_in_other_capitals_is_the_same_name(self, cast, night):
        keep(cast, "Émile’s Thursday")
        assert "preset “Émile’s Thursday” already" in keep(cast, "ÉMILE’S thursday").content.decode()
        assert keep(cast, "ÉMILE’S thursday", confirmed="on").status_code == 303
        assert mine(night).name == "ÉMILE’S thursday"

    def test_they_stand_in_the_order_of_the_alphabet(self, cast):
        for name in ("bowers", "Aces", "Zoo", "club"):
            keep(cast, name)
        page = cast.organizer.get("/nights/new/").content.decode().split("Your own presets")[1]
        assert sorted(("Aces", "bowers", "club", "Zoo"), key=page.index) == ["Aces", "bowers", "club", "Zoo"]

    @pytest.mark.parametrize("name", ["", "   ", "x" * 81])
    def test_a_name_is_needed_and_what_was_typed_stays(self, cast, name):
        assert keep(cast, name).status_code == 422
        assert not SavedPreset.objects.exists()

    def test_there_is_an_end_to_them(self, cast, night):
        rows = (
            SavedPreset(owner=night.organizer, name=f"P{n}", data={}, saved_at=night.created_at)
            for n in range(MOST_SAVED)
        )
        SavedPreset.objects.bulk_create(rows)
        refused = keep(cast)
        assert refused.status_code == 422
        assert "delete one first" in refused.content.decode()


class TestFiles:
    def test_out_and_in_again_by_another_host(self, cast, night):
        keep(cast)
        file = cast.organizer.get(f"/nights/new/own/{mine(night).pk}/file/")
        assert file["Content-Disposition"] == 'attachment; filename="euchre-night-thursday-club.json"'
        assert upload(cast.stranger, file.content).status_code == 303
        theirs = SavedPreset.objects.exclude(owner=night.organizer).get()
        assert theirs.data == mine(night).data

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            (b"", "no JSON"),
            (b"\xff\xfe\x00", "no text"),
            ("{}", "euchre_night_preset"),
            ("x" * 70_000, "larger than"),
        ],
    )
    def test_what_is_no_preset_is_refused_in_words(self, cast, text, said):
        answer = upload(cast.organizer, text)
        assert answer.status_code == 422
        assert said in answer.content.decode()

    def test_a_wrong_setting_is_named_by_its_field(self, cast, night):
        keep(cast)
        data = {**mine(night).data}
        data["settings"] = {**data["settings"], "games": 0}
        answer = upload(cast.organizer, json.dumps(data))
        assert "settings.games: A night has between 1 and 40 games." in answer.content.decode()

    def test_without_a_file(self, cast):
        assert cast.organizer.get("/nights/new/file/").status_code == 200
        assert cast.organizer.post("/nights/new/file/", {}).status_code == 422


class TestWhoMay:
    def test_everybody_has_their_own_alone(self, cast, night):
        keep(cast)
        own = f"/nights/new/own/{mine(night).pk}/"
        for address in (own, f"{own}file/"):
            assert cast.stranger.get(address).status_code == 404
            assert cast.player.get(address).status_code == 302
        assert "Thursday club" not in cast.stranger.get("/nights/new/").content.decode()
        cast.stranger.post(f"{own}delete/")
        assert SavedPreset.objects.exists()
        assert cast.organizer.get(f"{own}delete/").status_code == 405
        assert cast.organizer.post(f"{own}delete/").status_code == 303
        assert not SavedPreset.objects.exists()

    @pytest.mark.parametrize("role", ["desk", "runner", "stranger"])
    def test_only_the_host_keeps_a_nights_settings(self, cast, role):
        address = f"/nights/{cast.night.code}/settings/preset/"
        assert cast.of(role).get(address).status_code == 403
        assert cast.of(role).post(address, {"name": "Mine"}).status_code == 403
        assert not SavedPreset.objects.exists()


class TestOneThatFitsNoMore:
    """Kept under a program that knew other settings."""

    @pytest.fixture
    def old(self, cast, night):
        keep(cast)
        data = mine(night).data
        data["settings"] |= {"games": 99}
        SavedPreset.objects.update(data=data)
        return f"/nights/new/own/{mine(night).pk}/"

    @pytest.mark.parametrize("send", [False, True])
    def test_says_which_setting_and_what_to_do(self, cast, old, send):
        answer = (cast.organizer.post if send else cast.organizer.get)(old, follow=True)
        assert answer.redirect_chain == [("/nights/new/", 303)]
        assert "settings.games: A night has between 1 and 40 games." in answer.content.decode()
        assert Tournament.objects.count() == 1

    def test_is_not_lost_and_comes_back_mended(self, cast, old, night):
        file = json.loads(cast.organizer.get(f"{old}file/").content)
        assert file == mine(night).data
        file["settings"]["games"] = 6
        assert upload(cast.organizer, json.dumps(file), confirmed="on").status_code == 303
        assert cast.organizer.get(old).status_code == 200


def test_a_file_of_a_saved_preset_is_the_stored_one():
    night = make_night("wemsa")
    cast = cast_of(night)
    keep(cast, "League night")
    file = cast.organizer.get(f"/nights/new/own/{mine(night).pk}/file/")
    assert json.loads(file.content) == mine(night).data == read_text(file.content.decode()).to_dict()
