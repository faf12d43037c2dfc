"""What a roster change makes of a movement by results, in words: from the state before and the state after it.

Pure, and the one place for these words: a preview tells them of a state tried out, an act of the state it has stored.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence

from scoring.words import counted
from tournaments.rotation.formats import Game, Queue
from tournaments.rotation.formats import Movement as State
from tournaments.rotation.movements.rounds import Rounds
from tournaments.rotation.words import listed

Name = Callable[[Hashable], str]
MOST_NAMED = 12


def told(
    before: State, after: State, who: Hashable, now: int, name: Name, played: Collection[int] = ()
) -> tuple[str, ...]:
    """Sentences on what changes when `who` comes, leaves or changes hands between these two states, at `now` (seconds).

    In a queue `after` has every game begun that can begin; in rounds the coming one is laid out from both. `played`: the
    tables whose game is over for its four, though it has moved nobody yet: its sheet is in, disputed or not settled.
    """
    if isinstance(before, Queue) and isinstance(after, Queue):
        return tuple(_in_queue(before, after, who, now, name, played))
    if isinstance(before, Rounds) and isinstance(after, Rounds):
        return tuple(_in_rounds(before, after, who, now, name, played))
    return ()


def told_result(before: Queue, after: Queue, number: int, name: Name) -> tuple[str, ...]:
    """Sentences on where those of queue game `number` are now that it is over, and what begins by it."""
    four, line = after.over(number).game.seats, _line(after)
    held = next((held for held in after.held if set(held.players) & set(four)), None)
    stay = [name(player) for player in held.players] if held is not None else []
    walk = [f"{name(player)} as number {line[player]}" for player in four if player in line]
    return (
        *([f"{listed(stay)} wait at table {held.table} for others to come."] if held is not None else []),
        *([f"To the line: {listed(walk)}."] if walk else []),
        *_begin_at_once(before, after, name),
    )


def _begin_at_once(before: Queue, after: Queue, name: Name) -> Iterator[str]:
    running = {game.number for game in before.running}
    for game in after.running:
        if game.number not in running:
            yield f"Table {game.table} begins at once: {_two_sides(game, name)}."


# -- in rounds ------------------------------------------------------------------------------------------------


def _in_rounds(
    before: Rounds, after: Rounds, who: Hashable, now: int, name: Name, played: Collection[int]
) -> Iterator[str]:
    if before.running:
        yield from _while_playing(before, after, who, now, played)
        return
    number = after.round + 1
    was, will = before.next_games(now)[1], after.next_games(now)[1]
    if not will:
        yield f"Game {number} cannot be played: {after.why_idle(now)}."
        return
    out = [player for player in after.players if player not in _tables(will)]
    how = "is seated anew" if was else "can be played"
    yield f"Game {number} {how}: {counted(len(will), 'table')}, {_sit_out(out, name)}."
    mine = next((game for game in will if who in game.seats), None)
    if mine is not None:
        yield f"{name(who)} plays at table {mine.table} with {_with_whom(mine, who, name)}."
    yield _who_moves(_tables(was), _tables(will), [p for p in after.players if p != who], name)


def _while_playing(
    before: Rounds, after: Rounds, who: Hashable, now: int, played: Collection[int]
) -> Iterator[str]:
    """A round is under way: nobody at a table is touched, and who sits where next follows from the sheets."""
    game = next((game for game in before.running if who in game.seats), None)
    comes = who in after.players
    if game is not None and game.table in played:
        yield f"Their game at table {game.table} is played."
    elif game is not None and comes:
        yield f"They are still in the game at table {game.table} and go on in it."
    elif game is not None:
        yield f"The game at table {game.table} goes on, with somebody in the chair or without them."
    if after.rounds is not None and after.round >= after.rounds:
        yield "No game comes after this one."
        return
    if after.past_last_call(now):
        yield "No game may begin after last call."
        return
    here = len(after.players)
    tables = min(here // 4, len(after.tables))
    seats = (
        f"with {here} here, {counted(tables, 'table')} and {_number_out(here - 4 * tables)}"
        if tables
        else f"with {here} here it cannot be played: a table needs four"
    )
    what = "They play" if comes else "They are not seated"
    yield f"{what} from game {after.round + 1} on: {seats}. Who sits where follows from the sheets."


def _who_moves(
    was: Mapping[Hashable, int], will: Mapping[Hashable, int], others: Sequence[Hashable], name: Name
) -> str:
    moved = [
        f"{name(player)} {_place(will.get(player))}"
        for player in others
        if will.get(player) != was.get(player)
    ]
    return f"Otherwise than now: {_some(moved)}." if moved else "Nobody else changes tables."


def _place(table: int | None) -> str:
    return f"at table {table}" if table is not None else "sits out"


def _sit_out(out: Sequence[Hashable], name: Name) -> str:
    return f"{_number_out(len(out))}: {_some([name(player) for player in out])}" if out else _number_out(0)


def _number_out(count: int) -> str:
    return "nobody sits out" if not count else f"{count} sit{'s' if count == 1 else ''} out"


# -- in the queue ---------------------------------------------------------------------------------------------


def _in_queue(
    before: Queue, after: Queue, who: Hashable, now: int, name: Name, played: Collection[int]
) -> Iterator[str]:
    begun = [*_begin_at_once(before, after, name)]
    was, will = _line(before), _line(after)
    yield from _own_place(before, after, who, will, name, played)
    yield from begun
    others = [player for player in will if player != who]
    come = [f"{name(player)} as number {will[player]}" for player in others if player not in was]
    if come:
        yield f"To the line: {_some(come)}."
    moved = [
        f"{name(player)} is number {will[player]}"
        for player in others
        if was.get(player) not in (None, will[player])
    ]
    if moved:
        yield f"In the line {_some(moved)}."
    if not (begun or come or moved):
        yield "Nobody else waits longer or moves."
    open_tables = sorted(game.table for game in after.running if game.table in played)
    play = _so_many(len(after.running) - len(open_tables), "table plays", "tables play")
    wait = _so_many(len(after.waiting(now)), "player waits", "players wait")
    if open_tables:
        tables = listed(open_tables, "table", "tables")
        yield f"So {play}, {tables} {_waits(open_tables)} for the result, and {wait}."
    else:
        yield f"So {play} and {wait}."
    if after.past_last_call(now):
        yield "No game may begin after last call."


def _own_place(
    before: Queue,
    after: Queue,
    who: Hashable,
    line: Mapping[Hashable, int],
    name: Name,
    played: Collection[int],
) -> Iterator[str]:
    game = next((game for game in before.running if who in game.seats), None)
    comes = who in after.players
    if game is not None and game.table in played:
        then = "go on from there by it" if comes else "join no line after it"
        yield f"Their game at table {game.table} is played and waits for its result; they {then}."
    elif game is not None and comes:
        yield f"They are still in the game at table {game.table}, and go on from there by its result."
    elif game is not None:
        yield f"The game at table {game.table} goes on; they join no line after it."
    elif comes and who in line:
        yield f"{name(who)} joins the line as number {line[who]}."
    held = next((held for held in before.held if who in held.players), None)
    if held is not None and not comes:
        rest = next((other for other in after.held if other.table == held.table), None)
        stays = len(rest.players) if rest is not None else 0
        yield f"Table {held.table} waits on with {stays}." if stays else f"Table {held.table} is given up."
    elif not comes and who in _line(before):
        yield "They leave the line."


def _line(state: Queue) -> dict[Hashable, int]:
    """Everybody in the line with their number in it."""
    return {waiting.player: place for place, waiting in enumerate(state.line, start=1)}


# -- words ------------------------------------------------------------------------------------------------------


def _tables(games: Sequence[Game]) -> dict[Hashable, int]:
    return {player: game.table for game in games for player in game.seats}


def _two_sides(game: Game, name: Name) -> str:
    a, b, c, d = (name(player) for player in game.seats)
    return f"{a} with {c} against {b} and {d}"


def _with_whom(game: Game, who: Hashable, name: Name) -> str:
    place = game.seats.index(who)
    left, partner, right = (name(game.seats[(place + step) % 4]) for step in (1, 2, 3))
    return f"{partner} against {left} and {right}"


def _waits(of: Sequence[object]) -> str:
    return "waits" if len(of) == 1 else "wait"


def _so_many(count: int, one: str, many: str) -> str:
    return f"{count or 'no'} {one if count <= 1 else many}"


def _some(parts: Sequence[str]) -> str:
    if len(parts) <= MOST_NAMED:
        return listed(parts)
    return f"{', '.join(parts[:MOST_NAMED])} and {len(parts) - MOST_NAMED} more"
