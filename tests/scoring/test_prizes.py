"""Pots and what each place is worth."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import ExtraPrize, Pot, PrizePlan, even_pots, place_shares, plan_problems

WEMSA = PrizePlan("percent", (50, 30, 20))


def cents(plan: PrizePlan, pot: int, finishers: int) -> list[int]:
    return [share.cents for share in place_shares(plan, pot, finishers)]


# Pots


@pytest.mark.parametrize(
    ("paid", "refunded", "percent", "house", "pot"),
    [
        (16 * 2000, 0, 0, 0, 32000),
        (16 * 2000, 1500, 0, 0, 30500),  # a partly refunded buy-in: the kept part stays in
        (12 * 2000 + 1000, 0, 0, 0, 25000),
        (16 * 2000, 0, 10, 3200, 28800),
        (999, 0, 10, 99, 900),  # the house is rounded down
        (2000, 2000, 50, 0, 0),
        (0, 0, 50, 0, 0),
        (2000, 0, 100, 2000, 0),
        (0, 2000, 50, 0, -2000),  # a fault of the till, told by the payout
    ],
)
def test_the_pot_is_what_was_paid_less_refunds_and_the_house(
    paid: int, refunded: int, percent: int, house: int, pot: int
) -> None:
    assert (Pot(paid, refunded, percent).house_cents, Pot(paid, refunded, percent).cents) == (house, pot)


@pytest.mark.parametrize("percent", [-1, 101])
def test_the_house_takes_between_nothing_and_all(percent: int) -> None:
    with pytest.raises(ValueError, match="house_percent"):
        Pot(2000, house_percent=percent)


@pytest.mark.parametrize(
    ("pots", "shares"),
    [
        ([Pot(32000), Pot(28000)], (30000, 30000)),
        ([Pot(100), Pot(1)], (51, 50)),
        ([Pot(100), Pot(0), Pot(0)], (34, 33, 33)),
        ([Pot(777)], (777,)),
        ([], ()),
    ],
)
def test_one_pot_is_split_evenly_between_the_divisions(pots: list[Pot], shares: tuple[int, ...]) -> None:
    assert even_pots(pots) == shares


@pytest.mark.parametrize(
    ("pots", "plays", "shares"),
    [
        ([Pot(100), Pot(100), Pot(1)], [True, False, True], (101, 0, 100)),
        ([Pot(100), Pot(0)], [True, False], (100, 0)),
        ([Pot(100), Pot(0)], [False, False], (50, 50)),  # before anybody plays
        ([], [], ()),
    ],
)
def test_a_division_nobody_plays_in_has_no_share_of_one_pot(
    pots: list[Pot], plays: list[bool], shares: tuple[int, ...]
) -> None:
    assert even_pots(pots, plays) == shares


# Plans


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ({"kind": "named"}, "names"),
        ({"kind": "named", "names": ("Mug",), "shares": (100,)}, "names"),
        ({"kind": "percent"}, "shares"),
        ({"kind": "fixed", "names": ("Mug",)}, "shares"),
        ({"kind": "percent", "shares": (100, 0)}, "shares"),
        ({"kind": "fixed", "shares": (-500,)}, "shares"),
        ({"kind": "percent", "shares": (100,), "extras": (ExtraPrize("low score"),)}, "extras"),
        ({"kind": "percent", "shares": (100,), "extras": (ExtraPrize("low score", -1),)}, "extras"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(fields: dict[str, object], name: str) -> None:
    with pytest.raises(ValueError, match=name):
        PrizePlan(**fields)  # type: ignore[arg-type]


@pytest.mark.parametrize("shares", [(100,), (60, 40), (50, 30, 20), (34, 33, 33)])
def test_percents_that_add_to_a_hundred_are_no_problem(shares: tuple[int, ...]) -> None:
    assert plan_problems(PrizePlan("percent", shares)) == ()


@pytest.mark.parametrize(
    ("shares", "words"),
    [
        ((50, 30, 10), "50 + 30 + 10 = 90 %: where does the other 10 % of the pot go?"),
        ((33, 33, 33), "33 + 33 + 33 = 99 %: where does the other 1 % of the pot go?"),
        ((50, 30, 30), "50 + 30 + 30 = 110 %: that is 10 % more than the pot"),
    ],
)
def test_percents_that_do_not_are_asked_about(shares: tuple[int, ...], words: str) -> None:
    (problem,) = plan_problems(PrizePlan("percent", shares))
    assert (problem.kind, problem.code, problem.message) == ("refuse", "percent-sum", words)


def test_a_named_prize_is_never_split() -> None:
    assert WEMSA.splits_ties
    assert not PrizePlan("named", names=("Mug",), ties="split").splits_ties
    assert not PrizePlan("percent", (100,), ties="playoff").splits_ties


# Places


@pytest.mark.parametrize("players", range(4, 41))
def test_wemsa_shares_of_twenty_dollars_a_head_are_whole_dollars(players: int) -> None:
    assert cents(WEMSA, players * 2000, players) == [players * 1000, players * 600, players * 400]


@pytest.mark.parametrize(
    ("plan", "pot", "finishers", "expected"),
    [
        (WEMSA, 10000, 3, [5000, 3000, 2000]),
        (WEMSA, 10000, 2, [6250, 3750]),  # 50 and 30 of 80
        (WEMSA, 10000, 1, [10000]),
        (WEMSA, 10000, 0, []),
        (WEMSA, 1, 3, [1, 0, 0]),
        (WEMSA, 0, 3, [0, 0, 0]),
        (PrizePlan("percent", (34, 33, 33)), 100, 3, [34, 33, 33]),
        (PrizePlan("percent", (34, 33, 33)), 101, 3, [35, 33, 33]),  # the cent left goes to first place
        (PrizePlan("percent", (50, 30, 20), whole_dollars=True), 8550, 3, [4350, 2500, 1700]),
        (PrizePlan("percent", (60, 40), whole_dollars=True), 99, 2, [99, 0]),
        (PrizePlan("fixed", (3000, 2000, 1000)), 6000, 3, [3000, 2000, 1000]),
        (PrizePlan("fixed", (3000, 2000, 1000)), 6500, 3, [3500, 2000, 1000]),
        (PrizePlan("fixed", (3000, 2000, 1000)), 6000, 2, [3600, 2400]),
        (PrizePlan("fixed", (3000, 2000, 1000), whole_dollars=True), 6050, 2, [3650, 2400]),
    ],
)
def test_what_the_places_are_worth(plan: PrizePlan, pot: int, finishers: int, expected: list[int]) -> None:
    assert cents(plan, pot, finishers) == expected
    assert [share.place for share in place_shares(plan, pot, finishers)] == list(range(1, len(expected) + 1))


def test_named_prizes_go_to_the_places_in_their_order() -> None:
    plan = PrizePlan("named", names=("Cup", "Mug", "Hat"), ties="lots")
    assert [(s.place, s.name, s.cents) for s in place_shares(plan, 0, 2)] == [(1, "Cup", 0), (2, "Mug", 0)]


@given(
    st.lists(st.integers(1, 100), min_size=1, max_size=6),
    st.integers(0, 1_000_000),
    st.integers(1, 10),
    st.booleans(),
    st.sampled_from(["percent", "fixed"]),
)
def test_the_places_share_the_pot_to_the_cent(
    shares: list[int], pot: int, finishers: int, whole: bool, kind: str
) -> None:
    amounts = cents(PrizePlan(kind, tuple(shares), whole_dollars=whole), pot, finishers)  # type: ignore[arg-type]
    assert sum(amounts) == pot
    assert min(amounts) >= 0
    assert len(amounts) == min(len(shares), finishers)
    if whole:
        assert all(amount % 100 == 0 for amount in amounts[1:])


@given(st.integers(0, 1_000_000), st.integers(1, 3))
def test_unclaimed_shares_are_spread_in_proportion(pot: int, finishers: int) -> None:
    claimed = (50, 30, 20)[:finishers]
    for amount, share in zip(cents(WEMSA, pot, finishers), claimed, strict=True):
        assert abs(amount * sum(claimed) - pot * share) < finishers * sum(claimed)
