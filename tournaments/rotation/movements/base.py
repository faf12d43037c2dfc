"""What every movement shares: games, results, people, and its state as plain JSON.

A movement is an immutable state. Every act returns a new one, so the state before a mistake is simply the
older one. Times are whole seconds on any clock that only goes forward (for instance Unix time).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar, Self

from ..errors import RotationError
from ..model import Player, read_player, read_players, write_player, write_players

Pair = frozenset[Player]


@dataclass(frozen=True, slots=True)
class Game:
    """A game to play: `number` counts from 1 through the night, `round` too (None where there are no rounds).

    `seats` clockwise, 0 and 2 against 1 and 3; `first_dealer` is a seat.
    """

    number: int
    table: int
    seats: tuple[Player, ...]
    round: int | None = None
    first_dealer: int | None = None

    def partner_pairs(self) -> tuple[Pair, ...]:
        """The partnerships as seated; none at a table of three."""
        return (frozenset(self.seats[::2]), frozenset(self.seats[1::2])) if len(self.seats) == 4 else ()


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that is over. `winners` are empty when nobody won: a void game, or a movement that does not ask."""

    game: Game
    winners: tuple[Player, ...] = ()

    @property
    def losers(self) -> tuple[Player, ...]:
        """Those at the table who did not win."""
        return tuple(player for player in self.game.seats if player not in self.winners)

    def partner_pairs(self) -> tuple[Pair, ...]:
        """The partnerships as played: two winners were partners, whatever the seats said."""
        if len(self.winners) == 2 and len(self.game.seats) == 4:
            return (frozenset(self.winners), frozenset(self.losers))
        return self.game.partner_pairs()


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody present without a game, and why, in words after the name: "sits out round 3".

    `since`: seconds, in a line; None where nobody counts the wait. `back`: the own table in a queue and the moment
    (seconds) from which they may go back to it, as long as that is to come. `table`: the one they hold meanwhile;
    `place`: their number in the line.
    """

    player: Player
    why: str
    since: int | None = None
    back: tuple[int, int] | None = None
    table: int | None = None
    place: int | None = None


@dataclass(frozen=True, kw_only=True)
class Movement(ABC):
    """The state of a night's movement; see `tournaments.rotation.formats` for how to use it.

    `players` are those present, in order of arrival. Whoever leaves in mid-game is out of `players` at once
    but stays in the running game until its result is in.
    """

    kind: ClassVar[str]

    players: tuple[Player, ...]
    tables: tuple[int, ...]
    seed: int = 0
    last_call: int | None = None
    running: tuple[Game, ...] = ()
    finished: tuple[Finished, ...] = ()

    # -- the interface ------------------------------------------------------------------------------

    @abstractmethod
    def next_games(self, now: int = 0) -> tuple[Self, tuple[Game, ...]]:
        """The state in which every game that can start now has started, and those games."""

    @abstractmethod
    def waiting(self, now: int = 0) -> tuple[Waiting, ...]:
        """Everyone present who is in no running game, with the reason."""

    @abstractmethod
    def why_idle(self, now: int = 0) -> str | None:
        """Why no game can start now, naming tables; None when `next_games` would start one."""

    def result(self, number: int, winners: Sequence[Player] = (), now: int = 0) -> Self:
        """Game `number` is over and these players won it.

        Movements that go by results find the winners themselves when none are given (a void game): a side of which
        somebody has left loses, else by lot. Raises RotationError when the game is not running or a winner did not
        play in it.
        """
        game = self.game(number)
        for player in winners:
            if player not in game.seats:
                raise RotationError(f"{{0}} did not play at table {game.table} in game {number}.", player)
        if len(set(winners)) not in (0, 1 if len(game.seats) == 3 else 2):
            raise RotationError(f"Game {number} needs its two winners, got {len(set(winners))}.")
        others = tuple(running for running in self.running if running.number != number)
        done = Finished(game, tuple(player for player in game.seats if player in winners))
        return replace(self, running=others, finished=(*self.finished, done))._after(done, now)

    def over(self, number: int) -> Finished:
        """The finished game of that number, with the winners that moved. Raises RotationError when there is none."""
        for done in self.finished:
            if done.game.number == number:
                return done
        raise RotationError(f"Game {number} is not over.")

    def corrected(self, number: int, winners: Sequence[Player]) -> Self | None:
        """The state had `winners` won game `number`, as long as nobody has played on from its result.

        None when it is too late: what was played from it stays, and nothing is to be seated anew.
        """
        done = self.over(number)
        if set(done.winners) == set(winners):
            return self
        right = replace(done, winners=tuple(player for player in done.game.seats if player in winners))
        finished = tuple(right if other is done else other for other in self.finished)
        return self._replayed(done, replace(self, finished=finished))

    def join(self, player: Player, now: int = 0) -> Self:
        """`player` is here, for the first time or again. Raises RotationError when they are already."""
        if player in self.players:
            raise RotationError("{0} is here already.", player)
        return replace(self, players=(*self.players, player))._arrived(player, now)

    def leave(self, player: Player, now: int = 0) -> Self:
        """`player` goes; a game they are in goes on. Raises RotationError when they are not here."""
        if player not in self.players:
            raise RotationError("{0} is not here, so cannot leave.", player)
        return replace(self, players=tuple(other for other in self.players if other != player))._left(
            player, now
        )

    def substitute(self, player: Player, newcomer: Player) -> Self:
        """`newcomer` takes over the chair and the place of `player`, also in a running game."""
        if newcomer in self.players:
            raise RotationError("{0} is here already.", newcomer)
        if player not in self.players and not any(player in game.seats for game in self.running):
            raise RotationError("{0} is not here, so nobody can take over.", player)
        here = self.players if player in self.players else (*self.players, player)
        swap = {player: newcomer}
        return replace(
            self,
            players=tuple(swap.get(other, other) for other in here),
            running=tuple(
                replace(game, seats=tuple(swap.get(other, other) for other in game.seats))
                for game in self.running
            ),
        )._substituted(player, newcomer)

    def game(self, number: int) -> Game:
        """The running game of that number. Raises RotationError when there is none."""
        for game in self.running:
            if game.number == number:
                return game
        over = any(done.game.number == number for done in self.finished)
        raise RotationError(f"Game {number} is {'over already' if over else 'not being played'}.")

    def next_change(self, now: int = 0) -> int | None:
        """When, without any act, a game might become possible; None when only an act changes anything."""
        return None

    # -- for the movements ----------------------------------------------------------------------------

    def _after(self, done: Finished, now: int) -> Self:
        return self

    def _replayed(self, done: Finished, right: Self) -> Self | None:
        """`right` is this state with the winners of `done` put right; None when people have played on from it."""
        return right

    def _arrived(self, player: Player, now: int) -> Self:
        return self

    def _left(self, player: Player, now: int) -> Self:
        return self

    def _substituted(self, player: Player, newcomer: Player) -> Self:
        return self

    @property
    def started(self) -> int:
        """Games started so far."""
        return len(self.running) + len(self.finished)

    def past_last_call(self, now: int) -> bool:
        """No game may start any more (T&K, Table Rotation: none after last call)."""
        return self.last_call is not None and now > self.last_call

    def lot(self) -> Random:
        """Lots that differ from game to game but not from machine to machine."""
        return Random(f"{self.seed} {self.started}")

    def idle_players(self) -> tuple[Player, ...]:
        """Those present who are in no running game, in order of arrival."""
        busy = {player for game in self.running for player in game.seats}
        return tuple(player for player in self.players if player not in busy)

    def partnerships(self) -> Counter[Pair]:
        """How often each two were partners in games that are over or running."""
        played = Counter(pair for done in self.finished for pair in done.partner_pairs())
        played.update(pair for game in self.running for pair in game.partner_pairs())
        return played

    def last_partner(self, player: Player) -> Player | None:
        """The partner of the player's latest finished game."""
        for done in reversed(self.finished):
            for pair in done.partner_pairs():
                if player in pair:
                    return next(other for other in pair if other != player)
        return None

    def between_rounds(
        self, number: int, more: bool, out: Collection[Player], seated: Collection[Player]
    ) -> tuple[Waiting, ...]:
        """Reasons to wait in a movement of rounds: `number` is the latest, `more` says that others follow."""

        def why(player: Player) -> str:
            if player in out and self.running:
                return f"sits out game {number}"
            if not more:
                return "has played the last game"
            return (
                f"waits for game {number + 1}"
                if player in seated or not self.running
                else "plays from the next game"
            )

        return tuple(Waiting(player, why(player)) for player in self.idle_players())

    def undecided(self, done: Finished) -> Finished:
        """A game that nobody won, with those who move as its winners: the one side of which nobody has left, else lots."""
        sides = done.game.seats[::2], done.game.seats[1::2]
        whole = [side for side in sides if all(player in self.players for player in side)]
        return replace(done, winners=whole[0] if len(whole) == 1 else sides[self.lot().randrange(2)])

    def deals(self) -> Counter[Player]:
        """How often each player dealt first."""
        games = [*(done.game for done in self.finished), *self.running]
        return Counter(game.seats[game.first_dealer] for game in games if game.first_dealer is not None)

    def open_game(self, table: int, seats: Sequence[Player], round_number: int | None = None) -> Game:
        """A game for these seats; whoever dealt first least often does so."""
        deals = self.deals()
        dealer = min(range(len(seats)), key=lambda seat: (deals[seats[seat]], seat))
        return Game(self.started + 1, table, tuple(seats), round_number, dealer)

    def start(self, games: Iterable[Game]) -> Self:
        """The state with these games running."""
        return replace(self, running=(*self.running, *games))

    # -- storing ------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """The state as plain JSON values."""
        return {
            "kind": self.kind,
            "players": write_players(self.players),
            "tables": list(self.tables),
            "seed": self.seed,
            "last_call": self.last_call,
            "running": [write_game(game) for game in self.running],
            "finished": [
                {"game": write_game(done.game), "winners": write_players(done.winners)}
                for done in self.finished
            ],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The state stored by `to_dict`."""
        return cls(**cls._stored(data))

    @classmethod
    def _stored(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        return {
            "players": read_players(data["players"]),
            "tables": tuple(data["tables"]),
            "seed": data["seed"],
            "last_call": data["last_call"],
            "running": tuple(read_game(game) for game in data["running"]),
            "finished": tuple(
                Finished(read_game(done["game"]), read_players(done["winners"])) for done in data["finished"]
            ),
        }


def write_game(game: Game) -> dict[str, Any]:
    """A game as plain JSON values."""
    return {
        "number": game.number,
        "table": game.table,
        "seats": [write_player(player) for player in game.seats],
        "round": game.round,
        "first_dealer": game.first_dealer,
    }


def read_game(stored: Mapping[str, Any]) -> Game:
    """The game stored by `write_game`."""
    return Game(
        stored["number"],
        stored["table"],
        tuple(read_player(player) for player in stored["seats"]),
        stored["round"],
        stored["first_dealer"],
    )
