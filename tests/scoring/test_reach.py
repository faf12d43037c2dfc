"""What hands can bring at all, against counting every combination."""

from dataclasses import replace
from itertools import product

import pytest

from scoring import PRESETS, Hand, RuleSet, score_hand
from scoring.reach import bump_step, hand_reach, least_sum, sum_range


@pytest.mark.parametrize(
    ("rules", "best_side", "best_sum"),
    [
        (PRESETS["wemsa"], 4, 4),
        (PRESETS["fharmacy"], 4, 4),
        (PRESETS["torrence-knox"], 4, 4),
        (PRESETS["classic"], 4, 4),
        (PRESETS["torrence-knox-three"], 4, 8),  # a defender alone, all five: 4 each
        (PRESETS["wemsa"].three_handed_variant(), 3, 4),  # a march; a euchre brings both defenders 2
        (replace(PRESETS["classic"], alone_march=5), 5, 5),
        (replace(PRESETS["classic"], alone_march=5, alone_march_partner=4), 4, 4),
        (replace(PRESETS["classic"], alone_march=2, alone_euchre=3), 3, 3),
    ],
)
def test_the_most_that_one_hand_brings(rules: RuleSet, best_side: int, best_sum: int) -> None:
    assert (hand_reach(rules).best_side, hand_reach(rules).best_sum) == (best_side, best_sum)


def every_hand(rules: RuleSet) -> list[tuple[int, int]]:
    """(cents, points of the sides) of every hand, each seat as maker."""
    found = [] if rules.stick_the_dealer else [(0, 0)]
    for maker, tricks, alone, lone in product(
        range(rules.seats), range(6), (False, True), (None, 0, 1, 2, 3)
    ):
        try:
            score = score_hand(rules, Hand(maker, tricks, alone, lone))
        except ValueError:
            continue
        sides = score.points[:2] if rules.seats == 4 else score.points
        found.append((sum(score.bump_cents), sum(sides)))
    return sorted(set(found))


@pytest.mark.parametrize("hands", [0, 1, 2, 3])
@pytest.mark.parametrize(
    "rules",
    [
        *PRESETS.values(),
        PRESETS["wemsa"].three_handed_variant(),
        replace(PRESETS["classic"], bump_euchre_cents=25, bump_alone_euchre_cents=75),
    ],
    ids=lambda rules: rules.name,
)
def test_the_range_of_points_is_that_of_all_combinations(rules: RuleSet, hands: int) -> None:
    ranges: dict[int, tuple[int, int]] = {}
    for game in product(every_hand(rules), repeat=hands):
        cents, points = sum(c for c, _ in game), sum(p for _, p in game)
        low, high = ranges.get(cents, (points, points))
        ranges[cents] = (min(low, points), max(high, points))
    for cents in range(0, 1000, 25):
        assert sum_range(rules, hands, cents) == ranges.get(cents)


@pytest.mark.parametrize("euchres", range(13))
def test_each_wemsa_euchre_needs_one_point_more(euchres: int) -> None:
    assert sum_range(PRESETS["wemsa"], 12, 200 * euchres) == (12 + euchres, 4 * (12 - euchres) + 2 * euchres)


def test_no_twelve_wemsa_hands_bring_odd_dollars_or_thirteen_bumps() -> None:
    assert sum_range(PRESETS["wemsa"], 12, 300) is None
    assert sum_range(PRESETS["wemsa"], 12, 2600) is None


def test_a_game_of_any_length_needs_two_points_a_euchre() -> None:
    rules = replace(PRESETS["fharmacy"], bump_euchre_cents=50)
    assert [least_sum(rules, cents) for cents in (0, 100, 300, 25)] == [0, 2, 6, None]


@pytest.mark.parametrize(
    ("rules", "step"),
    [
        (PRESETS["wemsa"], 100),
        (PRESETS["classic"], 0),
        (replace(PRESETS["classic"], bump_euchre_cents=25), 25),
        (replace(PRESETS["wemsa"], bump_toss_cents=50), 50),
    ],
)
def test_every_payment_is_a_multiple_of_one_step(rules: RuleSet, step: int) -> None:
    assert bump_step(rules) == step
