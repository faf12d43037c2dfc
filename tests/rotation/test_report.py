"""The fairness report: each figure with its bound beside it, in plain words, in every mode."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rotation.judge import judge, repeats, squared
from tournaments.rotation import check, plan, replan
from tournaments.rotation.report import report

pytestmark = pytest.mark.usefixtures("brief")


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
        (plan(range(8), 10), "partners", "no plan has fewer: there are more games than new partners"),
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
            "repeats are unavoidable after game 2",
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
    assert "away from the fair share of the games they were there" in text(late, "sit-outs")


def test_an_uneven_chart_is_called_uneven() -> None:
    night = plan(range(16), 4)
    twice = replan(night, played=4, rounds=5)
    same = twice.rounds[0]
    rounds = (*twice.rounds[:4], replace(same, number=5))
    bad = replace(twice, rounds=rounds, quality=check(rounds, twice.players))
    partners = next(finding for finding in report(bad) if finding.topic == "partners")
    assert partners.verdict == "uneven"
    assert "8 partnerships repeat; by counting, at least 0 must." in partners.text


@settings(max_examples=25)
@given(
    count=st.integers(6, 26),
    rounds=st.integers(1, 9),
    options=st.sampled_from(
        [{}, {"mode": "tables"}, {"mode": "alone"}, {"odd": "three_hand"}, {"odd": "house"}]
    ),
)
def test_no_figure_is_called_best_that_the_judge_can_undercut(
    count: int, rounds: int, options: dict[str, Any]
) -> None:
    night = plan(range(count), rounds, **options)
    judged = judge(night.rounds, night.mode == "partners")
    counts = {"partners": judged.partners, "opponents": judged.opponents, "meetings": judged.meetings}
    bounds = {"opponents": night.quality.opponents, "meetings": night.quality.meetings}
    topics = [finding.topic for finding in report(night)]
    assert ("partners" in topics) == (night.mode == "partners")
    for finding in report(night):
        if finding.topic in counts:
            assert finding.value == repeats(counts[finding.topic])
            assert finding.bound is not None
            assert finding.bound <= finding.value
        spread = bounds.get(finding.topic)
        if spread is not None and finding.verdict == "best":
            assert squared(counts[finding.topic]) == spread.bound
        if spread is not None and finding.value:
            assert "no plan" in finding.text or "is not known" in finding.text
