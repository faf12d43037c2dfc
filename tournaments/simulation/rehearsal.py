"""What the bots of a rehearsal do next, seen from the night itself: nothing of it is stored, so a restart loses nothing.

They open check-in, let people in, draw, start games, hand in the sheets that nobody has entered, close games and, when
asked to play to the end, settle ties and pay. Whatever host and helpers do meanwhile is simply where they go on from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from typing import Any

from scoring.games import Sheet
from scoring.play import Mistakes
from tournaments.actions import check_in, movement, rounds
from tournaments.actions.act import BOT, Actor, Caller
from tournaments.actions.bots import CHECKED_IN, DRAWN, END, game_of_goal
from tournaments.models import Bots, Game, Movement, Player, Round, ScoreSheet, Tournament
from tournaments.problems import ActRefused, Problem
from tournaments.queries.prizes import prizes_of
from tournaments.queries.queue import queues_of
from tournaments.queries.readiness import before_draw, before_start, coming_games, owing_games
from tournaments.rotation import formats
from tournaments.simulation.ending import declare_final, pay_prizes
from tournaments.simulation.rounds import out_of_date, present_in, publish
from tournaments.simulation.run import BotNight
from tournaments.simulation.sheets import hand_in
from tournaments.simulation.tables import play_table

Stage, Status = Tournament.Stage, Player.Status

BOTS, SECOND_BOT = Actor(BOT, "Bots"), Actor(BOT, "Another bot")
"""The second one sees the sheets of the first, where the night asks for a second person."""

GAME_SECONDS = {Bots.Pace.SLOW: 180.0, Bots.Pace.FAST: 60.0}
"""How long a game takes when the bots play on by themselves."""
FIRST_SHEET, LAST_SHEET = 0.2, 0.7
"""Sheets come in between these parts of it; closing it and starting the next take a breath each."""
ALL_CHECKED_IN, A_BREATH, BREAK = 0.5, 0.15, 0.5
"""Parts of it for the whole check-in, between two acts of the host, and for an intermission."""
QUARREL_IN_QUEUE = 5
BY_TOTALS = 0.25
"""The part of the sheets without hands."""


@dataclass(frozen=True)
class Step:
    """One thing to do, not before `due`."""

    due: datetime
    do: Callable[[], Any]


@dataclass(frozen=True)
class Waits:
    """Only people can go on; `text` says what they have to settle."""

    text: str


@dataclass(frozen=True)
class Done:
    """The bots are where they were asked to be, or at the end; `text` says where."""

    text: str


Move = Step | Waits | Done


def next_move(bots: Bots, now: datetime) -> Move:
    """What the bots of a rehearsal do next. Raises NotARehearsal for any other night but a demo."""
    night = Tournament.objects.get(pk=bots.night_id)
    return _Look(BotNight(night=night, host=BOTS, seed=bots.seed), bots, now).move()


@dataclass(frozen=True)
class _Look:
    """One look at the night, to decide the next step."""

    run: BotNight
    bots: Bots
    now: datetime

    @property
    def night(self) -> Tournament:
        return self.run.night

    def move(self) -> Move:
        night, until = self.night, self.bots.until
        if night.stage == Stage.FINAL:
            return self._paying()
        if night.stage == Stage.SETUP:
            return self._host(rounds.open_check_in)
        if not self._is_seated():
            return self._seating()
        if until in (CHECKED_IN, DRAWN):
            return Done("The first game is seated: the bots rest.")
        if night.settings.movement == "continuous":
            return self._queue()
        return self._rounds()

    # -- Before the first game

    def _is_seated(self) -> bool:
        return self.night.games.exists() or Movement.objects.filter(division__tournament=self.night).exists()

    def _seating(self) -> Move:
        expected = self.night.players.filter(status=Status.REGISTERED, is_house=False).order_by("pk").first()
        if expected is not None:
            heads = self.night.players.count()
            return self._after(ALL_CHECKED_IN / heads, partial(self._let_in, expected))
        if self.bots.until == CHECKED_IN:
            return Done("Everybody is checked in: the bots rest.")
        stopping = _blockers(before_draw(self.night))
        if stopping:
            return Waits(stopping)
        if self.night.settings.movement != "schedule":
            return self._host(movement.begin_movement)
        divisions = [division for division in self.night.divisions.all() if present_in(division)]
        return self._after(A_BREATH, partial(publish, self.run, divisions, why=""))

    def _let_in(self, player: Player) -> None:
        settings = self.night.settings
        check_in.check_in(
            self.night,
            self.run.organizer,
            player_id=player.pk,
            method="cash",
            id_ok=settings.minimum_age is not None,
            consented=bool(settings.consent_text),
        )

    # -- Games in rounds

    def _rounds(self) -> Move:
        night = self.night
        running = night.rounds.filter(status=Round.Status.RUNNING).order_by("number").first()
        if running is not None:
            owing = list(_with_seats(owing_games(night).filter(round__number=running.number)))
            return self._sheets(owing) if owing else self._host(_close, number=running.number)
        closed = night.rounds.filter(status=Round.Status.CLOSED).order_by("-number").first()
        last = closed.number if closed else 0
        goal = game_of_goal(self.bots.until)
        if goal is not None and last >= goal:
            return Done(f"Game {last} is closed: the bots rest.")
        coming = coming_games(night)
        return self._between(last, coming[0]) if coming else self._games_over()

    def _between(self, closed: int, number: int) -> Move:
        night = self.night
        if night.settings.movement == "schedule" and (changed := out_of_date(night)):
            return self._after(A_BREATH, partial(publish, self.run, changed, why="Somebody came or left"))
        stopping = _blockers(before_start(night, number))
        if stopping:
            return Waits(stopping)
        on_break = night.clock == Tournament.Clock.BREAK
        if night.settings.break_after == closed == number - 1 and self.bots.pace and not self.bots.until:
            if not on_break:
                return self._host(rounds.start_break, minutes=night.settings.break_minutes)
            return self._after(BREAK, partial(rounds.start_game, night, self.run.organizer, number=number))
        return self._host(rounds.start_game, number=number)

    def _games_over(self) -> Move:
        owing = list(_with_seats(owing_games(self.night)))
        if owing:
            return self._sheets(owing)
        if self.bots.until == END:
            return Step(self.now, partial(declare_final, self.run))
        return Done("All games are played: what is left is for you to practice.")

    def _paying(self) -> Move:
        unpaid = sum(division.unpaid for division in prizes_of(self.night))
        if self.bots.until == END and unpaid:
            return Step(self.now, partial(pay_prizes, self.run))
        return Done("The results are final: the bots rest.")

    # -- The queue

    def _queue(self) -> Move:
        night, goal = self.night, game_of_goal(self.bots.until)
        finished = night.games.filter(status=Game.Status.FINISHED).count()
        if goal is not None and finished >= goal:
            return Done(f"{finished} games are over: the bots rest.")
        over = night.last_call_at is not None and self.now >= night.last_call_at
        if self.bots.until == END and not over:
            return Step(self.now, partial(movement.set_last_call, night, self.run.organizer, at=self.now))
        if any(queue.can_fill for queue in queues_of(night, self.now)):
            return self._host(movement.fill_tables)
        owing = list(_with_seats(owing_games(night)))
        if owing:
            return self._sheets(owing)
        return self._games_over() if over else self._till_something_changes()

    def _till_something_changes(self) -> Move:
        """Nobody plays and no table can be filled yet: who waits may go back to their own table some minutes later."""
        movements = Movement.objects.filter(division__tournament=self.night)
        changes = [
            formats.restore(stored.state).next_change(int(self.now.timestamp())) for stored in movements
        ]
        moments = [datetime.fromtimestamp(change, UTC) for change in changes if change is not None]
        if not moments:
            return Waits("Too few players are here for another table, and last call is still to come.")
        return Step(min(moments), partial(movement.fill_tables, self.night, self.run.organizer))

    # -- Sheets

    def _sheets(self, owing: Iterable[Game]) -> Move:
        """The sheet that is due first among those that bots may enter; the others wait for people."""
        mine: list[tuple[datetime, Game, Actor]] = []
        theirs = []
        for game in owing:
            actor = self._who_enters(game)
            if actor is None:
                theirs.append(game)
            else:
                mine.append((self._ready(game), game, actor))
        if not mine:
            return Waits(_to_settle(theirs))
        due, game, actor = min(mine, key=lambda entry: (entry[0], entry[1].table.number))
        return Step(due, partial(self._enter, game, actor))

    def _who_enters(self, game: Game) -> Actor | None:
        """The bots enter what nobody has entered; the second one sees a sheet of the first; disputes are for people."""
        if game.disputed:  # type: ignore[attr-defined]  # an annotation of `owing_games`
            return None
        if not game.awaiting:  # type: ignore[attr-defined]
            return BOTS
        waiting = game.sheets.filter(state=ScoreSheet.State.AWAITING).first()
        return SECOND_BOT if waiting is not None and waiting.entered_role == BOT else None

    def _enter(self, game: Game, actor: Actor) -> None:
        agreed = actor is SECOND_BOT or not self._is_quarrel(game)
        hand_in(self.night, game, self._sheet(game), Caller(actor), agreed=agreed)

    def _is_quarrel(self, game: Game) -> bool:
        """Whether the table does not agree: one a game, and of a queue every fifth game; not on the way to a later game."""
        if not self.bots.quarrels:
            return False
        if game.round is None:
            return not self.bots.until and (game.queue_number or 0) % QUARREL_IN_QUEUE == 0
        number = game.round.number
        tables = self.night.games.filter(round__number=number).exclude(status=Game.Status.VOID)
        chosen = tables.order_by("pk").values_list("pk", flat=True).first()
        return self.bots.until in ("", f"game {number}") and chosen == game.pk

    def _sheet(self, game: Game) -> Sheet:
        """The sheet of a game, the same however often it is asked for."""
        lot = self.run.lot("table", game.pk, game.revision)
        sheet = play_table(game, lot, Mistakes())
        return replace(sheet, hands=None) if lot.random() < BY_TOTALS else sheet

    def _ready(self, game: Game) -> datetime:
        lot = Random(f"{self.run.seed} ready {game.pk}")
        part = lot.uniform(FIRST_SHEET, LAST_SHEET)
        return self._in_time((game.started_at or self.now), part)

    # -- When

    @property
    def _game_seconds(self) -> float:
        return GAME_SECONDS.get(Bots.Pace(self.bots.pace), 0.0)

    def _in_time(self, moment: datetime, part: float) -> datetime:
        """`part` of a game's time after `moment`; at once when the bots are asked to play up to a point."""
        if self.bots.until:
            return self.now
        return moment + timedelta(seconds=part * self._game_seconds)

    def _after(self, part: float, do: Callable[[], Any]) -> Step:
        """A step some time after whatever was done last, so that people can follow."""
        last = self.night.log.order_by("-version").values_list("at", flat=True).first() or self.now
        return Step(self._in_time(last, part), do)

    def _host(self, act: Callable[..., Any], **arguments: Any) -> Step:
        return self._after(A_BREATH, partial(act, self.night, self.run.organizer, **arguments))


def _close(night: Tournament, caller: Caller, *, number: int) -> None:
    """Close a game whose sheets are all in; what is left to ask (who moves after a drawn game) lots decide."""
    try:
        rounds.close_game(night, caller, number=number)
    except ActRefused as refused:
        if not refused.only_confirms:
            raise
        rounds.close_game(night, caller, number=number, confirmed=True, reason="By lot")


def _with_seats(games: Any) -> Any:
    return games.select_related("table", "round", "settings_version", "tournament").prefetch_related("seats")


def _blockers(problems: Iterable[Problem]) -> str:
    return " ".join(problem.text for problem in problems if problem.level == "blocker")


def _to_settle(games: Iterable[Game]) -> str:
    """ "Table 3: two sheets to decide between. Table 5: a sheet to confirm." """
    words = [
        f"Table {game.table.number}: "
        + ("a disputed sheet to decide." if game.disputed else "a sheet to confirm.")  # type: ignore[attr-defined]
        for game in games
    ]
    return " ".join(words)
