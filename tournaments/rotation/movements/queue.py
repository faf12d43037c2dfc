"""The continuous queue (T&K, Table Rotation): winners stay and split, losers walk to the next free table.

A table is free when its game ends. Losers go to the next available other table, first come first served; if
all are busy they wait for the next to finish, and may return to their own table after ten minutes, or at once
when no other game is running. A winner whose partner has left gives the table up and goes first. No game starts after last call.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self, TypeVar

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


def _may_go(waiting: InLine, table: int, now: int) -> bool:
    return waiting.home != table or now - waiting.since >= RETURN_AFTER


@dataclass(frozen=True, kw_only=True)
class Queue(Movement):
    """`line` is first come first served; `held` are the tables at which winners wait for opponents."""

    kind = "queue"

    line: tuple[InLine, ...] = ()
    held: tuple[Held, ...] = ()

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
            Waiting(player, f"waits at table {held.table} for others to come", held.since)
            for held in self.held
            for player in held.players
        ]
        line = [
            Waiting(waiting.player, f"is number {place} in line for a table", waiting.since)
            for place, waiting in enumerate(self.line, start=1)
        ]
        return (*stay, *line)

    def why_idle(self, now: int = 0) -> str | None:
        """Why no table can be filled."""
        if self.past_last_call(now):
            return "no game may begin after last call"
        if self._ready(now) is not None:
            return None
        if len(self.players) < 4:
            return f"only {len(self.players)} players are here: a table needs four"
        if not self.running:
            return "no table is free"
        return f"{listed(sorted(game.table for game in self.running), 'table', 'tables')} still playing"

    def next_change(self, now: int = 0) -> int | None:
        """When the next in line may go back to their own table."""
        if self.past_last_call(now) or not self.held:
            return None
        later = [waiting.since + RETURN_AFTER for waiting in self.line if waiting.home is not None]
        return min((moment for moment in later if moment > now), default=None)

    # -- acts -----------------------------------------------------------------------------------------

    def _after(self, done: Finished, now: int) -> Self:
        if not done.winners:
            side = self.lot().randrange(2)
            done = replace(done, winners=done.game.seats[side::2])
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

    def _arrived(self, player: Player, now: int) -> Self:
        if player not in self.idle_players():  # they left in mid-game and came back before it ended
            return self
        return replace(self, line=(*self.line, InLine(player, now)))

    def _left(self, player: Player, now: int) -> Self:
        held = (replace(h, players=tuple(other for other in h.players if other != player)) for h in self.held)
        return replace(
            self,
            line=tuple(waiting for waiting in self.line if waiting.player != player),
            held=tuple(h for h in held if h.players),
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
        """The next table that can be filled: (state, table, those who stay, those who come)."""
        if self.past_last_call(now) or len(self.idle_players()) < 4:
            return None
        free = [(held.table, held.players) for held in sorted(self.held, key=lambda held: held.since)]
        taken = {game.table for game in self.running} | {table for table, _ in free}
        empty = [table for table in self.tables if table not in taken]
        if empty:
            first = self.line[0] if self.line else None
            open_to_first = (table for table in empty if first is None or _may_go(first, table, now))
            free.append((next(open_to_first, empty[0]), ()))
        for anyone in (False, True) if not self.running else (False,):
            for table, stay in free:
                line = [waiting for waiting in self.line if anyone or _may_go(waiting, table, now)]
                coming = line[: 4 - len(stay)]
                if len(stay) + len(coming) == 4:
                    return self, table, stay, coming
        return None if self.running else self._merged(now)

    def _merged(self, now: int) -> Ready[Self] | None:
        """Nobody plays and no table can be filled: winners give up their tables to those who waited longest."""
        if len(self.held) < 2:
            return None
        first, *others = sorted(self.held, key=lambda held: held.since)
        freed = tuple(InLine(player, held.since, held.table) for held in others for player in held.players)
        return replace(self, held=(first,), line=(*self.line, *freed))._ready(now)

    def _fill(
        self, state: Self, table: int, stay: tuple[Player, ...], coming: list[InLine], now: int
    ) -> tuple[Self, Game]:
        four = (*stay, *(waiting.player for waiting in coming))
        last = {player: state.last_partner(player) for player in four}
        seats = pair_up(four, stay, state.partnerships(), last, state.lot())
        game = state.open_game(table, seats)
        moved = replace(
            state,
            held=tuple(held for held in state.held if held.table != table),
            line=tuple(waiting for waiting in state.line if waiting not in coming),
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
        }

    @classmethod
    def _stored(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        return super()._stored(data) | {
            "line": tuple(InLine(read_player(w["player"]), w["since"], w["home"]) for w in data["line"]),
            "held": tuple(Held(h["table"], read_players(h["players"]), h["since"]) for h in data["held"]),
        }
