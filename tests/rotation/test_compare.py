"""Differences, choices, swaps and the report, in words and figures."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rotation.judge import assert_sound, weighed
from tournaments.rotation import RotationError, plan, replan
from tournaments.rotation.compare import choices, difference
from tournaments.rotation.report import report
from tournaments.rotation.swap import as_played, swap

pytestmark = pytest.mark.usefixtures("brief")


def named(player: object) -> str:
    return f"Player {player}"


def test_a_substitution_changes_one_table_a_round() -> None:
    night = plan(range(16), 5)
    changed = difference(night, replan(night, played=2, replace={3: 16}))
    assert (changed.changed, changed.kept) == (3, 9)
    assert [change.round for change in changed.tables] == [3, 4, 5]
    assert changed.told(named)[0].endswith(": Player 16 instead of Player 3.")
    assert not changed.sit_outs


def test_an_equal_plan_has_no_differences() -> None:
    night = plan(range(16), 5)
    assert difference(night, night).told() == []
    assert difference(night, night).kept == 20


def test_every_kind_of_change_has_a_sentence() -> None:
    fifteen = plan(range(1, 16), 3)
    joined = difference(fifteen, replan(fifteen, played=0, join=[16])).told(named)
    assert any("table 4 is new: Player" in line and "against" in line for line in joined)
    assert any("now play" in line for line in joined)
    sixteen = plan(range(1, 17), 3)
    left = difference(sixteen, replan(sixteen, played=0, leave=[16])).told(named)
    assert any(line.endswith("is not used.") for line in left)
    assert any("now sit out" in line for line in left)
    threes = plan(range(1, 17), 3, odd="three_hand")
    shorter = difference(threes, replan(threes, played=0, leave=[16])).told(named)
    longer = difference(replan(threes, played=0, leave=[16]), threes).told(named)
    assert any("goes on without" in line or "instead of" in line for line in shorter)
    assert any("as well" in line or "instead of" in line for line in longer)
    swapped = swap(sixteen, 1, *sixteen.rounds[0].tables[0].seats[:2]).plan
    assert "keeps its players in other seats" in difference(sixteen, swapped).told()[0]


def test_a_longer_night_has_new_tables() -> None:
    night = plan(range(8), 2)
    changed = difference(night, replan(night, played=2, rounds=3))
    assert [change.before for change in changed.tables] == [None, None]


def test_both_choices_come_with_figures() -> None:
    night = plan(range(24), 8)
    most, best = choices(night, played=4, leave=[3, 9])
    assert (most.keep, best.keep) == ("most", "best")
    assert most.difference.changed <= best.difference.changed
    assert best.plan.quality.cost <= most.plan.quality.cost
    assert " of 20 games to come changed; over the whole night no partnerships repeat" in most.told()
    assert "(rounds 1 to 4 stand)" in most.told()


@settings(max_examples=20, deadline=None)
@given(data=st.data(), count=st.integers(9, 30), number=st.integers(1, 4))
def test_a_swap_is_sound_and_its_figures_are_counted(data: st.DataObject, count: int, number: int) -> None:
    night = plan(range(count), 4)
    planned = night.rounds[number - 1]
    one = data.draw(st.sampled_from(list(planned.seated())))
    other = data.draw(st.sampled_from([player for player in range(count) if player != one]))
    effect = swap(night, number, one, other)
    judged = assert_sound(effect.plan)
    assert weighed(judged) == effect.after.cost
    assert effect.before == night.quality
    assert swap(effect.plan, number, one, other).plan.rounds == night.rounds


def test_swapping_with_somebody_who_sits_out() -> None:
    """ROT-11: both views and the sit-out counts are right."""
    night = plan(range(21, 35), 8)
    planned = night.rounds[2]
    out, seated = planned.sit_outs[0], planned.tables[1].seats[2]
    after = swap(night, 3, out, seated).plan.rounds[2]
    assert seated in after.sit_outs
    assert after.tables[1].seats[2] == out


def test_the_effect_of_a_swap_in_words() -> None:
    night = plan(range(20), 8)
    first, second = night.rounds[1].tables[:2]
    worse = swap(night, 2, first.seats[0], second.seats[0])
    assert worse.told().startswith("The plan gets worse: ")
    assert swap(worse.plan, 2, first.seats[0], second.seats[0]).told().startswith("The plan gets better: ")
    assert swap(night, 2, first.seats[0], first.seats[2]).told().startswith("The figures stay as they are: ")


@pytest.mark.parametrize(
    ("number", "one", "other", "message"),
    [(9, 1, 2, "There is no round 9"), (1, 77, 2, "77 is not in round 1"), (1, 2, 2, "Nothing would change")],
)
def test_a_swap_that_makes_no_sense_is_refused(number: int, one: int, other: int, message: str) -> None:
    """ROT-10: nobody can end up in two places."""
    with pytest.raises(RotationError, match=message):
        swap(plan(range(8), 3), number, one, other)


def test_a_round_as_it_was_really_played() -> None:
    """A substitute for one game and other partners: the next plan counts who really met."""
    night = plan(range(16), 4)
    table = night.rounds[1].tables[2]
    north, east, south, west = table.seats
    real = as_played(night, 2, {table.number: (north, south, "Sub", west)})
    assert real.players == (*night.players, "Sub")
    assert real.rounds[1].tables[2].partner_pairs() == ((north, "Sub"), (south, west))
    assert real.rounds[1].tables[2].first_dealer == table.first_dealer
    after = replan(real, played=2, leave=[east])
    assert "Sub" not in after.rounds[2].present()
    assert real.rounds[:2] == after.rounds[:2]


@pytest.mark.parametrize(
    ("number", "seats", "message"),
    [
        (9, {}, "There is no round 9"),
        (1, {7: (1, 2, 3, 4)}, "Round 1 has no table 7"),
        (1, {1: (1, 1, 2, 3)}, "twice"),
    ],
)
def test_a_round_that_cannot_have_been_played_so_is_refused(
    number: int, seats: dict[int, tuple[int, ...]], message: str
) -> None:
    with pytest.raises(RotationError, match=message):
        as_played(plan(range(8), 3), number, seats)


def text(night: object, topic: str) -> str:
    return next(finding.text for finding in report(night) if finding.topic == topic)  # type: ignore[arg-type]


def test_the_report_shows_the_proof() -> None:
    night = plan(range(20), 8)
    assert text(night, "meetings").endswith(
        "Every player needs 24 meetings among 19 others, so at least 50 repeats are unavoidable; "
        "this plan has 50: no plan can be better."
    )
    assert text(night, "partners") == "Nobody partners the same person twice."
    assert text(night, "overall").endswith("no plan can be better.")
    assert text(night, "sit-outs") == "Nobody sits out."


def test_the_report_is_honest_where_nothing_is_proved() -> None:
    night = plan(range(25), 8)
    overall = next(finding for finding in report(night) if finding.topic == "overall")
    assert (overall.verdict, overall.value, overall.bound) == (
        "good",
        night.quality.cost,
        night.quality.bound,
    )
    assert "nobody knows whether a better plan exists" in overall.text
    assert f"come to {night.quality.cost}; by counting, none comes below 0" in overall.text
    assert text(night, "meetings").endswith(
        "Counting forces none of it. Whether fewer is possible is not known."
    )


def test_the_report_of_a_perfect_night() -> None:
    findings = report(plan(range(40), 8))
    assert {finding.verdict for finding in findings} == {"best"}
    assert findings[0].text == "Nobody meets twice: no plan can be better."


@pytest.mark.parametrize(
    ("night", "topic", "words"),
    [
        (
            plan(range(14), 8),
            "sit-outs",
            "Everyone sits out 1 or 2 times (16 turns for 14 players): as even as can be.",
        ),
        (plan(range(9), 3), "sit-outs", "at most once"),
        (plan(range(17), 8, odd="three_hand"), "three-handed tables", "plays three-handed 4 or 5 times"),
        (plan(range(8), 10), "partners", "no plan has fewer: there are more rounds than new partners"),
        (plan(range(16), 8), "tables", "nobody sits at one table more than"),
        (plan(range(16), 8), "first deals", "Everyone deals first twice."),
        (
            plan(range(14), 8),
            "opponents",
            "Those who play most need 14 opponents among 13 others, so at least 6 repeats are unavoidable; "
            "this plan has 6: no plan can be better.",
        ),
        (
            plan(range(12), 4),
            "meetings",
            "any two games put some pairs together again: by counting, at least 18",
        ),
        (plan(range(8), 10), "meetings", "this plan has 92: no plan has fewer, though they might be spread"),
        (plan(range(9), 6, mode="alone"), "meetings", "Every player needs 12 meetings among 8 others"),
        (plan(range(17), 8, odd="house"), "meetings", "Every player needs 24 meetings among 19 others"),
        (
            replan(plan(range(18), 6), played=2, leave=[3], join=[99]),
            "meetings",
            "repeats are unavoidable after round 2",
        ),
        (
            plan(range(14), 8, mode="tables"),
            "meetings",
            "Every player needs 18 to 21 meetings among 13 others",
        ),
    ],
)
def test_figures_in_plain_words(night: object, topic: str, words: str) -> None:
    assert words in text(night, topic)


def test_the_report_after_replanning() -> None:
    night = replan(plan(range(18), 8), played=3, leave=[4], join=["Late"])
    assert "fair share" in text(night, "sit-outs") or "as even as can be" in text(night, "sit-outs")
    late = replan(plan(range(15), 8), played=6, join=["Late"])
    assert "away from the fair share of the rounds they were there" in text(late, "sit-outs")


def test_an_uneven_chart_is_called_uneven() -> None:
    night = plan(range(16), 4)
    twice = replan(night, played=4, rounds=5)
    same = twice.rounds[0]
    from dataclasses import replace

    from tournaments.rotation import check

    rounds = (*twice.rounds[:4], replace(same, number=5))
    bad = replace(twice, rounds=rounds, quality=check(rounds, twice.players))
    partners = next(finding for finding in report(bad) if finding.topic == "partners")
    assert partners.verdict == "uneven"
    assert "8 partnerships repeat; by counting, at least 0 must." in partners.text
