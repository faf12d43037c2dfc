"""A rehearsal: what is copied and what is not, and that nothing is left of it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.apps import apps
from django.utils import timezone

from tests.factories import (
    DESK,
    HOST,
    add_players,
    check_everybody_in,
    draw,
    make_night,
    play_game,
    post,
    ready_night,
    reload,
    running_games,
)
from tournaments import models
from tournaments.actions import check_in, links, money, nights, registration, rounds, sheets
from tournaments.actions.rehearsals import make_rehearsal, throw_rehearsal_away
from tournaments.actions.together import seat_together
from tournaments.models import LogEntry, Player, SeatWish, Tournament
from tournaments.models.append_only import AppendOnly
from tournaments.models.erasing import NotARehearsal, erase, rows_of_a_night
from tournaments.presets import PRESETS
from tournaments.problems import ActRefused

pytestmark = pytest.mark.django_db


def rehearse(night: Tournament, **more) -> Tournament:
    return Tournament.objects.get(code=make_rehearsal(night, HOST, **more)["code"])


def counts() -> dict[str, int]:
    return {
        model.__name__: model._base_manager.count()
        for model in apps.get_app_config("tournaments").get_models()
    }


class TestTheCopy:
    @pytest.fixture
    def real(self) -> Tournament:
        night = make_night("wemsa", minimum_age=21)
        target = night.divisions.get(position=0)
        for name in ("Alex Sample", "Kim Example", "Pat Model", "Sam Pattern"):
            new = registration.NewPlayer(
                name=name,
                division_id=target.pk,
                email="someone@example.org",
                phone="555 0100",
                note="knee",
                prepaid_cents=2000,
            )
            registration.add_player(night, HOST, new=new)
        alex = night.players.get(name="Alex Sample")
        check_in.check_in(night, DESK, player_id=alex.pk, method="cash", id_ok=True, consented=True)
        Player.objects.filter(pk=alex.pk).update(pinned_table=2, display="number")
        registration.mark_no_show(night, HOST, player_id=night.players.get(name="Sam Pattern").pk)
        one, other = sorted(night.players.filter(name__in=("Kim Example", "Pat Model")), key=lambda p: p.pk)
        SeatWish.objects.create(tournament=night, one=one, other=other, kind="partner")
        links.make_link(night, HOST, role="runner", name="Robin")
        return reload(night)

    def test_settings_divisions_and_names(self, real):
        copy = rehearse(real)
        assert copy.rehearsal_of == real
        assert copy.name == "Rehearsal: Euchre Night"
        assert copy.code != real.code
        assert copy.stage == "setup"
        assert copy.settings == real.settings
        assert list(copy.divisions.values_list("name", "first_table", "last_table")) == list(
            real.divisions.values_list("name", "first_table", "last_table")
        )
        assert set(
            copy.players.values_list("name", "division__name", "number", "first_table", "pinned_table")
        ) == {
            ("Alex Sample", "Experienced", 1, 1, 2),
            ("Kim Example", "Experienced", None, None, None),
            ("Pat Model", "Experienced", None, None, None),
        }
        assert copy.players.get(name="Alex Sample").display == "number"
        wish = copy.seat_wishes.get()
        assert {wish.one.name, wish.other.name} == {"Kim Example", "Pat Model"}
        assert wish.one.tournament == copy

    def test_nothing_personal_and_no_money(self, real):
        copy = rehearse(real)
        for player in copy.players.all():
            assert (player.email, player.phone, player.note, player.prepaid_cents) == ("", "", "", 0)
            assert (player.consented, player.id_checked, player.checked_in_at) == (False, False, None)
            assert player.status == "registered"
            assert not real.players.filter(key=player.key).exists()
        assert not copy.ledger.exists()

    def test_helpers_get_links_of_their_own(self, real):
        copy = rehearse(real)
        assert list(copy.links.values_list("role", "name")) == [("runner", "Robin")]
        assert copy.links.get().nonce != real.links.get().nonce

    def test_a_night_without_helpers_gets_a_runner_and_a_desk(self):
        copy = rehearse(make_night())
        assert set(copy.links.values_list("role", flat=True)) == {"runner", "desk"}

    def test_it_is_planned_for_now(self, real):
        copy = rehearse(real)
        now = timezone.now()
        assert now - timedelta(minutes=1) <= copy.starts_at <= now + timedelta(minutes=36)
        assert copy.starts_at.minute % 5 == 0

    def test_last_call_is_as_long_after_the_start(self):
        real = make_night("torrence-knox", last_call="20:30")  # the night starts at 7 PM in Chicago
        copy = rehearse(real)
        start = copy.local(copy.starts_at)
        assert copy.settings.last_call == f"{start + timedelta(minutes=90):%H:%M}"

    def test_guests_fill_the_divisions_evenly_and_only_free_places(self):
        copy = rehearse(make_night("wemsa"), guests=9)
        assert sorted(d.players.count() for d in copy.divisions.all()) == [4, 5]
        real = make_night("fharmacy", capacity=6)
        add_players(real, 4)
        assert rehearse(real, guests=9).players.count() == 6

    def test_divisions_that_sit_together_do_so_there(self):
        real = make_night("wemsa")
        add_players(real, 5)
        add_players(real, 2, division=1, first=6)
        experienced, novice = real.divisions.all()
        seat_together(real, HOST, guest_id=novice.pk, host_id=experienced.pk)
        copy = rehearse(real, guests=3)
        host, guest = copy.divisions.all()
        assert guest.seated_with == host
        assert copy.players.filter(division=host).count() == 10
        assert copy.players.filter(ranked_in=guest).count() == 2

    def test_the_waiting_list_is_one_there_too(self):
        real = make_night("fharmacy", capacity=4, waiting_places=3)
        add_players(real, 6)
        copy = rehearse(real)
        listed = list(copy.players.order_by("pk").values_list("status", "waiting_place"))
        assert listed == [*[("registered", None)] * 4, ("waiting", 1), ("waiting", 2)]

    @pytest.mark.parametrize("guests", [-1, 401, 10**9])
    def test_absurd_numbers_of_guests(self, guests):
        real = make_night()
        with pytest.raises(ActRefused, match="between 0 and 400"):
            make_rehearsal(real, HOST, guests=guests)
        assert Tournament.objects.count() == 1


class TestOneAtATime:
    def test_a_second_one_is_asked_about_and_replaces_the_first(self):
        real = make_night()
        first = rehearse(real)
        with pytest.raises(ActRefused, match="It would be thrown away") as refused:
            make_rehearsal(real, HOST)
        assert refused.value.only_confirms
        second = rehearse(real, replace_old=True)
        assert second.code != first.code
        assert list(Tournament.objects.filter(rehearsal_of=real)) == [second]

    def test_a_rehearsal_has_none_of_its_own(self):
        copy = rehearse(make_night())
        with pytest.raises(ActRefused, match="rehearsal already"):
            make_rehearsal(copy, HOST)

    def test_a_double_press_makes_one(self):
        real = make_night()
        caller = type(HOST)(HOST.actor, key="once")
        one, other = (make_rehearsal(real, caller, guests=4) for _ in range(2))
        assert one == other
        assert Tournament.objects.count() == 2

    def test_there_is_nothing_to_throw_away(self):
        with pytest.raises(ActRefused, match="no rehearsal"):
            throw_rehearsal_away(make_night(), HOST)


class TestThrownAway:
    def test_nothing_is_left_of_a_night_where_much_happened(self):
        real = make_night("wemsa", games=3, break_after=None)
        add_players(real, 9)
        before = counts()
        log = list(real.log.values_list("text", flat=True))
        copy = rehearse(real)
        a_lot_happens(copy)
        untouched = {"SavedPreset", "SignInTries"}  # of no night
        grown = {name for name, count in counts().items() if count > before[name]}
        assert {
            "ScoreSheet",
            "LedgerEntry",
            "Seat",
            "LogEntry",
            "AccessLink",
            "RotationPlan",
        } <= grown - untouched

        throw_rehearsal_away(real, HOST)
        after = counts()
        assert after.pop("LogEntry") == before.pop("LogEntry") + 2
        assert after == before
        texts = list(real.log.order_by("version").values_list("text", flat=True))[len(log) :]
        assert texts == ["Made a rehearsal with 9 players", "Threw the rehearsal away"]

    def test_every_model_of_a_night_is_erased(self):
        """Whoever adds a model need not think of this: what belongs to a night is found by its foreign keys."""
        erased = {model for model, _ in rows_of_a_night()}
        of_no_night = {models.SavedPreset, models.SignInTries}
        assert erased | of_no_night | {Tournament} == set(apps.get_app_config("tournaments").get_models())

    def test_users_of_a_row_go_before_it(self):
        order = [model for model, _ in rows_of_a_night()]
        for place, model in enumerate(order):
            for field in model._meta.get_fields():
                if field.many_to_one and field.related_model in order and field.related_model is not model:
                    assert order.index(field.related_model) > place, f"{model.__name__}.{field.name}"

    def test_another_rehearsal_and_its_night_are_not_touched(self):
        real, other = make_night(), ready_night((8,))
        rehearse(real, guests=4)
        mine = rehearse(other)
        version = reload(other).version
        throw_rehearsal_away(real, HOST)
        assert Tournament.objects.filter(pk=mine.pk).exists()
        assert reload(other).version == version
        assert other.players.count() == 8


class TestARealNightIsNeverErased:
    def test_it_is_refused(self):
        real = ready_night((8,))
        before = counts()
        with pytest.raises(NotARehearsal):
            erase(real)
        assert counts() == before

    def test_append_only_rows_of_a_rehearsal_are_as_protected_as_any(self):
        copy = rehearse(make_night())
        with pytest.raises(TypeError, match="never deleted"):
            copy.log.all().delete()
        with pytest.raises(TypeError, match="never changed"):
            copy.log.update(text="x")
        with pytest.raises(TypeError, match="never deleted"):
            copy.log.first().delete()
        assert issubclass(LogEntry, AppendOnly)

    def test_deleting_a_night_takes_its_rehearsal_along_and_hides_the_night(self):
        real = make_night()
        rehearse(real)
        nights.delete_night(real, HOST, typed_name=real.name)
        assert list(Tournament.objects.values_list("pk", flat=True)) == [real.pk]

    def test_a_rehearsal_is_thrown_away_not_deleted(self):
        copy = rehearse(make_night())
        with pytest.raises(ActRefused, match="Throw the rehearsal away"):
            nights.delete_night(copy, HOST, typed_name=copy.name)


@pytest.mark.parametrize("preset", list(PRESETS))
def test_every_preset_can_be_rehearsed(preset):
    copy = rehearse(make_night(preset), guests=8)
    assert copy.settings.preset == preset
    assert copy.players.count() == 8


def a_lot_happens(night: Tournament) -> None:
    """Money taken and given back, sheets corrected and disputed, a plan made anew, a void game."""
    rounds.open_check_in(night, HOST)
    check_everybody_in(night)
    draw(night)
    payer = night.players.filter(status="checked_in").first()
    money.refund(night, HOST, player_id=payer.pk, cents=500)
    refund = night.ledger.get(kind="refund")
    money.reverse_entry(night, HOST, entry_id=refund.pk)
    play_game(night, 1)
    first = night.games.filter(round__number=1, status="finished").first()
    for scores in ((13, 10), (12, 11)):
        accepted = first.sheets.get(state="accepted")
        content = {
            "pairing": 1, "scores": list(scores), "bump_cents": 400, "loners": [0] * 4, "penalties": [], "hands": None,
        }  # fmt: skip
        sheets.correct_sheet(
            night, HOST, game_id=str(first.pk), sheet_id=str(accepted.pk), content=content, reason="misread"
        )
    rounds.start_game(night, HOST, number=2)
    one, other = running_games(night)
    post(one, agreed=False)
    rounds.void_game(night, HOST, game_id=str(other.pk), reason="spilled")
    money.count_cup(night, HOST, cents=400)
    links.make_link(night, HOST, role="table", name="T", table_number=one.table.number)
