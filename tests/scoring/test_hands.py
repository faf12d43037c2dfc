"""The score of a hand, against values copied by hand from the house rules."""

from dataclasses import replace

import pytest

from scoring import PRESETS, Hand, HandScore, Penalty, score_hand
from scoring.hands import Outcome

# maker 0; makers' tricks, alone, lone defender -> outcome, points per seat, bump cents per seat.
W, F, T, T3, C = "wemsa", "fharmacy", "torrence-knox", "torrence-knox-three", "classic"
SCORES: list[tuple[str, int, bool, int | None, str, tuple[int, ...], tuple[int, ...]]] = [
    # WEMSA, Scoring 1 and 2
    (W, 3, False, None, "made", (1, 0, 1, 0), (0, 0, 0, 0)),
    (W, 4, False, None, "made", (1, 0, 1, 0), (0, 0, 0, 0)),
    (W, 5, False, None, "march", (2, 0, 2, 0), (0, 0, 0, 0)),
    (W, 3, True, None, "alone", (1, 0, 1, 0), (0, 0, 0, 0)),
    (W, 4, True, None, "alone", (1, 0, 1, 0), (0, 0, 0, 0)),
    (W, 5, True, None, "lone march", (4, 0, 4, 0), (0, 0, 0, 0)),
    (W, 0, False, None, "euchre", (0, 2, 0, 2), (100, 0, 100, 0)),
    (W, 1, False, None, "euchre", (0, 2, 0, 2), (100, 0, 100, 0)),
    (W, 2, False, None, "euchre", (0, 2, 0, 2), (100, 0, 100, 0)),
    (W, 0, True, None, "lone euchre", (0, 2, 0, 2), (200, 0, 0, 0)),
    (W, 2, True, None, "lone euchre", (0, 2, 0, 2), (200, 0, 0, 0)),
    # Fharmacy, Scoring
    (F, 3, False, None, "made", (1, 0, 1, 0), (0, 0, 0, 0)),
    (F, 4, False, None, "made", (1, 0, 1, 0), (0, 0, 0, 0)),
    (F, 5, False, None, "march", (2, 0, 2, 0), (0, 0, 0, 0)),
    (F, 4, True, None, "alone", (1, 0, 1, 0), (0, 0, 0, 0)),
    (F, 5, True, None, "lone march", (4, 0, 4, 0), (0, 0, 0, 0)),
    (F, 2, False, None, "euchre", (0, 2, 0, 2), (0, 0, 0, 0)),
    (F, 2, True, None, "lone euchre", (0, 2, 0, 2), (0, 0, 0, 0)),
    # T&K, Scoring Rules
    (T, 3, False, None, "made", (1, 0, 1, 0), (0, 0, 0, 0)),
    (T, 5, False, None, "march", (2, 0, 2, 0), (0, 0, 0, 0)),
    (T, 3, True, None, "alone", (1, 0, 1, 0), (0, 0, 0, 0)),
    (T, 5, True, None, "lone march", (4, 0, 4, 0), (0, 0, 0, 0)),
    (T, 2, False, None, "euchre", (0, 2, 0, 2), (0, 0, 0, 0)),
    (T, 0, False, None, "euchre", (0, 2, 0, 2), (0, 0, 0, 0)),
    (T, 2, True, None, "lone euchre", (0, 2, 0, 2), (0, 0, 0, 0)),
    (T, 2, False, 1, "defended alone", (0, 2, 0, 2), (0, 0, 0, 0)),
    (T, 1, False, 3, "defended alone", (0, 2, 0, 2), (0, 0, 0, 0)),
    (T, 0, False, 1, "defended alone, all five", (0, 4, 0, 4), (0, 0, 0, 0)),
    (T, 3, False, 1, "made", (1, 0, 1, 0), (0, 0, 0, 0)),
    (T, 5, False, 1, "march", (2, 0, 2, 0), (0, 0, 0, 0)),
    (T, 2, True, 1, "defended alone", (0, 2, 0, 2), (0, 0, 0, 0)),  # both alone
    (T, 0, True, 3, "defended alone, all five", (0, 4, 0, 4), (0, 0, 0, 0)),
    (T, 4, True, 3, "alone", (1, 0, 1, 0), (0, 0, 0, 0)),
    (T, 5, True, 3, "lone march", (4, 0, 4, 0), (0, 0, 0, 0)),
    # T&K, Three-Hand Euchre
    (T3, 3, False, None, "made", (1, 0, 0), (0, 0, 0)),
    (T3, 4, False, None, "made", (1, 0, 0), (0, 0, 0)),
    (T3, 5, False, None, "march", (3, 0, 0), (0, 0, 0)),
    (T3, 3, True, None, "alone", (1, 0, 0), (0, 0, 0)),
    (T3, 5, True, None, "lone march", (3, 0, 0), (0, 0, 0)),
    (T3, 2, False, None, "euchre", (0, 2, 2), (0, 0, 0)),
    (T3, 0, False, None, "euchre", (0, 2, 2), (0, 0, 0)),
    (T3, 1, True, None, "lone euchre", (0, 2, 2), (0, 0, 0)),
    (T3, 2, False, 1, "defended alone", (0, 2, 2), (0, 0, 0)),
    (T3, 0, False, 2, "defended alone, all five", (0, 4, 4), (0, 0, 0)),
    (T3, 0, True, 2, "defended alone, all five", (0, 4, 4), (0, 0, 0)),
    (T3, 3, True, 1, "alone", (1, 0, 0), (0, 0, 0)),
    # The classic evening
    (C, 4, False, None, "made", (1, 0, 1, 0), (0, 0, 0, 0)),
    (C, 5, False, None, "march", (2, 0, 2, 0), (0, 0, 0, 0)),
    (C, 3, True, None, "alone", (1, 0, 1, 0), (0, 0, 0, 0)),
    (C, 5, True, None, "lone march", (4, 0, 4, 0), (0, 0, 0, 0)),
    (C, 1, False, None, "euchre", (0, 2, 0, 2), (0, 0, 0, 0)),
    (C, 1, True, None, "lone euchre", (0, 2, 0, 2), (0, 0, 0, 0)),
]


