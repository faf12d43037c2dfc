"""What must not get into a night by any address or field: rows of another night, by their ids, and NULs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import transaction
from django.db.models import ForeignKey, QuerySet
from django.test import Client

from tests.cast import cast_of, key
from tests.factories import reload
from tests.web.every_route import Route, busy_night, every_route, sample_values
from tournaments.models import Division, SavedPreset, Tournament
from tournaments.models.erasing import rows_of_a_night

pytestmark = pytest.mark.django_db

#: Parts of addresses that name one row of a night (or of a host).
OF_A_NIGHT = (
    "division_id",
    "player_id",
    "player_key",
    "key",
    "entry_id",
    "game_id",
    "link_id",
    "call_id",
    "flag_id",
    "sanction_id",
    "wish_id",
    "preset_id",
)

#: Acts whose forms choose a row of the night.
DONE_WITH_ONE_S_OWN = {
    "desk/<slug:code>/new/",
    "floor/<slug:code>/players/<number:player_id>/forfeit/",
    "floor/<slug:code>/tables/<number:table_number>/scorekeeper/",
    "floor/<slug:code>/tables/<number:table_number>/warn/",
    "night/<slug:code>/me/<uuid:key>/wrong/",
    "night/<slug:code>/number/<int:number>/wrong/",
    "runner/<slug:code>/sheets/<uuid:game_id>/chair/",
}

#: Fields of `words` that are free text.
TEXTS = ("reason", "note", "answer", "word", "name", "message", "clear-reason", "void-reason", "source")


@pytest.fixture
def own():
    return busy_night()


@pytest.fixture
def other(own):
    """Another host's night, as busy."""
    night = busy_night()
    assert night.organizer != own.organizer
    return night


def rows(night: Tournament) -> dict[str, list[dict[str, object]]]:
    """Everything that is stored of a night."""
    found = {
        model.__name__: list(QuerySet(model).filter(**{path: night.pk}).order_by("pk").values())
        for model, path in rows_of_a_night()
    }
    found["Tournament"] = list(Tournament.objects.filter(pk=night.pk).values())
    found["SavedPreset"] = list(SavedPreset.objects.filter(owner=night.organizer).values())
    return found


def strangers(night: Tournament) -> list[str]:
    """Rows of the night that point at a row of another one."""
    paths = dict(rows_of_a_night())
    found = []
    for model, path in paths.items():
        for field in model._meta.get_fields():
            if not isinstance(field, ForeignKey) or field.related_model not in paths:
                continue
            there = f"{field.name}__{paths[field.related_model]}"
            mine = QuerySet(model).filter(**{path: night.pk}).exclude(**{field.name: None})
            found += [f"{model.__name__}.{field.name} {row.pk}" for row in mine.exclude(**{there: night.pk})]
    return found


def ids_of(night: Tournament) -> dict[str, object]:
    """Fields for every form of the site at once, as far as they name rows; one player's, as in `sample_values`."""
    player, *others = night.players.filter(number__isnull=False)
    played = night.games.get(round__number=1, seats__player=player)
    elsewhere = [p for p in others if not p.seats.filter(game=played.pk).exists()]
    here = night.games.filter(round__number=2, sheets__isnull=False).order_by("table__number").first()
    sheet = here.sheets.first()
    ids = {
        "player": player.pk,
        "player_id": elsewhere[0].pk,
        "sheet_id": sheet.pk,
        "corrects": sheet.pk,
        "to_game_id": here.pk,
        "game": played.pk,
        "game_id": played.pk,
        "forfeit-game_id": played.pk,
        "division": night.divisions.get(position=1).pk,
        "order": [p.pk for p in (player, *others)],
    }
    return ids


