"""At the door: check in, collect, give number and first table in one motion; undo; leave and come back."""

from __future__ import annotations

from collections.abc import Hashable

from scoring.words import dollars
from tournaments.actions import movement
from tournaments.actions.act import Act, Result, act
from tournaments.actions.lookup import player_of, refuse_if_final
from tournaments.actions.money import MOST_CENTS, paid_cents, reverse_buy_ins, take_buy_in
from tournaments.models import Division, LedgerEntry, Player, Tournament
from tournaments.problems import refuse
from tournaments.rotation import RotationError
from tournaments.rotation.check_in import next_table

Status = Player.Status


@act
def check_in(
    act: Act,
    *,
    player_id: int,
    method: str = "",
    cents: int | None = None,
    id_ok: bool = False,
    consented: bool = False,
) -> Result:
    """Check a person in, book the buy-in, give a player number and a first table (WEMSA, Rotation 2).

    `cents`: the amount taken when it is not the night's buy-in (staff, early bird). `method` may stay
    empty when nothing is due. Somebody waiting must be given a place first. Refuses under-age guests
    whose ID was not seen when the night has a minimum age (Fharmacy).
    """
    night, player = act.night, player_of(act.night, player_id)
    refuse_if_final(night)
    settings = night.settings
    if player.status == Status.CHECKED_IN:
        at = night.local(player.checked_in_at).strftime("%-I:%M %p") if player.checked_in_at else "before"
        raise refuse("already", f"{player.name} is already checked in ({at}): number {player.number}.")
    if player.status == Status.WAITING:
        raise refuse("waiting", f"{player.name} is on the waiting list: give a place first.")
    if player.status == Status.DISQUALIFIED:
        raise refuse("disqualified", f"{player.name} is disqualified tonight.")
    if player.status in (Status.NO_SHOW, Status.WITHDRAWN):
        _refuse_without_room(night, player)
    if settings.minimum_age and not id_ok:
        raise refuse(
            "age",
            f"{settings.minimum_age} and over: tick 'ID seen' before checking {player.name} in.",
            field="id_ok",
        )
    if cents is not None and not 0 <= cents <= MOST_CENTS:
        raise refuse("amount", f"The amount must be between $0 and {dollars(MOST_CENTS)}.", field="amount")
    due = book_prepaid(act, player, settings.buy_in_cents if cents is None else cents)
    if due and not method:
        raise refuse("method", f"Collect {dollars(due)}: choose cash, card or free.", field="method")
    if due:
        take_buy_in(act, player, cents=due, method=method)
    if player.number is None:
        player.number = next_number(night)
    if player.first_table is None:
        player.first_table = player.pinned_table or next_first_table(night, player.division)
    player.status = Status.CHECKED_IN
    player.checked_in_at = act.at
    player.id_checked = player.id_checked or id_ok
    player.consented = player.consented or consented
    player.save()
    told = movement.joined(act, player)
    act.touch("seating")
    table = f", table {player.first_table}" if player.first_table else ""
    act.record(
        f"Checked in {player.name}: number {player.number}{table}",
        after={"number": player.number, "first_table": player.first_table, "cents": due, "method": method},
        player=player,
    )
    return {
        "player": player.pk,
        "number": player.number,
        "first_table": player.first_table,
        "cents": due,
        "told": told,
    }


@act
def undo_check_in(act: Act, *, player_id: int, give_money_back: bool) -> Result:
    """Take a mistaken check-in back: the number is free again, the money is kept or returned by choice (MON-01)."""
    player = player_of(act.night, player_id)
    refuse_if_final(act.night)
    if player.status != Status.CHECKED_IN:
        raise refuse("not_in", f"{player.name} is not checked in.")
    if player.seats.exists() or player.stood_in_seats.exists() or player.sit_outs.exists():
        raise refuse("seated", f"{player.name} already has seats tonight: use 'leaves' instead of undo.")
    before = {"number": player.number, "first_table": player.first_table}
    movement.left(act, player)
    returned = reverse_buy_ins(act, player, "check-in undone") if give_money_back else 0
    player.status, player.number, player.first_table, player.checked_in_at = (
        Status.REGISTERED,
        None,
        None,
        None,
    )
    player.save()
    act.touch("seating")
    money = f", {dollars(returned)} returned" if returned else ", money kept" if paid_cents(player) else ""
    act.record(f"Undid the check-in of {player.name}{money}", before=before, after=None, player=player)
    return {"player": player.pk, "returned": returned}


@act
def withdraw(act: Act, *, player_id: int, reason: str = "") -> Result:
    """Somebody leaves. What was played stays; a seat in a running game is the director's to settle first.

    Their money stays in the pot (RULES 4) unless refunded separately.
    """
    player = player_of(act.night, player_id)
    refuse_if_final(act.night)
    if player.status != Status.CHECKED_IN:
        raise refuse("not_in", f"{player.name} is not checked in.")
    player.status = Status.WITHDRAWN
    player.save(update_fields=["status"])
    told = movement.left(act, player)
    act.touch("seating", "scores")
    act.record(f"{player.name} leaves", before="checked in", after="left", reason=reason, player=player)
    return {"player": player.pk, "told": told}


