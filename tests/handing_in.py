"""Handing sheets in as a test does: the acts with everything filled in, and the contents they take."""

from __future__ import annotations

from tests.factories import HOST, RUNNER, reload
from tournaments.actions import links, sheets
from tournaments.actions.act import Actor, Caller
from tournaments.queries.standings import standings_of


def send(game, sheet, *, caller=RUNNER, **more):
    """Hand in this content as it is."""
    arguments = {"agreed": True, "confirmed": False, "reason": "", **more}
    return sheets.post_sheet(
        game.tournament,
        caller,
        game_id=str(game.pk),
        game_revision=arguments.pop("revision", game.revision),
        content=sheet,
        **arguments,
    )


def correct(game, sheet_id, sheet, *, caller=RUNNER, **more):
    """Correct that sheet by this content."""
    arguments = {"reason": "read wrongly", **more}
    return sheets.correct_sheet(
        game.tournament, caller, game_id=str(game.pk), sheet_id=sheet_id, content=sheet, **arguments
    )


def codes(refused):
    """The codes of a refusal's problems."""
    return [problem.code for problem in refused.value.problems]


def by_hands(*hands, pairing=1):
    """The content of a sheet hand by hand."""
    return {"pairing": pairing, "hands": [dict(hand) for hand in hands]}


def hand(maker=0, tricks=3, **more):
    """The JSON of one hand; by default the first seat's side makes a point."""
    known = {"alone": False, "defender_alone": None, "caller_known": False, "penalties": []}
    return {"maker": maker, "tricks": tricks, **known, **more}


def states(game):
    """What became of a game's sheets."""
    return sorted(game.sheets.values_list("state", flat=True))


def totals(night):
    """The points of everybody by name, as the standings have them."""
    return {
        row.player.name: row.standing.total for table in standings_of(reload(night)) for row in table.rows
    }


def table_caller(night, number):
    """A scorekeeper with that table's link."""
    made = links.make_link(night, HOST, role="table", name=f"Table {number}", table_number=number)
    return Caller(Actor("table", f"Table {number}", link_id=made["link"]))
