"""Movements in rounds that go by results: everyone's next table depends on the game just played."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar, Self

from ..errors import RotationError
from ..model import Player, read_players, write_players
from ..sitouts import Turns
from ..words import listed
from .base import Finished, Game, Movement, Waiting
from .pairing import pair_up


@dataclass(frozen=True, kw_only=True)
class Rounds(Movement):
    """All tables start together; the next round begins when every result is in.

    `rounds` is the number of rounds to play (None: until last call), `sat_out[r]` who sat out round r + 1.
    """

    rounds: int | None = None
    sat_out: tuple[tuple[Player, ...], ...] = ()
    first_tables: tuple[tuple[Player, int], ...] = ()

    by_results: ClassVar[bool] = True

    @property
    def round(self) -> int:
        """Rounds begun so far."""
        return len(self.sat_out)

    def next_games(self, now: int = 0) -> tuple[Self, tuple[Game, ...]]:
        """The next round, when the running one is over."""
        if self.why_idle(now) is not None:
            return self, ()
        random = self.lot()
        out = self._sit_out(random)
        playing = [player for player in self.players if player not in set(out)]
        groups = self._seat(playing, random)
        state, games = self, []
        for table, seats in sorted(groups.items()):
            game = state.open_game(table, seats, self.round + 1)
            state = state.start([game])
            games.append(game)
        return replace(state, sat_out=(*self.sat_out, tuple(out))), tuple(games)

    @property
    def is_short(self) -> bool:
        """Whether the coming round fails for want of players alone: a table needs four."""
        more = self.rounds is None or self.round < self.rounds
        return more and not self.running and len(self.players) < 4

    def passed(self) -> Self:
        """The state after a round that was played elsewhere in the hall, while too few were here: all sat out."""
        return replace(self, sat_out=(*self.sat_out, self.players))

    def why_idle(self, now: int = 0) -> str | None:
        """Why the next round cannot start."""
        if self.running:
            tables = sorted(game.table for game in self.running)
            return f"{listed(tables, 'table', 'tables')} of game {self.round} still playing"
        if self.rounds is not None and self.round >= self.rounds:
            return f"all {self.rounds} games are played"
        if self.past_last_call(now):
            return "no game may begin after last call"
        if len(self.players) < 4:
            return f"only {len(self.players)} players are here: a table needs four"
        return None

    def waiting(self, now: int = 0) -> tuple[Waiting, ...]:
        """Those who sit out, came late, or have finished their game."""
        out = self.sat_out[-1] if self.sat_out else ()
        seated = [player for done in self._last_round() for player in done.game.seats]
        more = (self.rounds is None or self.round < self.rounds) and not self.past_last_call(now)
        return self.between_rounds(self.round, more, out, seated)

    def _after(self, done: Finished, now: int) -> Self:
        """A movement by results needs winners, also of a void game."""
        if done.winners or not self.by_results or len(done.game.seats) != 4:
            return self
        return replace(self, finished=(*self.finished[:-1], self.undecided(done)))

    def _replayed(self, done: Finished, right: Self) -> Self | None:
        """Only the last round's results move people, and only while the next has not begun."""
        return None if self.running or done.game.round != self.round else right

    def _substituted(self, player: Player, newcomer: Player) -> Self:
        swap = {player: newcomer}
        done = tuple(
            replace(
                over,
                game=replace(over.game, seats=tuple(swap.get(p, p) for p in over.game.seats)),
                winners=tuple(swap.get(p, p) for p in over.winners),
            )
            if over.game.round == self.round
            else over
            for over in self.finished
        )
        return replace(self, finished=done)

    def _turns(self) -> Turns[Player]:
        turns = Turns.fresh(self.players)
        for number, out in enumerate(self.sat_out, start=1):
            games = [done.game for done in self.finished] + list(self.running)
            seated = [player for game in games if game.round == number for player in game.seats]
            if seated or out:
                turns.record(number, [*seated, *out], list(out))
        return turns

    def _tables_in_use(self) -> list[int]:
        return list(self.tables[: len(self.players) // 4])

    def _sit_out(self, random: Random) -> list[Player]:
        """Fair turns; among equals the losers of the last round before its winners."""
        count = len(self.players) - 4 * len(self._tables_in_use())
        if not self.sat_out and self.first_tables:
            given = {player for player, _ in self.first_tables}
            late = [player for player in self.players if player not in given]
            return (late + [player for player in self.players if player in given][::-1])[:count]
        winners = {player for done in self._last_round() for player in done.winners}
        losers = [player for player in self.players if player not in winners]
        return self._turns().draw(self.round + 1, self.players, count, random, losers, _TIE)

    def _last_round(self) -> list[Finished]:
        return [done for done in self.finished if done.game.round == self.round]

    def _seat(self, playing: Sequence[Player], random: Random) -> dict[int, tuple[Player, ...]]:
        """Table -> seats: everyone goes where the movement sends them, the others fill the chairs left."""
        tables = self._tables_in_use()
        wanted = self._wanted(tables) if self.sat_out else dict(self.first_tables)
        groups: dict[int, list[Player]] = {table: [] for table in tables}
        rest = []
        for player in playing:
            group = groups.get(wanted.get(player, 0))
            if group is not None and len(group) < 4:
                group.append(player)
            else:
                rest.append(player)
        random.shuffle(rest)
        for group in groups.values():
            while len(group) < 4:
                group.append(rest.pop())
        stayers = self._stayers(wanted, set(playing))
        partnered = self.partnerships()
        last = {player: self.last_partner(player) for player in playing}
        return {table: pair_up(group, stayers, partnered, last, random) for table, group in groups.items()}

    def _stayers(self, wanted: Mapping[Player, int], playing: Collection[Player]) -> set[Player]:
        """Partners who both stay; at the only table opponents stay too, and those may partner each other next."""
        return {
            player
            for done in self._last_round()
            for pair in done.partner_pairs()
            if all(other in playing and wanted.get(other) == done.game.table for other in pair)
            for player in pair
        }

    @abstractmethod
    def _wanted(self, tables: Sequence[int]) -> dict[Player, int]:
        """Where the last round sends its players."""

    def to_dict(self) -> dict[str, Any]:
        """The state as plain JSON values."""
        return super().to_dict() | {
            "rounds": self.rounds,
            "sat_out": [write_players(out) for out in self.sat_out],
            "first_tables": [[*write_players([player]), table] for player, table in self.first_tables],
        }

    @classmethod
    def _stored(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        first = tuple((read_players([player])[0], table) for player, table in data["first_tables"])
        return super()._stored(data) | {
            "rounds": data["rounds"],
            "sat_out": tuple(read_players(out) for out in data["sat_out"]),
            "first_tables": first,
        }


_TIE = 1e-6


def refuse_crowded(first_tables: Mapping[Player, int], tables: Sequence[int]) -> None:
    """Raises RotationError when a first table is unknown or given to more than four."""
    count: dict[int, int] = {}
    for player, table in first_tables.items():
        if table not in tables:
            raise RotationError(
                f"{{0}} was given table {table}, but the tables are {listed(tables)}.", player
            )
        count[table] = count.get(table, 0) + 1
        if count[table] > 4:
            raise RotationError(f"Table {table} was given to more than four players.")
