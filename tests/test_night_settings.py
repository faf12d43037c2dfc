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


def test_the_presets_are_those_of_the_house_rules():
    wemsa, fharmacy, queue = (PRESETS[k].settings for k in ("wemsa", "fharmacy", "torrence-knox"))
    assert PRESETS["wemsa"].divisions == ("Experienced", "Novice")
    assert (wemsa.games, wemsa.buy_in_cents, wemsa.shares, wemsa.break_after) == (8, 2000, (50, 30, 20), 4)
    assert (fharmacy.capacity, fharmacy.waiting_places, fharmacy.minimum_age) == (40, 6, 21)
    assert (queue.games, queue.last_call, queue.prize_tie) == (None, "20:30", "split")


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
