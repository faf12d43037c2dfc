"""What is refused on a sheet, what is to be confirmed, and what is nobody's business."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import (
    PRESETS,
    Hand,
    Partnered,
    Penalty,
    RuleSet,
    Sheet,
    SheetPenalty,
    check_sheet,
    compare_with_hands,
    refused,
    sheet_from_hands,
)
from scoring.sheet_penalties import penalty_marks
from tests.scoring.strategies import hands, rule_sets

WEMSA, FHARMACY, TK, THREE, CLASSIC = (
    PRESETS[name] for name in ("wemsa", "fharmacy", "torrence-knox", "torrence-knox-three", "classic")
)
WEMSA_THREE = WEMSA.three_handed_variant()
QUARTERS = replace(CLASSIC, bump_euchre_cents=25)


def codes(rules: RuleSet, sheet: Sheet, **kwargs: object) -> list[str]:
    return [f"{p.kind} {p.code}" for p in check_sheet(rules, sheet, **kwargs)]  # type: ignore[arg-type]


def renege(position: int = 0, *, lone: bool = False) -> SheetPenalty:
    return SheetPenalty("renege", position, lone=lone)


# A fixed number of hands

HANDS_GAMES = [
    (WEMSA, Sheet(2, (14, 9), 400), []),
    (WEMSA, Sheet(2, (14, 14), 400), []),  # a draw is an ordinary result
    (WEMSA, Sheet(2, (47, 0), 0), []),
    (WEMSA, Sheet(2, (48, 0), 0), ["confirm sum-greatest"]),
    (WEMSA, Sheet(2, (49, 0), 0), ["refuse score-high", "refuse sum-high"]),
    (WEMSA, Sheet(2, (30, 19), 0), ["refuse sum-high"]),
    (WEMSA, Sheet(2, (6, 5), 0), ["confirm sum-low"]),
    (WEMSA, Sheet(2, (13, -1), 0), ["confirm negative"]),
    (WEMSA, Sheet(2, (60, -49), 0), ["refuse score-high", "refuse score-low"]),
    # WEMSA reneges take points away: they explain a short sum and a negative side, as far as they go.
    (WEMSA, Sheet(2, (-2, 12), 200, penalties=(renege(0),)), []),
    (WEMSA, Sheet(2, (-4, 12), 200, penalties=(renege(2, lone=True),)), []),
    (WEMSA, Sheet(2, (-3, 14), 200, penalties=(renege(0),)), ["confirm negative"]),
    (WEMSA, Sheet(2, (-2, 13), 200, penalties=(renege(1),)), ["confirm negative"]),  # the other side's
    (WEMSA, Sheet(2, (0, 9), 200, penalties=(renege(0),)), ["confirm sum-low"]),
    (WEMSA, Sheet(2, (48, 2), 200, penalties=(renege(0),)), ["refuse sum-high"]),
    # Eight hands; a renege brings the opponents points and ends its hand.
    (CLASSIC, Sheet(2, (32, 0)), ["confirm sum-greatest"]),
    (CLASSIC, Sheet(2, (33, 0)), ["refuse score-high", "refuse sum-high"]),
    (CLASSIC, Sheet(2, (7, 0)), ["confirm sum-low"]),
    (CLASSIC, Sheet(2, (9, 0), penalties=(renege(1),)), []),  # seven hands and two points
    (CLASSIC, Sheet(2, (8, 0), penalties=(renege(1),)), ["confirm sum-low"]),
    (CLASSIC, Sheet(2, (34, 0), penalties=(renege(1),)), ["confirm sum-greatest"]),
    (CLASSIC, Sheet(2, (35, 0), penalties=(renege(1),)), ["refuse score-high", "refuse sum-high"]),
    # Where the deal may pass, a hand may bring nothing.
    (replace(CLASSIC, stick_the_dealer=False), Sheet(2, (0, 0)), []),
    # A lone march that brings the partner less moves the side by less.
    (replace(CLASSIC, alone_march=5, alone_march_partner=4), Sheet(2, (32, 0)), ["confirm sum-greatest"]),
    (replace(CLASSIC, alone_march=5), Sheet(2, (39, 0)), []),
    # Three-handed tables of a night of fours: 3 points a hand for one, 4 together when a maker is euchred.
    (WEMSA_THREE, Sheet(None, (36, 0, 0), 0), []),
    (WEMSA_THREE, Sheet(None, (37, 0, 0), 0), ["refuse score-high"]),
    (WEMSA_THREE, Sheet(None, (24, 24, 0), 1200), ["confirm sum-greatest"]),
    (WEMSA_THREE, Sheet(None, (24, 24, 1), 1200), ["refuse sum-high"]),
    (WEMSA_THREE, Sheet(None, (6, 5, 0), 0), ["confirm sum-low"]),
]


@pytest.mark.parametrize(("rules", "sheet", "expected"), HANDS_GAMES)
def test_a_game_of_so_many_hands(rules: RuleSet, sheet: Sheet, expected: list[str]) -> None:
    assert codes(rules, sheet) == expected


# First to a target

TARGET_GAMES = [
    (FHARMACY, Sheet(2, (10, 9)), []),
    (FHARMACY, Sheet(2, (0, 10)), []),
    (FHARMACY, Sheet(2, (13, 9)), []),
    (FHARMACY, Sheet(2, (14, 9)), ["confirm score-over"]),
    (FHARMACY, Sheet(2, (14, 9), penalties=(renege(1),)), []),  # a renege was worth two more
    (FHARMACY, Sheet(2, (9, 8)), ["confirm unfinished"]),
    (FHARMACY, Sheet(2, (0, 0)), ["confirm unfinished"]),
    (FHARMACY, Sheet(2, (10, 10)), ["confirm several-finished"]),
    (FHARMACY, Sheet(2, (10, -1)), ["confirm negative"]),
    (FHARMACY, Sheet(2, (100, 9)), ["refuse score-high"]),
    (FHARMACY, Sheet(2, (10, -100)), ["refuse score-high"]),
    (TK, Sheet(2, (12, 4), penalties=(renege(0), renege(1))), []),
    (TK, Sheet(2, (14, 4), penalties=(renege(0),)), ["confirm score-over"]),  # a person's, not the side's
    (THREE, Sheet(None, (10, 9, 9)), []),
    (THREE, Sheet(None, (11, 11, 9)), []),  # two defenders in one hand
    (THREE, Sheet(None, (13, 13, 0)), []),
    (THREE, Sheet(None, (14, 9, 9)), ["confirm score-over"]),
    (THREE, Sheet(None, (10, 10, 10)), ["confirm several-finished"]),
    (THREE, Sheet(None, (9, 9, 9)), ["confirm unfinished"]),
    (FHARMACY.three_handed_variant(), Sheet(None, (13, 1, 1)), ["confirm score-over"]),  # 3 a hand at most
]


@pytest.mark.parametrize(("rules", "sheet", "expected"), TARGET_GAMES)
def test_a_game_to_a_target(rules: RuleSet, sheet: Sheet, expected: list[str]) -> None:
    assert codes(rules, sheet) == expected


# Bump money

BUMPS = [
    (WEMSA, (14, 9), 0, (), []),
    (WEMSA, (14, 9), 2200, (), []),  # eleven euchres and 23 points
    (WEMSA, (14, 9), 2400, (), ["confirm bump-many"]),
    (WEMSA, (14, 9), 2600, (), ["confirm bump-odd"]),  # thirteen in twelve hands
    (WEMSA, (14, 9), 300, (), ["confirm bump-odd"]),
    (WEMSA, (14, 9), 250, (), ["refuse bump-step"]),
    (WEMSA, (14, 9), -200, (), ["refuse negative-bump"]),
    (WEMSA, (14, 9), None, (), ["refuse missing"]),
    (WEMSA, (10, 5), 1400, (), ["confirm bump-many"]),
    (WEMSA, (10, 5), 600, (), []),
    (WEMSA, (10, 5), 800, (), ["confirm bump-many"]),
    (WEMSA, (10, 5), 800, (SheetPenalty("toss", 1),), []),  # $2 of it for tossed cards
    (WEMSA, (8, 5), 800, (renege(0),), []),  # $2 of it for a renege that took two points
    (WEMSA, (10, 5), 800, (renege(0),), []),  # 17 points before the renege, three euchres
    (WEMSA, (10, 5), 1400, (renege(0),), ["confirm bump-many"]),
    (WEMSA, (14, 9), 0, (renege(0),), ["confirm bump-few"]),
    # The renege ended its hand: seven others bring seven points, a euchre one more.
    (QUARTERS, (9, 0), 0, (renege(1),), []),
    (QUARTERS, (9, 0), 50, (renege(1),), ["confirm bump-many"]),
    (QUARTERS, (10, 0), 50, (renege(1),), []),
    (QUARTERS, (8, 0), 50, (renege(1),), ["confirm sum-low"]),
    (WEMSA, (40, 6), 800, (), ["confirm bump-many"]),  # four euchres leave eight hands: at most 40
    (WEMSA, (6, 5), 200, (), ["confirm sum-low"]),  # asked once, not twice
    (CLASSIC, (8, 4), 0, (), []),
    (CLASSIC, (8, 4), None, (), []),
    (CLASSIC, (8, 4), 200, (), ["refuse no-bump-cup"]),
]


@pytest.mark.parametrize(("rules", "scores", "cents", "penalties", "expected"), BUMPS)
def test_bump_money(
    rules: RuleSet,
    scores: tuple[int, int],
    cents: int | None,
    penalties: tuple[SheetPenalty, ...],
    expected: list[str],
) -> None:
    assert codes(rules, Sheet(2, scores, cents, penalties=penalties)) == expected


@pytest.mark.parametrize(
    ("scores", "cents", "expected"),
    [
        ((8, 4, 4), 100, []),  # a maker pays alone at threes
        ((8, 4, 6), 200, []),
        ((6, 4, 4), 100, ["confirm bump-many"]),  # one euchre brings four: at least 15
        ((8, 4, 4), 150, ["refuse bump-step"]),
    ],
)
def test_bump_money_at_threes(scores: tuple[int, ...], cents: int, expected: list[str]) -> None:
    assert codes(WEMSA_THREE, Sheet(None, scores, cents)) == expected


def test_at_threes_a_renege_costs_one_dollar_and_may_bring_two_players_points() -> None:
    marks = penalty_marks(WEMSA_THREE, Sheet(None, (8, 4, 4), 100, penalties=(renege(1),)))
    assert (marks.cents, marks.lost, marks.gained) == (100, (0, 2, 0), 0)
    rules = FHARMACY.three_handed_variant()
    marks = penalty_marks(rules, Sheet(None, (10, 4, 4), penalties=(renege(1), renege(2, lone=True))))
    assert (marks.cents, marks.lost, marks.gained, marks.hands_ended) == (0, (0, 0, 0), 12, 2)


def test_quarters_from_the_caller() -> None:
    rules = replace(CLASSIC, bump_euchre_cents=25, bump_euchre_payer="caller")
    assert codes(rules, Sheet(2, (8, 4), 50)) == []
    assert codes(rules, Sheet(2, (8, 4), 60)) == ["refuse bump-step"]
    assert codes(rules, Sheet(2, (6, 3), 50)) == ["confirm bump-many"]


def test_bump_money_in_a_game_to_ten() -> None:
    rules = replace(FHARMACY, bump_euchre_cents=100)
    assert codes(rules, Sheet(2, (10, 2), 200)) == []
    assert codes(rules, Sheet(2, (10, 0), 1000)) == []
    assert codes(rules, Sheet(2, (10, 0), 1200)) == ["confirm bump-many"]  # six euchres are twelve points
    assert codes(rules, Sheet(2, (10, 0), 900_000)) == ["confirm bump-odd"]


# Loners


@pytest.mark.parametrize(
    ("scores", "loners", "expected"),
    [
        ((14, 9), (1, 0, 2, 0), []),
        ((14, 9), (2, 0, 2, 0), ["confirm loners-against-score"]),
        ((14, 9), (0, 2, 0, 1), ["confirm loners-against-score"]),
        ((14, 9), (13, 0, 0, 0), ["refuse loners"]),
        ((14, 9), (-1, 0, 0, 0), ["refuse loners"]),
    ],
)
def test_loners_fit_the_score(scores: tuple[int, int], loners: tuple[int, ...], expected: list[str]) -> None:
    assert codes(WEMSA, Sheet(2, scores, 0, loners)) == expected


# Hands as evidence


def made(count: int) -> tuple[Hand, ...]:
    return tuple(Hand(maker=number % 4, tricks=3) for number in range(count))


@pytest.mark.parametrize(
    ("rules", "game", "expected"),
    [
        (WEMSA, made(12), []),
        (WEMSA, made(11), ["confirm hands-missing"]),
        (WEMSA, made(13), ["confirm hands-extra"]),
        (WEMSA, made(0), ["confirm hands-missing"]),
        (WEMSA, made(101), ["refuse hands-many"]),
        (TK, made(19), []),
        (TK, made(18), ["confirm unfinished"]),
        (TK, made(20), ["confirm several-finished", "confirm hands-extra"]),
        (WEMSA, tuple(Hand(0, 5, alone=True) for _ in range(12)), ["confirm sum-greatest"]),
    ],
)
def test_the_number_of_hands(rules: RuleSet, game: tuple[Hand, ...], expected: list[str]) -> None:
    sheet = sheet_from_hands(rules, 2, game)
    assert codes(rules, sheet) == expected


def test_a_sheet_that_differs_from_its_hands_is_questioned_part_by_part() -> None:
    game = (*made(10), Hand(0, 2), Hand(1, 5, alone=True, penalties=(Penalty("renege", 0),)))
    good = sheet_from_hands(WEMSA, 2, game)
    assert codes(WEMSA, good) == []
    for change, field in [
        ({"scores": (good.scores[0] + 1, good.scores[1])}, "scores.0"),
        ({"scores": (good.scores[0], good.scores[1] - 1)}, "scores.1"),
        ({"bump_cents": 200}, "bump"),
        ({"bump_cents": None}, "bump"),
        ({"loners": (0, 0, 0, 1)}, "loners.1"),
        ({"loners": ()}, "loners.1"),
        ({"penalties": ()}, "penalties"),
    ]:
        found = compare_with_hands(WEMSA, replace(good, **change), names=("Ann", "Bo", "Cy", "Di"))  # type: ignore[arg-type]
        assert field in [problem.field for problem in found]
        assert {(problem.kind, problem.code) for problem in found} == {("confirm", "differs-from-hands")}


def test_the_difference_is_told_in_words() -> None:
    sheet = replace(sheet_from_hands(WEMSA, 2, made(12)), scores=(7, 6))
    (problem,) = compare_with_hands(WEMSA, sheet, names=("Ann", "Bo", "Cy", "Di"))
    assert problem.message == "Ann and Cy: the sheet says 7 points, the hands come to 6 points"


def test_a_penalty_outside_the_hands_is_no_difference() -> None:
    good = sheet_from_hands(WEMSA, 2, made(12))
    assert compare_with_hands(WEMSA, replace(good, penalties=(SheetPenalty("points", 1, -2),))) == ()


def test_a_hand_that_cannot_be_is_refused_by_its_number() -> None:
    (problem,) = check_sheet(WEMSA, Sheet(2, (14, 9), 0, hands=(Hand(0, 3), Hand(None))))
    assert (problem.kind, problem.field) == ("refuse", "hands.1")
    assert problem.message.startswith("Hand 2: maker")


# The wrong table, and partners who meet again


@pytest.mark.parametrize(("rules", "sheet"), [(WEMSA, Sheet(None, (9, 9, 9), 0)), (THREE, Sheet(2, (10, 4)))])
def test_a_sheet_for_another_number_of_players_is_refused(rules: RuleSet, sheet: Sheet) -> None:
    assert codes(rules, sheet) == ["refuse seats"]


@pytest.mark.parametrize(("pairing", "questioned"), [(1, False), (2, True), (3, False)])
def test_partners_of_an_earlier_game_are_questioned(pairing: int, questioned: bool) -> None:
    earlier = (Partnered(2, 0, game=3),)
    found = check_sheet(WEMSA, Sheet(pairing, (14, 9), 0), names=("Ann", "Bo", "Cy", "Di"), partnered=earlier)
    assert [problem.message for problem in found] == (
        ["Cy and Ann were already partners in game 3: draw again"] if questioned else []
    )


def test_partners_may_meet_again_where_the_night_says_so() -> None:
    rules = replace(WEMSA, draw_again_for_repeated_partners=False)
    assert codes(rules, Sheet(2, (14, 9), 0), partnered=(Partnered(0, 2, 3),)) == []


# All rule sets


@st.composite
def complete_games(draw: st.DrawFn) -> tuple[RuleSet, Sheet]:
    """A game of hands without penalties, played to its end and no further."""
    rules = draw(rule_sets())
    pairing = 2 if rules.seats == 4 else None
    if rules.hands is not None:
        count = rules.hands
        game = draw(st.lists(hands(rules, penalised=False), min_size=count, max_size=count))
        return rules, sheet_from_hands(rules, pairing, game)
    game = []
    scores = (0,)
    while max(scores) < (rules.target or 0) and len(game) < 30:
        game.append(draw(hands(rules, penalised=False)))
        scores = sheet_from_hands(rules, pairing, game).scores
    return rules, sheet_from_hands(rules, pairing, game)


@given(complete_games())
def test_nothing_that_was_really_played_is_refused(case: tuple[RuleSet, Sheet]) -> None:
    rules, sheet = case
    for version in (sheet, replace(sheet, hands=None)):
        problems = check_sheet(rules, version)
        assert not refused(problems)
        allowed = {"sum-greatest", "unfinished"}  # twelve lone marches; thirty passed deals
        assert {problem.code for problem in problems} <= allowed


@given(
    rule_sets(),
    st.lists(st.integers(-1000, 1000), min_size=3, max_size=3),
    st.none() | st.integers(-500, 5000),
)
def test_every_figure_gets_an_answer(rules: RuleSet, scores: list[int], cents: int | None) -> None:
    sheet = Sheet(2 if rules.seats == 4 else None, tuple(scores[: 2 if rules.seats == 4 else 3]), cents)
    problems = check_sheet(rules, sheet)
    assert len({problem.kind for problem in problems}) <= 1
    assert all(problem.message and problem.field and problem.code for problem in problems)
