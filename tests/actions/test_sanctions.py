"""The director's acts on a player: counted, costing what they say, in every standing at once, taken back by name."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from tests.factories import (
    DESK,
    HOST,
    RUNNER,
    add_players,
    play_game,
    post,
    ready_night,
    reload,
    running_games,
)
from tests.handing_in import codes, totals
from tests.simulation.plain_night import results_on_paper, standings_rows
from tournaments.actions import rounds, sanctions
from tournaments.actions.rehearsals import make_rehearsal
from tournaments.models import LogEntry, Sanction, Seat, Tournament
from tournaments.models.append_only import AppendOnlyError
from tournaments.models.erasing import erase
from tournaments.problems import ActRefused
from tournaments.queries.health import health_of
from tournaments.queries.sanctions import sanctions_of
from tournaments.queries.standings import standings_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    """Nine people, so that one sits out each game; two games played, a third to come."""
    night = ready_night((9,), games=3, break_after=None)
    play_game(night, 1, (14, 9))
    play_game(night, 2, (10, 11))
    return reload(night)


def player(night, number=1):
    return night.players.get(number=number)


def warn(night, who, kind="phone", *, caller=HOST, **more):
    return sanctions.warn_player(night, caller, player_id=who.pk, kind=kind, **more)


def points(night, who, value=-2, reason="coaching", *, caller=HOST):
    return sanctions.penalise(night, caller, player_id=who.pk, points=value, reason=reason)


def forfeit(night, who, number=1, reason="walked off"):
    game = night.games.get(round__number=number, seats__player=who)
    return sanctions.forfeit_game(night, HOST, player_id=who.pk, game_id=str(game.pk), reason=reason)


def row(night, who):
    rows = [r for division in standings_of(reload(night)) for r in division.rows]
    return next(r.standing for r in rows if r.player.pk == who.pk)


def in_the_money(night):
    tables = standings_of(reload(night))
    return {r.player.name for table in tables for r in table.rows if r.in_the_money}


def sits_in(night, number):
    """Somebody with a chair in that game and a sit-out in none of the first two."""
    out = set(night.rounds.filter(number__in=(1, 2)).values_list("sit_outs__player", flat=True))
    seats = Seat.objects.filter(round__number=number, game__tournament=night).exclude(player__in=out)
    return seats.order_by("player__number").first().player


def agrees_with_paper(night):
    night = reload(night)
    assert results_on_paper(night) == standings_rows(standings_of(night))
    assert health_of(night) == ()


class TestWarnings:
    def test_they_are_counted_from_table_to_table_and_cost_nothing(self, night):
        before = totals(night)
        warn(night, player(night), "phone", table_number=1)
        warn(night, player(night), "misdeal", table_number=2, caller=RUNNER)
        assert warn(night, player(night), "phone", table_number=2)["count"] == 2
        (mine,) = sanctions_of(night)
        assert mine.in_words == "3 warnings (phone at the table 2, misdeal 1)"
        assert totals(night) == before
        assert "number 2 tonight" in LogEntry.objects.filter(tournament=night).last().text

    @pytest.mark.parametrize("kind", ["", "points", "forfeit", "lifted", "rude", "\x00"])
    def test_only_the_four_kinds(self, night, kind):
        with pytest.raises(ActRefused) as refused:
            warn(night, player(night), kind)
        assert codes(refused) == ["kind"]

    def test_neither_the_desk_nor_a_table_warns(self, night):
        with pytest.raises(ActRefused) as refused:
            warn(night, player(night), caller=DESK)
        assert codes(refused) == ["not_a_judge"]

    def test_one_taken_back_is_not_counted_but_kept(self, night):
        made = warn(night, player(night))
        sanctions.lift_sanction(night, HOST, sanction_id=made["sanction"], reason="it was the other one")
        assert sanctions_of(night) == ()
        assert Sanction.objects.count() == 2


class TestPoints:
    def test_they_are_in_every_standing_at_once_as_the_directors(self, night):
        who, before = player(night), totals(night)
        points(night, who, -3)
        after = row(night, who)
        assert after.director_points == -3
        assert totals(night) == {**before, who.name: before[who.name] - 3}
        agrees_with_paper(night)

    def test_they_are_in_no_average(self, night):
        who = night.rounds.get(number=1).sit_outs.get().player
        worth = row(night, who).sit_out_points
        points(night, who, -9)
        assert row(night, who).sit_out_points == worth
        agrees_with_paper(night)

    def test_they_change_who_is_paid(self, night):
        best = max(totals(night).items(), key=lambda pair: pair[1])[0]
        assert best in in_the_money(night)
        points(night, night.players.get(name=best), -50)
        assert best not in in_the_money(night)
        agrees_with_paper(night)

    def test_changed_ones_supersede_and_lifted_ones_are_gone(self, night):
        who, before = player(night), totals(night)
        first = points(night, who, -4)["sanction"]
        second = sanctions.change_penalty(night, HOST, sanction_id=first, points=-1, reason="too hard")
        assert totals(night)[who.name] == before[who.name] - 1
        with pytest.raises(ActRefused) as refused:
            sanctions.change_penalty(night, HOST, sanction_id=first, points=-2, reason="again")
        assert codes(refused) == ["stale"]
        sanctions.lift_sanction(night, HOST, sanction_id=second["sanction"], reason="withdrawn")
        assert totals(night) == before
        agrees_with_paper(night)

    @pytest.mark.parametrize(
        ("value", "reason", "code"), [(0, "x", "points"), (51, "x", "points"), (-51, "x", "points"), (-2, "  ", "reason")]
    )  # fmt: skip
    def test_points_and_reason_are_needed(self, night, value, reason, code):
        with pytest.raises(ActRefused) as refused:
            points(night, player(night), value, reason)
        assert codes(refused) == [code]

    def test_rows_are_never_changed_and_superseded_once(self, night):
        made = Sanction.objects.get(pk=points(night, player(night))["sanction"])
        made.points = 5
        with pytest.raises(AppendOnlyError):
            made.save()
        sanctions.lift_sanction(night, HOST, sanction_id=made.pk, reason="x")
        with pytest.raises(IntegrityError), transaction.atomic():
            Sanction.objects.create(
                tournament=night, player=made.player, kind="lifted", by="x", role="x", at=made.at,
                supersedes=made,
            )  # fmt: skip

    def test_only_the_director_takes_points_back(self, night):
        made = points(night, player(night))
        with pytest.raises(ActRefused) as refused:
            sanctions.lift_sanction(night, RUNNER, sanction_id=made["sanction"], reason="x")
        assert codes(refused) == ["not_the_director"]


class TestForfeits:
    def test_the_player_takes_nothing_and_the_others_keep_theirs(self, night):
        who, before = sits_in(night, 1), totals(night)
        lost = row(night, who).sheet_points
        forfeit(night, who, 1)
        after = row(night, who)
        assert (after.games_played, after.sheet_points) == (2, lost - _points_of(night, who, 1))
        assert {n: t for n, t in totals(night).items() if n != who.name} == {
            n: t for n, t in before.items() if n != who.name
        }
        agrees_with_paper(night)

    def test_it_lifts_no_average(self, night):
        """Somebody with a sit-out to come cannot gain by giving up a poor game."""
        play_game(night, 3, (14, 9))
        out = night.rounds.get(number=1).sit_outs.get().player
        before = row(night, out)
        forfeit(night, out, 2)
        assert row(night, out).total < before.total
        assert row(night, out).sit_out_points <= before.sit_out_points
        agrees_with_paper(night)

    def test_of_a_void_game_the_sit_outs_worth_is_gone(self, night):
        rounds.start_game(night, HOST, number=3)
        game = running_games(night)[0]
        who = game.seats.get(position=0).player
        rounds.void_game(night, HOST, game_id=str(game.pk), reason="fire alarm")
        assert row(night, who).sit_outs >= 1
        before = row(night, who).sit_outs
        forfeit(night, who, 3)
        after = row(night, who)
        assert (after.sit_outs, after.absences) == (before - 1, 1)
        agrees_with_paper(night)

    def test_taken_back_everything_is_as_before(self, night):
        who, before = sits_in(night, 1), totals(night)
        made = forfeit(night, who, 1)
        sanctions.lift_sanction(night, HOST, sanction_id=made["sanction"], reason="was at the desk")
        assert totals(night) == before
        agrees_with_paper(night)

    def test_a_game_before_its_sheet_comes_in(self, night):
        rounds.start_game(night, HOST, number=3)
        game = running_games(night)[0]
        who = game.seats.get(position=1).player
        forfeit(night, who, 3)
        before = totals(night)[who.name]
        post(game, (14, 9))
        assert totals(night)[who.name] == before
        agrees_with_paper(night)

    def test_none_is_left_on_a_game_that_is_planned_again(self, night):
        """Whom the next plan seats elsewhere, it would hang on nothing."""
        rounds.start_game(night, HOST, number=3)
        who = running_games(night)[1].seats.get(position=1).player
        made = forfeit(night, who, 3)
        with pytest.raises(ActRefused, match=f"{who} has forfeited Table 2, game 3: take that back first"):
            rounds.take_back_game(night, HOST, number=3, confirmed=True, reason="wrong seats")
        sanctions.lift_sanction(night, HOST, sanction_id=made["sanction"], reason="wrong seats")
        rounds.take_back_game(night, HOST, number=3)
        assert health_of(reload(night)) == ()

    def test_not_one_to_come_and_not_anothers(self, night):
        with pytest.raises(ActRefused) as refused:
            forfeit(night, sits_in(night, 3), 3)
        assert codes(refused) == ["not_started"]
        out = night.rounds.get(number=1).sit_outs.get().player
        game = night.games.filter(round__number=1).first()
        with pytest.raises(ActRefused) as refused:
            sanctions.forfeit_game(night, HOST, player_id=out.pk, game_id=str(game.pk), reason="x")
        assert codes(refused) == ["not_there"]


def test_health_finds_a_forfeit_without_a_chair(night):
    out = night.rounds.get(number=1).sit_outs.get().player
    game = night.games.filter(round__number=1).first()
    Sanction.objects.create(
        tournament=night, player=out, kind="forfeit", game=game, by="x", role="x", at=night.starts_at
    )
    assert "forfeit" in {problem.code for problem in health_of(reload(night))}


def test_nothing_is_laid_on_in_a_final_night(night):
    type(night).objects.filter(pk=night.pk).update(stage="final")
    for act in (lambda: points(night, player(night)), lambda: warn(night, player(night))):
        with pytest.raises(ActRefused) as refused:
            act()
        assert codes(refused) == ["final"]


def _points_of(night, who, number):
    seat = Seat.objects.get(player=who, round__number=number)
    sheet = seat.game.sheets.get(state="accepted")
    return sheet.lines.get(player=who).points


def test_nothing_of_the_floor_is_left_of_a_rehearsal_thrown_away(night):
    practice = Tournament.objects.get(code=make_rehearsal(night, HOST)["code"])
    add_players(practice, 1, first=70)
    who = practice.players.first()
    made = points(practice, who, -4)["sanction"]
    sanctions.change_penalty(practice, HOST, sanction_id=made, points=-1, reason="too hard")
    erase(practice)
    assert not Sanction.objects.exists()
