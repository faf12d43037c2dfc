"""A new night: presets as cards, one page with everything filled in."""

from datetime import UTC, datetime

import pytest
from django.test import Client

from tests.cast import key
from tests.factories import make_organizer
from tournaments.models import Tournament
from tournaments.presets import PRESETS
from tournaments.web.organizer.forms import SettingsForm, values_of
from tournaments.web.organizer.setting_words import GROUPS, MEANINGS

pytestmark = pytest.mark.django_db


@pytest.fixture
def host_client():
    client = Client()
    client.force_login(make_organizer("host"))
    return client


def filled_in(preset, **changes):
    """What a browser sends when the host changes only `changes` on the preset's page."""
    chosen = PRESETS[preset]
    data = {
        "key": key(),
        "name": "November night",
        "venue": "The Legacy Hotel",
        "date": "2026-11-07",
        "check_in": chosen.check_in,
        "start": chosen.start,
        "time_zone": "America/Chicago",
        "divisions": "\n".join(chosen.divisions),
        **as_typed(chosen.settings),
        **changes,
    }
    return {name: value for name, value in data.items() if value is not None}


def as_typed(settings):
    """The settings as a browser sends them: an unticked box sends nothing."""
    form = SettingsForm(settings)
    data = {}
    for name in values_of(settings):
        if name not in form.fields:
            continue
        shown = form[name].value()
        if isinstance(shown, bool):
            data[name] = "on" if shown else None
        else:
            data[name] = "" if shown is None else shown
    return data


def make(host_client, preset="wemsa", **changes):
    return host_client.post(f"/nights/new/{preset}/", filled_in(preset, **changes))


def test_choosing_needs_an_account(client):
    for page in ("/nights/new/", "/nights/new/wemsa/"):
        assert client.get(page).status_code == 302
    assert client.post("/nights/new/wemsa/", filled_in("wemsa")).status_code == 302
    assert not Tournament.objects.exists()


def test_every_setting_has_its_place_and_its_meaning():
    placed = [name for _, names in GROUPS for name in names]
    assert sorted(placed) == sorted(SettingsForm(PRESETS["wemsa"].settings).fields)
    assert set(placed) == set(MEANINGS)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_saved_as_it_is_makes_exactly_its_night(host_client, preset):
    page = host_client.get(f"/nights/new/{preset}/")
    assert page.status_code == 200
    answer = make(host_client, preset)
    night = Tournament.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, f"/nights/{night.code}/")
    assert night.settings == PRESETS[preset].settings
    assert tuple(d.name for d in night.divisions.all()) == PRESETS[preset].divisions
    assert night.organizer.username == "host"


def test_what_is_typed_is_what_is_kept(host_client):
    make(
        host_client,
        name="  Zoë’s\u202e night ",
        divisions="Tavern\n\n  Terrace  \n",
        games="6",
        break_after="3",
        buy_in_cents="$12.50",
        shares="60/40",
        prize_tie="tie-breakers",
        tie_breakers=["loners", "games won"],
        first_dealer="draw again",
        capacity="40",
        waiting_places="6",
        bump_cup=None,
        last_call="22:15",
    )
    night = Tournament.objects.get()
    chosen = night.settings
    assert night.name == "Zoë’s night"
    assert [division.name for division in night.divisions.all()] == ["Tavern", "Terrace"]
    assert (chosen.games, chosen.break_after) == (6, 3)
    assert (chosen.buy_in_cents, chosen.shares) == (1250, (60, 40))
    assert set(chosen.tie_breakers) == {"loners", "games won"}
    assert chosen.rules.first_dealer_tie == "draw again"
    assert (chosen.capacity, chosen.waiting_places) == (40, 6)
    assert not chosen.bump_cup
    assert chosen.last_call == "22:15"


def test_times_are_those_of_the_nights_own_zone(host_client):
    """TIM-04: the switch to winter time lies between making the night and playing it."""
    make(host_client, date="2026-11-07", start="19:00", time_zone="America/Chicago")
    night = Tournament.objects.get()
    assert night.starts_at.isoformat() == "2026-11-08T01:00:00+00:00"
    assert f"{night.local(night.starts_at):%-I:%M %p}" == "7:00 PM"


def test_fixed_prizes_are_dollars(host_client):
    make(host_client, "classic", prize_kind="fixed", shares="$50, 30, 12.50")
    assert Tournament.objects.get().settings.shares == (5000, 3000, 1250)


