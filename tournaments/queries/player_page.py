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
from tournaments.queries.movers import NOT_SETTLED, NOTES
from tournaments.queries.prizes import AwardLine, prizes_of
from tournaments.queries.queue import lines_of
from tournaments.queries.score_flags import answered_flags
from tournaments.queries.seating import Hall, HallGame, OwnGame, bell_has_rung, hall_of, own_games
from tournaments.queries.standings import DivisionStandings, Row, standings_of

Now = Literal[
    "seat",
    "next",
    "sits out",
    "waits",
    "last call",
    "soon",
    "played",
    "desk",
    "done",
    "expected",
    "waiting list",
    "left",
]
MOST_FOUND = 20
_TO_YOU = {"waits": "wait", "is": "are", "sits": "sit", "has": "have"}
"""The verbs of what is said of others, as said to oneself."""
Stage, Status = Tournament.Stage, Player.Status


@dataclass(frozen=True)
class OwnPage:
    """One player's evening. `now`: what the page says first, about game `game` where there is one.

    `flags`: scores the player has doubted, with the answers. `why`: for what somebody without a game waits. `row`:
    the player's line of the standings, None before a number was given; `of`: how many are ranked there, 0 while no
    sheet is in. `in_league`: the night has several. `waits_as`: the place on the waiting list, 0 off it.
    `no_more`: last call has passed. `bell`: the head table has finished, and its bell ends this game. `held_up`: why
    nobody of a queue's game, which is over, has moved yet. `won`: their prizes, once the results are final.
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
    in_league: bool = False
    waits_as: int = 0
    no_more: bool = False
    bell: bool = False
    held_up: str = ""
    won: tuple[AwardLine, ...] = ()

    @property
    def is_last(self) -> bool:
        """Whether the game on top is the last one planned."""
        games = self.night.settings.games
        return self.game is not None and games is not None and self.game.number >= games

    @property
    def why_you(self) -> str:
        """For what they wait, said to them: "You are number 2 in line for a table, since 7:41 PM"."""
        verb, _, rest = self.why.partition(" ")
        return f"You {_TO_YOU.get(verb, verb)} {rest}" if rest else ""

    @property
    def may_doubt(self) -> bool:
        """Whether there is a score to doubt."""
        seated = any(game.table is not None for game in self.played)
        return seated or (self.game is not None and self.game.points is not None)

    @property
    def played(self) -> tuple[OwnGame, ...]:
        return tuple(game for game in self.games if game.is_over and game != self.game)

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
    def no_more(self) -> bool:
        """Whether last call has passed."""
        return self.night.past_last_call(self.as_of)

    @property
    def fills(self) -> tuple[str, ...]:
        """What the clock does next in a queue, in words."""
        fills = self.shown.fills if self.shown is not None else ()
        return tuple(
            f"Unless another is free before, {fill.in_words(self.night)}: who lost there may go back."
            for fill in fills
        )

    @property
    def is_cut_short(self) -> bool:
        """Whether last call came before all games were played."""
        return self.no_more and self.hall.closed < (self.night.settings.games or 0)

    @property
    def scored(self) -> tuple[tuple[DivisionStandings, str], ...]:
        """The divisions in which there is something to show, and up to which game: "after game 4", "game 5 so far"."""
        there = (division for division in self.standings if division.sheets_in and division.rows)
        return tuple((division, self._up_to(division)) for division in there)

    def _up_to(self, division: DivisionStandings) -> str:
        if self.night.settings.movement == "continuous":
            return f"as of {self.night.local(self.as_of):%-I:%M %p}"
        running = self.hall.running
        counted = running.sheets_in(division.division.seat_id) if running is not None else 0
        if running is not None and counted:
            return f"game {running.number} so far"
        return f"after game {division.games_closed}" if division.games_closed else ""


def own_page(night: Tournament, player: Player, now: datetime) -> OwnPage:
    """Everything on a player's page. A fixed number of queries whatever the size of the night."""
    no_more = night.past_last_call(now)
    games = tuple(g for g in own_games(night, player) if not (no_more and g.status == "planned"))
    lines = lines_of(night, now)
    held_up = next((g for g in games if g.is_over and (player.division_id, g.number) in lines.open), None)
    running = next((game for game in games if game.status == "running"), held_up)
    coming = next((game for game in games if game.status == "planned"), None)
    rounds = list(night.rounds.order_by("number").values_list("status", "number"))
    numbers = {status: number for status, number in reversed(rounds)}
    prizes = prizes_of(night) if night.stage == Stage.FINAL else ()
    standings = tuple(prize.standings for prize in prizes) or standings_of(night)
    row, of = _place(standings, player)
    under_way = numbers.get(Round.Status.RUNNING, 0)
    played = bool(games) and games[-1].is_over and games[-1].number == under_way
    now_what = _what_now(night, player, set(numbers), running, coming, no_more=no_more, played=played)
    return OwnPage(
        night=night,
        player=player,
        now=now_what,
        game=running or coming or (games[-1] if now_what == "played" else None),
        games=games,
        row=row,
        of=of,
        clock=clock_face(
            night,
            now,
            running=under_way,
            coming=numbers.get(Round.Status.PLANNED, 0),
        ),
        why=lines.why.get(player.pk, ""),
        flags=answered_flags(player),
        in_league=len(standings) > 1,
        waits_as=_waits_as(night, player),
        no_more=no_more,
        bell=running is not None and running.points is None and bell_has_rung(night, player.division_id),
        held_up=_why_held_up(night, held_up) if running == held_up else "",
        won=tuple(line for prize in prizes for line in prize.lines if line.player.pk == player.pk),
    )


def _why_held_up(night: Tournament, game: OwnGame | None) -> str:
    if game is None:
        return ""
    return NOT_SETTLED if game.points is None else NOTES[night.settings.rules.drawn_game_mover]


def _waits_as(night: Tournament, player: Player) -> int:
    """The place on the waiting list as it stands now: one query, for who is on it."""
    if player.status != Status.WAITING:
        return 0
    before = night.players.filter(status=Status.WAITING, waiting_place__lt=player.waiting_place or 0)
    return before.count() + 1


def night_page(night: Tournament, now: datetime, *, search: str = "", number: int = 0) -> NightPage:
    """The public page: search for `search` (a number or a part of a name), and the tables of game `number`."""
    hall = hall_of(night, number, now=now)
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
    *,
    no_more: bool,
    played: bool,
) -> Now:
    """`rounds`: the states that rounds of the night are in. `no_more`: last call has passed. `played`: the player's own
    game of the round under way is over, and nobody knows yet who sits where in the next."""
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
    if no_more:
        return "last call"
    if coming:
        return "sits out" if coming.table is None else "next"
    if night.settings.movement == "continuous":
        return "waits" if night.stage == Stage.PLAYING else "soon"
    if not rounds:
        return "soon"
    if played:
        return "played"
    return "desk" if rounds - {Round.Status.CLOSED} else "done"


def _place(standings: Iterable[DivisionStandings], player: Player) -> tuple[Row | None, int]:
    for division in standings:
        for row in division.rows:
            if row.player.pk == player.pk:
                ranked = sum(other.standing.rank is not None for other in division.rows)
                return row, ranked if division.sheets_in else 0
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
