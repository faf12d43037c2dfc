"""Records -> the rows of the standings, for one division."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.records import Record, StandingRules, Status, half_up, sit_out_points, total_points
from scoring.ties import ranked_groups


@dataclass(frozen=True)
class Standing:
    """One row of the standings.

    `total` = `sheet_points` + `director_points` + `sit_out_points`. `sit_out_points` None is shown as a dash: the
    player has sat out, but has no game yet to take an average from. `hundredths_per_game`: sheet points per game
    played, in hundredths, rounded half up; None while none is played. `moved`: places gained (lost: negative)
    since the previous game; None when there is nothing to compare. `bump_cents` None: not known.
    """

    player: int
    rank: int | None
    tied: bool
    total: int
    sheet_points: int
    director_points: int
    sit_out_points: int | None
    sit_outs: int
    absences: int
    games_played: int
    games_won: int
    three_handed_games: int
    loners: int
    bump_cents: int | None
    hundredths_per_game: int | None
    moved: int | None
    status: Status

    @property
    def finisher(self) -> bool:
        """Whether the player can take a prize: ranked, and has played."""
        return self.rank is not None and self.games_played > 0


@dataclass(frozen=True)
class Tie:
    """Players on one place, or level on several: `place` is the best of those they share."""

    place: int
    players: tuple[int, ...]


def standings(
    records: Sequence[Record],
    rules: StandingRules,
    *,
    orders: Sequence[Sequence[int]] = (),
    previous_game: int | None = None,
    final: bool = False,
) -> tuple[Standing, ...]:
    """The rows of one division in the order to show them: by rank, inside a tie by player number.

    `orders`: recorded playoff or lot orders, best first; one counts only for level players whom it names all.
    `previous_game`: movement is measured against the standings after that game, by default the one before the
    latest. `final`: no more games come, so a sit-out of somebody who never played is worth 0.
    Players who are not eligible stand where their points put them, the disqualified last.
    """
    ranks = _ranks(records, rules, orders, final)
    if previous_game is None:
        previous_game = max((n for record in records for n in record.game_numbers), default=0) - 1
    earlier = [record.until(previous_game) for record in records]
    before = _ranks([record for record in earlier if record.game_numbers], rules, orders, final=False)
    rows = [
        _row(record, rules, final, ranks.get(record.player), before.get(record.player)) for record in records
    ]
    return tuple(sorted(rows, key=_shown_order))


def _ranks(
    records: Sequence[Record], rules: StandingRules, orders: Sequence[Sequence[int]], final: bool
) -> dict[int, tuple[int, bool]]:
    """Rank and whether it is shared, by player number."""
    groups = ranked_groups(records, rules, orders, final=final)
    return {player: (rank, len(group) > 1) for rank, group in groups for player in group}


def _row(
    record: Record,
    rules: StandingRules,
    final: bool,
    ranked: tuple[int, bool] | None,
    before: tuple[int, bool] | None,
) -> Standing:
    played = len(record.games)
    rank, tied = ranked or (None, False)
    return Standing(
        player=record.player,
        rank=rank,
        tied=tied,
        total=total_points(record, rules.sit_out, final=final),
        sheet_points=record.sheet_points,
        director_points=record.director_points,
        sit_out_points=sit_out_points(record, rules.sit_out, final=final),
        sit_outs=len(record.sit_outs),
        absences=len(record.absences),
        games_played=played,
        games_won=record.games_won,
        three_handed_games=sum(game.three_handed for game in record.games),
        loners=record.loners,
        bump_cents=record.bump_cents,
        hundredths_per_game=half_up(100 * record.sheet_points, played) if played else None,
        moved=None if rank is None or before is None else before[0] - rank,
        status=record.status,
    )


def _shown_order(row: Standing) -> tuple[bool, int, bool, int, int]:
    # Points first, so that players without a rank find their place; rank orders those separated on equal points.
    return (row.status == "disqualified", -row.total, row.rank is None, row.rank or 0, row.player)


def finishing_places(rows: Sequence[Standing]) -> tuple[Tie, ...]:
    """The finishers by place, best first. Who never played or has no rank does not take a place away."""
    groups: dict[int, list[int]] = {}
    for row in rows:
        if row.rank is not None and row.finisher:
            groups.setdefault(row.rank, []).append(row.player)
    result: list[Tie] = []
    place = 1
    for _, players in sorted(groups.items()):
        result.append(Tie(place, tuple(sorted(players))))
        place += len(players)
    return tuple(result)


def prize_ties(rows: Sequence[Standing], places: int) -> tuple[Tie, ...]:
    """The ties that touch one of the first `places` places and so must be settled before anything is paid."""
    return tuple(tie for tie in finishing_places(rows) if tie.place <= places and len(tie.players) > 1)
