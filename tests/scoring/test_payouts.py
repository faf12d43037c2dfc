"""Who is paid what, to the cent."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import Award, ExtraPrize, Payout, PlayedGame, PrizePlan, Record, StandingRules, Tie, pay_out
from scoring.payouts import split_evenly
from scoring.prizes import TieRule
from scoring.standings import Standing, standings

PLAYOFF = PrizePlan("percent", (50, 30, 20), ties="playoff")
SPLIT = PrizePlan("percent", (50, 30, 20), ties="split")
WINNER = PrizePlan("percent", (100,), ties="split")
NAMED = PrizePlan("named", names=("Cup", "Mug", "Hat"), ties="lots")


def rows(
    *totals: int, orders: tuple[tuple[int, ...], ...] = (), loners: dict[int, int] | None = None
) -> tuple[Standing, ...]:
    """Players 1, 2, 3 … with these totals."""
    records = [
        Record(number, (PlayedGame(1, total, loners=(loners or {}).get(number, 0)),))
        for number, total in enumerate(totals, start=1)
    ]
    return standings(records, StandingRules(), orders=orders)


def paid(payout: Payout) -> dict[int, int]:
    result: dict[int, int] = {}
    for award in payout.awards:
        result[award.player] = result.get(award.player, 0) + award.cents
    return result


def codes(payout: Payout) -> list[str]:
    return [f"{problem.kind} {problem.code}" for problem in payout.problems]


# Clear places


def test_wemsa_pays_half_three_tenths_and_a_fifth() -> None:
    payout = pay_out(32000, rows(90, 85, 80, 75), PLAYOFF)
    assert payout.awards == (Award(1, 16000, 1), Award(2, 9600, 2), Award(3, 6400, 3))
    assert (payout.payable, payout.rest_cents, payout.problems) == (True, 0, ())


def test_rounding_to_dollars_shows_the_rest_and_gives_it_to_first_place() -> None:
    payout = pay_out(8550, rows(90, 85, 80), replace(SPLIT, whole_dollars=True))
    assert paid(payout) == {1: 4350, 2: 2500, 3: 1700}
    assert payout.rest_cents == 150  # 4275 and 2565 and 1710 are rounded to 42, 25 and 17 dollars


def test_named_prizes() -> None:
    payout = pay_out(0, rows(90, 85, 80, 75), NAMED)
    assert payout.awards == (
        Award(1, 0, 1, name="Cup"),
        Award(2, 0, 2, name="Mug"),
        Award(3, 0, 3, name="Hat"),
    )


def test_only_finishers_are_paid() -> None:
    records = [
        Record(1, (PlayedGame(1, 90),), status="not eligible"),
        Record(2, (PlayedGame(1, 85),), status="disqualified"),
        Record(3, (PlayedGame(1, 80),)),
        Record(4),
        Record(5, (PlayedGame(1, -1),)),
    ]
    payout = pay_out(10000, standings(records, StandingRules()), SPLIT)
    assert paid(payout) == {3: 6250, 5: 3750}  # two finishers share what three places would have had


# Ties


@pytest.mark.parametrize(
    ("totals", "pot", "expected"),
    [
        ((90, 90, 80, 70), 10000, {1: 4000, 2: 4000, 3: 2000}),  # 50 + 30 halved
        ((90, 80, 80, 70), 10000, {1: 5000, 2: 2500, 3: 2500}),
        ((90, 85, 80, 80), 10000, {1: 5000, 2: 3000, 3: 1000, 4: 1000}),  # third place shared by two
        ((90, 90, 90, 90), 10000, {1: 2500, 2: 2500, 3: 2500, 4: 2500}),
        ((90, 80, 80, 80), 10000, {1: 5000, 2: 1667, 3: 1667, 4: 1666}),  # left-over cents by player number
        ((80, 80, 80), 100, {1: 34, 2: 33, 3: 33}),
        ((90, 85, 80, 75), 10000, {1: 5000, 2: 3000, 3: 2000}),
    ],
)
def test_split_adds_the_shares_of_the_tied_places_and_divides(
    totals: tuple[int, ...], pot: int, expected: dict[int, int]
) -> None:
    assert paid(pay_out(pot, rows(*totals), SPLIT)) == expected


def test_the_torrence_knox_pot_is_divided_among_the_top_scorers() -> None:
    payout = pay_out(4000, rows(31, 31, 20, 31), WINNER)
    assert paid(payout) == {1: 1334, 2: 1333, 4: 1333}
    assert {award.shared_by for award in payout.awards} == {3}


def test_a_tie_is_open_until_the_playoff_is_recorded() -> None:
    open_payout = pay_out(10000, rows(90, 85, 85, 70), PLAYOFF)
    assert (open_payout.payable, open_payout.awards) == (False, ())
    assert open_payout.open_ties == (Tie(2, (2, 3)),)
    assert codes(open_payout) == ["refuse tie-open"]
    assert "2 and 3" in open_payout.problems[0].message
    assert [share.cents for share in open_payout.shares] == [5000, 3000, 2000]
    settled = pay_out(10000, rows(90, 85, 85, 70, orders=((3, 2),)), PLAYOFF)
    assert paid(settled) == {1: 5000, 3: 3000, 2: 2000}


@pytest.mark.parametrize("ties", ["playoff", "lots", "tie-breakers"])
def test_every_other_rule_waits_for_an_order(ties: TieRule) -> None:
    assert not pay_out(10000, rows(90, 90), replace(SPLIT, ties=ties)).payable
    assert pay_out(10000, rows(90, 90, orders=((2, 1),)), replace(SPLIT, ties=ties)).payable


def test_a_tie_below_the_prizes_holds_nothing_up() -> None:
    assert pay_out(10000, rows(90, 85, 80, 70, 70), PLAYOFF).payable


@pytest.mark.parametrize("ties", ["split", "playoff", "lots"])
def test_a_named_prize_is_never_split(ties: TieRule) -> None:
    plan = replace(NAMED, ties=ties)
    assert pay_out(0, rows(90, 90, 80), plan).open_ties == (Tie(1, (1, 2)),)
    settled = pay_out(0, rows(90, 90, 80, orders=((2, 1),)), plan)
    assert [(award.player, award.name) for award in settled.awards] == [(2, "Cup"), (1, "Mug"), (3, "Hat")]


# Nothing is payable while …


@pytest.mark.parametrize(
    ("kwargs", "code", "words"),
    [
        ({"missing_sheets": 1}, "sheets-missing", "1 sheet missing"),
        ({"missing_sheets": 2}, "sheets-missing", "2 sheets missing"),
        ({"disputed_sheets": 3}, "sheets-disputed", "3 sheets disputed"),
    ],
)
def test_a_sheet_is_missing_or_disputed(kwargs: dict[str, int], code: str, words: str) -> None:
    payout = pay_out(10000, rows(90, 80, 70), SPLIT, **kwargs)  # type: ignore[arg-type]
    assert (payout.payable, payout.awards, codes(payout)) == (False, (), [f"refuse {code}"])
    assert payout.problems[0].message == words


@pytest.mark.parametrize(
    ("pot", "plan", "code"),
    [
        (10000, PrizePlan("percent", (50, 30, 10)), "percent-sum"),
        (10000, PrizePlan("fixed", (8000, 3000)), "fixed-over-pot"),
        (10000, NAMED, "pot-left"),
        (-2000, SPLIT, "pot-negative"),
        (1000, replace(SPLIT, extras=(ExtraPrize("low score", 2000),)), "extras-over-pot"),
    ],
)
def test_the_plan_does_not_give_the_pot_away_to_the_cent(pot: int, plan: PrizePlan, code: str) -> None:
    payout = pay_out(pot, rows(90, 80, 70), plan)
    assert (payout.payable, payout.awards, codes(payout)) == (False, (), [f"refuse {code}"])


def test_nobody_has_finished() -> None:
    payout = pay_out(10000, (), SPLIT)
    assert (payout.payable, codes(payout)) == (False, ["refuse nobody"])


@pytest.mark.parametrize("plan", [SPLIT, NAMED])
def test_an_empty_pot_needs_no_finisher(plan: PrizePlan) -> None:
    payout = pay_out(0, rows(), plan)
    assert (payout.payable, payout.shares, payout.awards) == (True, (), ())


def test_fixed_prizes_below_the_pot_are_confirmed_and_first_place_has_the_rest() -> None:
    payout = pay_out(6500, rows(90, 80, 70), PrizePlan("fixed", (3000, 2000, 1000)))
    assert codes(payout) == ["confirm fixed-under-pot"]
    assert payout.payable
    assert paid(payout) == {1: 3500, 2: 2000, 3: 1000}
    assert payout.rest_cents == 500


# Extra prizes

CLASSIC = replace(SPLIT, extras=(ExtraPrize("most loners", 1000), ExtraPrize("low score", 500)))


def test_extra_prizes_come_off_the_pot_first() -> None:
    payout = pay_out(11500, rows(90, 80, 70, 20, loners={3: 2, 4: 1}), CLASSIC)
    assert paid(payout) == {1: 5000, 2: 3000, 3: 2000 + 1000, 4: 500}
    assert [(award.extra, award.player) for award in payout.awards[3:]] == [
        ("most loners", 3),
        ("low score", 4),
    ]


def test_without_a_loner_the_money_stays_in_the_pot() -> None:
    assert paid(pay_out(10500, rows(90, 80, 70, 20), CLASSIC)) == {1: 5000, 2: 3000, 3: 2000, 4: 500}


def test_level_extra_prizes_share_the_money() -> None:
    payout = pay_out(11500, rows(90, 80, 20, 20, loners={1: 2, 2: 2, 3: 2}), replace(CLASSIC, shares=(100,)))
    extras = [(award.extra, award.player, award.cents) for award in payout.awards if award.extra]
    assert extras == [
        ("most loners", 1, 334),
        ("most loners", 2, 333),
        ("most loners", 3, 333),
        ("low score", 3, 250),
        ("low score", 4, 250),
    ]


@pytest.mark.parametrize(
    ("missed", "winner"),
    [((), 4), ((4,), 3), ((3, 4), 2), ((1, 2, 3), 4), ((1, 2, 3, 4), 4)],
)
def test_the_low_score_is_not_earned_by_missing_games(missed: tuple[int, ...], winner: int) -> None:
    """Whoever left early or came late has few points for it; if everybody did, the lowest total wins."""
    level = [replace(row, absences=int(row.player in missed)) for row in rows(90, 80, 70, 20)]
    payout = pay_out(10500, level, CLASSIC)
    assert [award.player for award in payout.awards if award.extra == "low score"] == [winner]
    assert sum(award.cents for award in payout.awards) == 10500


def test_a_thing_for_the_low_score_is_drawn_by_lot() -> None:
    plan = replace(SPLIT, extras=(ExtraPrize("low score", name="Wooden spoon"),))
    tied = rows(90, 80, 20, 20)
    waiting = pay_out(10000, tied, plan)
    assert (waiting.open_extras, codes(waiting)) == ((("Wooden spoon", (3, 4)),), ["refuse extra-open"])
    drawn = pay_out(10000, tied, plan, extra_orders=[(4, 3)])
    assert drawn.awards[-1] == Award(4, 0, extra="low score", name="Wooden spoon")
    assert sum(award.cents for award in drawn.awards) == 10000
    assert pay_out(10000, rows(90, 80, 30, 20), plan).payable


# What holds for every night

plans = st.builds(
    PrizePlan,
    kind=st.just("percent"),
    shares=st.sampled_from([(100,), (60, 40), (50, 30, 20), (34, 33, 33), (40, 30, 20, 10)]),
    whole_dollars=st.booleans(),
    ties=st.just("split"),
    extras=st.sampled_from([(), (ExtraPrize("most loners", 700), ExtraPrize("low score", 301))]),
)
nights = st.lists(st.tuples(st.integers(-3, 6), st.integers(0, 2)), min_size=1, max_size=9)


def of(night: list[tuple[int, int]]) -> tuple[Standing, ...]:
    return rows(
        *(total for total, _ in night), loners={n: loners for n, (_, loners) in enumerate(night, start=1)}
    )


@given(st.integers(1001, 1_000_000), nights, plans)
def test_paid_out_is_the_pot_to_the_cent(pot: int, night: list[tuple[int, int]], plan: PrizePlan) -> None:
    payout = pay_out(pot, of(night), plan)
    assert payout.payable
    assert sum(award.cents for award in payout.awards) == pot
    assert all(award.cents >= 0 for award in payout.awards)


@given(st.integers(1001, 1_000_000), nights, plans)
def test_more_points_never_pay_less_and_level_players_differ_by_a_cent(
    pot: int, night: list[tuple[int, int]], plan: PrizePlan
) -> None:
    standing = of(night)
    payout = pay_out(pot, standing, replace(plan, extras=()))
    money = paid(payout)
    for one in standing:
        for other in standing:
            if one.total == other.total:
                assert abs(money.get(one.player, 0) - money.get(other.player, 0)) <= 1
            elif one.total > other.total:
                assert money.get(one.player, 0) >= money.get(other.player, 0)


@given(st.integers(0, 1_000_000), nights)
def test_split_pays_what_exact_fractions_say(pot: int, night: list[tuple[int, int]]) -> None:
    """An oracle in fractions: every place of every player level with you, added and divided."""
    totals = sorted((total for total, _ in night), reverse=True)
    claimed = (50, 30, 20)[: len(totals)]
    exact = [Fraction(pot * share, sum(claimed)) for share in claimed] + [Fraction(0)] * len(totals)
    money = paid(pay_out(pot, of(night), SPLIT))
    for player, (total, _) in enumerate(night, start=1):
        places = [place for place, other in enumerate(totals) if other == total]
        expected = sum((exact[place] for place in places), Fraction(0)) / len(places)
        assert abs(money.get(player, 0) - expected) <= 3


@given(st.integers(0, 1_000_000), nights, st.randoms(use_true_random=False))
def test_the_order_of_the_rows_does_not_matter(
    pot: int, night: list[tuple[int, int]], shuffler: object
) -> None:
    standing = list(of(night))
    mixed = list(standing)
    shuffler.shuffle(mixed)  # type: ignore[attr-defined]
    assert pay_out(pot, mixed, CLASSIC).awards == pay_out(pot, standing, CLASSIC).awards


@given(st.integers(0, 1_000_000), st.sets(st.integers(1, 100), min_size=1, max_size=12))
def test_splitting_evenly_loses_no_cent(cents: int, players: set[int]) -> None:
    shares = split_evenly(cents, list(players))
    amounts = [amount for _, amount in shares]
    assert sum(amounts) == cents
    assert [player for player, _ in shares] == sorted(players)
    assert amounts == sorted(amounts, reverse=True)
    assert max(amounts) - min(amounts) <= 1
