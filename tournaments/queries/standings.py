"""Standings: accepted lines from the database, totals and ranks from `scoring`, for every page alike."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple
from uuid import UUID

from django.db.models import Count, Q

from scoring.games import Result
from scoring.records import PlayedGame, Record
from scoring.records import Status as RecordStatus
from scoring.standings import Standing, Tie, finishing_places, prize_ties, standings
from scoring.ties import separations
from tournaments.models import (
    Division,
    Player,
    Round,
    ScoreSheet,
    SheetLine,
    SitOut,
    TieDecision,
    Tournament,
)
from tournaments.night_settings import NightSettings
from tournaments.queries.sanctions import OutsideSheets, outside_sheets

#: Kept on the list of a division's standings; who was never given a number has nothing to stand with.
_SHOWN = (Player.Status.CHECKED_IN, Player.Status.WITHDRAWN, Player.Status.DISQUALIFIED)


@dataclass(frozen=True)
class Row:
    """One player's line of the standings. Name it in public through `names.public_name(row.player, ...)`.

    `record`: the games behind it. `ahead_by`: what puts the player before the next one with as many points
    ("loners", "sudden death"), "" otherwise.
    """

    player: Player
    standing: Standing
    in_the_money: bool
    record: Record
    ahead_by: str


@dataclass(frozen=True)
class DivisionStandings:
    """`games_closed`: the last game closed, 0 before any. `sheets_in`/`sheets_due`: of all games started.
    `settled_ties`: ties at a prize place that only a recorded order (sudden death, lots) has settled."""

    division: Division
    rows: tuple[Row, ...]
    games_closed: int
    sheets_in: int
    sheets_due: int
    settled_ties: tuple[Tie, ...] = ()

    @property
    def complete(self) -> bool:
        """Every game started has its accepted sheet."""
        return self.sheets_in == self.sheets_due


def standings_of(night: Tournament) -> tuple[DivisionStandings, ...]:
    """The standings of every division as the accepted sheets and the director make them now. Eight queries
    whatever the size."""
    divisions = list(night.divisions.all())
    players = list(
        night.players.filter(number__isnull=False, status__in=_SHOWN)
        .order_by("number")
        .select_related("division")
    )
    numbers = {player.pk: player.number or 0 for player in players}
    outside = outside_sheets(night)
    played = _played_games(night, numbers, outside)
    sit_outs = _sit_outs(night, outside)
    started, closed = _rounds(night)
    decisions = _tie_decisions(night, numbers)
    sheets = _sheet_counts(night)
    final = night.stage == Tournament.Stage.FINAL or _all_closed(night, closed, divisions)

    result = []
    for division in divisions:
        there = [player for player in players if player.league_id == division.pk]
        seats = division.seat_id
        records = [
            _record(
                player,
                played[player.pk],
                sit_outs[player.pk],
                started[seats],
                outside.points.get(player.pk, 0),
            )
            for player in there
        ]
        rows, settled_ties = _ranked(there, records, night.settings, decisions[division.pk], final)
        sheets_in, due = sheets.get(seats, (0, 0))
        last = max(closed[seats], default=0)
        result.append(DivisionStandings(division, rows, last, sheets_in, due, settled_ties))
    return tuple(result)


class _Decision(NamedTuple):
    """A recorded order of tied players, as player numbers, best first."""

    order: tuple[int, ...]
    how: str


def _ranked(
    players: Sequence[Player],
    records: Sequence[Record],
    settings: NightSettings,
    decisions: Sequence[_Decision],
    final: bool,
) -> tuple[tuple[Row, ...], tuple[Tie, ...]]:
    """A division's rows, and the prize ties that only a recorded order has settled."""
    rules, plan = settings.standing_rules(), settings.prize_plan()
    # A host who goes over to splitting has no more use for an order that was played out before.
    orders = [] if plan.splits_ties else [decision.order for decision in decisions]
    ranked = standings(records, rules, orders=orders, final=final)
    level = prize_ties(standings(records, rules, final=final), plan.places) if orders else ()
    winning = {
        number for tie in finishing_places(ranked) if tie.place <= plan.places for number in tie.players
    }
    ahead_by = separations(records, rules, orders, final=final)
    by_number = {player.number: player for player in players}
    record_of = {record.player: record for record in records}
    rows = tuple(
        Row(
            by_number[row.player],
            row,
            row.player in winning,
            record_of[row.player],
            _ahead_by(ahead_by.get(row.player, ""), row.player, decisions),
        )
        for row in ranked
    )
    return rows, tuple(tie for tie in level if tie not in prize_ties(ranked, plan.places))


def _ahead_by(how: str, number: int, decisions: Sequence[_Decision]) -> str:
    """`how` in words; a recorded order by the way it came about."""
    if how != "recorded order":
        return how
    return next(decision.how for decision in reversed(decisions) if number in decision.order)


def _record(
    player: Player,
    games: Sequence[PlayedGame],
    sit_outs: Sequence[int],
    started: Sequence[int],
    penalties: int,
) -> Record:
    present = {game.game for game in games} | set(sit_outs)
    status: RecordStatus = "ranked"
    if player.status == Player.Status.DISQUALIFIED:
        status = "disqualified"
    elif player.is_house or not player.prize_eligible:
        status = "not eligible"
    return Record(
        player=player.number or 0,
        games=tuple(games),
        sit_outs=tuple(sit_outs),
        absences=tuple(number for number in started if number not in present),
        penalties=penalties,
        status=status,
    )


