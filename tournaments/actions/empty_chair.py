"""A player is missing when a game begins, or leaves in the middle of it: the table goes on all the same."""

from __future__ import annotations

from typing import Any

from tournaments.actions import queue_games
from tournaments.actions.act import Act, Result, act
from tournaments.actions.check_in import book_prepaid, next_number
from tournaments.actions.lookup import game_of, refuse_if_final
from tournaments.actions.money import reverse_buy_ins
from tournaments.actions.rounds import call_off
from tournaments.actions.seating import house_player, refuse_if_forfeited
from tournaments.models import Game, LedgerEntry, LogEntry, Player, Round, Seat, SitOut
from tournaments.problems import refuse
from tournaments.queries.empty_chair import EmptyChair, Option, empty_chair
from tournaments.queries.restoring import seated_elsewhere, why_not_played_on
from tournaments.sheet_content import STANDING

Status, GameStatus = Player.Status, Game.Status


@act
def fill_chair(
    act: Act, *, game_id: str, game_revision: int, position: int, way: str, player_id: int | None = None
) -> Result:
    """Go on with an empty chair in one of the ways `queries.empty_chair` offers (see there for `way`).

    Who takes the seat plays for own points and the missing one is absent; who stands in plays for the missing one
    (RULES 3). Only this game changes: the games to come follow the rotation. `undo_chair` takes it back.
    """
    refuse_if_final(act.night)
    game = game_of(act.night, game_id)
    game.tournament = act.night
    chair = empty_chair(act.night, game, position)
    if chair is None:
        raise refuse(
            "not_open", f"{game} is not being played, or its sheet is in: correct the sheet instead."
        )
    if game.revision != game_revision:
        raise refuse("reseated", f"{game}: the seats have changed meanwhile. Look again.")
    option = chair.option(way, player_id)
    if option is None:
        raise refuse("no_option", f"{game}: that is not possible any more. Look again.")
    if option.problem:
        raise refuse("not_yet", option.problem)
    before = _as_it_is(game) | _from_the_list(option)
    told = _carry_out(act, chair, option)
    game.revision += 1
    game.scorekeeper = None if game.scorekeeper_id == chair.missing.pk else game.scorekeeper
    game.save(update_fields=["revision", "size", "scorekeeper"])
    queue_games.chairs_changed(act, game)
    act.touch("seating", "scores")
    act.record(
        f"{game}: {chair.missing} is missing. {option.label}.",
        before=before,
        after={"way": way, "revision": game.revision},
        player=chair.missing,
        game=game,
    )
    return {"game": str(game.pk), "way": way, "revision": game.revision, "told": told}


@act
def undo_chair(act: Act, *, game_id: str) -> Result:
    """Put a table back as it was before its empty chair was filled, as long as nothing has come of it since.

    Who came from the waiting list for it waits there again, unless they have paid or are seated elsewhere by now.
    """
    refuse_if_final(act.night)
    game = game_of(act.night, game_id)
    entry = last_filled(game)
    if entry is None or entry.before is None or (entry.after or {}).get("revision") != game.revision:
        raise refuse("nothing", f"{game}: there is no chair to put back.")
    before: dict[str, Any] = entry.before
    if game.sheets.filter(state__in=STANDING).exists():
        raise refuse("sheet", f"{game}: a sheet is in. Take it back first.")
    if game.status not in (GameStatus.RUNNING, GameStatus.VOID) or _is_closed(game):
        raise refuse("over", f"{game} is not being played any more.")
    sitters = [stand_in or player for _, player, stand_in in before["seats"]]
    if elsewhere := seated_elsewhere(game, sitters):
        raise refuse("playing", f"{game}: {elsewhere}")
    if game.status == GameStatus.VOID:
        if problem := why_not_played_on(game, game.seats.select_related("player")):
            raise refuse("moved_on", f"{game}: {problem}")
        queue_games.game_restored(game)
    _put_back(game, before)
    _back_to_the_list(act, before)
    queue_games.chairs_changed(act, game)
    act.touch("seating", "scores")
    act.record(f"{game}: back to who sat there before", before=entry.after, after=before, game=game)
    return {"game": str(game.pk), "revision": game.revision}


def _is_closed(game: Game) -> bool:
    return game.round is not None and game.round.status != Round.Status.RUNNING


def last_filled(game: Game) -> LogEntry | None:
    """The act that filled a chair of the game last, unless it has been undone. One query."""
    entries = game.log.filter(act__in=("fill_chair", "undo_chair")).order_by("-version")
    newest = entries.first()
    return newest if newest is not None and newest.act == "fill_chair" else None


