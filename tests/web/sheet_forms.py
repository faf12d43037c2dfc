"""A sheet's form as a browser or a phone sends it."""

from __future__ import annotations

import json

from tests.cast import key

JSON = {"Accept": "application/json"}


def url(game, part=""):
    return f"/runner/{game.tournament.code}/sheets/{game.pk}/{part}"


def form(game, scores=("14", "9"), **changes):
    """The fields of a sheet by totals as a browser sends them."""
    fields = {
        "key": key(),
        "revision": str(game.revision),
        "how": "totals",
        "pairing": "1",
        "bump": "4",
        **{f"scores.{side}": score for side, score in enumerate(scores)},
        **{f"loners.{seat}": "0" for seat in range(game.size)},
        **{f"agree.{side}": "on" for side in range(len(scores))},
    }
    fields.update({name.replace("__", "."): value for name, value in changes.items()})
    return {name: value for name, value in fields.items() if value is not None}


def hands_form(game, hands, **changes):
    return form(game, how="hands", hands=json.dumps(hands), **changes)


def hand(maker=0, tricks=3, **more):
    known = {"alone": False, "defender_alone": None, "caller_known": False, "penalties": []}
    return {"maker": maker, "tricks": tricks, **known, **more}


def send(client, game, fields):
    """Post as a phone does; the status and the JSON of the answer."""
    response = client.post(url(game), fields, headers=JSON)
    return response.status_code, response.json()


def states(game):
    return sorted(game.sheets.values_list("state", flat=True))
