"""Tables of a game as `components/table_card.html` shows them."""

from __future__ import annotations

from typing import Any

from scoring.words import counted
from tournaments.models import Game, Tournament
from tournaments.queries.games import Card, CardState, DivisionGame, Side
from tournaments.web.acting import night_url

SUITS = ("spade", "heart", "club")
"""The side with seat 0, the other one, and at a table of three the third player."""


_OUTSTANDING: tuple[tuple[CardState, str], ...] = (
    ("disputed", "disputed"),
    ("awaiting", "to confirm"),
    ("missing", "missing"),
)


def division_cards(night: Tournament, game: DivisionGame) -> dict[str, Any]:
    """A division's tables of one game, with the heading's line: "8 of 10 sheets in · 1 disputed"."""
    parts = []
    if not game.number:
        parts.append(f"{counted(game.count('running'), 'table')} playing")
    elif game.due and game.status != "planned":
        parts.append(f"{game.count('in')} of {counted(game.due, 'sheet')} in")
    for state, word in _OUTSTANDING:
        if game.count(state):
            parts.append(f"{game.count(state)} {word}")
    return {
        "division": game.division,
        "note": " · ".join(parts),
        "tables": [table_card(night, card) for card in game.cards],
        "sit_outs": game.sit_outs,
    }


def table_card(night: Tournament, card: Card) -> dict[str, Any]:
    """One table; its link leads to all sheets of its game, and while it plays each chair's to what to do when it is
    empty."""
    return {
        "number": card.table_number,
        "url": night_url(night, "organizer:sheet", card.game.pk),
        "state": card.state,
        "state_label": _label(card),
        "sides": [
            {
                "suit": suit if side.partners_known else "",
                "players": _people(night, card, side),
                "score": side.score,
                "ahead": side.ahead,
            }
            for suit, side in zip(SUITS, card.sides, strict=False)
        ],
        "foot": _foot(night, card),
    }


def _people(night: Tournament, card: Card, side: Side) -> list[dict[str, Any]]:
    plays = card.game.status == Game.Status.RUNNING and card.state in ("running", "missing")
    table = card.table_number
    return [
        {
            "number": player.number,
            "name": player.name,
            "chair_url": night_url(night, "floor:chair", table, position) if plays else "",
            "note": _note(card, position),
        }
        for player, position in zip(side.players, side.positions, strict=True)
    ]


def _note(card: Card, position: int) -> str:
    """Who sits in the chair instead, or that nobody may."""
    sitter = card.sitters.get(position)
    if sitter is not None:
        return f"{sitter} sits in"
    return "has left" if position in card.left else ""


def _label(card: Card) -> str:
    if card.state == "disputed":
        return "two versions" if card.versions > 1 else "not agreed"
    return "seated" if card.state == "planned" else ""


def _foot(night: Tournament, card: Card) -> str:
    parts = [f"Game {card.game.queue_number}"] if card.game.queue_number else []
    if card.entered_at is not None:
        parts.append(f"{card.entered_by}, {night.local(card.entered_at):%-I:%M %p}")
    return " · ".join(parts)
