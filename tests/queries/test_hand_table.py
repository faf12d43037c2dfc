"""What a phone is told of a rule set: adding up its table gives exactly what `scoring` gives for the same hand."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import PRESETS, Hand, Penalty, score_hand
from scoring.hands import defenders_of, seats_out, side_of
from tournaments.queries.hand_table import hand_table

VARIANTS = {
    **PRESETS,
    "wemsa at three": PRESETS["wemsa"].three_handed_variant(),
    "fharmacy at three": PRESETS["fharmacy"].three_handed_variant(),
    "caller pays": replace(PRESETS["wemsa"], bump_euchre_payer="caller", bump_euchre_cents=25),
    "plus and minus four": replace(
        PRESETS["classic"],
        renege="team loses, opponents gain",
        renege_points=4,
        renege_ends_hand=False,
        alone_euchre=4,
    ),
    "partner of a loner gets four": replace(PRESETS["wemsa"], alone_march=5, alone_march_partner=4),
    "defender alone, renege ends": replace(PRESETS["torrence-knox"], renege_ends_hand=True),
}


def added_up(rules, hand):
    """(points per seat's side, table cents, the offender's own points) from the phone's table, as the script adds."""
    table = hand_table(rules)
    ended = rules.renege_ends_hand and any(penalty.kind == "renege" for penalty in hand.penalties)
    outcome = "renege" if ended else score_hand(rules, replace(hand, penalties=())).outcome
    row = next(
        row
        for row in table["outcomes"]
        if (row["outcome"], row["alone"], row["lone_defender"])
        == (outcome, hand.alone, hand.defender_alone is not None)
    )
    makers = side_of(rules, hand.maker) if hand.maker is not None else ()
    points = [row["points"][0 if seat in makers else 1] for seat in range(rules.seats)]
    cents, own = row["cents"], [0] * rules.seats
    for penalty in hand.penalties:
        if penalty.kind == "toss":
            cents += table["toss"]
        elif penalty.kind == "renege":
            side = side_of(rules, penalty.offender)
            for_makers, for_own, for_rest, alone, paid = row["renege"][
                "makers" if penalty.offender in makers else "defenders"
            ]
            for seat in range(rules.seats):
                points[seat] += for_makers if seat in makers else for_own if seat in side else for_rest
            cents += paid
            own[penalty.offender] += alone
    return tuple(points), cents, tuple(own)


@st.composite
def hands(draw, rules):
    """Any hand the rules allow, with up to two penalties of those who were in it."""
    kinds = ["renege", "toss"] if rules.bump_toss_cents else ["renege"]
    if not rules.stick_the_dealer and draw(st.integers(0, 9)) == 0:
        return Hand(maker=None)
    maker = draw(st.integers(0, rules.seats - 1))
    defender = None
    if rules.defender_alone:
        defender = draw(st.sampled_from([None, *defenders_of(rules, maker)]))
    hand = Hand(maker, draw(st.integers(0, 5)), draw(st.booleans()), defender)
    there = [seat for seat in range(rules.seats) if seat not in seats_out(rules, hand)]
    penalty = st.builds(Penalty, st.sampled_from(kinds), st.sampled_from(there))
    return replace(hand, penalties=tuple(draw(st.lists(penalty, max_size=2))))


@pytest.mark.parametrize("name", VARIANTS)
def test_the_table_adds_up_to_what_the_game_scores(name):
    rules = VARIANTS[name]

    @settings(max_examples=120, database=None)
    @given(hands(rules))
    def check(hand):
        score = score_hand(rules, hand)
        lone_bonus = [0] * rules.seats  # what a lone march brings over the partner is no renege
        if score.loner is not None and score.outcome == "lone march":
            lone_bonus[score.loner] = score_hand(rules, replace(hand, penalties=())).personal_points[
                score.loner
            ]
        points, cents, own = added_up(rules, hand)
        assert points == score.side_points
        assert cents == sum(score.bump_cents)
        assert tuple(a + b for a, b in zip(own, lone_bonus, strict=True)) == score.personal_points

    check()


@pytest.mark.parametrize("name", VARIANTS)
def test_every_table_is_small_json(name):
    text = json.dumps(hand_table(VARIANTS[name]), separators=(",", ":"))
    assert len(text) < 3500


def test_wemsa_asks_for_the_seat_of_a_loner_only():
    rows = hand_table(PRESETS["wemsa"])["outcomes"]
    assert {row["outcome"] for row in rows if row["caller"]} == {"alone", "lone march", "lone euchre"}
    assert {row["outcome"] for row in rows if not row["differs"]} == {"alone"}


def test_where_the_caller_alone_pays_the_caller_is_asked_after_a_euchre_too():
    rows = hand_table(VARIANTS["caller pays"])["outcomes"]
    assert "euchre" in {row["outcome"] for row in rows if row["caller"]}


def test_a_lone_euchre_is_no_button_of_its_own_where_it_makes_no_difference():
    rows = hand_table(PRESETS["fharmacy"])["outcomes"]
    assert not next(row for row in rows if row["outcome"] == "lone euchre")["differs"]


@pytest.mark.parametrize(
    ("name", "amounts"),
    [
        ("wemsa", [0, 200, 400]),
        ("wemsa at three", [0, 100, 200]),
        ("caller pays", [0, 25, 50]),
        ("fharmacy", []),
    ],
)
def test_the_first_amounts_are_what_the_cup_can_hold(name, amounts):
    assert hand_table(VARIANTS[name])["bumps"][:3] == amounts


@pytest.mark.parametrize(
    ("name", "most"), [("wemsa", 48), ("fharmacy", 13), ("classic", 32), ("torrence-knox-three", 13)]
)
def test_the_most_a_side_can_have(name, most):
    assert hand_table(VARIANTS[name])["most"] == most
