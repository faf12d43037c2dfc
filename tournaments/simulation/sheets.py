"""What becomes of each table's sheet on its way in: mostly nothing, now and then what halls know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any, Literal

from scoring import Penalty
from scoring.games import Sheet, sheet_from_hands
from tournaments.actions import sheets
from tournaments.actions.act import Caller
from tournaments.models import Game, Tournament
from tournaments.problems import ActRefused
from tournaments.sheet_content import rules_of, write
from tournaments.simulation.run import Run
from tournaments.simulation.script import Happenings

Fate = Literal["plain", "resent", "misread", "disagreed", "corrected", "conduct", "disputed", "missing"]
"""As in `script.Happenings`; "disputed": misread, and not decided; "missing": never handed in."""

_LATER = {"misread": 0.6, "disagreed": 0.3}
"""Minutes until the second act of such a sheet."""


@dataclass(frozen=True)
class Step:
    """Something done about a sheet, `after` minutes from when the table is ready; None: after the game is closed."""

    after: float | None
    do: Callable[[], Any]


def fate_of(lot: Random, happenings: Happenings) -> Fate:
    """What becomes of a sheet, by the script's chances."""
    chance = lot.random()
    fates: tuple[tuple[Fate, float], ...] = (
        ("resent", happenings.resent),
        ("misread", happenings.misread),
        ("disagreed", happenings.disagreed),
        ("corrected", happenings.corrected),
        ("conduct", happenings.conduct),
    )
    for fate, share in fates:
        if chance < share:
            return fate
        chance -= share
    return "plain"


def fates_left_open(tables: Sequence[int], lot: Random, *, missing: int, disputed: int) -> Mapping[int, Fate]:
    """The tables of a game left half way whose sheets are not in; at least one other sheet is, where there are two."""
    drawn = lot.sample(tables, len(tables))
    wanted = min(disputed + missing, max(1, len(tables) - 1))
    return {
        table: "disputed" if place < disputed else "missing" for place, table in enumerate(drawn[:wanted])
    }


def way_in(run: Run, game: Game, sheet: Sheet, fate: Fate) -> Iterator[Step]:
    """The steps by which a sheet comes in (or does not)."""
    table = game.table.number
    lot = run.lot("sheet", game.round.number if game.round else game.queue_number, table)
    shown = replace(sheet, hands=None) if lot.random() < run.script.happenings.by_totals else sheet
    if fate == "missing":
        return
    if fate in ("misread", "disputed"):
        yield Step(0, lambda: hand_in(run.night, game, misread(sheet), run.sender(table)))
        yield Step(_LATER["misread"], lambda: hand_in(run.night, game, shown, run.sender(table)))
        if fate == "misread":
            yield Step(2 * _LATER["misread"], lambda: _decide(run, game, sheet))
    elif fate == "disagreed":
        yield Step(0, lambda: hand_in(run.night, game, shown, run.sender(table), agreed=False))
        yield Step(_LATER["disagreed"], lambda: hand_in(run.night, game, shown, run.sender(table)))
    elif fate == "resent":
        yield Step(0, lambda: hand_in(run.night, game, shown, run.sender(table), times=2))
    elif fate == "corrected":
        yield Step(0, lambda: hand_in(run.night, game, misread(sheet), run.sender(table)))
        yield Step(None, lambda: _correct(run, game, shown, "The total was misread"))
    else:
        yield Step(0, lambda: hand_in(run.night, game, shown, run.sender(table)))
        if fate == "conduct":
            marked = _with_conduct(game, sheet)
            yield Step(None, lambda: _correct(run, game, marked, "Conduct: a point off"))


def hand_in(
    night: Tournament, game: Game, sheet: Sheet, sender: Caller, *, agreed: bool = True, times: int = 1
) -> dict[str, Any]:
    """Post a sheet; odd numbers are confirmed when the act asks. `times`: a phone that saw no answer sends again."""
    post = partial(
        sheets.post_sheet,
        night,
        sender,
        game_id=str(game.pk),
        game_revision=game.revision,
        content=write(sheet),
        agreed=agreed,
    )
    try:
        answer = post()
    except ActRefused as refused:
        if not refused.only_confirms:
            raise
        post = partial(post, confirmed=True, reason="As played")
        answer = post()
    for _ in range(times - 1):
        answer = post()
    return answer


def misread(sheet: Sheet) -> Sheet:
    """The sheet by totals as somebody reads it who takes a figure of the losers for another."""
    losers = sheet.scores.index(min(sheet.scores))
    wrong = sheet.scores[losers] + (1 if sheet.scores[losers] < 1 else -1)
    scores = tuple(wrong if side == losers else score for side, score in enumerate(sheet.scores))
    return replace(sheet, scores=scores, hands=None, extra_hand=None)


def _decide(run: Run, game: Game, sheet: Sheet) -> None:
    """The director looks at the paper: the sheet with the played scores counts."""
    disputed = game.sheets.filter(state="contested").order_by("entered_at", "pk")
    right = next(record for record in disputed if record.scores == list(sheet.scores))
    sheets.decide_dispute(
        run.night, run.organizer, game_id=str(game.pk), sheet_id=str(right.pk), reason="As the paper says"
    )
    run.tell(f"Table {game.table.number}: two sheets; the director decided.")


def _correct(run: Run, game: Game, sheet: Sheet, reason: str) -> None:
    accepted = game.sheets.get(state="accepted")
    sheets.correct_sheet(
        run.night,
        run.organizer,
        game_id=str(game.pk),
        sheet_id=str(accepted.pk),
        content=write(sheet),
        reason=reason,
    )
    run.tell(f"Table {game.table.number}: sheet corrected ({reason}).")


def _with_conduct(game: Game, sheet: Sheet) -> Sheet:
    """The sheet with a point taken by the director from the maker of the last hand, noted in that hand."""
    *hands, last = sheet.hands or ()
    fine = Penalty("points", last.maker or 0, -1)
    noted = replace(last, penalties=(*last.penalties, fine))
    return sheet_from_hands(rules_of(game), sheet.pairing, [*hands, noted])