def words() -> dict[str, object]:
    """The fields that name nothing of a night, so that each form has what else it asks for."""
    plain: dict[str, object] = {
        "reason": "why",
        "confirmed": "1",
        "note": "n",
        "answer": "yes",
        "word": "hm",
        "method": "cash",
        "amount": "5",
        "counted": "5",
        "cents": "500",
        "revision": "1",
        "position": "0",
        "points_follow": "no",
        "way": "stand_in",
        "points": "-1",
        "name": "Somebody new",
        "label": "place 1",
        "how": "totals",
        "pairing": "1",
        "scores.0": "14",
        "scores.1": "9",
        "bump": "4",
        "agree.0": "on",
        "agree.1": "on",
        "warn-kind": "phone",
        "kind": "phone",
        "points-points": "-1",
        "points-reason": "why",
        "forfeit-reason": "why",
        "void-reason": "why",
        "minutes": "5",
        "side": "0",
        "role": "runner",
        "table_number": "1",
        "forced": "on",
        "exchange": "on",
        "id_ok": "on",
        "message": "hello",
        "clear-reason": "why",
        "source": "a list",
        "text": "Name,League\nSome Body,Experienced",
    }
    for pk in Division.objects.values_list("pk", flat=True):
        plain |= {f"apart-{pk}-kind": "meet", f"swap-{pk}-game": "3", f"pin-{pk}-table": "1"}
        plain |= {f"lock-{pk}-game": "3", f"lock-{pk}-table": ""}
        # People are typed here by their number, which is the night's own whatever it is.
        plain |= {f"{form}-{pk}-one": "1" for form in ("swap", "apart")}
        plain |= {f"{form}-{pk}-other": "2" for form in ("swap", "apart")}
        plain |= {f"pin-{pk}-player": "1"}
    return plain


@contextmanager
def undone() -> Iterator[None]:
    """What happens inside is rolled back, so that every address is tried on the same nights."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def takes_posts(pattern: str) -> bool:
    return not pattern.startswith(("h/", "first-run", "sign-", "wall/"))


def test_in_an_address_they_are_not_found(own, other):
    """Every route with one row in its address, asked for with the row of another night."""
    client, theirs = cast_of(own).organizer, sample_values(other)
    before, mine = rows(other), rows(own)
    fields = {**words(), **ids_of(own)}
    plain = {route.pattern: route.address for route in every_route(own)}
    tried, wrong = 0, []
    for part in OF_A_NIGHT:
        for route in every_route(own, **{part: theirs[part]}):
            if not takes_posts(route.pattern) or route.address == plain[route.pattern]:
                continue
            with undone():
                got = client.get(route.address).status_code
                sent = client.post(route.address, {**fields, "key": key()}).status_code
                changed = rows(own) != mine or rows(other) != before
            tried += 1
            if got not in (303, 403, 404, 405) or sent not in (303, 403, 404, 405) or changed:
                wrong.append(f"{route.address} ({part}): {got}, {sent}, changed: {changed}")
    assert tried > 40
    assert not wrong, "\n".join(wrong)


def test_in_a_form_they_are_refused(own, other):
    """Every act of one night, sent ids of another one in all fields that take any; with its own some would be done."""
    client, before = cast_of(own).organizer, rows(other)
    routes = [route for route in every_route(own) if takes_posts(route.pattern)]
    for route in routes:
        with undone():
            is_done = _sent(client, own, route, ids_of(other))
            assert not (is_done and route.pattern in DONE_WITH_ONE_S_OWN), route.address
            assert not (is_done and strangers(own)), route.address
            assert not is_done or rows(other) == before, route.address
    for route in routes:
        if route.pattern in DONE_WITH_ONE_S_OWN:
            with undone():
                assert _sent(client, own, route, ids_of(own)), route.address


def test_no_act_stores_a_nul(own):
    """PostgreSQL takes none in a text: what SQLite stores would be an error of the server there."""
    client, done = cast_of(own).organizer, set()
    fields = {name: f"{value}\x00" for name, value in words().items() if name in TEXTS}
    for route in every_route(own):
        if takes_posts(route.pattern):
            with undone():
                if _sent(client, own, route, {**ids_of(own), **fields}):
                    done.add(route.pattern)
                    assert "\\x00" not in repr(rows(own)), route.address
    assert len(done) > 10


def _sent(client: Client, night: Tournament, route: Route, ids: dict[str, object]) -> bool:
    """Whether an act was done by this POST."""
    version = reload(night).version
    assert client.post(route.address, {**words(), **ids, "key": key()}).status_code < 500, route.address
    return reload(night).version > version
