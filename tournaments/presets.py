"""The night presets: what *New night* offers, with every setting filled in (RULES 7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from scoring import PRESETS as RULE_SETS
from tournaments.host_words import HOST_WORDS
from tournaments.night_settings import NightSettings


@dataclass(frozen=True)
class Preset:
    """One card on *New night*. `divisions`: names to start with; times are local, "18:30"."""

    key: str
    title: str
    summary: str
    suit: str  # the pip on its card: spade, heart, diamond, club
    settings: NightSettings
    divisions: tuple[str, ...] = ("Players",)
    check_in: str = "18:30"
    start: str = "19:00"


_CONSENT = "I agree that photographs and names may be used to tell about the event."

_ALL = (
    Preset(
        key="wemsa",
        title="Two leagues, 12-hand games",
        summary="WEMSA 2026: singles in two leagues, partners drawn at the table, bump cup, "
        "50/30/20 per league, sudden death on ties.",
        suit="spade",
        divisions=("Experienced", "Novice"),
        settings=NightSettings(
            preset="wemsa",
            rules=RULE_SETS["wemsa"],
            house_rules=HOST_WORDS["wemsa"],
            games=8,
            movement="schedule",
            partners="drawn",
            odd="sit_out",
            sit_out_worth="own average",
            buy_in_cents=2000,
            shares=(50, 30, 20),
            prize_tie="playoff",
            bump_cup=True,
            game_minutes=15,
            turn_minutes=3,
            break_after=4,
            break_minutes=20,
            consent_text=_CONSENT,
        ),
    ),
    Preset(
        key="fharmacy",
        title="First to 10, 40 seats",
        summary="Fharmacy 2024: partners by schedule, games to 10, 40 seats and a waiting list of 6, "
        "21 and over, free, three named prizes.",
        suit="heart",
        settings=NightSettings(
            preset="fharmacy",
            rules=RULE_SETS["fharmacy"],
            house_rules=HOST_WORDS["fharmacy"],
            games=6,
            movement="schedule",
            partners="preset",
            odd="three_hand",
            sit_out_worth="own average",
            capacity=40,
            waiting_places=6,
            minimum_age=21,
            buy_in_cents=0,
            prize_kind="named",
            shares=(),
            prize_names=("First prize", "Second prize", "Third prize"),
            prize_tie="lots",
            game_minutes=20,
            turn_minutes=3,
        ),
    ),
    Preset(
        key="torrence-knox",
        title="Winners stay, losers walk",
        summary="Torrence & Knox: games to 10 one after the other until last call at 8:30 PM, "
        "the whole pot to the high score, split on a tie.",
        suit="club",
        settings=NightSettings(
            preset="torrence-knox",
            rules=RULE_SETS["torrence-knox"],
            house_rules=HOST_WORDS["torrence-knox"],
            games=None,
            movement="continuous",
            partners="preset",
            odd="queue",
            sit_out_worth="nothing",
            buy_in_cents=500,
            shares=(100,),
            prize_tie="split",
            game_minutes=None,
            last_call="20:30",
            table_enters=True,
        ),
    ),
    Preset(
        key="torrence-knox-three",
        title="Three-handed euchre",
        summary="Torrence & Knox three-hand: everybody alone, a dummy hand for the maker, games to 10.",
        suit="diamond",
        settings=NightSettings(
            preset="torrence-knox-three",
            rules=RULE_SETS["torrence-knox-three"],
            house_rules=HOST_WORDS["torrence-knox-three"],
            games=6,
            movement="schedule",
            partners="alone",
            odd="sit_out",
            sit_out_worth="own average",
            buy_in_cents=500,
            shares=(100,),
            prize_tie="split",
            game_minutes=15,
            turn_minutes=3,
            table_enters=True,
        ),
    ),
    Preset(
        key="classic",
        title="Classic 8-hand progressive",
        summary="The field’s most common night: 8 games of 8 hands, winners move up a table and split, "
        "prizes for the top three, most loners and the low score.",
        suit="spade",
        settings=NightSettings(
            preset="classic",
            rules=RULE_SETS["classic"],
            house_rules=HOST_WORDS["classic"],
            games=8,
            movement="winners_move",
            partners="preset",
            odd="sit_out",
            sit_out_worth="own average",
            buy_in_cents=1000,
            shares=(50, 30, 20),
            most_loners_cents=1000,
            low_score_cents=1000,
            prize_tie="split",
            game_minutes=15,
            turn_minutes=3,
        ),
    ),
)

PRESETS: Mapping[str, Preset] = MappingProxyType({preset.key: preset for preset in _ALL})
