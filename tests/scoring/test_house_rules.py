"""The printed house rules state every decision about play."""

from dataclasses import fields, replace

import pytest

from scoring import PRESETS, Hand, Penalty, RuleSet
from scoring.house_rules import house_rules, rules_of_hand


def text(rules: RuleSet) -> str:
    return " ".join(sentence for group in house_rules(rules) for sentence in group.sentences)


SAID = [
    ("wemsa", "A game is 12 hands."),
    ("wemsa", "equal cards go by suit, spades highest"),
    ("wemsa", "A card exposed in the deal is a misdeal"),
    ("wemsa", "the dealer must name a suit"),
    ("wemsa", "the left bower is enough"),
    ("wemsa", "All five: 4."),
    ("wemsa", "The side of the player who fails to follow suit loses 2 points."),
    ("wemsa", "It is 4 points against a lone hand of the other side."),
    ("wemsa", "Euchred: each maker pays $1."),
    ("wemsa", "the lone player pays $2, the partner nothing"),
    ("fharmacy", "The first side to reach 10 points wins the game."),
    ("fharmacy", "those with equal cards draw again"),
    ("fharmacy", "If all pass twice, the next player deals."),
    ("fharmacy", "declares alone when making trump"),
    ("fharmacy", "the side it was against gains 2 points"),
    ("fharmacy", "It is 4 points in any lone hand."),
    ("fharmacy", "The hand ends at once"),
    ("torrence-knox", "only nines and tens"),
    ("torrence-knox", "until the first card is led"),
    ("torrence-knox", "The player left of the lone hand leads"),
    ("torrence-knox", "loses 2 points, the partner nothing"),
    ("torrence-knox-three", "have both won"),
    ("torrence-knox-three", "The maker takes three or four tricks: 1 point. All five: 3."),
    ("torrence-knox-three", "each defender scores 2"),
    ("torrence-knox-three", "The maker keeps the best five cards of both hands"),
    ("classic", "A game is 8 hands."),
    ("classic", "The plan says who deals first."),
]


@pytest.mark.parametrize(("name", "words"), SAID)
def test_the_house_rules_say(name: str, words: str) -> None:
    assert words in text(PRESETS[name])


def test_rules_without_bump_money_say_nothing_of_a_cup() -> None:
    titles = {name: [group.title for group in house_rules(rules)] for name, rules in PRESETS.items()}
    assert [name for name in PRESETS if "Bump cup" in titles[name]] == ["wemsa"]


OTHERWISE: dict[str, object] = {
    "seats": PRESETS["wemsa"].three_handed_variant(),
    "hands": 8,
    "target": {"hands": None, "target": 10},
    "stick_the_dealer": False,
    "caller_must_hold_suit": False,
    "alone_declared": "first lead",
    "lone_lead": "left of lone hand",
    "first_dealer": "by plan",
    "first_dealer_tie": "draw again",
    "misdeals": (),
    "dummy_hand": replace(PRESETS["wemsa"].three_handed_variant(), dummy_hand=False),
    "made": 3,
    "march": 3,
    "alone_made": 3,
    "alone_march": 5,
    "alone_march_partner": 2,
    "euchre": 3,
    "alone_euchre": 3,
    "defender_alone": True,
    "defended_alone": {"defender_alone": True, "defended_alone": 3},
    "defended_alone_march": {"defender_alone": True, "defended_alone_march": 5},
    "three_handed_march": 4,
    "renege": "opponents gain",
    "renege_points": 3,
    "renege_lone_points": 5,
    "renege_lone": "any",
    "renege_ends_hand": True,
    "bump_euchre_cents": 25,
    "bump_euchre_payer": "caller",
    "bump_alone_euchre_cents": 300,
    "bump_renege_cents": 25,
    "bump_toss_cents": 0,
    "drawn_game_mover": "cut",
    "draw_again_for_repeated_partners": False,
}


@pytest.mark.parametrize("field", OTHERWISE)
def test_a_changed_decision_changes_what_is_printed(field: str) -> None:
    value = OTHERWISE[field]
    wemsa = PRESETS["wemsa"]
    if isinstance(value, RuleSet):
        changed = value
    else:
        changed = replace(wemsa, **(value if isinstance(value, dict) else {field: value}))
    known = {text(wemsa), text(wemsa.three_handed_variant()), text(replace(wemsa, defender_alone=True))}
    if field in ("seats", "defender_alone"):
        known = {text(wemsa)}
    assert text(changed) not in known


def test_every_decision_of_a_rule_set_is_among_them() -> None:
    assert set(OTHERWISE) | {"name"} == {field.name for field in fields(RuleSet)}


@pytest.mark.parametrize("name", PRESETS)
def test_every_sentence_is_one(name: str) -> None:
    for rules in (PRESETS[name], PRESETS[name].three_handed_variant()):
        for group in house_rules(rules):
            assert group.sentences
            for sentence in group.sentences:
                assert sentence[0].isupper() or sentence[0].isdigit()
                assert sentence.endswith(".")
                assert "None" not in sentence
                assert "  " not in sentence


def test_a_night_leaves_out_what_cannot_happen_in_it() -> None:
    rules = PRESETS["wemsa"]
    short = " ".join(
        sentence
        for group in house_rules(rules, winners_move=False, partners_drawn=False, tables_of_three=False)
        for sentence in group.sentences
    )
    for word in ("drawn game", "partnered before", "table of three"):
        assert word in text(rules)
        assert word not in short


RENEGE = (Penalty("renege", 1),)
BY_RULE = [
    ("wemsa", Hand(0, 4), ["three or four tricks: 1 point. All five: 2."]),
    ("wemsa", Hand(0, 5, alone=True), ["Alone, three or four tricks: 1 point. All five: 4."]),
    ("wemsa", Hand(0, 2), ["is a euchre: the defenders score 2", "each maker pays $1"]),
    ("wemsa", Hand(0, 2, alone=True), ["is a euchre", "the lone player pays $2, the partner nothing"]),
    (
        "wemsa",
        Hand(0, 3, penalties=RENEGE),
        ["The makers take", "fails to follow suit loses 2", "It is 4", "played out", "Renege: each"],
    ),
    ("wemsa", Hand(0, 3, penalties=(Penalty("toss", 1),)), ["The makers take", "Cards tossed in"]),
    ("fharmacy", Hand(None), ["If all pass twice, the next player deals."]),
    ("fharmacy", Hand(0, penalties=RENEGE), ["gains 2 points", "It is 4 points in any", "ends at once"]),
    ("torrence-knox", Hand(0, 1, defender_alone=1), ["A lone defender takes"]),
    ("torrence-knox-three", Hand(0, 1), ["Fewer than three tricks is a euchre: each defender scores 2"]),
]


@pytest.mark.parametrize(("name", "hand", "words"), BY_RULE)
def test_a_hand_is_scored_by_these_sentences_of_the_house_rules(
    name: str, hand: Hand, words: list[str]
) -> None:
    lines = rules_of_hand(PRESETS[name], hand)
    assert len(lines) == len(words)
    for line, part in zip(lines, words, strict=True):
        assert part in line
        assert line in text(PRESETS[name])


def test_a_lone_maker_beaten_by_a_lone_defender_pays_as_a_lone_maker() -> None:
    rules = replace(PRESETS["wemsa"], defender_alone=True)
    lines = rules_of_hand(rules, Hand(0, 1, alone=True, defender_alone=1))
    assert lines[-1].startswith("Euchred alone: the lone player pays $2")