@act
def come_back(act: Act, *, player_id: int) -> Result:
    """Somebody who left is back, with the same number; they are seated from the next change of the plan on.

    Refuses while their place has gone to somebody else and no other is free.
    """
    player = player_of(act.night, player_id)
    refuse_if_final(act.night)
    if player.status != Status.WITHDRAWN:
        raise refuse("not_left", f"{player.name} has not left.")
    _refuse_without_room(act.night, player)
    player.status = Status.CHECKED_IN
    player.save(update_fields=["status"])
    told = movement.joined(act, player)
    act.touch("seating", "scores")
    act.record(f"{player.name} is back", before="left", after="checked in", player=player)
    return {"player": player.pk, "told": told}


@act
def disqualify(act: Act, *, player_id: int, reason: str) -> Result:
    """Out of ranks and prizes; nobody else's points change and the buy-in stays in the pot (RULES 4)."""
    player = player_of(act.night, player_id)
    refuse_if_final(act.night)
    if not reason.strip():
        raise refuse("reason", "A disqualification needs a reason.", field="reason")
    if player.status == Status.DISQUALIFIED:
        raise refuse("already", f"{player.name} is already disqualified.")
    before = player.status
    player.status = Status.DISQUALIFIED
    player.save(update_fields=["status"])
    told = movement.left(act, player)
    act.touch("seating", "scores")
    act.record(
        f"Disqualified {player.name}", before=before, after=player.status, reason=reason, player=player
    )
    return {"player": player.pk, "told": told}


@act
def lift_disqualification(act: Act, *, player_id: int, reason: str) -> Result:
    """Take a disqualification back: the player is again what they were before it, in ranks and seats too.

    Refuses while the place they held has gone to somebody else and no other is free.
    """
    player = player_of(act.night, player_id)
    refuse_if_final(act.night)
    if player.status != Status.DISQUALIFIED:
        raise refuse("not_disqualified", f"{player.name} is not disqualified.")
    before = _before_disqualified(player)
    if before in Player.HOLDS_A_PLACE:
        _refuse_without_room(act.night, player)
    player.status = before
    player.save(update_fields=["status"])
    told = movement.joined(act, player) if player.is_playing else []
    act.touch("seating", "scores")
    act.record(
        f"Lifted the disqualification of {player.name}",
        before=Status.DISQUALIFIED,
        after=player.status,
        reason=reason,
        player=player,
    )
    return {"player": player.pk, "told": told}


def _before_disqualified(player: Player) -> str:
    """The status a disqualified player had before, as the log has it; in a copy of a night, which comes without its
    log, what their number says."""
    entry = player.log.filter(act="disqualify").order_by("-version").first()
    if entry is not None and entry.before in Status.values:
        return str(entry.before)
    return Status.CHECKED_IN if player.number else Status.REGISTERED


def next_first_table(night: Tournament, division: Division) -> int | None:
    """The first of the division's tables with a free chair for game 1, the chairs of those kept there not counted.

    Three chairs a table in a three-handed night, else four. None once the plan is drawn, or when all are full.
    """
    if division.plans.exists() or night.stage == Tournament.Stage.PLAYING:
        return None
    coming = Player.objects.filter(tournament=night, division=division, status__in=Player.HOLDS_A_PLACE)
    rows = list(coming.values_list("pk", "status", "first_table", "pinned_table"))
    given: dict[Hashable, int] = {
        pk: first for pk, status, first, _ in rows if status == Status.CHECKED_IN and first is not None
    }
    kept: dict[Hashable, int] = {pk: pinned for pk, _, _, pinned in rows if pinned is not None}
    try:
        return next_table(given, division.table_numbers, pinned=kept, size=night.settings.rules.seats)
    except RotationError:
        return None


def book_prepaid(act: Act, player: Player, buy_in_cents: int) -> int:
    """Book what came with the registration; returns what is still to collect: nothing once anything was paid here."""
    if paid_cents(player) > 0:
        return 0
    if player.prepaid_cents:
        take_buy_in(act, player, cents=player.prepaid_cents, method=LedgerEntry.Method.PREPAID)
    return max(0, buy_in_cents - player.prepaid_cents)


def next_number(night: Tournament) -> int:
    """The lowest player number nobody has."""
    used = set(night.players.filter(number__isnull=False).values_list("number", flat=True))
    return next(n for n in range(1, len(used) + 2) if n not in used)


def _refuse_without_room(night: Tournament, player: Player) -> None:
    """Who gave up a place has none to come back to once it is given away."""
    capacity = night.settings.capacity
    if capacity is None:
        return
    held = night.players.filter(status__in=Player.HOLDS_A_PLACE, is_house=False).count()
    if held >= capacity:
        text = f"{player.name}'s place was given away and all places are taken: allow for more in the settings first."
        raise refuse("full", text)
