"""Ranks, ties, tie-breakers, movement, and who takes no rank."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import PlayedGame, Record, SitOutWorth, StandingRules, Tie, finishing_places, prize_ties
from scoring.records import TieBreaker
from scoring.standings import Standing, standings

PLAIN = StandingRules()


def record(player: int, *points: int, **fields: object) -> Record:
    return Record(player, tuple(PlayedGame(n, p) for n, p in enumerate(points, start=1)), **fields)  # type: ignore[arg-type]


def ranks(rows: tuple[Standing, ...]) -> dict[int, int | None]:
    return {row.player: row.rank for row in rows}


def shown(rows: tuple[Standing, ...]) -> list[int]:
    return [row.player for row in rows]


# Ranks


def test_equal_totals_share_a_rank_and_the_next_is_skipped() -> None:
    rows = standings([record(4, 80), record(2, 85), record(3, 85), record(1, 90)], PLAIN)
    assert [(row.player, row.rank, row.tied) for row in rows] == [
        (1, 1, False),
        (2, 2, True),
        (3, 2, True),
        (4, 4, False),
    ]


def test_inside_a_tie_the_player_number_orders() -> None:
    tied = [record(number, 20) for number in (9, 3, 30, 1)]
    for seed in range(10):
        random.Random(seed).shuffle(tied)
        assert shown(standings(tied, PLAIN)) == [1, 3, 9, 30]


def test_nobody_has_played() -> None:
    assert standings([], PLAIN) == ()
    (row,) = standings([Record(1)], PLAIN)
    assert (row.rank, row.total, row.hundredths_per_game, row.moved, row.finisher) == (
        1,
        0,
        None,
        None,
        False,
    )


def test_a_total_is_sheets_director_and_sit_outs() -> None:
    rules = StandingRules(SitOutWorth("own average"))
    games = (PlayedGame(1, 14, director=-2), PlayedGame(2, 9))
    (row,) = standings([Record(1, games, sit_outs=(3,), penalties=-1)], rules)
    assert (row.sheet_points, row.director_points, row.sit_out_points) == (23, -3, 12)
    assert row.total == 23 - 3 + 12
    assert (row.games_played, row.sit_outs, row.hundredths_per_game) == (2, 1, 1150)


def test_a_sit_out_is_a_dash_until_there_is_a_game_or_the_end() -> None:
    rules = StandingRules(SitOutWorth("own average"))
    waiting = Record(1, sit_outs=(1,))
    assert standings([waiting], rules)[0].sit_out_points is None
    assert standings([waiting], rules, final=True)[0].sit_out_points == 0
    later = replace(waiting, games=(PlayedGame(2, 9),))
    assert standings([later], rules)[0].sit_out_points == 9


def test_counts_are_carried_to_the_row() -> None:
    games = (
        PlayedGame(1, 14, loners=1, bump_cents=100, result="won", three_handed=True),
        PlayedGame(3, 9, bump_cents=200, result="drawn"),
    )
    (row,) = standings([Record(1, games, absences=(2,))], PLAIN)
    assert (row.games_won, row.loners, row.bump_cents, row.three_handed_games, row.absences) == (
        1,
        1,
        300,
        1,
        1,
    )


# Who takes no rank


def test_a_player_who_is_not_eligible_shows_but_takes_no_rank() -> None:
    rows = standings([record(1, 90, status="not eligible"), record(2, 80), record(3, 70)], PLAIN)
    assert [(row.player, row.rank) for row in rows] == [(1, None), (2, 1), (3, 2)]
    assert not rows[0].finisher


def test_the_disqualified_stand_last_and_change_nobodys_points() -> None:
    before = standings([record(1, 90), record(2, 80), record(3, 70)], PLAIN)
    after = standings([record(1, 90, status="disqualified"), record(2, 80), record(3, 70)], PLAIN)
    assert [(row.player, row.rank) for row in after] == [(2, 1), (3, 2), (1, None)]
    assert {row.player: row.total for row in before} == {row.player: row.total for row in after}


def test_who_never_played_takes_nobodys_place() -> None:
    rows = standings([Record(1), record(2, -2), record(3, -2)], PLAIN)
    assert ranks(rows) == {1: 1, 2: 2, 3: 2}
    assert finishing_places(rows) == (Tie(1, (2, 3)),)
    assert prize_ties(rows, 1) == (Tie(1, (2, 3)),)


# Tie-breakers


def tied(player: int, *games: PlayedGame) -> Record:
    """Twenty points in two games."""
    return Record(player, games)


BREAKERS: list[tuple[tuple[TieBreaker, ...], list[Record], dict[int, int]]] = [
    (
        ("games won",),
        [
            tied(1, PlayedGame(1, 12), PlayedGame(2, 8)),
            tied(2, PlayedGame(1, 10, result="won"), PlayedGame(2, 10)),
        ],
        {2: 1, 1: 2},
    ),
    (
        ("loners",),
        [
            tied(1, PlayedGame(1, 20)),
            tied(2, PlayedGame(1, 20, loners=2)),
            tied(3, PlayedGame(1, 20, loners=2)),
        ],
        {2: 1, 3: 1, 1: 3},
    ),
    (
        ("fewest bumps",),
        [tied(1, PlayedGame(1, 20, bump_cents=200)), tied(2, PlayedGame(1, 20, bump_cents=100))],
        {2: 1, 1: 2},
    ),
    (
        ("fewest bumps",),  # unknown bumps separate nobody
        [tied(1, PlayedGame(1, 20, bump_cents=None)), tied(2, PlayedGame(1, 20, bump_cents=0))],
        {1: 1, 2: 1},
    ),
    (
        ("head to head",),
        [
            tied(1, PlayedGame(1, 20, result="lost", opponents=(2, 9))),
            tied(2, PlayedGame(1, 20, result="won", opponents=(1, 8))),
        ],
        {2: 1, 1: 2},
    ),
    (
        ("head to head",),  # a win over somebody outside the tie does not count
        [
            tied(1, PlayedGame(1, 20, result="won", opponents=(8, 9))),
            tied(2, PlayedGame(1, 20, result="drawn", opponents=(7, 6))),
        ],
        {1: 1, 2: 1},
    ),
    (
        ("head to head",),  # wins less losses; a draw is neither
        [
            tied(
                1,
                PlayedGame(1, 10, result="won", opponents=(2,)),
                PlayedGame(2, 10, result="lost", opponents=(2,)),
            ),
            tied(
                2,
                PlayedGame(1, 10, result="lost", opponents=(1,)),
                PlayedGame(2, 10, result="won", opponents=(1,)),
            ),
            tied(3, PlayedGame(3, 20, result="drawn", opponents=(1, 2))),
        ],
        {1: 1, 2: 1, 3: 1},
    ),
    (
        ("games won", "loners"),  # in their order
        [
            tied(1, PlayedGame(1, 20, loners=5)),
            tied(2, PlayedGame(1, 20, result="won")),
            tied(3, PlayedGame(1, 20, result="won", loners=1)),
        ],
        {3: 1, 2: 2, 1: 3},
    ),
    (
        ("loners", "head to head"),  # head to head among those still level: 3 beat 1, but 1 has fewer loners
        [
            tied(1, PlayedGame(1, 20, result="lost", opponents=(3, 9))),
            tied(2, PlayedGame(1, 20, loners=1, result="lost", opponents=(3, 9))),
            tied(3, PlayedGame(1, 20, loners=1, result="won", opponents=(1, 2))),
        ],
        {3: 1, 2: 2, 1: 3},
    ),
    ((), [tied(1, PlayedGame(1, 20, result="won")), tied(2, PlayedGame(1, 20))], {1: 1, 2: 1}),
]


@pytest.mark.parametrize(("breakers", "records", "expected"), BREAKERS)
def test_tie_breakers_in_their_order(
    breakers: tuple[TieBreaker, ...], records: list[Record], expected: dict[int, int]
) -> None:
    assert ranks(standings(records, StandingRules(tie_breakers=breakers))) == expected


def test_a_tie_breaker_never_lifts_anybody_over_more_points() -> None:
    rules = StandingRules(tie_breakers=("loners",))
    rows = standings([record(1, 21), Record(2, (PlayedGame(1, 20, loners=9),))], rules)
    assert ranks(rows) == {1: 1, 2: 2}


# Playoffs and lots


def test_a_recorded_order_settles_its_tie() -> None:
    records = [record(number, 20) for number in (1, 2, 3)] + [record(4, 30)]
    rows = standings(records, PLAIN, orders=[(3, 1, 2)])
    assert [(row.player, row.rank, row.tied) for row in rows] == [
        (4, 1, False),
        (3, 2, False),
        (1, 3, False),
        (2, 4, False),
    ]


def test_an_order_counts_only_for_level_players_whom_it_names_all() -> None:
    rows = standings([record(1, 20), record(2, 21), record(3, 20)], PLAIN, orders=[(1, 2)])
    assert ranks(rows) == {2: 1, 1: 2, 3: 2}
    after_a_correction = standings([record(1, 20), record(2, 21)], PLAIN, orders=[(1, 2)])
    assert ranks(after_a_correction) == {2: 1, 1: 2}


def test_an_order_of_more_players_still_orders_those_who_are_level() -> None:
    assert ranks(standings([record(1, 20), record(2, 20)], PLAIN, orders=[(3, 2, 1)])) == {2: 1, 1: 2}


def test_the_latest_order_counts() -> None:
    assert ranks(standings([record(1, 20), record(2, 20)], PLAIN, orders=[(1, 2), (2, 1)])) == {2: 1, 1: 2}


def test_tie_breakers_come_before_lots() -> None:
    records = [Record(1, (PlayedGame(1, 20, loners=1),)), record(2, 20), record(3, 20)]
    rules = StandingRules(tie_breakers=("loners",))
    assert ranks(standings(records, rules, orders=[(3, 2, 1)])) == {1: 1, 3: 2, 2: 3}


# Ties at prize places


@pytest.mark.parametrize(
    ("totals", "places", "expected"),
    [
        ((90, 85, 80, 75), 3, ()),
        ((90, 90, 80, 75), 3, (Tie(1, (1, 2)),)),
        ((90, 85, 80, 80), 3, (Tie(3, (3, 4)),)),
        ((90, 85, 80, 80), 2, ()),
        ((90, 90, 80, 80), 3, (Tie(1, (1, 2)), Tie(3, (3, 4)))),
        ((90, 90, 90, 90), 1, (Tie(1, (1, 2, 3, 4)),)),
        ((90, 80, 80, 80), 4, (Tie(2, (2, 3, 4)),)),
    ],
)
def test_the_ties_that_touch_a_prize(totals: tuple[int, ...], places: int, expected: tuple[Tie, ...]) -> None:
    rows = standings([record(number, total) for number, total in enumerate(totals, start=1)], PLAIN)
    assert prize_ties(rows, places) == expected


def test_a_tie_with_somebody_who_takes_no_prize_is_none() -> None:
    rows = standings([record(1, 90), record(2, 90, status="not eligible"), record(3, 80)], PLAIN)
    assert prize_ties(rows, 2) == ()


# Movement


def test_movement_is_measured_against_the_game_before() -> None:
    records = [record(1, 10, 2), record(2, 8, 9), record(3, 6, 5)]
    assert {row.player: row.moved for row in standings(records, PLAIN)} == {1: -1, 2: 1, 3: 0}


def test_movement_can_be_measured_against_any_game() -> None:
    records = [record(1, 9, 1, 9), record(2, 8, 8, 1)]
    assert {row.player: row.moved for row in standings(records, PLAIN)} == {1: 1, 2: -1}
    assert {row.player: row.moved for row in standings(records, PLAIN, previous_game=1)} == {1: 0, 2: 0}


def test_who_was_not_there_before_has_not_moved() -> None:
    late = Record(3, (PlayedGame(2, 30),), absences=(1,))
    rows = standings([record(1, 10, 2), record(2, 8, 3), late], PLAIN)
    assert {row.player: row.moved for row in rows} == {3: None, 1: -1, 2: -1}
    assert all(row.moved is None for row in standings([record(1, 10)], PLAIN))


# What holds for every night

games = st.builds(
    PlayedGame,
    game=st.integers(1, 8),
    points=st.integers(-4, 30),
    director=st.integers(-3, 1),
    loners=st.integers(0, 3),
    bump_cents=st.none() | st.sampled_from([0, 100, 200]),
    result=st.sampled_from(["won", "lost", "drawn"]),
    opponents=st.lists(st.integers(1, 12), max_size=2, unique=True).map(tuple),
)
statuses = st.sampled_from(["ranked"] * 5 + ["not eligible", "disqualified"])


@st.composite
def nights(draw: st.DrawFn) -> list[Record]:
    numbers = draw(st.lists(st.integers(1, 12), unique=True, max_size=8))
    return [
        Record(
            number,
            tuple(draw(st.lists(games, max_size=4, unique_by=lambda game: game.game))),
            sit_outs=tuple(draw(st.lists(st.integers(1, 8), max_size=2, unique=True))),
            penalties=draw(st.integers(-2, 0)),
            status=draw(statuses),
        )
        for number in numbers
    ]


rule_choices = st.builds(
    StandingRules,
    st.sampled_from([SitOutWorth(), SitOutWorth("fixed", 3), SitOutWorth("own average")]),
    st.lists(
        st.sampled_from(["games won", "loners", "fewest bumps", "head to head"]), max_size=4, unique=True
    ).map(tuple),
)


@given(nights(), rule_choices, st.randoms(use_true_random=False))
def test_the_order_of_the_input_does_not_matter(
    records: list[Record], rules: StandingRules, shuffler: random.Random
) -> None:
    mixed = list(records)
    shuffler.shuffle(mixed)
    assert standings(mixed, rules) == standings(records, rules)


@given(nights(), rule_choices)
def test_other_numbers_for_the_same_people_change_no_rank(
    records: list[Record], rules: StandingRules
) -> None:
    def other(number: int) -> int:
        return 100 - number

    renamed = [
        replace(
            record,
            player=other(record.player),
            games=tuple(replace(game, opponents=tuple(map(other, game.opponents))) for game in record.games),
        )
        for record in records
    ]
    before, after = standings(records, rules), standings(renamed, rules)
    assert {other(row.player): (row.rank, row.total, row.tied) for row in before} == {
        row.player: (row.rank, row.total, row.tied) for row in after
    }


@given(nights())
def test_a_rank_is_one_more_than_the_players_with_more_points(records: list[Record]) -> None:
    rows = standings(records, PLAIN)
    for row in rows:
        better = [other for other in rows if other.status == "ranked" and other.total > row.total]
        level = [other for other in rows if other.status == "ranked" and other.total == row.total]
        assert row.rank == (len(better) + 1 if row.status == "ranked" else None)
        assert row.tied == (row.status == "ranked" and len(level) > 1)


@given(nights(), rule_choices)
def test_points_on_the_sheets_are_the_points_in_the_standings(
    records: list[Record], rules: StandingRules
) -> None:
    rows = standings(records, rules)
    assert sorted(shown(rows)) == sorted(record.player for record in records)
    assert sum(row.sheet_points for row in rows) == sum(g.points for record in records for g in record.games)
    for row in rows:
        assert row.total == row.sheet_points + row.director_points + (row.sit_out_points or 0)


@given(nights(), rule_choices)
def test_disqualifying_a_player_changes_nobody_elses_points(
    records: list[Record], rules: StandingRules
) -> None:
    changed = [replace(r, status="disqualified") if n == 0 else r for n, r in enumerate(records)]
    before = {row.player: row.total for row in standings(records, rules)}
    assert {row.player: row.total for row in standings(changed, rules)} == before


@given(nights(), rule_choices)
def test_a_complete_order_leaves_no_tie(records: list[Record], rules: StandingRules) -> None:
    rows = standings(records, rules, orders=[range(12, 0, -1)])
    assert not any(row.tied for row in rows)
    assert [row.rank for row in rows if row.rank is not None] == list(
        range(1, 1 + sum(r.status == "ranked" for r in records))
    )


@given(nights(), rule_choices)
def test_shown_in_order_of_rank(records: list[Record], rules: StandingRules) -> None:
    listed = [row.rank for row in standings(records, rules) if row.rank is not None]
    assert listed == sorted(listed)
