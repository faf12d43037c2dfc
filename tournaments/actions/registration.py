"""Getting on the list: entering people one by one or many at once, changing what is known of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Max

from scoring.words import counted
from tournaments.actions import movement
from tournaments.actions.act import Act, Result, act
from tournaments.actions.lookup import division_of, player_of, refuse_if_final
from tournaments.actions.money import move_pot_share
from tournaments.models import Division, Player, Tournament
from tournaments.names import NAME_LENGTH, clean_name, clean_text, fold
from tournaments.problems import blocker, refuse, stop_at
from tournaments.queries.readiness import divisions_locked

Status = Player.Status


@dataclass(frozen=True)
class NewPlayer:
    """One person to put on the list. `prepaid_cents`: paid with the registration elsewhere."""

    name: str
    division_id: int
    email: str = ""
    phone: str = ""
    note: str = ""
    prepaid_cents: int = 0
    walk_in: bool = False


@act
def add_player(act: Act, *, new: NewPlayer, same_person_ok: bool = False) -> Result:
    """Put one person on the list, or on the waiting list when the places are taken (Fharmacy).

    Refuses when both are full, and asks when somebody of the same name is already there.
    """
    refuse_if_final(act.night)
    division = division_of(act.night, new.division_id)
    name = checked_name(new.name)
    doubles = list(act.night.players.filter(search_name=fold(name), is_house=False))
    if doubles and not same_person_ok:
        twin = doubles[0]
        raise refuse(
            "same_name",
            f"{twin.name} is already on the list ({twin.get_status_display()}, {twin.division.name}). "
            "Tick 'another person of this name' to enter a second one.",
            field="name",
        )
    room = Room.of(act.night)
    place = room.take()
    player = _create(act.night, division, new, name, place, walk_in=new.walk_in)
    act.touch("seating")
    where = f"waiting list place {place}" if place else division.name
    act.record(f"Entered {name}: {where}", after={"name": name, "division": division.name}, player=player)
    return {"player": player.pk, "waiting_place": place}


@act
def import_players(act: Act, *, people: Sequence[NewPlayer], source: str) -> Result:
    """Enter everybody of a checked import at once: all or nobody.

    Places are given in the order of `people`; who finds none goes on the waiting list, who finds
    that full too is named in `left_over` and not entered.
    """
    refuse_if_final(act.night)
    room = Room.of(act.night)
    divisions = {d.pk: d for d in act.night.divisions.all()}
    entered: list[str] = []
    waiting: list[str] = []
    left_over: list[str] = []
    for new in people:
        name = checked_name(new.name)
        division = divisions.get(new.division_id)
        if division is None:
            raise refuse("division", f"{name}: choose a division.", field="division")
        if room.is_full:
            left_over.append(name)
            continue
        place = room.take()
        _create(act.night, division, new, name, place)
        (waiting if place else entered).append(name)
    act.touch("seating")
    text = f"Imported {counted(len(entered), 'player')} from {source}"
    if waiting:
        text += f", {len(waiting)} to the waiting list"
    if left_over:
        text += f", {len(left_over)} over the limit"
    after = {"entered": entered, "waiting": waiting, "left_over": left_over}
    act.record(text, after=after)
    return after


@act
def change_player(
    act: Act,
    *,
    player_id: int,
    name: str,
    email: str = "",
    phone: str = "",
    note: str = "",
    display: str = "",
    prize_eligible: bool = True,
) -> Result:
    """Correct what is known of a person. Numbers, seats and money are not touched; who may win stays once the night
    is final."""
    player = player_of(act.night, player_id)
    if player.prize_eligible != prize_eligible:
        refuse_if_final(act.night)
    cleaned = checked_name(name)
    before = {"name": player.name, "email": player.email, "prize_eligible": player.prize_eligible}
    player.name, player.search_name = cleaned, fold(cleaned)
    player.email, player.phone = email.strip(), phone.strip()
    player.note = clean_text(note)
    player.display = display
    player.prize_eligible = prize_eligible
    player.save()
    act.touch("seating", "scores")
    act.record(
        f"Changed the entry of {cleaned}",
        before=before,
        after={"name": cleaned, "email": player.email, "prize_eligible": prize_eligible},
        player=player,
    )
    return {"player": player.pk}


@act
def remove_player(act: Act, *, player_id: int) -> Result:
    """Take somebody off the list who never had a number; anybody else is withdrawn instead (OPS-03)."""
    player = player_of(act.night, player_id)
    if player.number is not None or player.seats.exists() or player.ledger.exists():
        raise refuse(
            "has_played", f"{player.name} has a number or money in the ledger: withdraw instead of removing."
        )
    name = player.name
    player.status, player.waiting_place = Status.NO_SHOW, None
    player.save(update_fields=["status", "waiting_place"])
    act.touch("seating")
    act.record(f"Took {name} off the list", player=player)
    return {"player": player.pk}


@act
def promote(act: Act, *, player_id: int) -> Result:
    """Give a waiting person a place; the director may pass over somebody who is not there (ROT-17)."""
    player = player_of(act.night, player_id)
    if player.status != Status.WAITING:
        raise refuse("not_waiting", f"{player.name} is not on the waiting list.")
    room = Room.of(act.night)
    if room.free == 0:
        raise refuse("full", "All places are taken. Mark somebody who did not come first.")
    place = player.waiting_place
    player.status, player.waiting_place = Status.REGISTERED, None
    player.save(update_fields=["status", "waiting_place"])
    act.touch("seating")
    act.record(f"Gave {player.name} a place from the waiting list (was {place})", player=player)
    return {"player": player.pk}


@act
def mark_no_show(act: Act, *, player_id: int) -> Result:
    """Give up the place of somebody who did not come; they can still be checked in if they turn up."""
    player = player_of(act.night, player_id)
    if player.status not in (Status.REGISTERED, Status.WAITING):
        raise refuse("not_expected", f"{player.name} is {player.get_status_display()}, not expected.")
    before = player.status
    player.status, player.waiting_place = Status.NO_SHOW, None
    player.save(update_fields=["status", "waiting_place"])
    act.touch("seating")
    act.record(f"{player.name} did not come", before=before, after=player.status, player=player)
    return {"player": player.pk}


@act
def expect_again(act: Act, *, player_id: int) -> Result:
    """Take “did not come” back: they are expected again while a place is free, else they wait at the end of the list.

    Who waited before waits again; nobody overtakes the waiting list by it. Refuses where both are full.
    """
    player = player_of(act.night, player_id)
    refuse_if_final(act.night)
    if player.status != Status.NO_SHOW:
        raise refuse("expected", f"{player.name} is {player.get_status_display()}.")
    room = Room.of(act.night)
    has_a_place = not _had_waited(player) and room.free != 0
    place = None if has_a_place else room.take()
    player.status, player.waiting_place = Status.WAITING if place else Status.REGISTERED, place
    player.save(update_fields=["status", "waiting_place"])
    act.touch("seating")
    act.record(
        f"{player.name} is {player.get_status_display()} again",
        before=Status.NO_SHOW,
        after=player.status,
        player=player,
    )
    return {"player": player.pk, "waits": place is not None}


def _had_waited(player: Player) -> bool:
    """Whether they were on the waiting list when they were given up."""
    entry = player.log.filter(act="mark_no_show").order_by("-version").first()
    return entry is not None and entry.before == Status.WAITING


@act
def move_division(act: Act, *, player_id: int, division_id: int, forced: bool = False) -> Result:
    """Put a player into another division: points travel, the pot share moves in the ledger (RULES 5).

    Locked once game 2 is closed, unless forced by the director.
    """
    player, division = player_of(act.night, player_id), division_of(act.night, division_id)
    refuse_if_final(act.night)
    old = player.league
    if old.pk == division.pk:
        raise refuse("same_division", f"{player.name} already plays in {division.name}.")
    if divisions_locked(act.night) and not forced:
        raise refuse("locked", "Divisions are locked after game 2. The director can force the move.")
    seated = player.seats.filter(live=True).exists() or player.stood_in_seats.filter(live=True).exists()
    if seated:
        raise refuse("seated", f"{player.name} is playing just now: move them when this game is over.")
    moved = move_pot_share(act, player, old, division)
    told = _sit_with(act, player, division)
    act.touch("seating", "scores")
    act.record(
        f"Moved {player.name} from {old.name} to {division.name}",
        before=old.name,
        after={"division": division.name, "pot_cents": moved},
        player=player,
    )
    return {"player": player.pk, "told": told}


def _sit_with(act: Act, player: Player, division: Division) -> list[str]:
    """Let them rank in that division and sit at its tables; who sits there already, as leagues that share them do, keeps
    their place. Answers what it changes for the others."""
    seats, ranked_in = seat_of(division)
    if seats.pk == player.division_id:
        player.ranked_in = ranked_in
        player.save(update_fields=["ranked_in"])
        return []
    told = [f"{player.division.name}: {words}" for words in movement.left(act, player)]
    player.division, player.ranked_in = seats, ranked_in
    player.first_table, player.pinned_table = None, None
    player.save(update_fields=["division", "ranked_in", "first_table", "pinned_table"])
    there = movement.joined(act, player) if player.is_playing else []
    return [*told, *(f"{division.name}: {words}" for words in there)]


class Room:
    """Free places and waiting places, counted under the night lock (IMP-18: never when the form opens)."""

    def __init__(self, *, free: int | None, waiting: int, waiting_free: int, next_place: int) -> None:
        self.free = free  # None: unlimited
        self.waiting = waiting
        self.waiting_free = waiting_free
        self.next_place = next_place

    @classmethod
    def of(cls, night: Tournament) -> Room:
        settings = night.settings
        held = night.players.filter(status__in=Player.HOLDS_A_PLACE, is_house=False).count()
        waiting = night.players.filter(status=Status.WAITING).count()
        last = night.players.aggregate(last=Max("waiting_place"))["last"] or 0
        return cls(
            free=None if settings.capacity is None else max(0, settings.capacity - held),
            waiting=waiting,
            waiting_free=max(0, settings.waiting_places - waiting),
            next_place=last + 1,
        )

    @property
    def open_now(self) -> bool:
        """A place for somebody new. Nobody overtakes the waiting list: a free place belongs to it first."""
        return self.free is None or (self.free > 0 and self.waiting == 0)

    @property
    def is_full(self) -> bool:
        return not self.open_now and self.waiting_free == 0

    def share(self, people: int) -> tuple[int, int, int]:
        """(get a place, wait, find neither) of so many newcomers, in their order."""
        free = people if self.free is None else self.free if self.waiting == 0 else 0
        placed = min(people, free)
        waiting = min(people - placed, self.waiting_free)
        return placed, waiting, people - placed - waiting

    def take(self) -> int | None:
        """Take a place: None for a real one, else the waiting list place. Refuses when both are full."""
        if self.open_now:
            if self.free is not None:
                self.free -= 1
            return None
        if self.waiting_free == 0:
            raise refuse("full", "All places and the waiting list are full.")
        self.waiting += 1
        self.waiting_free -= 1
        self.next_place += 1
        return self.next_place - 1


def _create(
    night: Tournament, division: Division, new: NewPlayer, name: str, place: int | None, walk_in: bool = False
) -> Player:
    seated, ranked_in = seat_of(division)
    return Player.objects.create(
        tournament=night,
        division=seated,
        ranked_in=ranked_in,
        name=name,
        search_name=fold(name),
        email=clean_name(new.email)[:254],
        phone=clean_name(new.phone)[:40],
        note=clean_text(new.note)[:2000],
        prepaid_cents=new.prepaid_cents,
        status=Status.WAITING if place else Status.REGISTERED,
        waiting_place=place,
        walk_in=walk_in,
    )


def seat_of(division: Division) -> tuple[Division, Division | None]:
    """Where somebody of this division sits, and where they rank if that is another one."""
    host = division.seated_with
    return (division, None) if host is None else (host, division)


def checked_name(text: str) -> str:
    """A clean name, or ActRefused naming the field."""
    name = clean_name(text)
    problems = []
    if not name:
        problems.append(blocker("no_name", "Enter a name.", field="name"))
    if len(name) > NAME_LENGTH:
        problems.append(
            blocker(
                "long_name", f"The name has {len(name)} characters; at most {NAME_LENGTH} fit.", field="name"
            )
        )
    stop_at(problems)
    return name
