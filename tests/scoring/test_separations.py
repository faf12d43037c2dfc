"""What puts one of two level players before the other."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import PlayedGame, Record, StandingRules
from scoring.games import Result
from scoring.records import TieBreaker
from scoring.standings import standings
from scoring.ties import separations

BREAKERS: tuple[TieBreaker, ...] = ("games won", "loners", "fewest bumps", "head to head")
RULES = StandingRules(tie_breakers=BREAKERS)


def one_game(
    player: int, points: int, *, won: bool = False, loners: int = 0, bump_cents: int = 0, against: int = 0
) -> Record:
    result: Result = "won" if won else "lost"
    opponents = (against,) if against else ()
    return Record(player, (PlayedGame(1, points, 0, loners, bump_cents, result, opponents),))


def test_more_points_need_no_reason() -> None:
    assert separations([one_game(1, 12), one_game(2, 9)], RULES) == {}


@pytest.mark.parametrize(
    ("better", "worse", "how"),
    [
        (one_game(2, 10, won=True), one_game(1, 10), "games won"),
        (one_game(2, 10, loners=1), one_game(1, 10), "loners"),
        (one_game(2, 10, bump_cents=100), one_game(1, 10, bump_cents=200), "fewest bumps"),
        (one_game(2, 10, won=True, against=1), one_game(1, 10, won=True), "head to head"),
    ],
)
def test_the_first_tie_breaker_that_differs_is_named(better: Record, worse: Record, how: str) -> None:
    assert separations([worse, better], RULES) == {2: how}


def test_a_recorded_order_is_named_after_all_tie_breakers() -> None:
    records = [one_game(1, 10), one_game(2, 10), one_game(3, 10, won=True)]
    assert separations(records, RULES, [(2, 1)]) == {3: "games won", 2: "recorded order"}
    assert separations(records, StandingRules(), [(2, 3, 1)]) == {2: "recorded order", 3: "recorded order"}


def test_who_is_still_level_is_not_in_it() -> None:
    assert separations([one_game(1, 10), one_game(2, 10)], RULES) == {}


records_of_a_few_points = st.lists(
    st.builds(
        lambda points, won, loners, bumps: one_game(1, points, won=won, loners=loners, bump_cents=bumps),
        st.integers(0, 2),
        st.booleans(),
        st.integers(0, 1),
        st.sampled_from([0, 100]),
    ),
    max_size=7,
).map(lambda found: [Record(number, record.games) for number, record in enumerate(found, start=1)])


@given(records_of_a_few_points, st.permutations([1, 2, 3]), st.booleans())
def test_it_tells_of_exactly_those_neighbours_that_are_level_on_points_and_not_on_rank(
    records: list[Record], order: list[int], with_breakers: bool
) -> None:
    rules = RULES if with_breakers else StandingRules()
    found = separations(records, rules, [order])
    rows = standings(records, rules, orders=[order])
    told = {a.player for a, b in pairwise(rows) if a.total == b.total and a.rank != b.rank}
    assert set(found) == told
    if not with_breakers:
        assert set(found.values()) <= {"recorded order"}
