"""Settings of a night: complete presets, contradictions named, storage that keeps everything."""

from dataclasses import replace

import pytest

from scoring import PRESETS as RULE_SETS
from tournaments.night_settings import NightSettings
from tournaments.presets import PRESETS

WEMSA = PRESETS["wemsa"].settings


@pytest.mark.parametrize("key", PRESETS)
def test_every_preset_survives_storage(key):
    settings = PRESETS[key].settings
    assert NightSettings.from_dict(settings.to_dict()) == settings


COLUMNS = ("wemsa", "fharmacy", "torrence-knox", "torrence-knox-three", "classic")
#: What each preset is, setting by setting, as the events' own pages and the house decisions say.
TABLE = {
    "games": (8, 6, None, 6, 8),
    "movement": ("schedule", "schedule", "continuous", "schedule", "winners_move"),
    "partners": ("drawn", "preset", "preset", "alone", "preset"),
    "odd": ("sit_out", "three_hand", "queue", "sit_out", "sit_out"),
    "sit_out_worth": ("own average", "own average", "nothing", "own average", "own average"),
    "capacity": (None, 40, None, None, None),
    "waiting_places": (0, 6, 0, 0, 0),
    "minimum_age": (None, 21, None, None, None),
    "buy_in_cents": (2000, 0, 500, 500, 1000),
    "prize_kind": ("percent", "named", "percent", "percent", "percent"),
    "shares": ((50, 30, 20), (), (100,), (100,), (50, 30, 20)),
    "prize_names": ((), ("First prize", "Second prize", "Third prize"), (), (), ()),
    "most_loners_cents": (0, 0, 0, 0, 1000),
    "low_score_cents": (0, 0, 0, 0, 1000),
    "prize_tie": ("playoff", "lots", "split", "split", "split"),
    "one_pot": (False,) * 5,
    "bump_cup": (True, False, False, False, False),
    "game_minutes": (15, 20, None, 15, 15),
    "break_after": (4, None, None, None, None),
    "last_call": ("", "", "20:30", "", ""),
    "head_table_bell": (False,) * 5,
    "table_enters": (False, False, True, True, False),
    "walk_ins": (True,) * 5,
}
FIRST_DEALER = (
    ("lowest draw", "by suit"),
    ("lowest draw", "draw again"),
    ("lowest draw", "draw again"),
    ("lowest draw", "draw again"),
    ("by plan", "draw again"),
)


@pytest.mark.parametrize("setting", TABLE)
def test_every_preset_is_as_the_events_say(setting):
    found = tuple(getattr(PRESETS[key].settings, setting) for key in COLUMNS)
    assert dict(zip(COLUMNS, found, strict=True)) == dict(zip(COLUMNS, TABLE[setting], strict=True))


