"""The rotation: a draw to look at, publishing exactly what was shown, changes before they bind anybody."""

from dataclasses import replace

import pytest

from scoring import PRESETS as RULE_SETS
from tests.cast import cast_of, key
from tests.factories import HOST, add_players, check_everybody_in, make_night, play_game, ready_night, reload
from tournaments.actions import check_in, nights, registration, together
from tournaments.models import Player, RotationPlan

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    """Nine people of one division, checked in, not drawn."""
    night = make_night("fharmacy", games=3, odd="sit_out")
    add_players(night, 9)
    check_everybody_in(night)
    return night


@pytest.fixture
def cast(night):
    return cast_of(night)


def url(night, *parts):
    return "/".join(["", "nights", night.code, "rotation", *map(str, parts), ""])


def draw(cast, night, **more):
    return cast.organizer.post(url(night, "draw"), {"key": key(), **more}, follow=True)


def proposal(cast, night, by="table", **more):
    return cast.organizer.get(url(night, "proposal"), {"by": by, **more}).content.decode()


def mark_in(page):
    return page.split('name="mark" value="')[1].split('"')[0]


def publish(cast, night, mark, **more):
    return cast.organizer.post(url(night, "publish"), {"key": key(), "mark": mark, **more})


def waiting_ways(cast, night):
    """{way: the stored form of the first division's plan}."""
    ways = cast.organizer.session["draws"][night.code]["ways"]
    return {way: proposals[0]["plan"] for way, proposals in ways.items()}


def waiting_plan(cast, night):
    return next(iter(waiting_ways(cast, night).values()))


def chart_of(plan):
    """(game, table) -> seats, from the stored form of a plan."""
    return {(r["number"], t["number"]): t["seats"] for r in plan["rounds"] for t in r["tables"]}


def seats_in_database(night):
    games = night.games.exclude(status="void").select_related("round", "table").prefetch_related("seats")
    return {
        (g.round.number, g.table.number): [
            s.player_id for s in sorted(g.seats.all(), key=lambda s: s.position)
        ]
        for g in games
    }


class TestTheFirstDraw:
    def test_a_draw_binds_nobody(self, cast, night):
        version = reload(night).version
        answer = draw(cast, night)
        assert "A rotation to look at" in answer.content.decode()
        assert reload(night).version == version
        assert not RotationPlan.objects.exists()

    def test_what_was_shown_is_what_is_published(self, cast, night):
        draw(cast, night)
        shown = chart_of(waiting_plan(cast, night))
        assert publish(cast, night, mark_in(proposal(cast, night))).status_code == 303
        assert chart_of(RotationPlan.objects.get().data) == shown
        assert seats_in_database(night) == shown

    def test_it_says_in_words_how_fair_it_is(self, cast, night):
        draw(cast, night)
        page = proposal(cast, night)
        assert "Nobody partners the same person twice." in page
        assert "Everyone sits out" in page

    def test_the_chart_shows_tables_or_players(self, cast, night):
        draw(cast, night)
        by_table, by_player = proposal(cast, night), proposal(cast, night, "player")
        assert by_table.count('<th scope="row">') == 2 + 1  # two tables, those sitting out
        assert by_player.count('<th scope="row">') == 9
        assert "sits out" in by_player

    def test_first_tables_given_at_check_in_are_kept(self, cast, night):
        given = dict(night.players.filter(first_table__isnull=False).values_list("pk", "first_table"))
        draw(cast, night)
        plan = waiting_plan(cast, night)
        for table in plan["rounds"][0]["tables"]:
            for player in table["seats"]:
                assert given[player] in (table["number"], 3)  # the ninth had table 3 to themselves

    def test_another_draw_is_another_one_and_the_old_mark_no_longer_counts(self, cast, night):
        draw(cast, night)
        old = mark_in(proposal(cast, night))
        draw(cast, night, fresh="yes")
        assert mark_in(proposal(cast, night)) != old
        publish(cast, night, old)
        assert not RotationPlan.objects.exists()

    def test_published_twice_it_is_one_plan(self, cast, night):
        draw(cast, night)
        form = {"key": key(), "mark": mark_in(proposal(cast, night))}
        for _ in range(2):
            assert cast.organizer.post(url(night, "publish"), form).status_code == 303
        assert RotationPlan.objects.count() == 1

    def test_somebody_came_meanwhile(self, cast, night):
        draw(cast, night)
        mark = mark_in(proposal(cast, night))
        add_players(night, 1, first=10)
        check_everybody_in(night)
        assert "out of date" in proposal(cast, night)
        answer = publish(cast, night, mark)
        assert answer.status_code == 422
        assert "Draw again" in answer.content.decode()
        assert not RotationPlan.objects.exists()

    def test_it_can_be_thrown_away(self, cast, night):
        draw(cast, night)
        cast.organizer.post(url(night, "discard"))
        assert cast.organizer.get(url(night, "proposal")).status_code == 303

    @pytest.mark.parametrize(
        "bad", [{}, {"mark": ""}, {"mark": "guessed"}, {"mark": "x" * 500}, {"mark": "\x00"}]
    )
    def test_a_wrong_mark_publishes_nothing(self, cast, night, bad):
        draw(cast, night)
        assert cast.organizer.post(url(night, "publish"), {"key": key(), **bad}).status_code == 303
        assert not RotationPlan.objects.exists()

    def test_nothing_waiting_publishes_nothing(self, cast, night):
        assert publish(cast, night, "anything").status_code == 303
        assert not RotationPlan.objects.exists()

    def test_two_nights_keep_their_draws_apart(self, cast, night):
        other = make_night("fharmacy", games=2, organizer=night.organizer)
        add_players(other, 4)
        check_everybody_in(other)
        draw(cast, night)
        mark = mark_in(proposal(cast, night))
        draw(cast, other)
        assert mark_in(proposal(cast, night)) == mark
        publish(cast, other, mark)
        assert not RotationPlan.objects.exists()


