"""The plans in force: which version paper and walls show."""

import pytest
from django.template.loader import render_to_string

from tests.factories import add_players, check_everybody_in, draw, make_night, ready_night, reload
from tournaments.queries.rotation_plans import plan_versions

pytestmark = pytest.mark.django_db


def marks(night):
    return [(version.division.name, version.number) for version in plan_versions(night)]


class TestTheVersionOnPaper:
    """ROT-22: old paper is recognised by its version."""

    def test_there_is_none_before_the_first_draw(self):
        assert plan_versions(make_night()) == ()

    def test_each_division_counts_its_own_plans(self):
        night = ready_night((8, 8))
        assert marks(night) == [("Experienced", 1), ("Novice", 1)]
        add_players(night, 1, first=30)
        check_everybody_in(night)
        draw(night)
        assert marks(night) == [("Experienced", 2), ("Novice", 2)]

    def test_it_says_when_it_was_published(self):
        night = ready_night((8,))
        published = night.log.get(act="publish_rotation")
        assert [version.published_at for version in plan_versions(night)] == [published.at]

    def test_it_is_one_query_whatever_the_size(self, django_assert_num_queries):
        for size in (8, 40):
            night = ready_night((size, size))
            with django_assert_num_queries(1):
                assert len(plan_versions(night)) == 2

    def test_the_mark_names_divisions_only_where_there_are_several(self):
        one, two = ready_night((8,), preset="fharmacy"), ready_night((8, 8))
        for night, said in ((one, "Plan 1, "), (two, "Novice</bdi>: plan 1, ")):
            context = {"plans": plan_versions(night), "night": reload(night)}
            assert said in render_to_string("components/plan_mark.html", context)