@pytest.mark.parametrize(("name", "tricks", "alone", "defender", "outcome", "points", "bumps"), SCORES)
def test_a_hand_scores_as_the_house_rules_say(
    name: str,
    tricks: int,
    alone: bool,
    defender: int | None,
    outcome: str,
    points: tuple[int, ...],
    bumps: tuple[int, ...],
) -> None:
    score = score_hand(PRESETS[name], Hand(0, tricks, alone, defender))
    assert (score.outcome, score.points, score.bump_cents) == (outcome, points, bumps)


# What a renege by `offender` changes in a hand of maker 0 (made, or the lone hand taking 4): WEMSA and T&K play on.
RENEGES: list[tuple[str, bool, int | None, int, tuple[int, ...], tuple[int, ...]]] = [
    # WEMSA, Gameplay 4: the offender's team loses 2, and 4 only during an opponent's loner; always $1 each.
    (W, False, None, 0, (1 - 2, 0, 1 - 2, 0), (100, 0, 100, 0)),
    (W, False, None, 1, (1, -2, 1, -2), (0, 100, 0, 100)),
    (W, True, None, 0, (1 - 2, 0, 1 - 2, 0), (100, 0, 100, 0)),
    (W, True, None, 1, (1, -4, 1, -4), (0, 100, 0, 100)),
    (W, True, None, 3, (1, -4, 1, -4), (0, 100, 0, 100)),
    # T&K, Scoring Rules: the player loses 2, in any lone hand 4.
    (T, False, None, 0, (1 - 2, 0, 1, 0), (0, 0, 0, 0)),
    (T, False, None, 3, (1, 0, 1, -2), (0, 0, 0, 0)),
    (T, True, None, 0, (1 - 4, 0, 1, 0), (0, 0, 0, 0)),
    (T, True, None, 1, (1, -4, 1, 0), (0, 0, 0, 0)),
    (T, False, 1, 2, (1, 0, 1 - 4, 0), (0, 0, 0, 0)),
    (T, False, 1, 1, (1, -4, 1, 0), (0, 0, 0, 0)),
    (T3, False, None, 0, (1 - 2, 0, 0), (0, 0, 0)),
    (T3, False, None, 2, (1, 0, -2), (0, 0, 0)),
    (T3, True, None, 1, (1, -4, 0), (0, 0, 0)),
    (T3, False, 2, 0, (1 - 4, 0, 0), (0, 0, 0)),
]


