"""The director's acts on a player outside a sheet (RULES 4 and 6): warnings, points, a forfeited game.

Disqualification is in `actions.check_in`. Each has a reason, stands in the log, and is taken back or changed by
a row that supersedes it; nothing is ever deleted.
"""

from __future__ import annotations

from tournaments.actions.act import Act, Result, act
from tournaments.actions.lookup import game_of, player_of, refuse_if_final
from tournaments.models import Game, Player, Sanction, Seat
from tournaments.names import clean_name
from tournaments.problems import refuse

Kind = Sanction.Kind
MOST_POINTS = 50
_JUDGES = ("organizer", "runner")


@act
def warn_player(
    act: Act, *, player_id: int, kind: str, reason: str = "", table_number: int | None = None
) -> Result:
    """Warn a player: misdeal, exposed card, phone, conduct. It costs nothing; it is counted from table to table.

    A judge on the floor may warn as the director may; what a warning leads to, the director says.
    """
    refuse_if_final(act.night)
    if act.caller.actor.role not in _JUDGES:
        raise refuse("not_a_judge", "A judge or the director warns.")
    player = player_of(act.night, player_id)
    if kind not in Sanction.WARNINGS:
        raise refuse("kind", "Choose what the warning is for.", field="kind")
    count = 1 + player.sanctions.filter(kind=kind, superseded_by__isnull=True).count()
    row = _lay_on(act, player, kind, reason, table_number=table_number)
    act.record(
        f"Warned {player}: {row.get_kind_display()} (number {count} tonight)",
        after=count,
        reason=row.reason,
        player=player,
        table_number=table_number,
    )
    return {"sanction": row.pk, "count": count}


@act
def penalise(act: Act, *, player_id: int, points: int, reason: str) -> Result:
    """Add the director's points to a player's total outside any sheet: a penalty is negative.

    They count in every standing at once, in no average and for nobody else (RULES 4).
    """
    refuse_if_final(act.night)
    player = player_of(act.night, player_id)
    _check(points, reason)
    row = _lay_on(act, player, Kind.POINTS, reason, points=points)
    act.touch("scores")
    act.record(
        f"The director gave {player} {_signed(points)}", after=points, reason=row.reason, player=player
    )
    return {"sanction": row.pk}


@act
def change_penalty(act: Act, *, sanction_id: int, points: int, reason: str) -> Result:
    """Other points instead of those given before; the first row stays in the history."""
    refuse_if_final(act.night)
    old = _standing(act, sanction_id)
    if old.kind != Kind.POINTS:
        raise refuse("not_points", f"{old.player} was not given points by that.")
    _check(points, reason)
    row = _lay_on(act, old.player, Kind.POINTS, reason, points=points, supersedes=old)
    act.touch("scores")
    act.record(
        f"The director gave {old.player} {_signed(points)} instead of {_signed(old.points)}",
        before=old.points,
        after=points,
        reason=row.reason,
        player=old.player,
    )
    return {"sanction": row.pk}


@act
def forfeit_game(act: Act, *, player_id: int, game_id: str, reason: str) -> Result:
    """A player takes nothing from a game: no points of it, lost; partner and opponents keep what they made.

    The game stays one the player has played, so that nobody's average rises by forfeiting; of a void game, the
    sit-out's worth is gone.
    """
    refuse_if_final(act.night)
    player, game = player_of(act.night, player_id), game_of(act.night, game_id)
    _need_reason(reason)
    if not Seat.objects.filter(game=game, player=player).exists():
        raise refuse("not_there", f"{player} has no seat at {game}.", field="game_id")
    if game.status == Game.Status.PLANNED:
        raise refuse("not_started", f"{game} has not been started.", field="game_id")
    if player.sanctions.filter(kind=Kind.FORFEIT, game=game, superseded_by__isnull=True).exists():
        raise refuse("forfeited", f"{player} has forfeited {game} already.")
    row = _lay_on(act, player, Kind.FORFEIT, reason, game=game, table_number=game.table.number)
    act.touch("scores")
    act.record(f"{player} forfeits {game}", reason=row.reason, player=player, game=game)
    return {"sanction": row.pk}


@act
def lift_sanction(act: Act, *, sanction_id: int, reason: str) -> Result:
    """Take a warning, points or a forfeit back, with the reason; both rows stay in the history."""
    refuse_if_final(act.night)
    old = _standing(act, sanction_id)
    if act.caller.actor.role != "organizer" and old.kind not in Sanction.WARNINGS:
        raise refuse("not_the_director", "The director takes that back.")
    _need_reason(reason)
    _lay_on(act, old.player, Kind.LIFTED, reason, supersedes=old)
    act.touch("scores")
    what = _signed(old.points) if old.kind == Kind.POINTS else old.get_kind_display()
    act.record(
        f"Took back from {old.player}: {what}",
        before=old.reason or None,
        reason=reason,
        player=old.player,
        game=old.game,
        table_number=old.table_number,
    )
    return {"sanction": old.pk}


def _lay_on(
    act: Act,
    player: Player,
    kind: str,
    reason: str,
    *,
    points: int = 0,
    game: Game | None = None,
    table_number: int | None = None,
    supersedes: Sanction | None = None,
) -> Sanction:
    act.touch("judge")
    row: Sanction = Sanction.objects.create(
        tournament=act.night,
        player=player,
        kind=kind,
        points=points,
        reason=clean_name(reason)[:300],
        game=game,
        table_number=table_number,
        by=act.caller.actor.name[:120],
        role=act.caller.actor.role,
        at=act.at,
        supersedes=supersedes,
    )
    return row


def _standing(act: Act, sanction_id: int) -> Sanction:
    rows = act.night.sanctions.select_related("player", "game__table", "game__round", "superseded_by")
    row: Sanction | None = rows.filter(pk=sanction_id).exclude(kind=Kind.LIFTED).first()
    if row is None:
        raise refuse("no_sanction", "That is not one of this night's.")
    if hasattr(row, "superseded_by"):
        raise refuse("stale", f"{row.player}: that has been changed or taken back already. Look again.")
    return row


def _check(points: int, reason: str) -> None:
    if not points or abs(points) > MOST_POINTS:
        text = f"Give between 1 and {MOST_POINTS} points, a penalty with a minus."
        raise refuse("points", text, field="points")
    _need_reason(reason)


def _need_reason(reason: str) -> None:
    if not reason.strip():
        raise refuse("reason", "Say why: the log keeps it.", field="reason")


def _signed(points: int) -> str:
    return f"{points:+d} point{'' if abs(points) == 1 else 's'}".replace("-", "−")
