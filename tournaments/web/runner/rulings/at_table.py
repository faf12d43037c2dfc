"""The table a ruling is made at: chosen from those that play, known by its game, so that a reload finds it again."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied

from tournaments.queries.rulings import tables_at_play
from tournaments.queries.sheets import GameSheets, game_sheets
from tournaments.web.runner.rulings.asking import Question
from tournaments.web.runner.rulings.fields import Option, OptionField
from tournaments.web.runner.tables import own_table

NAME = "game"


def table_field(request: Any, size: int) -> OptionField:
    """The running tables of that size to choose from, with the one in the address chosen."""
    tables = [table for table in tables_at_play(request.night, own_table(request)) if table.size == size]
    options = [Option(str(table.game_id), f"Table {table.number}") for table in tables]
    return OptionField(NAME, "At which table?", options, chosen=(request.GET.get(NAME, "")[:40],))


def chosen_game(request: Any, question: Question, size: int) -> GameSheets | None:
    """The game named in the address; None for none, or one that is not of this night, which the question then says."""
    text = request.GET.get(NAME, "")
    if not text:
        return None
    try:
        page = game_sheets(request.night, UUID(text[:40]))
    except ValueError:
        page = None
    if page is None or len(page.chairs) != size:
        question.refuse("There is no such table tonight: choose it again.")
        return None
    only = own_table(request)
    if only is not None and page.game.table_id != only:
        raise PermissionDenied("This link rules at its own table alone.")
    return page


def names_at(page: GameSheets) -> tuple[str, ...]:
    """How the people at the table are called in a ruling: "Ann (12)"."""
    return tuple(f"{chair.name} ({chair.number})" if chair.number else chair.name for chair in page.chairs)
