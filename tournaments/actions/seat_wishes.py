"""Wishes for the rotation: keep a table, keep two people apart, lock seats. The next draw follows them."""

from __future__ import annotations

from tournaments.actions.act import Act, Result, act
from tournaments.actions.lookup import division_of, player_of, refuse_if_final
from tournaments.models import Division, Game, Player, Round, SeatWish
from tournaments.problems import refuse
from tournaments.queries.seat_wishes import why_impossible, wishes_of

Kind = SeatWish.Kind


@act
def pin_player(act: Act, *, player_id: int, table: int | None) -> Result:
    """Keep somebody at one table for the night (None: no longer). The rotation follows with its next draw."""
    player = player_of(act.night, player_id)
    refuse_if_final(act.night)
    numbers = player.division.table_numbers
    if table is not None and table not in numbers:
        where = f"{numbers.start} to {numbers.stop - 1}"
        raise refuse("table", f"{player.division.name} plays at tables {where}.", field="table")
    others = act.night.players.filter(pinned_table=table).exclude(pk=player.pk)
    if table is not None and (other := others.first()) is not None:
        raise refuse("taken", f"{other} keeps table {table} already; one person a table.", field="table")
    before, player.pinned_table = player.pinned_table, table
    player.save(update_fields=["pinned_table"])
    act.touch("seating")
    text = f"{player} keeps table {table}" if table else f"{player} no longer keeps a table"
    act.record(text, before=before, after=table, player=player, table_number=table)
    return {"player": player.pk}


@act
def keep_apart(act: Act, *, one_id: int, other_id: int, kind: str) -> Result:
    """Keep two people from partnering, or from one table ("partner", "meet"), in every game to come.

    Another kind for the same two replaces the wish they have. Refuses what no plan can do, naming everybody.
    """
    refuse_if_final(act.night)
    one, other = sorted((player_of(act.night, one_id), player_of(act.night, other_id)), key=lambda p: p.pk)
    if kind not in Kind.values:
        raise refuse("kind", "Say whether they are never to partner or never to meet.", field="kind")
    _refuse_pair(act, one, other, kind)
    before = SeatWish.objects.filter(one=one, other=other).first()
    if before is not None and before.kind == kind:
        raise refuse("known", f"{one} and {other} are kept apart so already.", field="other")
    wish, _ = SeatWish.objects.update_or_create(
        one=one, other=other, defaults={"kind": kind, "tournament": act.night}
    )
    _refuse_impossible(act, one.division)
    act.record(
        f"{one} and {other}: {wish.get_kind_display()}",
        before=before.get_kind_display() if before else None,
        after=wish.get_kind_display(),
        player=one,
    )
    return {"wish": wish.pk}


def _refuse_pair(act: Act, one: Player, other: Player, kind: str) -> None:
    """What can never be, whoever else is there."""
    if one.pk == other.pk:
        raise refuse("same", f"{one} cannot be kept apart from themselves: name two people.", field="other")
    if act.night.settings.movement != "schedule":
        text = "Seats follow from the results tonight: only a rotation can keep people apart."
        raise refuse("no_rotation", text)
    if one.division_id != other.division_id:
        text = (
            f"{one} plays in {one.division.name}, {other} in {other.division.name}: they never meet anyway."
        )
        raise refuse("divisions", text, field="other")
    if kind == Kind.NEVER_PARTNER and act.night.settings.partners != "preset":
        how = (
            "everybody plays alone"
            if act.night.settings.partners == "alone"
            else "partners are drawn at the table"
        )
        text = f"Tonight {how}, so no plan keeps {one} and {other} from partnering. It can keep them from one table: never meet."
        raise refuse("no_partners", text, field="kind")


def _refuse_impossible(act: Act, division: Division) -> None:
    """With a plan in force its people are known: what they cannot do is refused now, not at the next draw."""
    if not division.plans.exists():
        return
    present = division.players.filter(status=Player.Status.CHECKED_IN, is_house=False).order_by("number")
    text = why_impossible(division, present, wishes_of(act.night), act.night.settings)
    if text:
        raise refuse("impossible", text)


@act
def let_meet(act: Act, *, wish_id: int) -> Result:
    """Two people need no longer be kept apart."""
    refuse_if_final(act.night)
    wish = act.night.seat_wishes.select_related("one", "other").filter(pk=wish_id).first()
    if wish is None:
        raise refuse("no_wish", "These two are not kept apart any more.")
    before = wish.get_kind_display()
    wish.delete()
    act.record(f"{wish.one} and {wish.other} may meet again", before=before, player=wish.one)
    return {}


@act
def lock_seats(
    act: Act, *, division_id: int, number: int, table: int | None = None, locked: bool = True
) -> Result:
    """Lock game `number` of a division, or one table of it: no new plan changes these seats. Or unlock it.

    Only what the newest plan seats can be locked.
    """
    refuse_if_final(act.night)
    division = division_of(act.night, division_id)
    round_ = division.rounds.filter(number=number).first()
    newest = division.plans.order_by("-number").first()
    seated = newest is not None and number <= len(newest.data["rounds"])
    if round_ is None or (locked and not seated):
        text = f"{division.name} has no game {number} in its rotation: there are no seats to lock yet."
        raise refuse("no_game", text, field="game")
    if round_.status != Round.Status.PLANNED:
        raise refuse("started", f"Game {number} has been started: nothing moves its seats.", field="game")
    if table is None:
        round_.locked = locked
        round_.save(update_fields=["locked"])
    else:
        _lock_table(round_, table, locked)
    what = f"table {table} of game {number}" if table else f"game {number}"
    act.record(
        f"{division.name}: {'locked' if locked else 'unlocked'} {what}", after=locked, table_number=table
    )
    return {"locked": locked}


def _lock_table(round_: Round, table: int, locked: bool) -> None:
    game = round_.games.filter(table__number=table).exclude(status=Game.Status.VOID).first()
    if game is None:
        raise refuse("no_table", f"Table {table} is not used in game {round_.number}.", field="table")
    game.locked = locked
    game.save(update_fields=["locked"])