def test_sent_twice_it_is_one_night(host_client):
    form = filled_in("wemsa")
    first, second = (host_client.post("/nights/new/wemsa/", form) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize(
    ("changes", "where", "said"),
    [
        ({"shares": "50, 30, 10"}, "shares", "10 % would go to nobody"),
        ({"shares": "50, 30, 30"}, "shares", "10 % too much"),
        ({"shares": ""}, "shares", "at least one"),
        ({"shares": "half, the rest"}, "shares", "not a whole percentage"),
        ({"shares": " ".join(["1"] * 100)}, "shares", "at most 20"),
        ({"games": ""}, "games", "Only the continuous queue"),
        ({"movement": "continuous"}, "games", "ends by last call"),
        ({"games": "41"}, "games", "less than or equal to 40"),
        ({"break_after": "8"}, "break_after", "not the last one"),
        ({"waiting_places": "6"}, "waiting_places", "needs a number of places"),
        ({"prize_kind": "named", "prize_names": ""}, "prize_names", "Give each prize a name"),
        ({"prize_kind": "named", "prize_names": "A", "prize_tie": "split"}, "prize_tie", "cannot be split"),
        ({"prize_kind": "raffle"}, "prize_kind", "Select a valid choice"),
        ({"prize_kind": "", "shares": "60 40"}, "prize_kind", "required"),
        ({"partners": "alone"}, "partners", "only played three-handed"),
        ({"buy_in_cents": "twenty"}, "buy_in_cents", "not an amount"),
        ({"buy_in_cents": "99999"}, "buy_in_cents", "between $0 and $10,000"),
        ({"house_percent": "101"}, "house_percent", "less than or equal to 100"),
        ({"game_minutes": "-1"}, "game_minutes", "greater than or equal to 1"),
        ({"game_minutes": "9" * 50}, "game_minutes", ""),
        ({"name": ""}, "name", "required"),
        ({"name": "\x00"}, "name", "Null"),
        ({"name": "x" * 121}, "name", "at most 120"),
        ({"name": "\u200b"}, "name", "Give the night a name"),
        ({"divisions": "One\none"}, "divisions", "a name of its own"),
        ({"divisions": "x" * 61}, "divisions", "at most 60"),
        ({"divisions": "\n".join("abcdefghijk")}, "divisions", "At most 10"),
        ({"date": "0001-01-01"}, "date", "between the years"),
        ({"date": "tomorrow"}, "date", "valid date"),
        ({"start": "25:00"}, "start", "valid time"),
        ({"check_in": "20:00"}, "check_in", "before the first game"),
        ({"time_zone": "Mars/Olympus"}, "time_zone", "Select a valid choice"),
    ],
)
def test_what_cannot_stand_is_refused_at_its_field_in_words(host_client, changes, where, said):
    answer = make(host_client, **changes)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert f'id="id_{where}_error"' in page
    error = page.split(f'id="id_{where}_error"')[1].split("</div>")[0]
    assert said in error.replace("&quot;", '"').replace("&#x27;", "'")
    assert not Tournament.objects.exists()


def test_a_bump_cup_needs_rules_that_know_one(host_client):
    answer = make(host_client, "classic", bump_cup="on")
    assert answer.status_code == 422
    assert "know no bump cup" in answer.content.decode()


def test_all_faults_are_told_at_once_and_what_was_typed_stays(host_client):
    answer = make(host_client, name="", shares="50", games="99", venue="The Legacy Hotel")
    page = answer.content.decode()
    for field in ("name", "shares", "games"):
        assert f'id="id_{field}_error"' in page
    assert 'value="The Legacy Hotel"' in page
    assert 'value="99"' in page


def test_an_unknown_preset_is_not_found(host_client):
    assert host_client.get("/nights/new/whist/").status_code == 404


def test_nothing_sent_is_nothing_made(host_client):
    assert host_client.post("/nights/new/wemsa/", {}).status_code == 422
    assert not Tournament.objects.exists()


def test_a_week_from_today_is_counted_in_the_nights_zone_not_the_servers(host_client, monkeypatch):
    evening = datetime(2026, 11, 7, 1, 0, tzinfo=UTC)  # 7 PM on the 6th in Chicago
    monkeypatch.setattr("django.utils.timezone.now", lambda: evening)
    assert 'value="2026-11-13"' in host_client.get("/nights/new/wemsa/").content.decode()
