"""Invented data for the style guide: a night of 17 tables in the middle of game 5."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import segno
from django import forms
from django.core.paginator import Paginator
from django.utils.safestring import mark_safe

from tournaments.models import Division, Game, Player, Round, SettingsVersion, Tournament
from tournaments.presets import PRESETS
from tournaments.queries.onward import Going, Onward
from tournaments.queries.rotation_plans import PlanVersion

Sample = dict[str, Any]

LONG_NAME = "Alexandria Montgomery-Featherstonehaugh-Sample the Third"

_NAV = (
    "Control room",
    "Players",
    "Rotation",
    "Games",
    "Standings",
    "Payouts",
    "Till",
    "Prizes",
    "Log",
    "Helpers",
    "Print",
    "Settings",
)

SHARED: Sample = {
    "night_name": "WEMSA Euchre Night",
    "night_url": "#",
    "night_now": "8:21 PM · game 5 of 8",
}


def _nav(current: str) -> list[Sample]:
    return [
        {
            "label": label,
            "url": "#",
            "current": label == current,
            "count": 3 if label == "Games" else None,
        }
        for label in _NAV
    ]


def _table(number: int, state: str, scores: tuple[int, int] | None = None, label: str = "") -> Sample:
    first = number * 4 - 3
    names = [f"Player {first + seat}" for seat in range(4)]
    black, red = scores or (None, None)
    return {
        "number": number,
        "url": "#",
        "state": state,
        "state_label": label,
        "sides": [
            {
                "suit": "spade",
                "players": names[0::2],
                "score": black,
                "ahead": bool(scores and scores[0] > scores[1]),
            },
            {
                "suit": "heart",
                "players": names[1::2],
                "score": red,
                "ahead": bool(scores and scores[1] > scores[0]),
            },
        ],
    }


def _experienced() -> list[Sample]:
    return [
        _table(1, "in", (14, 9)),
        _table(2, "in", (10, 12)),
        _table(3, "in", (8, 15)),
        _table(4, "in", (13, 11)),
        _table(5, "missing"),
        _table(6, "in", (17, 6)),
        _table(7, "in", (9, 9)),
        _table(8, "disputed", label="two versions"),
        _table(9, "in", (12, 7)),
        _table(10, "in", (11, 10)),
    ]


def _novice() -> list[Sample]:
    tables = [_table(number, "in", (12, number)) for number in range(11, 17)]
    tables[0] = _table(11, "missing")
    tables[3] = _table(14, "running", label="hand 9 of 12")
    return [*tables, _table(17, "planned"), _table(18, "void", label="sit-out")]


def _row(rank: int, move: int | None, name: str, number: int, points: int, prize: str = "") -> Sample:
    return {
        "rank": rank,
        "move": move,
        "places": abs(move or 0),
        "name": name,
        "number": number,
        "points": points,
        "prize": prize,
        "games": [12, 14, 9, 11, points - 46],
    }


def _standings_experienced() -> list[Sample]:
    return [
        _row(1, 2, "Player 14", 14, 61, "$400"),
        _row(2, -1, "Renée O’Sample", 3, 60, "$240"),
        _row(3, 5, "Player 22", 22, 58, "$160"),
        _row(4, 0, LONG_NAME, 9, 57),
        _row(4, 1, "Chris Sample", 31, 57),
        _row(6, -3, "Chris Sample", 8, 55),
        _row(7, 0, "Player 2", 2, 54),
        _row(8, 4, "דוד כהן (7)", 17, 52),
        _row(9, -12, "Player 40", 40, 51),
        _row(10, 0, "محمد الأمين", 11, 50),
    ]


def _standings_novice() -> list[Sample]:
    return [
        _row(1, 0, "Player 52", 52, 55, "$280"),
        _row(2, 3, "Player 47", 47, 51, "$168"),
        _row(3, -1, "Player 60", 60, 50, "$112"),
        _row(4, 0, "Player 44", 44, 49),
        _row(5, 6, "Player 58", 58, 47),
        _row(6, -2, "Zoë Sample", 49, 46),
        _row(7, 0, "Player 66", 66, 44),
        _row(8, 0, "Player 43", 43, 43),
        _row(9, 2, "Player 61", 61, 41),
        _row(10, -4, "Player 55", 55, 38),
    ]


def _control_room() -> Sample:
    return {
        "night_nav": _nav("Control room"),
        "experienced": _experienced(),
        "novice": _novice(),
        "timeline": [
            {"label": "Check-in", "time": "6:30", "state": "is-done"},
            {"label": "Game 1", "time": "7:02", "state": "is-done"},
            {"label": "Game 2", "time": "7:21", "state": "is-done"},
            {"label": "Game 3", "time": "7:40", "state": "is-done"},
            {"label": "Game 4", "time": "7:58", "state": "is-done"},
            {"label": "Break", "time": "8:15", "state": "is-done timeline__step--break"},
            {"label": "Game 5", "time": "8:21", "state": "is-now"},
            {"label": "Game 6", "time": "8:47", "state": ""},
            {"label": "Game 7", "time": "9:06", "state": ""},
            {"label": "Game 8", "time": "9:25", "state": ""},
            {"label": "Awards", "time": "9:52", "state": ""},
        ],
    }


def _players() -> Sample:
    blank = {"label": "", "note": "", "table": None, "now": False}
    return {
        "night_nav": _nav("Players"),
        "tabs": [
            {"label": "Everybody", "url": "#", "current": True, "count": 70},
            {"label": "Not here yet", "url": "#", "count": 5},
            {"label": "Not paid", "url": "#", "count": 3},
            {"label": "Waiting list", "url": "#", "count": 2},
        ],
        "players": [
            blank | {"number": 14, "name": "Alex Sample", "division": "Experienced", "table": 4, "state": "checked-in", "paid": "cash", "now": True},
            blank | {"number": None, "name": "Chris Sample", "division": "Experienced", "state": "expected", "paid": ""},
            blank | {"number": 8, "name": "Chris Sample", "division": "Novice", "table": 12, "state": "checked-in", "paid": ""},
            blank | {"number": None, "name": LONG_NAME, "division": "Novice", "state": "expected", "paid": "card", "note": "arrives after game 1"},
            blank | {"number": None, "name": "Jo Sample", "division": "Novice", "state": "waiting", "label": "waiting, place 1", "paid": ""},
            blank | {"number": 21, "name": "José Sample", "division": "Experienced", "state": "withdrawn", "paid": "refunded"},
        ],
    }  # fmt: skip


def _import() -> Sample:
    return {
        "night_nav": _nav("Players"),
        "rows": [
            {"line": 2, "name": "Player 01", "email": "p01@example.org", "division": "Experienced", "kind": "", "why": "new"},
            {"line": 3, "name": "Pat Sample", "email": "pat@example.org", "division": "Novice", "kind": "is-question", "why": "Looks like Pat Sample, already on the list", "ask": ("Same person", "Somebody else", "Leave out")},
            {"line": 4, "name": "Chris Sample", "email": "", "division": "advanced", "kind": "is-question", "why": "Division “advanced” is not known here", "ask": ("Experienced", "Novice", "Leave out")},
            {"line": 5, "name": "", "email": "x@example.org", "division": "Novice", "kind": "is-problem", "why": "No name in this row", "ask": ("Leave out",)},
            {"line": 6, "name": "Player 02", "email": "p02@example.org", "division": "Novice", "kind": "is-out", "why": "Cancelled order: left out"},
        ],
    }  # fmt: skip


class _SettingsForm(forms.Form):
    buy_in = forms.DecimalField(label="Buy-in", initial="20.00", help_text="Dollars, for each player.")
    games = forms.IntegerField(label="Games", initial=8, min_value=1)
    tie = forms.ChoiceField(
        label="Tie at a prize place",
        choices=[("playoff", "Sudden death"), ("split", "Split the money"), ("lots", "Draw lots")],
        widget=forms.RadioSelect,
        initial="playoff",
    )
    odd = forms.ChoiceField(
        label="Odd numbers", choices=[("sit", "Fair sit-outs"), ("three", "Three-handed table")]
    )
    names = forms.BooleanField(label="Show full names on the wall", required=False)
    note = forms.CharField(label="Note for the players", widget=forms.Textarea, required=False)


def _settings() -> Sample:
    form = _SettingsForm({"buy_in": "20.00", "games": "0", "tie": "playoff", "odd": "sit"})
    return {"night_nav": _nav("Settings"), "form": form}


def _rotation() -> Sample:
    rounds = range(1, 9)
    players = [
        {
            "number": number,
            "name": f"Player {number}",
            "games": [
                {
                    "round": n,
                    "table": (number * 3 + n * 5) % 4 + 1,
                    "partner": (number + n * 3) % 16 + 1,
                    "opponents": f"{(number + n) % 16 + 1}, {(number + n * 2 + 5) % 16 + 1}",
                    "state": "is-played" if n < 5 else "is-sitout" if (number + n) % 9 == 0 else "",
                }
                for n in rounds
            ],
        }
        for number in range(1, 17)
    ]
    return {"night_nav": _nav("Rotation"), "rounds": rounds, "players": players}


def _money() -> Sample:
    return {"night_nav": _nav("Payouts"), "standings": _standings_experienced()}


def _qr(address: str) -> str:
    return mark_safe(segno.make(address, error="m").svg_inline(border=0, omitsize=True))  # noqa: S308  # invented


def _helpers() -> Sample:
    return {"night_nav": _nav("Helpers"), "qr": _qr("http://192.168.0.12:8000/r/k3v9-tq2m")}


def _nights() -> Sample:
    return {
        "night_name": "",
        "night_now": "",
        "presets": [
            {"rank": "12", "suit": "spade", "name": "WEMSA 12-hand", "text": "Two divisions, eight games of twelve hands, partners drawn at the table, bump cup, 50/30/20."},
            {"rank": "10", "suit": "heart", "name": "To-10 tavern", "text": "Forty places and a waiting list, six games to ten, partners by the chart, three named prizes."},
            {"rank": "J", "suit": "club", "name": "Winners stay", "text": "Continuous play until last call; losers walk to the next free table. The whole pot to the high score."},
            {"rank": "8", "suit": "diamond", "name": "Classic 8-hand progressive", "text": "Winners move up and split, losers stay. Most loners and low score win something too."},
            {"rank": "3", "suit": "spade", "name": "Three-handed", "text": "Every player alone, to ten; a march is worth three."},
        ],
    }  # fmt: skip


def _runner() -> Sample:
    tables = [*_experienced(), *_novice()]
    return {state: [t for t in tables if t["state"] == state] for state in ("missing", "disputed", "in")}


def _sheet() -> Sample:
    hands = [(1, "black"), (1, "red"), (2, "black"), (4, "black"), (2, "red"), (0, ""), (1, "red"), (1, "black"), (2, "red"), (2, "black")]  # fmt: skip
    return {
        "hands": [{"n": n, "points": points, "side": side} for n, (points, side) in enumerate(hands, 1)],
        "keys": [
            {"points": 1, "what": "3 or 4 tricks", "note": ""},
            {"points": 2, "what": "march", "note": "all five"},
            {"points": 2, "what": "euchred them", "note": "$2 in the cup"},
            {"points": 4, "what": "alone", "note": "all five"},
        ],
    }


def _sheet_three() -> Sample:
    keys = [(1, "3 or 4 tricks"), (3, "all five"), (2, "euchred: 2 to each other")]
    return {
        "sides": ["black", "red", "black"],
        "keys": [{"points": points, "what": what} for points, what in keys],
    }


def _night() -> Tournament:
    """A night for components that take one; nothing of it is stored."""
    night = Tournament(time_zone="America/Chicago")
    night.settings_version = SettingsVersion(data=PRESETS["wemsa"].settings.to_dict())
    return night


def _after_game() -> Sample:
    night = _night()
    chris, long, rtl, visitor = (
        Player(name=name, number=number, display="full")
        for name, number in (("Chris Sample", 8), (LONG_NAME, 9), ("דוד כהן", 17), ("Renée O’Sample", 3))
    )

    def after(people: tuple[Going, ...], note: str = "") -> Onward:
        return Onward(Game(round=Round(number=5), tournament=night), people, note)

    seats = (
        Going(chris, table=7, game=6, partner=visitor),
        Going(long, table=3, game=6, stays=True, is_drawn=True),
        Going(rtl, table=12, game=6, is_drawn=True),
        Going(visitor, why="sits out game 6"),
    )
    line = (
        Going(chris, table=3, why="keeps table 3"),
        Going(long, why="is number 2 in line for a table, since 7:52 PM; may go back to table 3 at 8:02 PM"),
    )
    return {"night": night, "onwards": [after(seats), after(line), after((), "Game 6 is not seated yet: it follows from the results.")]}  # fmt: skip


def _seats() -> list[Sample]:
    names = ("Player 14", "Renée O’S.", "Player 22", LONG_NAME, "Chris S.", "José S.", "محمد ا.", "Player 40")
    return [
        {
            "number": table,
            "note": "new" if table == 3 else "",
            "players": [
                {"number": (table * 4 + seat * 7) % 40 + 1, "name": names[(table * 3 + seat) % len(names)]}
                for seat in range(4)
            ],
        }
        for table in range(1, 9)
    ]


def _names() -> Sample:
    people = [
        {
            "name": LONG_NAME if n == 4 else "דוד כ." if n == 9 else f"Player {n}",
            "number": n,
            "table": n % 9 or None,
        }
        for n in range(1, 31)
    ]
    return {"people": people}


def _awards() -> Sample:
    return {
        "awards": [
            {"place": 1, "rank": "J", "suit": "heart", "word": "First", "name": "Player 14", "points": 98, "amount": "$400"},
            {"place": 2, "rank": "J", "suit": "diamond", "word": "Second", "name": "Renée O’Sample", "points": 95, "amount": "$240"},
            {"place": 3, "rank": "A", "suit": "heart", "word": "Third", "name": LONG_NAME, "points": 91, "amount": "$160"},
        ],
    }  # fmt: skip


def _components() -> Sample:
    return {
        "night_nav": _nav(""),
        "tables": [
            _table(5, "missing"), _table(8, "disputed", label="two versions"), _table(14, "running"),
            _table(1, "in", (14, 9)), _table(17, "planned"), _table(18, "void"),
        ],
        "states": ["in", "missing", "disputed", "awaiting", "running", "planned", "void", "paid", "unpaid", "checked-in", "expected", "waiting", "withdrawn", "locked"],
        "icons": ["spade", "heart", "diamond", "club", "in", "missing", "disputed", "running", "planned", "void", "paid", "unpaid", "waiting", "left", "info", "up", "down", "same", "check", "close", "plus", "minus", "undo", "search", "back", "forward", "erase", "edit", "swap", "pin", "lock", "print", "download", "upload", "link", "phone", "wall", "person", "table", "trophy", "judge", "offline", "sun", "moon", "more"],
        "form": _SettingsForm({"buy_in": "twenty", "games": "8", "tie": "split", "odd": "sit"}),
        "tabs": _players()["tabs"],
        "night": _night(),
        "plans": [PlanVersion(Division(name=name), number, datetime(2026, 11, 8, 1, 2, tzinfo=UTC)) for name, number in (("Experienced", 2), ("Novice", 1))],
        "page": Paginator(range(70), 25).page(2),
        "moves": [_row(1, move, "", 1, 50) for move in (None, 0, 3, -2)],
    }  # fmt: skip


def _walls() -> Sample:
    return {"divisions": [
        {"name": "Experienced", "note": "pot $800 · page 1 of 3", "rows": _standings_experienced()},
        {"name": "Novice", "note": "pot $560 · page 1 of 2", "rows": _standings_novice()},
    ]}  # fmt: skip


def _print() -> Sample:
    return {"sheets": _seats()[:4], "hands": range(1, 13), "qr": _qr("http://192.168.0.12:8000/t/6/1"), "printed_at": "Nov 7, 2026, 6:12 PM", "version_mark": "plan 3",
            "cards": _rotation()["players"][:6], "standings": _standings_experienced()}  # fmt: skip


SAMPLES: dict[str, Callable[[], Sample]] = {
    "components": _components,
    "nights": _nights,
    "control-room": _control_room,
    "players": _players,
    "import": _import,
    "settings": _settings,
    "rotation": _rotation,
    "money": _money,
    "helpers": _helpers,
    "runner": _runner,
    "pairing": dict,
    "sheet": _sheet,
    "sheet-three": _sheet_three,
    "totals": dict,
    "player": dict,
    "after-game": _after_game,
    "wall-standings": _walls,
    "wall-seats": lambda: {"seats": _seats()},
    "wall-names": _names,
    "wall-message": dict,
    "wall-awards": _awards,
    "print-sheets": _print,
    "print-cards": _print,
    "print-results": _print,
    "error": dict,
}
