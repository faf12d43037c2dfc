"""A tie at a prize place: who is level, for what, and how it was settled if it was."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.prizes import PlaceShare
from scoring.standings import Tie
from tournaments.models import Division, Player, TieDecision, Tournament
from tournaments.queries.prizes import DivisionPrizes, prizes_of
from tournaments.queries.standings import Row


@dataclass(frozen=True)
class PlaceTie:
    """Players level from `place` on. `rows`: their rows by player number. `others`: numbers of those present in
    the division who are not tied, to be drawn as partners. `shares`: what the places they stand on are worth.
    `decision`: the recorded order that has settled it, None while it is open."""

    night: Tournament
    division: Division
    place: int
    rows: Mapping[int, Row]
    others: tuple[int, ...]
    people: Mapping[int, Player]
    shares: tuple[PlaceShare, ...]
    decision: TieDecision | None

    @property
    def players(self) -> list[Player]:
        """By number."""
        return [row.player for row in self.rows.values()]

    @property
    def points(self) -> int:
        return next(iter(self.rows.values())).standing.total

    @property
    def decided_order(self) -> list[Player]:
        """Best first, once it is settled."""
        by_id = {player.pk: player for player in self.players}
        order = self.decision.order if self.decision else []
        return [by_id[pk] for pk in order if pk in by_id]


def tie_at(night: Tournament, division_id: int, place: int) -> PlaceTie | None:
    """The tie at a place of a division, open or settled by a recorded order; None where there is none."""
    for prizes in prizes_of(night):
        if prizes.division.pk != division_id:
            continue
        for tie in (*prizes.payout.open_ties, *prizes.standings.settled_ties):
            if tie.place == place:
                return _described(night, prizes, tie)
    return None


def _described(night: Tournament, prizes: DivisionPrizes, tie: Tie) -> PlaceTie:
    rows = {row.standing.player: row for row in prizes.standings.rows}
    tied = {number: rows[number] for number in sorted(tie.players)}
    on_places = range(tie.place, tie.place + len(tied))
    return PlaceTie(
        night=night,
        division=prizes.division,
        place=tie.place,
        rows=tied,
        others=tuple(n for n, row in rows.items() if n not in tied and row.player.is_playing),
        people={number: row.player for number, row in rows.items()},
        shares=tuple(share for share in prizes.payout.shares if share.place in on_places),
        decision=None if tie in prizes.payout.open_ties else _decision(prizes.division, tied),
    )


def _decision(division: Division, tied: Mapping[int, Row]) -> TieDecision | None:
    """The latest order that names all of them."""
    ids = {row.player.pk for row in tied.values()}
    decisions = TieDecision.objects.filter(division=division).order_by("-at", "-id")
    return next((decision for decision in decisions if ids <= set(decision.order)), None)
