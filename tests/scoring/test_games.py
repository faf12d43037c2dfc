"""One game -> lines per player."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import (
    PRESETS,
    Hand,
    Penalty,
    Sheet,
    SheetPenalty,
    compare_with_hands,
    lines,
    running_score,
    score_sheet_hand,
    sheet_from_hands,
    sides,
    split_chair,
    who_moves,
)
from scoring.games import Line, is_finished, last_hand_winner
from tests.scoring.strategies import hands, rule_sets

WEMSA, FHARMACY, TK, THREE = (
    PRESETS[name] for name in ("wemsa", "fharmacy", "torrence-knox", "torrence-knox-three")
)


def points(result: tuple[Line, ...]) -> list[int]:
    return [line.points for line in result]


# Pairings


@pytest.mark.parametrize(
    ("pairing", "expected"),
    [
        (1, ((0, 1), (2, 3))),
        (2, ((0, 2), (1, 3))),
        (3, ((0, 3), (1, 2))),
        (None, ((0,), (1,), (2,))),
    ],
)
def test_the_pairing_says_who_partnered_whom(
    pairing: int | None, expected: tuple[tuple[int, ...], ...]
) -> None:
    assert sides(pairing) == expected


@pytest.mark.parametrize("pairing", [0, 4, -1])
def test_there_are_three_pairings(pairing: int) -> None:
    with pytest.raises(ValueError, match="pairing"):
        sides(pairing)


@pytest.mark.parametrize("pairing", [1, 2, 3])
def test_a_hand_on_a_sheet_is_scored_for_the_pairing_that_played(pairing: int) -> None:
    score = score_sheet_hand(WEMSA, pairing, Hand(0, 5, alone=True))
    assert [score.points[p] for p in range(4)] == [4 if p in (0, pairing) else 0 for p in range(4)]
    assert score.loner == 0
    other = next(p for p in (1, 2, 3) if p != pairing)
    euchred = score_sheet_hand(WEMSA, pairing, Hand(other, 1, alone=True))
    assert [euchred.bump_cents[p] for p in range(4)] == [200 if p == other else 0 for p in range(4)]


@pytest.mark.parametrize("position", [-1, 4])
def test_a_hand_names_positions_of_its_sheet(position: int) -> None:
    with pytest.raises(ValueError, match="maker"):
        score_sheet_hand(WEMSA, 2, Hand(position, 3))
    with pytest.raises(ValueError, match="offender"):
        score_sheet_hand(WEMSA, 2, Hand(0, 3, penalties=(Penalty("toss", position),)))
    with pytest.raises(ValueError, match="defender_alone"):
        score_sheet_hand(TK, 2, Hand(0, 3, defender_alone=position))


def test_the_partner_on_the_sheet_is_the_one_who_is_out_of_a_lone_hand() -> None:
    hand = Hand(0, 3, alone=True, penalties=(Penalty("renege", 1),))
    with pytest.raises(ValueError, match="offender"):
        score_sheet_hand(WEMSA, 1, hand)
    assert score_sheet_hand(WEMSA, 2, hand).points == (1, -4, 1, -4)


# Shapes


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ({"pairing": 2, "scores": (14,)}, "scores"),
        ({"pairing": 2, "scores": (14, 9, 3)}, "scores"),
        ({"pairing": None, "scores": (10, 4)}, "scores"),
        ({"pairing": 5, "scores": (14, 9)}, "pairing"),
        ({"pairing": 2, "scores": (14, 9), "loners": (1, 0)}, "loners"),
        ({"pairing": None, "scores": (1, 2, 3), "penalties": (SheetPenalty("renege", 3),)}, "penalties"),
    ],
)
def test_a_sheet_of_the_wrong_shape_is_refused(fields: dict[str, object], name: str) -> None:
    with pytest.raises(ValueError, match=name):
        Sheet(**fields)  # type: ignore[arg-type]


# Lines from totals


def test_both_partners_take_what_their_side_made() -> None:
    result = lines(WEMSA, Sheet(3, (14, 9), bump_cents=0))
    assert points(result) == [14, 9, 9, 14]
    assert [line.result for line in result] == ["won", "lost", "lost", "won"]
    assert [line.bump_cents for line in result] == [0, 0, 0, 0]


def test_a_drawn_game_is_won_by_nobody() -> None:
    assert [line.result for line in lines(WEMSA, Sheet(2, (14, 14), 400))] == ["drawn"] * 4


def test_who_paid_into_the_cup_is_not_known_from_a_tables_total() -> None:
    assert [line.bump_cents for line in lines(WEMSA, Sheet(2, (14, 9), 400))] == [None] * 4
    assert [line.bump_cents for line in lines(WEMSA, Sheet(2, (14, 9)))] == [None] * 4


def test_without_bump_money_everybody_paid_nothing() -> None:
    assert [line.bump_cents for line in lines(FHARMACY, Sheet(2, (10, 9)))] == [0] * 4


def test_personal_and_directors_points_are_apart_from_the_sides() -> None:
    penalties = (
        SheetPenalty("renege", 1),
        SheetPenalty("renege", 1, lone=True),
        SheetPenalty("points", 0, -3),
        SheetPenalty("toss", 2),
    )
    result = lines(TK, Sheet(2, (10, 7), penalties=penalties))
    assert [line.side for line in result] == [10, 7, 10, 7]
    assert [line.personal for line in result] == [0, -6, 0, 0]
    assert [line.director for line in result] == [-3, 0, 0, 0]
    assert points(result) == [10, 1, 10, 7]
    assert [line.total for line in result] == [7, 1, 10, 7]
    assert [line.result for line in result] == ["won", "lost", "won", "lost"]  # the race did not move


def test_a_wemsa_renege_is_in_the_sides_score_already() -> None:
    result = lines(WEMSA, Sheet(2, (12, 9), 200, penalties=(SheetPenalty("renege", 0),)))
    assert points(result) == [12, 9, 12, 9]


def test_each_loner_brings_its_player_what_it_is_worth_beyond_the_partner() -> None:
    rules = replace(PRESETS["classic"], alone_march=5, alone_march_partner=4)
    result = lines(rules, Sheet(2, (12, 3), loners=(2, 0, 0, 0)))
    assert points(result) == [14, 3, 12, 3]
    assert [line.loners for line in result] == [2, 0, 0, 0]


# Lines from hands

WEMSA_HANDS = (
    Hand(0, 3),
    Hand(1, 5),
    Hand(2, 2),  # euchred: $1 each of 0 and 2
    Hand(3, 5, alone=True),
    Hand(0, 1, alone=True),  # $2 from 0
    Hand(0, 4, penalties=(Penalty("renege", 1), Penalty("points", 3, -1))),
    Hand(1, 3, caller_known=False),
    Hand(1, 3),
    Hand(0, 5),
    Hand(2, 3),
    Hand(3, 3),
    Hand(0, 3, penalties=(Penalty("toss", 2),)),
)
# By hand: side of 0 and 2: 1 + 1 + 2 + 1 + 1 = 6; side of 1 and 3: 2 + 2 + 4 + 2 - 2 + 1 + 1 + 1 = 11.


def test_hands_add_up_to_a_sheet() -> None:
    sheet = sheet_from_hands(WEMSA, 2, WEMSA_HANDS)
    assert sheet.scores == (6, 11)
    assert sheet.bump_cents == 200 + 200 + 200 + 200
    assert sheet.loners == (0, 0, 0, 1)
    assert sheet.penalties == (
        SheetPenalty("renege", 1),
        SheetPenalty("points", 3, -1),
        SheetPenalty("toss", 2),
    )
    result = lines(WEMSA, sheet)
    assert points(result) == [6, 11, 6, 11]
    assert [line.director for line in result] == [0, 0, 0, -1]
    assert [line.bump_cents for line in result] == [100 + 200 + 100, 100, 100 + 100, 100]


@pytest.mark.parametrize("rules", [FHARMACY, TK], ids=["fharmacy", "torrence-knox"])
def test_a_sheet_says_nothing_of_bump_money_where_none_is_paid(rules) -> None:
    assert sheet_from_hands(rules, 2, [Hand(0, 2), Hand(1, 4)]).bump_cents is None


def test_the_running_score_says_when_the_game_is_over() -> None:
    before = running_score(WEMSA, 2, WEMSA_HANDS[:-1])
    assert (before.scores, before.hands_played, before.finished) == ((5, 11), 11, False)
    after = running_score(WEMSA, 2, WEMSA_HANDS)
    assert (after.scores, after.bump_cents, after.finished) == ((6, 11), 800, True)
    assert running_score(WEMSA, 2, []).scores == (0, 0)


def test_a_game_to_ten_ends_with_the_hand_that_reaches_ten() -> None:
    game = [Hand(0, 5, alone=True), Hand(1, 3), Hand(0, 5, alone=True), Hand(None), Hand(2, 2), Hand(2, 5)]
    assert [running_score(FHARMACY, 2, game[:n]).finished for n in range(7)] == [False] * 6 + [True]
    assert running_score(FHARMACY, 2, game).scores == (10, 3)


def test_hands_that_do_not_come_to_the_sheets_money_do_not_say_who_paid() -> None:
    sheet = replace(sheet_from_hands(WEMSA, 2, WEMSA_HANDS), bump_cents=1000)
    assert [line.bump_cents for line in lines(WEMSA, sheet)] == [None] * 4


def test_a_lone_renege_is_lifted_with_its_doubling() -> None:
    reneges = (
        Hand(0, 3, alone=True, penalties=(Penalty("renege", 1),)),
        Hand(0, 3, alone=True, penalties=(Penalty("renege", 0),)),
    )
    assert [p.lone for p in sheet_from_hands(WEMSA, 2, reneges).penalties] == [True, False]
    assert [p.lone for p in sheet_from_hands(TK, 2, reneges).penalties] == [True, True]


@st.composite
def sheets(draw: st.DrawFn) -> tuple[object, Sheet, list[Hand]]:
    rules = draw(rule_sets())
    game = draw(st.lists(hands(rules), max_size=12))
    return rules, sheet_from_hands(rules, 2 if rules.seats == 4 else None, game), game


@given(sheets())
def test_lines_of_a_sheet_from_hands_are_the_sums_of_the_hands(
    case: tuple[object, Sheet, list[Hand]],
) -> None:
    rules, sheet, game = case
    scored = [score_sheet_hand(rules, sheet.pairing, hand) for hand in game]  # type: ignore[arg-type]
    for line in lines(rules, sheet):  # type: ignore[arg-type]
        assert line.total == sum(score.points[line.position] for score in scored)
        assert line.points == line.total - sum(score.director_points[line.position] for score in scored)
        assert line.bump_cents == sum(score.bump_cents[line.position] for score in scored)
        assert line.loners == sum(score.loner == line.position for score in scored)


@given(sheets())
def test_a_sheet_made_from_hands_agrees_with_them(case: tuple[object, Sheet, list[Hand]]) -> None:
    rules, sheet, _ = case
    assert compare_with_hands(rules, sheet) == ()  # type: ignore[arg-type]


@given(st.data(), st.sampled_from([1, 2, 3]))
def test_the_pairing_only_decides_who_sits_where(data: st.DataObject, pairing: int) -> None:
    game = data.draw(st.lists(hands(WEMSA), max_size=8))
    partner_first = {1: [0, 2, 1, 3], 2: [0, 1, 2, 3], 3: [0, 1, 3, 2]}[
        pairing
    ]  # position of each clockwise seat

    def moved(hand: Hand) -> Hand:
        return replace(
            hand,
            maker=None if hand.maker is None else partner_first[hand.maker],
            penalties=tuple(replace(p, offender=partner_first[p.offender]) for p in hand.penalties),
        )

    seated = lines(WEMSA, sheet_from_hands(WEMSA, 2, game))
    paired = lines(WEMSA, sheet_from_hands(WEMSA, pairing, [moved(hand) for hand in game]))
    assert [line.total for line in seated] == [paired[position].total for position in partner_first]
    assert [line.bump_cents for line in seated] == [paired[position].bump_cents for position in partner_first]


# Who moves


@pytest.mark.parametrize(
    ("rules", "sheet", "winners", "losers"),
    [
        (WEMSA, Sheet(2, (14, 9)), (0, 2), (1, 3)),
        (WEMSA, Sheet(1, (8, 9)), (2, 3), (0, 1)),
        (TK, Sheet(2, (10, 7)), (0, 2), (1, 3)),
        (TK, Sheet(2, (6, 7)), (1, 3), (0, 2)),  # stopped at last call
        (THREE, Sheet(None, (10, 4, 9)), (0,), (1, 2)),
        (THREE, Sheet(None, (10, 4, 11)), (0, 2), (1,)),  # both defenders reached ten in one hand
        (THREE, Sheet(None, (9, 4, 8)), (0,), (1, 2)),
        (WEMSA.three_handed_variant(), Sheet(None, (12, 9, 12)), (0, 2), (1,)),
        (WEMSA.three_handed_variant(), Sheet(None, (12, 9, 11)), (0,), (1, 2)),
    ],
)
def test_winners_and_losers(
    rules: object, sheet: Sheet, winners: tuple[int, ...], losers: tuple[int, ...]
) -> None:
    movers = who_moves(rules, sheet)  # type: ignore[arg-type]
    assert (movers.winners, movers.losers, movers.drawn) == (winners, losers, False)


def test_an_extra_hand_decides_who_moves_after_a_draw_and_the_game_stays_drawn() -> None:
    sheet = Sheet(2, (14, 14), 0)
    assert who_moves(WEMSA, sheet).winners == ()
    movers = who_moves(WEMSA, replace(sheet, extra_hand=1))
    assert (movers.winners, movers.losers, movers.drawn) == ((1, 3), (0, 2), True)
    assert {line.result for line in lines(WEMSA, sheet)} == {"drawn"}


@pytest.mark.parametrize(
    ("pairing", "scores", "side"), [(2, (7, 7), 2), (2, (7, 7), -1), (None, (8, 8, 8), 0)]
)
def test_an_extra_hand_is_won_by_a_side_of_a_table_of_four(pairing, scores, side) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError, match="extra_hand"):
        Sheet(pairing, scores, extra_hand=side)


def test_the_winners_of_the_last_hand_may_decide() -> None:
    rules = replace(WEMSA, drawn_game_mover="last hand", hands=2)
    sheet = sheet_from_hands(rules, 2, [Hand(0, 3), Hand(1, 3, penalties=(Penalty("points", 1, 5),))])
    assert who_moves(rules, sheet).winners == (1, 3)
    assert who_moves(rules, replace(sheet, extra_hand=0)).winners == (0, 2)
    assert who_moves(rules, Sheet(2, (1, 1))).winners == ()


def test_a_renege_beside_the_last_hand_does_not_decide_it() -> None:
    renege = Hand(0, 3, penalties=(Penalty("renege", 0),))
    assert last_hand_winner(WEMSA, sheet_from_hands(WEMSA, 2, [Hand(1, 3), renege])) == 0
    ended = Hand(0, penalties=(Penalty("renege", 0),))
    assert last_hand_winner(FHARMACY, sheet_from_hands(FHARMACY, 2, [Hand(0, 3), ended, Hand(None)])) == 1
    assert last_hand_winner(FHARMACY, sheet_from_hands(FHARMACY, 2, [Hand(None)])) is None


def test_at_threes_a_last_hand_with_two_winners_decides_nothing() -> None:
    sheet = sheet_from_hands(THREE, None, [Hand(0, 3), Hand(1, 2)])
    assert last_hand_winner(THREE, sheet) == 0


@pytest.mark.parametrize(
    ("rules", "scores", "hands_played", "over"),
    [
        (WEMSA, (40, 0), 11, False),
        (WEMSA, (6, 6), 12, True),
        (TK, (9, 9), 30, False),
        (TK, (10, 9), 9, True),
        (THREE, (3, 12, 11), 9, True),
    ],
)
def test_a_game_is_over(rules: object, scores: tuple[int, ...], hands_played: int, over: bool) -> None:
    assert is_finished(rules, scores, hands_played) is over  # type: ignore[arg-type]


# A substitute in mid-game


@pytest.mark.parametrize("first_hand", range(1, 14))
@pytest.mark.parametrize("position", range(4))
def test_a_chair_split_by_hands_adds_up_to_the_chair(position: int, first_hand: int) -> None:
    sheet = sheet_from_hands(WEMSA, 2, WEMSA_HANDS)
    whole = lines(WEMSA, sheet)[position]
    before, after = split_chair(WEMSA, sheet, position, first_hand)
    assert before.total + after.total == whole.total
    assert (before.bump_cents or 0) + (after.bump_cents or 0) == whole.bump_cents
    assert before.loners + after.loners == whole.loners
    assert before.result == after.result == whole.result


def test_a_chair_is_split_where_the_substitute_sat_down() -> None:
    before, after = split_chair(WEMSA, sheet_from_hands(WEMSA, 2, WEMSA_HANDS), 1, first_hand=5)
    assert (before.total, after.total) == (2 + 2 + 4, 2 - 2 + 1 + 1 + 1)


@pytest.mark.parametrize(
    ("sheet", "first_hand", "field"),
    [
        (Sheet(2, (6, 11), 800), 3, "hands"),
        (replace(sheet_from_hands(WEMSA, 2, WEMSA_HANDS), scores=(7, 11)), 3, "hands"),
        (sheet_from_hands(WEMSA, 2, WEMSA_HANDS), 0, "first_hand"),
        (sheet_from_hands(WEMSA, 2, WEMSA_HANDS), 14, "first_hand"),
    ],
)
def test_a_chair_cannot_be_split_without_hands_that_tell(sheet: Sheet, first_hand: int, field: str) -> None:
    with pytest.raises(ValueError, match=field):
        split_chair(WEMSA, sheet, 0, first_hand)
