"""Who sits where: nobody twice, and everybody sits out in turn."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from tournaments.models import Game, Player
from tournaments.problems import Problem, blocker, warning
from tournaments.queries.health.facts import Facts, where

GameStatus = Game.Status


def problems(facts: Facts) -> Iterator[Problem]:
    """What is wrong with the seats and sit-outs."""
    yield from _marks(facts)
    yield from _chairs(facts)
    yield from _twice(facts)
    yield from _uneven_sit_outs(facts)


def _marks(facts: Facts) -> Iterator[Problem]:
    """Each seat repeats its game's round and whether it runs; the constraints lean on that."""
    for game in facts.games:
        running = game.status == GameStatus.RUNNING
        if any(seat.round_id != game.round_id or seat.live != running for seat in facts.seats[game.pk]):
            yield _at(game, "seat_marks", f"{where(game)}: the seats do not say what the game says.")


def _chairs(facts: Facts) -> Iterator[Problem]:
    for game in facts.games:
        positions = [seat.position for seat in facts.seats[game.pk]]
        if game.status != GameStatus.VOID and positions != list(range(game.size)):
            yield _at(game, "chairs", f"{where(game)}: {len(positions)} of {game.size} chairs are filled.")


def _twice(facts: Facts) -> Iterator[Problem]:
    """One counting seat or sit-out a player and round, and one running game."""
    places: dict[tuple[str, int], Counter[int]] = defaultdict(Counter)
    for game in facts.games:
        for seat in facts.seats[game.pk]:
            if game.round is not None and seat.counting:
                places[f"game {game.round.number}", game.round.division_id][seat.player_id] += 1
            if game.status == GameStatus.RUNNING:
                places["the running games", 0][seat.player_id] += 1
    for sit_out in facts.sit_outs:
        places[f"game {sit_out.round.number}", sit_out.round.division_id][sit_out.player_id] += 1
    for (when, _), counts in places.items():
        for player_id, times in counts.items():
            if times > 1:
                text = f"{facts.players[player_id]} has {times} places in {when}."
                yield blocker("two_seats", text, link="organizer:rotation")


def _uneven_sit_outs(facts: Facts) -> Iterator[Problem]:
    """In a division drawn once for people who all stayed, nobody sits out twice before everybody did once."""
    times: dict[int, Counter[int]] = defaultdict(Counter)
    for player in facts.players.values():
        if player.status == Player.Status.CHECKED_IN and not player.is_house:
            times[player.division_id][player.pk] = 0
    for sit_out in facts.sit_outs:
        times[sit_out.round.division_id][sit_out.player_id] += 1
    for division in facts.night.divisions.all():
        counts = times[division.pk].values()
        if division.pk not in facts.changed and counts and max(counts) - min(counts) > 1:
            text = f"{division.name}: somebody sits out {max(counts)} times and somebody else {min(counts)}."
            yield warning("sit_outs", text, link="organizer:rotation")


def _at(game: Game, code: str, text: str) -> Problem:
    return blocker(code, text, link="organizer:sheet", link_args=(str(game.pk),))