@pytest.mark.parametrize(("name", "alone", "defender", "offender", "points", "bumps"), RENEGES)
def test_a_renege_is_scored_besides_the_hand(
    name: str,
    alone: bool,
    defender: int | None,
    offender: int,
    points: tuple[int, ...],
    bumps: tuple[int, ...],
) -> None:
    score = score_hand(PRESETS[name], Hand(0, 4, alone, defender, (Penalty("renege", offender),)))
    assert (score.points, score.bump_cents) == (points, bumps)
    assert score.outcome == ("alone" if alone else "made")


# Fharmacy and the classic evening: the hand ends, the side it was against gains.
ENDINGS = [
    (F, False, 0, (0, 2, 0, 2)),
    (F, False, 1, (2, 0, 2, 0)),
    (F, True, 0, (0, 4, 0, 4)),  # any lone hand
    (F, True, 3, (4, 0, 4, 0)),
    (C, False, 2, (0, 2, 0, 2)),
    (C, False, 3, (2, 0, 2, 0)),
    (C, True, 0, (0, 2, 0, 2)),  # the own lone hand does not double
    (C, True, 1, (4, 0, 4, 0)),
]


@pytest.mark.parametrize("tricks", [None, 0, 5, 9], ids=["no tricks", "none", "five", "nonsense"])
@pytest.mark.parametrize(("name", "alone", "offender", "points"), ENDINGS)
def test_a_renege_ends_the_hand_and_its_tricks_are_ignored(
    name: str, alone: bool, offender: int, points: tuple[int, ...], tricks: int | None
) -> None:
    score = score_hand(PRESETS[name], Hand(0, tricks, alone, penalties=(Penalty("renege", offender),)))
    assert (score.outcome, score.points, score.bump_cents) == ("renege", points, (0, 0, 0, 0))


def test_several_penalties_in_one_hand_all_stand() -> None:
    hand = Hand(
        0,
        2,
        alone=True,
        penalties=(
            Penalty("renege", 1),
            Penalty("renege", 3),
            Penalty("renege", 0),
            Penalty("toss", 3),
            Penalty("points", 1, -3),
        ),
    )
    score = score_hand(PRESETS["wemsa"], hand)
    assert score.points == (-2, 2 - 8 - 3, -2, 2 - 8)
    assert score.bump_cents == (200 + 100, 300, 100, 300)
    assert score.outcome == "lone euchre"


def test_two_reneges_that_end_a_hand_both_count() -> None:
    hand = Hand(1, penalties=(Penalty("renege", 0), Penalty("renege", 3)))
    assert score_hand(PRESETS["fharmacy"], hand).points == (2, 2, 2, 2)


