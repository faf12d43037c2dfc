"""Rule sets: the presets against the house rules' table, validation, storage, the three-handed variant."""

import json
from dataclasses import FrozenInstanceError, fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import PRESETS, RuleSet

FOURS = ("wemsa", "fharmacy", "torrence-knox", "classic")

# Each row as the house rules print it: field, then WEMSA, Fharmacy, T&K four, T&K three, classic.
TABLE = """
hands                   | 12         | None           | None           | None           | 8
target                  | None       | 10             | 10             | 10             | None
seats                   | 4          | 4              | 4              | 3              | 4
stick_the_dealer        | True       | False          | False          | False          | True
caller_must_hold_suit   | True       | False          | False          | False          | False
alone_declared          | making trump | making trump | first lead     | first lead     | making trump
lone_lead               | left of dealer | left of dealer | left of lone hand | left of lone hand | left of dealer
first_dealer            | lowest draw | lowest draw   | lowest draw    | lowest draw    | by plan
dummy_hand              | False      | False          | False          | True           | False
made                    | 1          | 1              | 1              | 1              | 1
march                   | 2          | 2              | 2              | 3              | 2
alone_made              | 1          | 1              | 1              | 1              | 1
alone_march             | 4          | 4              | 4              | 3              | 4
alone_march_partner     | None       | None           | None           | None           | None
euchre                  | 2          | 2              | 2              | 2              | 2
alone_euchre            | 2          | 2              | 2              | 2              | 2
defender_alone          | False      | False          | True           | True           | False
renege                  | team loses | opponents gain | offender loses | offender loses | opponents gain
renege_points           | 2          | 2              | 2              | 2              | 2
renege_lone_points      | 4          | 4              | 4              | 4              | 4
renege_lone             | other side's | any          | any            | any            | other side's
renege_ends_hand        | False      | True           | False          | False          | True
bump_euchre_cents       | 100        | 0              | 0              | 0              | 0
bump_euchre_payer       | makers     | makers         | makers         | makers         | makers
lone_euchre_cents       | 200        | 0              | 0              | 0              | 0
bump_renege_cents       | 100        | 0              | 0              | 0              | 0
bump_toss_cents         | 100        | 0              | 0              | 0              | 0
drawn_game_mover        | extra hand | extra hand     | extra hand     | extra hand     | extra hand
"""
ROWS = [[cell.strip() for cell in row.split("|")] for row in TABLE.strip().splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_presets_are_the_table_of_the_house_rules(row: list[str]) -> None:
    field, *cells = row
    names = ("wemsa", "fharmacy", "torrence-knox", "torrence-knox-three", "classic")
    assert [str(getattr(PRESETS[name], field)) for name in names] == cells


def test_the_five_presets_are_named_and_cannot_be_changed() -> None:
    assert set(PRESETS) == {"wemsa", "fharmacy", "torrence-knox", "torrence-knox-three", "classic"}
    assert all(rules.name == name for name, rules in PRESETS.items())
    with pytest.raises(TypeError):
        PRESETS["wemsa"] = PRESETS["classic"]  # type: ignore[index]
    with pytest.raises(FrozenInstanceError):
        PRESETS["wemsa"].hands = 8  # type: ignore[misc]


def test_first_dealer_and_misdeals_differ_as_the_events_say() -> None:
    assert PRESETS["wemsa"].first_dealer_tie == "by suit"
    assert PRESETS["fharmacy"].first_dealer_tie == "draw again"
    assert PRESETS["wemsa"].misdeals == ("card exposed in the deal",)
    assert PRESETS["torrence-knox"].misdeals == ("hand of nines and tens",)
    assert PRESETS["fharmacy"].misdeals == ()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", " "),
        ("seats", 5),
        ("seats", True),
        ("hands", 0),
        ("hands", 101),
        ("hands", 12.0),
        ("target", 10),  # besides hands
        ("made", -1),
        ("march", 21),
        ("euchre", "2"),
        ("alone_euchre", True),
        ("alone_march_partner", 5),  # more than the lone player's 4
        ("alone_march_partner", -1),
        ("renege", "nobody loses"),
        ("renege_lone", "mine"),
        ("renege_points", 2.5),
        ("renege_ends_hand", 1),
        ("bump_euchre_cents", -25),
        ("bump_euchre_cents", 1.0),
        ("bump_alone_euchre_cents", 10_001),
        ("bump_euchre_payer", "dealer"),
        ("alone_declared", "any time"),
        ("lone_lead", "right of dealer"),
        ("first_dealer", "youngest"),
        ("first_dealer_tie", "by age"),
        ("misdeals", ("no face cards",)),
        ("misdeals", "card exposed in the deal"),
        ("drawn_game_mover", "both"),
        ("dummy_hand", True),  # at a table of four
        ("stick_the_dealer", None),
        ("defender_alone", "yes"),
    ],
)
def test_an_impossible_value_is_refused_by_the_name_of_its_field(field: str, value: object) -> None:
    with pytest.raises(ValueError, match=field):
        replace(PRESETS["wemsa"], **{field: value})  # type: ignore[arg-type]


