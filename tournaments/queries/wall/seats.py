"""Find your seat: by table and by name."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from scoring.words import counted
from tournaments.models import Player
from tournaments.names import fold
from tournaments.queries.seating import Chair, HallGame, SeatedTable
from tournaments.queries.wall.facts import Facts
from tournaments.queries.wall.scenes import Names, Place, Scene, Seated, Seats, TableCard

LONGEST_FOOT = 56  # characters that the foot of a small projector holds


def seats_of(
    facts: Facts, game: HallGame, *, since: datetime | None = None, until: datetime | None = None
) -> Iterator[Scene]:
    several = len({table.division_id for table in game.tables}) > 1
    titles = {d.division.pk: d.division.name for d in facts.divisions}
    heading = f"Game {game.number} · find your seat" if game.number else "Find your seat"
    partners = facts.night.settings.partners
    how = {"drawn": "draw for partners", "preset": "partners by suit"}.get(partners, "")
    foot = _sitting_out(facts, game)
    yield Seats(
        heading=heading,
        where=_joined(how, facts.plan_mark),
        foot=foot,
        since=since,
        until=until,
        tables=tuple(
            TableCard(
                table.number,
                _joined(
                    titles[table.division_id] if several else "",
                    _three_handed(facts, table),
                    "score not settled" if game.lines.open and not table.is_playing else "",
                ),
                _at_table(facts, table),
            )
            for table in game.tables
        ),
    )
    yield Names(
        heading=heading,
        where=_joined("by name", facts.plan_mark),
        foot=foot,
        since=since,
        until=until,
        people=_places(facts, game),
    )


def _three_handed(facts: Facts, table: SeatedTable) -> str:
    """What is special about a table of three where the others play in fours."""
    alone = table.sides is not None and len(table.sides) == 3
    return "three-handed, each alone" if alone and facts.night.settings.rules.seats == 4 else ""


def _joined(*parts: str) -> str:
    return " · ".join(part for part in parts if part)


def _at_table(facts: Facts, table: SeatedTable) -> tuple[Seated, ...]:
    if table.sides is None or len(table.sides) != 2:
        return tuple(_seated(facts, table, chair) for chair in table.chairs)
    return tuple(
        _seated(facts, table, chair, suit)
        for side, suit in zip(table.sides, ("spade", "heart"), strict=True)
        for chair in side
    )


def _seated(facts: Facts, table: SeatedTable, chair: Chair, suit: str = "") -> Seated:
    mark = f"for {chair.player.number}" if chair.sitter.pk != chair.player.pk else ""
    return Seated(
        chair.sitter.number,
        facts.name(chair.sitter),
        mark,
        suit,
        keeps_score=chair.sitter == table.scorekeeper,
    )


def _places(facts: Facts, game: HallGame) -> tuple[Place, ...]:
    out = "sits out" if game.number else "done for tonight" if game.is_last else "waits"
    places = [
        Place(facts.name(chair.sitter), chair.sitter.number, table.number)
        for table in game.tables
        for chair in table.chairs
        if not chair.sitter.is_house
    ]
    places += [_waiting(facts, game, player, out) for player in game.sitting_out]
    places += [Place(facts.name(player), player.number, None, "ask the desk") for player in game.unknown]
    by_number = facts.night.settings.public_names == "number"
    return tuple(
        sorted(places, key=lambda p: ("" if by_number else fold(p.name) or p.name, p.number or 0, p.name))
    )


def _waiting(facts: Facts, game: HallGame, player: Player, out: str) -> Place:
    """Of a queue: the table that is kept for them, or the number in the line."""
    place = game.lines.place.get(player.pk)
    word = out if place is None else f"number {place} in line"
    return Place(facts.name(player), player.number, game.lines.held.get(player.pk), word)


def _sitting_out(facts: Facts, game: HallGame) -> str:
    names = [f"\u2068{facts.named(p)}\u2069" for p in game.sitting_out if not p.is_house]
    if not names:
        return "Your table is also on your card and phone"
    fills = "".join(f" · {fill.in_words(facts.night)}" for fill in game.fills)
    what, one, many = _words(game)
    foot = f"{what}: {', '.join(names)}{fills}"
    if len(foot) <= LONGEST_FOOT:  # more would be cut; the list by name has everybody
        return foot
    count = f"{counted(len(names), 'player')} {one if len(names) == 1 else many}"
    return f"{count}{fills or ': see the list by name'}"


def _words(game: HallGame) -> tuple[str, str, str]:
    """What those at no table do: before their names, of one, of several."""
    if game.number:
        return "Sitting out", "sits out", "sit out"
    if game.is_last:
        return "Done for tonight", "is done for tonight", "are done for tonight"
    return "Waiting", "waits", "wait"
