"""What one penalty costs, worked out by hand from the three events' pages."""

from __future__ import annotations

import pytest

from scoring import PRESETS, Hand, Penalty
from scoring.penalty_costs import penalty_cost

# Seats: 0 and 2 are the makers, 1 and 3 defend; three-handed, 0 is the maker.
COSTS = [
    # WEMSA, Gameplay 4: the offender's team loses 2 and each of it pays $1; 4 in an opponent's loner.
    ("wemsa", Hand(0, 3), Penalty("renege", 0), (-2, 0, -2, 0), (100, 0, 100, 0), False),
    ("wemsa", Hand(0, 3), Penalty("renege", 1), (0, -2, 0, -2), (0, 100, 0, 100), False),
    ("wemsa", Hand(0, 5, alone=True), Penalty("renege", 3), (0, -4, 0, -4), (0, 100, 0, 100), False),
    ("wemsa", Hand(0, 5, alone=True), Penalty("renege", 0), (-2, 0, -2, 0), (100, 0, 100, 0), False),
    # WEMSA, Gameplay 5: cards tossed in, $1 from each of the team, no points.
    ("wemsa", Hand(0, 3), Penalty("toss", 1), (0, 0, 0, 0), (0, 100, 0, 100), False),
    # Fharmacy, A Revoke: 2 to the team it occurred against, 4 on a loner, the hand ends.
    ("fharmacy", Hand(0), Penalty("renege", 0), (0, 2, 0, 2), (0, 0, 0, 0), True),
    ("fharmacy", Hand(0, alone=True), Penalty("renege", 1), (4, 0, 4, 0), (0, 0, 0, 0), True),
    # T&K, Scoring: the player loses 2, 4 in a lone hand.
    ("torrence-knox", Hand(0, 3), Penalty("renege", 2), (0, 0, -2, 0), (0, 0, 0, 0), False),
    (
        "torrence-knox",
        Hand(0, 3, defender_alone=1),
        Penalty("renege", 1),
        (0, -4, 0, 0),
        (0, 0, 0, 0),
        False,
    ),
    ("torrence-knox-three", Hand(0, 3), Penalty("renege", 2), (0, 0, -2), (0, 0, 0), False),
    # The director's own points are the player's alone.
    ("wemsa", Hand(0, 3), Penalty("points", 1, -3), (0, -3, 0, 0), (0, 0, 0, 0), False),
]


@pytest.mark.parametrize(("name", "hand", "penalty", "points", "cents", "ends"), COSTS)
def test_what_a_penalty_costs(
    name: str, hand: Hand, penalty: Penalty, points: tuple[int, ...], cents: tuple[int, ...], ends: bool
) -> None:
    cost = penalty_cost(PRESETS[name], hand, penalty)
    assert (cost.points, cost.bump_cents, cost.ends_hand) == (points, cents, ends)


def test_a_second_penalty_costs_as_much_as_the_first() -> None:
    renege = Penalty("renege", 1)
    once = penalty_cost(PRESETS["wemsa"], Hand(0, 3), renege)
    again = penalty_cost(PRESETS["wemsa"], Hand(0, 3, penalties=(renege,)), renege)
    assert once == again


def test_somebody_out_of_the_hand_is_named() -> None:
    with pytest.raises(ValueError, match="seat 2 is out of the hand"):
        penalty_cost(PRESETS["wemsa"], Hand(0, 5, alone=True), Penalty("renege", 2))
