"""Two leagues at the same tables, each with its own standings and pot: for numbers that fill no tables alone."""

from __future__ import annotations

from tournaments.actions.act import Act, Result, act
from tournaments.actions.check_in import next_first_table
from tournaments.actions.lookup import division_of, refuse_if_final
from tournaments.models import Division, Player
from tournaments.problems import refuse


@act
def seat_together(act: Act, *, host_id: int, guest_id: int) -> Result:
    """Seat everybody of the guest league at the host league's tables, before either has a seat in a game.

    They rank and are paid in their own league as before. Those checked in get a first table there; answers who
    ({"moved": names}).
    """
    refuse_if_final(act.night)
    host, guest = division_of(act.night, host_id), division_of(act.night, guest_id)
    if host.pk == guest.pk or host.seated_with_id or guest.seated_with_id or guest.guests.exists():
        raise refuse("together", "Choose two leagues that sit at tables of their own.")
    _refuse_if_seated(host, guest)
    guest.seated_with = host
    guest.save(update_fields=["seated_with"])
    people = Player.objects.filter(division=guest)
    moved = _give_tables(act, list(people.order_by("checked_in_at", "number", "pk")), host, guest)
    act.touch("seating", "scores")
    act.record(f"{guest.name} sits with {host.name} and ranks apart", after={"moved": moved})
    return {"moved": moved}


@act
def seat_apart(act: Act, *, guest_id: int) -> Result:
    """Give a league its own tables again, as long as nobody has a seat in a game."""
    refuse_if_final(act.night)
    guest = division_of(act.night, guest_id)
    host = guest.seated_with
    if host is None:
        raise refuse("apart", f"{guest.name} sits at tables of its own.")
    _refuse_if_seated(host, guest)
    guest.seated_with = None
    guest.save(update_fields=["seated_with"])
    people = Player.objects.filter(ranked_in=guest)
    moved = _give_tables(act, list(people.order_by("checked_in_at", "number", "pk")), guest, None)
    act.touch("seating", "scores")
    act.record(f"{guest.name} sits at tables of its own again", after={"moved": moved})
    return {"moved": moved}


def _refuse_if_seated(*divisions: Division) -> None:
    for division in divisions:
        if division.rounds.exists() or division.games.exists():
            raise refuse(
                "seated", f"{division.name} is seated already: leagues are put together before the draw."
            )


def _give_tables(act: Act, people: list[Player], seats: Division, ranked_in: Division | None) -> list[str]:
    """Seat these people in that division, each checked-in one at the first table with a free chair."""
    moved = []
    Player.objects.filter(pk__in=[player.pk for player in people]).update(
        division=seats, ranked_in=ranked_in, first_table=None, pinned_table=None
    )
    for player in people:
        if player.status != Player.Status.CHECKED_IN:
            continue
        table = next_first_table(act.night, seats)
        Player.objects.filter(pk=player.pk).update(first_table=table)
        moved.append(f"{player}: table {table}" if table else str(player))
    return moved
