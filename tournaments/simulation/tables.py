"""Bots play the game of one table; what they played becomes the sheet as it should be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from django.utils import timezone

from scoring import Hand, RuleSet
from scoring.games import Sheet, sheet_from_hands, sides
from scoring.play import Mistakes, play_game, play_hand
from tournaments.models import Game, Tournament
from tournaments.queries.movers import is_undecided, must_move
from tournaments.queries.partners import earlier_partners
from tournaments.sheet_content import rules_of, settings_of


def running_games(night: Tournament) -> list[Game]:
    """The games under way, with what playing them needs, by table."""
    running = night.games.filter(status=Game.Status.RUNNING)
    return list(
        running.select_related("table", "round", "settings_version", "tournament")
        .prefetch_related("seats")
        .order_by("table__number")
    )


def play_table(game: Game, lot: Random, mistakes: Mistakes) -> Sheet:
    """The true sheet of a running game, played under its own rules by the people who sit there."""
    rules = rules_of(game)
    pairing = _pairing(game, lot)
    positions = clockwise(pairing)
    dealer = game.first_dealer if rules.first_dealer == "by plan" else None
    record = play_game(
        rules, lot, first_dealer=None if dealer is None else positions.index(dealer), mistakes=mistakes
    )
    sheet = sheet_from_hands(rules, pairing, [at_positions(hand.hand, positions) for hand in record.hands])
    began = game.started_at or timezone.now()
    if must_move(game, began) and is_undecided(rules, sheet):
        return replace(sheet, extra_hand=_extra_hand(rules, lot))
    return sheet


def _extra_hand(rules: RuleSet, lot: Random) -> int:
    """Play hands until one side wins one: the side whose winners move after a drawn game (RULES 3)."""
    while True:
        points = play_hand(rules, lot, dealer=lot.randrange(4)).score.side_points
        if points[0] != points[1]:
            return int(points[1] > points[0])


def clockwise(pairing: int | None) -> tuple[int, ...]:
    """The positions of the sheet as they sit for play: partners face each other."""
    if pairing is None:
        return (0, 1, 2)
    (first, partner), (left, right) = sides(pairing)
    return (first, left, partner, right)


def at_positions(hand: Hand, positions: Sequence[int]) -> Hand:
    """A hand played clockwise, written with the positions of the sheet."""
    return replace(
        hand,
        maker=None if hand.maker is None else positions[hand.maker],
        defender_alone=None if hand.defender_alone is None else positions[hand.defender_alone],
        penalties=tuple(replace(p, offender=positions[p.offender]) for p in hand.penalties),
    )


def _pairing(game: Game, lot: Random) -> int | None:
    """Who partners the first seat: the one across, or drawn, again while it repeats an earlier partnership."""
    if game.size == 3:
        return None
    if settings_of(game).partners != "drawn":
        return 2
    players = [seat.player_id for seat in sorted(game.seats.all(), key=lambda seat: seat.position)]
    earlier = earlier_partners(game, players)
    drawn = lot.sample((1, 2, 3), 3)
    new = [p for p in drawn if not any(frozenset(players[i] for i in side) in earlier for side in sides(p))]
    return (new or drawn)[0]
