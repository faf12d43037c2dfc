"""Who really sat in a chair, put right after the fact: the points follow, or stay with whom the plan seated."""

from __future__ import annotations

from tournaments.actions import queue_games
from tournaments.actions.act import Act, Result, act
from tournaments.actions.lookup import player_of, refuse_if_final
from tournaments.actions.seating import exchange_seats, refuse_if_forfeited
from tournaments.actions.sheet_records import store
from tournaments.actions.sheet_steps import playable_game
from tournaments.models import AccessLink, Game, Movement, Player, Round, ScoreSheet, Seat, SitOut
from tournaments.problems import refuse
from tournaments.sheet_content import STANDING, stored

State = ScoreSheet.State


@act
def correct_chair(
    act: Act, *, game_id: str, position: int, player_id: int, reason: str, points_follow: bool = True
) -> Result:
    """Say who sat in chair `position` (from 0) of a game that was started, in a closed one too.

    `points_follow`: the points are those of who sat there. Somebody seated elsewhere in the same round changes
    places with the one they replaced, a scheduled sit-out included, so that nobody has two games in one round
    (SCO-11); the sheets are superseded by ones with the right people. False: a stand-in played for the registered
    player, who keeps the points (RULES 3); the registered player as `player_id` takes a stand-in back.
    """
    refuse_if_final(act.night)
    if act.caller.actor.role == AccessLink.Role.TABLE:
        raise refuse("not_the_table", "Who sat where is put right by a runner or the director.")
    if not reason.strip():
        raise refuse("reason", "Say why the chair is corrected.", field="reason")
    game = playable_game(act, game_id)
    seat = game.seats.select_related("player", "stand_in").filter(position=position).first()
    if seat is None:
        raise refuse("no_chair", f"{game} has no such chair.", field="position")
    person = player_of(act.night, player_id)
    if person.number is None:
        raise refuse("not_here", f"{person.name} has not been checked in tonight.", field="player_id")
    before = {"player": seat.player.name, "stand_in": seat.stand_in.name if seat.stand_in else None}
    if points_follow:
        _seat(act, game, seat, person, reason.strip())
        text = f"{game}, seat {position + 1}: {person.name} sat there, not {seat.player.name}"
    else:
        _stand_in(game, seat, person)
        queue_games.chairs_changed(act, game)
        text = f"{game}, seat {position + 1}: {person.name} played for {seat.player.name}"
        if person == seat.player:
            text = f"{game}, seat {position + 1}: {person.name} sat there"
    act.touch("scores", "seating")
    act.record(
        text,
        before=before,
        after={"player": person.name if points_follow else seat.player.name},
        reason=reason,
        player=seat.player,
        game=game,
    )
    return {"game": str(game.pk), "player": person.pk}


def _stand_in(game: Game, seat: Seat, person: Player) -> None:
    if person != seat.player and game.seats.filter(player=person).exists():
        raise refuse("own_chair", f"{person.name} has another chair at {game}.", field="player_id")
    seat.stand_in = None if person == seat.player else person
    seat.save(update_fields=["stand_in"])


def _seat(act: Act, game: Game, seat: Seat, person: Player, reason: str) -> None:
    """Put `person` into the chair and its points; the one replaced takes the place they had, if any."""
    if person == seat.player:
        raise refuse("same", f"{person.name} has that chair.", field="player_id")
    if person.division_id != game.division_id:
        text = f"{person.name} plays in the other division: points cannot follow. Say that they stood in instead."
        raise refuse("other_division", text, field="player_id")
    if _moves_by_results(game):
        text = f"{game} decides who moves where: say that {person.name} stood in, or wait until it is closed."
        raise refuse("movement", text, field="player_id")
    other = _place_of(game, person)
    if other is None or other.game_id != game.pk:
        refuse_if_forfeited(seat.player, game)
        if other is not None:
            refuse_if_forfeited(person, other.game)
    changed = exchange_seats(seat, person, other)
    if other is None and game.round is not None:
        SitOut.objects.filter(round=game.round, player=person).update(player=seat.player)
    for one in changed:
        _copy_sheets(act, one, f"{person.name} sat there, not {seat.player.name}: {reason}")


def _place_of(game: Game, person: Player) -> Seat | None:
    """The chair this person has at the same time: at this table, in this round, or in a game still running."""
    seats = Seat.objects.select_related("game__table", "game__round").filter(player=person)
    here = seats.filter(game=game).first()
    if here is not None:
        return here
    if game.round is not None:
        return seats.filter(round=game.round, counting=True).first()
    running = seats.filter(live=True).first()
    if running is not None and game.status == Game.Status.RUNNING:
        raise refuse("playing", f"{person.name} plays at {running.game.table} now.", field="player_id")
    return None


def _moves_by_results(game: Game) -> bool:
    """Whether a movement still has to hear how this game went, from the people it seated."""
    if game.round is not None:
        under_way = game.round.status == Round.Status.RUNNING
    else:
        under_way = not game.sheets.filter(state=State.ACCEPTED).exists()
    return under_way and Movement.objects.filter(division_id=game.division_id).exists()


def _copy_sheets(act: Act, game: Game, reason: str) -> None:
    """Supersede the sheets that say something now by the same sheets with the people who sat there."""
    for record in game.sheets.filter(state__in=STANDING).prefetch_related("lines", "hands"):
        ScoreSheet.objects.filter(pk=record.pk).update(state=State.SUPERSEDED)
        store(
            act,
            game,
            stored(record),
            record.state,
            agreed=record.agreed,
            reason=reason,
            supersedes=record,
            identity=record.entered_identity,
        )
