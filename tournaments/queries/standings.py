"""Standings: accepted lines from the database, totals and ranks from `scoring`, for every page alike."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, Q

from scoring.games import Result
from scoring.records import PlayedGame, Record
from scoring.records import Status as RecordStatus
from scoring.standings import Standing, standings
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

#: Kept on the list of a division's standings; who was never given a number has nothing to stand with.
_SHOWN = (Player.Status.CHECKED_IN, Player.Status.WITHDRAWN, Player.Status.DISQUALIFIED)


@dataclass(frozen=True)
class Row:
    """One player's line of the standings. Name it in public through `names.public_name(row.player, ...)`."""

    player: Player
    standing: Standing
    in_the_money: bool


@dataclass(frozen=True)
class DivisionStandings:
    """`games_closed`: the last game closed, 0 before any. `sheets_in`/`sheets_due`: of all games started."""

    division: Division
    rows: tuple[Row, ...]
    games_closed: int
    sheets_in: int
    sheets_due: int

    @property
    def complete(self) -> bool:
        """Every game started has its accepted sheet."""
        return self.sheets_in == self.sheets_due


def standings_of(night: Tournament) -> tuple[DivisionStandings, ...]:
    """The standings of every division as the accepted sheets make them now. Seven queries whatever the size."""
    settings = night.settings
    divisions = list(night.divisions.all())
    players = list(
        night.players.filter(number__isnull=False, status__in=_SHOWN)
        .order_by("number")
        .select_related("division")
    )
    numbers = {player.pk: player.number or 0 for player in players}
    played = _played_games(night, numbers)
    sit_outs = _sit_outs(night)
    started, closed = _rounds(night)
    orders = _tie_orders(night, numbers)
    sheets = _sheet_counts(night)
    final = night.stage == Tournament.Stage.FINAL or _all_closed(night, closed, divisions)
    places = settings.prize_plan().places

    result = []
    for division in divisions:
        records = [
            _record(player, played[player.pk], sit_outs[player.pk], started[division.pk])
            for player in players
            if player.division_id == division.pk
        ]
        by_number = {player.number: player for player in players if player.division_id == division.pk}
        rows = tuple(
            Row(
                by_number[row.player],
                row,
                row.rank is not None and row.rank <= places and row.games_played > 0,
            )
            for row in standings(records, settings.standing_rules(), orders=orders[division.pk], final=final)
        )
        sheets_in, due = sheets.get(division.pk, (0, 0))
        result.append(DivisionStandings(division, rows, max(closed[division.pk], default=0), sheets_in, due))
    return tuple(result)


def _record(
    player: Player, games: Sequence[PlayedGame], sit_outs: Sequence[int], started: Sequence[int]
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
        status=status,
    )


class _Line(NamedTuple):
    """An accepted line with what its sheet and game say: plain columns, since a late night has thousands."""

    sheet: object
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
    "sheet_id", "position", "player_id", "side_points", "personal_points", "director_points", "loners",
    "bump_cents", "result", "sheet__partner_of_first", "sheet__game__size", "sheet__game__round__number",
    "sheet__game__queue_number",
)  # fmt: skip


def _played_games(night: Tournament, numbers: Mapping[int, int]) -> dict[int, list[PlayedGame]]:
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
            played[line.player].append(_played_game(line, table, numbers))
    return played


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


def _sit_outs(night: Tournament) -> dict[int, list[int]]:
    """Numbers of the games a player sat out by schedule, among those started."""
    found: dict[int, list[int]] = defaultdict(list)
    rows = SitOut.objects.filter(round__tournament=night).exclude(round__status=Round.Status.PLANNED)
    for player_id, number in rows.order_by("round__number").values_list("player_id", "round__number"):
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


def _tie_orders(night: Tournament, numbers: Mapping[int, int]) -> dict[int, list[list[int]]]:
    """Recorded orders of tied players per division, oldest first, as player numbers."""
    orders: dict[int, list[list[int]]] = defaultdict(list)
    for decision in TieDecision.objects.filter(division__tournament=night).order_by("at", "id"):
        orders[decision.division_id].append([numbers[pk] for pk in decision.order if pk in numbers])
    return orders


def _sheet_counts(night: Tournament) -> dict[int, tuple[int, int]]:
    """(accepted sheets, games started) per division."""
    counts: dict[int, tuple[int, int]] = {}
    games = night.games.filter(status__in=("running", "finished"))
    rows = games.values("division_id").annotate(
        due=Count("id", distinct=True),
        there=Count("sheets", filter=Q(sheets__state=ScoreSheet.State.ACCEPTED), distinct=True),
    )
    for row in rows:
        counts[row["division_id"]] = (row["there"], row["due"])
    return counts


def _all_closed(night: Tournament, closed: Mapping[int, list[int]], divisions: Sequence[Division]) -> bool:
    games = night.settings.games
    playing = [division for division in divisions if closed[division.pk]]
    return games is not None and bool(playing) and all(len(closed[d.pk]) >= games for d in playing)