class _Line(NamedTuple):
    """An accepted line with what its sheet and game say: plain columns, since a late night has thousands."""

    sheet: object
    game: UUID
    position: int
    player: int
    side_points: int
    personal_points: int
    director_points: int
    loners: int
    bump_cents: int | None
    result: Result
    partner: int | None
    size: int
    round_number: int | None
    queue_number: int | None


_COLUMNS = (
    "sheet_id", "sheet__game_id", "position", "player_id", "side_points", "personal_points", "director_points",
    "loners", "bump_cents", "result", "sheet__partner_of_first", "sheet__game__size",
    "sheet__game__round__number", "sheet__game__queue_number",
)  # fmt: skip


def _played_games(
    night: Tournament, numbers: Mapping[int, int], outside: OutsideSheets
) -> dict[int, list[PlayedGame]]:
    """Each player's counted games in order, from the accepted lines."""
    rows = (
        SheetLine.objects.filter(sheet__state=ScoreSheet.State.ACCEPTED, sheet__game__tournament=night)
        .order_by("sheet__game__round__number", "sheet__game__queue_number", "sheet_id", "position")
        .values_list(*_COLUMNS)
    )
    by_sheet: dict[object, list[_Line]] = defaultdict(list)
    for row in rows:
        line = _Line(*row)
        by_sheet[line.sheet].append(line)
    played: dict[int, list[PlayedGame]] = defaultdict(list)
    for table in by_sheet.values():
        for line in table:
            game = _played_game(line, table, numbers)
            forfeited = (line.player, line.game) in outside.forfeits
            played[line.player].append(_forfeited(game) if forfeited else game)
    return played


def _forfeited(game: PlayedGame) -> PlayedGame:
    """A game the player takes nothing from. It stays played, so that forfeiting lifts nobody's average, and what
    it cost stays lost."""
    return replace(game, points=min(game.points, 0), director=min(game.director, 0), loners=0, result="lost")


def _played_game(line: _Line, table: Sequence[_Line], numbers: Mapping[int, int]) -> PlayedGame:
    partner = line.partner
    mine = {0, partner} if line.position in (0, partner) else {1, 2, 3} - {partner}
    against = [other for other in table if other.position not in (mine if partner else {line.position})]
    return PlayedGame(
        game=line.round_number or line.queue_number or 0,
        points=line.side_points + line.personal_points,
        director=line.director_points,
        loners=line.loners,
        bump_cents=line.bump_cents,
        result=line.result,
        opponents=tuple(numbers[other.player] for other in against if other.player in numbers),
        three_handed=line.size == 3,
    )


def _sit_outs(night: Tournament, outside: OutsideSheets) -> dict[int, list[int]]:
    """Numbers of the games a player sat out by schedule, among those started; a void game forfeited is none."""
    found: dict[int, list[int]] = defaultdict(list)
    rows = SitOut.objects.filter(round__tournament=night).exclude(round__status=Round.Status.PLANNED)
    for player_id, number in rows.order_by("round__number").values_list("player_id", "round__number"):
        if (player_id, number) not in outside.forfeited_rounds:
            found[player_id].append(number)
    return found


def _rounds(night: Tournament) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """Numbers of the rounds started and of those closed, per division."""
    started: dict[int, list[int]] = defaultdict(list)
    closed: dict[int, list[int]] = defaultdict(list)
    for division_id, number, status in night.rounds.order_by("number").values_list(
        "division_id", "number", "status"
    ):
        if status != Round.Status.PLANNED:
            started[division_id].append(number)
        if status == Round.Status.CLOSED:
            closed[division_id].append(number)
    return started, closed


def _tie_decisions(night: Tournament, numbers: Mapping[int, int]) -> dict[int, list[_Decision]]:
    """Recorded orders of tied players per division, oldest first."""
    decisions: dict[int, list[_Decision]] = defaultdict(list)
    for decision in TieDecision.objects.filter(division__tournament=night).order_by("at", "id"):
        order = tuple(numbers[pk] for pk in decision.order if pk in numbers)
        decisions[decision.division_id].append(_Decision(order, decision.get_how_display()))
    return decisions


def _sheet_counts(night: Tournament) -> dict[int, tuple[int, int]]:
    """(accepted sheets, games started) per division."""
    counts: dict[int, tuple[int, int]] = {}
    games = night.games.filter(status__in=("running", "finished"))
    rows = (
        games.values("division_id")
        .order_by()
        .annotate(
            due=Count("id", distinct=True),
            there=Count("sheets", filter=Q(sheets__state=ScoreSheet.State.ACCEPTED), distinct=True),
        )
    )
    for row in rows:
        counts[row["division_id"]] = (row["there"], row["due"])
    return counts


def _all_closed(night: Tournament, closed: Mapping[int, list[int]], divisions: Sequence[Division]) -> bool:
    games = night.settings.games
    playing = [division for division in divisions if closed[division.pk]]
    return games is not None and bool(playing) and all(len(closed[d.pk]) >= games for d in playing)
