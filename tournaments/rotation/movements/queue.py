"""The continuous queue (T&K, Table Rotation): winners stay and split, losers walk to the next free table.

A table is free when its game ends. Losers go to the next available other table, first come first served; if
all are busy they wait for the next to finish, and may return to their own table after ten minutes, or at once
when no other game is running. A winner whose partner has left gives the table up and goes first. No game starts after last call.
Where house players are called on, one takes the fourth chair beside three who are over (RULES 5): nobody's place in
the line is theirs, and they hold no table.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self, TypeVar

from ..errors import RotationError
from ..model import Player, read_player, read_players, write_player, write_players
from ..words import listed
from .base import Finished, Game, Movement, Waiting
from .pairing import pair_up

State = TypeVar("State")
Ready = tuple[State, int, tuple[Player, ...], list["InLine"]]

RETURN_AFTER = 600  # seconds after which losers may go back to the table they lost at


@dataclass(frozen=True, slots=True)
class InLine:
    """Somebody in the line since `since` (seconds); `home` is the table they lost at, None for a newcomer."""

    player: Player
    since: int
    home: int | None = None


@dataclass(frozen=True, slots=True)
class Held:
    """A table without a game and those who wait there for others: its last winners, or the first to come."""

    table: int
    players: tuple[Player, ...]
    since: int


def _without(players: tuple[Player, ...], gone: Collection[Player]) -> tuple[Player, ...]:
    return tuple(player for player in players if player not in gone)


def _may_go(waiting: InLine, table: int, now: int) -> bool:
    return waiting.home != table or now - waiting.since >= RETURN_AFTER


@dataclass(frozen=True, kw_only=True)
class Queue(Movement):
    """`line` is first come first served; `held` are the tables at which winners wait for opponents.

    `away`: those of them who sit in somebody else's chair for now; they keep their places and are not seated.
    `house`: the house player who may take a chair now, none of `players`.
    """

    kind = "queue"

    line: tuple[InLine, ...] = ()
    held: tuple[Held, ...] = ()
    away: tuple[Player, ...] = ()
    house: Player | None = None

    def next_games(self, now: int = 0) -> tuple[Self, tuple[Game, ...]]:
        """Fill the free tables: first those whose winners have waited longest, then empty ones."""
        state, games = self, []
        while (ready := state._ready(now)) is not None:
            state, game = state._fill(*ready, now)
            games.append(game)
        return state, tuple(games)

    def waiting(self, now: int = 0) -> tuple[Waiting, ...]:
        """Winners at their tables and the line, in order."""
        stay = [
            Waiting(
                player,
                self._stands_in(player, f"waits at table {held.table} for others to come"),
                held.since,
                table=held.table,
            )
            for held in self.held
            for player in held.players
        ]
        line = [
            Waiting(
                waiting.player,
                self._stands_in(waiting.player, f"is number {place} in line for a table"),
                waiting.since,
                self._back(waiting, now),
                place=place,
            )
            for place, waiting in enumerate(self.line, start=1)
        ]
        return (*stay, *line)

    def _stands_in(self, player: Player, why: str) -> str:
        return f"sits in for somebody, and {why}" if player in self.away else why

    def _back(self, waiting: InLine, now: int) -> tuple[int, int] | None:
        """See `Waiting.back`; None also where others play at the table by now, or too few are here for one."""
        moment = waiting.since + RETURN_AFTER
        taken = {game.table for game in self.running}
        if (
            len(self.players) < self._fewest
            or waiting.home is None
            or waiting.home in taken
            or moment <= now
            or self.past_last_call(moment)
        ):
            return None
        return waiting.home, moment

    def why_idle(self, now: int = 0) -> str | None:
        """Why no table can be filled."""
        if self.past_last_call(now):
            return "no game may begin after last call"
        if self._ready(now) is not None:
            return None
        if len(self.players) < self._fewest:
            needs = "four" if self._fewest == 4 else "three beside a house player"
            return f"only {len(self.players)} players are here: a table needs {needs}"
        if not self.running:
            return "no table is free"
        return f"{listed(sorted(game.table for game in self.running), 'table', 'tables')} still playing"

    @property
    def _fewest(self) -> int:
        """How many have to be here for a table."""
        return 4 if self.house is None else 3

    def next_change(self, now: int = 0) -> int | None:
        """When losers fill a table by going back to it after their ten minutes."""
        later = {waiting.since + RETURN_AFTER for waiting in self.line if waiting.home is not None}
        return next((at for at in sorted(later) if at > now and self._ready(at) is not None), None)

    # -- acts -----------------------------------------------------------------------------------------

    def _after(self, done: Finished, now: int) -> Self:
        if not done.winners:
            done = self.undecided(done)
        stay = tuple(player for player in done.winners if player in self.players)
        lost = [player for player in done.losers if player in self.players]
        held = (*self.held, Held(done.game.table, stay, now)) if stay else self.held
        line = (*self.line, *(InLine(player, now, done.game.table) for player in lost))
        return replace(
            self, finished=(*self.finished[:-1], done), held=held, line=line
        ).without_lone_holders()

    def _replayed(self, done: Finished, right: Self) -> Self | None:
        """Winners and losers change places where all of them still wait from this very game."""
        table = done.game.table
        stayed = [player for player in done.winners if player in self.players]
        walked = [player for player in done.losers if player in self.players]
        held = next((h for h in self.held if h.table == table and set(h.players) == set(stayed)), None)
        lost = [waiting for waiting in self.line if waiting.player in walked and waiting.home == table]
        if len(lost) != len(walked) or (held is None) != (not stayed) or not (stayed or walked):
            return None
        since = held.since if held else lost[0].since
        now_right = right.over(done.game.number)
        stay = tuple(player for player in now_right.winners if player in self.players)
        walk = [InLine(player, since, table) for player in now_right.losers if player in self.players]
        before = self.line.index(lost[0]) if lost else len(self.line)
        line = [waiting for waiting in self.line if waiting not in lost]
        others = tuple(h for h in self.held if h is not held)
        return replace(
            right,
            held=(*others, Held(table, stay, since)) if stay else others,
            line=(*line[:before], *walk, *line[before:]),
        ).without_lone_holders()

    def reopened(self, number: int) -> Self:
        """Game `number`, which was over, is played on: its four are back at the table.

        Raises RotationError naming those who have been seated elsewhere since, or who have the table now.
        """
        done = self.over(number)
        four, table = set(done.game.seats), done.game.table
        later = [game for game in (*(o.game for o in self.finished), *self.running) if game.number > number]
        moved = {player: game.table for game in later for player in game.seats if player in four}
        if moved:
            where = [f"{{{i}}} at table {at}" for i, at in enumerate(moved.values())]
            raise RotationError(f"They have been seated since: {listed(where)}.", *moved)
        sitting_in = [player for player in done.game.seats if player in self.away]
        if sitting_in:
            raise RotationError("{0} sits in for somebody at another table.", sitting_in[0])
        if any(game.table == table for game in self.running):
            raise RotationError(f"Others play at table {table} now.")
        if any(held.table == table and not four.issuperset(held.players) for held in self.held):
            raise RotationError(f"Others wait at table {table} now.")
        left = (replace(held, players=_without(held.players, four)) for held in self.held)
        return replace(
            self,
            running=(*self.running, done.game),
            finished=tuple(other for other in self.finished if other is not done),
            line=tuple(waiting for waiting in self.line if waiting.player not in four),
            held=tuple(held for held in left if held.players),
        ).without_lone_holders()

    def with_away(self, away: Collection[Player]) -> Self:
        """The state in which exactly these sit in for somebody."""
        return replace(self, away=tuple(player for player in self.players if player in away))

    def with_house(self, house: Player | None) -> Self:
        """The state in which this house player may take a fourth chair; None: nobody may."""
        return replace(self, house=house)

    def _arrived(self, player: Player, now: int) -> Self:
        if player not in self.idle_players():  # they left in mid-game and came back before it ended
            return self
        return replace(self, line=(*self.line, InLine(player, now)))

    def _left(self, player: Player, now: int) -> Self:
        held = (replace(h, players=_without(h.players, {player})) for h in self.held)
        return replace(
            self,
            line=tuple(waiting for waiting in self.line if waiting.player != player),
            held=tuple(h for h in held if h.players),
            away=_without(self.away, {player}),
        ).without_lone_holders()

    def without_lone_holders(self) -> Self:
        """Whoever holds a table alone stands in line instead, by the time they have waited: a table that needs three
        would be filled last again and again."""
        alone = [held for held in self.held if len(held.players) == 1]
        line = list(self.line)
        for held in sorted(alone, key=lambda held: held.since):
            place = next((i for i, waiting in enumerate(line) if waiting.since >= held.since), len(line))
            line.insert(place, InLine(held.players[0], held.since))
        return replace(self, line=tuple(line), held=tuple(held for held in self.held if held not in alone))

    def _substituted(self, player: Player, newcomer: Player) -> Self:
        swap = {player: newcomer}
        return replace(
            self,
            line=tuple(
                replace(waiting, player=swap.get(waiting.player, waiting.player)) for waiting in self.line
            ),
            held=tuple(
                replace(h, players=tuple(swap.get(other, other) for other in h.players)) for h in self.held
            ),
        )

    # -- filling tables ---------------------------------------------------------------------------------

    def _ready(self, now: int) -> Ready[Self] | None:
        """The next table that can be filled: (state, table, those who stay, those who come). They are four, or three who
        are over from full tables and a house player."""
        if self.past_last_call(now):
            return None
        over = len(self.players) % 4
        return self._filled(4, now) or (
            self._filled(3, now) if self.house is not None and over == 3 else None
        )

    def _filled(self, people: int, now: int) -> Ready[Self] | None:
        """See `_ready`; `people`: how many have to be there."""
        if len(self.idle_players()) - len(self.away) < people:
            return None
        by_wait = sorted(self.held, key=lambda held: held.since)
        free = [(held.table, held.players) for held in by_wait if not {*held.players} & {*self.away}]
        here = [waiting for waiting in self.line if waiting.player not in self.away]
        taken = {game.table for game in self.running} | {held.table for held in self.held}
        empty = [table for table in self.tables if table not in taken]
        if empty:
            first = here[0] if here else None
            open_to_first = (table for table in empty if first is None or _may_go(first, table, now))
            free.append((next(open_to_first, empty[0]), ()))
        for anyone in (False, True) if not self.running else (False,):
            for table, stay in free:
                line = [waiting for waiting in here if anyone or _may_go(waiting, table, now)]
                coming = line[: people - len(stay)]
                if len(stay) + len(coming) == people:
                    return self, table, stay, coming
        return None if self.running else self._merged(people, now)

    def _merged(self, people: int, now: int) -> Ready[Self] | None:
        """Nobody plays and no table can be filled: winners give up their tables to those who waited longest."""
        if len(self.held) < 2:
            return None
        first, *others = sorted(self.held, key=lambda held: held.since)
        freed = tuple(InLine(player, held.since, held.table) for held in others for player in held.players)
        return replace(self, held=(first,), line=(*self.line, *freed))._filled(people, now)

    def _fill(
        self, state: Self, table: int, stay: tuple[Player, ...], coming: list[InLine], now: int
    ) -> tuple[Self, Game]:
        there = (*stay, *(waiting.player for waiting in coming))
        called = (self.house,) if len(there) == 3 and self.house is not None else ()
        four = (*there, *called)
        last = {player: state.last_partner(player) for player in four}
        seats = pair_up(four, stay, state.partnerships(), last, state.lot())
        game = state.open_game(table, seats)
        moved = replace(
            state,
            held=tuple(held for held in state.held if held.table != table),
            line=tuple(waiting for waiting in state.line if waiting not in coming),
            house=None if called else state.house,
        )
        return moved.start([game]), game

    # -- storing ----------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """The state as plain JSON values."""
        return super().to_dict() | {
            "line": [
                {"player": write_player(waiting.player), "since": waiting.since, "home": waiting.home}
                for waiting in self.line
            ],
            "held": [
                {"table": held.table, "players": write_players(held.players), "since": held.since}
                for held in self.held
            ],
            "away": write_players(self.away),
            "house": None if self.house is None else write_player(self.house),
        }

    @classmethod
    def _stored(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        return super()._stored(data) | {
            "line": tuple(InLine(read_player(w["player"]), w["since"], w["home"]) for w in data["line"]),
            "held": tuple(Held(h["table"], read_players(h["players"]), h["since"]) for h in data["held"]),
            # Neither is in a state stored by an earlier version.
            "away": read_players(data.get("away", ())),
            "house": None if data.get("house") is None else read_player(data["house"]),
        }
