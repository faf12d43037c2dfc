"""After a game: where each of those at its table goes now, as far as the hall may know it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Prefetch, Q

from tournaments.models import Game, Player, Round, ScoreSheet, Seat, Table, Tournament
from tournaments.queries.movers import NOT_SETTLED, NOTES, holds_up, undecided_draws
from tournaments.queries.queue import lines_of
from tournaments.queries.seating import Hall, HallGame, SeatedTable, hall_of
from tournaments.queries.sheets import label_of
from tournaments.sheet_content import STANDING, rules_of

GameStatus, SheetState, Stage = Game.Status, ScoreSheet.State, Tournament.Stage
LEFT = "is not in the games to come"


@dataclass(frozen=True)
class Going:
    """Where one of them goes. `table`: their seat, in game `game` (0: of the queue, under way). `why`, after the name,
    for those without a seat; `table` is then the one that is kept for them, if any. `stays`: it is the table they sat
    at. `partner` None: nobody, or drawn there (`is_drawn`)."""

    player: Player
    table: int | None = None
    game: int = 0
    stays: bool = False
    partner: Player | None = None
    is_drawn: bool = False
    why: str = ""


@dataclass(frozen=True)
class Onward:
    """What comes after the last game of a table. `people`: those of it who have not played another since, in the order
    of their chairs. `note`: for all of them."""

    game: Game
    people: tuple[Going, ...]
    note: str

    @property
    def label(self) -> str:
        """ "Game 5" """
        return label_of(self.game)


def onward_from(night: Tournament, table: Table, now: datetime) -> Onward | None:
    """Where those of the table's last game go; None before one is over, once all of them have played on, and when the
    night is. The same seats as on the night's public page. At most sixteen queries, whatever the size of the night."""
    game = None if night.stage == Stage.FINAL else _last_game(night, table)
    if game is None:
        return None
    hall = hall_of(night, now=now)
    if game.round is not None:
        return _in_rounds(night, game, hall, now)
    return _in_queue(night, game, hall, now)


def _last_game(night: Tournament, table: Table) -> Game | None:
    """The table's latest game with a sheet that counts; of a queue also a void one, and one whose sheet is not settled."""
    seats = Seat.objects.select_related("player", "stand_in").order_by("position")
    sheets = ScoreSheet.objects.filter(game=OuterRef("pk"))
    counts = Q(Exists(sheets.filter(state=SheetState.ACCEPTED)))
    handed_in = Q(Exists(sheets.filter(state__in=STANDING))) | Q(status=GameStatus.VOID)
    game: Game | None = (
        night.games.filter(counts | Q(handed_in, queue_number__isnull=False), table=table)
        .select_related("table", "round", "division", "settings_version")
        .prefetch_related(Prefetch("seats", queryset=seats))
        .order_by("-round__number", "-queue_number")
        .first()
    )
    if game is not None:
        game.tournament = night
    return game


def _sitters(game: Game) -> list[Player]:
    seated = (seat.stand_in or seat.player for seat in game.seats.all())
    return [player for player in seated if not player.is_house]


def _in_queue(night: Tournament, game: Game, hall: Hall, now: datetime) -> Onward | None:
    if holds_up(game):
        is_drawn = game.sheets.filter(state=SheetState.ACCEPTED).exists()
        return Onward(game, (), NOTES[rules_of(game).drawn_game_mover] if is_drawn else NOT_SETTLED)
    moved_on = _played_since(game)
    sitters = [player for player in _sitters(game) if player.pk not in moved_on]
    lines = lines_of(night, now)
    closed = night.past_last_call(now)
    people = []
    for player in sitters:
        going = _seat(game, player, hall.running)
        if going is None and not player.is_playing:
            going = Going(player, why=LEFT)
        if going is None and closed:
            going = Going(player, why="is done for tonight: last call has passed")
        if going is None:
            why = lines.why.get(player.pk, "is not in the line: ask the desk")
            going = Going(player, table=lines.held.get(player.pk), why=why)
        people.append(going)
    return Onward(game, tuple(people), "") if people else None


def _played_since(game: Game) -> set[int]:
    """Ids of those who have finished a later game of the queue. One query."""
    later = Seat.objects.filter(
        game__division=game.division_id,
        game__queue_number__gt=game.queue_number or 0,
        game__status__in=(GameStatus.FINISHED, GameStatus.VOID),
    )
    return {stand_in or player for player, stand_in in later.values_list("player_id", "stand_in_id")}


def _in_rounds(night: Tournament, game: Game, hall: Hall, now: datetime) -> Onward | None:
    number = game.round.number if game.round else 0
    if hall.running is not None and hall.running.number != number:
        return None  # all of them have seats in the game under way
    if hall.coming is None:
        return Onward(game, (), _why_none(night, game, now))
    out = {player.pk for player in hall.coming.sitting_out}
    people = tuple(_next(game, player, hall.coming, out) for player in _sitters(game))
    return Onward(game, people, "")


def _next(game: Game, player: Player, coming: HallGame, out: Collection[int]) -> Going:
    going = _seat(game, player, coming)
    if going is not None:
        return going
    if player.pk in out:
        return Going(player, why=f"sits out game {coming.number}")
    return Going(player, why="has no seat yet: ask the desk" if player.is_playing else LEFT)


def _why_none(night: Tournament, game: Game, now: datetime) -> str:
    number, games = game.round.number if game.round else 0, night.settings.games
    if night.past_last_call(now):
        return "Last call has passed: no new game starts."
    if games is not None and number >= games:
        return "That was the last game."
    if any(draw.link_args == (str(game.pk),) for draw in undecided_draws(night, now)):
        return NOTES[rules_of(game).drawn_game_mover]
    if game.round is not None and game.round.status == Round.Status.RUNNING:
        return f"Where everybody sits next is shown here as soon as game {number} is closed."
    return "Where everybody sits next is shown here as soon as it is known."


def _seat(game: Game, player: Player, hall_game: HallGame | None) -> Going | None:
    """The player's seat in a game of the hall; None without one."""
    for table, position in _seats(hall_game, player):
        sides = table.sides or ()
        mine = next((side for side in sides if any(chair.position == position for chair in side)), ())
        partner = next((chair.sitter for chair in mine if chair.position != position), None)
        return Going(
            player=player,
            table=table.number,
            game=hall_game.number if hall_game else 0,
            stays=table.number == game.table.number,
            partner=partner,
            is_drawn=table.sides is None,
        )
    return None


def _seats(hall_game: HallGame | None, player: Player) -> Iterator[tuple[SeatedTable, int]]:
    for table in hall_game.tables if hall_game is not None else ():
        for chair in table.chairs:
            if chair.sitter.pk == player.pk:
                yield table, chair.position