@pytest.mark.parametrize(
    ("name", "bumps"),
    [("wemsa", (0, 100, 0, 100)), ("fharmacy", (0,) * 4), ("torrence-knox", (0,) * 4), ("classic", (0,) * 4)],
)
def test_tossing_cards_in_costs_money_and_no_points(name: str, bumps: tuple[int, ...]) -> None:
    score = score_hand(PRESETS[name], Hand(0, 3, penalties=(Penalty("toss", 1),)))
    assert (score.points, score.bump_cents) == ((1, 0, 1, 0), bumps)


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("points", [-5, 3])
def test_the_directors_points_go_to_the_offender_alone(name: str, points: int) -> None:
    plain = score_hand(PRESETS[name], Hand(0, 3))
    score = score_hand(PRESETS[name], Hand(0, 3, penalties=(Penalty("points", 2, points),)))
    changed = tuple(p + (points if seat == 2 else 0) for seat, p in enumerate(plain.points))
    assert (score.points, score.bump_cents) == (changed, plain.bump_cents)
    assert score.side_points == plain.side_points
    assert score.director_points[2] == points


@pytest.mark.parametrize("name", ["fharmacy", "torrence-knox", "torrence-knox-three"])
def test_a_passed_out_hand_is_worth_nothing(name: str) -> None:
    seats = PRESETS[name].seats
    zeros = (0,) * seats
    assert score_hand(PRESETS[name], Hand(None)) == HandScore(zeros, zeros, "passed out", zeros, zeros, zeros)


def test_a_torrence_knox_renege_does_not_move_the_race_of_the_side() -> None:
    score = score_hand(PRESETS["torrence-knox"], Hand(0, 3, penalties=(Penalty("renege", 0),)))
    assert score.side_points == (1, 0, 1, 0)
    assert score.personal_points == (-2, 0, 0, 0)
    assert score.points == (-1, 0, 1, 0)


@pytest.mark.parametrize(
    ("hand", "loner"),
    [
        (Hand(2, 5, alone=True), 2),
        (Hand(2, 4, alone=True), None),
        (Hand(2, 5), None),
        (Hand(2, 2, alone=True), None),
        (Hand(0, 0, defender_alone=3), None),
    ],
)
def test_a_loner_is_a_lone_march(hand: Hand, loner: int | None) -> None:
    assert score_hand(PRESETS["torrence-knox"], hand).loner == loner


# Variants that other evenings play


def test_a_lone_march_may_bring_the_player_more_than_the_partner() -> None:
    rules = replace(PRESETS["classic"], alone_march=5, alone_march_partner=4)
    score = score_hand(rules, Hand(3, 5, alone=True))
    assert score.points == (0, 4, 0, 5)
    assert score.side_points == (0, 4, 0, 4)
    assert score.personal_points == (0, 0, 0, 1)


@pytest.mark.parametrize("points", [3, 4])
def test_a_lone_euchre_may_bring_more(points: int) -> None:
    rules = replace(PRESETS["classic"], alone_euchre=points)
    assert score_hand(rules, Hand(0, 2, alone=True)).points == (0, points, 0, points)
    assert score_hand(rules, Hand(0, 2)).points == (0, 2, 0, 2)


@pytest.mark.parametrize("alone", [False, True])
def test_a_renege_may_move_both_sides_by_four(alone: bool) -> None:
    rules = replace(
        PRESETS["classic"], renege="team loses, opponents gain", renege_points=4, renege_lone="none"
    )
    score = score_hand(rules, Hand(0, alone=alone, penalties=(Penalty("renege", 0),)))
    assert score.points == (-4, 4, -4, 4)


@pytest.mark.parametrize(
    ("payer", "alone", "bumps"),
    [
        ("makers", False, (25, 0, 25, 0)),
        ("caller", False, (25, 0, 0, 0)),
        ("makers", True, (25, 0, 0, 0)),
        ("caller", True, (25, 0, 0, 0)),
    ],
)
def test_a_quarter_a_euchre_from_all_makers_or_the_caller(
    payer: str, alone: bool, bumps: tuple[int, ...]
) -> None:
    rules = replace(PRESETS["classic"], bump_euchre_cents=25, bump_euchre_payer=payer)  # type: ignore[arg-type]
    assert score_hand(rules, Hand(0, 1, alone)).bump_cents == bumps


