"""Writing a score sheet's rows, and what the log says of one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.games import Sheet, lines
from tournaments.actions.act import Act
from tournaments.models import Game, HandRecord, ScoreSheet, SheetLine
from tournaments.sheet_content import content_hash, rules_of, write, write_hand


def store(
    act: Act,
    game: Game,
    sheet: Sheet,
    state: str,
    *,
    agreed: bool,
    reason: str,
    supersedes: ScoreSheet | None = None,
    identity: str = "",
) -> ScoreSheet:
    """Write a sheet with its lines and hands, and the seats it saw. `identity`: whose numbers they are, if not the
    caller's."""
    record = ScoreSheet.objects.create(
        game=game,
        state=state,
        how=ScoreSheet.How.TOTALS if sheet.hands is None else ScoreSheet.How.HANDS,
        game_revision=game.revision,
        partner_of_first=sheet.pairing,
        scores=list(sheet.scores),
        bump_cents=sheet.bump_cents,
        penalties=write(sheet)["penalties"],
        extra_hand=sheet.extra_hand,
        agreed=agreed,
        reason=reason[:300],
        content_hash=content_hash(sheet),
        supersedes=supersedes,
        entered_by=act.caller.actor.name[:120],
        entered_role=act.caller.actor.role,
        entered_identity=identity or act.caller.actor.identity,
        entered_at=act.at,
    )
    seats = {seat.position: seat.player_id for seat in game.seats.all()}
    SheetLine.objects.bulk_create(
        SheetLine(
            sheet=record,
            position=line.position,
            player_id=seats[line.position],
            side_points=line.side,
            personal_points=line.personal,
            director_points=line.director,
            bump_cents=line.bump_cents,
            loners=line.loners,
            result=line.result,
        )
        for line in lines(rules_of(game), sheet)
    )
    HandRecord.objects.bulk_create(
        HandRecord(sheet=record, number=number, data=write_hand(hand))
        for number, hand in enumerate(sheet.hands or (), start=1)
    )
    return record


def summary(sheet: Sheet) -> dict[str, Any]:
    """A sheet just handed in as the log shows it."""
    said = {"scores": list(sheet.scores), "pairing": sheet.pairing, "bump_cents": sheet.bump_cents}
    return said if sheet.extra_hand is None else {**said, "extra_hand": sheet.extra_hand}


def entered(record: ScoreSheet) -> dict[str, Any]:
    """A stored sheet as the log shows it: what it says and who entered it."""
    said = {
        "scores": record.scores,
        "pairing": record.partner_of_first,
        "bump_cents": record.bump_cents,
        "by": record.entered_by,
    }
    return said if record.extra_hand is None else {**said, "extra_hand": record.extra_hand}


def dashed(scores: Sequence[int]) -> str:
    """ "14–9"."""
    return "–".join(str(score) for score in scores)
