"""Typed sheets: the twenty-eight recorded entries, and what a form may send besides."""

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import PRESETS, Hand, Problem, Sheet, SheetEntry, SheetPenalty, read_sheet, refused

WEMSA = PRESETS["wemsa"]
CASES = Path(__file__).parents[1] / "cases" / "score_sheet_cases.tsv"
NAMES = ("Ann", "Bo", "Cy", "Di")


def recorded() -> list[dict[str, str]]:
    with CASES.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def verdict(problems: tuple[Problem, ...]) -> str:
    if not problems:
        return "accept"
    return "refuse" if refused(problems) else "confirm"


def fields(problems: tuple[Problem, ...]) -> set[str]:
    return {problem.field for problem in problems}


@pytest.mark.parametrize("case", recorded(), ids=[case["id"] for case in recorded()])
def test_recorded_entry(case: dict[str, str]) -> None:
    entry = SheetEntry(2, (case["pair1_points"], case["pair2_points"]), case["bump_dollars"])
    sheet, problems = read_sheet(WEMSA, entry)
    # "accept as 14 or refuse" leaves the choice; these are read.
    assert verdict(problems) == case["expected"].split()[0]
    if verdict(problems) != "refuse":
        assert sheet is not None
        assert sheet.scores[0] in (int(case["pair1_points"]), 14)


def test_there_are_twenty_eight_recorded_entries() -> None:
    assert len(recorded()) == 28


@pytest.mark.parametrize(
    ("scores", "bump", "field", "word"),
    [
        (("", "9"), "0", "scores.0", "Ann and Cy"),
        (("14", " "), "0", "scores.1", "Bo and Di"),
        (("14",), "0", "scores.1", "Bo and Di"),
        (("14", "9"), "", "bump", "Bump cup"),
        (("14", "1e2"), "0", "scores.1", "“1e2”"),
        (("14", "9"), "4 or 5", "bump", "“4 or 5”"),
    ],
)
def test_the_refusal_names_the_side_or_the_field(
    scores: tuple[str, ...], bump: str, field: str, word: str
) -> None:
    sheet, problems = read_sheet(WEMSA, SheetEntry(2, scores, bump), names=NAMES)
    assert sheet is None
    assert fields(problems) == {field}
    assert word in problems[0].message


def test_the_sides_are_named_by_who_partnered_whom() -> None:
    for pairing, (first, second) in {1: ("Ann and Bo", "Cy and Di"), 3: ("Ann and Di", "Bo and Cy")}.items():
        _, problems = read_sheet(WEMSA, SheetEntry(pairing, ("", ""), "0"), names=NAMES)
        assert [problem.message.split(":")[0] for problem in problems] == [first, second]


def test_all_that_is_wrong_with_the_typing_is_told_at_once() -> None:
    _, problems = read_sheet(WEMSA, SheetEntry(2, ("x", ""), "y", loners=("1", "", "0", "z")))
    assert [problem.field for problem in problems] == ["scores.0", "scores.1", "bump", "loners.1", "loners.3"]


def test_who_partnered_whom_must_be_chosen() -> None:
    for pairing in (None, 0, 4):
        sheet, problems = read_sheet(WEMSA, SheetEntry(pairing, ("14", "9"), "0"))
        assert (sheet, fields(problems), verdict(problems)) == (None, {"pairing"}, "refuse")
        assert problems[0].message.startswith("Who partnered whom?")


def test_three_handed_there_is_nothing_to_choose() -> None:
    rules = PRESETS["torrence-knox-three"]
    sheet, problems = read_sheet(rules, SheetEntry(None, ("10", "4", "11")))
    assert (sheet, problems) == (Sheet(None, (10, 4, 11)), ())
    assert fields(read_sheet(rules, SheetEntry(2, ("10", "4")))[1]) == {"pairing"}
    assert fields(read_sheet(rules, SheetEntry(None, ("10", "4")))[1]) == {"scores.2"}


def test_bump_money_is_asked_only_where_there_is_a_cup() -> None:
    sheet, problems = read_sheet(PRESETS["fharmacy"], SheetEntry(2, ("10", "9")))
    assert (sheet, problems) == (Sheet(2, (10, 9)), ())
    _, problems = read_sheet(PRESETS["fharmacy"], SheetEntry(2, ("10", "9"), "2"))
    assert [(problem.code, problem.kind) for problem in problems] == [("no-bump-cup", "refuse")]


def test_loners_penalties_and_hands_come_along() -> None:
    penalties = (SheetPenalty("renege", 1),)
    entry = SheetEntry(2, ("１４", "−2"), "$2", loners=("1", "0", "0", "0"), penalties=penalties)
    sheet, problems = read_sheet(WEMSA, entry)
    assert sheet == Sheet(2, (14, -2), 200, (1, 0, 0, 0), penalties)
    assert problems == ()


def test_no_loners_noted_is_not_no_loners() -> None:
    sheet, _ = read_sheet(WEMSA, SheetEntry(2, ("14", "9"), "0", loners=("", " ", "", "")))
    assert sheet is not None
    assert sheet.loners == ()


def test_bad_hands_are_found_behind_good_typing() -> None:
    entry = SheetEntry(2, ("14", "9"), "0", hands=(Hand(0, 3), Hand(0, 7)))
    _, problems = read_sheet(WEMSA, entry)
    assert [(problem.field, problem.kind) for problem in problems] == [("hands.1", "refuse")]
    assert "Hand 2" in problems[0].message


@given(
    st.tuples(st.text(max_size=8), st.text(max_size=8)), st.text(max_size=8), st.sampled_from(list(PRESETS))
)
def test_no_typing_breaks_the_reading(scores: tuple[str, str], bump: str, name: str) -> None:
    rules = PRESETS[name]
    entry = SheetEntry(2, scores, bump) if rules.seats == 4 else SheetEntry(None, (*scores, "0"), bump)
    sheet, problems = read_sheet(rules, entry)
    assert sheet is not None or refused(problems)


@given(st.integers(-20, 60), st.integers(-20, 60), st.integers(-5, 40))
def test_typing_and_checking_agree(first: int, second: int, dollars: int) -> None:
    sheet, problems = read_sheet(WEMSA, SheetEntry(2, (str(first), str(second)), str(dollars)))
    assert sheet == Sheet(2, (first, second), dollars * 100)
    # The wording of the house rules, copied out: n = 12 hands, at most 4 points each, dealer stuck, $2 a bump.
    total, euchres = first + second, dollars // 2
    if max(first, second) > 48 or total > 48 or dollars < 0 or min(first, second) < -48:
        expected = "refuse"
    else:
        odd = [
            total == 48,
            total < 12,
            min(first, second) < 0,
            dollars % 2 == 1,
            total < 12 + euchres,
            euchres > 12,
            total > 4 * (12 - euchres) + 2 * euchres,
        ]
        expected = "confirm" if any(odd) else "accept"
    assert verdict(problems) == expected
