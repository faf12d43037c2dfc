"""The buttons of a phone."""

from dataclasses import replace

import pytest

from scoring import PRESETS, Hand, score_sheet_hand, tapped_hand
from scoring.taps import taps

WEMSA, TK = PRESETS["wemsa"], PRESETS["torrence-knox"]

# outcome: points of the makers, of the defenders, cents into the cup
WEMSA_BUTTONS = {
    "made": (1, 0, 0),
    "march": (2, 0, 0),
    "lone march": (4, 0, 0),
    "alone": (1, 0, 0),
    "euchre": (0, 2, 200),
    "lone euchre": (0, 2, 200),
}


def test_wemsa_has_six_buttons() -> None:
    assert {t.outcome: (t.makers, t.defenders, t.bump_cents) for t in taps(WEMSA)} == WEMSA_BUTTONS


def test_defenders_alone_and_passing_out_have_buttons_where_they_are_played() -> None:
    buttons = {t.outcome: (t.makers, t.defenders) for t in taps(TK)}
    assert buttons["defended alone"] == (0, 2)
    assert buttons["defended alone, all five"] == (0, 4)
    assert buttons["passed out"] == (0, 0)
    assert [t.outcome for t in taps(PRESETS["fharmacy"])][-1] == "passed out"


def test_the_caller_is_asked_only_where_it_matters() -> None:
    assert {t.outcome for t in taps(WEMSA) if t.needs_caller} == {"lone march", "alone", "lone euchre"}
    quarters = replace(PRESETS["classic"], bump_euchre_cents=25, bump_euchre_payer="caller")
    assert {t.outcome for t in taps(quarters) if t.needs_caller} == {
        "lone march", "alone", "lone euchre", "euchre"
    }  # fmt: skip
    assert not any(t.needs_caller for t in taps(PRESETS["torrence-knox-three"]))


@pytest.mark.parametrize("pairing", [1, 2, 3])
@pytest.mark.parametrize("side", [0, 1])
def test_one_tap_on_a_side_scores_the_hand(pairing: int, side: int) -> None:
    hand = tapped_hand(WEMSA, pairing, side, "euchre")
    score = score_sheet_hand(WEMSA, pairing, hand)
    mine = {0, pairing} if side == 0 else {1, 2, 3} - {pairing}
    assert not hand.caller_known
    assert score.points == tuple(0 if position in mine else 2 for position in range(4))
    assert score.bump_cents == tuple(100 if position in mine else 0 for position in range(4))


def test_the_caller_is_kept_where_it_was_given() -> None:
    assert tapped_hand(WEMSA, 2, 1, "lone euchre", caller=3) == Hand(3, 2, alone=True)
    assert tapped_hand(WEMSA, 2, 1, "made", caller=3) == Hand(3, 3)
    assert tapped_hand(TK, 2, 0, "defended alone", lone_defender=3) == Hand(
        0, 2, defender_alone=3, caller_known=False
    )
    assert tapped_hand(TK, 2, 0, "passed out") == Hand(None)


def test_three_handed_a_side_is_a_seat() -> None:
    hand = tapped_hand(PRESETS["torrence-knox-three"], None, 2, "lone march")
    assert hand == Hand(2, 5, alone=True)


@pytest.mark.parametrize("name", PRESETS)
def test_every_button_scores_what_it_says(name: str) -> None:
    rules = PRESETS[name]
    pairing = 2 if rules.seats == 4 else None
    for tap in taps(rules):
        caller = 0 if tap.needs_caller else None
        defender = 1 if tap.by_lone_defender else None
        hand = tapped_hand(rules, pairing, 0, tap.outcome, caller=caller, lone_defender=defender)
        score = score_sheet_hand(rules, pairing, hand)
        assert score.outcome == tap.outcome
        assert (score.side_points[0], score.side_points[1]) == (tap.makers, tap.defenders)
        assert sum(score.bump_cents) == tap.bump_cents


@pytest.mark.parametrize(
    ("kwargs", "field"),
    [
        ({"side": 0, "outcome": "defended alone"}, "outcome"),
        ({"side": 0, "outcome": "passed out"}, "outcome"),
        ({"side": 2, "outcome": "made"}, "side"),
        ({"side": 0, "outcome": "lone march"}, "caller"),
        ({"side": 0, "outcome": "lone march", "caller": 1}, "caller"),
        ({"side": 1, "outcome": "made", "caller": 0}, "caller"),
    ],
)
def test_a_tap_that_cannot_be_is_refused(kwargs: dict[str, object], field: str) -> None:
    with pytest.raises(ValueError, match=field):
        tapped_hand(WEMSA, 2, **kwargs)  # type: ignore[arg-type]


@pytest.mark.parametrize("defender", [None, 0, 2])
def test_a_lone_defender_must_be_named(defender: int | None) -> None:
    with pytest.raises(ValueError, match="lone_defender"):
        tapped_hand(TK, 2, 0, "defended alone", lone_defender=defender)