@pytest.mark.parametrize(("lone", "loss"), [("any", -4), ("other side's", -4), ("none", -2)])
def test_a_night_may_double_a_renege_in_no_lone_hand(lone: str, loss: int) -> None:
    rules = replace(PRESETS["wemsa"], renege_lone=lone)  # type: ignore[arg-type]
    assert score_hand(rules, Hand(0, 3, True, penalties=(Penalty("renege", 1),))).points == (1, loss, 1, loss)


# Three-handed tables of a night of fours


@pytest.mark.parametrize(
    ("hand", "points", "bumps"),
    [
        (Hand(1, 3), (0, 1, 0), (0, 0, 0)),
        (Hand(1, 5), (0, 3, 0), (0, 0, 0)),
        (Hand(1, 2), (2, 0, 2), (0, 100, 0)),
        (Hand(1, 2, alone=True), (2, 0, 2), (0, 200, 0)),
        (Hand(1, 3, penalties=(Penalty("renege", 0),)), (-2, 1, 0), (100, 0, 0)),
        (Hand(1, 3, alone=True, penalties=(Penalty("renege", 0),)), (-4, 1, 0), (100, 0, 0)),
        (Hand(1, 3, alone=True, penalties=(Penalty("renege", 1),)), (0, 1 - 2, 0), (0, 100, 0)),
    ],
)
def test_at_threes_a_wemsa_maker_stands_and_pays_alone(
    hand: Hand, points: tuple[int, ...], bumps: tuple[int, ...]
) -> None:
    score = score_hand(PRESETS["wemsa"].three_handed_variant(), hand)
    assert (score.points, score.bump_cents) == (points, bumps)


@pytest.mark.parametrize(("offender", "points"), [(0, (0, 2, 2)), (1, (2, 0, 0)), (2, (2, 0, 0))])
def test_at_threes_a_fharmacy_renege_brings_the_side_it_was_against(
    offender: int, points: tuple[int, ...]
) -> None:
    rules = PRESETS["fharmacy"].three_handed_variant()
    assert score_hand(rules, Hand(0, penalties=(Penalty("renege", offender),))).points == points


# Hands that cannot have been played

