"""A sheet's content between the three forms it takes: JSON from a phone, `scoring.Sheet`, stored rows.

JSON form, as phones send it and receipts hash it:

    {"pairing": 1 | 2 | 3 | null, "scores": [14, 9], "bump_cents": 400 | null, "loners": [0, 1, 0, 0],
     "penalties": [{"kind": "renege", "offender": 2, "points": 0, "lone": false}],
     "extra_hand": 0 | 1 | null,
     "hands": null | [{"maker": 0 | null, "tricks": 4, "alone": false, "defender_alone": null,
                       "caller_known": true, "penalties": [...]}]}
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, get_args

from scoring import Hand, Penalty, RuleSet
from scoring.games import Sheet, SheetPenalty, sheet_from_hands
from scoring.hands import PenaltyKind
from tournaments.models import Game, ScoreSheet
from tournaments.night_settings import NightSettings

STANDING = (ScoreSheet.State.ACCEPTED, ScoreSheet.State.AWAITING, ScoreSheet.State.CONTESTED)
"""A game's sheets that say something now: the accepted one, the one that waits for a second person, or those the
director has to decide between."""

# Bounds of what is read at all, far beyond any game and within every column.
MOST_HANDS = 100
MOST_PENALTIES = 40
MOST_POINTS = 9_999
MOST_LONERS = 100
MOST_CENTS = 100_000_00


class MalformedSheet(ValueError):
    """The JSON is not a sheet; the text names the part."""


def read(data: Mapping[str, Any], rules: RuleSet) -> Sheet:
    """The sheet a phone sent. With hands, scores, money and loners are computed from them by `rules`.

    Raises MalformedSheet naming what is wrong with its shape; what is wrong with its *numbers* is for
    `scoring.check_sheet` to say.
    """
    try:
        pairing = _read_pairing(data.get("pairing"), rules)
        hands, extra_hand = data.get("hands"), _optional(data.get("extra_hand"), "extra_hand")
        if hands is not None:
            _check_length(hands, "hands", MOST_HANDS)
            played = sheet_from_hands(rules, pairing, [_read_hand(hand) for hand in hands])
            return replace(played, extra_hand=extra_hand)
        bump_cents = data.get("bump_cents")
        penalties = data.get("penalties") or []
        _check_length(penalties, "penalties", MOST_PENALTIES)
        return Sheet(
            pairing=pairing,
            scores=tuple(_whole(value, "scores", MOST_POINTS) for value in data["scores"]),
            bump_cents=None if bump_cents is None else _whole(bump_cents, "bump_cents", MOST_CENTS),
            loners=tuple(_whole(value, "loners", MOST_LONERS) for value in data.get("loners") or ()),
            penalties=tuple(_read_sheet_penalty(penalty) for penalty in penalties),
            extra_hand=extra_hand,
        )
    except MalformedSheet:
        raise
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise MalformedSheet(str(error)) from error


def write(sheet: Sheet) -> dict[str, Any]:
    """The JSON form of a sheet."""
    return {
        "pairing": sheet.pairing,
        "scores": list(sheet.scores),
        "bump_cents": sheet.bump_cents,
        "loners": list(sheet.loners),
        "penalties": [_write_sheet_penalty(p) for p in sheet.penalties],
        "extra_hand": sheet.extra_hand,
        "hands": None if sheet.hands is None else [write_hand(hand) for hand in sheet.hands],
    }


def content_hash(sheet: Sheet) -> str:
    """Equal for sheets that say the same; how it was entered (hands or totals) does not matter."""
    content = {
        **write(sheet),
        "hands": None,
        "loners": list(sheet.loners) if any(sheet.loners) else [],
        "penalties": sorted(
            (_write_sheet_penalty(p) for p in sheet.penalties), key=lambda p: [str(v) for v in p.values()]
        ),
    }
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def stored(record: ScoreSheet) -> Sheet:
    """The sheet of a stored record; uses its prefetched `lines` and `hands`."""
    lines = sorted(record.lines.all(), key=lambda line: line.position)
    hands = sorted(record.hands.all(), key=lambda hand: hand.number)
    return Sheet(
        pairing=record.partner_of_first,
        scores=tuple(record.scores),
        bump_cents=record.bump_cents,
        loners=tuple(line.loners for line in lines),
        penalties=tuple(_read_sheet_penalty(p) for p in record.penalties),
        hands=tuple(_read_hand(hand.data) for hand in hands) if hands else None,
        extra_hand=record.extra_hand,
    )


def settings_of(game: Game) -> NightSettings:
    """The settings a game is played under: those of the night when it was started."""
    version = game.settings_version or game.tournament.settings_version
    return version.settings


def rules_of(game: Game) -> RuleSet:
    """The rule set a game is played under: that of its own settings, three-handed at a table of three."""
    return settings_of(game).table_rules(game.size)


def write_hand(hand: Hand) -> dict[str, Any]:
    """The JSON form of one hand."""
    return {
        "maker": hand.maker,
        "tricks": hand.tricks,
        "alone": hand.alone,
        "defender_alone": hand.defender_alone,
        "caller_known": hand.caller_known,
        "penalties": [{"kind": p.kind, "offender": p.offender, "points": p.points} for p in hand.penalties],
    }


def _read_pairing(pairing: Any, rules: RuleSet) -> int | None:
    if rules.seats == 3:
        if pairing is not None:
            raise MalformedSheet("pairing: nobody has a partner at a table of three")
        return None
    if isinstance(pairing, bool) or not isinstance(pairing, int) or pairing not in (1, 2, 3):
        raise MalformedSheet("pairing: choose who partnered whom")
    return pairing


def _read_hand(data: Mapping[str, Any]) -> Hand:
    penalties = data.get("penalties") or []
    _check_length(penalties, "penalties", MOST_PENALTIES)
    return Hand(
        maker=_optional(data.get("maker"), "maker"),
        tricks=_optional(data.get("tricks"), "tricks"),
        alone=_flag(data.get("alone", False), "alone"),
        defender_alone=_optional(data.get("defender_alone"), "defender_alone"),
        penalties=tuple(
            Penalty(
                _kind(p["kind"]),
                _whole(p["offender"], "offender"),
                _whole(p.get("points", 0), "points", MOST_POINTS),
            )
            for p in penalties
        ),
        caller_known=_flag(data.get("caller_known", True), "caller_known"),
    )


def _read_sheet_penalty(data: Mapping[str, Any]) -> SheetPenalty:
    return SheetPenalty(
        _kind(data["kind"]),
        _whole(data["offender"], "penalties"),
        _whole(data.get("points", 0), "penalties", MOST_POINTS),
        lone=_flag(data.get("lone", False), "penalties"),
    )


def _write_sheet_penalty(penalty: SheetPenalty) -> dict[str, Any]:
    return {
        "kind": penalty.kind,
        "offender": penalty.offender,
        "points": penalty.points,
        "lone": penalty.lone,
    }


def _kind(value: Any) -> PenaltyKind:
    kinds: tuple[PenaltyKind, ...] = get_args(PenaltyKind)
    for kind in kinds:
        if value == kind:
            return kind
    raise MalformedSheet("penalties: a renege, a toss-in or the director's points")


def _whole(value: Any, field: str, most: int = MOST_HANDS) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise MalformedSheet(f"{field}: a whole number is needed")
    if abs(value) > most:
        raise MalformedSheet(f"{field}: at most {most}")
    return value


def _check_length(values: Any, field: str, most: int) -> None:
    if not isinstance(values, list):
        raise MalformedSheet(f"{field}: a list is needed")
    if len(values) > most:
        raise MalformedSheet(f"{field}: at most {most}")


def _optional(value: Any, field: str) -> int | None:
    return None if value is None else _whole(value, field)


def _flag(value: Any, field: str) -> bool:
    if not isinstance(value, bool):
        raise MalformedSheet(f"{field}: yes or no is needed")
    return value
