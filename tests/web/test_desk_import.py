"""Importing: nothing stored before the last press, everybody or nobody then."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.cast import cast_of, key
from tests.factories import add_players, make_night
from tournaments.models import Player

pytestmark = pytest.mark.django_db
CASES = Path(__file__).parent.parent / "cases" / "sign_ups"


@pytest.fixture
def night():
    return make_night()


@pytest.fixture
def desk(night):
    return cast_of(night).desk


def upload(desk, night, name):
    file = SimpleUploadedFile(name, (CASES / name).read_bytes(), "text/csv")
    return desk.post(f"/desk/{night.code}/import/", {"file": file})


def save(desk, night, preview, **decisions):
    form = {"key": key(), "text": preview.context["text"], "source": "list.csv", **decisions}
    return desk.post(f"/desk/{night.code}/import/save/", form)


class TestTheTwoLeagues:
    def test_forty_come_in_at_one_press(self, desk, night):
        preview = upload(desk, night, "40_two_leagues.csv")
        assert preview.status_code == 200
        assert not night.players.exists()
        assert save(desk, night, preview).status_code == 303
        counts = [d.players.count() for d in night.divisions.all()]
        assert counts == [23, 17]

    def test_the_same_list_again_enters_nobody(self, desk, night):
        save(desk, night, upload(desk, night, "40_two_leagues.csv"))
        again = save(desk, night, upload(desk, night, "40_two_leagues.csv"))
        assert again.status_code == 422
        assert night.players.count() == 40

    def test_a_double_press_enters_them_once(self, desk, night):
        preview = upload(desk, night, "40_two_leagues.csv")
        form = {"key": key(), "text": preview.context["text"], "source": "list.csv"}
        answers = [desk.post(f"/desk/{night.code}/import/save/", form).status_code for _ in range(2)]
        assert answers[0] == 303
        assert night.players.count() == 40

    def test_one_left_out_by_the_host(self, desk, night):
        save(desk, night, upload(desk, night, "40_two_leagues.csv"), **{"out-2": "on"})
        assert night.players.count() == 39
        assert not night.players.filter(name="Finley Sample").exists()


class TestAsking:
    def test_undecided_rows_stop_it_and_what_was_typed_stays(self, desk, night):
        preview = upload(desk, night, "19a_bad_rows_in_middle.csv")
        refused = save(desk, night, preview, **{"name-14": "Player 13", "do-14": "add"})
        assert refused.status_code == 422
        assert 'value="Player 13"' in refused.content.decode()
        assert not night.players.exists()

    def test_mended_and_decided_everybody_is_entered(self, desk, night):
        preview = upload(desk, night, "19a_bad_rows_in_middle.csv")
        done = save(
            desk, night, preview,
            **{"name-14": "Player 13", "do-14": "add", "division-14": "Experienced", "email-18": "m17@example.com", "do-18": "add", "division-18": "Experienced"},
        )  # fmt: skip
        assert done.status_code == 303
        assert night.players.count() == 20

    def test_a_division_made_up_in_the_browser_is_refused(self, desk, night):
        preview = upload(desk, night, "10_division_spellings.csv")
        decisions = {f"do-{line}": "add" for line in range(12, 16)} | {
            f"division-{line}": "Nobility" for line in range(12, 16)
        }
        assert save(desk, night, preview, **decisions).status_code == 422
        assert not night.players.exists()


class TestPlaces:
    def test_forty_seats_six_waiting_one_told(self):
        night = make_night("fharmacy")
        desk = cast_of(night).desk
        answer = save(desk, night, upload(desk, night, "18_capacity_40_waitlist_6.csv"))
        page = desk.get(answer.url).content.decode()
        assert "No place left for Player 47" in page
        statuses = [
            night.players.filter(status=s).count() for s in (Player.Status.REGISTERED, Player.Status.WAITING)
        ]
        assert statuses == [40, 6]
        first_waiting = night.players.get(waiting_place=1)
        assert first_waiting.name == "Player 41"

    def test_who_will_wait_and_who_finds_none_is_said_before_it_is_saved(self):
        night = make_night("fharmacy", capacity=4, waiting_places=2)
        desk = cast_of(night).desk
        people = [f"Player {number:02}" for number in range(1, 9)]

        def looked_at(names):
            return desk.post(f"/desk/{night.code}/import/", {"text": "\n".join(names)}).content.decode()

        assert "On the waiting list: Player 05 and Player 06." in looked_at(people)
        assert "No place left for Player 07 and Player 08." in looked_at(people)
        assert "waiting list" not in looked_at(people[:4])
        add_players(night, 5)  # one of them waits: nobody of the list overtakes them
        assert "none is free. On the waiting list: Player 06." in looked_at(people[5:])
        assert "No place left for Player 07 and Player 08." in looked_at(people[5:])


class TestEveryCaseFile:
    @pytest.mark.parametrize("path", sorted(CASES.glob("*.csv")), ids=lambda path: path.name)
    def test_it_is_shown_or_refused_never_an_error(self, desk, night, path):
        answer = upload(desk, night, path.name)
        assert answer.status_code in (200, 422)
        assert not night.players.exists()

    def test_five_megabytes_are_refused_with_the_limit(self, desk, night):
        file = SimpleUploadedFile("big.csv", b"Name,League\n" + b"Player,Novice\n" * 380_000, "text/csv")
        answer = desk.post(f"/desk/{night.code}/import/", {"file": file})
        assert answer.status_code == 422
        assert "at most 1 MB" in answer.content.decode()

    def test_pasted_nonsense_is_refused_and_kept(self, desk, night):
        answer = desk.post(f"/desk/{night.code}/import/", {"text": "Invoice,Amount\nA,1\n"})
        assert answer.status_code == 422
        assert "Invoice, Amount" in answer.content.decode()


@pytest.mark.parametrize("role", ["runner", "player", "stranger"])
def test_nobody_else_imports(night, role):
    client = cast_of(night).of(role)
    assert client.get(f"/desk/{night.code}/import/").status_code == 403
    assert client.post(f"/desk/{night.code}/import/save/", {"text": "Name\nA"}).status_code == 403