def _carry_out(act: Act, chair: EmptyChair, option: Option) -> list[str]:
    """Do it. Answers where a queue sends those of a table that does not play."""
    game, seat = chair.game, chair.seat
    if option.way in ("seat", "house", "three"):
        refuse_if_forfeited(chair.missing, game)
    if option.way == "sit_out":
        return call_off(act, game, absent=[chair.missing.pk])
    if option.way == "three":
        _three_handed(game, seat)
    elif option.way in ("stand_in", "house_stands_in"):
        seat.stand_in = option.person or _idle_house_player(act, game)
        seat.save(update_fields=["stand_in"])
    else:
        _take_the_seat(act, game, seat, option.person or _idle_house_player(act, game))
    return []


def _take_the_seat(act: Act, game: Game, seat: Seat, person: Player) -> None:
    if person.status == Status.WAITING:
        person.status, person.waiting_place = Status.CHECKED_IN, None
        person.number = person.number or next_number(act.night)
        person.checked_in_at = act.at
        person.save(update_fields=["status", "waiting_place", "number", "checked_in_at"])
        book_prepaid(act, person, act.night.settings.buy_in_cents)
    if game.round is not None:
        SitOut.objects.filter(round=game.round, player=person).delete()
    seat.player, seat.stand_in = person, None
    seat.save(update_fields=["player", "stand_in"])


def _from_the_list(option: Option) -> dict[str, Any]:
    """What is to be remembered of somebody who comes from the waiting list."""
    person = option.person
    if person is None or person.status != Status.WAITING:
        return {}
    return {"waited": {"player": person.pk, "place": person.waiting_place, "number": person.number}}


def _back_to_the_list(act: Act, before: dict[str, Any]) -> None:
    """Undo the check-in that a chair had brought, if it has brought nothing else."""
    waited = before.get("waited")
    person = (
        act.night.players.filter(pk=waited["player"], status=Status.CHECKED_IN).first() if waited else None
    )
    if waited is None or person is None or person.seats.exists() or person.sit_outs.exists():
        return
    if person.ledger.exclude(method=LedgerEntry.Method.PREPAID).exists():
        return
    reverse_buy_ins(act, person, "back to the waiting list")
    places = act.night.players.filter(waiting_place__isnull=False).values_list("waiting_place", flat=True)
    taken = {place for place in places if place is not None}
    person.status, person.number, person.checked_in_at = Status.WAITING, waited["number"], None
    person.waiting_place = waited["place"] if waited["place"] not in taken else max(taken) + 1
    person.save(update_fields=["status", "number", "checked_in_at", "waiting_place"])


def _three_handed(game: Game, empty: Seat) -> None:
    """The chairs close up: three-handed positions are 0, 1 and 2, still clockwise."""
    empty.delete()
    for position, seat in enumerate(game.seats.order_by("position")):
        if seat.position != position:
            seat.position = position
            seat.save(update_fields=["position"])
    game.size = 3
    game.first_dealer = None
    game.save(update_fields=["first_dealer"])


def _idle_house_player(act: Act, game: Game) -> Player:
    """A house player of the division who plays nowhere now; a new one if all are busy."""
    busy = Seat.objects.filter(game__tournament=act.night, game__status=GameStatus.RUNNING)
    taken = {player for pair in busy.values_list("player_id", "stand_in_id") for player in pair}
    mine = game.division.players.filter(is_house=True, status=Status.CHECKED_IN).order_by("pk")
    free = (player for player in mine if player.pk not in taken and not _has_a_place(game, player))
    return next(free, None) or house_player(act.night, game.division)


def _has_a_place(game: Game, player: Player) -> bool:
    return game.round is not None and Seat.objects.filter(round=game.round, player=player).exists()


def _as_it_is(game: Game) -> dict[str, Any]:
    seats = game.seats.order_by("position").values_list("position", "player_id", "stand_in_id")
    sit_outs = game.round.sit_outs.values_list("player_id", flat=True) if game.round is not None else ()
    return {
        "seats": [list(seat) for seat in seats],
        "sit_outs": sorted(sit_outs),
        "size": game.size,
        "first_dealer": game.first_dealer,
    }


def _put_back(game: Game, before: dict[str, Any]) -> None:
    here = {player for _, player, _ in before["seats"]}
    come = set(game.seats.values_list("player_id", flat=True)) - here
    for player in Player.objects.filter(pk__in=come):
        refuse_if_forfeited(player, game)
    SitOut.objects.filter(round=game.round, player__in=here).delete()
    game.seats.all().delete()
    Seat.objects.bulk_create(
        Seat(
            game=game, round=game.round, position=position, player_id=player, stand_in_id=stand_in, live=True
        )
        for position, player, stand_in in before["seats"]
    )
    SitOut.objects.bulk_create(
        SitOut(round=game.round, player_id=player) for player in before["sit_outs"] if player in come
    )
    game.status, game.finished_at = GameStatus.RUNNING, None
    game.size, game.first_dealer = before["size"], before["first_dealer"]
    game.revision += 1
    game.save(update_fields=["status", "finished_at", "size", "first_dealer", "revision"])