def test_three_handed_a_lone_march_has_no_partner() -> None:
    with pytest.raises(ValueError, match="alone_march_partner"):
        replace(PRESETS["torrence-knox-three"], alone_march_partner=2)


def test_a_game_needs_an_end() -> None:
    with pytest.raises(ValueError, match="hands, target"):
        RuleSet(name="endless")


@pytest.mark.parametrize("name", PRESETS)
def test_rules_survive_storage_as_json(name: str) -> None:
    rules = PRESETS[name]
    assert RuleSet.from_dict(json.loads(json.dumps(rules.to_dict()))) == rules


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "march": st.integers(0, 20),
            "alone_euchre": st.integers(0, 20),
            "renege": st.sampled_from(["team loses", "opponents gain", "team loses, opponents gain"]),
            "bump_euchre_cents": st.integers(0, 10_000),
            "bump_alone_euchre_cents": st.none() | st.integers(0, 10_000),
            "bump_euchre_payer": st.sampled_from(["makers", "caller"]),
            "misdeals": st.sampled_from([(), ("hand of nines and tens", "card exposed in the deal")]),
        },
    )
)
def test_every_variant_survives_storage(changes: dict[str, object]) -> None:
    rules = replace(PRESETS["wemsa"], **changes)  # type: ignore[arg-type]
    stored = json.loads(json.dumps(rules.to_dict()))
    assert set(stored) == {field.name for field in fields(RuleSet)}
    assert RuleSet.from_dict(stored) == rules


def test_an_unknown_key_is_named() -> None:
    with pytest.raises(ValueError, match="farmers_hand"):
        RuleSet.from_dict({**PRESETS["classic"].to_dict(), "farmers_hand": True})


def test_a_stored_version_without_a_name_is_refused() -> None:
    data = PRESETS["classic"].to_dict()
    del data["name"]
    with pytest.raises(ValueError, match="name"):
        RuleSet.from_dict(data)


def test_a_field_that_an_older_version_did_not_know_takes_its_default() -> None:
    data = PRESETS["classic"].to_dict()
    del data["draw_again_for_repeated_partners"]
    assert RuleSet.from_dict(data) == PRESETS["classic"]


@pytest.mark.parametrize("name", FOURS)
def test_a_three_handed_table_keeps_the_end_the_calling_and_the_penalties_of_its_night(name: str) -> None:
    night, three = PRESETS[name], PRESETS[name].three_handed_variant()
    assert (three.seats, three.dummy_hand) == (3, True)
    kept = {field.name for field in fields(RuleSet)} - {
        "name",
        "seats",
        "dummy_hand",
        "march",
        "alone_march",
        "alone_march_partner",
    }
    assert {field: getattr(three, field) for field in kept} == {
        field: getattr(night, field) for field in kept
    }
    assert (three.made, three.march, three.alone_made, three.alone_march, three.euchre) == (1, 3, 1, 3, 2)


def test_the_variant_of_torrence_knox_is_its_own_three_handed_game() -> None:
    assert PRESETS["torrence-knox"].three_handed_variant() == PRESETS["torrence-knox-three"]
    assert PRESETS["torrence-knox-three"].three_handed_variant() is PRESETS["torrence-knox-three"]


def test_a_night_can_set_what_all_five_tricks_bring_at_threes() -> None:
    three = replace(PRESETS["wemsa"], three_handed_march=4).three_handed_variant()
    assert (three.march, three.alone_march) == (4, 4)


@pytest.mark.parametrize(("name", "expected"), [("wemsa", True), ("fharmacy", False), ("classic", False)])
def test_only_rules_with_bump_money_have_a_bump_cup(name: str, expected: bool) -> None:
    assert PRESETS[name].has_bumps is expected
    assert replace(PRESETS[name], bump_toss_cents=25).has_bumps
