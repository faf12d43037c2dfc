"""The control room: where a night stands, what comes next, and everything that goes on, in one reading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, Sum
from django.db.models.functions import Coalesce

from tournaments.models import Division, LedgerEntry, Player, Round, ScoreSheet, Tournament
from tournaments.problems import Problem
from tournaments.queries.games import DivisionGame, tables_of_game
from tournaments.queries.movers import undecided_draws
from tournaments.queries.next_step import NextStep, OpenTie, Situation, next_step
from tournaments.queries.pace import Break, Pace, RealGame, Times, pace_of
from tournaments.queries.prizes import DivisionPrizes, before_final, prizes_of
from tournaments.queries.queue import DivisionQueue, queues_of
from tournaments.queries.readiness import before_draw, before_start, coming_games, late_sheets, owed_sheets
from tournaments.queries.table_codes import tables_without_code

RoundStatus, Stage, Kind, Status = Round.Status, Tournament.Stage, LedgerEntry.Kind, Player.Status

_STAKES = (Kind.BUY_IN, Kind.REFUND, Kind.TRANSFER)


@dataclass(frozen=True)
class Heads:
    """How many people, house players left out: `by_division` are those present, in the divisions' order."""

    present: int
    expected: int
    waiting: int
    by_division: tuple[tuple[Division, int], ...]


@dataclass(frozen=True)
class Takings:
    """Money in brief, in cents: buy-ins less refunds, how many have paid, and the bump cup counted in against
    what the sheets say (None where no cup is played)."""

    stakes: int
    paid: int
    cup_counted: int | None
    cup_in_sheets: int | None


@dataclass(frozen=True)
class Progress:
    """What the control room shows.

    `number`: the game on show (running, else the next, else the last), 0 before the draw and in a queue; `games`:
    its tables by division; `queues`: who waits, where games go one after the other. `warnings`: what else to look at, each with its mend.
    """

    night: Tournament
    now: datetime
    step: NextStep
    number: int
    games: tuple[DivisionGame, ...]
    queues: tuple[DivisionQueue, ...]
    heads: Heads
    takings: Takings
    pace: Pace
    warnings: tuple[Problem, ...]

    @property
    def running(self) -> bool:
        return any(game.status == RoundStatus.RUNNING for game in self.games)

    @property
    def clock_remaining(self) -> int | None:
        """Seconds left on the clock, negative once over time; None without a clock."""
        return self.night.clock_remaining(self.now)


def progress_of(night: Tournament, now: datetime) -> Progress:
    """Everything about the night as it stands at `now`. A fixed number of queries whatever its size."""
    rounds = list(night.rounds.all())
    running = _numbers(rounds, RoundStatus.RUNNING)
    closed = _numbers(rounds, RoundStatus.CLOSED)
    coming = coming_games(night, now)
    number = (running or coming[:1] or closed[-1:] or [0])[0]
    queues = queues_of(night, now) if night.settings.movement == "continuous" else ()
    games = tables_of_game(night, number, now) if number else tuple(queue.game for queue in queues)
    heads = _heads(night)
    owed = tuple(owed_sheets(night))
    ended = (bool(rounds) and not running and not coming) or _queue_over(night, queues, now)
    over = ended or night.stage == Stage.FINAL
    prizes = prizes_of(night) if over else ()
    idle = night.stage in (Stage.SETUP, Stage.FINAL) or bool(running)
    begun = bool(rounds) or bool(queues)
    problems = [] if idle else _problems_ahead(night, now, coming, prizes, begun=begun, ended=ended)
    situation = Situation(
        stage=night.stage,
        settings=night.settings,
        starts_at=night.starts_at,
        now=now,
        present=heads.present,
        expected=heads.expected,
        drawn=bool(rounds),
        running=games if running else (),
        coming=coming[0] if coming else None,
        closed=closed[-1] if closed else 0,
        on_break=night.clock == Tournament.Clock.BREAK,
        problems=tuple(problems),
        owed=owed,
        ties=_open_ties(prizes),
        unpaid=sum(division.unpaid for division in prizes),
        undue=sum(division.undue for division in prizes),
        queues=queues,
        last_call_at=night.last_call_at,
        draws=tuple(undecided_draws(night, now)),
        resting=sum(len(game.sit_outs) for game in games),
    )
    step = next_step(situation)
    return Progress(
        night=night,
        now=now,
        step=step,
        number=number,
        games=games,
        queues=queues,
        heads=heads,
        takings=_takings(night),
        pace=_pace(night, rounds, now),
        warnings=(
            *(late_sheets(night) if closed or queues or over else ()),
            *(() if queues else owed),
            *(draw for draw in situation.draws if draw.link_args != step.button.arguments),
            *(problem for problem in problems if problem.level == "warning"),
            *([] if over else tables_without_code(night)),
        ),
    )


