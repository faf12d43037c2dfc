"""A player's own page: where next, with whom, how it goes. And the hall's public page for phones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from tournaments.models import Player, Round, ScoreFlag, Tournament
from tournaments.names import fold, public_name
from tournaments.queries.clock import ClockFace, clock_face
from tournaments.queries.score_flags import answered_flags
from tournaments.queries.seating import Hall, HallGame, OwnGame, hall_of, own_games, waiting_in
from tournaments.queries.standings import DivisionStandings, Row, standings_of

Now = Literal["seat", "next", "sits out", "waits", "soon", "desk", "done", "expected", "waiting list", "left"]
MOST_FOUND = 20
Stage, Status = Tournament.Stage, Player.Status


@dataclass(frozen=True)
class OwnPage:
    """One player's evening. `now`: what the page says first, about game `game` where there is one.

    `flags`: scores the player has doubted, with the answers. `why`: for what somebody without a game waits. `row`: the player's line of the standings, None before a number was given; `of`: how many are ranked there.
    """

    night: Tournament
    player: Player
    now: Now
    game: OwnGame | None
    games: tuple[OwnGame, ...]
    row: Row | None
    of: int
    clock: ClockFace | None
    why: str = ""
    flags: tuple[ScoreFlag, ...] = ()

    @property
    def played(self) -> tuple[OwnGame, ...]:
        return tuple(game for game in self.games if game.is_over)

    @property
    def coming(self) -> tuple[OwnGame, ...]:
        """Games under way or to come, without the one shown on top."""
        return tuple(game for game in self.games if not game.is_over and game != self.game)


@dataclass(frozen=True)
class NightPage:
    """The night for everybody's phone. `shown`: the game whose tables are listed, `relation` to the present one."""

    night: Tournament
    as_of: datetime
    clock: ClockFace | None
    hall: Hall
    shown: HallGame | None
    relation: Literal["earlier", "now", "next", "later"]
    standings: tuple[DivisionStandings, ...]
    search: str
    found: tuple[Player, ...]

    @property
    def scored(self) -> tuple[DivisionStandings, ...]:
        """The divisions in which there is something to show."""
        return tuple(division for division in self.standings if division.sheets_in and division.rows)


def own_page(night: Tournament, player: Player, now: datetime) -> OwnPage:
    """Everything on a player's page. A fixed number of queries whatever the size of the night."""
    games = own_games(night, player)
    running = next((game for game in games if game.status == "running"), None)
    coming = next((game for game in games if game.status == "planned"), None)
    rounds = list(night.rounds.order_by("number").values_list("status", "number"))
    numbers = {status: number for status, number in reversed(rounds)}
    row, of = _place(standings_of(night), player)
    waiting = waiting_in(night)
    return OwnPage(
        night=night,
        player=player,
        now=_what_now(night, player, set(numbers), running, coming),
        game=running or coming,
        games=games,
        row=row,
        of=of,
        clock=clock_face(
            night,
            now,
            running=numbers.get(Round.Status.RUNNING, 0),
            coming=numbers.get(Round.Status.PLANNED, 0),
        ),
        why=waiting.get(player.pk, ""),
        flags=answered_flags(player),
    )


def night_page(night: Tournament, now: datetime, *, search: str = "", number: int = 0) -> NightPage:
    """The public page: search for `search` (a number or a part of a name), and the tables of game `number`."""
    hall = hall_of(night, number)
    shown = hall.asked or hall.running or hall.coming
    return NightPage(
        night=night,
        as_of=now,
        clock=clock_face(
            night,
            now,
            running=hall.running.number if hall.running else 0,
            coming=hall.coming.number if hall.coming else 0,
        ),
        hall=hall,
        shown=shown,
        relation=_relation(hall, shown),
        standings=standings_of(night),
        search=search,
        found=find_players(night, search),
    )


def find_players(night: Tournament, search: str) -> tuple[Player, ...]:
    """Players whose number is `search`, or whose *shown* name contains it: a hidden name cannot be searched for."""
    text = fold(search)
    if not text:
        return ()
    players = night.players.filter(is_house=False).exclude(status=Status.NO_SHOW).order_by("number", "pk")
    if text.isdecimal():
        return tuple(player for player in players if str(player.number) == text)
    names = night.settings.public_names
    found = (player for player in players if text in fold(public_name(player, names)))
    return tuple(sorted(found, key=lambda player: fold(player.name)))[:MOST_FOUND]


def player_of_key(night: Tournament, key: UUID) -> Player | None:
    """The player whose personal link carries this key, or None."""
    found: Player | None = night.players.filter(key=key).select_related("division", "ranked_in").first()
    return found


def player_of_number(night: Tournament, number: int) -> Player | None:
    """The player with this number, or None."""
    found: Player | None = night.players.filter(number=number).select_related("division", "ranked_in").first()
    return found


def _what_now(
    night: Tournament,
    player: Player,
    rounds: set[str],
    running: OwnGame | None,
    coming: OwnGame | None,
) -> Now:
    """`rounds`: the states that rounds of the night are in."""
    if player.status == Status.WAITING:
        return "waiting list"
    if player.status in (Status.REGISTERED, Status.NO_SHOW):
        return "expected"
    if player.status != Status.CHECKED_IN:
        return "left"
    if night.stage == Stage.FINAL:
        return "done"
    if running:
        return "sits out" if running.table is None else "seat"
    if coming:
        return "sits out" if coming.table is None else "next"
    if night.settings.movement == "continuous":
        return "waits"
    if not rounds:
        return "soon"
    return "desk" if rounds - {Round.Status.CLOSED} else "done"


def _place(standings: Iterable[DivisionStandings], player: Player) -> tuple[Row | None, int]:
    for division in standings:
        for row in division.rows:
            if row.player.pk == player.pk:
                return row, sum(other.standing.rank is not None for other in division.rows)
    return None, 0


def _relation(hall: Hall, shown: HallGame | None) -> Literal["earlier", "now", "next", "later"]:
    if shown is None or shown is hall.running or shown.number == 0:
        return "now"
    if hall.running and shown.number == hall.running.number:
        return "now"
    if hall.coming and shown.number == hall.coming.number:
        return "next"
    at = hall.running.number if hall.running else hall.coming.number if hall.coming else hall.closed + 1
    return "earlier" if shown.number < at else "later"
