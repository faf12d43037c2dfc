"""A sheet's content between the three forms it takes: JSON from a phone, `scoring.Sheet`, stored rows.

JSON form, as phones send it and receipts hash it:

    {"pairing": 1 | 2 | 3 | null, "scores": [14, 9], "bump_cents": 400 | null, "loners": [0, 1, 0, 0],
     "penalties": [{"kind": "renege", "offender": 2, "points": 0, "lone": false}],
     "hands": null | [{"maker": 0 | null, "tricks": 4, "alone": false, "defender_alone": null,
                       "caller_known": true, "penalties": [...]}]}
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from scoring import Hand, Penalty, RuleSet
from scoring.games import Sheet, SheetPenalty, sheet_from_hands
from tournaments.models import Game, ScoreSheet

MOST_HANDS = 100
MOST_PENALTIES = 40


class MalformedSheet(ValueError):
    """The JSON is not a sheet; the text names the part."""


def read(data: Mapping[str, Any], rules: RuleSet) -> Sheet:
    """The sheet a phone sent. With hands, scores, money and loners are computed from them by `rules`.

    Raises MalformedSheet naming what is wrong with its shape; what is wrong with its *numbers* is for
    `scoring.check_sheet` to say.
    """
    try:
        pairing = data.get("pairing")
        if pairing is not None and (rules.seats == 3 or pairing not in (1, 2, 3)):
            raise MalformedSheet("pairing: choose who partnered whom")
        if pairing is None and rules.seats == 4:
            raise MalformedSheet("pairing: choose who partnered whom")
        hands = data.get("hands")
        if hands is not None:
            if len(hands) > MOST_HANDS:
                raise MalformedSheet(f"hands: at most {MOST_HANDS}")
            return sheet_from_hands(rules, pairing, [_read_hand(hand) for hand in hands])
        bump_cents = data.get("bump_cents")
        return Sheet(
            pairing=pairing,
            scores=tuple(_whole(value, "scores") for value in data["scores"]),
            bump_cents=None if bump_cents is None else _whole(bump_cents, "bump_cents"),
            loners=tuple(_whole(value, "loners") for value in data.get("loners") or ()),
            penalties=tuple(_read_sheet_penalty(p) for p in (data.get("penalties") or [])[:MOST_PENALTIES]),
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
        "hands": None if sheet.hands is None else [write_hand(hand) for hand in sheet.hands],
    }


def content_hash(sheet: Sheet) -> str:
    """Equal for sheets that say the same; how it was entered (hands or totals) does not matter."""
    content = {**write(sheet), "hands": None, "loners": list(sheet.loners) if any(sheet.loners) else []}
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
    )


def rules_of(game: Game) -> RuleSet:
    """The rule set a game is played under: that of its own settings, three-handed at a table of three."""
    version = game.settings_version or game.tournament.settings_version
    rules = version.settings.rules
    return rules.three_handed_variant() if game.size == 3 else rules


def write_hand(hand: Hand) -> dict[str, Any]:
    return {
        "maker": hand.maker,
        "tricks": hand.tricks,
        "alone": hand.alone,
        "defender_alone": hand.defender_alone,
        "caller_known": hand.caller_known,
        "penalties": [{"kind": p.kind, "offender": p.offender, "points": p.points} for p in hand.penalties],
    }


def _read_hand(data: Mapping[str, Any]) -> Hand:
    return Hand(
        maker=_optional(data.get("maker"), "maker"),
        tricks=_optional(data.get("tricks"), "tricks"),
        alone=_flag(data.get("alone", False), "alone"),
        defender_alone=_optional(data.get("defender_alone"), "defender_alone"),
        penalties=tuple(
            Penalty(p["kind"], _whole(p["offender"], "offender"), _whole(p.get("points", 0), "points"))
            for p in data.get("penalties") or ()
        ),
        caller_known=_flag(data.get("caller_known", True), "caller_known"),
    )


def _read_sheet_penalty(data: Mapping[str, Any]) -> SheetPenalty:
    if data["kind"] not in ("renege", "toss", "points"):
        raise MalformedSheet(f"penalties: no such kind {data['kind']!r}")
    return SheetPenalty(
        data["kind"],
        _whole(data["offender"], "penalties"),
        _whole(data.get("points", 0), "penalties"),
        lone=_flag(data.get("lone", False), "penalties"),
    )


def _write_sheet_penalty(penalty: SheetPenalty) -> dict[str, Any]:
    return {
        "kind": penalty.kind,
        "offender": penalty.offender,
        "points": penalty.points,
        "lone": penalty.lone,
    }


def _whole(value: Any, field: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise MalformedSheet(f"{field}: a whole number, not {value!r}")
    if abs(value) > 1_000_000:
        raise MalformedSheet(f"{field}: {value} is out of reach")
    return value


def _optional(value: Any, field: str) -> int | None:
    return None if value is None else _whole(value, field)


def _flag(value: Any, field: str) -> bool:
    if not isinstance(value, bool):
        raise MalformedSheet(f"{field}: yes or no, not {value!r}")
    return value