IMPOSSIBLE = [
    ("wemsa", Hand(4, 3), "maker"),
    ("wemsa", Hand(-1, 3), "maker"),
    ("torrence-knox-three", Hand(3, 3), "maker"),
    ("wemsa", Hand(True, 3), "maker"),
    ("wemsa", Hand("0", 3), "maker"),  # type: ignore[arg-type]
    ("wemsa", Hand(None), "maker"),
    ("classic", Hand(None), "maker"),
    ("wemsa", Hand(0), "tricks"),
    ("wemsa", Hand(0, 6), "tricks"),
    ("wemsa", Hand(0, -1), "tricks"),
    ("wemsa", Hand(0, True), "tricks"),
    ("wemsa", Hand(0, 3.0), "tricks"),  # type: ignore[arg-type]
    ("wemsa", Hand(0, None, penalties=(Penalty("renege", 1),)), "tricks"),
    ("fharmacy", Hand(0, None, penalties=(Penalty("points", 1, -2),)), "tricks"),
    ("fharmacy", Hand(None, 3), "tricks"),
    ("fharmacy", Hand(None, alone=True), "alone"),
    ("torrence-knox", Hand(None, defender_alone=1), "defender_alone"),
    ("wemsa", Hand(0, 3, defender_alone=1), "defender_alone"),
    ("fharmacy", Hand(0, 3, defender_alone=1), "defender_alone"),
    ("classic", Hand(0, 3, defender_alone=3), "defender_alone"),
    ("torrence-knox", Hand(0, 3, defender_alone=0), "defender_alone"),
    ("torrence-knox", Hand(0, 3, defender_alone=2), "defender_alone"),
    ("torrence-knox", Hand(0, 3, defender_alone=4), "defender_alone"),
    ("torrence-knox-three", Hand(1, 3, defender_alone=1), "defender_alone"),
    ("torrence-knox-three", Hand(1, 3, defender_alone=3), "defender_alone"),
    ("wemsa", Hand(0, 3, penalties=(Penalty("renege", 4),)), "offender"),
    ("torrence-knox-three", Hand(0, 3, penalties=(Penalty("renege", 3),)), "offender"),
    ("wemsa", Hand(0, 3, True, penalties=(Penalty("renege", 2),)), "offender"),
    ("wemsa", Hand(0, 3, True, penalties=(Penalty("toss", 2),)), "offender"),
    ("wemsa", Hand(0, 3, True, penalties=(Penalty("points", 2, -1),)), "offender"),
    ("torrence-knox", Hand(0, 3, defender_alone=1, penalties=(Penalty("renege", 3),)), "offender"),
    ("torrence-knox-three", Hand(0, 3, defender_alone=1, penalties=(Penalty("renege", 2),)), "offender"),
    ("fharmacy", Hand(0, alone=True, penalties=(Penalty("renege", 2),)), "offender"),
    ("wemsa", Hand(0, 3, penalties=(Penalty("late", 1),)), "kind"),  # type: ignore[arg-type]
    ("wemsa", Hand(0, 3, penalties=(Penalty("points", 1, 1.5),)), "points"),  # type: ignore[arg-type]
    ("fharmacy", Hand(None, penalties=(Penalty("renege", 1),)), "penalties"),
    ("wemsa", Hand(0, 5, alone=True, caller_known=False), "caller_known"),
    ("fharmacy", Hand(0, alone=True, penalties=(Penalty("renege", 1),), caller_known=False), "caller_known"),
]


@pytest.mark.parametrize(("name", "hand", "field"), IMPOSSIBLE)
def test_an_impossible_hand_is_refused_by_the_name_of_the_field(name: str, hand: Hand, field: str) -> None:
    with pytest.raises(ValueError, match=field):
        score_hand(PRESETS[name], hand)


def test_both_may_be_alone_with_a_penalty_on_either() -> None:
    hand = Hand(0, 3, True, 1, (Penalty("renege", 0), Penalty("renege", 1)))
    assert score_hand(PRESETS["torrence-knox"], hand).points == (1 - 4, -4, 1, 0)


def test_three_handed_a_lone_maker_leaves_both_defenders_in() -> None:
    hand = Hand(0, 3, True, penalties=(Penalty("renege", 1), Penalty("renege", 2)))
    assert score_hand(PRESETS["torrence-knox-three"], hand).points == (1, -4, -4)


# The caller unknown


@pytest.mark.parametrize("tricks", range(6))
@pytest.mark.parametrize("name", ["wemsa", "fharmacy", "torrence-knox", "classic"])
def test_a_side_alone_is_enough_where_nobody_is_alone(name: str, tricks: int) -> None:
    known = score_hand(PRESETS[name], Hand(2, tricks))
    assert score_hand(PRESETS[name], Hand(0, tricks, caller_known=False)) == known


def test_the_caller_must_be_known_where_the_caller_alone_pays() -> None:
    rules = replace(PRESETS["classic"], bump_euchre_cents=25, bump_euchre_payer="caller")
    assert score_hand(rules, Hand(0, 3, caller_known=False)).points == (1, 0, 1, 0)
    with pytest.raises(ValueError, match="caller_known"):
        score_hand(rules, Hand(0, 2, caller_known=False))
    free = replace(rules, bump_euchre_cents=0)
    assert score_hand(free, Hand(0, 2, caller_known=False)).points == (0, 2, 0, 2)


def test_every_outcome_of_the_interface_occurs() -> None:
    seen = {row[4] for row in SCORES} | {"passed out", "renege"}
    assert seen == set(Outcome.__args__)  # type: ignore[attr-defined]