def _queue_over(night: Tournament, queues: Sequence[DivisionQueue], now: datetime) -> bool:
    """After last call, when the last table has its sheet."""
    passed = night.last_call_at is not None and now >= night.last_call_at
    return bool(queues) and passed and not any(queue.game.cards for queue in queues)


def _numbers(rounds: Sequence[Round], status: str) -> list[int]:
    return sorted({round_.number for round_ in rounds if round_.status == status})


def _problems_ahead(
    night: Tournament,
    now: datetime,
    coming: Sequence[int],
    prizes: Sequence[DivisionPrizes],
    *,
    begun: bool,
    ended: bool,
) -> list[Problem]:
    """What stands in the way of the next act, blockers first: of the draw, the next game, or the final word."""
    if ended:
        problems = before_final(night, prizes)
    elif coming:
        problems = before_start(night, coming[0], now)
    else:
        problems = [] if begun else before_draw(night)
    return sorted(problems, key=lambda problem: problem.level != "blocker")


def _open_ties(prizes: Sequence[DivisionPrizes]) -> tuple[OpenTie, ...]:
    return tuple(
        OpenTie(division.division.name, division.division.pk, tie.place)
        for division in prizes
        for tie in division.payout.open_ties
    )


def _heads(night: Tournament) -> Heads:
    league = Coalesce("ranked_in_id", "division_id")
    rows = night.players.filter(is_house=False).values_list(league, "status")
    by_status = Counter(status for _, status in rows)
    present = Counter(division for division, status in rows if status == Status.CHECKED_IN)
    return Heads(
        present=by_status[Status.CHECKED_IN],
        expected=by_status[Status.REGISTERED],
        waiting=by_status[Status.WAITING],
        by_division=tuple((division, present[division.pk]) for division in night.divisions.all()),
    )


def _takings(night: Tournament) -> Takings:
    stakes = Q(kind__in=_STAKES) | Q(kind=Kind.REVERSAL, reverses__kind__in=_STAKES)
    rows = night.ledger.filter(stakes).values("player").annotate(total=Sum("cents")).order_by()
    totals = [row["total"] for row in rows]
    counted = in_sheets = None
    if night.settings.bump_cup:
        cup = Q(kind=Kind.CUP_COUNTED) | Q(kind=Kind.REVERSAL, reverses__kind=Kind.CUP_COUNTED)
        counted = night.ledger.filter(cup).aggregate(total=Sum("cents"))["total"] or 0
        sheets = ScoreSheet.objects.filter(game__tournament=night, state=ScoreSheet.State.ACCEPTED)
        in_sheets = sheets.aggregate(total=Sum("bump_cents"))["total"] or 0
    return Takings(sum(totals), sum(total > 0 for total in totals), counted, in_sheets)


def _pace(night: Tournament, rounds: Sequence[Round], now: datetime) -> Pace:
    chosen = night.settings
    times = Times(
        starts_at=night.starts_at,
        check_in_at=night.check_in_at,
        games=chosen.games,
        game_minutes=chosen.game_minutes,
        turn_minutes=chosen.turn_minutes,
        break_after=chosen.break_after,
        break_minutes=chosen.break_minutes,
        last_call=night.last_call_at,
    )
    return pace_of(times, _real_games(rounds), now, _break(night))


def _real_games(rounds: Sequence[Round]) -> dict[int, RealGame]:
    """Game n over all divisions: begun with the first, closed with the last of them."""
    started: dict[int, list[Round]] = {}
    for round_ in rounds:
        if round_.started_at is not None:
            started.setdefault(round_.number, []).append(round_)
    real = {}
    for number, same in sorted(started.items()):
        closes = [round_.closed_at for round_ in same if round_.closed_at]
        real[number] = RealGame(
            min(round_.started_at for round_ in same if round_.started_at),
            max(closes) if len(closes) == len(same) else None,
        )
    return real


def _break(night: Tournament) -> Break | None:
    if night.clock != Tournament.Clock.BREAK or night.clock_started_at is None:
        return None
    return Break(night.clock_started_at, night.clock_ends_at())