class TestTooFew:
    """ROT-14."""

    def test_nobody(self):
        night = make_night()
        cast = cast_of(night)
        assert "Nobody is checked in yet" in cast.organizer.get(url(night)).content.decode()
        assert "Nobody is checked in yet" in draw(cast, night).content.decode()

    def test_three_in_a_division_of_fours_do_not_stop_the_other_division(self):
        night = make_night(games=2, break_after=None)
        add_players(night, 8)
        add_players(night, 3, division=1, first=20)
        check_everybody_in(night)
        cast = cast_of(night)
        page = draw(cast, night).content.decode()
        assert "Novice" in page
        assert publish(cast, night, mark_in(proposal(cast, night))).status_code == 303
        assert RotationPlan.objects.get().division.name == "Experienced"


class TestAfterTheStart:
    @pytest.fixture
    def night(self):
        night = ready_night((16,), preset="fharmacy", games=5, odd="sit_out")
        for number in (1, 2):
            play_game(night, number, (10, 7))
        return night

    def leave(self, night):
        player = night.games.filter(round__number=3).first().seats.first().player
        check_in.withdraw(night, HOST, player_id=player.pk)
        return player

    def come(self, night, name="Newcomer"):
        new = registration.NewPlayer(name=name, division_id=night.divisions.first().pk)
        player = registration.add_player(night, HOST, new=new)["player"]
        check_in.check_in(night, HOST, player_id=player, method="none", id_ok=True)
        return Player.objects.get(pk=player)

    def test_it_tells_who_came_and_who_left(self, cast, night):
        gone, new = self.leave(night), self.come(night)
        page = cast.organizer.get(url(night)).content.decode()
        assert "Here, but not in the coming games" in page
        assert "Seated, but gone" in page
        for player in (gone, new):
            assert f"<bdi>{player.name}</bdi>" in page
        assert "Update the rotation" in page

    def test_one_for_one_changes_only_that_chair(self, cast, night):
        gone, new = self.leave(night), self.come(night)
        before = seats_in_database(night)
        page = draw(cast, night).content.decode()
        assert "What would change" in page
        assert f"<bdi>{new}</bdi> instead of <bdi>{gone}</bdi>" in page
        assert publish(cast, night, mark_in(page)).status_code == 303
        after = seats_in_database(night)
        for (number, table), seats in before.items():
            expected = seats if number < 3 else [new.pk if p == gone.pk else p for p in seats]
            assert after[number, table] == expected

    def test_games_played_stay_as_they_were(self, cast, night):
        self.leave(night)
        before = {k: v for k, v in seats_in_database(night).items() if k[0] <= 2}
        draw(cast, night)
        publish(cast, night, mark_in(proposal(cast, night)))
        assert {k: v for k, v in seats_in_database(night).items() if k[0] <= 2} == before

    def test_nothing_to_draw_is_said(self, cast, night):
        assert "knows everybody" in draw(cast, night).content.decode()

    def test_more_games_in_the_settings_need_a_longer_plan(self, cast, night):
        nights.change_settings(night, HOST, settings=replace(night.settings, games=6))
        assert "The settings say 6 games" in cast.organizer.get(url(night)).content.decode()
        draw(cast, night)
        publish(cast, night, mark_in(proposal(cast, night)))
        assert night.rounds.filter(number=6).exists()


@pytest.mark.parametrize("role", ["desk", "runner", "stranger"])
def test_only_the_host_draws(cast, night, role):
    for page in ((), ("proposal",)):
        assert cast.of(role).get(url(night, *page)).status_code == 403
    for act in ("draw", "publish", "discard"):
        assert cast.of(role).post(url(night, act)).status_code == 403


@pytest.mark.parametrize("act", ["draw", "publish", "discard"])
def test_acts_take_a_post(cast, night, act):
    assert cast.organizer.get(url(night, act)).status_code == 405


def test_a_league_without_anybody_says_what_to_do_instead_of_offering_tools():
    night = make_night()
    add_players(night, 8)
    check_everybody_in(night)
    page = cast_of(night).organizer.get(url(night)).content.decode()
    assert page.count("Nobody here yet") == 1  # Novice
    assert page.count("Somebody keeps a table") == 1  # Experienced
    assert page.count("Check players in") == 1


def test_a_league_that_sits_with_the_others_says_so():
    night = make_night()
    add_players(night, 5)
    add_players(night, 7, division=1, first=6)
    check_everybody_in(night)
    guest, host = night.divisions.order_by("position")
    together.seat_together(night, HOST, host_id=host.pk, guest_id=guest.pk)
    page = cast_of(night).organizer.get(url(night)).content.decode()
    assert f"{host.name}: its tables seat this league, too." in page


def test_the_plan_is_not_praised_for_dealers_whom_the_cards_choose():
    for rules, said in ((RULE_SETS["fharmacy"], False), (RULE_SETS["classic"], True)):
        night = ready_night((8,), preset="fharmacy", games=3, rules=rules)
        page = cast_of(night).organizer.get(url(night)).content.decode()
        assert ("Everyone deals first" in page) is said


def test_the_page_takes_the_same_number_of_queries_at_every_size(django_assert_max_num_queries):
    taken = []
    for size in (8, 40):
        night = ready_night((size, size))
        cast = cast_of(night)
        with django_assert_max_num_queries(16) as context:
            cast.organizer.get(url(night))
        taken.append(len(context.captured_queries))
    assert taken[0] == taken[1]