def test_the_presets_play_by_the_rules_of_their_event():
    assert tuple(PRESETS) == COLUMNS
    for key, (dealer, tie) in zip(COLUMNS, FIRST_DEALER, strict=True):
        rules = PRESETS[key].settings.rules
        assert rules == RULE_SETS[key]
        assert (rules.first_dealer, rules.first_dealer_tie) == (dealer, tie)
    assert (PRESETS["wemsa"].settings.turn_minutes, PRESETS["wemsa"].settings.break_minutes) == (3, 20)
    assert (PRESETS["wemsa"].check_in, PRESETS["wemsa"].start) == ("18:30", "19:00")
    divisions = {key: PRESETS[key].divisions for key in COLUMNS}
    assert divisions == {**dict.fromkeys(COLUMNS, ("Players",)), "wemsa": ("Experienced", "Novice")}


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"games": 0}, "games"),
        ({"games": None}, "games"),
        ({"movement": "continuous"}, "games"),
        ({"shares": (50, 30, 10)}, "shares"),
        ({"shares": ()}, "shares"),
        ({"shares": (110, -10)}, "shares"),
        ({"prize_kind": "named", "prize_names": ("Mug",), "prize_tie": "split"}, "prize_tie"),
        ({"prize_kind": "named", "prize_names": ()}, "prize_names"),
        ({"capacity": 3}, "capacity"),
        ({"waiting_places": 6}, "waiting_places"),
        ({"minimum_age": 0}, "minimum_age"),
        ({"buy_in_cents": -1}, "buy_in_cents"),
        ({"house_percent": 101}, "house_percent"),
        ({"break_after": 8}, "break_after"),
        ({"game_minutes": 0}, "game_minutes"),
        ({"odd": "queue"}, "odd"),
        ({"head_table_bell": True}, "head_table_bell"),
        ({"movement": "winners_move", "odd": "three_hand"}, "odd"),
        ({"movement": "redraw", "odd": "house"}, "odd"),
        ({"movement": "continuous", "games": None, "break_after": None}, "odd"),
        ({"prize_tie": "tie-breakers", "tie_breakers": ()}, "tie_breakers"),
        ({"turn_minutes": 61}, "turn_minutes"),
        ({"low_score_cents": -1}, "low_score_cents"),
        ({"shares": (5,) * 20 + (0,)}, "shares"),
        ({"consent_text": "x" * 501}, "consent_text"),
        ({"rules": RULE_SETS["classic"]}, "bump_cup"),
        ({"partners": "alone"}, "partners"),
        ({"rules": RULE_SETS["torrence-knox-three"], "bump_cup": False}, "partners"),
    ],
)
def test_what_cannot_stand_together_is_named_by_its_field(changes, field):
    with pytest.raises(ValueError, match=f"^{field}: "):
        replace(WEMSA, **changes)


@pytest.mark.parametrize(
    ("changes", "both"),
    [
        ({"movement": "winners_move", "odd": "three_hand"}, ("tables of three", "winners move up")),
        ({"odd": "queue"}, ("wait in the queue", "schedule")),
        (
            {"movement": "continuous", "games": None, "break_after": None},
            ("continuous queue", "fair sit-outs"),
        ),
        ({"break_after": 8}, ("after game 8", "has 8 games")),
    ],
)
def test_two_settings_that_contradict_each_other_are_both_named(changes, both):
    with pytest.raises(ValueError) as refused:
        replace(WEMSA, **changes)
    assert all(words in str(refused.value) for words in both)


def test_a_queue_knows_waiting_and_house_players_and_no_table_of_three():
    night = PRESETS["torrence-knox"].settings
    assert replace(night, odd="house").odd == "house"
    for odd in ("sit_out", "three_hand"):
        with pytest.raises(ValueError, match=r"^odd: "):
            replace(night, odd=odd)


def test_the_missing_percent_are_told():
    with pytest.raises(ValueError, match="add up to 90 %, not 100 %: 10 % would go to nobody"):
        replace(WEMSA, shares=(50, 30, 10))


def test_an_unknown_or_missing_setting_is_refused():
    with pytest.raises(ValueError, match="unknown night setting: colour"):
        NightSettings.from_dict({**WEMSA.to_dict(), "colour": "red"})
    with pytest.raises(ValueError, match="need 'preset' and 'rules'"):
        NightSettings.from_dict({"preset": "wemsa"})


def test_without_a_bump_cup_no_bump_money_is_due():
    assert WEMSA.table_rules(4).has_bumps
    assert not replace(WEMSA, bump_cup=False).table_rules(4).has_bumps
    assert not replace(WEMSA, bump_cup=False).table_rules(3).has_bumps


def test_a_table_of_three_plays_the_three_handed_variant():
    assert WEMSA.table_rules(3).seats == 3
    assert WEMSA.table_rules(3).hands == WEMSA.rules.hands


@pytest.mark.parametrize(
    ("key", "changes", "sizes"),
    [
        ("wemsa", {}, (4, 3)),  # three who are level for a prize play sudden death three-handed
        ("wemsa", {"prize_tie": "split"}, (4,)),
        ("fharmacy", {}, (4, 3)),
        ("torrence-knox", {}, (4,)),
        ("torrence-knox-three", {}, (3,)),
    ],
)
def test_the_sizes_of_tables_a_night_knows(key, changes, sizes):
    assert replace(PRESETS[key].settings, **changes).table_sizes() == sizes
